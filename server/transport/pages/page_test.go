package pages_test

import (
	"net/http"
	"testing"

	"kaiin/server/transport/edge/edgetest"
)

func TestAddressesThatWouldLeadElsewhere(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	for path, want := range map[string]string{"//evil.example/": "/evil.example/", "/a//b?c=d": "/a/b?c=d", "///x": "/x"} {
		if got := w.Call("GET", path, ""); got.StatusCode != http.StatusPermanentRedirect || got.Header.Get("Location") != want {
			t.Errorf("%s: %d %s", path, got.StatusCode, got.Header.Get("Location"))
		}
	}
	for _, path := range []string{"/%5Cevil.example", "/%00", "/a%0d%0ab"} {
		if got := w.Call("GET", path, ""); got.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %d", path, got.StatusCode)
		}
	}
}

func TestAskedLanguageIsRemembered(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	got := w.Call("GET", "/?ui_locales=en", "")
	if c := got.Cookies(); len(c) != 1 || c[0].Name != "locale" || c[0].Value != "en" || !c[0].Secure || c[0].Path != "/" || c[0].SameSite != http.SameSiteLaxMode {
		t.Errorf("%v", got.Header["Set-Cookie"])
	}
	if got := w.Call("GET", "/?ui_locales=fr", ""); len(got.Cookies()) != 0 {
		t.Errorf("%v", got.Header["Set-Cookie"])
	}
}
