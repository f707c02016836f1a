package contract_test

import (
	"net/http"
	"net/url"
	"testing"

	"kaiin/server/app/apptest"
	"kaiin/server/identity/passkey/passkeytest"
)

const passkeySite = "https://store.example"

// challenge is the options in an answer to a browser that asks for a passkey.
func challenge(t *testing.T, answer apptest.Answer) string {
	t.Helper()
	options, _ := answer.JSON(t)["options"].(string)
	if answer.StatusCode != http.StatusOK || options == "" {
		t.Fatalf("no challenge: %d %s", answer.StatusCode, answer.Text)
	}
	return options
}

// A page asks for the challenge of a passkey by itself, and the answer may come after a login in
// another tab: the login stays as it is. No other browser can use the challenge.
func TestALateChallengeLeavesALoginAlone(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	s.Passkey.Origin = &url.URL{Scheme: "https", Host: "store.example"}
	d := passkeytest.New(t, passkeySite)
	_, b := s.Member(t)
	made := d.Make(t, challenge(t, b.Post("/zapi/account/passkey/start", map[string]any{})))
	if got := b.Post("/zapi/account/passkey/register", map[string]any{"credential": made}); got.StatusCode != http.StatusOK {
		t.Fatalf("no passkey: %d %s", got.StatusCode, got.Text)
	}
	start := func(b *apptest.Browser) apptest.Answer {
		return b.Post("/zapi/login/passkey/start", map[string]any{"use": "LOGIN"})
	}
	enter := func(b *apptest.Browser, answer string) apptest.Answer {
		return b.Post("/zapi/login/passkey", map[string]any{"credential": answer})
	}

	late := start(s.Browser(t)) // sent before the login, without a cookie
	_, tab := s.Member(t)
	session, account := tab.Cookie("sid"), tab.Cookie("auid")
	for _, c := range late.Cookies() {
		tab.SetCookie(c.Name, c.Value)
	}
	if set := late.Cookies(); len(set) != 1 || set[0].Name != "passkey" {
		t.Errorf("it sets %v", set)
	}
	if tab.Cookie("sid") != session || tab.Cookie("auid") != account {
		t.Error("it takes the session's cookies away")
	}
	if got := tab.Get("/mypage/screen-data"); got.JSON(t)["account"] == nil {
		t.Errorf("the member is logged out: %d %s", got.StatusCode, got.Text)
	}

	var size int
	if err := s.Store.DB.QueryRowContext(t.Context(), "SELECT max(pg_column_size(f.*)) FROM flows AS f WHERE kind = 'passkey'").Scan(&size); err != nil || size > 4096/8 { // see anonymous
		t.Errorf("a challenge takes %d bytes, %v", size, err)
	}
	answer := d.Use(t, challenge(t, late))
	stranger := s.Browser(t)
	start(stranger)
	for name, other := range map[string]*apptest.Browser{"with a challenge of its own": stranger, "with none": s.Browser(t)} {
		if got := enter(other, answer); got.JSON(t)["code"] != "PASSKEY_EXPIRED" {
			t.Errorf("another browser, %s: %d %s", name, got.StatusCode, got.Text)
		}
	}
	if got := enter(tab, answer); got.StatusCode != http.StatusOK || tab.Cookie("auid") == account || tab.Cookie("sid") == session {
		t.Errorf("the browser itself: %d %s", got.StatusCode, got.Text)
	}
	if got := enter(tab, answer); got.JSON(t)["code"] != "PASSKEY_EXPIRED" {
		t.Errorf("once more: %d %s", got.StatusCode, got.Text)
	}
}
