package idp

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// exchange is the token endpoint: a code for tokens.
func (s *Service) exchange(f *face, w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 16<<10)
	if !f.proved(r) {
		f.fail(w, http.StatusUnauthorized, "invalid_client", "the client is not proved in the way this provider wants")
		return
	}
	if r.PostFormValue("grant_type") != "authorization_code" {
		f.fail(w, http.StatusBadRequest, "unsupported_grant_type", "grant_type is not authorization_code")
		return
	}
	g, reason := s.spend(f, r)
	if reason != "" {
		f.fail(w, http.StatusBadRequest, "invalid_grant", reason)
		return
	}
	comesTo := g.outcome
	if comesTo == "" {
		comesTo = s.scripted(f, isOfToken)
	}
	if comesTo == invalidGrant || comesTo == userRemoved && (f.name == line || f.name == google) {
		f.fail(w, http.StatusBadRequest, "invalid_grant", "the code is refused, as scripted")
		return
	}
	token, now := rand.Text(), s.Clock.Now()
	held := *g
	held.until, held.removed = now.Add(tokenLife), comesTo == userRemoved
	s.mu.Lock()
	s.tokens[token] = &held
	s.mu.Unlock()
	body := map[string]any{"access_token": token, "token_type": "Bearer", "expires_in": int(tokenLife / time.Second)}
	if f.openID() {
		signed, err := f.idToken(s.issuer(f, r), g, token, comesTo, now)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		body["id_token"], body["scope"] = signed, strings.Join(g.scopes, " ")
	}
	answer(w, http.StatusOK, body)
}

// proved tells whether the caller is the client.
func (f *face) proved(r *http.Request) bool {
	id, secret, basic := r.BasicAuth()
	if !basic {
		return f.form && f.client == Client{r.PostFormValue("client_id"), r.PostFormValue("client_secret")}
	}
	var faults [2]error
	id, faults[0] = url.QueryUnescape(id) // RFC 6749, 2.3.1
	secret, faults[1] = url.QueryUnescape(secret)
	return f.basic && faults == [2]error{} && f.client == Client{id, secret}
}

// spend uses a code up, also when what came with it is wrong.
func (s *Service) spend(f *face, r *http.Request) (g *grant, reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, ok := s.codes[r.PostFormValue("code")]
	if !ok || g.face != f {
		return nil, "unknown code"
	}
	if g.spent {
		return nil, "the code is spent"
	}
	g.spent = true
	challenge := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	switch {
	case s.Clock.Now().After(g.until):
		return nil, "the code has expired"
	case r.PostFormValue("redirect_uri") != g.redirectURI:
		return nil, "redirect_uri is not the one the code was given for"
	case base64.RawURLEncoding.EncodeToString(challenge[:]) != g.challenge:
		return nil, "code_verifier does not fit the challenge"
	}
	return g, ""
}

// fail is an OAuth error, in Facebook's words at Facebook.
func (f *face) fail(w http.ResponseWriter, status int, code, description string) {
	if f.name == facebook {
		failGraph(w, http.StatusBadRequest, 100, 0, description)
		return
	}
	if status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Basic realm="`+f.name+`"`)
	}
	answer(w, status, map[string]string{"error": code, "error_description": description})
}
