package app

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
)

// leave logs out here only: at the product the member stays logged in.
func (s *Service) leave(w http.ResponseWriter, r *http.Request) {
	if before := s.end(r, ""); before != nil {
		s.forget(r.Context(), diaryID, s.Secret, before.tokens.Refresh)
	}
	http.Redirect(w, r, "/app", http.StatusSeeOther)
}

// leaveEverywhere logs out here and at the product (RP-Initiated Logout 2).
func (s *Service) leaveEverywhere(w http.ResponseWriter, r *http.Request) {
	said, err := s.provider.describe(r.Context())
	if err != nil {
		fail(w, err)
		return
	}
	state := rand.Text()
	before := s.end(r, state)
	if before == nil {
		fail(w, fault{"logged-out", ""})
		return
	}
	query := url.Values{"id_token_hint": {before.tokens.IDToken}, "post_logout_redirect_uri": {s.URL + "/app"}, "state": {state}}
	http.Redirect(w, r, said.EndSession+"?"+query.Encode(), http.StatusSeeOther)
}

// left tells whether the browser comes back from a logout that it began here.
func (s *Service) left(r *http.Request) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.browsers.of(r)
	return b != nil && b.leaving != "" && b.leaving == r.URL.Query().Get("state")
}

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout"

// backChannel ends the sessions that a logout token names (Back-Channel Logout 2.5 to 2.8). A token
// that comes again, because the answer to it was lost, ends nothing more and is answered in the
// same way: refused, it would come for two days.
func (s *Service) backChannel(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	r.Body = http.MaxBytesReader(w, r.Body, maxTold)
	c, err := s.provider.open(r.Context(), r.PostFormValue("logout_token"), "logout+jwt", diaryID)
	if err == nil {
		err = checkLogout(c)
	}
	if err != nil {
		answer(w, http.StatusBadRequest, map[string]string{"error": "invalid_request", "error_description": err.Error()})
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Clock.Now()
	if !s.once("logout "+c.ID, now) {
		return
	}
	if c.Session != "" {
		s.once("session "+c.Session, now)
	}
	for _, b := range s.browsers.all {
		if b.session != nil && (c.Session == "" || b.session.id.Session == c.Session) && (c.Subject == "" || b.session.id.Subject == c.Subject) {
			b.session, b.ended = nil, true
		}
	}
}

// checkLogout is the rest of Back-Channel Logout 2.6.
func checkLogout(c *claims) error {
	_, nonce := c.all["nonce"]
	var says map[string]any
	switch {
	case c.Expiry == nil, c.ID == "", c.Subject == "" && c.Session == "":
		return fault{"form", ""}
	case nonce:
		return fault{"nonce", ""}
	case json.Unmarshal(c.Events[logoutEvent], &says) != nil || says == nil:
		return fault{"event", ""}
	}
	return nil
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
