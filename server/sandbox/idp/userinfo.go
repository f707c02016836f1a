package idp

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// holder is the grant behind an access token of the face, unless the person took it back.
func (s *Service) holder(f *face, token string) (grant, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, ok := s.tokens[token]
	if !ok || g.face != f || g.removed || s.Clock.Now().After(g.until) {
		return grant{}, false
	}
	return *g, true
}

// bearer is holder by the Authorization header; it answers itself when there is none.
func (s *Service) bearer(f *face, w http.ResponseWriter, r *http.Request) (grant, bool) {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	g, ok := s.holder(f, token)
	if !ok {
		w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token", error_description="The access token is not good"`)
		answer(w, http.StatusUnauthorized, map[string]string{"error": "invalid_token"})
	}
	return g, ok
}

// attributes is the userinfo endpoint.
func (s *Service) attributes(f *face, w http.ResponseWriter, r *http.Request) {
	g, ok := s.bearer(f, w, r)
	if !ok {
		return
	}
	p := g.person
	claims := map[string]any{"sub": p.Subject}
	if slices.Contains(g.scopes, "profile") {
		setNames(claims, p)
		if f.name == yahooJapan {
			for name, value := range map[string]string{
				"family_name#ja-Hani-JP": p.FamilyName, "given_name#ja-Hani-JP": p.GivenName,
				"family_name#ja-Kana-JP": p.FamilyNameKana, "given_name#ja-Kana-JP": p.GivenNameKana,
				"nickname": p.GivenName, "gender": p.Gender, "birthdate": p.BirthYear,
			} {
				if value != "" {
					claims[name] = value
				}
			}
		}
	}
	if slices.Contains(g.scopes, "email") && p.Email != "" && f.name != line {
		claims["email"], claims["email_verified"] = p.Email, p.EmailVerified
	}
	answer(w, http.StatusOK, claims)
}

// profile is LINE's own way of telling who somebody is.
func (s *Service) profile(f *face, w http.ResponseWriter, r *http.Request) {
	if g, ok := s.bearer(f, w, r); ok {
		answer(w, http.StatusOK, map[string]string{"userId": g.person.Subject, "displayName": g.person.Name()})
	}
}

// verifyAccessToken is LINE's check of an access token.
func (s *Service) verifyAccessToken(f *face, w http.ResponseWriter, r *http.Request) {
	g, ok := s.holder(f, r.URL.Query().Get("access_token"))
	if !ok {
		f.fail(w, http.StatusBadRequest, "invalid_request", "access token expired")
		return
	}
	answer(w, http.StatusOK, map[string]any{
		"scope": strings.Join(g.scopes, " "), "client_id": g.clientID, "expires_in": int(g.until.Sub(s.Clock.Now()) / time.Second),
	})
}

// verifyIDToken is LINE's check of an ID token: signature, client, time and, when given, the nonce.
func (s *Service) verifyIDToken(f *face, w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 16<<10)
	signed, err := jose.ParseSigned(r.PostFormValue("id_token"), []jose.SignatureAlgorithm{f.algorithm})
	var payload []byte
	if err == nil {
		payload, err = signed.Verify([]byte(f.client.Secret))
	}
	var claims struct {
		Audience string `json:"aud"`
		Nonce    string `json:"nonce"`
		Expiry   int64  `json:"exp"`
	}
	if err == nil {
		err = json.Unmarshal(payload, &claims)
	}
	nonce := r.PostFormValue("nonce")
	switch {
	case err != nil:
		f.fail(w, http.StatusBadRequest, "invalid_request", "Invalid IdToken.")
	case claims.Audience != r.PostFormValue("client_id"):
		f.fail(w, http.StatusBadRequest, "invalid_request", "Invalid IdToken Audience.")
	case s.Clock.Now().Unix() > claims.Expiry:
		f.fail(w, http.StatusBadRequest, "invalid_request", "IdToken expired.")
	case nonce != "" && nonce != claims.Nonce:
		f.fail(w, http.StatusBadRequest, "invalid_request", "Invalid IdToken Nonce.")
	default:
		answer(w, http.StatusOK, json.RawMessage(payload))
	}
}
