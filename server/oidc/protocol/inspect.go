package protocol

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/ory/fosite"

	"kaiin/server/oidc"
	"kaiin/server/oidc/clientfile"
)

// errMissing says that no token was sent; nothing is said of errors then (RFC 6750 3.1).
var errMissing = &fosite.RFC6749Error{ErrorField: "invalid_request", DescriptionField: "An access token is needed.", CodeField: http.StatusUnauthorized}

// bearer is the access token of a call: in the header, or in the form of a POST, never in the
// address (RFC 6750 2).
func bearer(w http.ResponseWriter, r *http.Request) (string, error) {
	var found []string
	if r.Header.Get("Authorization") != "" {
		token, err := bearerHeader(r)
		if err != nil {
			return "", err
		}
		found = append(found, token)
	}
	if r.Method == http.MethodPost && r.ContentLength != 0 {
		form, err := postedOnce(w, r)
		if err != nil {
			return "", err
		}
		if form.Has("access_token") {
			found = append(found, form.Get("access_token"))
		}
	}
	switch len(found) {
	case 0:
		return "", errMissing
	case 1:
		return found[0], nil
	}
	return "", fosite.ErrInvalidRequest.WithHint("The token is sent in two ways.")
}

// bearerHeader is the access token of a call that may have it in no other place (RFC 6750 2.1).
func bearerHeader(r *http.Request) (string, error) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return "", errMissing
	}
	return strings.TrimSpace(token), nil
}

// memberToken is the live access token of a member, for a call that needs the scope.
func (e *Endpoints) memberToken(r *http.Request, text, scope string) (*oidc.Token, error) {
	token, err := e.Provider.Introspect(r.Context(), text)
	switch {
	case err != nil:
		return nil, err
	case token == nil || token.Kind != "access":
		return nil, errToken
	case token.Family.AccountID == uuid.Nil || !oidc.HasScope(token.Scope, scope):
		return nil, notEnough(scope)
	}
	return token, nil
}

// userInfo answers what an app may know of the member, now (OpenID Connect Core 5.3).
func (e *Endpoints) userInfo(w http.ResponseWriter, r *http.Request) {
	text, err := bearer(w, r)
	if err != nil {
		e.refuseBearer(w, r, err)
		return
	}
	token, err := e.memberToken(r, text, oidc.ScopeOpenID)
	if err != nil {
		e.refuseBearer(w, r, err)
		return
	}
	about, err := e.Provider.About(r.Context(), token)
	if err != nil {
		e.refuseBearer(w, r, err)
		return
	}
	answer(w, http.StatusOK, about)
}

// proved reads the form of a client that has to prove itself, and answers for it when it cannot.
func (e *Endpoints) proved(w http.ResponseWriter, r *http.Request) (c *oidc.Client, form url.Values, ok bool) {
	form, err := postedOnce(w, r)
	if err == nil {
		c, err = e.authenticate(r.Context(), r, form)
	}
	if err != nil {
		e.refuse(w, r, err)
		return nil, nil, false
	}
	return c, form, true
}

// introspect tells a client of a token of its own, or a resource server of any of members and of
// apps (RFC 7662). What a program of the staff holds is for the desk alone: a resource server that
// is sent such a token has to refuse it, and is not told whose it is.
func (e *Endpoints) introspect(w http.ResponseWriter, r *http.Request) {
	c, form, ok := e.proved(w, r)
	if !ok {
		return
	}
	if c.Type != clientfile.ClientConfidential {
		e.refuse(w, r, fosite.ErrInvalidClient)
		return
	}
	if form.Get("token") == "" {
		e.refuse(w, r, fosite.ErrInvalidRequest.WithHint("token is missing."))
		return
	}
	token, err := e.Provider.Introspect(r.Context(), form.Get("token"))
	if err != nil {
		e.refuse(w, r, err)
		return
	}
	if token == nil || token.Family.ClientID != c.ID && (!c.IsResourceServer || token.IsOfStaff()) {
		answer(w, http.StatusOK, map[string]any{"active": false})
		return
	}
	says := map[string]any{
		"active": true, "client_id": token.Family.ClientID, "scope": token.Scope, "iss": e.Provider.Issuer,
		"iat": token.IssuedAt.Unix(), "exp": token.ExpiresAt.Unix(), "token_type": map[string]string{"access": "Bearer", "refresh": "refresh_token"}[token.Kind],
	}
	if token.Family.AccountID != uuid.Nil {
		if says["sub"], err = e.Provider.SubOf(r.Context(), token); err != nil {
			e.refuse(w, r, err)
			return
		}
	} else {
		says["sub"] = token.Family.ClientID
	}
	answer(w, http.StatusOK, says)
}

// revoke ends a token of the client (RFC 7009). It says nothing of tokens that are not.
func (e *Endpoints) revoke(w http.ResponseWriter, r *http.Request) {
	c, form, ok := e.proved(w, r)
	if !ok {
		return
	}
	if form.Get("token") == "" {
		e.refuse(w, r, fosite.ErrInvalidRequest.WithHint("token is missing."))
		return
	}
	if err := e.Provider.Revoke(r.Context(), c, form.Get("token")); err != nil {
		e.refuse(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
}

// push keeps a request for the browser that will bring its name (RFC 9126).
func (e *Endpoints) push(w http.ResponseWriter, r *http.Request) {
	c, form, ok := e.proved(w, r)
	if !ok {
		return
	}
	if form.Has("request_uri") {
		e.refuse(w, r, fosite.ErrInvalidRequest.WithHint("request_uri cannot be pushed."))
		return
	}
	form.Set("client_id", c.ID)
	for _, proof := range []string{"client_secret", "client_assertion", "client_assertion_type"} {
		form.Del(proof)
	}
	request, _, err := e.parseDirect(r, form)
	if err != nil {
		e.refuse(w, r, err)
		return
	}
	key, err := e.Provider.Push(r.Context(), c, e.Network(r), request)
	if err != nil {
		e.refuse(w, r, err)
		return
	}
	answer(w, http.StatusCreated, map[string]any{"request_uri": requestPrefix + key, "expires_in": int(oidc.PushedFor / time.Second)})
}

// startDevice has a device wait for its member (RFC 8628 3.1).
func (e *Endpoints) startDevice(w http.ResponseWriter, r *http.Request) {
	c, form, ok := e.proved(w, r)
	if !ok {
		return
	}
	scopes := oidc.Split(form.Get("scope"))
	switch {
	case !c.May(clientfile.GrantDevice):
		e.refuse(w, r, fosite.ErrUnauthorizedClient)
		return
	case len(scopes) == 0 || !allOf(scopes, c.Scopes):
		e.refuse(w, r, oidc.ErrScope)
		return
	}
	d, err := e.Provider.StartDevice(r.Context(), c, e.Network(r), strings.Join(scopes, " "))
	if err != nil {
		e.refuse(w, r, err)
		return
	}
	shown := oidc.ShownCode(d.UserCode)
	answer(w, http.StatusOK, map[string]any{
		"device_code": d.Code, "user_code": shown, "verification_uri": e.at(pathDevicePage), "verification_uri_complete": e.at(devicePage(shown)),
		"expires_in": int(oidc.DeviceLife / time.Second), "interval": int(oidc.Interval / time.Second),
	})
}

func allOf(some, all []string) bool {
	return !slices.ContainsFunc(some, func(one string) bool { return !slices.Contains(all, one) })
}
