package payment_test

import (
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/cardauthentication"
	"kaiin/ent/paymentmethod"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/transport/paths"
)

var tokens = payment.RegisterCard{
	Token: gateway.CardToken{Token: "t", Key: "k"}, Info: gateway.CardToken{Token: "i", Key: "k"}, ReturnTo: "/plans/standard?x=1",
}

// key is the one-time key of the n-th authentication the provider was asked for.
func (w *till) key(t *testing.T, n int) string {
	t.Helper()
	u, err := url.Parse(w.Gateway.Asked()[n].OKURL)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(u.Path, "/")[3]
}

func (w *till) methods(t *testing.T, member actor.Actor) []*ent.PaymentMethod {
	t.Helper()
	return w.Store.Client(t.Context()).PaymentMethod.Query().Where(paymentmethod.AccountID(member.AccountID)).AllX(t.Context())
}

func TestRegisterCard(t *testing.T) { // C-076 E-075
	t.Parallel()
	for _, c := range []struct {
		name    string
		verdict gateway.Verdict
		want    paymentmethod.State
	}{
		{"the owner authenticates", gateway.VerdictSucceeded, paymentmethod.StateActive},
		{"the bank refuses", gateway.VerdictFailed, paymentmethod.StateDeleted},
		{"the owner comes back without an answer", gateway.VerdictOutstanding, paymentmethod.StateDeleted},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			member := w.Member(t)
			bank, err := w.Payment.RegisterCard(t.Context(), member, tokens)
			if err != nil || !strings.HasPrefix(bank, "https://bank.example/") {
				t.Fatalf("%q, %v", bank, err)
			}
			asked := w.Gateway.Asked()[0]
			if !strings.HasPrefix(asked.OKURL, "https://member.example.jp/payment/tds/") || !strings.HasSuffix(asked.NGURL, "/ng") || asked.Amount != 1 {
				t.Errorf("asked %+v", asked)
			}
			if wallet, _ := w.Payment.Wallet(t.Context(), member.AccountID); len(wallet.Methods) != 0 {
				t.Error("a card that was not authenticated can be paid with")
			}
			w.Gateway.Decide(0, c.verdict)
			row, err := w.Payment.Return(t.Context(), w.key(t, 0))
			if err != nil {
				t.Fatal(err)
			}
			method := w.methods(t, member)[0]
			if method.State != c.want {
				t.Errorf("the card is %s", method.State)
			}
			wallet, err := w.Payment.Wallet(t.Context(), member.AccountID)
			if err != nil || (len(wallet.Methods) == 1) != (c.want == paymentmethod.StateActive) || wallet.FailedAt.IsZero() != (c.want == paymentmethod.StateActive) {
				t.Errorf("wallet %+v, %v", wallet, err)
			}
			if wallet.Failure != map[bool]fault.Code{true: fault.TDSCardNotSaved}[c.want == paymentmethod.StateDeleted] {
				t.Errorf("it says %q", wallet.Failure)
			}
			path := paths.Of(payment.AfterRegistration(row))
			if c.want == paymentmethod.StateActive {
				if path != fmt.Sprintf("/plans/standard?paymentMethodId=%s&x=1", method.ID) || method.CardSuffix != "4242" || method.AuthenticatedAt == nil {
					t.Errorf("path %s, card %+v", path, method)
				}
				return
			}
			if path != "/plans/standard?x=1" {
				t.Errorf("path %s", path)
			}
			w.forget(t)
			if w.Gateway.Keeps(method.CustomerCode) {
				t.Error("the provider still keeps the card")
			}
		})
	}
}

// forget works the jobs that make the provider forget cards.
func (w *till) forget(t *testing.T) {
	t.Helper()
	for _, job := range paymenttest.Jobs[payment.ForgetArgs](t, w.Store, payment.ForgetArgs{}.Kind()) {
		if err := w.Payment.Forget(t.Context(), job.MethodID); err != nil {
			t.Error(err)
		}
	}
}

func TestRegisterCardRefusals(t *testing.T) { // E-067 E-069
	t.Parallel()
	for _, c := range []struct {
		name    string
		call    paymenttest.Call
		outcome paymenttest.Outcome
		want    fault.Code
	}{
		{"the provider does not take the card", paymenttest.SaveCard, paymenttest.Declined, "CARD_REGISTRATION_FAILED"},
		{"it is unknown whether it took it", paymenttest.SaveCard, paymenttest.TimeoutAfter, "CARD_REGISTRATION_FAILED"},
		{"the provider is down", paymenttest.SaveCard, paymenttest.Trouble, "PAYMENT_UNAVAILABLE"},
		{"3-D Secure cannot begin", paymenttest.Authenticate, paymenttest.Rejected, "TDS_CARD_NOT_SAVED"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			member := w.Member(t)
			w.Gateway.Next(c.call, c.outcome)
			_, err := w.Payment.RegisterCard(t.Context(), member, tokens)
			if !fault.Is(err, c.want) {
				t.Errorf("err = %v, want %s", err, c.want)
			}
			w.forget(t)
			if m := w.methods(t, member)[0]; m.State != paymentmethod.StateDeleted || w.Gateway.Keeps(m.CustomerCode) {
				t.Errorf("the card is %s, and the provider keeps it: %v", m.State, w.Gateway.Keeps(m.CustomerCode))
			}
		})
	}
}

