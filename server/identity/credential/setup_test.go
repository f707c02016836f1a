package credential_test

import (
	"testing"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/base/settings"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login/logintest"
)

// env is a credential service in a store of its own.
type env struct {
	*credential.Service
	t     *testing.T
	armed *[]uuid.UUID // the members whose sessions and browsers are watched
}

const parallel = 50

func setup(t *testing.T, change func(*settings.Settings)) env {
	t.Helper()
	t.Parallel()
	return env{logintest.New(t, change).Credential, t, new([]uuid.UUID)}
}

// visitor is a browser of its own.
func visitor() actor.Actor {
	return actor.Actor{SessionID: uuid.New(), Locale: "ja", IP: "192.0.2.1"}
}

func said(err error) string { return faulttest.Said(err) }

func races(n int, f func(i int) error) map[string]int { return faulttest.Races(n, f) }

const wrongCode = "pinCode:PIN_CODE_ERROR"

// wrong is a code that is not the given one.
func wrong(code string) string {
	if code == "000000" {
		return "000001"
	}
	return "000000"
}
