package payment_test

import (
	"testing"
	"time"

	"kaiin/ent/cardauthentication"
)

// What is left of failed challenges goes after a month; those of orders, and evidence, stay.
func TestPurge(t *testing.T) {
	t.Parallel()
	w := setup(t)
	member := w.Member(t)
	card, now, client := w.Card(t, member), w.Clock.Now(), w.Store.Client(t.Context())
	for _, c := range []struct {
		key     string
		purpose cardauthentication.Purpose
		state   cardauthentication.State
	}{
		{"not used", cardauthentication.PurposeRegister, cardauthentication.StateStarted},
		{"refused", cardauthentication.PurposeRegister, cardauthentication.StateFailed},
		{"proved", cardauthentication.PurposeRegister, cardauthentication.StateSucceeded},
		{"of an order", cardauthentication.PurposePurchase, cardauthentication.StateFailed},
	} {
		client.CardAuthentication.Create().SetKeyHash([]byte(c.key)).SetPurpose(c.purpose).SetState(c.state).
			SetAccountID(member.AccountID).SetPaymentMethodID(card.ID).SetCreatedAt(now).SetExpiresAt(now).ExecX(t.Context())
	}
	for _, c := range []struct {
		after time.Duration
		left  int
	}{{30*24*time.Hour - time.Minute, 4}, {2 * time.Minute, 2}} {
		w.Clock.Advance(c.after)
		if err := w.Payment.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := client.CardAuthentication.Query().CountX(t.Context()); n != c.left {
			t.Errorf("%d challenges are left, want %d", n, c.left)
		}
	}
	proved := client.CardAuthentication.Query().Where(cardauthentication.StateEQ(cardauthentication.StateSucceeded)).CountX(t.Context())
	if proved != 1 {
		t.Error("the evidence of an authentication is gone")
	}
}
