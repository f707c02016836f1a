package social

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/identity/login"
)

// Tokens signed by the right secret may still be wrong.
func TestVerify(t *testing.T) {
	t.Parallel()
	const issuer, client, secret = "https://issuer.test", "client", "0123456789abcdef0123456789abcdef"
	now := clock.New()
	p := newLINE(config.OIDCClient{ClientID: client, ClientSecret: secret, Issuer: issuer}, nil, now)
	in := func(d time.Duration) int64 { return now.Now().Add(d).Unix() }
	type claims = map[string]any
	for _, c := range []struct {
		name   string
		change claims // nil takes a claim away
		alg    jose.SignatureAlgorithm
		good   bool
	}{
		{"as it should be", claims{}, jose.HS256, true},
		{"audience in a list", claims{"aud": []string{client}}, jose.HS256, true},
		{"authorised party", claims{"azp": client}, jose.HS256, true},
		{"clocks differ a little", claims{"iat": in(30 * time.Second)}, jose.HS256, true},
		{"the longest subject", claims{"sub": strings.Repeat("s", 255)}, jose.HS256, true},

		{"another algorithm of the same secret", claims{}, jose.HS512, false},
		{"issuer with a slash", claims{"iss": issuer + "/"}, jose.HS256, false},
		{"no issuer", claims{"iss": nil}, jose.HS256, false},
		{"another audience", claims{"aud": "other"}, jose.HS256, false},
		{"one more audience", claims{"aud": []string{client, "other"}}, jose.HS256, false},
		{"no audience", claims{"aud": nil}, jose.HS256, false},
		{"for another party", claims{"azp": "other"}, jose.HS256, false},
		{"another nonce", claims{"nonce": "other"}, jose.HS256, false},
		{"no nonce", claims{"nonce": nil}, jose.HS256, false},
		{"expired", claims{"exp": in(-time.Second)}, jose.HS256, false},
		{"without an end", claims{"exp": nil}, jose.HS256, false},
		{"of the future", claims{"iat": in(2 * time.Minute)}, jose.HS256, false},
		{"of no member", claims{"sub": nil}, jose.HS256, false},
		{"of an empty name", claims{"sub": ""}, jose.HS256, false},
		{"of a number", claims{"sub": 12}, jose.HS256, false},
		{"of too long a name", claims{"sub": strings.Repeat("s", 256)}, jose.HS256, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			all := claims{"iss": issuer, "aud": client, "sub": "s", "nonce": "n", "iat": in(0), "exp": in(time.Hour)}
			for name, value := range c.change {
				if all[name] = value; value == nil {
					delete(all, name)
				}
			}
			token, err := p.verify(t.Context(), p.keys, signed(t, c.alg, secret, all), "n")
			if good := err == nil && token.Subject != ""; good != c.good || !c.good && !errors.Is(err, login.ErrProviderRefused) {
				t.Errorf("got %v, %v", token, err)
			}
		})
	}
	t.Run("the secret of another channel", func(t *testing.T) {
		t.Parallel()
		all := claims{"iss": issuer, "aud": client, "sub": "s", "nonce": "n", "iat": in(0), "exp": in(time.Hour)}
		if _, err := p.verify(t.Context(), p.keys, signed(t, jose.HS256, strings.Repeat("x", 32), all), "n"); !errors.Is(err, login.ErrProviderRefused) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a sign-in without a nonce", func(t *testing.T) {
		t.Parallel()
		all := claims{"iss": issuer, "aud": client, "sub": "s", "nonce": "", "iat": in(0), "exp": in(time.Hour)}
		if _, err := p.verify(t.Context(), p.keys, signed(t, jose.HS256, secret, all), ""); !errors.Is(err, login.ErrProviderRefused) {
			t.Errorf("got %v", err)
		}
	})
}

func signed(t *testing.T, alg jose.SignatureAlgorithm, secret string, claims map[string]any) string {
	t.Helper()
	if alg == jose.HS512 {
		secret += secret // or it would be too short for the library
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: []byte(secret)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := signer.Sign(payload)
	if err != nil {
		t.Fatal(err)
	}
	text, err := whole.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}
