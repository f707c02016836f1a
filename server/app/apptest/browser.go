package apptest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/sandbox/sandboxtest"
)

// Browser calls the site as a browser does: with cookies, an Origin, and a language.
type Browser struct {
	t    testing.TB
	site string
	jar  *cookiejar.Jar
	http *http.Client

	cards int // registered by RegisterCard
}

// Answer is what came back.
type Answer struct {
	*http.Response
	Text string
}

// JSON is the answer's object.
func (a Answer) JSON(t testing.TB) map[string]any {
	t.Helper()
	object := map[string]any{}
	if err := json.Unmarshal([]byte(a.Text), &object); err != nil {
		t.Fatalf("status %d: %v in %s", a.StatusCode, err, a.Text)
	}
	return object
}

// Browser is a visitor's.
func (s *Stack) Browser(t testing.TB) *Browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &Browser{t: t, site: s.Site, jar: jar, http: &http.Client{Transport: sandboxtest.Transport, Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// Member is a new member and the browser they are logged in with.
func (s *Stack) Member(t testing.TB, options ...accounttest.Option) (*ent.Account, *Browser) {
	t.Helper()
	row := accounttest.Member(t, s.Account, options...)
	signed, err := s.Session.SignIn(t.Context(), actor.Actor{Locale: "ja", IP: "192.0.2.1", UserAgent: "test"}, row, actor.MethodPassword)
	if err != nil {
		t.Fatal(err)
	}
	b := s.Browser(t)
	b.SetCookie("sid", signed.Token)
	b.SetCookie("auid", row.ID.String())
	return row, b
}

// SetCookie puts a cookie into the browser.
func (b *Browser) SetCookie(name, value string) {
	b.t.Helper()
	u, err := url.Parse(b.site)
	if err != nil {
		b.t.Fatal(err)
	}
	b.jar.SetCookies(u, []*http.Cookie{{Name: name, Value: value, Path: "/"}})
}

// Cookie is the value of a cookie the browser has; "" when it has none.
func (b *Browser) Cookie(name string) string {
	b.t.Helper()
	u, err := url.Parse(b.site)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, c := range b.jar.Cookies(u) {
		if c.Name == name {
			return c.Value
		}
	}
	return ""
}

// Get asks for a path.
func (b *Browser) Get(path string) Answer { return b.Do(http.MethodGet, path, "") }

// Post sends a body, as JSON unless it is a text, which is sent as it is.
func (b *Browser) Post(path string, body any) Answer {
	b.t.Helper()
	if text, ok := body.(string); ok {
		return b.Do(http.MethodPost, path, text)
	}
	text, err := json.Marshal(body)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.Do(http.MethodPost, path, string(text))
}

// Do sends any request; headers are name, value pairs and replace what a browser would have sent.
func (b *Browser) Do(method, path, body string, headers ...string) Answer {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.site+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Accept-Language", "en")
	r.Header.Set("User-Agent", "Mozilla/5.0 (test)")
	if method != http.MethodGet {
		r.Header.Set("Origin", b.site)
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		if r.Header.Del(headers[i]); headers[i+1] != "" {
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	answer, err := b.http.Do(r)
	if err != nil {
		b.t.Fatal(fmt.Errorf("%s %s: %w", method, path, err))
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return Answer{answer, string(text)}
}
