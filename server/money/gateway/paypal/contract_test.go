package paypal_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/money/gateway"
	"kaiin/server/money/gateway/gatewaytest"
	"kaiin/server/money/gateway/paypal"
	"kaiin/server/sandbox/sandboxtest"
)

// C-075, F-201
func TestContract(t *testing.T) {
	t.Parallel()
	gatewaytest.RunWallets(t, func(t *testing.T) gatewaytest.Wallets {
		w := setup(t)
		return w.Wallets(w.client, false)
	})
}

var functions = map[gatewaytest.Call]string{
	gatewaytest.Agree: "vault", gatewaytest.Forget: "forget", gatewaytest.Charge: "authorize", gatewaytest.Commit: "capture",
	gatewaytest.Refund: "refund", gatewaytest.RefundPart: "refund", gatewaytest.Release: "void",
}

// world is a client in front of a sandbox.
type world struct {
	gatewaytest.PayPal
	config config.PayPal
	clock  *clock.Clock
	client *paypal.Client
	tokens *atomic.Int32 // access tokens that were asked for
}

func setup(t *testing.T) *world {
	t.Helper()
	w := &world{PayPal: gatewaytest.PayPal{Functions: functions}, clock: clock.New(), tokens: new(atomic.Int32)}
	box := sandboxtest.Start(t, sandboxtest.Setup{Around: func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/v1/oauth2/token" {
				w.tokens.Add(1)
			}
			next.ServeHTTP(out, r)
		})
	}})
	w.URL, w.config = box.URL, box.Adapters(t).PayPal
	w.client = w.with(t, func(*config.PayPal) {})
	return w
}

