package sbps_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/money/gateway"
	"kaiin/server/money/gateway/gatewaytest"
	"kaiin/server/money/gateway/sbps"
	"kaiin/server/sandbox/sandboxtest"
)

func TestContract(t *testing.T) {
	t.Parallel()
	t.Run("encrypted_flg 0", func(t *testing.T) {
		t.Parallel()
		gatewaytest.Run(t, func(t *testing.T) gatewaytest.Provider { return setup(t, "", "").provider() })
	})
	t.Run("encrypted_flg 1", func(t *testing.T) {
		t.Parallel()
		gatewaytest.Run(t, func(t *testing.T) gatewaytest.Provider {
			return setup(t, "abcdefghijklmnopqrstuvwx", "12345678").provider()
		})
	})
}

// world is a client in front of a sandbox.
type world struct {
	url    string
	config config.SBPS
	client *sbps.Client
}

func setup(t *testing.T, key, iv string) *world {
	t.Helper()
	box := sandboxtest.Start(t, sandboxtest.Setup{Change: map[string]string{"SBPS_3DES_KEY": key, "SBPS_3DES_IV": iv}})
	w := &world{url: box.URL, config: box.Adapters(t).SBPS}
	w.client = w.with(t)
	return w
}

func (w *world) with(t *testing.T, options ...sbps.Option) *sbps.Client {
	t.Helper()
	client, err := sbps.New(w.config, clock.New(), options...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func (w *world) provider() gatewaytest.Provider {
	return gatewaytest.Provider{
		Gateway:   w.client,
		CardToken: w.cardToken,
		InfoToken: w.infoToken,
		Visit:     w.visit,
		Today:     func() clock.Day { return clock.DayOf(time.Now()) },
		Script: func(t *testing.T, call gatewaytest.Call, ending gatewaytest.Ending) {
			t.Helper()
			if call == gatewaytest.Challenge {
				w.next(t, "", "challenge_fail", "")
				return
			}
			w.next(t, functions[call], outcomes[ending], "10ms")
		},
	}
}

var functions = map[gatewaytest.Call]string{
	gatewaytest.SaveCard: "MG02-00131-101", gatewaytest.Forget: "MG02-00103-101",
	gatewaytest.RefundPart: "ST02-00307-101", gatewaytest.List: "list.csv",
	gatewaytest.Charge: "ST01-00131-101", gatewaytest.Commit: "ST02-00101-101", gatewaytest.Refund: "ST02-00303-101",
}

var outcomes = map[gatewaytest.Ending]string{
	gatewaytest.Declined: "decline", gatewaytest.Ignored: "timeout_before", gatewaytest.Unanswered: "timeout_after",
	gatewaytest.Reported: "hard_decline", gatewaytest.Cut: "cut", gatewaytest.Doubled: "doubled", gatewaytest.Misencoded: "misencoded",
	gatewaytest.Broken: "http_500", gatewaytest.DeliveredTwice: "duplicate",
}

// do sends JSON and reads the JSON answered.
func (w *world) do(t *testing.T, path string, in any, out any) {
	t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	res, err := sandboxtest.Client.Post(w.url+path, "application/json", strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", path, res.Status)
	}
	if out != nil {
		if err := json.NewDecoder(res.Body).Decode(out); err != nil {
			t.Fatal(err)
		}
	}
}

// next scripts an outcome of the sandbox.
func (w *world) next(t *testing.T, function, outcome, delay string) {
	t.Helper()
	w.do(t, "/next", map[string]string{"service": "sbps", "outcome": outcome, "function": function, "delay": delay}, nil)
}

var numbers = map[string]string{"1111": "4111111111111111", "4242": "4242424242424242", "3220": "4000000000003220", "3055": "4000000000003055"}

func (w *world) cardToken(t *testing.T, suffix string) gateway.CardToken {
	t.Helper()
	var out struct{ Token, TokenKey string }
	w.do(t, "/sbps/tokens", map[string]string{"ccNumber": numbers[suffix], "ccExpiration": "203512", "securityCode": "123"}, &out)
	return gateway.CardToken{Token: out.Token, Key: out.TokenKey}
}

func (w *world) infoToken(t *testing.T) gateway.CardToken {
	t.Helper()
	var out struct{ TDS2InfoToken, TDS2InfoTokenKey string }
	w.do(t, "/sbps/tds-tokens", map[string]string{"billingLastName": "YAMADA", "billingFirstName": "TARO", "email": "taro@example.jp"}, &out)
	return gateway.CardToken{Token: out.TDS2InfoToken, Key: out.TDS2InfoTokenKey}
}

// browser goes nowhere by itself.
var browser = &http.Client{Transport: sandboxtest.Transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// visit goes through 3-D Secure and answers the challenge, if there is one.
func (w *world) visit(t *testing.T, address string, pass bool) {
	t.Helper()
	res, err := browser.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode == http.StatusOK {
		answer := map[bool]string{true: "success", false: "fail"}[pass]
		if res, err = browser.PostForm(address, url.Values{"result": {answer}}); err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
	}
	want := map[bool]string{true: "/ok?a=1&b=2", false: "/ng?a=1&b=2"}[pass]
	if to := res.Header.Get("Location"); !strings.HasSuffix(to, want) {
		t.Fatalf("the browser is sent to %q (%s), want %s", to, res.Status, want)
	}
}

func TestAttemptedAuthenticationCounts(t *testing.T) {
	t.Parallel()
	w := setup(t, "", "")
	if _, err := w.client.SaveCard(t.Context(), "member-1", w.cardToken(t, "3055")); err != nil {
		t.Fatal(err)
	}
	a, err := w.client.Authenticate(t.Context(), gateway.Authenticate{
		CustomerCode: "member-1", Amount: 1, Info: w.infoToken(t), OKURL: "https://shop.test/ok?a=1&b=2", NGURL: "https://shop.test/ng",
	})
	if err != nil {
		t.Fatal(err)
	}
	w.visit(t, a.RedirectURL, true)
	if verdict, err := w.client.Verdict(t.Context(), a.ID); err != nil || verdict != gateway.VerdictSucceeded {
		t.Fatalf("got %q, %v", verdict, err)
	}
}

func TestSlowAnswerIsNoAnswer(t *testing.T) {
	t.Parallel()
	w := setup(t, "", "")
	if _, err := w.client.SaveCard(t.Context(), "member-1", w.cardToken(t, "1111")); err != nil {
		t.Fatal(err)
	}
	w.next(t, "", "slow", "1m")
	hasty := w.with(t, sbps.WithTimeouts(time.Minute, 2*time.Second)) // long enough to be sent, on a busy machine too
	_, err := hasty.Charge(t.Context(), gateway.ChargeRequest{OrderID: "order-1", Kept: gateway.Kept{CustomerCode: "member-1"}, ItemID: "plan", Amount: 1100})
	if !isUnknown(err) {
		t.Fatalf("got %v", err)
	}
	if tx, err := w.client.Lookup(t.Context(), "order-1", ""); err != nil || tx.State != gateway.TransactionAuthorized {
		t.Fatalf("got %+v, %v", tx, err)
	}
}

// Our books are compared with the amount: it must be the word of the provider, also where that is
// wrong or missing.
func TestTheAmountIsTheProviders(t *testing.T) {
	t.Parallel()
	w := setup(t, "", "")
	if _, err := w.client.SaveCard(t.Context(), "member-1", w.cardToken(t, "1111")); err != nil {
		t.Fatal(err)
	}
	id, err := w.client.Charge(t.Context(), gateway.ChargeRequest{OrderID: "order-1", Kept: gateway.Kept{CustomerCode: "member-1"}, ItemID: "plan", Amount: 1100})
	if err == nil {
		err = w.client.Commit(t.Context(), id)
	}
	if err == nil {
		err = w.client.Refund(t.Context(), id, 300)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		outcome          string
		amount, refunded int
	}{{"wrong_amount", 1101, 300}, {"no_amount", 0, 0}, {"", 1100, 300}} {
		if c.outcome != "" {
			w.next(t, "", c.outcome, "")
		}
		want := gateway.Transaction{State: gateway.TransactionSettled, TrackingID: id, Amount: c.amount, Refunded: c.refunded}
		if tx, err := w.client.Lookup(t.Context(), "order-1", ""); err != nil || tx != want {
			t.Errorf("%s: got %+v, %v", c.outcome, tx, err)
		}
	}
	w.next(t, "list.csv", "wrong_amount", "")
	list, err := w.client.Settlements(t.Context(), clock.New().Today())
	if err != nil || len(list) != 2 || list[0].Amount+list[1].Amount != 1101+301 {
		t.Errorf("the list: %+v, %v", list, err)
	}
}

// A clock that is wrong by more than a request's life, or wrong credentials, are our fault and
// move nothing.
func TestWrongConfiguration(t *testing.T) {
	t.Parallel()
	w := setup(t, "", "")
	for name, change := range map[string]func(*config.SBPS){
		"hash key": func(c *config.SBPS) { c.HashKey = "other" },
		"password": func(c *config.SBPS) { c.BasicPassword = "other" },
		"merchant": func(c *config.SBPS) { c.MerchantID = "99999" },
		"3DES":     func(c *config.SBPS) { c.TDESKey, c.TDESIV = "abcdefghijklmnopqrstuvwx", "12345678" },
	} {
		cfg := w.config
		change(&cfg)
		client, err := sbps.New(cfg, clock.New())
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.Charge(t.Context(), gateway.ChargeRequest{OrderID: "order-1", Kept: gateway.Kept{CustomerCode: "member-1"}, ItemID: "plan", Amount: 1100})
		if !isRejected(err) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	late, err := sbps.New(w.config, clock.At(time.Now().Add(-gateway.InFlight)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := late.Lookup(t.Context(), "order-1", ""); !isRejected(err) {
		t.Errorf("late: got %v", err)
	}
}

func isUnknown(err error) bool { return errors.Is(err, gateway.ErrUnknownOutcome) }

func isRejected(err error) bool {
	refusal, ok := errors.AsType[*gateway.Error](err)
	return ok && refusal.Reason == gateway.ReasonRejected
}
