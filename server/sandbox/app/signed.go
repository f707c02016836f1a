package app

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// leeway is how far the clocks of the provider and the app may be apart.
const leeway = 10 * time.Second

// claims are what signed tokens of the provider say.
type claims struct {
	jwt.Claims
	Nonce     string                     `json:"nonce"`
	Party     string                     `json:"azp"`
	TokenHash string                     `json:"at_hash"`
	Session   string                     `json:"sid"`
	AuthTime  *jwt.NumericDate           `json:"auth_time"`
	Events    map[string]json.RawMessage `json:"events"`
	AsOf      float64                    `json:"toe"` // RFC 8417 2.2
	About     struct {
		Format  string `json:"format"`
		Issuer  string `json:"iss"`
		Subject string `json:"sub"`
	} `json:"sub_id"`

	all map[string]any // as they came
}

// open checks what holds for every token that the provider signs for a client: signature, kind (RFC
// 8725 3.11), issuer, audience, and when it was made. An end is checked where it has one. The kind
// is the header typ: JWT, logout+jwt, secevent+jwt.
func (p *provider) open(ctx context.Context, raw, kind, clientID string) (*claims, error) {
	token, err := jwt.ParseSigned(raw, []jose.SignatureAlgorithm{jose.RS256, jose.ES256})
	if err != nil || len(token.Headers) != 1 {
		return nil, fault{"form", ""}
	}
	typ, named := token.Headers[0].ExtraHeaders[jose.HeaderType].(string)
	if typ = strings.TrimPrefix(strings.ToLower(typ), "application/"); typ != strings.ToLower(kind) && (named || kind != "JWT") {
		return nil, fault{"kind", "typ=" + typ}
	}
	key, err := p.key(ctx, token.Headers[0].KeyID)
	if err != nil {
		return nil, err
	}
	c, now := new(claims), p.now()
	if key.Algorithm != "" && key.Algorithm != token.Headers[0].Algorithm || token.Claims(key, c, &c.all) != nil {
		return nil, fault{"signature", ""}
	}
	switch {
	case c.Issuer != p.issuer:
		return nil, fault{"iss", "iss=" + c.Issuer}
	case len(c.Audience) != 1 || c.Audience[0] != clientID || c.Party != "" && c.Party != clientID:
		return nil, fault{"aud", "aud=" + strings.Join(c.Audience, " ")}
	case c.IssuedAt == nil || c.IssuedAt.Time().After(now.Add(leeway)):
		return nil, fault{"iat", ""}
	case c.Expiry != nil && !now.Before(c.Expiry.Time().Add(leeway)):
		return nil, fault{"exp", ""}
	}
	return c, nil
}

// idToken checks an ID token (OpenID Connect Core 3.1.3.7, 3.1.3.8) that came with the access
// token. Its nonce is left to the caller.
func (p *provider) idToken(ctx context.Context, raw, clientID, access string) (*claims, error) {
	c, err := p.open(ctx, raw, "JWT", clientID)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(access)) // of both algorithms
	switch {
	case c.Expiry == nil || c.Subject == "":
		return nil, fault{"form", ""}
	case c.TokenHash != base64.RawURLEncoding.EncodeToString(sum[:len(sum)/2]):
		return nil, fault{"at_hash", ""}
	}
	return c, nil
}
