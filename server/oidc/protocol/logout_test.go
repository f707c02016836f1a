package protocol_test

import (
	"maps"
	"net/http"
	"net/url"
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/sandbox/sandboxtest"
)

// hint is an ID token that Web has got for the member.
func (w *world) hint() string {
	w.t.Helper()
	_, tokens, _ := w.post("/oidc/token", exchange(w.authorize(asks()).Get("code")))
	hint, _ := tokens["id_token"].(string)
	return hint
}

// submit posts a form of a page, without following where it leads.
func (w *world) submit(path string, form url.Values) (status int, location string) {
	w.t.Helper()
	client := &http.Client{Transport: sandboxtest.Transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.PostForm(w.url+path, form)
	if err != nil {
		w.t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode, answer.Header.Get("Location")
}

const logoutBack = "https://cinema.example/"

// Without an ID token of the member who is logged in, the member is asked. The page knows the app
// and the way back only where both are registered.
func TestAppsAskBeforeTheyLogOut(t *testing.T) { // D-63
	w := setup(t, nil)
	w.member = w.Member(t)
	hint := w.hint()
	first := w.member
	w.member = w.Member(t)
	for name, c := range map[string]struct {
		asked url.Values
		page  string
	}{
		"nothing":               {url.Values{}, ""},
		"no hint":               {url.Values{"client_id": {"cinema"}, "post_logout_redirect_uri": {logoutBack}, "state": {"s&t"}}, "?client_id=cinema&post_logout_redirect_uri=https%3A%2F%2Fcinema.example%2F&state=s%26t"},
		"another's hint":        {url.Values{"id_token_hint": {hint}, "post_logout_redirect_uri": {logoutBack}}, "?client_id=cinema&post_logout_redirect_uri=https%3A%2F%2Fcinema.example%2F"},
		"no hint of ours":       {url.Values{"id_token_hint": {"x.y.z"}, "client_id": {"cinema"}}, "?client_id=cinema"},
		"another app's hint":    {url.Values{"id_token_hint": {hint}, "client_id": {"tv-app"}, "post_logout_redirect_uri": {logoutBack}}, ""},
		"an unknown way back":   {url.Values{"client_id": {"cinema"}, "post_logout_redirect_uri": {"https://evil.example/"}, "state": {"s"}}, "?client_id=cinema"},
		"unregistered way back": {url.Values{"post_logout_redirect_uri": {logoutBack}}, ""},
		"an unknown app":        {url.Values{"client_id": {"unknown"}, "post_logout_redirect_uri": {logoutBack}}, ""},
		"a way back of others":  {url.Values{"client_id": {"tv-app"}, "post_logout_redirect_uri": {logoutBack}}, "?client_id=tv-app"},
	} {
		if status, to, _ := w.browse("/oidc/end_session?" + c.asked.Encode()); status != http.StatusSeeOther || to.String() != "/oidc/logout"+c.page || w.ended {
			t.Errorf("%s: %d %v", name, status, to)
		}
		if status, to := w.submit("/oidc/end_session", c.asked); status != http.StatusSeeOther || to != "/oidc/logout"+c.page || w.ended {
			t.Errorf("%s, posted: %d %v", name, status, to)
		}
	}
	if status, _, _ := w.browse("/oidc/end_session?client_id=cinema&client_id=cinema"); status != http.StatusBadRequest || w.ended {
		t.Errorf("a parameter twice: %d", status)
	}

	w.member = first
	w.Clock.Advance(time.Hour) // a hint may be over
	if _, to := w.submit("/oidc/end_session", url.Values{"id_token_hint": {hint}, "post_logout_redirect_uri": {logoutBack}, "state": {"s"}}); !w.ended || to != logoutBack+"?state=s" {
		t.Errorf("the member's own hint: %v", to)
	}
	w.member = actor.Actor{Locale: "ja"}
	if _, to, _ := w.browse("/oidc/end_session?" + url.Values{"id_token_hint": {hint}, "post_logout_redirect_uri": {"https://evil.example/"}}.Encode()); to.Host != "" {
		t.Errorf("an address that is not registered: %v", to)
	}
}

// What the page's form says is checked again: it leads nowhere that is not registered, and logs out
// only the member who was asked.
func TestMembersAreAskedForALogout(t *testing.T) { // D-63
	w := setup(t, nil)
	w.member = w.Member(t)
	form := url.Values{"accountId": {w.member.AccountID.String()}, "client_id": {"cinema"}, "post_logout_redirect_uri": {logoutBack}, "state": {"s"}}
	with := func(name, value string) url.Values {
		changed := maps.Clone(form)
		changed.Set(name, value)
		return changed
	}
	if _, to := w.submit("/oidc/logout/form", with("accountId", w.Member(t).AccountID.String())); w.ended || to != "/oidc/logout?client_id=cinema&post_logout_redirect_uri=https%3A%2F%2Fcinema.example%2F&state=s" {
		t.Errorf("somebody else was asked: %v", to)
	}
	if status, _, _ := w.browse("/oidc/logout/form?" + form.Encode()); status != http.StatusMethodNotAllowed || w.ended {
		t.Errorf("by GET: %d", status)
	}
	if _, to := w.submit("/oidc/logout/form", form); !w.ended || to != logoutBack+"?state=s" {
		t.Errorf("%v", to)
	}
	for name, changed := range map[string]url.Values{
		"an unknown way back": with("post_logout_redirect_uri", "https://evil.example/"), "another app's way back": with("client_id", "tv-app"),
		"no app": with("client_id", ""), "a path": with("post_logout_redirect_uri", "//evil.example/"),
	} {
		w.member, w.ended = w.Member(t), false
		changed.Set("accountId", w.member.AccountID.String())
		if _, to := w.submit("/oidc/logout/form", changed); !w.ended || to != "/page/?request=" {
			t.Errorf("%s: %v", name, to)
		}
	}
	w.member = actor.Actor{Locale: "ja"}
	if _, to := w.submit("/oidc/logout/form", form); to != logoutBack+"?state=s" {
		t.Errorf("logged out in another tab: %v", to)
	}
}
