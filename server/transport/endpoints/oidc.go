package endpoints

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/identity/pin"
	"kaiin/server/oidc"
	"kaiin/server/oidc/protocol"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/visit"
)

// Apps are the addresses at which other apps ask members for access (OpenID Connect). Package
// oidc/protocol speaks with the apps; here is what it needs of this site: who asks, where its pages
// are, and how a browser is logged out.
type Apps struct {
	Site

	Provider *oidc.Service
	Pins     *pin.Service
	// Logout ends the session of the actor.
	Logout func(r *http.Request, a actor.Actor) error
}

// Mount puts the addresses on the mux.
func (s *Apps) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	endpoints := &protocol.Endpoints{
		Provider: s.Provider, Pins: s.Pins,
		Enabled: func(r *http.Request) (bool, error) {
			settings, err := s.Guard.Settings(r.Context())
			if err != nil {
				return false, err
			}
			return settings.Flags.Oidc, nil
		},
		Known: s.Guard.Known(func(w http.ResponseWriter, r *http.Request, err error) {
			s.Pages.Fail(w, r, s.Guard.Failed(r, "the OpenID provider", err))
		}),
		Own:     s.Guard.OwnOrigin(func(w http.ResponseWriter, r *http.Request, status int, _ fault.Code) { s.Pages.Fail(w, r, status) }),
		Actor:   func(r *http.Request) actor.Actor { return viewer.Actor(r.Context()) },
		Network: func(r *http.Request) string { return visit.Of(r.Context()).Stranger().Actor.Network() },
		Path:    pageFor,
		Page:    showFault,
		Remember: func(r *http.Request, browser string) {
			viewer.SetAppBrowser(r.Context(), s.Config.Secure(), browser, oidc.RequestLife)
		},
		Logout: func(_ http.ResponseWriter, r *http.Request) error {
			err := s.Logout(r, viewer.Actor(r.Context()))
			if err == nil {
				viewer.ClearSession(r.Context())
			}
			return err
		},
	}
	endpoints.Prepare()
	endpoints.Mount(mux, before)
	mux.HandleFunc("GET /oidc/error", s.fault)
}

// fault answers a program that asks for data with the status of an error and all that the address
// says (E-034 to E-036); a browser gets the page.
func (s *Apps) fault(w http.ResponseWriter, r *http.Request) {
	accept := r.Header.Get("Accept")
	if !strings.Contains(accept, "application/json") || strings.Contains(accept, "text/html") {
		s.Pages.ServeHTTP(w, r)
		return
	}
	told := map[string]string{}
	for name, values := range r.URL.Query() {
		told[oidc.Shortened(name)] = oidc.Shortened(values[0])
	}
	told["message"] = "OIDC Error"
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(oidc.FaultStatus(told["status"]))
	_ = json.NewEncoder(w).Encode(told)
}

// FormsTo is where the form of a page leads in the end: to the app whose request it answers.
// Browsers hold the policy of the page against every redirect that follows on its form (Content
// Security Policy 3, form-action).
func (s *Apps) FormsTo(r *http.Request) []string {
	query := r.URL.Query()
	if r.URL.Path == protocol.LogoutPage {
		asked, err := s.Provider.ReadLogout(r.Context(), "", query.Get("client_id"), query.Get("post_logout_redirect_uri"))
		if err == nil && asked.Back != "" {
			return []string{protocol.Origin(asked.Back)}
		}
		return nil
	}
	for _, page := range []step.Step{step.OidcConsent(""), step.OidcAccount("")} {
		if !strings.HasPrefix(paths.Of(page), r.URL.Path+"?") {
			continue
		}
		request, err := s.Provider.Find(r.Context(), viewer.AppBrowsers(r, s.Config.Secure()), query.Get("request"))
		if err == nil && request != nil { // else the page says what is wrong, without a form
			return []string{protocol.Origin(request.RedirectURI)}
		}
	}
	return nil
}

// pageFor is the page for what a request waits for that was asked at a time. It comes back to the
// request by its address.
func pageFor(need oidc.Need, key string, askedAt time.Time) string {
	back := paths.Of(step.OidcContinue(key))
	switch need {
	case oidc.NeedsSignup:
		return paths.Of(step.OidcSignup.AndBack(back))
	case oidc.NeedsLogin:
		return paths.Of(step.Login.For(step.RelyingParty).AndBack(back))
	case oidc.NeedsPassword:
		return paths.Of(step.ChangePassword.AndBack(back))
	case oidc.NeedsProof:
		return paths.Of(step.ProvedSince(askedAt).AndBack(back))
	case oidc.NeedsPolicies:
		return paths.Of(step.ReConsent.AndBack(back))
	case oidc.NeedsAccount:
		return paths.Of(step.OidcAccount(key))
	case oidc.NeedsConsent, oidc.NeedsProfile: // the page is closed to the profile, and says so
		return paths.Of(step.OidcConsent(key))
	}
	return paths.Of(step.LoggedOut)
}

// showFault leads to the page that shows an error which no app may be told.
func showFault(w http.ResponseWriter, r *http.Request, f *protocol.PageFault) {
	query := url.Values{"status": {strconv.Itoa(f.Status)}, "error": {f.Kind}}
	if f.Description != "" {
		query.Set("error_description", f.Description)
	}
	http.Redirect(w, r, "/oidc/error?"+query.Encode(), http.StatusSeeOther)
}
