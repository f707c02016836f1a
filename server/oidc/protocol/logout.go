package protocol

import (
	"net/http"
	"net/url"

	"github.com/google/uuid"

	"kaiin/server/oidc"
)

// endSession logs the member out because an app asks (RP-Initiated Logout). Without a hint that is an ID token of the member who is logged in
// here, the member is asked first.
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
	logout, err := e.Provider.ReadLogout(r.Context(), form.Get("id_token_hint"), form.Get("client_id"), form.Get("post_logout_redirect_uri"))
	if err != nil {
		e.fail(w, r, back{}, err)
		return
	}
	a := e.Actor(r)
	if a.SignedIn() && (logout.Subject == uuid.Nil || logout.Subject != a.AccountID) {
		redirect(w, e.Path(oidc.NeedsLogout, ""))
		return
	}
	if a.SignedIn() {
		if err := e.Logout(w, r); err != nil {
			e.fail(w, r, back{}, err)
			return
		}
	}
	if logout.Back == "" {
		redirect(w, e.Path(oidc.NeedsNothing, ""))
		return
	}
	address := logout.Back
	if state := form.Get("state"); state != "" {
		u, err := url.Parse(address)
		if err == nil {
			q := u.Query()
			q.Set("state", state)
			u.RawQuery = q.Encode()
			address = u.String()
		}
	}
	redirect(w, address)
}
