package oidc

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
)

// The answer of the token endpoint is lost, because the server dies or the line does. What the app
// asks for is one statement of SQL, so there is no state between a code that works and tokens that
// work: only an answer that the app has not seen.
func TestAnswersThatAreLost(t *testing.T) {
	w := running(t)
	p := w.member()
	asked := asks("scope", "openid email offline_access")
	lose := func(form string) {
		t.Helper()
		gone := make(chan struct{})
		go func() {
			defer close(gone)
			r, err := http.NewRequest(http.MethodPost, w.Origin+"/oidc/token", strings.NewReader(form))
			if err != nil {
				t.Error(err)
				return
			}
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.SetBasicAuth("web", w.secrets["web"])
			if answer, err := http.DefaultClient.Do(r); err == nil {
				_ = answer.Body.Close() // and no one reads it
			}
		}()
		<-gone
		w.Stop()
		w.Start(blackbox.Program())
	}

	// A refresh token: within the time of grace the app asks once more, and goes on.
	first := p.tokens(asked)
	lose(refresh(first.Body["refresh_token"]).Encode())
	again := w.token("web", refresh(first.Body["refresh_token"]))
	if again.Status != http.StatusOK || !w.active(again.Body["access_token"]) {
		t.Fatalf("%s", again)
	}
	next := w.token("web", refresh(again.Body["refresh_token"]))
	if next.Status != http.StatusOK {
		t.Errorf("%s", next)
	}
	// After it the app looks like somebody who has stolen the token: all of it ends, and the member
	// is asked by a new request.
	lose(refresh(next.Body["refresh_token"]).Encode())
	w.Outside.Advance(t, 31*time.Second)
	refused(t, "after the time of grace", w.token("web", refresh(next.Body["refresh_token"])), 400, "invalid_grant")
	if w.active(next.Body["access_token"]) {
		t.Error("its tokens live on")
	}

	// A code has no grace: the app begins anew, which costs the member nothing.
	must(t, p.enter())
	code := p.code(asked)
	lose(exchange(code).Encode())
	refused(t, "a code", w.token("web", exchange(code)), 400, "invalid_grant")
	if a := w.token("web", exchange(p.code(asked))); a.Status != http.StatusOK {
		t.Errorf("%s", a)
	}
	living := w.Rows(`SELECT count(*) FROM oidc_tokens t JOIN oidc_families f ON f.id = t.family_id WHERE f.ended_at IS NULL AND t.used_at IS NULL AND t.kind = 'refresh'`)
	if living[0] != "1" {
		t.Errorf("%s refresh tokens work, and one app has one", living[0])
	}
}

// The server is killed while apps exchange and refresh. Afterwards every token that an app was
// given works, and no code that gave one works again.
func TestKilledAmongExchanges(t *testing.T) {
	w := running(t)
	p := w.member()
	asked := asks("scope", "openid email offline_access")
	type held struct {
		code   string
		answer answer
		err    error
	}
	for round := range 3 {
		all := make([]held, 12)
		for i := range all {
			all[i].code = p.code(asked)
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			blackbox.Each(t, len(all), len(all), func(i int) error {
				all[i].answer, all[i].err = w.Visitor("en").Send(http.MethodPost, "/oidc/token", []byte(exchange(all[i].code).Encode()), func(r *http.Request) {
					r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
					r.SetBasicAuth("web", w.secrets["web"])
				})
				return nil
			})
		}()
		time.Sleep(time.Duration(2+3*round) * time.Millisecond)
		w.Kill()
		<-done
		w.Start(blackbox.Program())
		for _, one := range all {
			if one.err == nil && one.answer.Status == http.StatusOK && !w.active(one.answer.Body["access_token"]) {
				t.Errorf("a token that the app has does not work")
			}
		}
		for _, one := range all {
			late := w.token("web", exchange(one.code))
			if one.err == nil && one.answer.Status == http.StatusOK && late.Status == http.StatusOK {
				t.Error("a code that was used works again")
			}
			if late.Status >= 500 {
				t.Errorf("%s", late)
			}
		}
	}
}
