package session_test

import (
	"testing"

	"kaiin/server/actor"
	"kaiin/server/fault/faulttest"
	"kaiin/server/login"
	"kaiin/server/login/logintest"
	"kaiin/server/settings"
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
