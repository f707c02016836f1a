package login_test

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
	return logintest.New(t, func(st *settings.Settings) {
		st.AuthCodes.Login.Minutes, st.AuthCodes.MultiFactorEmail.Minutes = 10, 10
		if change != nil {
			change(st)
		}
	})
}

// at is a visitor without a session at an address.
func at(ip string) actor.Actor { return actor.Actor{Locale: "ja", IP: ip, UserAgent: "test"} }

// input is a login by password.
func input(identifier, password string) login.Input {
	return login.Input{Identifier: identifier, Password: password, Method: actor.MethodPassword}
}

// said is a fault in short.
func said(err error) string { return faulttest.Said(err) }
