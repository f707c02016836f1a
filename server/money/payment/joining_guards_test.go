package payment_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/cardauthentication"
	"kaiin/ent/paymentmethod"
	"kaiin/schema"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/money/gateway"
)

// Fifty notices of one form have one outcome, although some say the opposite: what is not kept is
// forgotten.
func TestLinkToldManyTimesAtOnce(t *testing.T) {
	t.Parallel()
	w, p := linking(t)
	member := w.Member(t)
	w.link(t, member)
	order := p.asked[0].OrderID
	var group sync.WaitGroup
	for i := range 50 {
		group.Go(func() {
			if found, err := w.Payment.Linked(t.Context(), "sbps_docomo", order, i%5 != 0, gateway.Agreement{Reference: "contract-0"}); !found || err != nil {
				t.Errorf("%t, %v", found, err)
			}
		})
	}
	group.Wait()
	w.forget(t)
	m := w.methods(t, member)[0]
	// Where a refusal was the first, it has the method forgotten, and what was agreed late does
	// once more: twice does no harm.
	most := map[paymentmethod.State]int{paymentmethod.StateActive: 0, paymentmethod.StateDeleted: 2}
	if n, ok := most[m.State]; !ok || len(p.forgotten) > n || n > 0 && len(p.forgotten) == 0 || m.Reference != "contract-0" {
		t.Errorf("the method is %s with %q, forgotten %v", m.State, m.Reference, p.forgotten)
	}
}

// A notice decides of the form that its own provider was sent, and says which agreement it is.
func TestLinkNoticesOfOthers(t *testing.T) {
	t.Parallel()
	w, p := linking(t)
	member := w.Member(t)
	card := w.Card(t, member)
	w.Clock.Advance(time.Minute)
	w.link(t, member)
	for _, c := range []struct{ name, provider, order string }{
		{"another provider", "sbps_au", p.asked[0].OrderID},
		{"an order never made", "sbps_docomo", "0123456789"},
		{"none", "sbps_docomo", ""},
		{"a card's", "sbps_docomo", card.CustomerCode},
	} {
		if found, err := w.Payment.Linked(t.Context(), c.provider, c.order, true, gateway.Agreement{Reference: "contract-0"}); found || err != nil {
			t.Errorf("%s: %t, %v", c.name, found, err)
		}
	}
	if _, err := w.Payment.Linked(t.Context(), "sbps_docomo", p.asked[0].OrderID, true, gateway.Agreement{}); err == nil {
		t.Error("an agreement without a name was taken")
	}
	if w.held(t, member) != 1 || len(w.methods(t, member)) != 2 {
		t.Errorf("the member has %v", w.methods(t, member))
	}
}

func TestLinkOnlyWhatIsOffered(t *testing.T) {
	t.Parallel()
	w, p := linking(t)
	member := w.Member(t)
	for _, kind := range []gateway.MethodType{
		gateway.SbpsCredit, gateway.PaypalRest, gateway.SbpsPaypay,
		gateway.CampaignCode, "", "Cash",
	} {
		if _, err := w.Payment.Link(t.Context(), member, string(kind), ""); !fault.Is(err, fault.PaymentMethodUnavailable) {
			t.Errorf("%q: %v", kind, err)
		}
	}
	if _, err := w.Payment.Join(t.Context(), member, docomo, ""); !fault.Is(err, fault.PaymentMethodUnavailable) {
		t.Errorf("joined as if by approval: %v", err)
	}
	p.refuses = &gateway.Error{Reason: gateway.ReasonRejected, Code: "item name"}
	if _, err := w.Payment.Link(t.Context(), member, docomo, ""); !fault.Is(err, fault.PaymentMethodRegisterFailed) {
		t.Errorf("refused: %v", err)
	}
	for _, m := range w.methods(t, member) {
		if m.State != paymentmethod.StateDeleted {
			t.Errorf("left: %+v", m)
		}
	}
	if n := w.Store.Client(t.Context()).CardAuthentication.Query().CountX(t.Context()); n != 0 || len(p.asked) != 0 {
		t.Errorf("%d challenges, asked %v", n, p.asked)
	}
}

