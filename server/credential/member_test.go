package credential_test

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/account/accounttest"
	"kaiin/server/actor"
)

// asked is what a change has asked of package login since the last look.
func (e env) asked() accounttest.Access {
	access := e.Access.(*accounttest.Access)
	was := *access
	*access = accounttest.Access{}
	return was
}

// memberIn stores a member and is the actor of a browser in which they have just logged in.
func (e env) memberIn(options ...accounttest.Option) (*ent.Account, actor.Actor) {
	e.t.Helper()
	row := accounttest.Member(e.t, e.Service, options...)
	return row, e.in(row)
}

// in is another browser in which the member has just logged in.
func (e env) in(row *ent.Account) actor.Actor {
	return actor.Actor{AccountID: row.ID, SessionID: uuid.New(), Locale: "ja", IP: "192.0.2.1", AuthenticatedAt: e.Clock.Now()}
}

// now is the account as it stands.
func (e env) now(row *ent.Account) *ent.Account {
	e.t.Helper()
	row, err := e.Find(e.t.Context(), row.ID)
	if err != nil {
		e.t.Fatal(err)
	}
	return row
}

// justNow holds for a moment of the last minute.
func (e env) justNow(at *time.Time) bool { return at != nil && e.Clock.Now().Sub(*at) < time.Minute }

// mails compares the templates of the mails to the address.
func (e env) mails(name, address string, want ...string) {
	e.t.Helper()
	if got := accounttest.Mails(e.t, e.Service, address); !slices.Equal(got, want) {
		e.t.Errorf("%s: mails to %s are %v, want %v", name, address, got, want)
	}
}

// knows reports whether the password is the account's.
func (e env) knows(row *ent.Account, password string) bool {
	e.t.Helper()
	right, err := e.Passwords.Matches(e.t.Context(), e.now(row).PasswordHash, password)
	if err != nil {
		e.t.Fatal(err)
	}
	return right
}
