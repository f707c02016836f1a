package protocol

import (
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ory/fosite"

	"kaiin/server/base/actor"
	"kaiin/server/identity/pin"
	"kaiin/server/oidc"
)

// Addresses of the protocol. Discovery names them, but for that of PINs, which no standard has.
const (
	pathAuthorize  = "/oidc/authorize"
	pathToken      = "/oidc/token"
	pathUserInfo   = "/oidc/userinfo"
	pathKeys       = "/oidc/jwks"
	pathRevoke     = "/oidc/revoke"
	pathIntrospect = "/oidc/introspect"
	pathPush       = "/oidc/par"
	pathDevice     = "/oidc/device_authorization"
	pathEnd        = "/oidc/end_session"
	pathPin        = "/oidc/pin"

	pathDevicePage = "/device"
	pathContinue   = "/oidc" // goes on with a request whose key is in the address

	pathDiscovery = "/.well-known/openid-configuration"
	pathMetadata  = "/.well-known/oauth-authorization-server" // RFC 8414
)

// LogoutPage asks the member whom an app wants to log out.
const LogoutPage = "/oidc/logout"

// Endpoints are the addresses of the protocol.
type Endpoints struct {
	Provider *oidc.Service
	Pins     *pin.Service
	Enabled  func(*http.Request) (bool, error)                          // the store lets apps in (isOidcEnabled)
	Known    func(http.Handler) http.Handler                            // finds out who asks, for what a browser calls
	Own      func(http.Handler) http.Handler                            // refuses what another site posts
	Actor    func(*http.Request) actor.Actor                            // whom Known has found
	Network  func(*http.Request) string                                 // from where an app asks (actor.Network)
	Path     func(need oidc.Need, key string, askedAt time.Time) string // the page for what a request waits for, which comes back to pathContinue
	Page     func(http.ResponseWriter, *http.Request, *PageFault)       // shows an error that no app may be told

	Remember func(r *http.Request, browser string) // gives the browser the cookie that binds its requests to it (actor.AppBrowsers)

	Logout func(http.ResponseWriter, *http.Request) error // ends the session of the browser

	fosite     *fosite.Fosite
	discovered atomic.Pointer[discovered]
}

// PageFault is an error that is shown to the member: nothing tells where an answer may be sent.
type PageFault struct {
	Status            int
	Kind, Description string
}

// Prepare makes the endpoints ready; call it once all fields are set.
func (e *Endpoints) Prepare() {
	e.fosite = e.newFosite()
}

// at is a path of the service as apps know it.
func (e *Endpoints) at(path string) string { return e.Provider.Issuer + path }

// Mount puts the addresses on the mux.
func (e *Endpoints) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	browser := func(next http.HandlerFunc) http.Handler { return before(e.enabled(navigated(e.Known(next)))) }
	app := func(next http.HandlerFunc, methods ...string) http.Handler {
		return before(e.enabled(fromAnywhere(next, methods...)))
	}
	mux.Handle("GET "+pathAuthorize, browser(e.authorize))
	mux.Handle("POST "+pathAuthorize, browser(e.authorize))
	mux.Handle("GET "+pathContinue, browser(e.resume))
	mux.Handle("GET "+pathEnd, browser(e.endSession))
	mux.Handle("POST "+pathEnd, browser(e.endSession))
	e.mountForms(mux, before)
	mux.Handle(pathToken, app(e.token, http.MethodPost))
	mux.Handle(pathUserInfo, app(e.userInfo, http.MethodGet, http.MethodPost))
	mux.Handle(pathRevoke, app(e.revoke, http.MethodPost))
	mux.Handle(pathIntrospect, app(e.introspect, http.MethodPost))
	mux.Handle(pathPush, app(e.push, http.MethodPost))
	mux.Handle(pathDevice, app(e.startDevice, http.MethodPost))
	mux.Handle(pathPin, app(e.checkPin, http.MethodPost))
	mux.Handle(pathKeys, app(e.keys, http.MethodGet, http.MethodHead))
	mux.Handle(pathDiscovery, app(e.discovery, http.MethodGet, http.MethodHead))
	mux.Handle(pathMetadata, app(e.discovery, http.MethodGet, http.MethodHead))
}

// navigated refuses what a browser says to be no navigation, such as the images of another site: no
// user sees the answer, and requests of apps are kept and counted. Browsers that say nothing are
// let pass.
func navigated(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mode := r.Header.Get("Sec-Fetch-Mode")
		if mode != "" && mode != "navigate" || strings.Contains(r.Header.Get("Sec-Purpose"), "prefetch") {
			http.Error(w, "This address is for navigation.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isFramed reports whether a browser says that it fills a frame: no page of this site is
// shown there.
func isFramed(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Dest") {
	case "frame", "iframe", "embed", "object", "fencedframe":
		return true
	}
	return false
}

// enabled answers 404 where the store lets no apps in.
func (e *Endpoints) enabled(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		on, err := e.Enabled(r)
		switch {
		case err != nil:
			e.refuse(w, r, err)
		case !on:
			http.NotFound(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// fromAnywhere lets pages of other sites call, which prove themselves by what they send and never
// by a cookie.
func fromAnywhere(next http.HandlerFunc, methods ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		h.Set("Access-Control-Expose-Headers", "WWW-Authenticate")
		if r.Method == http.MethodOptions {
			h.Set("Access-Control-Allow-Methods", list(methods))
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type")
			h.Set("Access-Control-Max-Age", "600")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		for _, method := range methods {
			if r.Method == method {
				next(w, r)
				return
			}
		}
		h.Set("Allow", list(methods))
		answer(w, http.StatusMethodNotAllowed, map[string]string{"error": "invalid_request", "error_description": "The method must be " + list(methods) + "."})
	})
}
