package oidc

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/uuid"

	"kaiin/server/oidc/clientfile"
)

// idTokenLife is how long an ID token says that the login was just now.
const idTokenLife = 10 * time.Minute

// Algorithms are those that ID tokens are signed by.
func Algorithms() []jose.SignatureAlgorithm { return clientfile.SigningAlgorithms }

// IDToken says who the member is, signed (OpenID Connect Core 2, 3.1.3.6, 12.2).
func (s *Service) IDToken(ctx context.Context, c *Client, t *Tokens) (string, error) {
	keys, err := s.Keyring(ctx)
	if err != nil {
		return "", err
	}
	now, g := s.Clock.Now(), t.Family.Granted
	claims := map[string]any{
		"iss": s.Issuer, "aud": c.ID, "sub": keys.Sub(c, t.Family.AccountID), "iat": now.Unix(), "exp": now.Add(idTokenLife).Unix(),
		"auth_time": g.AuthTime.Unix(), "at_hash": half(t.Access),
	}
	for name, value := range map[string]string{"nonce": g.Nonce, "acr": g.ACR} {
		if value != "" {
			claims[name] = value
		}
	}
	if len(g.AMR) > 0 {
		claims["amr"] = g.AMR
	}
	if t.Family.SessionID != uuid.Nil {
		claims["sid"] = s.sid(c, t.Family.SessionID)
	}
	if err := s.addAsked(ctx, t, claims); err != nil {
		return "", err
	}
	return keys.sign(c.Algorithm(), "JWT", claims)
}

// addAsked adds the claims that the app asked for in the ID token by name, if their scopes
// were granted.
func (s *Service) addAsked(ctx context.Context, t *Tokens, claims map[string]any) error {
	asked := false
	for name := range t.Family.Granted.Claims.IDToken {
		if _, has := claims[name]; !has {
			asked = true
		}
	}
	if !asked {
		return nil
	}
	row, err := s.Account.Find(ctx, t.Family.AccountID)
	if err != nil {
		return err
	}
	known := s.about(row, Split(t.Scope))
	if _, wanted := t.Family.Granted.Claims.IDToken[ScopeEntitlements]; wanted && HasScope(t.Scope, ScopeEntitlements) {
		if known[ScopeEntitlements], err = s.Watchable(ctx, row.ID); err != nil {
			return err
		}
	}
	for name := range t.Family.Granted.Claims.IDToken {
		if value, ok := known[name]; ok {
			claims[name] = value
		}
	}
	return nil
}

// half is the left half of a hash, by which an ID token is bound to its access token (OpenID
// Connect Core 3.1.3.6). Both clientfile.SigningAlgorithms have SHA-256.
func half(token string) string {
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:sha256.Size/2])
}

// sid is what the client calls the session of a browser (Back-Channel Logout 2.1); no other
// client's name can be connected with it.
func (s *Service) sid(c *Client, sessionID uuid.UUID) string {
	return base64.RawURLEncoding.EncodeToString(s.Secrets.MAC("oidc sid "+c.ID, sessionID[:]))
}

// ReadHint is whom an ID token of the client speaks of, also when it is over; zero for
// anything else.
func (s *Service) ReadHint(ctx context.Context, c *Client, hint string) (accountID uuid.UUID, claims map[string]any, err error) {
	keys, err := s.Keyring(ctx)
	if err != nil {
		return uuid.Nil, nil, err
	}
	claims, ok := keys.read(hint)
	if !ok || claims["iss"] != s.Issuer || claims["aud"] != c.ID {
		return uuid.Nil, nil, nil
	}
	sub, _ := claims["sub"].(string)
	return keys.Account(c, sub), claims, nil
}

// AccountOf is the member whom the client knows by the sub; an account that does not exist when it
// knows no member by it.
func (s *Service) AccountOf(ctx context.Context, c *Client, sub string) (uuid.UUID, error) {
	keys, err := s.Keyring(ctx)
	if err != nil {
		return uuid.Nil, err
	}
	return keys.Account(c, sub), nil
}

// SubOf is what the token's client calls its member.
func (s *Service) SubOf(ctx context.Context, t *Token) (string, error) {
	c, err := s.Client(ctx, t.Family.ClientID)
	if err == nil && c == nil {
		err = fmt.Errorf("token of %s, which is no client", t.Family.ClientID)
	}
	if err != nil {
		return "", err
	}
	keys, err := s.Keyring(ctx)
	if err != nil {
		return "", err
	}
	return keys.Sub(c, t.Family.AccountID), nil
}

// Logout is what an app asks for that wants its member logged out.
type Logout struct {
	Client  *Client   // nil: the app that asks is unknown
	Subject uuid.UUID // of the hint; zero: none that can be trusted
	Back    string    // where the browser goes then; "" where none is registered
}

// ReadLogout reads what an app says (RP-Initiated Logout 2).
func (s *Service) ReadLogout(ctx context.Context, hint, clientID, redirect string) (Logout, error) {
	var l Logout
	keys, err := s.Keyring(ctx)
	if err != nil {
		return l, err
	}
	if claims, ok := keys.read(hint); ok {
		of, _ := claims["aud"].(string)
		if clientID != "" && clientID != of {
			return l, nil
		}
		clientID = of
	}
	c, err := s.Client(ctx, clientID)
	if c == nil || err != nil {
		return l, err
	}
	l.Client = c
	if l.Subject, _, err = s.ReadHint(ctx, c, hint); err != nil {
		return l, err
	}
	if redirect != "" && c.LogoutRedirect(redirect) {
		l.Back = redirect
	}
	return l, nil
}