func TestRegisterCardNeedsAllTokens(t *testing.T) {
	t.Parallel()
	w := setup(t)
	_, err := w.Payment.RegisterCard(t.Context(), w.Member(t), payment.RegisterCard{Token: gateway.CardToken{Token: "t"}})
	f, ok := fault.As(err)
	if !ok || len(f.Fields) != 3 || f.Fields[0].Path != "tokenKey" || w.Gateway.Calls(paymenttest.SaveCard) != 0 {
		t.Errorf("err = %v", err)
	}
}

func TestRegisterCardIsThrottled(t *testing.T) {
	t.Parallel()
	w := setup(t)
	member := w.Member(t)
	var err error
	for range 11 {
		_, err = w.Payment.RegisterCard(t.Context(), member, tokens)
	}
	if f, ok := fault.As(err); !ok || f.Kind != fault.KindThrottled || f.RetryAfter <= 0 {
		t.Errorf("err = %v", err)
	}
	if _, err := w.Payment.RegisterCard(t.Context(), w.Member(t), tokens); err != nil {
		t.Errorf("another member: %v", err)
	}
}

// Coming back proves nothing: an unknown key belongs to no member, the verdict is asked for when it
// counts, and the first one is final.
func TestReturn(t *testing.T) {
	t.Parallel()
	w := setup(t)
	if _, err := w.Payment.Return(t.Context(), "guess"); !fault.Is(err, fault.CodeNotFound) {
		t.Errorf("unknown key: %v", err)
	}
	if _, err := w.Payment.RegisterCard(t.Context(), w.Member(t), tokens); err != nil {
		t.Fatal(err)
	}
	w.Gateway.Decide(0, gateway.VerdictSucceeded)
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			row, err := w.Payment.Return(t.Context(), w.key(t, 0))
			if err != nil || row.State != cardauthentication.StateSucceeded {
				t.Errorf("%v, %v", row, err)
			}
		})
	}
	group.Wait()
	w.Gateway.Decide(0, gateway.VerdictFailed)
	if row, err := w.Payment.Return(t.Context(), w.key(t, 0)); err != nil || row.State != cardauthentication.StateSucceeded {
		t.Errorf("asked again: %v, %v", row, err)
	}
}

func TestReturnTooLate(t *testing.T) {
	t.Parallel()
	w := setup(t)
	if _, err := w.Payment.RegisterCard(t.Context(), w.Member(t), tokens); err != nil {
		t.Fatal(err)
	}
	w.Gateway.Decide(0, gateway.VerdictSucceeded)
	w.Clock.Advance(31 * time.Minute)
	if row, err := w.Payment.Return(t.Context(), w.key(t, 0)); err != nil || row.State != cardauthentication.StateFailed {
		t.Errorf("%v, %v", row, err)
	}
}

// A card whose owner never came back from the bank is forgotten.
func TestAbandonedCardIsForgotten(t *testing.T) {
	t.Parallel()
	w := setup(t)
	member := w.Member(t)
	if _, err := w.Payment.RegisterCard(t.Context(), member, tokens); err != nil {
		t.Fatal(err)
	}
	kept := w.Card(t, member)
	w.Clock.Advance(2 * time.Hour)
	if n, err := w.Payment.Due(t.Context()); err != nil || n != 1 {
		t.Fatalf("%d, %v", n, err)
	}
	w.forget(t)
	for _, m := range w.methods(t, member) {
		if w.Gateway.Keeps(m.CustomerCode) != (m.ID == kept.ID) {
			t.Errorf("card %s (%s) is kept: %v", m.ID, m.State, w.Gateway.Keeps(m.CustomerCode))
		}
	}
	if n, err := w.Payment.Due(t.Context()); err != nil || n != 0 {
		t.Errorf("scanned again: %d, %v", n, err)
	}
}

func TestExpired(t *testing.T) { // S-087 A-144
	for _, c := range []struct {
		expire, now string
		want        bool
	}{
		{"202605", "2026-05-31T23:59:59+09:00", false},
		{"202605", "2026-06-01T00:00:00+09:00", true},
		{"202612", "2026-12-31T23:59:59+09:00", false},
		{"202612", "2027-01-01T00:00:00+09:00", true},
		{"", "2026-05-31T23:59:59+09:00", false},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := payment.Expired(&ent.PaymentMethod{CardExpire: c.expire}, now.In(clock.Tokyo)); got != c.want {
			t.Errorf("%s at %s: %v", c.expire, c.now, got)
		}
	}
}

