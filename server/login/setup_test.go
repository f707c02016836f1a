package login_test

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
