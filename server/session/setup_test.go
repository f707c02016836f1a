package session_test

import (
	"testing"

	"kaiin/server/actor"
	"kaiin/server/catalog"
	"kaiin/server/fault"
	"kaiin/server/login"
	"kaiin/server/login/logintest"
)

func setup(t *testing.T, change func(*catalog.Settings)) *login.Service {
	t.Helper()
	t.Parallel()
	return logintest.New(t, change)
}

// at is a visitor without a session at an address.
func at(ip string) actor.Actor { return actor.Actor{Locale: "ja", IP: ip, UserAgent: "test"} }

// said is the code of a fault.
func said(err error) fault.Code {
	if f, ok := fault.As(err); ok {
		return f.Code
	}
	if err != nil {
		return fault.Code("internal: " + err.Error())
	}
	return ""
}