func TestLinkLimits(t *testing.T) {
	t.Parallel()
	w, _ := linking(t)
	member := w.Member(t)
	w.cards(t, member, schema.Rules().PaymentMethods.Max-1)
	w.link(t, member) // the last, which counts while its member is at the carrier
	if _, err := w.Payment.Link(t.Context(), member, docomo, ""); !fault.Is(err, fault.PaymentMethodLimitReached) {
		t.Errorf("one more: %v", err)
	}
	eager := w.Member(t)
	for range 10 {
		w.link(t, eager)
	}
	if f, ok := fault.As(linkAgain(t, w, eager)); !ok || f.Kind != fault.KindThrottled || f.RetryAfter <= 0 {
		t.Errorf("the eleventh: %+v", f)
	}
	kept, err := w.Payment.Wallet(t.Context(), eager.AccountID)
	if err != nil || len(kept.Awaited) != 1 {
		t.Errorf("ten of a kind are said to be awaited as %v, %v", kept.Awaited, err)
	}
}

func linkAgain(t *testing.T, w *till, member actor.Actor) error {
	t.Helper()
	_, err := w.Payment.Link(t.Context(), member, docomo, "")
	return err
}

// Only the member who was sent there comes back; a stranger who has the key gives nothing up.
func TestLinkStrangers(t *testing.T) {
	t.Parallel()
	w, p := linking(t)
	member, stranger := w.Member(t), w.Member(t)
	w.link(t, member)
	for who, want := range map[uuid.UUID]bool{member.AccountID: true, stranger.AccountID: false, uuid.Nil: false} {
		if mine, err := w.Payment.Mine(t.Context(), p.key(0), func() (uuid.UUID, error) { return who, nil }); mine != want || err != nil {
			t.Errorf("%s: %t, %v", who, mine, err)
		}
	}
	if err := w.Payment.GiveUp(t.Context(), "unknown"); !fault.Is(err, fault.CodeNotFound) {
		t.Errorf("an unknown key: %v", err)
	}
}

// What is joined on a page that can be asked is not given up by coming back from it: the provider
// is asked.
func TestGiveUpIsForFormsAlone(t *testing.T) {
	t.Parallel()
	w, p := joining(t)
	member := w.Member(t)
	w.join(t, member)
	if err := w.Payment.GiveUp(t.Context(), p.key(0)); err != nil || w.methodState(t, member) != paymentmethod.StatePending {
		t.Errorf("the method is %s, %v", w.methodState(t, member), err)
	}
	row := w.Store.Client(t.Context()).CardAuthentication.Query().OnlyX(t.Context())
	if row.State != cardauthentication.StateStarted || row.ID != row.PaymentMethodID {
		t.Errorf("the challenge is %+v", row)
	}
}

func TestJoinOnlyWhatIsOffered(t *testing.T) {
	t.Parallel()
	w, p := joining(t)
	member := w.Member(t)
	for _, kind := range []gateway.MethodType{
		gateway.SbpsCredit, gateway.PaypalNvp, gateway.CampaignCode, "", "Cash",
	} {
		if _, err := w.Payment.Join(t.Context(), member, string(kind), ""); !fault.Is(err, fault.PaymentMethodUnavailable) {
			t.Errorf("%q: %v", kind, err)
		}
	}
	if len(p.asked) != 0 || len(w.methods(t, member)) != 0 {
		t.Errorf("asked %v", p.asked)
	}
}

func TestJoinLimits(t *testing.T) {
	t.Parallel()
	w, p := joining(t)
	member := w.Member(t)
	most := schema.Rules().PaymentMethods.Max
	w.cards(t, member, most-1)
	w.join(t, member) // the last, which counts while its member is at the provider
	if _, err := w.Payment.Join(t.Context(), member, paypalRest, ""); !fault.Is(err, fault.PaymentMethodLimitReached) {
		t.Errorf("one more than %d: %v", most, err)
	}
	if len(p.asked) != 1 {
		t.Errorf("asked %d times", len(p.asked))
	}

	eager := w.Member(t)
	for range 10 {
		w.join(t, eager)
	}
	_, err := w.Payment.Join(t.Context(), eager, paypalRest, "")
	if f, ok := fault.As(err); !ok || f.Kind != fault.KindThrottled || f.RetryAfter <= 0 {
		t.Errorf("the eleventh: %v", err)
	}
	_, err = w.Payment.RegisterCard(t.Context(), eager, tokens)
	if f, ok := fault.As(err); !ok || f.Kind != fault.KindThrottled {
		t.Errorf("a card after ten: %v", err)
	}
	w.join(t, w.Member(t))
	w.Clock.Advance(time.Hour + time.Minute)
	w.join(t, eager)
}

