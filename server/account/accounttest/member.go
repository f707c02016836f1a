package accounttest

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"kaiin/ent"
	"kaiin/server/account"
	"kaiin/server/credential"
)

// Password is the password of every member made here.
const Password = "open9sesame"

var hash = sync.OnceValues(func() (string, error) {
	return new(credential.PasswordPool).Hash(context.Background(), Password)
})

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

// Member stores a member with an address of their own, verified, and Password.
func Member(t testing.TB, s *account.Service, options ...Option) *ent.Account {
	t.Helper()
	hashed, err := hash()
	if err != nil {
		t.Fatal(err)
	}
	now := s.Clock.Now()
	create := s.Store.Client(t.Context()).Account.Create().SetCreatedAt(now).SetUpdatedAt(now).
		SetEmailVerifiedAt(now).SetPasswordHash(hashed).SetPasswordUpdatedAt(now)
	Email(fmt.Sprintf("member%d@example.com", made.Add(1)))(create)
	for _, option := range options {
		option(create)
	}
	row, err := create.Save(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return row
}
