package protocol

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/ory/fosite"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/oidc"
)

// longestTyped is how much of what a member typed the page shows again.
const longestTyped = 40

// devicePage is the address of the page whose field a code fills.
func devicePage(code string) string {
	return pathDevicePage + "?user_code=" + url.QueryEscape(code)
}

// lookedUp is the address of the page for what the member has entered. Of what is no code so much
// is shown again.
func (e *Endpoints) lookedUp(a actor.Actor, typed string) string {
	code := oidc.TypedCode(typed)
	if code == "" {
		runes := []rune(typed)
		return devicePage(string(runes[:min(len(runes), longestTyped)]))
	}
	return pathDevicePage + "?entered=" + e.Provider.Entered(a, code) + "&user_code=" + url.QueryEscape(oidc.ShownCode(code))
}

// deviceCode leads from what a member typed to the page of the device that shows it.
func (e *Endpoints) deviceCode(w http.ResponseWriter, r *http.Request) {
	form, err := postedOnce(w, r)
	if err != nil {
		e.fail(w, r, back{}, err)
		return
	}
	redirect(w, e.lookedUp(e.Actor(r), form.Get("user_code")))
}

// answerDevice takes what the member allows a device, or that they refuse it. When it cannot be
// taken, the page says why.
func (e *Endpoints) answerDevice(w http.ResponseWriter, r *http.Request) {
	form, add, refuse, err := answered(w, r)
	if err != nil {
		e.fail(w, r, back{}, err)
		return
	}
	a, code, answer := e.Actor(r), oidc.TypedCode(form.Get("user_code")), form.Get("answer")
	switch {
	case answer != "allow" && answer != "refuse":
		e.fail(w, r, back{}, fosite.ErrInvalidRequest.WithHint("answer is neither allow nor refuse."))
		return
	case code == "" || form.Get("accountId") != a.AccountID.String():
		redirect(w, e.lookedUp(a, form.Get("user_code")))
		return
	}
	err = e.Provider.AnswerDevice(r.Context(), a, code, answer == "allow", add, refuse)
	_, isFault := fault.As(err)
	switch {
	case errors.Is(err, oidc.ErrChoice):
		e.fail(w, r, back{}, fosite.ErrInvalidRequest.WithHint("The form does not fit the request."))
	case isFault:
		redirect(w, e.lookedUp(a, code))
	case err != nil:
		e.fail(w, r, back{}, err)
	default:
		redirect(w, pathDevicePage+"?answered="+answer)
	}
}
