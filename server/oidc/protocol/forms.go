package protocol

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/google/uuid"
	"github.com/ory/fosite"

	"kaiin/server/base/fault"
	"kaiin/server/oidc"
)

// The forms of the pages that members meet on their way. They work without scripts.
const (
	pathConsent = "/oidc/consent/form"
	pathAbort   = "/oidc/consent/form/abort"
	pathSelect  = "/oidc/selectAccount/form"
	pathSwitch  = "/oidc/selectAccount/form/switch"

	pathDeviceCode = "/device/code"
	pathDeviceForm = "/device/form"
	pathLogout     = "/oidc/logout/form"
)

// mountForms puts them on the mux; only pages of this site may post them.
func (e *Endpoints) mountForms(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	browser := func(next http.HandlerFunc) http.Handler { return before(e.enabled(e.Known(next))) }
	mux.Handle("POST "+pathConsent, e.Own(browser(e.consent)))
	mux.Handle("GET "+pathAbort, browser(e.abort))
	mux.Handle("POST "+pathSelect, e.Own(browser(e.selectAccount)))
	mux.Handle("GET "+pathSwitch, browser(e.toSwitch))
	mux.Handle("POST "+pathSwitch, e.Own(browser(e.switchAccount)))
	mux.Handle("POST "+pathDeviceCode, e.Own(browser(e.deviceCode)))
	mux.Handle("POST "+pathDeviceForm, e.Own(browser(e.answerDevice)))
	mux.Handle("POST "+pathLogout, e.Own(browser(e.logout)))
}

// kept is the request that a form or an address names, by its key. Where there is none any more, a
// page says so.
func (e *Endpoints) kept(w http.ResponseWriter, r *http.Request, form url.Values) (key string, request *oidc.Request) {
	key = form.Get("request")
	request, err := e.Provider.Find(r.Context(), e.Actor(r).AppBrowsers, key)
	switch {
	case err != nil:
		e.fail(w, r, back{}, err)
		return "", nil
	case request == nil:
		e.Page(w, r, &PageFault{http.StatusBadRequest, "request_expired", ""})
	}
	return key, request
}

// answered reads the form of a page: it gives a scope parameter for each scope, all else
// once.
func answered(w http.ResponseWriter, r *http.Request) (form url.Values, add, refuse []string, err error) {
	form, err = posted(w, r)
	if form == nil {
		return nil, nil, nil, err
	}
	add, refuse = form["addScope"], form["rejectScope"]
	form.Del("addScope")
	form.Del("rejectScope")
	return form, add, refuse, once(form)
}

// consent takes what the member allows and refuses (C-062), and sends the answer to the app. When
// the member has changed since the page was made, in another tab, the page is shown again.
func (e *Endpoints) consent(w http.ResponseWriter, r *http.Request) {
	form, add, refuse, err := answered(w, r)
	if err != nil {
		e.fail(w, r, back{}, err)
		return
	}
	a, key := e.Actor(r), form.Get("request")
	if form.Get("accountId") != a.AccountID.String() {
		if _, request := e.kept(w, r, form); request != nil {
			redirect(w, e.page(oidc.NeedsConsent, key, request))
		}
		return
	}
	request, code, err := e.Provider.Allow(r.Context(), a, key, add, refuse)
	f, isFault := fault.As(err)
	switch {
	case errors.Is(err, oidc.ErrChoice):
		e.fail(w, r, back{}, fosite.ErrInvalidRequest.WithHint("The form does not fit the request."))
	case isFault && (f.Kind == fault.KindNotFound || f.Kind == fault.KindUnauthenticated):
		if _, request := e.kept(w, r, form); request != nil {
			redirect(w, pathContinue+"?request="+url.QueryEscape(key))
		}
	case err != nil:
		e.fail(w, r, back{}, err)
	default:
		e.send(w, r, backTo(request), url.Values{"code": {code}})
	}
}

// abort ends a request that the member does not want to answer. It is a link, which no
// other site may lead to: then the page is shown.
func (e *Endpoints) abort(w http.ResponseWriter, r *http.Request) {
	key, request := e.kept(w, r, r.URL.Query())
	if request == nil {
		return
	}
	if e.Actor(r).CrossSite {
		redirect(w, e.page(oidc.NeedsConsent, key, request))
		return
	}
	if err := e.Provider.Drop(r.Context(), e.Actor(r), key); err != nil {
		e.fail(w, r, back{}, err)
		return
	}
	e.fail(w, r, backTo(request), errRefused)
}

// selectAccount takes the account that the member goes on with: there is only the one that
// is logged in.
func (e *Endpoints) selectAccount(w http.ResponseWriter, r *http.Request) {
	form, _, _, err := answered(w, r)
	if err != nil {
		e.fail(w, r, back{}, err)
		return
	}
	key, request := e.kept(w, r, form)
	if request == nil {
		return
	}
	id, err := uuid.Parse(form.Get("accountId"))
	if a := e.Actor(r); err != nil || !a.SignedIn() || id != a.AccountID {
		redirect(w, e.page(oidc.NeedsAccount, key, request))
		return
	}
	if err := e.Provider.Choose(r.Context(), e.Actor(r), key); err != nil {
		e.fail(w, r, back{}, err)
		return
	}
	redirect(w, pathContinue+"?request="+url.QueryEscape(key))
}

// toSwitch leads from the link of the specification to the page with the button: a link
// does not log out.
func (e *Endpoints) toSwitch(w http.ResponseWriter, r *http.Request) {
	if key, request := e.kept(w, r, r.URL.Query()); request != nil {
		redirect(w, e.page(oidc.NeedsAccount, key, request))
	}
}

// switchAccount logs out here, to log in as somebody else.
func (e *Endpoints) switchAccount(w http.ResponseWriter, r *http.Request) {
	form, _, _, err := answered(w, r)
	if err != nil {
		e.fail(w, r, back{}, err)
		return
	}
	key, request := e.kept(w, r, form)
	if request == nil {
		return
	}
	if e.Actor(r).SignedIn() {
		if err := e.Logout(w, r); err != nil {
			e.fail(w, r, back{}, err)
			return
		}
	}
	redirect(w, e.page(oidc.NeedsLogin, key, request))
}
