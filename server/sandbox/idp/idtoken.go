package idp

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// idToken is the signed word of the face, with the flaw that the outcome asks for.
func (f *face) idToken(issuer string, g *grant, accessToken, comesTo string, now time.Time) (string, error) {
	claims := map[string]any{
		"iss": issuer, "sub": g.person.Subject, "aud": g.clientID, "nonce": g.nonce,
		"iat": now.Unix(), "auth_time": now.Unix(), "exp": now.Add(tokenLife).Unix(),
	}
	email := slices.Contains(g.scopes, "email") && g.person.Email != ""
	profile := slices.Contains(g.scopes, "profile")
	hash := sha256.Sum256([]byte(accessToken))
	atHash := base64.RawURLEncoding.EncodeToString(hash[:len(hash)/2])
	switch f.name {
	case line:
		claims["amr"] = []string{"linesso"}
		if profile {
			claims["name"] = g.person.Name()
		}
		if email {
			claims["email"] = g.person.Email
		}
	case google:
		claims["azp"], claims["at_hash"] = g.clientID, atHash
		if profile {
			setNames(claims, g.person)
		}
		if email {
			claims["email"], claims["email_verified"] = g.person.Email, g.person.EmailVerified
		}
	case yahooJapan:
		claims["aud"], claims["amr"], claims["at_hash"] = []string{g.clientID}, []string{"pwd"}, atHash
	}
	if f.name == company {
		claims["at_hash"], claims["acr"] = atHash, g.acr
		if email {
			claims["email"], claims["email_verified"] = g.person.Email, g.person.EmailVerified
		}
	}
	switch comesTo {
	case weakACR:
		claims["acr"] = "0"
	case oldLogin:
		claims["auth_time"] = now.Add(-time.Hour).Unix()
	case noAuthTime:
		delete(claims, "auth_time")
	case nonceMismatch:
		claims["nonce"] = "another-nonce"
	case audMismatch:
		claims["aud"], claims["azp"] = "another-client", "another-client"
	case expiredToken:
		claims["iat"], claims["exp"] = now.Add(-2*time.Hour).Unix(), now.Add(-time.Hour).Unix()
	case futureIAT:
		claims["iat"], claims["exp"] = now.Add(time.Hour).Unix(), now.Add(2*time.Hour).Unix()
	}
	return f.sign(claims, comesTo)
}

// setNames adds the names a profile holds.
func setNames(claims map[string]any, p person) {
	for name, value := range map[string]string{"name": p.Name(), "family_name": p.FamilyName, "given_name": p.GivenName} {
		if value != "" {
			claims[name] = value
		}
	}
}

func (f *face) sign(claims map[string]any, comesTo string) (string, error) {
	key := jose.SigningKey{Algorithm: f.algorithm, Key: []byte(f.client.Secret)}
	if f.algorithm == jose.RS256 {
		key.Key = rsaKey()
	}
	switch {
	case comesTo == unknownKID && f.algorithm == jose.RS256:
		key.Key = strangeKey()
	case comesTo == unknownKID:
		key.Key = jose.JSONWebKey{KeyID: "unknown", Key: []byte("a secret that is not known, 32 bytes or more")}
	case comesTo == algSwap && f.algorithm == jose.RS256:
		key = jose.SigningKey{Algorithm: jose.HS256, Key: []byte(f.client.Secret)}
	case comesTo == algSwap:
		key = jose.SigningKey{Algorithm: jose.ES256, Key: ecKey()}
	}
	signer, err := jose.NewSigner(key, (&jose.SignerOptions{}).WithType("JWT"))
	if err != nil {
		return "", err
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		return "", err
	}
	return signed.CompactSerialize()
}
