package purchase

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"kaiin/ent/order"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/store"
	"kaiin/server/base/survey"
	"kaiin/server/base/words"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/transport/paths"
)

func TestForm(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member, other := s.Member(t), s.Member(t)
	mine, theirs, expired, docomo := s.Card(t, member), s.Card(t, other), s.Card(t, member), s.Card(t, member)
	expired.Update().SetCardExpire("202604").ExecX(t.Context())
	docomo.Update().SetPaymentMethodType(gateway.SbpsDocomo).SetProvider("carrier").ExecX(t.Context())
	asked, err := json.Marshal(survey.Survey{Name: words.Text{"ja": "アンケート"}, Questions: []survey.Question{
		{ID: "why", Type: survey.AnswerText, Title: words.Text{"ja": "理由"}, Required: true},
	}})
	if err != nil {
		t.Fatal(err)
	}
	s.client(t).Plan.UpdateOneID("annual").SetSurvey(asked).ExecX(t.Context())
	long := map[string][]string{"why": {strings.Repeat("あ", 301)}}
	for _, c := range []struct {
		row, name, plan string
		in              Form
		want            fault.Code
	}{
		{"F-151", "registered method", "standard", Form{MethodID: mine.ID.String()}, ""},
		{"F-150", "of another plan", "standard", Form{PlanID: new("annual"), MethodID: mine.ID.String()}, fault.UnexpectedOperation},
		{"E-054", "no method", "standard", Form{}, fault.PaymentMethodNotSelected},
		{"F-152", "a new method that is not registered yet", "standard", Form{MethodID: "new"}, fault.PaymentMethodNotRegistered},
		{"A-137", "another member's method", "standard", Form{MethodID: theirs.ID.String()}, fault.PaymentMethodUnavailable},
		{"E-071", "expired card", "standard", Form{MethodID: expired.ID.String()}, fault.PaymentMethodUnavailable},
		{"E-072", "a method we cannot charge", "standard", Form{MethodID: docomo.ID.String()}, fault.PaymentMethodNotForPlan},
		{"V-039", "campaign code only, without a code", "standard", Form{MethodID: "CampaignCode"}, fault.CampaignCodeRequired},
		{"A-117", "campaign code of blanks is none", "standard", Form{MethodID: mine.ID.String(), CampaignCode: " \u3000\t"}, ""},
		{"V-041", "campaign code of other letters", "standard", Form{MethodID: mine.ID.String(), CampaignCode: "春"}, fault.CampaignCodeInvalid},
		{"A-117", "padded campaign code", "standard", Form{MethodID: mine.ID.String(), CampaignCode: "\u3000SPRING "}, fault.CampaignCodeNotApplicable},
		{"V-042", "unanswered survey", "annual", Form{MethodID: mine.ID.String()}, "REQUIRED"},
		{"V-042", "asked answer too long", "annual", Form{MethodID: mine.ID.String(), Answers: long}, "TOO_LONG"},
		{"F-155", "answered survey", "annual", Form{MethodID: mine.ID.String(), Answers: map[string][]string{"why": {"映画"}}}, ""},
	} {
		token, err := s.Form(t.Context(), member, c.plan, c.in)
		if code(err) != c.want || (token == "") != (c.want != "") {
			t.Errorf("%s %s: %q, %v", c.row, c.name, token, err)
		}
	}
	if got := fault.Text("ja", fault.CampaignCodeRequired, "", nil); got != "キャンペーンコードを入力してください" {
		t.Error(got)
	}
	_, err = s.Form(t.Context(), member, "annual", Form{})
	if f, ok := fault.As(err); !ok || len(f.Fields) != 2 {
		t.Errorf("not everything was reported at once: %v", err)
	}
	o := s.client(t).Order.Query().Where(order.PlanID("annual")).OnlyX(t.Context())
	var answered survey.Answered
	if err := json.Unmarshal(o.Answers, &answered); err != nil {
		t.Fatal(err)
	}
	if q := answered.Questions[0]; answered.Name != "アンケート" || q.Title != "理由" || q.Values[0] != "映画" || len(o.TokenHash) != 32 {
		t.Errorf("kept %s", o.Answers)
	}
}

func TestWrongCampaignCodesAreThrottled(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	var err error
	for range guesses + 1 {
		_, err = s.Verify(t.Context(), member, "standard", "", "GUESS")
	}
	if f, ok := fault.As(err); !ok || f.Kind != fault.KindThrottled {
		t.Errorf("err = %v", err)
	}
}

func TestVerifyHasNoEffect(t *testing.T) { // C-064 F-156 F-157 F-158 A-111
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	deal, err := s.Verify(t.Context(), member, "trial", "new", "")
	if err != nil || deal.DueNow() != 0 || deal.FirstPaymentDay().String() != "2026-05-29" || deal.ReContract || len(deal.Schedule()) != 3 {
		t.Errorf("%+v, %v", deal, err)
	}
	if n := s.client(t).Order.Query().CountX(t.Context()); n != 0 || s.sold(t, "trial") != 0 {
		t.Errorf("%d orders", n)
	}
}

