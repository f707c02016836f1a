package endpoints_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kaiin/server/desk/people/peopletest"
	"kaiin/server/identity/social"
	"kaiin/server/sandbox/sandboxtest"
)

// A browser goes to the company's issuer and back, and then on by itself: the cookie of the session
// comes along with nothing that another site causes.
func TestTheStaffLogInByTheIssuer(t *testing.T) {
	t.Parallel()
	w, box := office(t), sandboxtest.Start(t, sandboxtest.Setup{})
	s := w.Staff.People
	s.ByIssuer, s.Issuer, s.Callback = true, social.NewCompany(box.Adapters(t).StaffIssuer, s.Clock), "https://member.example.jp/staff/callback"
	peopletest.Invite(t, s, "Ren", "support")
	visit := func(path string, more ...string) (location, cookie string, status int) {
		t.Helper()
		got := w.Call("GET", path, "", append([]string{"X-Forwarded-For", "198.51.100.9"}, more...)...)
		for _, one := range got.Cookies() {
			if one.Name == "__Host-kaiin_staff_visit" && one.HttpOnly && one.Secure && one.SameSite == http.SameSiteLaxMode {
				cookie = one.Name + "=" + one.Value
			}
		}
		if got.Header.Get("Cache-Control") != "no-store" && got.StatusCode < 400 {
			t.Errorf("%s: %v", path, got.Header)
		}
		return got.Header.Get("Location"), cookie, got.StatusCode
	}
	for _, more := range [][]string{{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Dest", "document"}, {"Sec-Fetch-Site", "same-origin", "Sec-Fetch-Dest", "image"}} {
		if _, cookie, status := visit("/staff/issuer", more...); status != http.StatusForbidden || cookie != "" {
			t.Errorf("%v: %d", more, status)
		}
	}
	choose := func(address string) string {
		body, err := json.Marshal(map[string]string{"url": address, "user": "ren"})
		if err != nil {
			t.Fatal(err)
		}
		res, err := sandboxtest.Client.Post(box.URL+"/idp/company/approve", "application/json", strings.NewReader(string(body)))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		var out struct{ RedirectTo string }
		if err := json.NewDecoder(res.Body).Decode(&out); err != nil {
			t.Fatal(err)
		}
		back, err := url.Parse(out.RedirectTo)
		if err != nil || back.Path != "/staff/callback" {
			t.Fatalf("%s %v", out.RedirectTo, err)
		}
		return back.RequestURI()
	}
	for asked, want := range map[string]string{
		"/staff/members?number=1": "/staff/members?number=1", "": "/staff", "/mypage": "/staff", "//evil.example": "/staff", "https://evil.example/staff/": "/staff",
		"/staff/../mypage": "/staff", "/staff//evil.example": "/staff", "/staffs": "/staff", "/staff/\\evil": "/staff",
	} {
		location, cookie, status := visit("/staff/issuer?returnTo=" + url.QueryEscape(asked))
		if status != http.StatusFound || !strings.HasPrefix(location, box.URL+"/idp/company/authorize?") || cookie == "" {
			t.Fatalf("%d %s", status, location)
		}
		back := choose(location)
		if location, _, status := visit(back); status != http.StatusSeeOther || location != "/staff/login?code=STAFF_LOGIN_FAILED" {
			t.Errorf("in another browser: %d %s", status, location)
		}
		got := w.Call("GET", back, "", "X-Forwarded-For", "198.51.100.9", "Cookie", cookie, "Sec-Fetch-Site", "cross-site")
		session := cookieOf(t, got)
		if got.StatusCode != http.StatusOK || got.Header.Get("Refresh") != "0; url="+want || session.SameSite != http.SameSiteStrictMode {
			t.Errorf("%q: %d %v", asked, got.StatusCode, got.Header)
		}
		if who, err := s.Resume(t.Context(), session.Value); err != nil || who == nil || who.Email != peopletest.Address("Ren") {
			t.Errorf("%+v %v", who, err)
		}
		if location, _, status := visit(back, "Cookie", cookie); status != http.StatusSeeOther || location != "/staff/login?code=STAFF_LOGIN_FAILED" {
			t.Errorf("twice: %d %s", status, location)
		}
	}
	if location, _, status := visit("/staff/issuer?again=1"); status != http.StatusSeeOther || location != "/staff/login?code=UNAUTHENTICATED" {
		t.Errorf("proving once more without a session: %d %s", status, location)
	}
	if got := w.Call("POST", "/staff/session", `{"email":"a@b.example","password":"x","code":"1"}`, inOffice()...); got.StatusCode != http.StatusNotFound {
		t.Errorf("a password beside the issuer: %d", got.StatusCode)
	}
}
