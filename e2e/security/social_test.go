package security

import (
	"net/http"
	"net/url"
	"strings"
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

// comeBack is how a browser comes back from a provider: by opening the address, or by posting the form to it.
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

// bySocial is a member who has signed up with an account at LINE's and has no password.
func (s *stack) bySocial(subject string) *person {
	s.T.Helper()
	p := s.visitor()
	must(s.T, p.ConsentToPolicies())
	a := p.by("Google", "signup", map[string]any{"subject": subject, "email": p.Email, "emailVerified": true, "name": "灯 一"})
	if to := a.Header.Get("Location"); to != "/signup/form" {
		s.T.Fatalf("back from the provider: %d to %q", a.Status, to)
	}
	form := map[string]any{"nickname": p.Nickname, "email": p.Email}
	p.ok("/zapi/signup/confirm", map[string]any{"inputtedData": map[string]any{"formData": form, "policyConsentData": p.Consents}})
	form["customAssociatedInfo"], form["policyConsentData"] = []any{}, p.Consents
	p.ok("/zapi/signup", form)
	return p
}
