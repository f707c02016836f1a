package security

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
)

// with is a call that carries these cookies and no others.
func (p *person) with(method, path, body, cookies string) answer {
	p.t.Helper()
	fresh := p.s.visitor()
	fresh.IP = p.IP
	var text []byte
	if body != "" {
		text = []byte(body)
	}
	a, err := fresh.Send(method, path, text, func(r *http.Request) { r.Header.Set("Cookie", cookies) })
	must(p.t, err)
	return a
}

// opens reports whether a session's secret opens My Page.
func (p *person) opens(sid string) bool {
	p.t.Helper()
	return p.with("GET", "/mypage/screen-data", "", "sid="+sid).Body["account"] != nil
}

func TestSecurity36ASessionIsNewWithEveryLogin(t *testing.T) {
	s := together(t)
	p := s.member()
	signup := p.Cookie("sid")
	if raw, err := base64.RawURLEncoding.DecodeString(signup); err != nil || len(raw) < 16 {
		t.Errorf("sid %q is not 128 random bits, %v", signup, err)
	}
	// A planted session does not become the member's.
	planted := s.visitor()
	must(t, planted.ConsentToPolicies())
	theirs := planted.Cookie("sid")
	if theirs == "" {
		t.Fatal("a visitor who has begun something has no session")
	}
	victim := p.elsewhere()
	site, err := url.Parse(s.Origin)
	must(t, err)
	for _, value := range []string{theirs, strings.Repeat("A", 43), "fixed"} {
		victim.Client.Jar.SetCookies(site, []*http.Cookie{{Name: "sid", Value: value, Path: "/"}})
		victim.enter()
		if got := victim.Cookie("sid"); got == value || !p.opens(got) {
			t.Errorf("logging in with sid %q gives sid %q", value, got)
		}
		if p.opens(value) {
			t.Errorf("the planted sid %q is the member's", value)
		}
	}
	before := victim.Cookie("sid")
	victim.ok("/zapi/login/confirm", map[string]any{"password": password})
	if after := victim.Cookie("sid"); after == before || !p.opens(after) || p.opens(before) {
		t.Errorf("proving it once more keeps the session: %q, %q", before, after)
	}
	if !p.opens(signup) {
		t.Error("a login elsewhere has ended the session here")
	}
}

func TestSecurity37LogoutEndsTheSessionEverywhere(t *testing.T) {
	s := together(t)
	p := s.member()
	sid := p.Cookie("sid")
	page := p.page("/mypage")
	if page.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("My Page's data may be stored: %v", page.Header)
	}
	p.ok("/logout", nil)
	if p.opens(sid) {
		t.Error("the cookie still works after logging out")
	}
	a := p.with("POST", "/zapi/account/withdraw/confirm", `{"consent":true}`, "sid="+sid)
	refused(t, "a call with the old cookie", a, 401, "UNAUTHENTICATED")
	if p.Cookie("sid") != "" || p.Cookie("auid") != "" {
		t.Errorf("the browser still has sid %q and auid %q", p.Cookie("sid"), p.Cookie("auid"))
	}
	if a := p.page("/mypage"); !strings.HasPrefix(a.Text("redirectTo"), "/login") {
		t.Errorf("My Page after the logout: %s", a)
	}
}

// A member's session ends after 7 days without a request, and 30 days after the login
// whatever happens.
func TestSecurity38SessionsEnd(t *testing.T) {
	s := inTurn(t)
	idle, busy := s.member(), s.member()
	for day := 0; day < 42; day += 6 {
		s.Outside.Advance(t, 6*24*time.Hour)
		if alive := busy.signedIn(); alive != (day+6 < 30) {
			t.Fatalf("after %d days of use the session is valid: %v", day+6, alive)
		} else if !alive {
			break
		}
		if day == 6 && idle.signedIn() {
			t.Error("after 12 days without a request the session is valid")
		}
	}
}

// A member who has left or is shut out is out at once, everywhere.
func TestSecurity39AnEndedAccountIsOutAtOnce(t *testing.T) {
	s := together(t)
	gone := s.member()
	phone := gone.elsewhere().enter()
	forgot := gone.letter(resetInMail, func() { gone.ok("/zapi/auth/password/forgot", map[string]any{"email": gone.Email}) })
	gone.leave()
	suspended := s.member()
	suspendedPhone := suspended.elsewhere().enter()
	_, err := s.DB.Exec("UPDATE accounts SET status = 'suspended' WHERE email_key = $1", suspended.Email)
	must(t, err)
	for what, p := range map[string]*person{"left": gone, "left, elsewhere": phone, "suspended": suspended, "suspended, elsewhere": suspendedPhone} {
		if p.signedIn() {
			t.Errorf("%s: My Page opens", what)
		}
		a := p.send("/zapi/purchase/verify/monthly", map[string]any{"paymentMethodId": "new"})
		refused(t, what, a, 401)
	}
	refused(t, "logging in after leaving", gone.elsewhere().login(password), 403, "LOGIN_PROHIBITED")
	refused(t, "logging in while suspended", suspended.elsewhere().login(password), 403, "LOGIN_PROHIBITED")
	if a := gone.send("/zapi/auth/password/reset", map[string]any{"token": forgot, "password": "qzvkx7pw", "passwordConfirm": "qzvkx7pw"}); a.Status < 400 && a.Body["flowError"] == nil {
		t.Errorf("a link from before sets a password: %s", a)
	}
	for _, name := range []string{"sid", "auid", "tdt", "latid"} {
		if gone.Cookie(name) != "" {
			t.Errorf("the browser of a member who has left still has %s", name)
		}
	}
}

