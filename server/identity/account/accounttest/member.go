package accounttest

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"kaiin/ent"
	"kaiin/server/identity/account"
	"kaiin/server/identity/credential"
)

// Password is the password of every member made here.
const Password = "open9sesame"

// CheapHash is what a password costs in tests that are about something else.
var CheapHash = credential.HashCost{Memory: 64, Passes: 1}

var (
	cheap = sync.OnceValues(func() (string, error) { return hashed(CheapHash) })
	dear  = sync.OnceValues(func() (string, error) { return hashed(credential.HashCost{}) })
)

func hashed(cost credential.HashCost) (string, error) {
	pool := credential.PasswordPool{Cost: cost}
	return pool.Hash(context.Background(), "", Password)
}

// RealPassword makes the password cost what it costs in production.
func RealPassword(c *ent.AccountCreate) {
	hash, err := dear()
	if err != nil {
		panic(err) // the pool is not full
	}
	c.SetPasswordHash(hash)
}

var made atomic.Int64

// Option changes a member before it is stored.
type Option func(*ent.AccountCreate)

// Email sets the address.
func Email(address string) Option {
	return func(c *ent.AccountCreate) { c.SetEmail(address).SetEmailKey(account.EmailKey(address)) }
}

// UserID sets the user ID.
func UserID(id string) Option {
	return func(c *ent.AccountCreate) { c.SetUserID(id).SetUserIDKey(account.UserIDKey(id)) }
}

// Unverified takes the proof of the address away.
func Unverified(c *ent.AccountCreate) { c.Mutation().ClearEmailVerifiedAt() }

// NoPassword takes the password away.
func NoPassword(c *ent.AccountCreate) {
	c.Mutation().ClearPasswordHash()
	c.Mutation().ClearPasswordUpdatedAt()
}

// With is any other change.
func With(change func(*ent.AccountCreate)) Option { return change }

// Member stores a member with an address of their own, verified, and Password, who has agreed to
// the store's policies.
func Member(t testing.TB, s *account.Service, options ...Option) *ent.Account {
	t.Helper()
	hash, err := cheap()
	if err != nil {
		t.Fatal(err)
	}
	now := s.Clock.Now()
	create := s.Store.Client(t.Context()).Account.Create().SetCreatedAt(now).SetUpdatedAt(now).
		SetEmailVerifiedAt(now).SetPasswordHash(hash).SetPasswordUpdatedAt(now)
	Email(fmt.Sprintf("member%d@example.com", made.Add(1)))(create)
	for _, option := range options {
		option(create)
	}
	row, err := create.Save(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if s.Catalog != nil {
		policies, err := s.Catalog.Policies(t.Context())
		if err == nil {
			err = s.RecordConsents(t.Context(), row.ID, policies)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return row
}
