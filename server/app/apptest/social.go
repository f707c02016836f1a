package apptest

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// ComeBack is how the browser comes back from an external provider: by opening To, or by posting
// Form to it.
type ComeBack struct {
	To   string
	Form url.Values // nil: To is opened
}

// Choose makes the person's choice at the provider's page that the product sent the browser to. The
// choice is
// {"user": "taro"}, {"subject": "1", "email": "a@example.com", "emailVerified": true} or {"deny":
// true}; with "outcome" the sign-in goes wrong in that way (package idp lists all of it).
func (s *Stack) Choose(t testing.TB, providerPage string, choice map[string]any) ComeBack {
	t.Helper()
	face, _, _ := strings.Cut(strings.TrimPrefix(providerPage, s.Sandbox+"/idp/"), "/")
	body := map[string]any{"url": providerPage}
	for name, value := range choice {
		body[name] = value
	}
	var out struct {
		RedirectTo string
		Form       map[string]string
	}
	s.ask(t, http.MethodPost, "/idp/"+face+"/approve", body, &out)
	back := ComeBack{To: out.RedirectTo}
	for name, value := range out.Form {
		if back.Form == nil {
			back.Form = url.Values{}
		}
		back.Form.Set(name, value)
	}
	return back
}
