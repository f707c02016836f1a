package protocol_test

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"kaiin/ent/account"
	"kaiin/server/base/settings"
	"kaiin/server/base/words"
	"kaiin/server/oidc"
	"kaiin/server/oidc/oidctest"
	"kaiin/server/sandbox/sandboxtest"
)

// askPin has an app check a PIN, with a body of JSON and this access token.
func (w *world) askPin(token, body string) (status int, says string, header http.Header) {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.url+"/oidc/pin", strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := sandboxtest.Client.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return answer.StatusCode, string(text), answer.Header
}

// television is the world with an app that may check PINs: its member, and tokens with the scope
// and without it.
func television(t *testing.T, change func(*settings.Settings)) (w *world, with, without string) {
	t.Helper()
	w = setup(t, func(s *settings.Settings) {
		s.Scopes = append(s.Scopes, settings.ScopeSetting{Key: oidc.ScopePin, Name: words.Text{"ja": "PINの確認"}, Description: words.Text{"ja": "PINの確認"}})
		if change != nil {
			change(s)
		}
	})
	w.member = w.Member(t)
	tv := oidctest.App()
	tv.ID, tv.Scopes = "television", append(tv.Scopes, oidc.ScopePin)
	c, _ := w.Client(t, tv)
	token := func(scopes ...string) string { return w.Tokens(t, w.member, w.Asks(c, scopes...)).Access }
	return w, token(oidc.ScopePin), token(oidc.ScopeOpenID)
}

func TestAnAppChecksThePin(t *testing.T) { // RFC 6750 3.1
	w, token, without := television(t, nil)
	if status, says, _ := w.askPin(token, `{"pinCode":"0420"}`); status != 409 || !strings.Contains(says, `"error":"pin_not_set"`) {
		t.Errorf("without a PIN: %d %s", status, says)
	}
	if err := w.Pins.Set(t.Context(), w.member, "0420"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, token, body string
		status            int
		says, challenge   string
	}{
		{"right", token, `{"pinCode":"0420"}`, 200, `{"verified":true}`, ""},
		{"wrong", token, `{"pinCode":"0421"}`, 422, `"error":"wrong_pin"`, ""},
		{"no token", "", `{"pinCode":"0420"}`, 401, `"error":"invalid_request"`, `Bearer realm="` + w.url + `"`},
		{"no such token", "x", `{"pinCode":"0420"}`, 401, `"error":"invalid_token"`, `error="invalid_token"`},
		{"without the scope", without, `{"pinCode":"0420"}`, 403, `"error":"insufficient_scope"`, `scope="pin"`},
		{"without the scope, and without a body", without, ``, 403, `"error":"insufficient_scope"`, `error="insufficient_scope"`},
		{"three digits", token, `{"pinCode":"042"}`, 400, `"error":"invalid_request"`, ""},
		{"letters", token, `{"pinCode":"04a0"}`, 400, `"error":"invalid_request"`, ""},
		{"full width", token, `{"pinCode":"０４２０"}`, 400, `"error":"invalid_request"`, ""},
		{"a number", token, `{"pinCode":420}`, 400, `"error":"invalid_request"`, ""},
		{"null", token, `{"pinCode":null}`, 400, `"error":"invalid_request"`, ""},
		{"nothing", token, ``, 400, `"error":"invalid_request"`, ""},
		{"twice", token, `{"pinCode":"0421","pinCode":"0420"}`, 400, `"error":"invalid_request"`, ""},
		{"more than that", token, `{"pinCode":"0420","accountId":"x"}`, 400, `"error":"invalid_request"`, ""},
		{"no JSON", token, `pinCode=0420`, 400, `"error":"invalid_request"`, ""},
		{"huge", token, `{"pinCode":"` + strings.Repeat("0", 70_000) + `"}`, 400, `"error":"invalid_request"`, ""},
	} {
		status, says, header := w.askPin(c.token, c.body)
		challenge := header.Get("WWW-Authenticate")
		if status != c.status || !strings.Contains(says, c.says) || !strings.Contains(challenge, c.challenge) || (c.challenge == "") != (challenge == "") {
			t.Errorf("%s: %d %s %s", c.name, status, says, challenge)
		}
		if header.Get("Content-Type") != "application/json" || header.Get("Cache-Control") != "no-store" || strings.Contains(says, "0420") {
			t.Errorf("%s: %v %s", c.name, header, says)
		}
	}
	if status, _, _ := w.post("/oidc/userinfo", nil, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }); status != 403 {
		t.Errorf("the scope alone opens userinfo: %d", status)
	}
	if status, says, _ := w.post("/oidc/pin", nil, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }); status != 400 {
		t.Errorf("a form: %d %v", status, says)
	}
	if err := w.Store.Client(t.Context()).Account.UpdateOneID(w.member.AccountID).SetStatus(account.StatusSuspended).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status, says, _ := w.askPin(token, `{"pinCode":"0420"}`); status != 401 || !strings.Contains(says, "invalid_token") {
		t.Errorf("suspended: %d %s", status, says)
	}
}

// However many an app sends at once: five are looked at, and the right one is no longer told.
func TestAnAppGuessesFiveTimes(t *testing.T) {
	w, token, _ := television(t, nil)
	if err := w.Pins.Set(t.Context(), w.member, "0420"); err != nil {
		t.Fatal(err)
	}
	var lock sync.Mutex
	found := map[int]int{}
	var all sync.WaitGroup
	for i := range 30 {
		all.Go(func() {
			status, _, _ := w.askPin(token, fmt.Sprintf(`{"pinCode":"10%02d"}`, i))
			lock.Lock()
			defer lock.Unlock()
			found[status]++
		})
	}
	all.Wait()
	if found[422] != 5 || found[429] != 25 {
		t.Errorf("%v", found)
	}
	status, says, header := w.askPin(token, `{"pinCode":"0420"}`)
	wait, _ := strconv.Atoi(header.Get("Retry-After"))
	if status != 429 || !strings.Contains(says, `"error":"too_many_tries"`) || !strings.Contains(says, fmt.Sprintf(`"retry_after":%d}`, wait)) || wait < 20 || wait > 30 {
		t.Errorf("%d %s %v", status, says, header)
	}
}

func TestAStoreWithoutPinsChecksNone(t *testing.T) {
	w, token, _ := television(t, func(s *settings.Settings) { s.Flags.PinCode = false })
	if status, says, _ := w.askPin(token, `{"pinCode":"0420"}`); status != 404 || !strings.Contains(says, `"error":"not_found"`) {
		t.Errorf("%d %s", status, says)
	}
}
