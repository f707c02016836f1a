package passkey_test

import (
	"testing"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/passkey"
	"kaiin/server/identity/passkey/passkeytest"
)

const origin = "https://store.example"

func setup(t *testing.T) *login.Service {
	t.Helper()
	t.Parallel()
	return logintest.New(t, nil)
}

// made is a device with a passkey of the member.
func made(t *testing.T, s *login.Service, a actor.Actor) *passkeytest.Device {
	t.Helper()
	d := passkeytest.New(t, origin)
	if err := register(t, s, a, d, ""); err != nil {
		t.Fatal(err)
	}
	return d
}

func register(t *testing.T, s *login.Service, a actor.Actor, d *passkeytest.Device, name string) error {
	t.Helper()
	options, err := s.Passkey.StartRegistration(t.Context(), a)
	if err != nil {
		return err
	}
	return s.Passkey.Register(t.Context(), a, passkey.New{Answer: d.Make(t, options), Name: name})
}

// names are those of the member's passkeys.
func names(t *testing.T, s *login.Service, a actor.Actor) (all []string) {
	t.Helper()
	passkeys, err := s.Passkey.List(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range passkeys {
		all = append(all, p.Name)
	}
	return all
}

func said(err error) string { return faulttest.Said(err) }
