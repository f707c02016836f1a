package login_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/factor"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login/logintest"
)

// A login with a second factor stops what the staff have begun to take factors off, and a password
// alone, or a login in a browser that is trusted, does not.
func TestALoginWithAFactorKeepsTheFactors(t *testing.T) {
	s := setup(t, nil)
	row := protected(t, s, factor.TypeEmail)
	now := s.Clock.Now()
	err := s.Store.Exec(t.Context(), `INSERT INTO held_changes (id, created_at, account_id, factors, due_at, takes_effect_at, expires_at) VALUES ($1, $2, $3, 'Email', $4, $4, $5)`,
		uuid.New(), now, row.ID, now.Add(72*time.Hour), now.Add(7*24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	outcome := func() (is string) {
		t.Helper()
		if err := s.Store.QueryRow(t.Context(), `SELECT outcome FROM held_changes`).Scan(&is); err != nil {
			t.Fatal(err)
		}
		return is
	}
	trusted, _ := logintest.Visitor(t, s)
	trusted.TrustedDevice = logintest.Trusted(t, s, row.ID)
	if entered, err := s.Login(t.Context(), trusted, input(*row.Email, accounttest.Password)); err != nil || entered.AccountID != row.ID || outcome() != "waiting" {
		t.Fatalf("in a trusted browser: %s, %v", outcome(), err)
	}
	a, _ := waits(t, s, row)
	if got := outcome(); got != "waiting" {
		t.Fatalf("after a password: %s", got)
	}
	code := mailed(t, s, a, row)
	if _, err := s.GiveFactor(t.Context(), a, give(wrong(code))); err == nil || outcome() != "waiting" {
		t.Fatalf("after a wrong code: %s, %v", outcome(), err)
	}
	if _, err := s.GiveFactor(t.Context(), a, give(code)); err != nil || outcome() != "kept" {
		t.Fatalf("after a right one: %s, %v", outcome(), err)
	}
	s.Clock.Advance(72 * time.Hour)
	if n, err := s.Credential.Due(t.Context()); n != 0 || err != nil || s.Store.Client(t.Context()).Factor.Query().CountX(t.Context()) != 1 {
		t.Errorf("%d due, %v", n, err)
	}
}
