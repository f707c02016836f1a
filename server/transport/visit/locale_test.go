package visit

import (
	"net/http/httptest"
	"testing"
)

func TestLocale(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ query, cookie, accept, want string }{
		{"", "", "", "ja"},
		{"", "", "fr-FR,de;q=0.9", "ja"},
		{"", "", "en-GB,en;q=0.9", "en"},
		{"", "", "fr, en;q=0.5, ja;q=0.8", "ja"},
		{"", "", "en;q=0, ja;q=0.1", "ja"},
		{"", "", "en;q=x, ja;q=0.1", "ja"},
		{"", "", "en;q=5, ja;q=0.1", "ja"},
		{"", "", "en;q=0.7;x=y, ja;q=0.1", "ja"},
		{"", "", "tlh-nosuch-tag!, en-ZZ;q=0.4, EN_us;q=0.8, ja;q=0.7", "en"},
		{"", "", "ja;q=0.5, en;q=0.5", "ja"},
		{"", "", "en;q=0.5, ja;q=0.5", "en"},
		{"", "", "en-GB;q=0.4, ja-JP;q=0.6, en;q=0.9", "en"},
		{"", "", "und, zh-Hant-TW, ryu;q=0.9, en;q=0.1", "en"},
		{"", "", ", ;q=1,,en", "en"},
		{"", "", "-,;;;=,\xff", "ja"},
		{"", "", "*", "ja"},
		{"", "", "*, en;q=0.5", "en"},
		{"", "", "x-klingon", "ja"},
		{"", "en", "ja", "en"},
		{"", "fr", "en", "en"},
		{"", "EN", "ja", "ja"},
		{"", "\"\"", "en", "en"},
		{"ui_locales=ja", "en", "en", "ja"},
		{"ui_locales=fr%20en-US%20ja", "ja", "ja", "en"},
		{"ui_locales=fr", "en", "ja", "en"},
	} {
		r := httptest.NewRequest("GET", "/?"+c.query, nil)
		r.Header.Set("Accept-Language", c.accept)
		if c.cookie != "" {
			r.Header.Set("Cookie", "a=b; locale="+c.cookie)
		}
		if got := localeOf(r); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// Whatever is in the cookies, the language is one of ours.
func FuzzLocale(f *testing.F) {
	for _, seed := range []string{"", "locale=", "locale=en", `locale="en"; locale=fr`, ";;;===", "\x00locale=\xff"} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, cookies, accepted string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header["Cookie"], r.Header["Accept-Language"] = []string{cookies}, []string{accepted}
		if locale := localeOf(r); locale != "ja" && locale != "en" {
			t.Fatalf("%q, %q gave the language %q", cookies, accepted, locale)
		}
	})
}