func TestJoinReturn(t *testing.T) {
	t.Parallel()
	w, p := joining(t)
	member, other := w.Member(t), w.Member(t)
	w.join(t, member)
	w.join(t, other)
	p.agree(0)
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			if row, err := w.Payment.Return(t.Context(), p.key(0)); err != nil || row.State != cardauthentication.StateSucceeded {
				t.Errorf("%+v, %v", row, err)
			}
		})
	}
	group.Wait()
	if mine, theirs := w.held(t, member), w.held(t, other); mine != 1 || theirs != 0 {
		t.Errorf("the member of the key has %d methods, another one %d", mine, theirs)
	}
	p.agree(1)
	w.Clock.Advance(31 * time.Minute)
	row, err := w.Payment.Return(t.Context(), p.key(1))
	if err != nil || row.State != cardauthentication.StateFailed || w.held(t, other) != 0 {
		t.Errorf("after half an hour: %+v, %v", row, err)
	}
	if row, err := w.Payment.Return(t.Context(), p.key(0)); err != nil || row.State != cardauthentication.StateSucceeded || w.held(t, member) != 1 {
		t.Errorf("once more: %+v, %v", row, err)
	}
}

// An agreement that somebody else's account was led to gets into no wallet; from a bank the key
// alone is enough.
func TestOnlyTheSameMemberComesBack(t *testing.T) {
	t.Parallel()
	w, p := joining(t)
	member, stranger := w.Member(t), w.Member(t)
	w.join(t, member)
	p.agree(0)
	asking := func(id uuid.UUID, err error) func() (uuid.UUID, error) {
		return func() (uuid.UUID, error) { return id, err }
	}
	broken := errors.New("broken")
	for _, c := range []struct {
		name   string
		key    string
		caller func() (uuid.UUID, error)
		mine   bool
		err    error
	}{
		{"the member", p.key(0), asking(member.AccountID, nil), true, nil},
		{"another member", p.key(0), asking(stranger.AccountID, nil), false, nil},
		{"a visitor", p.key(0), asking(uuid.Nil, nil), false, nil},
		{"the account is unknown", p.key(0), asking(uuid.Nil, broken), false, broken},
		{"an unknown key", "unknown", asking(uuid.Nil, broken), true, nil},
	} {
		if mine, err := w.Payment.Mine(t.Context(), c.key, c.caller); mine != c.mine || !errors.Is(err, c.err) {
			t.Errorf("%s: %t, %v", c.name, mine, err)
		}
	}
}

// A member who comes back without having agreed has no method, and reads so in the wallet.
func TestJoinNotAgreed(t *testing.T) { // E-075
	t.Parallel()
	w, p := joining(t)
	member := w.Member(t)
	w.join(t, member)
	row, err := w.Payment.Return(t.Context(), p.key(0))
	if err != nil || row.State != cardauthentication.StateFailed {
		t.Fatalf("%+v, %v", row, err)
	}
	p.agree(0) // later, in a tab that was left open
	if row, err := w.Payment.Return(t.Context(), p.key(0)); err != nil || row.State != cardauthentication.StateFailed {
		t.Errorf("the first verdict does not count: %+v, %v", row, err)
	}
	kept, err := w.Payment.Wallet(t.Context(), member.AccountID)
	if err != nil || len(kept.Methods) != 0 || kept.FailedAt.IsZero() || kept.Failure != fault.PaymentMethodRegisterFailed {
		t.Errorf("wallet %+v, %v", kept, err)
	}
	if m := w.methods(t, member)[0]; m.State != paymentmethod.StateDeleted {
		t.Errorf("the method is %s", m.State)
	}
	w.forget(t)
	if len(p.forgotten) != 0 || len(p.revoked) != 1 || p.revoked[0] != "asked-0" { // what they may have agreed to and we never kept
		t.Errorf("forgotten %v, revoked %v", p.forgotten, p.revoked)
	}
}
