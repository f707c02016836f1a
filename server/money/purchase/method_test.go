package purchase

import (
	"context"
	"sync"
	"testing"
	"time"

	"kaiin/ent/paymentmethod"
	"kaiin/server/base/fault"
	"kaiin/server/money/gateway"
)

// A card that is deleted while the order waits for its turn is not charged: the order looks at it
// only when it cannot be deleted any more.
func TestCardDeletedWhileBuying(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	token := s.form(t, member, "standard")
	card := s.client(t).PaymentMethod.Query().OnlyX(t.Context())
	bought := make(chan error)
	err := s.Env.Store.Tx(t.Context(), func(ctx context.Context) error {
		if _, err := s.Env.Account.Lock(ctx, member.AccountID); err != nil {
			return err
		}
		go func() {
			_, err := s.buy(t, member, "standard", token)
			bought <- err
		}()
		time.Sleep(300 * time.Millisecond) // it has come to the lock by then
		return s.Env.Payment.Delete(ctx, member, card.ID.String())
	})
	if err != nil {
		t.Error(err)
	}
	if err := <-bought; !fault.Is(err, fault.PaymentMethodUnavailable) || len(s.Gateway.Ledger()) != 0 {
		t.Errorf("bought: %v, ledger %v", err, s.Gateway.Ledger())
	}
}

// Two tabs, one buys and one deletes the card: either the card is gone and nothing was charged, or
// it was charged and stays.
func TestBuyingAndDeletingAtOnce(t *testing.T) { // E-070 P-013
	t.Parallel()
	s := setup(t, nil)
	for range 8 {
		member := s.Member(t)
		token := s.form(t, member, "standard")
		card := s.client(t).PaymentMethod.Query().Where(paymentmethod.AccountID(member.AccountID)).OnlyX(t.Context())
		before, _ := s.Gateway.Settled()
		var buying, deleting error
		var group sync.WaitGroup
		group.Go(func() { _, buying = s.buy(t, member, "standard", token) })
		group.Go(func() { deleting = s.Env.Payment.Delete(t.Context(), member, card.ID.String()) })
		group.Wait()
		after, _ := s.Gateway.Settled()
		state := s.client(t).PaymentMethod.GetX(t.Context(), card.ID).State
		switch {
		case deleting == nil && (fault.Is(buying, fault.PaymentMethodUnavailable) || fault.Is(buying, fault.TDSFailed)) && after == before && state == paymentmethod.StateDeleted:
		case (fault.Is(deleting, fault.PaymentMethodInUse) || fault.Is(deleting, fault.PaymentPending)) && buying == nil && after == before+1 &&
			state == paymentmethod.StateActive:
		default:
			t.Errorf("deleting: %v, buying: %v, %d charges, the card is %s", deleting, buying, after-before, state)
		}
		if deleting != nil && !fault.Is(s.Env.Payment.Delete(t.Context(), member, card.ID.String()), fault.PaymentMethodInUse) {
			t.Error("the card of a contract was deleted")
		}
	}
}

// The member's default is chosen, until an order was begun with another or the address names one.
func TestDefaultIsPreselected(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	chosen := s.Card(t, member)
	s.Env.Clock.Advance(time.Minute)
	newer := s.Card(t, member)
	selected := func(asked string) string {
		t.Helper()
		page, err := s.FormPage(t.Context(), member, "standard", asked)
		if err != nil {
			t.Fatal(err)
		}
		return page.Selected
	}
	if got := selected(""); got != newer.ID.String() {
		t.Errorf("without a choice: %s", got)
	}
	if err := s.Env.Payment.Prefer(t.Context(), member, chosen.ID.String()); err != nil {
		t.Fatal(err)
	}
	if got := selected(""); got != chosen.ID.String() {
		t.Errorf("the default: %s", got)
	}
	if got := selected(newer.ID.String()); got != newer.ID.String() {
		t.Errorf("the address: %s", got)
	}
	if _, err := s.Form(t.Context(), member, "standard", Form{MethodID: newer.ID.String()}); err != nil {
		t.Fatal(err)
	}
	if got := selected(""); got != newer.ID.String() {
		t.Errorf("an order begun: %s", got)
	}
}

// What sells monthly plans alone pays for nothing else; neither for a plan whose term was changed
// after the form.
func TestMethodsThatSellMonthlyPlansAlone(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.Env.Payment.Providers[0].Kinds[0].Monthly = true
	member := s.Member(t)
	card := s.Card(t, member).ID.String()
	for plan, want := range map[string]fault.Code{
		"standard": "", "annual": fault.PaymentMethodNotForPlan, "weekly": fault.PaymentMethodNotForPlan, "film": fault.PaymentMethodNotForPlan,
	} {
		_, err := s.Form(t.Context(), member, plan, Form{MethodID: card})
		if f, failed := fault.As(err); failed != (want != "") || failed && (len(f.Fields) != 1 || f.Fields[0].Code != want || f.Fields[0].Path != "paymentMethodId") {
			t.Errorf("%s: %v", plan, err)
		}
	}
	s.Env.Payment.Providers[0].Kinds[0].Monthly = false
	token, err := s.Form(t.Context(), member, "annual", Form{MethodID: card})
	if err != nil {
		t.Fatal(err)
	}
	s.Env.Payment.Providers[0].Kinds[0].Monthly = true
	if _, err := s.buy(t, member, "annual", token); !fault.Is(err, fault.PaymentMethodNotForPlan) || len(s.Gateway.Ledger()) != 0 {
		t.Errorf("bought: %v, ledger %v", err, s.Gateway.Ledger())
	}
}

// What a carrier has not told yet is on the page and cannot be chosen.
func TestAwaitedMethodsCannotPay(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.Env.Payment.Providers = append(s.Env.Payment.Providers, gateway.Provider{
		Name: "sbps_docomo", Gateway: s.Gateway, Forms: linkForms{},
		Kinds: []gateway.Kind{{Type: gateway.SbpsDocomo, Joins: gateway.JoinsByForm}},
	})
	member := s.Member(t)
	if _, err := s.Env.Payment.Link(t.Context(), member, "SbpsDocomo", "/plans/standard"); err != nil {
		t.Fatal(err)
	}
	page, err := s.FormPage(t.Context(), member, "standard", "")
	if err != nil || len(page.Methods) != 0 || len(page.Awaited) != 1 || page.Awaited[0].PaymentMethodType != gateway.SbpsDocomo {
		t.Errorf("%+v, %v", page, err)
	}
	pending := s.client(t).PaymentMethod.Query().OnlyX(t.Context())
	_, err = s.Form(t.Context(), member, "standard", Form{MethodID: pending.ID.String()})
	if f, failed := fault.As(err); !failed || len(f.Fields) != 1 || f.Fields[0].Code != fault.PaymentMethodUnavailable {
		t.Errorf("chosen: %v", err)
	}
}

// linkForms is a provider whose page is reached by a form.
type linkForms struct{}

func (linkForms) Form(in gateway.FormRequest) (gateway.Form, error) {
	return gateway.Form{URL: "https://carrier.example/", Charset: "Shift_JIS", Params: []gateway.Param{{Name: "order_id", Value: in.OrderID}}}, nil
}
