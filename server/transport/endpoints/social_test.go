package endpoints_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/identity/login"
	"kaiin/server/transport/edge/edgetest"
)

func TestSocialRoutes(t *testing.T) { // R-044 R-045 R-046 R-047 C-057 A-082 A-083
	var left login.ExternalStart
	var brought login.ExternalAnswer
	var fail error
	e := edgetest.New(t, nil).Edge
	e.Social.Leave = func(_ context.Context, _ actor.Actor, in login.ExternalStart) (login.Left, error) {
		left = in
		return login.Left{URL: "https://idp.example/authorize?state=s", State: "s", Browser: strings.Repeat("b", 43)}, fail
	}
	e.Social.Return = func(_ context.Context, _ actor.Actor, in login.ExternalAnswer) (login.Entered, error) {
		brought = in
		return login.Entered{Next: step.MyPage}, fail
	}
	const form = "application/x-www-form-urlencoded"
	cookie := e.Social.VisitCookie("s") + "=" + strings.Repeat("b", 43)
	for _, c := range []struct {
		name, method, path, body string
		header                   map[string]string
		fail                     error
		status                   int
		location                 string
	}{
		{"the entry", "GET", "/auth", "", nil, nil, 302, "/login"},
		{"leaving", "GET", "/auth/authorize?userIdentifierType=Yahoo%21+JAPAN&socialActionType=login&returnTo=%2Fplans", "", nil, nil, 302, "https://idp.example/authorize?state=s"},
		{"security 43: an image of another site", "GET", "/auth/authorize?userIdentifierType=LINE&socialActionType=enableExternalAuth", "", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image"}, nil, 403, ""},
		{"security 43: a link of another site", "GET", "/auth/authorize?userIdentifierType=LINE&socialActionType=enableExternalAuth", "", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}, nil, 403, ""},
		{"security 43: an image of this site", "GET", "/auth/authorize?userIdentifierType=LINE&socialActionType=enableExternalAuth", "", map[string]string{"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "image"}, nil, 403, ""},
		{"to be proved once more first", "GET", "/auth/authorize?userIdentifierType=LINE&socialActionType=enableExternalAuth", "", nil, fault.Reauthenticate(), 302, "/login/confirm?returnTo=%2Fmypage"},
		{"in a restricted profile", "GET", "/auth/authorize?userIdentifierType=LINE&socialActionType=enableExternalAuth", "", nil, fault.Denied(fault.ProfileForbidden), 303, "/mypage"},
		{"what is not offered", "GET", "/auth/authorize?userIdentifierType=X", "", nil, fault.NotFound(), 404, ""},
		{"coming back", "GET", "/auth/callback?state=s&code=c", "", nil, nil, 303, "/mypage"},
		{"coming back by a post from another site", "POST", "/auth/callback/form", "state=s&code=c", map[string]string{"Origin": "null", "Sec-Fetch-Site": "cross-site", "Content-Type": form}, nil, 303, "/mypage"},
		{"refused", "GET", "/auth/callback?state=s&code=c", "", nil, fault.Conflict("ACCOUNT_ALREADY_EXISTS"), 303, "/social/relate/error?code=ACCOUNT_ALREADY_EXISTS"},
		{"a sign-up by a member", "GET", "/auth/callback?state=s&code=c", "", nil, fault.BrokenFlow("ALREADY_SIGNED_IN", step.MyPage), 303, "/mypage"},
		{"the provider is down", "GET", "/auth/callback?state=s&code=c", "", nil, fault.Unavailable(fault.CodeUnavailable, nil), 503, ""},
		{"another method", "POST", "/auth/callback", "", map[string]string{"Content-Type": form}, nil, 405, ""},
		{"another method", "GET", "/auth/callback/form", "", nil, nil, 405, ""},
	} {
		left, brought, fail = login.ExternalStart{}, login.ExternalAnswer{}, c.fail
		r := httptest.NewRequest(c.method, c.path, strings.NewReader(c.body))
		r.Header.Set("Cookie", cookie)
		for name, value := range c.header {
			r.Header.Set(name, value)
		}
		w := httptest.NewRecorder()
		e.ServeHTTP(w, r)
		if w.Code != c.status || w.Header().Get("Location") != c.location || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d to %q, %v", c.name, w.Code, w.Header().Get("Location"), w.Header())
		}
		if c.status == http.StatusForbidden && left != (login.ExternalStart{}) {
			t.Errorf("%s: a visit began", c.name)
		}
		if c.status == 303 && strings.HasPrefix(c.path, "/auth/callback") && (brought.State != "s" || brought.Code != "c" || brought.Browser != strings.Repeat("b", 43)) {
			t.Errorf("%s: %+v", c.name, brought)
		}
		if c.name == "leaving" {
			set := w.Header().Get("Set-Cookie")
			if left.Type != "Yahoo! JAPAN" || left.Action != "login" || left.ReturnTo != "/plans" || !strings.HasPrefix(set, cookie) || !strings.Contains(set, "HttpOnly") {
				t.Errorf("%+v, cookie %q", left, set)
			}
		}
	}
}

// Each visit is bound by a cookie of its own, which no other site of the domain can set; what was
// planted is not taken over (D-13).
func TestAVisitIsBoundByACookieOfItsOwn(t *testing.T) {
	planted := strings.Repeat("p", 43)
	var brought []string
	e := edgetest.New(t, nil).Edge
	visits := 0
	e.Social.Leave = func(context.Context, actor.Actor, login.ExternalStart) (login.Left, error) {
		visits++
		n := strconv.Itoa(visits)
		return login.Left{URL: "https://idp.example/", State: "state" + n, Browser: strings.Repeat(n, 43)}, nil
	}
	e.Social.Return = func(_ context.Context, _ actor.Actor, in login.ExternalAnswer) (login.Entered, error) {
		brought = append(brought, in.Browser)
		return login.Entered{Next: step.MyPage}, nil
	}
	ask := func(method, path, body, cookie string) *http.Response {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Header.Set("Cookie", cookie)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		e.ServeHTTP(w, r)
		return w.Result()
	}
	leave := func() *http.Cookie {
		t.Helper()
		set := ask("GET", "/auth/authorize?userIdentifierType=LINE&socialActionType=login", "", "external="+planted).Cookies()
		if len(set) != 1 || set[0].Value == planted {
			t.Fatalf("cookies %v", set)
		}
		return set[0]
	}
	first, second := leave(), leave()
	for _, c := range []*http.Cookie{first, second} {
		if !strings.HasPrefix(c.Name, "__Host-external-") || !c.Secure || !c.HttpOnly || c.Path != "/" || c.Domain != "" || c.SameSite != http.SameSiteNoneMode || c.MaxAge != 600 {
			t.Errorf("cookie %+v", c)
		}
	}
	pair := func(c *http.Cookie) string { return c.Name + "=" + c.Value }
	bare := strings.TrimPrefix(first.Name, "__Host-")
	for _, c := range []struct{ name, state, cookie, want string }{
		{"the second tab comes back first", "state2", pair(first) + "; " + pair(second), second.Value},
		{"the first one after it", "state1", pair(first), first.Value},
		{"an attacker's visit with a planted cookie", "state1", "external=" + first.Value + "; " + bare + "=" + first.Value, ""},
		{"a cookie of another visit", "state1", pair(second), ""},
		{"two different ones", "state1", pair(first) + "; " + first.Name + "=" + planted, ""},
	} {
		for method, path := range map[string]string{"GET": "/auth/callback?code=c&state=" + c.state, "POST": "/auth/callback/form"} {
			brought = nil
			answer := ask(method, path, "code=c&state="+c.state, c.cookie)
			if len(brought) != 1 || brought[0] != c.want {
				t.Errorf("%s: %q", c.name, brought)
			}
			gone := slices.ContainsFunc(answer.Cookies(), func(set *http.Cookie) bool { return set.Name == e.Social.VisitCookie(c.state) && set.MaxAge < 0 })
			if gone != (c.want != "") {
				t.Errorf("%s: the cookie is taken away: %v", c.name, gone)
			}
		}
	}
}
