package security

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kaiin/schema"
)

// changes are calls that change something of a member, with bodies that would do it.
func changes() map[string]string {
	logout := schema.Documents()["Logout"]
	return map[string]string{
		"/logout":                              `{}`,
		"/zapi/account/password/edit":          fmt.Sprintf(`{"oldPassword":%q,"newPassword":"qzvkx7pw"}`, password),
		"/zapi/account/withdraw/confirm":       `{"consent":true,"answers":[]}`,
		"/zapi/account/backup-code-regenerate": `{"backupCodeList":[]}`,
		"/zapi/purchase/verify/monthly":        `{"paymentMethodId":"new"}`,
		"/graphql":                             fmt.Sprintf(`{"operationName":"Logout","variables":{},"extensions":{"persistedQuery":{"sha256Hash":%q}}}`, logout.Hash),
	}
}

// What another site sends with the member's cookies changes nothing.
func TestSecurity42OtherSitesChangeNothing(t *testing.T) {
	s := together(t)
	p := s.member()
	from := func(origin, site, kind string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Del("Origin")
			r.Header.Del("Content-Type")
			for name, value := range map[string]string{"Origin": origin, "Sec-Fetch-Site": site, "Content-Type": kind} {
				if value != "" {
					r.Header.Set(name, value)
				}
			}
		}
	}
	for path, body := range changes() {
		for what, c := range map[string]struct {
			method string
			body   string
			change func(*http.Request)
		}{
			"another origin":                 {"POST", body, from("https://evil.example", "", "application/json")},
			"a subdomain":                    {"POST", body, from(strings.Replace(s.Origin, "://", "://evil.", 1), "", "application/json")},
			"the null origin":                {"POST", body, from("null", "", "application/json")},
			"a browser that says cross-site": {"POST", body, from("", "cross-site", "application/json")},
			"a browser that says same-site":  {"POST", body, from(s.Origin, "same-site", "application/json")},
			"a form of another site":         {"POST", "a=1", from("https://evil.example", "cross-site", "application/x-www-form-urlencoded")},
			"a form without Origin":          {"POST", "a=1", from("", "", "application/x-www-form-urlencoded")},
			"JSON as text without Origin":    {"POST", body, from("", "", "text/plain")},
			"no content type":                {"POST", body, from("", "", "")},
			"GET":                            {"GET", "", nil},
			"PUT":                            {"PUT", body, from(s.Origin, "same-origin", "application/json")},
			"a method in a header":           {"GET", "", func(r *http.Request) { r.Header.Set("X-HTTP-Method-Override", "POST") }},
		} {
			var text []byte
			if c.body != "" {
				text = []byte(c.body)
			}
			a, err := p.Send(c.method, path, text, c.change)
			must(t, err)
			if a.Status < 400 && c.method != "GET" || a.Status == 200 && c.method == "GET" {
				t.Errorf("%s to %s: %s", what, path, a)
			}
			if origin := a.Header.Get("Access-Control-Allow-Origin"); origin != "" {
				t.Errorf("%s to %s: another site may read the answer: %s", what, path, origin)
			}
		}
	}
	if !p.signedIn() {
		t.Error("one of these has logged the member out")
	}
	if a := p.elsewhere().login(password); a.Status != 200 {
		t.Errorf("one of these has changed the password: %s", a)
	}
	// A GraphQL mutation in an address is none.
	logout := schema.Documents()["Logout"]
	address := "/graphql?" + url.Values{"operationName": {"Logout"}, "extensions": {`{"persistedQuery":{"sha256Hash":"` + logout.Hash + `"}}`}}.Encode()
	if a, err := p.Get(address); err != nil || a.Status < 400 || !p.signedIn() {
		t.Errorf("GET %s: %s, %v", address, a, err)
	}
}

// Opening an address acts on nothing: a picture in a page of another site logs no member out and
// links no account.
func TestSecurity43AddressesDoNotActByThemselves(t *testing.T) {
	s := together(t)
	p := s.member()
	picture := func(r *http.Request) {
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		r.Header.Set("Sec-Fetch-Dest", "image")
		r.Header.Set("Sec-Fetch-Mode", "no-cors")
	}
	for _, path := range []string{
		"/logout", "/logout/screen-data", "/withdraw", "/withdraw/pin-code/screen-data", "/mypage/multi-factor/otp/screen-data",
		"/auth/authorize?userIdentifierType=Google&socialActionType=enableExternalAuth", "/auth/callback?state=x&code=y",
	} {
		_, err := p.Send("GET", path, nil, picture)
		must(t, err)
	}
	if !p.signedIn() || p.elsewhere().login(password).Status != 200 {
		t.Error("a picture has acted")
	}
	a, err := p.Send("GET", "/auth/authorize?userIdentifierType=Google&socialActionType=enableExternalAuth", nil, picture)
	must(t, err)
	if strings.HasPrefix(a.Header.Get("Location"), s.Outside.URL) {
		t.Errorf("a picture leads to the provider: %s", a.Header.Get("Location"))
	}
	// A member who is lured to an answer meant for another browser links nothing.
	attacker := s.member()
	back := s.choose(attacker.toProvider("Google", "enableExternalAuth"), map[string]any{"subject": "attacker", "email": "attacker@example.jp", "emailVerified": true})
	victim := s.member()
	if a := victim.comeBack(back); a.Header.Get("Location") == "/mypage/social/enable/complete" {
		t.Errorf("the victim was led to %s", a.Header.Get("Location"))
	}
	if got := s.Rows("SELECT count(*) FROM external_accounts WHERE subject = 'attacker'"); got[0] != "0" {
		t.Errorf("%s external accounts are linked", got[0])
	}
	if a := s.visitor().by("Google", "login", map[string]any{"subject": "attacker", "email": "attacker@example.jp", "emailVerified": true}); strings.HasPrefix(a.Header.Get("Location"), "/mypage") {
		t.Errorf("the attacker's account at the provider opens an account here: %s", a.Header)
	}
}
