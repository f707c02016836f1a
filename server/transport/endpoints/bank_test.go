package endpoints_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/transport/edge/edgetest"
)

func TestReturnFromTheBank(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	for _, c := range []struct {
		name       string
		redirectTo string
		err        error
		status     int
	}{
		{"settled", "/plans/x/complete?a=b", nil, 303},
		{"unknown key", "", fault.NotFound(), 404},
		{"the card company is away", "", fault.Unavailable(fault.CodeUnavailable, nil), 503},
		{"anything", "", errors.New("hunter2"), 500},
		{"a place outside", "//evil.example", nil, 500},
		{"another site", "https://evil.example", nil, 500},
	} {
		asked := ""
		w.Bank.Return = func(_ context.Context, key string) (step.Step, error) {
			asked = key
			return step.Done(c.redirectTo), c.err
		}
		for _, method := range []string{"GET", "POST"} {
			got := w.Call(method, "/payment/tds/"+edgetest.Token+"/ng?MD=x", "PaRes=x", "Content-Type", "application/x-www-form-urlencoded", "Origin", "https://bank.example", "Sec-Fetch-Site", "cross-site")
			if got.StatusCode != c.status || asked != edgetest.Token || strings.Contains(got.Text, "hunter2") {
				t.Errorf("%s by %s: %d, asked for %q: %s", c.name, method, got.StatusCode, asked, got.Text)
			}
			if c.status == 303 && got.Header.Get("Location") != c.redirectTo {
				t.Errorf("sent to %s", got.Header.Get("Location"))
			}
			if got.Header.Get("Referrer-Policy") != "no-referrer" {
				t.Errorf("%s: the key leaks by Referer", c.name)
			}
		}
	}
	if strings.Contains(w.Logged.String(), edgetest.Token) {
		t.Error("the key is in the log")
	}
	for path, status := range map[string]int{"/payment/tds/short/ok": 404, "/payment/tds/" + edgetest.Token + "/maybe": 404, "/payment/tds/" + edgetest.Token: 404} {
		if got := w.Call("GET", path, ""); got.StatusCode != status {
			t.Errorf("%s: %d", path, got.StatusCode)
		}
	}
	if got := w.Call("PUT", "/payment/tds/"+edgetest.Token+"/ok", ""); got.StatusCode != 405 || got.Header.Get("Allow") != "GET, POST" {
		t.Errorf("PUT: %d", got.StatusCode)
	}
}

// A member who comes back from a provider's page by POST has left the cookie behind: they come once
// more, by GET. Only one who gave up there gives up.
func TestReturnFromAPageOfAgreement(t *testing.T) {
	t.Parallel()
	member := uuid.New()
	w := edgetest.New(t, nil)
	w.Member = &ent.Session{AccountID: &member}
	var said []string
	w.Bank.Mine = func(_ context.Context, _ string, caller func() (uuid.UUID, error)) (bool, error) {
		who, err := caller()
		return who == member, err
	}
	w.Bank.GiveUp = func(_ context.Context, key string) error {
		said = append(said, "given up "+key)
		return nil
	}
	w.Bank.Return = func(context.Context, string) (step.Step, error) {
		said = append(said, "returned")
		return step.CardRefused(""), nil
	}
	const cookie, path = "sid=" + edgetest.Token, "/payment/tds/" + edgetest.Token
	for _, c := range []struct {
		name, method, result, cookie string
		status                       int
		location                     string
		said                         string
	}{
		{"agreed, by the form of another site", "POST", "/ok", "", 303, path + "/ok", ""},
		{"and then by GET", "GET", "/ok", cookie, 303, "/mypage/payment-method", "returned"},
		{"given up, by the form of another site", "POST", "/ng", "", 303, path + "/ng", ""},
		{"and then by GET", "GET", "/ng", cookie, 303, "/mypage/payment-method", "given up " + edgetest.Token + " returned"},
		{"somebody else", "GET", "/ng", "", 404, "", ""},
	} {
		said = nil
		got := w.Call(c.method, path+c.result, "res_result=OK", "Content-Type", "application/x-www-form-urlencoded", "Origin", "https://carrier.example",
			"Sec-Fetch-Site", "cross-site", "Cookie", c.cookie)
		if got.StatusCode != c.status || got.Header.Get("Location") != c.location || strings.Join(said, " ") != c.said {
			t.Errorf("%s: %d to %q, %q", c.name, got.StatusCode, got.Header.Get("Location"), said)
		}
	}
	w.Bank.GiveUp = func(context.Context, string) error { return fault.Unavailable(fault.CodeUnavailable, nil) }
	if got := w.Call("GET", path+"/ng", "", "Cookie", cookie); got.StatusCode != 503 {
		t.Errorf("the database is away: %d", got.StatusCode)
	}
}
