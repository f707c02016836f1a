package purchase

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/entitlement"
	"kaiin/ent/paymentmethod"
	"kaiin/ent/subscription"
	"kaiin/server/base/fault"
	"kaiin/server/money/payment/paymenttest"
	domain "kaiin/server/money/subscription"
	"kaiin/server/transport/paths"
)

func TestPurchase(t *testing.T) { // X-059 X-060 X-061 S-052 K-019
	t.Parallel()
	for _, c := range []struct {
		plan   string
		status domain.Status
		yen    int
		until  string // of viewing, with the days of grace of a contract; empty: for good
	}{
		{"standard", domain.NewContract, 1100, "2026-06-22T15:00:00Z"},
		{"trial", domain.NewTrialContract, 0, "2026-06-05T15:00:00Z"},
		{"annual", domain.NewContract, 9800, "2027-05-22T15:00:00Z"},
		{"film", "", 2500, ""},
		{"rental", "", 500, "2026-05-22T15:00:00Z"},
	} {
		t.Run(c.plan, func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			member := s.Member(t)
			token := s.form(t, member, c.plan)
			first, err := s.buy(t, member, c.plan, token)
			if err != nil || paths.Of(first.Next) != "/plans/"+c.plan+"/complete" || first.Pending {
				t.Fatalf("%+v, %v", first, err)
			}
			again, err := s.buy(t, member, c.plan, token)
			if err != nil || again.Next != first.Next || (again.SubscriptionID == nil) != (first.SubscriptionID == nil) {
				t.Errorf("repeated: %+v, %v", again, err)
			}
			if _, yen := s.Gateway.Settled(); yen != c.yen || s.sold(t, c.plan) != 1 || s.Mails(t, member, "order-completed") != 1 {
				t.Errorf("%d yen, %d sold, %d mails", yen, s.sold(t, c.plan), s.Mails(t, member, "order-completed"))
			}
			if e := s.client(t).Entitlement.Query().Where(entitlement.AccountID(member.AccountID)).OnlyX(t.Context()); c.until == "" {
				if e.ExpiresAt != nil {
					t.Errorf("watchable until %s", e.ExpiresAt)
				}
			} else if got := e.ExpiresAt.UTC().Format(time.RFC3339); got != c.until {
				t.Errorf("watchable until %s, want %s", got, c.until)
			}
			rows := s.client(t).Subscription.Query().Where(subscription.AccountID(member.AccountID)).AllX(t.Context())
			if (c.status == "") != (len(rows) == 0) || (len(rows) == 1 && domain.Status(rows[0].Status) != c.status) {
				t.Errorf("contracts: %v", rows)
			}
		})
	}
}

