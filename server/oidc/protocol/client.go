package protocol

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/ory/fosite"

	"kaiin/server/oidc"
	"kaiin/server/oidc/clientfile"
)

const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

// authenticate is the app that sends the form, once it has proved that, by the one way that it is
// registered with (RFC 6749 2.3, OpenID Connect Core 9). Public clients only say who they are.
func (e *Endpoints) authenticate(ctx context.Context, r *http.Request, form url.Values) (*oidc.Client, error) {
	name, text, basic := r.BasicAuth()
	assertion, kind := form.Get("client_assertion"), form.Get("client_assertion_type")
	ways := 0
	for _, used := range []bool{r.Header.Get("Authorization") != "", form.Has("client_secret"), form.Has("client_assertion") || form.Has("client_assertion_type")} {
		if used {
			ways++
		}
	}
	switch {
	case ways > 1:
		return nil, fosite.ErrInvalidRequest.WithHint("The client proves itself in more than one way.")
	case r.Header.Get("Authorization") != "" && !basic:
		return nil, fosite.ErrInvalidClient.WithHint("The Authorization header is not of the scheme Basic.")
	}
	id, way := form.Get("client_id"), clientfile.ProofNone
	switch {
	case basic:
		var err, other error
		name, err = url.QueryUnescape(name)
		text, other = url.QueryUnescape(text)
		if err != nil || other != nil || form.Has("client_id") && id != name {
			return nil, fosite.ErrInvalidClient
		}
		id, way = name, clientfile.ProofBasic
	case form.Has("client_secret"):
		text, way = form.Get("client_secret"), clientfile.ProofPost
	case form.Has("client_assertion") || form.Has("client_assertion_type"):
		if kind != assertionType {
			return nil, fosite.ErrInvalidClient.WithHint("client_assertion_type is not known.")
		}
		way = clientfile.ProofKey
		if id == "" {
			id = subjectOf(assertion)
		}
	}
	if id == "" {
		return nil, fosite.ErrInvalidClient.WithHint("The client does not say who it is.")
	}
	c, err := e.Provider.Client(ctx, id)
	if err != nil {
		return nil, err
	}
	if c == nil || c.Authentication != way {
		return nil, fosite.ErrInvalidClient
	}
	switch {
	case way == clientfile.ProofKey:
		return c, e.checkAssertion(ctx, c, assertion)
	case way != clientfile.ProofNone && !c.HasSecret(text, e.Provider.Clock.Now()):
		return nil, fosite.ErrInvalidClient
	}
	return c, nil
}

// signed are the clientfile.SigningAlgorithms of assertions.
var signed = []jose.SignatureAlgorithm{jose.RS256, jose.ES256, jose.PS256}

// subjectOf is the subject of an assertion that is not checked yet.
func subjectOf(assertion string) string {
	token, err := jwt.ParseSigned(assertion, signed)
	var claims jwt.Claims
	if err != nil || token.UnsafeClaimsWithoutVerification(&claims) != nil {
		return ""
	}
	return claims.Subject
}

// longestAssertion is how far ahead an assertion may end.
const longestAssertion = time.Hour

// checkAssertion is nil when the assertion proves that the client has one of its keys: RFC 7523 3.
// It is good once.
func (e *Endpoints) checkAssertion(ctx context.Context, c *oidc.Client, assertion string) error {
	token, err := jwt.ParseSigned(assertion, signed)
	if err != nil || len(token.Headers) != 1 {
		return fosite.ErrInvalidClient.WithHint("client_assertion is no signed JWT.")
	}
	var claims jwt.Claims
	if !slices.ContainsFunc(c.PublicKeys.Keys, func(k jose.JSONWebKey) bool {
		fits := (token.Headers[0].KeyID == "" || token.Headers[0].KeyID == k.KeyID) && (k.Algorithm == "" || k.Algorithm == token.Headers[0].Algorithm)
		return fits && token.Claims(k.Key, &claims) == nil
	}) {
		return fosite.ErrInvalidClient.WithHint("client_assertion is not signed by a key of the client.")
	}
	now := e.Provider.Clock.Now()
	err = claims.ValidateWithLeeway(jwt.Expected{Issuer: c.ID, Subject: c.ID, Time: now}, 10*time.Second)
	if err != nil || claims.Expiry == nil || claims.Expiry.Time().After(now.Add(longestAssertion)) || claims.ID == "" {
		return fosite.ErrInvalidClient.WithHint("client_assertion is over, or does not say what it must.")
	}
	if len(claims.Audience) != 1 || !slices.Contains([]string{e.Provider.Issuer, e.at(pathToken)}, claims.Audience[0]) {
		return fosite.ErrInvalidClient.WithHint("client_assertion is not for this service.")
	}
	fresh, err := e.Provider.UseAssertion(ctx, c, claims.ID, claims.Expiry.Time())
	if err == nil && !fresh {
		err = fosite.ErrInvalidClient.WithHint("client_assertion was used before.")
	}
	return err
}