func TestLabel(t *testing.T) { // F-212 F-213 F-214 F-215 F-216
	for brand, want := range map[string]string{
		"V": "クレジットカード（Visa 末尾4242）", "M": "クレジットカード（Mastercard 末尾4242）", "A": "クレジットカード（American Express 末尾4242）",
		"J": "クレジットカード（JCB 末尾4242）", "D": "クレジットカード（Diners Club International 末尾4242）", "": "クレジットカード（末尾4242）",
	} {
		if got := payment.Label(&ent.PaymentMethod{PaymentMethodType: gateway.SbpsCredit, CardBrand: brand, CardSuffix: "4242"}, "ja"); got != want {
			t.Errorf("%q: %s", brand, got)
		}
	}
	if got := payment.Label(&ent.PaymentMethod{PaymentMethodType: gateway.SbpsCredit, CardBrand: "V", CardSuffix: "4242"}, "en"); got != "Credit card (Visa ending in 4242)" {
		t.Error(got)
	}
}

// Of two returns from the bank at once the first verdict is final, whatever the other was told
// meanwhile.
func TestTheFirstVerdictIsFinal(t *testing.T) {
	t.Parallel()
	w := setup(t)
	if _, err := w.Payment.RegisterCard(t.Context(), w.Member(t), tokens); err != nil {
		t.Fatal(err)
	}
	key := w.key(t, 0)
	w.Gateway.Decide(0, gateway.VerdictFailed)
	w.Gateway.After(paymenttest.Verdict, func() {
		w.Gateway.Decide(0, gateway.VerdictSucceeded)
		if row, err := w.Payment.Return(t.Context(), key); err != nil || row.State != cardauthentication.StateSucceeded {
			t.Errorf("the first: %v, %v", row, err)
		}
	})
	if row, err := w.Payment.Return(t.Context(), key); err != nil || row.State != cardauthentication.StateSucceeded {
		t.Errorf("the second: %v, %v", row, err)
	}
}

// The provider is never made to forget a card that a member can still pay with.
func TestACardInUseIsNotForgotten(t *testing.T) {
	t.Parallel()
	w := setup(t)
	card := w.Card(t, w.Member(t))
	if err := w.Payment.Forget(t.Context(), card.ID); err == nil || !w.Gateway.Keeps(card.CustomerCode) {
		t.Errorf("forgotten: %v", err)
	}
}

// The same card is recognised by its brand, its last digits and its month of expiry: before its
// owner is sent to the bank, and else when they come back from there.
func TestTheSameCardIsRegisteredOnce(t *testing.T) { // U-23
	t.Parallel()
	w := setup(t)
	member := w.Member(t)
	registers := func() error {
		_, err := w.Payment.RegisterCard(t.Context(), member, tokens)
		return err
	}
	for range 2 { // in two tabs
		if err := registers(); err != nil {
			t.Fatal(err)
		}
	}
	for n, want := range []cardauthentication.State{cardauthentication.StateSucceeded, cardauthentication.StateFailed} {
		w.Gateway.Decide(n, gateway.VerdictSucceeded)
		if row, err := w.Payment.Return(t.Context(), w.key(t, n)); err != nil || row.State != want {
			t.Fatalf("tab %d: %v, %v", n, row, err)
		}
	}
	has := func(methods int, failure fault.Code) {
		t.Helper()
		wallet, err := w.Payment.Wallet(t.Context(), member.AccountID)
		if err != nil || len(wallet.Methods) != methods || wallet.Failure != failure {
			t.Errorf("%d methods, %q, %v", len(wallet.Methods), wallet.Failure, err)
		}
	}
	has(1, fault.CardAlreadyRegistered)
	if err := registers(); !fault.Is(err, fault.CardAlreadyRegistered) {
		t.Errorf("once more: %v", err)
	}
	if asked := len(w.Gateway.Asked()); asked != 2 {
		t.Errorf("the bank was asked %d times", asked)
	}
	has(1, fault.CardAlreadyRegistered)
	w.forget(t)
	kept := 0
	for _, m := range w.methods(t, member) {
		if w.Gateway.Keeps(m.CustomerCode) {
			kept++
		}
	}
	if kept != 1 {
		t.Errorf("the provider keeps %d cards", kept)
	}
	if _, err := w.Payment.RegisterCard(t.Context(), w.Member(t), tokens); err != nil {
		t.Errorf("another member's: %v", err)
	}
	wallet, _ := w.Payment.Wallet(t.Context(), member.AccountID)
	wallet.Methods[0].Update().SetCardExpire("202901").ExecX(t.Context())
	if err := registers(); err != nil {
		t.Errorf("the same card with another month: %v", err)
	}
}
