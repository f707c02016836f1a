package payment_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/paymentmethod"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/money/payment/paymenttest"
)

// wallet is a world in which contracts are paid with the methods named.
func wallet(t *testing.T, contracted ...uuid.UUID) *till {
	t.Helper()
	w := setup(t)
	w.pay(contracted...)
	return w
}

func (w *till) pay(contracted ...uuid.UUID) {
	w.Payment.Contracts = paymenttest.Contracts{Pay: func(method uuid.UUID) (bool, error) { return slices.Contains(contracted, method), nil }}
}

// cards gives the member as many cards, a minute apart, oldest first.
func (w *till) cards(t *testing.T, member actor.Actor, n int) (cards []*ent.PaymentMethod) {
	t.Helper()
	for range n {
		w.Clock.Advance(time.Minute)
		cards = append(cards, w.Card(t, member))
	}
	return cards
}

func (w *till) prefer(t *testing.T, member actor.Actor, card *ent.PaymentMethod) {
	t.Helper()
	w.Clock.Advance(time.Minute)
	if err := w.Payment.Prefer(t.Context(), member, card.ID.String()); err != nil {
		t.Fatal(err)
	}
}

func (w *till) remove(t *testing.T, member actor.Actor, card *ent.PaymentMethod) {
	t.Helper()
	if err := w.Payment.Delete(t.Context(), member, card.ID.String()); err != nil {
		t.Fatal(err)
	}
}

// The default is the newest until the member chooses one, stays when another is added, and goes to
// the one chosen before when it is deleted.
func TestDefault(t *testing.T) {
	t.Parallel()
	w := wallet(t)
	member := w.Member(t)
	is := func(when string, want *ent.PaymentMethod) {
		t.Helper()
		kept, err := w.Payment.Wallet(t.Context(), member.AccountID)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := kept.Default()
		if ok != (want != nil) || (ok && got.ID != want.ID) {
			t.Errorf("%s: %v", when, got)
		}
	}
	is("an empty wallet", nil)
	cards := w.cards(t, member, 4)
	is("nothing chosen", cards[3])
	w.prefer(t, member, cards[1])
	is("one chosen", cards[1])
	w.prefer(t, member, cards[0])
	is("another chosen", cards[0])
	newest := w.cards(t, member, 1)[0]
	is("a card added", cards[0])
	w.remove(t, member, cards[0])
	is("the default deleted", cards[1])
	w.remove(t, member, cards[1])
	is("all that were chosen deleted", newest)
}

