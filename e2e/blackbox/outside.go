package blackbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"testing"
	"time"

	"kaiin/server/sandbox/ledger"
)

// Outside is the sandbox, through its control API.
type Outside struct {
	URL    string
	Client *http.Client
	before int // how many entries of the ledger other tests have left
}

func newClient() *http.Client {
	return &http.Client{
		Timeout:       6 * time.Minute, // the sandbox waits for the product for five
		Transport:     &http.Transport{MaxIdleConnsPerHost: 64},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func (o Outside) Call(method, path string, body, into any) error {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return err
		}
	}
	request, err := http.NewRequest(method, o.URL+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := o.Client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	said, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode >= 300 {
		return fmt.Errorf("sandbox: %s %s: %s: %s", method, path, answer.Status, said)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(said, into)
}

// Advance moves the time on and lets the server do what has become due. Zero only does what is due.
func (o Outside) Advance(t testing.TB, d time.Duration) {
	t.Helper()
	Must(t, o.Call("POST", "/clock", map[string]string{"advance": d.String()}, nil))
}

// Set moves the time to a moment.
func (o Outside) Set(t testing.TB, at time.Time) {
	t.Helper()
	Must(t, o.Call("POST", "/clock", map[string]string{"set": at.Format(time.RFC3339)}, nil))
}

// Script says what the next calls of the payment API come to; function may be empty.
func (o Outside) Script(t testing.TB, outcome, function string, times int) {
	t.Helper()
	o.ScriptOf(t, "sbps", outcome, function, times)
}

// ScriptOf is Script for another service, and for its notices.
func (o Outside) ScriptOf(t testing.TB, service, outcome, function string, times int) {
	t.Helper()
	Must(t, o.Call("POST", "/next", map[string]any{"service": service, "outcome": outcome, "function": function, "times": times}, nil))
}

// Unscript forgets what was scripted and has not come yet, and says how much that was.
func (o Outside) Unscript(t testing.TB) int {
	t.Helper()
	var waiting []struct{ Times int }
	Must(t, o.Call("GET", "/next", nil, &waiting))
	Must(t, o.Call("DELETE", "/next", nil, nil))
	total := 0
	for _, w := range waiting {
		total += w.Times
	}
	return total
}

// Ledger lists what providers hold, oldest first.
func (o Outside) Ledger(t testing.TB) []ledger.Entry {
	t.Helper()
	var entries []ledger.Entry
	Must(t, o.Call("GET", "/ledger.json", nil, &entries))
	return entries[o.before:]
}

// Settled lists the amounts of all settled charges, oldest first, and fails when money went back or
// is still held.
func (o Outside) Settled(t testing.TB) []int {
	t.Helper()
	amounts := []int{}
	for _, e := range o.Ledger(t) {
		if e.Kind == ledger.Charge && e.Status == ledger.Settled {
			amounts = append(amounts, e.Amount)
		} else {
			t.Errorf("the ledger has a %s that is %s: %+v", e.Kind, e.Status, e)
		}
	}
	return amounts
}

type Mail struct{ To, Subject, Text string }

func (o Outside) Mails(to string) (all []Mail, err error) {
	err = o.Call("GET", "/inbox.json?to="+to, nil, &all)
	return all, err
}

var pinDigits = regexp.MustCompile(`\b\d{6}\b`)

// PIN waits for the mail with a PIN code.
func (o Outside) PIN(to string) (string, error) {
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		mails, err := o.Mails(to)
		if err != nil {
			return "", err
		}
		if len(mails) > 0 {
			return pinDigits.FindString(mails[0].Text), nil
		}
	}
	return "", fmt.Errorf("no mail came to %s", to)
}

// CardTokens is what the provider's two scripts make of a card in the browser, under the names the
// shim takes.
func (o Outside) CardTokens(number string) (map[string]any, error) {
	return o.cardTokens(number, "204012")
}

func (o Outside) cardTokens(number, expiry string) (map[string]any, error) {
	tokens := map[string]any{}
	card := map[string]string{"ccNumber": number, "ccExpiration": expiry, "securityCode": "123"}
	if err := o.Call("POST", "/sbps/tokens", card, &tokens); err != nil {
		return nil, err
	}
	var tds map[string]any
	if err := o.Call("POST", "/sbps/tds-tokens", map[string]string{}, &tds); err != nil {
		return nil, err
	}
	return map[string]any{
		"token": tokens["token"], "tokenKey": tokens["tokenKey"],
		"tds2infoToken": tds["tds2infoToken"], "tds2infoTokenKey": tds["tds2infoTokenKey"],
	}, nil
}

// TDSTokens is what the 3-D Secure script alone makes.
func (o Outside) TDSTokens() (map[string]any, error) {
	var tds map[string]any
	err := o.Call("POST", "/sbps/tds-tokens", map[string]string{}, &tds)
	return map[string]any{"tds2infoToken": tds["tds2infoToken"], "tds2infoTokenKey": tds["tds2infoTokenKey"]}, err
}

func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Now is the time of the sandbox and of the server.
func (s *Stack) Now(t testing.TB) time.Time {
	t.Helper()
	var at struct{ Now time.Time }
	Must(t, s.Outside.Call("GET", "/clock", nil, &at))
	return at.Now
}