func TestDealDays(t *testing.T) { // F-163 F-164
	t.Parallel()
	s := setup(t, nil)
	stop := s.Env.Clock.Today().AddDays(40).Start()
	s.client(t).Plan.UpdateOneID("standard").SetForceStopRenewAt(stop).ExecX(t.Context())
	member := s.Member(t)
	for _, c := range []struct{ plan, subscription, entitlement string }{
		{"standard", "2026-07-14", ""}, {"annual", "", ""}, {"rental", "", "2026-05-22"}, {"film", "", ""},
	} {
		deal, err := s.Verify(t.Context(), member, c.plan, "", "")
		if err != nil {
			t.Fatal(err)
		}
		subscription, _ := deal.SubscriptionExpiration()
		entitlement, _ := deal.EntitlementExpiration()
		if subscription.String() != c.subscription || entitlement.String() != c.entitlement {
			t.Errorf("%s: contract until %s, viewing until %s", c.plan, subscription, entitlement)
		}
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member, stranger := s.Member(t), s.Member(t)
	for name, open := range map[string]func() (*Page, error){
		"confirm":  func() (*Page, error) { return s.ConfirmPage(t.Context(), member, "standard") },
		"complete": func() (*Page, error) { return s.CompletePage(t.Context(), member, "standard") },
	} {
		if _, err := open(); code(err) != fault.InvalidSessionFlow {
			t.Errorf("%s without an order: %v", name, err)
		}
	}
	card := s.Card(t, member)
	token, err := s.Form(t.Context(), member, "standard", Form{MethodID: card.ID.String(), Signup: true})
	if err != nil {
		t.Fatal(err)
	}
	page, err := s.ConfirmPage(t.Context(), member, "standard")
	if err != nil || page.Token != token || page.Method.ID != card.ID || len(page.Terms.Items) == 0 || !page.NeedsAuthentication || !page.Signup {
		t.Fatalf("confirm: %+v, %v", page, err)
	}
	if _, err := s.ConfirmPage(t.Context(), stranger, "standard"); code(err) != fault.InvalidSessionFlow {
		t.Errorf("a stranger's confirm page: %v", err)
	}
	r, err := s.buy(t, member, "standard", token)
	if err != nil || paths.Of(r.Next) != "/signup/plans/standard/complete" {
		t.Fatalf("%+v, %v", r, err)
	}
	if page, err := s.ConfirmPage(t.Context(), member, "standard"); err != nil || page.Next != r.Next {
		t.Errorf("confirm after buying: %+v, %v", page, err)
	}
	page, err = s.CompletePage(t.Context(), member, "standard")
	if err != nil || page.Pending || *page.SubscriptionID != *r.SubscriptionID {
		t.Errorf("complete: %+v, %v", page, err)
	}
	if page, err := s.FormPage(t.Context(), member, "standard", ""); err != nil || page.Offer.Open() || page.Selected != card.ID.String() {
		t.Errorf("the form of a plan under contract: %+v, %v", page, err)
	}
	if !page.Holdings.UsesMethod(card.ID) && len(page.Holdings) > 0 {
		t.Error("the card pays for the contract")
	}
	s.Env.Clock.Advance(31 * time.Minute)
	if _, err := s.CompletePage(t.Context(), member, "standard"); err != nil {
		t.Errorf("reloading the complete page later: %v", err)
	}
}

// Each page of the checkout asks the database a handful of times: with the settings in memory and
// the session's own statement, six at most.
func TestStatements(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	s.form(t, member, "standard")
	for name, open := range map[string]func(actor.Actor) (func() int64, error){
		"form": func(a actor.Actor) (func() int64, error) {
			ctx, n := store.CountStatements(t.Context())
			_, err := s.FormPage(ctx, a, "standard", "")
			return n.Load, err
		},
		"confirm": func(a actor.Actor) (func() int64, error) {
			ctx, n := store.CountStatements(t.Context())
			_, err := s.ConfirmPage(ctx, a, "standard")
			return n.Load, err
		},
	} {
		if _, err := s.Env.Settings.Get(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n, err := open(member); err != nil || n() > 5 {
			t.Errorf("%s: %d statements, %v", name, n(), err)
		}
	}
}

// A form can be confirmed for 30 minutes, and from then on neither its page nor its token is valid.
func TestAFormIsValidFor30Minutes(t *testing.T) { // B-08
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	token := s.form(t, member, "standard")
	s.Env.Clock.Advance(29 * time.Minute)
	if page, err := s.ConfirmPage(t.Context(), member, "standard"); err != nil || page.Token != token {
		t.Errorf("the page after 29 minutes: %+v, %v", page, err)
	}
	s.Env.Clock.Advance(time.Minute)
	if _, err := s.ConfirmPage(t.Context(), member, "standard"); code(err) != fault.InvalidSessionFlow {
		t.Errorf("the page after 30 minutes: %v", err)
	}
	if _, err := s.buy(t, member, "standard", token); code(err) != fault.InvalidSessionFlow || s.Gateway.Calls(paymenttest.Charge) != 0 {
		t.Errorf("the token after 30 minutes: %v, %d charges", err, s.Gateway.Calls(paymenttest.Charge))
	}
	again := s.form(t, member, "standard")
	s.Env.Clock.Advance(29 * time.Minute)
	if _, err := s.buy(t, member, "standard", again); err != nil {
		t.Errorf("the token after 29 minutes: %v", err)
	}
}