func TestPreferRefuses(t *testing.T) {
	t.Parallel()
	w := wallet(t)
	member, other := w.Member(t), w.Member(t)
	theirs, deleted, expired := w.Card(t, other), w.Card(t, member), w.Card(t, member)
	w.remove(t, member, deleted)
	expired.Update().SetCardExpire("202604").ExecX(t.Context())
	w.NewMonthly()
	ordered := w.Card(t, member).Update().SetProvider(paymenttest.MonthlyName).SaveX(t.Context())
	if _, err := w.Payment.RegisterCard(t.Context(), member, tokens); err != nil {
		t.Fatal(err)
	}
	pending := w.Store.Client(t.Context()).PaymentMethod.Query().Where(paymentmethod.StateEQ(paymentmethod.StatePending)).OnlyX(t.Context())
	for _, c := range []struct {
		name, id string
		want     fault.Code
	}{
		{"another member's", theirs.ID.String(), fault.CodeNotFound},
		{"a deleted one", deleted.ID.String(), fault.CodeNotFound},
		{"one that is not authenticated", pending.ID.String(), fault.CodeNotFound},
		{"no id", "１", fault.CodeNotFound},
		{"an expired card", expired.ID.String(), fault.PaymentMethodUnavailable},
		{"one of a single contract", ordered.ID.String(), fault.PaymentMethodUnavailable},
	} {
		if err := w.Payment.Prefer(t.Context(), member, c.id); !fault.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestDelete(t *testing.T) { // P-013 E-070 A-137
	t.Parallel()
	w := wallet(t)
	member, other := w.Member(t), w.Member(t)
	card, contracted, theirs := w.Card(t, member), w.Card(t, member), w.Card(t, other)
	w.pay(contracted.ID)
	for _, c := range []struct {
		name, id string
		want     fault.Code
	}{
		{"another member's", theirs.ID.String(), fault.CodeNotFound},
		{"unknown", uuid.NewString(), fault.CodeNotFound},
		{"no id", "", fault.CodeNotFound},
		{"one a contract is paid with", contracted.ID.String(), fault.PaymentMethodInUse},
	} {
		if err := w.Payment.Delete(t.Context(), member, c.id); !fault.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	w.remove(t, member, card)
	if err := w.Payment.Delete(t.Context(), member, card.ID.String()); !fault.Is(err, fault.CodeNotFound) {
		t.Errorf("a second time: %v", err)
	}
	w.forget(t)
	for _, m := range []*ent.PaymentMethod{card, contracted, theirs} {
		if w.Gateway.Keeps(m.CustomerCode) == (m == card) {
			t.Errorf("the provider keeps %s: %v", m.ID, m != card)
		}
	}
	if kept, err := w.Payment.Wallet(t.Context(), member.AccountID); err != nil || len(kept.Methods) != 1 || !kept.FailedAt.IsZero() {
		t.Errorf("left: %+v, %v", kept, err)
	}
}

// A method stays while it is not known whether money was taken through it, and goes once that
// is known.
func TestDeleteWhileACharge(t *testing.T) {
	t.Parallel()
	w := wallet(t)
	started := w.attempt(t, false)
	row := w.Store.Client(t.Context()).Charge.GetX(t.Context(), started.ID)
	member := actor.Actor{AccountID: row.AccountID}
	for _, state := range []charge.State{charge.StateAttempting, charge.StateUnknown} {
		row = row.Update().SetState(state).SaveX(t.Context())
		if err := w.Payment.Delete(t.Context(), member, row.PaymentMethodID.String()); !fault.Is(err, fault.PaymentPending) {
			t.Errorf("%s: %v", state, err)
		}
	}
	row = row.Update().SetState(charge.StateSettled).SaveX(t.Context())
	if err := w.Payment.Delete(t.Context(), member, row.PaymentMethodID.String()); !fault.Is(err, fault.PaymentPending) {
		t.Errorf("settled, and nothing followed from it yet: %v", err)
	}
	row.Update().SetAppliedAt(w.Clock.Now()).ExecX(t.Context())
	if err := w.Payment.Delete(t.Context(), member, row.PaymentMethodID.String()); err != nil {
		t.Error(err)
	}
}

// Of many deletions at once one takes effect.
func TestDeleteInTwoTabs(t *testing.T) {
	t.Parallel()
	w := wallet(t)
	member := w.Member(t)
	card := w.Card(t, member)
	answers := make([]error, 10)
	var group sync.WaitGroup
	for i := range answers {
		group.Go(func() { answers[i] = w.Payment.Delete(t.Context(), member, card.ID.String()) })
	}
	group.Wait()
	done := 0
	for _, err := range answers {
		switch {
		case err == nil:
			done++
		case !fault.Is(err, fault.CodeNotFound):
			t.Error(err)
		}
	}
	if done != 1 {
		t.Errorf("deleted %d times", done)
	}
}

// A member has twenty methods at most, also when several are added at once; a deleted one
// makes room.
func TestLimitOfMethods(t *testing.T) {
	t.Parallel()
	w := wallet(t)
	member := w.Member(t)
	cards := w.cards(t, member, 18)
	var mu sync.Mutex
	refused := 0
	var group sync.WaitGroup
	for range 5 {
		group.Go(func() {
			_, err := w.Payment.RegisterCard(t.Context(), member, tokens)
			mu.Lock()
			defer mu.Unlock()
			if fault.Is(err, fault.PaymentMethodLimitReached) {
				refused++
			} else if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if refused != 3 {
		t.Errorf("%d of five were refused", refused)
	}
	w.remove(t, member, cards[0])
	if _, err := w.Payment.RegisterCard(t.Context(), member, tokens); err != nil {
		t.Errorf("with room: %v", err)
	}
}

// A method that was added and deleted by its owner is no failed registration.
func TestADeletedMethodDidNotFail(t *testing.T) {
	t.Parallel()
	w, p := joining(t)
	member := w.Member(t)
	w.remove(t, member, w.Card(t, member))
	w.join(t, member)
	p.agree(0)
	joined, err := w.Payment.Return(t.Context(), p.key(0))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Payment.Delete(t.Context(), member, joined.PaymentMethodID.String()); err != nil {
		t.Fatal(err)
	}
	if kept, err := w.Payment.Wallet(t.Context(), member.AccountID); err != nil || len(kept.Methods) != 0 || !kept.FailedAt.IsZero() {
		t.Errorf("%+v, %v", kept, err)
	}
}

// What cannot be found out about contracts leaves the method alone.
func TestDeleteWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	w := wallet(t)
	member := w.Member(t)
	card := w.Card(t, member)
	broken := errors.New("broken")
	w.Payment.Contracts = paymenttest.Contracts{Pay: func(uuid.UUID) (bool, error) { return false, broken }}
	if err := w.Payment.Delete(t.Context(), member, card.ID.String()); !errors.Is(err, broken) {
		t.Errorf("err = %v", err)
	}
	kept, err := w.Payment.Wallet(t.Context(), member.AccountID)
	if _, ok := kept.Find(card.ID.String()); !ok || err != nil || !w.Payment.Usable(kept.Methods[0]) {
		t.Errorf("the card is gone: %v", err)
	}
}
