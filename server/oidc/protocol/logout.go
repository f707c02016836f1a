package protocol

import (
	"net/http"
	"net/url"
	"time"

	"github.com/google/uuid"

	"kaiin/server/oidc"
)

// endSession logs the member out because an app asks (RP-Initiated Logout). Without a hint that is
// an ID token of the member who is logged in here, the member is asked first. A visitor's post may
// be a member's from another site, without the cookies that say so: it is brought again by GET,
// which decides.
func (e *Endpoints) endSession(w http.ResponseWriter, r *http.Request) {
	form := r.URL.Query()
	if r.Method == http.MethodPost {
		var err error
		if form, err = postedOnce(w, r); err != nil {
			e.fail(w, r, back{}, err)
			return
		}
	}
	if err := once(form); err != nil {
		e.fail(w, r, back{}, err)
		return
	}
	asked, err := e.Provider.ReadLogout(r.Context(), form.Get("id_token_hint"), form.Get("client_id"), form.Get("post_logout_redirect_uri"))
	if err != nil {
		e.fail(w, r, back{}, err)
		return
	}
	a := e.Actor(r)
	if r.Method == http.MethodPost && !a.SignedIn() {
		e.logoutAgain(w, r, asked, form)
		return
	}
	if a.SignedIn() && (asked.Subject == uuid.Nil || asked.Subject != a.AccountID) {
		redirect(w, logoutPage(asked, form.Get("state")))
		return
	}
	e.leave(w, r, asked, form.Get("state"))
}

// longestAddress is how many bytes an address may have that a browser is sent to with what an app
// has posted: proxies take 8 KB.
const longestAddress = 7 << 10

// logoutAgain has the browser bring a logout once more by GET. Without its hint where that makes
// the address too long: the member is asked then.
func (e *Endpoints) logoutAgain(w http.ResponseWriter, r *http.Request, asked oidc.Logout, form url.Values) {
	if len(form.Encode()) > longestAddress {
		form = wayBack(asked, form.Get("state"))
	}
	if len(form.Encode()) > longestAddress {
		e.fail(w, r, back{}, oidc.ErrTooLong)
		return
	}
	bringAgain(w, pathEnd, form)
}

// logoutPage is the address of the page that asks the member. It carries what is needed to go back
// to the app, which is checked again by what its form is sent to: nothing is kept.
func logoutPage(asked oidc.Logout, state string) string {
	query := wayBack(asked, state)
	if len(query) == 0 {
		return LogoutPage
	}
	return LogoutPage + "?" + query.Encode()
}

// wayBack is what is needed to go back to the app.
func wayBack(asked oidc.Logout, state string) url.Values {
	query := url.Values{}
	if asked.Client != nil {
		query.Set("client_id", asked.Client.ID)
	}
	if asked.Back != "" {
		query.Set("post_logout_redirect_uri", asked.Back)
		if state != "" {
			query.Set("state", state)
		}
	}
	return query
}

// logout takes the member's word that they want to be logged out. Where somebody else is logged in
// since the page was made, it is shown again.
func (e *Endpoints) logout(w http.ResponseWriter, r *http.Request) {
	form, err := postedOnce(w, r)
	if err != nil {
		e.fail(w, r, back{}, err)
		return
	}
	asked, err := e.Provider.ReadLogout(r.Context(), "", form.Get("client_id"), form.Get("post_logout_redirect_uri"))
	if err != nil {
		e.fail(w, r, back{}, err)
		return
	}
	if a := e.Actor(r); a.SignedIn() && form.Get("accountId") != a.AccountID.String() {
		redirect(w, logoutPage(asked, form.Get("state")))
		return
	}
	e.leave(w, r, asked, form.Get("state"))
}

// leave ends the session, if there is one, and goes back to the app that has asked, with its state.
func (e *Endpoints) leave(w http.ResponseWriter, r *http.Request, asked oidc.Logout, state string) {
	if e.Actor(r).SignedIn() {
		if err := e.Logout(w, r); err != nil {
			e.fail(w, r, back{}, err)
			return
		}
	}
	if asked.Back == "" {
		redirect(w, e.Path(oidc.NeedsNothing, "", time.Time{}))
		return
	}
	address := asked.Back
	if u, err := url.Parse(address); err == nil && state != "" {
		query := u.Query()
		query.Set("state", state)
		u.RawQuery = query.Encode()
		address = u.String()
	}
	redirect(w, address)
}
