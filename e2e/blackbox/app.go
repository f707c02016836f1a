package blackbox

import (
	"fmt"
	"net/url"
)

// Allow goes through what an app asks for, from the address that it sends the browser to: it allows
// everything, and answers the address of the app at which the browser ends. It is an error when the
// browser ends elsewhere.
func (m *Member) Allow(address string) (*url.URL, error) {
	a, err := m.Get(address)
	for range 6 {
		if err != nil {
			return nil, err
		}
		to, err := url.Parse(a.Header.Get("Location"))
		switch {
		case err != nil || a.Header.Get("Location") == "":
			return nil, fmt.Errorf("%s leads nowhere: %s, %v", address, a, err)
		case to.IsAbs():
			return to, nil
		case to.Path == "/oidc/consent":
			var form url.Values
			if form, err = m.ConsentForm(to.Query().Get("request")); err != nil {
				return nil, err
			}
			a, err = m.PostForm(m.s.Origin+"/oidc/consent/form", form.Encode())
			if err != nil {
				return nil, err
			}
		case to.Path == "/oidc":
			a, err = m.Get(to.String())
			if err != nil {
				return nil, err
			}
		default:
			return nil, fmt.Errorf("%s leads to %s", address, to)
		}
	}
	return nil, fmt.Errorf("%s never ends", address)
}

// ConsentForm is the form of the page on which an app's request waits, with everything allowed.
func (m *Member) ConsentForm(key string) (url.Values, error) {
	page, err := m.Get("/oidc/consent/screen-data?request=" + url.QueryEscape(key))
	if err != nil {
		return nil, err
	}
	form := url.Values{"request": {key}, "accountId": {page.Text("accountId")}}
	return form, Everything(page, form)
}

// Everything adds all scopes that a page asks for to its form.
func Everything(page Answer, form url.Values) error {
	for _, kind := range []string{"unauthorizedScopeKeys", "updatedScopeKeys"} {
		scopes, ok := page.Body[kind].([]any)
		if !ok {
			return fmt.Errorf("no page of consent: %s", page)
		}
		for _, scope := range scopes {
			form.Add("addScope", scope.(string))
		}
	}
	return nil
}