// A member who had the plan pays from the first day (S-055), and one who has it cannot take
// it twice.
func TestRecontract(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	if _, err := s.buy(t, member, "trial", s.form(t, member, "trial")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Verify(t.Context(), member, "trial", "", ""); code(err) != fault.DoubleBillingDetected {
		t.Errorf("under contract: %v", err)
	}
	s.client(t).Subscription.Update().SetStatus(string(domain.TrialCancelled)).ExecX(t.Context())
	s.Env.Clock.Advance(2 * time.Minute)
	deal, err := s.Verify(t.Context(), member, "trial", "", "")
	if err != nil || !deal.ReContract || deal.Basis.TrialDays != 0 || deal.DueNow() != 980 {
		t.Fatalf("%+v, %v", deal, err)
	}
	if _, err := s.buy(t, member, "trial", s.form(t, member, "trial")); err != nil {
		t.Fatal(err)
	}
	n := s.client(t).Subscription.Query().Where(subscription.Status(string(domain.ReContract))).CountX(t.Context())
	if _, yen := s.Gateway.Settled(); n != 1 || yen != 980 {
		t.Errorf("%d re-contracts, %d yen", n, yen)
	}
}

func TestDeclined(t *testing.T) {
	t.Parallel()
	for outcome, want := range map[paymenttest.Outcome]fault.Code{
		paymenttest.Declined: fault.CardDeclined, paymenttest.Trouble: fault.PaymentUnavailable, paymenttest.Rejected: fault.PaymentUnavailable,
	} {
		t.Run(string(outcome), func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			member := s.Member(t)
			token := s.form(t, member, "limited")
			s.Gateway.Next(paymenttest.Charge, outcome)
			for range 2 { // repeated: the same answer, and not another try
				if _, err := s.buy(t, member, "limited", token); code(err) != want {
					t.Errorf("err = %v, want %s", err, want)
				}
			}
			if s.sold(t, "limited") != 0 || s.Gateway.Calls(paymenttest.Charge) != 1 || s.Mails(t, member, "order-failed") != 0 {
				t.Errorf("%d sold, %d tries, %d mails", s.sold(t, "limited"), s.Gateway.Calls(paymenttest.Charge), s.Mails(t, member, "order-failed"))
			}
			page, err := s.FormPage(t.Context(), member, "limited", "")
			if err != nil || page.Failure != want || !strings.Contains(fault.Text("ja", page.Failure, "", nil), "お支払いは行われていません") {
				t.Errorf("the form says %q, %v", page.Failure, err)
			}
			used := s.order(t, member).PaymentMethodID.String()
			for asked, chosen := range map[string]string{"": used, used: used, "another": "another"} { // P-05
				if want == fault.CardDeclined && chosen == used {
					chosen = ""
				}
				if page, err := s.FormPage(t.Context(), member, "limited", asked); err != nil || page.Selected != chosen {
					t.Errorf("asked for %q, the card %q is chosen, want %q, %v", asked, page.Selected, chosen, err)
				}
			}
			if confirm, err := s.ConfirmPage(t.Context(), member, "limited"); err != nil || paths.Of(confirm.Next) != "/plans/limited" {
				t.Errorf("the confirm page: %+v, %v", confirm, err)
			}
			if _, err := s.buy(t, member, "limited", s.form(t, member, "limited")); err != nil {
				t.Errorf("with another card: %v", err)
			}
		})
	}
}

// The outcome of the charge is unknown: the member is told so, it is not charged again, and the
// look-up completes the order.
func TestUnknownOutcome(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	token := s.form(t, member, "standard")
	s.Gateway.Next(paymenttest.Charge, paymenttest.TimeoutAfter)
	for range 2 {
		if r, err := s.buy(t, member, "standard", token); err != nil || !r.Pending || paths.Of(r.Next) != "/plans/standard/complete" {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	page, err := s.CompletePage(t.Context(), member, "standard")
	if err != nil || !page.Pending {
		t.Errorf("the complete page: %+v, %v", page, err)
	}
	if form, err := s.FormPage(t.Context(), member, "standard", ""); err != nil || paths.Of(form.Next) != "/plans/standard/complete" {
		t.Errorf("the form: %+v, %v", form, err)
	}
	elsewhere := member
	elsewhere.SessionID = uuid.Must(uuid.NewV7())
	if _, err := s.buy(t, elsewhere, "standard", s.form(t, elsewhere, "standard")); code(err) != fault.DoubleBillingDetected {
		t.Errorf("bought elsewhere meanwhile: %v", err)
	}
	s.resolve(t)
	r, err := s.buy(t, member, "standard", token)
	if count, _ := s.Gateway.Settled(); err != nil || r.Pending || r.SubscriptionID == nil || count != 1 {
		t.Errorf("resolved: %+v, %v, %d charges", r, err, count)
	}
}

// Wherever the process dies in a purchase, it ends with one charge and a completed order.
func TestPurchaseSurvivesDeath(t *testing.T) {
	t.Parallel()
	for _, call := range []paymenttest.Call{paymenttest.Charge, paymenttest.Commit} {
		for _, outcome := range []paymenttest.Outcome{paymenttest.DiesBefore, paymenttest.DiesAfter} {
			t.Run(string(call)+", "+string(outcome), func(t *testing.T) {
				t.Parallel()
				s := setup(t, nil)
				member := s.Member(t)
				token := s.form(t, member, "limited")
				s.Gateway.Next(call, outcome)
				paymenttest.Dying(func() { _, _ = s.buy(t, member, "limited", token) })
				s.resolve(t)
				r, err := s.buy(t, member, "limited", token)
				if count, _ := s.Gateway.Settled(); err != nil || r.Pending || r.SubscriptionID == nil || count != 1 || s.sold(t, "limited") != 1 {
					t.Errorf("%+v, %v, %d charges, %d sold", r, err, count, s.sold(t, "limited"))
				}
			})
		}
	}
}

// What is shown is what holds: whatever changes between the confirm page and the button ends the
// order uncharged.
func TestChangedTermsAreRefused(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*shop, context.Context){
		"price": func(s *shop, ctx context.Context) {
			s.Env.Store.Client(ctx).Plan.UpdateOneID("standard").SetPrice(1200).ExecX(ctx)
		},
		"tax rate": func(s *shop, ctx context.Context) {
			s.Env.Store.Client(ctx).Plan.UpdateOneID("standard").SetTaxRate(8).ExecX(ctx)
		},
		"span": func(s *shop, ctx context.Context) {
			s.Env.Store.Client(ctx).Plan.UpdateOneID("standard").SetRenewSpan(2).ExecX(ctx)
		},
		"a trial": func(s *shop, ctx context.Context) {
			s.Env.Store.Client(ctx).Plan.UpdateOneID("standard").SetFreeTrialDays(7).ExecX(ctx)
		},
		"midnight": func(s *shop, _ context.Context) { s.Env.Clock.Advance(15 * time.Minute) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			s.Env.Clock.Advance(11*time.Hour + 50*time.Minute) // ten to midnight
			member := s.Member(t)
			token := s.form(t, member, "standard")
			change(s, t.Context())
			for range 2 {
				if _, err := s.buy(t, member, "standard", token); code(err) != fault.PriceChanged {
					t.Errorf("err = %v", err)
				}
			}
			if s.Gateway.Calls(paymenttest.Charge) != 0 || s.sold(t, "standard") != 0 {
				t.Error("it was charged or sold")
			}
		})
	}
}