func TestSecurity40MembersAndStaffEndSessions(t *testing.T) {
	s := together(t)
	p := s.member()
	phone, tablet := p.elsewhere().enter(), p.elsewhere().enter()
	other := s.member()
	list := sessionsOf(t, p)
	if len(list) != 3 {
		t.Fatalf("%d sessions: %v", len(list), list)
	}
	here := slices.IndexFunc(list, func(m map[string]any) bool { return m["current"] == true })
	if here < 0 {
		t.Fatalf("none is this one: %v", list)
	}
	theirs := sessionsOf(t, other)[0]["sessionId"].(string)
	a, err := p.Send("DELETE", "/zapi/account/session/"+theirs, []byte("{}"), nil)
	must(t, err)
	refused(t, "ending another member's", a, 404, "NOT_FOUND")
	newest := list[0]["sessionId"].(string)
	if list[0]["current"] == true {
		newest = list[1]["sessionId"].(string)
	}
	_, err = want(p.Send("DELETE", "/zapi/account/session/"+newest, []byte("{}"), nil))
	must(t, err)
	if phone.signedIn() == tablet.signedIn() {
		t.Error("ending one session did not end one")
	}
	_, err = want(p.Send("DELETE", "/zapi/account/session", []byte("{}"), nil))
	must(t, err)
	if phone.signedIn() || tablet.signedIn() || !p.signedIn() || !other.signedIn() {
		t.Error("ending all others did not end them, or ended another member's")
	}
	s.Command("end-sessions", "--member", p.Email, "--by", "hanako", "--reason", "a test")
	if p.signedIn() || !other.signedIn() {
		t.Error("staff did not end the member's last session, or ended another's")
	}
}

func sessionsOf(t *testing.T, p *person) (list []map[string]any) {
	t.Helper()
	page, err := want(p.page("/mypage/sessions"), nil)
	must(t, err)
	all, _ := page.Body["sessions"].([]any)
	for _, one := range all {
		list = append(list, one.(map[string]any))
	}
	return list
}

// The cookies' names are the specification's, so they have no prefix __Host-; they have everything
// else it stands for.
func TestSecurity41CookiesAreGuarded(t *testing.T) {
	s := running(t)
	p := s.member()
	s.Stop()
	s.Start(blackbox.Program(), "KAIIN_ORIGIN=https://padlock.example")
	secure := func(r *http.Request) { r.Header.Set("Origin", "https://padlock.example") }
	a, err := p.elsewhere().Send("POST", "/login", []byte(fmt.Sprintf(`{"emailUserId":%q,"password":%q,"loginMethod":"Password"}`, p.Email, password)), secure)
	must(t, err)
	if a.Status != 200 {
		t.Fatalf("logging in at the secure origin: %s", a)
	}
	cookies := map[string]*http.Cookie{}
	for _, line := range a.Header.Values("Set-Cookie") {
		c, err := http.ParseSetCookie(line)
		must(t, err)
		cookies[c.Name] = c
	}
	for name, hidden := range map[string]bool{"sid": true, "latid": true, "auid": false} {
		c := cookies[name]
		if c == nil {
			t.Errorf("no cookie %s in %v", name, a.Header.Values("Set-Cookie"))
			continue
		}
		if !c.Secure || c.HttpOnly != hidden || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" {
			t.Errorf("cookie %s: %s", name, c)
		}
	}
	if c := cookies["auid"]; c != nil {
		if a := p.with("GET", "/mypage/screen-data", "", "auid="+c.Value); a.Body["account"] != nil {
			t.Errorf("auid alone opens My Page: %s", a)
		}
	}
	a, err = p.elsewhere().Send("POST", "/zapi/login/passkey/start", []byte(`{"use":"LOGIN"}`), secure)
	must(t, err)
	if lines := a.Header.Values("Set-Cookie"); a.Status != 200 || len(lines) != 1 ||
		!regexp.MustCompile(`^__Host-passkey=[A-Za-z0-9_-]{43}; Path=/; Max-Age=300; HttpOnly; Secure; SameSite=Lax$`).MatchString(lines[0]) {
		t.Errorf("a challenge for a passkey: %s, %q", a, lines)
	}
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`).MatchString(cookies["sid"].Value) {
		t.Errorf("sid %q", cookies["sid"].Value)
	}
}
