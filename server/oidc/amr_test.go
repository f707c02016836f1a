package oidc

import (
	"slices"
	"testing"

	"kaiin/server/base/actor"
)

// What an app is told of how a member has logged in (RFC 8176).
func TestAMR(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		method actor.Method
		factor string
		amr    []string
		acr    string
	}{
		{"Password", "", []string{"pwd"}, ACROne},
		{"AuthCode", "", []string{"otp"}, ACROne},
		{"LINE", "", []string{"fed"}, ACROne},
		{"Password", "SMS", []string{"pwd", "sms", "mfa"}, ACRTwo},
		{"Password", "Passkey", []string{"pwd", "pop", "mfa"}, ACRTwo},
		{"Passkey", "Passkey", []string{"pop", "mfa"}, ACRTwo},
	} {
		a := actor.Actor{LoginMethod: c.method, Factor: c.factor}
		if got := amr(a); !slices.Equal(got, c.amr) || ACROf(a) != c.acr {
			t.Errorf("%s and %q: %q, %s", c.method, c.factor, got, ACROf(a))
		}
	}
}