func TestTokenIsBound(t *testing.T) { // E-046 C-066 A-119
	t.Parallel()
	s := setup(t, nil)
	member, other := s.Member(t), s.Member(t)
	token := s.form(t, member, "standard")
	moved := member
	moved.SessionID = uuid.Must(uuid.NewV7())
	for name, try := range map[string]func() (*Result, error){
		"another member":  func() (*Result, error) { return s.buy(t, other, "standard", token) },
		"another session": func() (*Result, error) { return s.buy(t, moved, "standard", token) },
		"another plan":    func() (*Result, error) { return s.buy(t, member, "annual", token) },
		"no form":         func() (*Result, error) { return s.buy(t, member, "standard", "guess") },
		"replaced": func() (*Result, error) {
			old := s.form(t, member, "weekly")
			s.form(t, member, "weekly")
			return s.buy(t, member, "weekly", old)
		},
		"expired": func() (*Result, error) {
			old := s.form(t, other, "weekly")
			s.Env.Clock.Advance(31 * time.Minute)
			return s.buy(t, other, "weekly", old)
		},
	} {
		_, err := try()
		if f, ok := fault.As(err); !ok || f.Code != fault.InvalidSessionFlow || !strings.HasPrefix(paths.Of(f.RestartAt), "/plans/") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if s.Gateway.Calls(paymenttest.Charge) != 0 {
		t.Error("something was charged")
	}
}

func TestObstacles(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	for _, c := range []struct {
		plan string
		want fault.Code
	}{
		{"future", fault.ProductUnavailable}, {"ended", fault.ProductUnavailable}, {"none", fault.CodeNotFound},
	} {
		if _, err := s.Verify(t.Context(), member, c.plan, "", ""); code(err) != c.want {
			t.Errorf("%s: %v", c.plan, err)
		}
		if _, err := s.Form(t.Context(), member, c.plan, Form{MethodID: "x"}); code(err) != c.want {
			t.Errorf("the form of %s: %v", c.plan, err)
		}
	}
	for name, change := range map[string]func(){
		"no longer published": func() { s.client(t).Plan.UpdateOneID("standard").SetPublished(false).ExecX(t.Context()) },
		"card deleted": func() {
			s.client(t).PaymentMethod.Update().SetState(paymentmethod.StateDeleted).ExecX(t.Context())
		},
	} {
		m := s.Member(t)
		token := s.form(t, m, "standard")
		change()
		if _, err := s.buy(t, m, "standard", token); code(err) != fault.ProductUnavailable && code(err) != fault.PaymentMethodUnavailable {
			t.Errorf("%s: %v", name, err)
		}
		s.client(t).Plan.UpdateOneID("standard").SetPublished(true).ExecX(t.Context())
	}
	if s.Gateway.Calls(paymenttest.Charge) != 0 {
		t.Error("something was charged")
	}
}
