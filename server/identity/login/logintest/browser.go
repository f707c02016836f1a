package logintest

import (
	_ "embed"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/secret"
	"kaiin/server/identity/login"
	"kaiin/server/identity/session"
)

// Addresses whose country is known.
const (
	JapaneseIP = "202.232.2.164"
	AmericanIP = "8.8.8.8"
)

// table has the form of the one that the product ships, and four networks: 202.232.2.0/24,
// 133.11.0.0/16 and 2001:200::/32 are Japanese, 8.8.8.0/24 is American.
// github.com/maxmind/mmdbwriter wrote it.
//
//go:embed countries.mmdb
var table []byte

// WithCountries lets the service know where addresses are.
func WithCountries(t testing.TB, s *login.Service) *login.Service {
	t.Helper()
	path := filepath.Join(t.TempDir(), "countries.mmdb")
	err := os.WriteFile(path, table, 0o600)
	if err == nil {
		s.Session.Countries, err = session.OpenCountries(path)
	}
	if err != nil {
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
