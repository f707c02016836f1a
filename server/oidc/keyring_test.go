package oidc_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"kaiin/server/oidc"
	"kaiin/server/oidc/oidctest"
	"kaiin/server/staff/acts/actstest"
)

// New keys are published a day before they sign, and those before them stay until no app has a
// token of theirs.
func TestKeysArePublishedBeforeTheySign(t *testing.T) {
	t.Parallel()
	w := oidctest.New(t, nil)
	a := w.Member(t)
	published := func() (ids []string) {
		t.Helper()
		ring, err := w.Keyring(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var keys jose.JSONWebKeySet
		if err := json.Unmarshal(ring.JWKS, &keys); err != nil {
			t.Fatal(err)
		}
		for _, key := range keys.Keys {
			ids = append(ids, key.KeyID)
		}
		return ids
	}
	signs := func() string {
		t.Helper()
		text, err := w.IDToken(t.Context(), w.Web, w.Tokens(t, a, w.Asks(w.Web, "openid")))
		if err != nil {
			t.Fatal(err)
		}
		token, err := jwt.ParseSigned(text, oidc.Algorithms())
		if err != nil {
			t.Fatal(err)
		}
		return token.Headers[0].KeyID
	}
	before, first := published(), signs()
	at, err := w.RotateKeys(t.Context(), actstest.By(w.Store))
	if err != nil || len(published()) != len(before)+2 || signs() != first {
		t.Fatalf("a key that no app knows yet signs: %v", err)
	}
	w.Clock.Advance(at.Sub(w.Clock.Now()))
	if second := signs(); slices.Contains(before, second) || !slices.Contains(published(), first) {
		t.Errorf("%s signs; published are %v", second, published())
	}
	w.Clock.Advance(30 * 24 * time.Hour)
	if err := w.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(time.Minute)
	if slices.Contains(published(), first) {
		t.Error("a key is published for ever")
	}
}

// OpenID Connect Core 8.1: what two apps call a member cannot be connected, and the sub of each
// names the member.
func TestPairwiseSubs(t *testing.T) {
	t.Parallel()
	w := oidctest.New(t, nil)
	a := w.Member(t)
	subs := []string{a.AccountID.String()}
	for _, host := range []string{"one.example", "two.example"} {
		r := oidctest.Web()
		r.ID, r.IsPairwise, r.Redirects, r.LogoutRedirects = host, true, []string{"https://" + host + "/back"}, nil
		c, _ := w.Client(t, r)
		for range 2 {
			token, err := w.Introspect(t.Context(), w.Tokens(t, a, w.Asks(c, "openid")).Access)
			if err != nil {
				t.Fatal(err)
			}
			about, err := w.About(t.Context(), token)
			if err != nil {
				t.Fatal(err)
			}
			subs = append(subs, about["sub"].(string))
		}
		if whose, err := w.AccountOf(t.Context(), c, subs[len(subs)-1]); err != nil || whose != a.AccountID {
			t.Errorf("%s: %s, %v", host, whose, err)
		}
	}
	if subs[1] != subs[2] || subs[3] != subs[4] || subs[1] == subs[3] || slices.Contains(subs[1:], subs[0]) || len(subs[1]) != 22 {
		t.Errorf("%v", subs)
	}
}

// what has changed since the member allowed it is asked again, and nothing else is.
func TestAScopeThatHasChangedIsAskedAgain(t *testing.T) {
	t.Parallel()
	w := oidctest.New(t, nil)
	a := w.Member(t)
	r := w.Asks(w.Web, "openid", "email")
	w.Code(t, a, r)
	if _, err := w.Store.DB.ExecContext(t.Context(), `UPDATE oidc_grants SET scopes = scopes || '{"email": -1}'`); err != nil {
		t.Fatal(err)
	}
	asked, err := w.ScopeStates(t.Context(), a.AccountID, r)
	if err != nil || asked.Consented() || !slices.Equal(asked.Keys(oidc.Updated), []string{"email"}) || !slices.Equal(asked.Keys(oidc.Authorized), []string{"openid"}) {
		t.Errorf("%+v, %v", asked, err)
	}
}
