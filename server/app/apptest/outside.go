package apptest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kaiin/server/sandbox/sandboxtest"
)

// Entry is a line of the sandbox's ledger.
type Entry struct {
	OrderID string
	Amount  int
	Status  string
}

// Mail is a message in the sandbox's inbox.
type Mail struct{ To, Subject, Text, HTML, Head string }

// Ledger is every charge and refund the provider knows, oldest first.
func (s *Stack) Ledger(t testing.TB) []Entry {
	t.Helper()
	var all []Entry
	s.ask(t, http.MethodGet, "/ledger.json", nil, &all)
	return all
}

// Inbox are the mails to an address, newest first.
func (s *Stack) Inbox(t testing.TB, to string) []Mail {
	t.Helper()
	var all []Mail
	s.ask(t, http.MethodGet, "/inbox.json?to="+url.QueryEscape(to), nil, &all)
	return all
}

// Advance moves the time of the whole stack and returns when what became due is done.
func (s *Stack) Advance(t testing.TB, d time.Duration) {
	t.Helper()
	s.ask(t, http.MethodPost, "/clock", map[string]string{"advance": d.String()}, nil)
}

// What the provider is asked, by its names.
const (
	Authorise = "ST01-00118-101" // with 3-D Secure, as for an order
	Lookup    = "MG01-00101-101"
)

// Next scripts what the provider does when it is next asked that.
func (s *Stack) Next(t testing.TB, function, outcome string) {
	t.Helper()
	s.ask(t, http.MethodPost, "/next", map[string]string{"service": "sbps", "outcome": outcome, "function": function}, nil)
}

// CardTokens are what the provider's two scripts would hand to a page.
func (s *Stack) CardTokens(t testing.TB) map[string]string {
	t.Helper()
	return s.cardTokens(t, 2035)
}

func (s *Stack) cardTokens(t testing.TB, year int) map[string]string {
	t.Helper()
	tokens := map[string]string{}
	s.ask(t, http.MethodPost, "/sbps/tokens", map[string]string{"ccNumber": "4111111111111111", "ccExpiration": fmt.Sprintf("%d12", year), "securityCode": "123"}, &tokens)
	info := s.InfoTokens(t)
	return map[string]string{"token": tokens["token"], "tokenKey": tokens["tokenKey"], "tds2infoToken": info["tds2infoToken"], "tds2infoTokenKey": info["tds2infoTokenKey"]}
}

// InfoTokens are what the 3-D Secure script would hand to a page.
func (s *Stack) InfoTokens(t testing.TB) map[string]string {
	t.Helper()
	info := map[string]string{}
	s.ask(t, http.MethodPost, "/sbps/tds-tokens", map[string]string{"billingLastName": "TARO", "billingFirstName": "YAMADA", "email": "taro@example.com"}, &info)
	return info
}

// RegisterCard gives the browser's member a card, with the bank in between, and returns where they
// end up.
func (s *Stack) RegisterCard(t testing.TB, b *Browser, returnTo string) string {
	t.Helper()
	body := s.cardTokens(t, 2035+b.cards%60) // the same card is not registered twice
	b.cards++
	if returnTo != "" {
		body["returnTo"] = returnTo
	}
	return s.Bank(t, b, b.Post("/zapi/account/payment-method/credit", body))
}

// Order sends a member's order, with what the 3-D Secure script would hand to the page.
func (s *Stack) Order(t testing.TB, b *Browser, planID, token string) Answer {
	t.Helper()
	body := s.InfoTokens(t)
	body["purchaseToken"] = token
	return b.Post("/zapi/purchase/"+planID, body)
}

// Bank follows an action's redirectTo through the bank's page and back, and returns where the
// member goes on.
func (s *Stack) Bank(t testing.TB, b *Browser, action Answer) string {
	t.Helper()
	back := b.Get(s.FromBank(t, b, action))
	if back.StatusCode != http.StatusSeeOther {
		t.Fatalf("back from the bank: %d %s", back.StatusCode, back.Text)
	}
	return back.Header.Get("Location")
}

// FromBank follows an action's redirectTo through the bank's page, and returns the path by which
// the bank leads back.
func (s *Stack) FromBank(t testing.TB, b *Browser, action Answer) string {
	t.Helper()
	address, _ := action.JSON(t)["redirectTo"].(string)
	if action.StatusCode != http.StatusOK || address == "" {
		t.Fatalf("status %d: %s", action.StatusCode, action.Text)
	}
	for range 5 {
		if path, ours := strings.CutPrefix(address, s.Site); ours {
			return path
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := b.http.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		next, err := r.URL.Parse(answer.Header.Get("Location"))
		if err != nil || answer.StatusCode < 300 || answer.StatusCode > 399 {
			t.Fatalf("%s answers %d", address, answer.StatusCode)
		}
		address = next.String()
	}
	t.Fatal("the bank sends the browser round in circles")
	return ""
}
func (s *Stack) ask(t testing.TB, method, path string, body, into any) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, s.Sandbox+path, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := sandboxtest.Client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var raw json.RawMessage
	_ = json.NewDecoder(answer.Body).Decode(&raw)
	if answer.StatusCode >= 300 {
		t.Fatalf("sandbox %s %s: %d %s", method, path, answer.StatusCode, raw)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatalf("sandbox %s: %v in %s", path, err, raw)
	}
}
