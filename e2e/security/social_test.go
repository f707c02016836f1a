package security

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// toProvider opens the way to a provider and answers the address of its page.
func (p *person) toProvider(kind, action string) string {
	p.t.Helper()
	a, err := p.Get("/auth/authorize?" + url.Values{"userIdentifierType": {kind}, "socialActionType": {action}}.Encode())
	must(p.t, err)
	if a.Status != http.StatusFound && a.Status != http.StatusSeeOther {
		p.t.Fatalf("the way to %s: %d %s", kind, a.Status, a.Header)
	}
	return a.Header.Get("Location")
}

// comeBack is how a browser comes back from a provider: by opening the address, or by posting the
// form to it.
type comeBack struct {
	RedirectTo string
	Form       map[string]string
}

// choose makes a choice at the provider's page.
func (s *stack) choose(page string, choice map[string]any) comeBack {
	s.T.Helper()
	face, _, _ := strings.Cut(strings.TrimPrefix(page, s.Outside.URL+"/idp/"), "/")
	body := map[string]any{"url": page}
	for name, value := range choice {
		body[name] = value
	}
	var back comeBack
	must(s.T, s.Outside.Call("POST", "/idp/"+face+"/approve", body, &back))
	return back
}

// comeBack is where the site sends the browser that comes back.
func (p *person) comeBack(back comeBack) answer {
	p.t.Helper()
	if back.Form == nil {
		a, err := p.Get(back.RedirectTo)
		must(p.t, err)
		return a
	}
	form := url.Values{}
	for name, value := range back.Form {
		form.Set(name, value)
	}
	a, err := p.Send("POST", back.RedirectTo, []byte(form.Encode()), func(r *http.Request) {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", p.s.Outside.URL) // the provider's page has posted it
		r.Header.Set("Sec-Fetch-Site", "cross-site")
	})
	must(p.t, err)
	return a
}

// by goes to the provider and comes back as somebody.
func (p *person) by(kind, action string, choice map[string]any) answer {
	p.t.Helper()
	return p.comeBack(p.s.choose(p.toProvider(kind, action), choice))
}

// bySocial is a member who has signed up with an account at Google's and has no password.
// Their subject there is their nickname here.
func (s *stack) bySocial() *person {
	s.T.Helper()
	p := s.visitor()
	must(s.T, p.ConsentToPolicies())
	a := p.by("Google", "signup", map[string]any{"subject": p.Nickname, "email": p.Email, "emailVerified": true, "name": "灯 一"})
	if to := a.Header.Get("Location"); to != "/signup/form" {
		s.T.Fatalf("back from the provider: %d to %q", a.Status, to)
	}
	form := map[string]any{"nickname": p.Nickname, "email": p.Email}
	p.ok("/zapi/signup/confirm", map[string]any{"inputtedData": map[string]any{"formData": form, "policyConsentData": p.Consents}})
	form["customAssociatedInfo"], form["policyConsentData"] = []any{}, p.Consents
	p.ok("/zapi/signup", form)
	return p
}

// The identity follows from the provider and the subject there, never from an address.
func TestSecurity64AnAddressOpensNoAccount(t *testing.T) {
	s := inTurn(t)
	victim := s.member()
	linked := s.bySocial()
	mine := func(b *person) string {
		account, _ := b.page("/mypage").Body["account"].(map[string]any)
		id, _ := account["authId"].(string)
		return id
	}
	accounts, external := s.Rows("SELECT count(*) FROM accounts")[0], s.Rows("SELECT count(*) FROM external_accounts")[0]
	for what, c := range map[string]struct {
		kind   string
		choice map[string]any
	}{
		"the victim's address, not verified":            {"Google", map[string]any{"subject": "evil1", "email": victim.Email}},
		"the victim's address, verified":                {"Google", map[string]any{"subject": "evil2", "email": victim.Email, "emailVerified": true}},
		"the victim's address in capitals":              {"Google", map[string]any{"subject": "evil3", "email": strings.ToUpper(victim.Email), "emailVerified": true}},
		"the address of a linked account":               {"Google", map[string]any{"subject": "evil4", "email": linked.Email, "emailVerified": true}},
		"the same subject at another provider":          {"LINE", map[string]any{"subject": linked.Nickname, "email": linked.Email}},
		"the victim's address at one that says nothing": {"LINE", map[string]any{"subject": "evil5", "email": victim.Email}},
	} {
		for _, action := range []string{"login", "signup"} {
			b := s.visitor()
			a := b.by(c.kind, action, c.choice)
			if to := a.Header.Get("Location"); b.signedIn() || strings.HasPrefix(to, "/mypage") || to == "/signup/form" {
				t.Errorf("%s by %s: %d to %q, inside %v", what, action, a.Status, to, b.signedIn())
			}
		}
	}
	if got := s.Rows("SELECT count(*) FROM external_accounts"); got[0] != external {
		t.Errorf("%s external accounts are linked, %s before", got[0], external)
	}
	if got := s.Rows("SELECT count(*) FROM accounts"); got[0] != accounts {
		t.Errorf("%s accounts", got[0])
	}
	// The owner of the linked one gets in whatever address the provider tells.
	owner := s.visitor()
	owner.by("Google", "login", map[string]any{"subject": linked.Nickname, "email": victim.Email, "emailVerified": true})
	if mine(owner) != mine(linked) || mine(owner) == "" {
		t.Errorf("the owner is %q, want %q", mine(owner), mine(linked))
	}
}

// An account at a provider is linked to one account here.
func TestSecurity64AnExternalAccountIsOnePersons(t *testing.T) {
	s := together(t)
	one, other := s.member(), s.member()
	choice := map[string]any{"subject": "shared", "email": "shared@example.jp", "emailVerified": true}
	if a := one.by("Google", "enableExternalAuth", choice); a.Header.Get("Location") != "/mypage/social/enable/complete" {
		t.Fatalf("linking: %d to %q", a.Status, a.Header.Get("Location"))
	}
	if a := other.by("Google", "enableExternalAuth", choice); !strings.HasPrefix(a.Header.Get("Location"), "/social/relate/error") {
		t.Errorf("linking it to another: %d to %q", a.Status, a.Header.Get("Location"))
	}
	if got := s.Rows("SELECT count(*) FROM external_accounts WHERE subject = 'shared'"); got[0] != "1" {
		t.Errorf("%s external accounts are linked", got[0])
	}
}

// An answer of a provider counts once, in the browser that asked: fifty at once let one in.
func TestSecurity64AnAnswerOfAProviderCountsOnce(t *testing.T) {
	s := together(t)
	member := s.bySocial()
	p := member.elsewhere()
	page := p.toProvider("Google", "login")
	back := s.choose(page, map[string]any{"subject": member.Nickname, "email": p.Email, "emailVerified": true})
	site, err := url.Parse(s.Origin)
	must(t, err)
	cookies := p.Client.Jar.Cookies(site)
	inside := make(chan bool, 50)
	var all sync.WaitGroup
	for range 50 {
		twin := p.elsewhere()
		twin.IP = p.IP
		twin.Client.Jar.SetCookies(site, cookies)
		all.Go(func() {
			if twin.comeBack(back); twin.signedIn() {
				inside <- true
			}
		})
	}
	all.Wait()
	if len(inside) != 1 {
		t.Errorf("%d of 50 got in with one answer", len(inside))
	}
	stranger := s.visitor()
	if a := stranger.comeBack(s.choose(p.elsewhere().toProvider("Google", "login"), map[string]any{"subject": member.Nickname})); stranger.signedIn() {
		t.Errorf("an answer to another browser lets in: %s", a)
	}
}
