package oidctest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"testing"

	"github.com/go-jose/go-jose/v4"

	"kaiin/server/base/words"
	"kaiin/server/oidc"
	"kaiin/server/oidc/clientfile"
	"kaiin/server/staff/scope"
)

// Office is an address in the network of every program of the staff in a World.
const Office = "10.2.3.4"

// Program is the registration of a program of the staff that may do what the scopes let it, with a
// key pair of its own.
func Program(t testing.TB, scopes ...scope.Scope) (clientfile.File, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	set, err := json.Marshal(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: &key.PublicKey, KeyID: "program"}}})
	if err != nil {
		t.Fatal(err)
	}
	return clientfile.File{
		ID: "night-report", Type: clientfile.ClientConfidential, Authentication: clientfile.ProofKey, Keys: set, Name: words.Text{"ja": "夜間集計", "en": "Night report"},
		Grants: []clientfile.GrantType{clientfile.GrantClientCredentials}, IsInternal: true, StaffScopes: scopes, Networks: []string{"10.2.0.0/16", "2001:db8:5::/48"},
	}, key
}

// StaffToken is an access token of a program of the staff for some of its scopes.
func (w *World) StaffToken(t testing.TB, c *oidc.Client, scopes ...scope.Scope) string {
	t.Helper()
	var names []string
	for _, one := range scopes {
		names = append(names, scope.Wire(one))
	}
	tokens, err := w.ClientCredentials(t.Context(), c, names...)
	if err != nil {
		t.Fatal(err)
	}
	return tokens.Access
}
