package gatewaytest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kaiin/server/money/gateway"
	"kaiin/server/sandbox/sandboxtest"
)

// PayPal lets a test act as the member and as the network at the sandbox's PayPal. Two adapters
// speak to it.
type PayPal struct {
	URL       string          // of the sandbox
	Functions map[Call]string // what the sandbox calls each call
}

// Wallets is a provider in front of the sandbox.
func (b PayPal) Wallets(gateway WalletGateway, agreesOnce bool) Wallets {
	return Wallets{
		Gateway: gateway, AgreesOnce: agreesOnce, Answer: b.answer,
		End: func(t *testing.T, reference string) {
			t.Helper()
			b.Post(t, "/paypal/wallets/"+reference+"/end", nil)
		},
		Script: func(t *testing.T, call Call, ending Ending) {
			t.Helper()
			b.Next(t, paypalOutcomes[ending], b.Functions[call], "10ms")
		},
		Kept: func(t *testing.T) map[string]int {
			t.Helper()
			var kept map[string]int
			b.Read(t, "/kept.json", &kept)
			return kept
		},
	}
}

var paypalOutcomes = map[Ending]string{
	Declined: "decline", Reported: "hard_decline", EndedOff: "agreement_cancelled", HeldBack: "pending", Ignored: "timeout_before",
	Unanswered: "timeout_after", Broken: "http_500", Failed: "failed_after", DeliveredTwice: "duplicate", Cut: "cut", Doubled: "doubled", Misencoded: "misencoded",
}

// answer does what a member does on the page that was asked for: what its forms send.
func (b PayPal) answer(t *testing.T, asked gateway.Asked, answer Answer) string {
	t.Helper()
	form := map[Answer]url.Values{
		Approves: {"payer": {"ok"}}, Refuses: {"answer": {"refuse"}}, Closes: {"answer": {"close"}}, ApprovesAndCloses: {"payer": {"ok"}, "answer": {"close"}},
	}[answer]
	res, err := browser.Get(asked.URL)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", asked.URL, res.Status)
	}
	return b.Post(t, "/paypal/approve/"+asked.ID, form)
}

// browser goes nowhere by itself.
var browser = &http.Client{Transport: sandboxtest.Transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// Post sends a form to the sandbox and tells where the browser is sent.
func (b PayPal) Post(t *testing.T, path string, form url.Values) string {
	t.Helper()
	res, err := browser.PostForm(b.URL+path, form)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode >= 400 {
		t.Fatalf("%s: %s", path, res.Status)
	}
	return res.Header.Get("Location")
}

// Next scripts an outcome of the sandbox.
func (b PayPal) Next(t *testing.T, outcome, function, delay string) {
	t.Helper()
	body, err := json.Marshal(map[string]string{"service": "paypal", "outcome": outcome, "function": function, "delay": delay})
	if err != nil {
		t.Fatal(err)
	}
	res, err := sandboxtest.Client.Post(b.URL+"/next", "application/json", strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %s", outcome, function, res.Status)
	}
}

// Read reads JSON of the sandbox.
func (b PayPal) Read(t *testing.T, path string, out any) {
	t.Helper()
	res, err := sandboxtest.Client.Get(b.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if err := json.NewDecoder(res.Body).Decode(out); err != nil {
		t.Fatal(err)
	}
}
