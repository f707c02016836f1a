package money

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"testing"
	"time"

	"kaiin/server/sandbox/ledger"
)

var silent = slog.New(slog.DiscardHandler)

// outside is the sandbox, through its control API.
type outside struct {
	url, smtp string
	client    *http.Client
}

func newClient() *http.Client {
	return &http.Client{
		Timeout:       2 * time.Minute,
		Transport:     &http.Transport{MaxIdleConnsPerHost: 64},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func (o outside) call(method, path string, body, into any) error {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return err
		}
	}
	request, err := http.NewRequest(method, o.url+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := o.client.Do(request)
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

// advance moves the time on and lets the server do what has become due. Zero only does what is due.
func (o outside) advance(t testing.TB, d time.Duration) {
	t.Helper()
	must(t, o.call("POST", "/clock", map[string]string{"advance": d.String()}, nil))
}

// set moves the time to a moment.
func (o outside) set(t testing.TB, at time.Time) {
	t.Helper()
	must(t, o.call("POST", "/clock", map[string]string{"set": at.Format(time.RFC3339)}, nil))
}

// script says what the next calls of the payment API come to; function may be empty.
func (o outside) script(t testing.TB, outcome, function string, times int) {
	t.Helper()
	must(t, o.call("POST", "/next", map[string]any{"service": "sbps", "outcome": outcome, "function": function, "times": times}, nil))
}

// unscript forgets what was scripted and has not come yet, and says how much that was.
func (o outside) unscript(t testing.TB) int {
	t.Helper()
	var waiting []struct{ Times int }
	must(t, o.call("GET", "/next", nil, &waiting))
	must(t, o.call("DELETE", "/next", nil, nil))
	total := 0
	for _, w := range waiting {
		total += w.Times
	}
	return total
}

func (o outside) ledger(t testing.TB) []ledger.Entry {
	t.Helper()
	var entries []ledger.Entry
	must(t, o.call("GET", "/ledger.json", nil, &entries))
	return entries
}

// settled lists the amounts of all settled charges, oldest first, and fails when money went back or is still held.
func (o outside) settled(t testing.TB) []int {
	t.Helper()
	amounts := []int{}
	for _, e := range o.ledger(t) {
		if e.Kind == ledger.Charge && e.Status == ledger.Settled {
			amounts = append(amounts, e.Amount)
		} else {
			t.Errorf("the ledger has a %s that is %s: %+v", e.Kind, e.Status, e)
		}
	}
	return amounts
}

type mail struct{ To, Subject, Text string }

func (o outside) mails(to string) (all []mail, err error) {
	err = o.call("GET", "/inbox.json?to="+to, nil, &all)
	return all, err
}

var pinDigits = regexp.MustCompile(`\b\d{6}\b`)

// pin waits for the mail with a PIN code.
func (o outside) pin(to string) (string, error) {
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		mails, err := o.mails(to)
		if err != nil {
			return "", err
		}
		if len(mails) > 0 {
			return pinDigits.FindString(mails[0].Text), nil
		}
	}
	return "", fmt.Errorf("no mail came to %s", to)
}

// cardTokens is what the provider's two scripts make of a card in the browser, under the names the shim takes.
func (o outside) cardTokens(number string) (map[string]any, error) {
	tokens := map[string]any{}
	card := map[string]string{"ccNumber": number, "ccExpiration": "204012", "securityCode": "123"}
	if err := o.call("POST", "/sbps/tokens", card, &tokens); err != nil {
		return nil, err
	}
	var tds map[string]any
	if err := o.call("POST", "/sbps/tds-tokens", map[string]string{}, &tds); err != nil {
		return nil, err
	}
	return map[string]any{
		"token": tokens["token"], "tokenKey": tokens["tokenKey"],
		"tds2infoToken": tds["tds2infoToken"], "tds2infoTokenKey": tds["tds2infoTokenKey"],
	}, nil
}

// tdsTokens is what the 3-D Secure script alone makes.
func (o outside) tdsTokens() (map[string]any, error) {
	var tds map[string]any
	err := o.call("POST", "/sbps/tds-tokens", map[string]string{}, &tds)
	return map[string]any{"tds2infoToken": tds["tds2infoToken"], "tds2infoTokenKey": tds["tds2infoTokenKey"]}, err
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// now is the time of the sandbox and of the server.
func (s *stack) now(t testing.TB) time.Time {
	t.Helper()
	var at struct{ Now time.Time }
	must(t, s.outside.call("GET", "/clock", nil, &at))
	return at.Now
}
