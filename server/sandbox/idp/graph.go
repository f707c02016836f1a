package idp

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
)

// me is Facebook's answer to the question who holds a token. The token comes in the header or
// the query.
func (s *Service) me(f *face, w http.ResponseWriter, r *http.Request) {
	token, inHeader := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !inHeader {
		token = r.URL.Query().Get("access_token")
	}
	g, ok := s.holder(f, token)
	if !ok {
		failGraph(w, http.StatusBadRequest, 190, 458, "Error validating access token: The user has not authorized the application.")
		return
	}
	if !f.proof(token, r.URL.Query().Get("appsecret_proof")) {
		failGraph(w, http.StatusBadRequest, 100, 0, "Invalid appsecret_proof provided in the API argument")
		return
	}
	p, out := g.person, map[string]string{"id": g.person.Subject}
	for field := range strings.SplitSeq(r.URL.Query().Get("fields"), ",") {
		value := map[string]string{"name": p.Name(), "first_name": p.GivenName, "last_name": p.FamilyName, "email": p.Email}[field]
		if value != "" && (field != "email" || slices.Contains(g.scopes, "email")) {
			out[field] = value
		}
	}
	answer(w, http.StatusOK, out)
}

// debugToken tells what a token is good for. It is asked with the app's own token, id|secret.
func (s *Service) debugToken(f *face, w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if q.Get("access_token") != f.client.ID+"|"+f.client.Secret {
		failGraph(w, http.StatusBadRequest, 190, 0, "Invalid OAuth access token.")
		return
	}
	g, ok := s.holder(f, q.Get("input_token"))
	if !ok {
		answer(w, http.StatusOK, map[string]any{"data": map[string]any{"is_valid": false, "scopes": []string{}}})
		return
	}
	answer(w, http.StatusOK, map[string]any{"data": map[string]any{
		"app_id": f.client.ID, "type": "USER", "is_valid": true, "expires_at": g.until.Unix(), "data_access_expires_at": g.until.Unix(),
		"scopes": g.scopes, "user_id": g.person.Subject,
	}})
}

// proof tells whether the caller knows the app's secret: HMAC-SHA256 of the token by it.
func (f *face) proof(token, given string) bool {
	mac := hmac.New(sha256.New, []byte(f.client.Secret))
	_, _ = mac.Write([]byte(token))
	return hmac.Equal([]byte(hex.EncodeToString(mac.Sum(nil))), []byte(given))
}

func failGraph(w http.ResponseWriter, status, code, subcode int, message string) {
	fault := map[string]any{"message": message, "type": "OAuthException", "code": code, "fbtrace_id": rand.Text()[:11]}
	if subcode != 0 {
		fault["error_subcode"] = subcode
	}
	answer(w, status, map[string]any{"error": fault})
}
