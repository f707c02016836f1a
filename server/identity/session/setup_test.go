package session_test

import (
	"testing"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/base/settings"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
)

func setup(t *testing.T, change func(*settings.Settings)) *login.Service {
	t.Helper()
	t.Parallel()
	return logintest.New(t, change)
}

// at is a visitor without a session at an address.
func at(ip string) actor.Actor { return actor.Actor{Locale: "ja", IP: ip, UserAgent: "test"} }

// said is a fault in short.
func said(err error) string { return faulttest.Said(err) }
