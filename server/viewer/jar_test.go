package viewer

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// Whatever stands in the headers, what comes out can be one of our tokens, and other cookies never hide it.
func FuzzSessionToken(f *testing.F) {
	const token = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"
	for _, seed := range []string{"", "sid=", "sid=" + token, `a="b;c"; sid=x`, "sid=" + token + "; sid=x", ";;;===", "\x00sid=\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header["Cookie"] = []string{header}
		if got := Token(r, CookieSession); got != "" && (len(got) != 43 || strings.ContainsFunc(got, notBase64)) {
			t.Fatalf("%q gave %q", header, got)
		}
		r.Header["Cookie"] = []string{"sid=" + token, header}
		if got := Token(r, CookieSession); got != token {
			t.Fatalf("hidden by %q", header)
		}
	})
}
