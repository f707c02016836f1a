package paypalnvp_test

import (
	"errors"
	"net/url"
	"testing"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/money/gateway"
	"kaiin/server/money/gateway/gatewaytest"
	"kaiin/server/money/gateway/paypalnvp"
	"kaiin/server/sandbox/sandboxtest"
)

// F-200
func TestContract(t *testing.T) { // A-146 A-148
	t.Parallel()
	gatewaytest.RunWallets(t, func(t *testing.T) gatewaytest.Wallets {
		w := setup(t)
		return w.Wallets(w.client, true)
	})
}

var functions = map[gatewaytest.Call]string{
	gatewaytest.Agree: "CreateBillingAgreement", gatewaytest.Forget: "BillAgreementUpdate", gatewaytest.Charge: "DoReferenceTransaction",
	gatewaytest.Commit: "DoCapture", gatewaytest.Refund: "RefundTransaction", gatewaytest.RefundPart: "RefundTransaction", gatewaytest.Release: "DoVoid",
}

type world struct {
	gatewaytest.PayPal
	config config.PayPalNVP
	client *paypalnvp.Client
}

func setup(t *testing.T) *world {
	t.Helper()
	box := sandboxtest.Start(t, sandboxtest.Setup{})
	w := &world{gatewaytest.PayPal{URL: box.URL, Functions: functions}, box.Adapters(t).PayPalNVP, nil}
	w.client = w.with(t, func(*config.PayPalNVP) {})
	return w
}

func (w *world) with(t *testing.T, change func(*config.PayPalNVP)) *paypalnvp.Client {
	t.Helper()
	cfg := w.config
	change(&cfg)
	client, err := paypalnvp.New(cfg, clock.New())
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func (w *world) charge(t *testing.T, orderID string) string {
	t.Helper()
	asked, err := w.client.Ask(t.Context(), gateway.Approval{CustomerCode: "c", Locale: "en", ReturnURL: "https://shop.test/ok", CancelURL: "https://shop.test/ng"})
	if err != nil {
		t.Fatal(err)
	}
	w.Post(t, "/paypal/approve/"+asked.ID, url.Values{"payer": {"ok"}})
	agreed, err := w.client.Agreed(t.Context(), asked.ID)
	if err != nil {
		t.Fatal(err)
	}
	id, err := w.client.Charge(t.Context(), gateway.ChargeRequest{OrderID: orderID, Kept: gateway.Kept{Reference: agreed.Reference}, ItemName: "プラン", Amount: 1100, Tax: 100})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func isRefused(err error, reason gateway.Reason) bool {
	refusal, ok := errors.AsType[*gateway.Error](err)
	return ok && refusal.Reason == reason && !errors.Is(err, gateway.ErrUnknownOutcome)
}

func TestWhatIsNotOursToCall(t *testing.T) {
	t.Parallel()
	w := setup(t)
	id := w.charge(t, "order-1")
	stranger := w.with(t, func(c *config.PayPalNVP) { c.Signature = "other" })
	if err := stranger.Commit(t.Context(), id); !isRefused(err, gateway.ReasonRejected) {
		t.Errorf("another signature: %v", err)
	}
	away := w.with(t, func(c *config.PayPalNVP) { c.APIURL = &url.URL{Scheme: "http", Host: "127.0.0.1:1"} })
	if err := away.Commit(t.Context(), id); !isRefused(err, gateway.ReasonTrouble) {
		t.Errorf("no server there: %v", err)
	}
	w.Next(t, "too_many", "DoCapture", "")
	if err := w.client.Commit(t.Context(), id); !isRefused(err, gateway.ReasonTrouble) {
		t.Errorf("too many calls: %v", err)
	}
}

// The search finds invoice numbers that begin with ours, too.
func TestOrdersWithNumbersThatBeginAlike(t *testing.T) {
	t.Parallel()
	w := setup(t)
	long, short := w.charge(t, "order-12"), w.charge(t, "order-1")
	if err := w.client.Commit(t.Context(), long); err != nil {
		t.Fatal(err)
	}
	if tx, err := w.client.Lookup(t.Context(), "order-1", ""); err != nil || tx.TrackingID != short || tx.State != gateway.TransactionAuthorized {
		t.Errorf("got %+v, %v", tx, err)
	}
	if tx, err := w.client.Lookup(t.Context(), "order-", ""); err != nil || tx.State != gateway.TransactionNone {
		t.Errorf("got %+v, %v", tx, err)
	}
}

func TestTheAmountIsTheProviders(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.charge(t, "order-1")
	w.Next(t, "wrong_amount", "GetTransactionDetails", "")
	if tx, err := w.client.Lookup(t.Context(), "order-1", ""); err != nil || tx.Amount != 1101 {
		t.Errorf("got %+v, %v", tx, err)
	}
}
