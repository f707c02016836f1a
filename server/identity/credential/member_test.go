package credential_test

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/session"
	"kaiin/ent/trusteddevice"
	"kaiin/server/base/actor"
	"kaiin/server/base/secret"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
)

// asked is what an act has ended since the last look.
type asked struct {
	Ended     []uuid.UUID // accounts that had another session ended
	Kept      []uuid.UUID // the session that stayed each time; zero: none
	Forgotten []uuid.UUID // accounts whose devices were forgotten
	Forgiven  []uuid.UUID // accounts whose wrong tries to log in were
	Lifted    []uuid.UUID // accounts whose duty to change the password was lifted
}

// asked looks at what was ended for the members of memberIn since the last look, and gives each of
// them anew what can be: a session elsewhere, a trusted device, a wrong try, and the duty to change
// the password.
func (e env) asked() asked {
	e.t.Helper()
	ctx, client := e.t.Context(), e.Store.Client(e.t.Context())
	var was asked
	for _, id := range *e.armed {
		mine := client.Session.Query().Where(session.AccountID(id))
		if mine.Clone().Where(session.UserAgent(elsewhere), session.EndedAtNotNil()).ExistX(ctx) {
			was.Ended = append(was.Ended, id)
			kept, err := mine.Clone().Where(session.EndedAtIsNil()).OnlyID(ctx)
			if err != nil && !ent.IsNotFound(err) {
				e.t.Fatal(err)
			}
			was.Kept = append(was.Kept, kept)
		}
		if living := mine.Clone().Where(session.EndedAtIsNil()); living.Clone().ExistX(ctx) && !living.Where(session.MustChangePassword(true)).ExistX(ctx) {
			was.Lifted = append(was.Lifted, id)
		}
		if client.TrustedDevice.Query().Where(trusteddevice.AccountID(id)).CountX(ctx) == 0 {
			was.Forgotten = append(was.Forgotten, id)
		}
		if err := e.Throttle.MayGuess(ctx, blocking(id)); err == nil {
			was.Forgiven = append(was.Forgiven, id)
		}
		e.arm(id)
	}
	return was
}

// elsewhere is the user agent of a session that no test acts in.
const elsewhere = "elsewhere"

// blocking is a count that blocks from the first try on.
func blocking(id uuid.UUID) throttle.Guesses {
	return throttle.Guesses{Key: credential.LoginGuesses(id) + ":elsewhere", Free: 1, Window: 24 * time.Hour}
}

// arm gives the member what can be ended.
func (e env) arm(id uuid.UUID) {
	e.t.Helper()
	ctx, client, now := e.t.Context(), e.Store.Client(e.t.Context()), e.Clock.Now()
	client.Session.Delete().Where(session.AccountID(id), session.UserAgent(elsewhere)).ExecX(ctx)
	client.TrustedDevice.Delete().Where(trusteddevice.AccountID(id)).ExecX(ctx)
	client.Session.Create().SetCreatedAt(now).SetLastSeenAt(now).SetExpiresAt(now.Add(time.Hour)).SetAccountID(id).
		SetTokenHash(secret.HashToken(secret.Token())).SetIP("192.0.2.9").SetUserAgent(elsewhere).ExecX(ctx)
	client.Session.Update().Where(session.AccountID(id), session.EndedAtIsNil()).SetMustChangePassword(true).ExecX(ctx)
	client.TrustedDevice.Create().SetCreatedAt(now).SetAccountID(id).SetTokenHash(secret.HashToken(secret.Token())).
		SetExpiresAt(now.Add(time.Hour)).ExecX(ctx)
	if e.Throttle.MayGuess(ctx, blocking(id)) == nil {
		if err := e.Throttle.CountGuess(ctx, blocking(id)); err != nil {
			e.t.Fatal(err)
		}
	}
}

// memberIn stores a member and is the actor of a browser in which they have just logged in.
func (e env) memberIn(options ...accounttest.Option) (*ent.Account, actor.Actor) {
	e.t.Helper()
	row := e.watched(options...)
	return row, e.in(row)
}

// watched stores a member whose sessions and browsers asked looks at.
func (e env) watched(options ...accounttest.Option) *ent.Account {
	e.t.Helper()
	row := accounttest.Member(e.t, e.Account, options...)
	*e.armed = append(*e.armed, row.ID)
	return row
}

// in is another browser in which the member has just logged in.
func (e env) in(row *ent.Account) actor.Actor {
	e.t.Helper()
	a := actor.Actor{Locale: "ja", IP: "192.0.2.1"}
	signed, err := e.Session.SignIn(e.t.Context(), a, e.now(row), actor.MethodPassword)
	if err != nil {
		e.t.Fatal(err)
	}
	a.AccountID, a.SessionID, a.AuthenticatedAt = row.ID, signed.SessionID, e.Clock.Now()
	return a
}

// now is the account as the database has it.
func (e env) now(row *ent.Account) *ent.Account {
	e.t.Helper()
	row, err := e.Account.Find(e.t.Context(), row.ID)
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
	if got := accounttest.Mails(e.t, e.Account, address); !slices.Equal(got, want) {
		e.t.Errorf("%s: mails to %s are %v, want %v", name, address, got, want)
	}
}

// knows reports whether the password is the account's.
func (e env) knows(row *ent.Account, password string) bool {
	e.t.Helper()
	right, err := e.Passwords.Matches(e.t.Context(), "", e.now(row).PasswordHash, password)
	if err != nil {
		e.t.Fatal(err)
	}
	return right
}