func (w *world) with(t *testing.T, change func(*config.PayPal), options ...paypal.Option) *paypal.Client {
	t.Helper()
	cfg := w.config
	change(&cfg)
	client, err := paypal.New(cfg, w.clock, options...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// request agrees as the payer and makes a charge of it.
func (w *world) request(t *testing.T, payer, orderID string) gateway.ChargeRequest {
	t.Helper()
	asked, err := w.client.Ask(t.Context(), gateway.Approval{CustomerCode: "member-1", Locale: "en", ReturnURL: "https://shop.test/ok", CancelURL: "https://shop.test/ng"})
	if err != nil {
		t.Fatal(err)
	}
	w.Post(t, "/paypal/approve/"+asked.ID, url.Values{"payer": {payer}})
	agreed, err := w.client.Agreed(t.Context(), asked.ID)
	if err != nil {
		t.Fatal(err)
	}
	return gateway.ChargeRequest{OrderID: orderID, Kept: gateway.Kept{Reference: agreed.Reference}, ItemID: "order", ItemName: "プラン", Amount: 1100, Tax: 100}
}

func (w *world) charge(t *testing.T, orderID string) string {
	t.Helper()
	id, err := w.client.Charge(t.Context(), w.request(t, "ok", orderID))
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func isRefused(err error, reason gateway.Reason) bool {
	refusal, ok := errors.AsType[*gateway.Error](err)
	return ok && refusal.Reason == reason && !errors.Is(err, gateway.ErrUnknownOutcome)
}

func TestAnAccessTokenIsKeptAndRenewed(t *testing.T) {
	t.Parallel()
	w := setup(t)
	id := w.charge(t, "order-1")
	w.Next(t, "expired_token", "capture", "")
	if err := w.client.Commit(t.Context(), id); err != nil { // nothing was carried out, and the call is made again with a new one
		t.Error(err)
	}
	w.clock.Advance(9 * time.Hour) // of ours alone: the sandbox would still take the old one
	if err := w.client.Refund(t.Context(), id, 0); err != nil {
		t.Error(err)
	}
	w.Next(t, "expired_token", "lookup", "")
	w.Next(t, "expired_token", "lookup", "")
	if _, err := w.client.Lookup(t.Context(), "order-1", id); !isRefused(err, gateway.ReasonRejected) {
		t.Errorf("a new token is turned away as well: %v", err)
	}
	if got := w.tokens.Load(); got != 4 { // the first, one after each that was turned away, and one after nine hours
		t.Errorf("%d access tokens were fetched", got)
	}
}

func TestWhatIsNotOursToCall(t *testing.T) {
	t.Parallel()
	w := setup(t)
	id := w.charge(t, "order-1")
	stranger := w.with(t, func(c *config.PayPal) { c.ClientSecret = "other" })
	if err := stranger.Commit(t.Context(), id); !isRefused(err, gateway.ReasonRejected) {
		t.Errorf("another secret: %v", err)
	}
	away := w.with(t, func(c *config.PayPal) { c.APIURL = &url.URL{Scheme: "http", Host: "127.0.0.1:1"} })
	if err := away.Commit(t.Context(), id); !isRefused(err, gateway.ReasonTrouble) {
		t.Errorf("no server there: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := w.client.Commit(ended, id); !isRefused(err, gateway.ReasonTrouble) {
		t.Errorf("a caller who has gone: %v", err)
	}
	if _, err := w.client.Lookup(t.Context(), "order-2", id); !isRefused(err, gateway.ReasonTrouble) {
		t.Errorf("another order's id: %v", err)
	}
	w.Next(t, "too_many", "lookup", "")
	if _, err := w.client.Lookup(t.Context(), "order-1", id); !isRefused(err, gateway.ReasonTrouble) {
		t.Errorf("too many calls: %v", err)
	}
}

func TestPayersThatDoNotPay(t *testing.T) {
	t.Parallel()
	for payer, reason := range map[string]gateway.Reason{"declined": gateway.ReasonDeclined, "nofunds": gateway.ReasonDeclined} {
		w := setup(t)
		if _, err := w.client.Charge(t.Context(), w.request(t, payer, "order-1")); !isRefused(err, reason) {
			t.Errorf("%s: %v", payer, err)
		}
	}
	for payer, reason := range map[string]gateway.Reason{"renewal": gateway.ReasonDeclined, "locked": gateway.ReasonHardDecline} {
		w := setup(t)
		in := w.request(t, payer, "order-1")
		id, err := w.client.Charge(t.Context(), in)
		if err == nil {
			err = w.client.Commit(t.Context(), id)
		}
		if err != nil {
			t.Fatal(err)
		}
		in.OrderID = "order-2"
		if _, err := w.client.Charge(t.Context(), in); !isRefused(err, reason) {
			t.Errorf("%s: %v", payer, err)
		}
	}
}

func TestAChargeSaidAgainGoesOnWithTheFirstOrder(t *testing.T) {
	t.Parallel()
	w := setup(t)
	in := w.request(t, "ok", "order-1")
	w.Next(t, "timeout_before", "authorize", "10ms")
	first, err := w.client.Charge(t.Context(), in)
	if !errors.Is(err, gateway.ErrUnknownOutcome) || first == "" {
		t.Fatalf("got %q, %v", first, err)
	}
	if tx, err := w.client.Lookup(t.Context(), "order-1", first); err != nil || tx.State != gateway.TransactionNone {
		t.Errorf("got %+v, %v", tx, err)
	}
	second, err := w.client.Charge(t.Context(), in)
	if err != nil || second != first {
		t.Errorf("said again at once: %q and %q, %v", first, second, err)
	}
}

func TestACaptureHeldBackComesToItsEnd(t *testing.T) {
	t.Parallel()
	for act, state := range map[string]gateway.TransactionState{"complete": gateway.TransactionSettled, "deny": gateway.TransactionNone} {
		w := setup(t)
		id := w.charge(t, "order-1")
		w.Next(t, "pending", "capture", "")
		if err := w.client.Commit(t.Context(), id); !errors.Is(err, gateway.ErrUnknownOutcome) {
			t.Errorf("got %v", err)
		}
		w.act(t, act)
		if tx, err := w.client.Lookup(t.Context(), "order-1", id); err != nil || tx.State != state {
			t.Errorf("%s: got %+v, %v", act, tx, err)
		}
	}
}

// act has PayPal do something to the only payment.
func (w *world) act(t *testing.T, act string) {
	t.Helper()
	var ledger []struct{ TrackingID string }
	w.Read(t, "/ledger.json", &ledger)
	w.Post(t, "/paypal/payments/"+ledger[0].TrackingID+"/"+act, nil)
}

func TestTheAmountIsTheProviders(t *testing.T) {
	t.Parallel()
	w := setup(t)
	id := w.charge(t, "order-1")
	w.Next(t, "wrong_amount", "lookup", "")
	if tx, err := w.client.Lookup(t.Context(), "order-1", id); err != nil || tx.Amount != 1101 {
		t.Errorf("got %+v, %v", tx, err)
	}
}

func TestSlowAnswerIsNoAnswer(t *testing.T) {
	t.Parallel()
	w := setup(t)
	in := w.request(t, "ok", "order-1")
	hasty := w.with(t, func(*config.PayPal) {}, paypal.WithTimeouts(time.Minute, 2*time.Second)) // long enough to be sent, on a busy machine too
	w.Next(t, "slow", "authorize", "1m")
	id, err := hasty.Charge(t.Context(), in)
	if !errors.Is(err, gateway.ErrUnknownOutcome) {
		t.Fatalf("got %v", err)
	}
	if tx, err := w.client.Lookup(t.Context(), "order-1", id); err != nil || tx.State != gateway.TransactionAuthorized {
		t.Errorf("got %+v, %v", tx, err)
	}
}

// canceled is the context of a caller who has gone.
func canceled(t *testing.T) (context.Context, context.CancelFunc) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx, cancel
}
