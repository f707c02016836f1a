package endpoints_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/transport/edge/edgetest"
	"kaiin/server/transport/endpoints"
)

// A mail program is told by a status and no redirect; the browser is led back to the page, which
// says whether the member gets the newsletter.
func TestStoppingANewsletter(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	var got []string
	outcome := error(nil)
	w.Newsletters.Stop = func(_ context.Context, a actor.Actor, token string) error {
		got = append(got, a.Network()+" "+a.UserAgent+" "+token)
		return outcome
	}
	const address, form, oneClick, button = "/newsletter/stop?token=mailed", "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click", "stop=button"
	press := func(body string, headers ...string) edgetest.Answer {
		return w.Call("POST", address, body, append([]string{"Content-Type", form, "User-Agent", "Mail", "Origin", "null", "Sec-Fetch-Site", "cross-site", "Cookie", "sid=" + edgetest.Token}, headers...)...)
	}
	for _, c := range []struct {
		outcome            error
		program            int
		programSays, leads string
	}{
		{nil, 200, "The newsletter is stopped.\n", address},
		{fault.NotFound(), 404, "There is no such link.\n", address},
		{fault.Throttled(fault.TooManyRequests, time.Minute), 429, "Too Many Requests.\n", ""},
		{errors.New("the database is away"), 500, "Internal Server Error.\n", ""},
	} {
		outcome = c.outcome
		answer := press(oneClick)
		if answer.StatusCode != c.program || answer.Text != c.programSays || answer.Header.Get("Location") != "" || len(answer.Cookies()) != 0 ||
			answer.Header.Get("Cache-Control") != "no-store" || answer.Header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%v: %d %q %v", c.outcome, answer.StatusCode, answer.Text, answer.Header)
		}
		if waits := answer.Header.Get("Retry-After") == "60"; waits != (c.program == 429) {
			t.Errorf("%v: %v", c.outcome, answer.Header)
		}
		want := http.StatusSeeOther
		if c.leads == "" {
			want = c.program
		}
		if answer := press(button); answer.StatusCode != want || answer.Header.Get("Location") != c.leads {
			t.Errorf("%v: the browser gets %d %s", c.outcome, answer.StatusCode, answer.Header.Get("Location"))
		}
	}
	if got[0] != "127.0.0.1 Mail mailed" {
		t.Errorf("stopped by %q", got[0])
	}
	before := len(got)
	for name, body := range map[string]string{"empty": "", "another field": "a=b", "another value": "List-Unsubscribe=yes", "in the address only": "", "too large": oneClick + "&a=" + strings.Repeat("x", endpoints.MaxStop)} {
		if answer := press(body); answer.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %d", name, answer.StatusCode)
		}
	}
	if answer := w.Call("GET", address, ""); answer.StatusCode != 200 || answer.Text != "page "+address || len(got) != before {
		t.Errorf("looking: %d %s, %v", answer.StatusCode, answer.Text, got[before:])
	}
	if logged := w.Logged.String(); strings.Contains(logged, "mailed") || !strings.Contains(logged, "path=/newsletter/stop") {
		t.Error(logged)
	}
}
