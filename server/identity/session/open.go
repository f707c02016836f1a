package session

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/knownbrowser"
	"kaiin/ent/session"
	"kaiin/ent/trusteddevice"
	"kaiin/server/base/actor"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
	"kaiin/server/base/useragent"
)

// Signed is what a login gives the browser: a fresh session of a member, or of a visitor whose
// second factor is asked for.
type Signed struct {
	Token         string // for the cookie sid; stored nowhere; "" where the browser keeps the one it has
	SessionID     uuid.UUID
	AccountID     uuid.UUID // zero for a visitor
	TrustedDevice string    // for the cookie tdt, when the browser became a trusted device
	KnownBrowser  string    // for the cookie latid, when the browser was not known before
}

// Opening is a member's session that is about to begin.
type Opening struct {
	AccountID  uuid.UUID
	Stamp      int64 // the account's access stamp when it was proved whose it is
	Method     actor.Method
	Factor     string   // the second factor that was given; "" is none
	MustChange bool     // the password is one that everybody tries first: nothing else is open before it is changed
	Browser    Familiar // what the account knows of the browser
	Trust      bool     // spare this browser the second factor from now on
	DeviceHint string   // what the browser knows of its device and the user agent does not tell
}

// SignIn gives the account a new session and ends the one the actor came with, which an attacker
// may have planted. It checks nothing and sends no alert: the caller has just made the account, by
// the method, which is kept with the session. The browser is known from then on. Members who prove
// that an account is theirs go through package login.
func (s *Service) SignIn(ctx context.Context, a actor.Actor, owner *ent.Account, method actor.Method) (Signed, error) {
	var signed Signed
	err := s.Store.Tx(ctx, func(ctx context.Context) error {
		browser, err := s.Familiar(ctx, a, owner.ID)
		if err != nil {
			return err
		}
		signed, err = s.Open(ctx, a, Opening{AccountID: owner.ID, Stamp: owner.AccessStamp, Method: method, Browser: browser})
		return err
	})
	return signed, err
}

// Open is the new session of an account, which replaces the actor's. From then on the account knows
// the browser, and trusts it where that is asked for: each gives the browser a new cookie where it
// had none that counted, since what it sent may have been planted; the other accounts that know or
// trust the browser go along. All of it is one statement. It must be called inside a transaction.
//
// ErrOver means that the account is not active any more, or that what was proved has been
// overtaken: its sessions were ended meanwhile (EndAll). The row of the account stays locked until
// the transaction ends.
func (s *Service) Open(ctx context.Context, a actor.Actor, in Opening) (Signed, error) {
	signed, also := s.opening(a, in)
	var err error
	signed.Token, signed.SessionID, err = s.replaceBy(ctx, a, also, "owner", MemberLife,
		"account_id, authenticated_at, login_method, factor, must_change_password",
		in.AccountID, s.Clock.Now(), string(in.Method), store.Nullable(in.Factor), in.MustChange)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrOver
	}
	return signed, err
}

// opening is what goes with a session that is opened: its account, which is locked as owner where
// it may still be opened, and what the account knows of the browser from now on.
func (s *Service) opening(a actor.Actor, in Opening) (signed Signed, also parts) {
	signed.AccountID = in.AccountID
	now := s.Clock.Now()
	also.add("owner", "SELECT id FROM accounts WHERE id = ? AND access_stamp = ? AND status = 'active' FOR NO KEY UPDATE", in.AccountID, in.Stamp)
	switch f := in.Browser; {
	case !f.Known:
		signed.KnownBrowser = secret.Token()
		also.replace("known_browsers", a.KnownBrowser, signed.KnownBrowser, in.AccountID,
			"id, created_at, last_seen_at", knownbrowser.DefaultID(), now, now)
	case now.Sub(f.seenAt) >= seenAfter:
		also.add("seen", "UPDATE known_browsers SET last_seen_at = ? WHERE id = ?", now, f.id)
	}
	if in.Trust {
		signed.TrustedDevice = secret.Token()
		device, browser := useragent.Device(a.UserAgent, in.DeviceHint)
		also.replace("trusted_devices", a.TrustedDevice, signed.TrustedDevice, in.AccountID,
			"id, created_at, expires_at, device, browser", trusteddevice.DefaultID(), now, now.Add(trustLife), device, browser)
	}
	return signed, also
}

// ErrOver says that a login came too late: what it rests on was ended while it was under way.
var ErrOver = errors.New("the account's sessions were ended while a login was under way")

// RenewVisitor replaces the actor's session by a new one of a visitor. It must be called inside
// a transaction.
func (s *Service) RenewVisitor(ctx context.Context, a actor.Actor) (token string, id uuid.UUID, err error) {
	return s.replaceBy(ctx, a, parts{}, "", VisitorLife, "must_change_password", false)
}

// replaceBy ends the actor's session and begins another one, with the values of the columns,
// in one statement with the parts. Where the part only has no row, there is none and the error
// is sql.ErrNoRows.
func (s *Service) replaceBy(ctx context.Context, a actor.Actor, also parts, only string, life time.Duration, columns string, values ...any) (token string, id uuid.UUID, err error) {
	if s.Listeners == nil {
		return "", uuid.Nil, errUnheard
	}
	token, id = secret.Token(), session.DefaultID()
	now := s.Clock.Now()
	also.add("former", "UPDATE sessions SET ended_at = ? WHERE id = ? AND ended_at IS NULL RETURNING id, account_id", now, a.SessionID)
	insert := also.insert("sessions", only, columns+", id, token_hash, created_at, last_seen_at, expires_at, ip, user_agent",
		append(values, id, secret.HashToken(token), now, now, now.Add(life), a.IP, UserAgent(a))...)
	var ended uuid.NullUUID // a member's session that ended
	err = s.Store.QueryRow(ctx, also.with()+insert+" RETURNING (SELECT id FROM former WHERE account_id IS NOT NULL)", also.values...).Scan(&ended)
	if err == nil && ended.Valid {
		err = s.announce(ctx, []uuid.UUID{ended.UUID})
	}
	return token, id, err
}

// parts are statements that run together, as the WITH of another one. Every ? is the next value.
type parts struct {
	texts  []string
	values []any
}

func (p *parts) add(name, statement string, values ...any) {
	p.texts = append(p.texts, name+" AS ("+p.numbered(statement, values)+")")
}

// replace gives the account a row with the new secret, in place of one with the former, which other
// accounts exchange too.
func (p *parts) replace(table, former, fresh string, accountID uuid.UUID, columns string, values ...any) {
	if former != "" {
		old := secret.HashToken(former)
		p.add(table+"_mine", "DELETE FROM "+table+" WHERE token_hash = ? AND account_id = ?", old, accountID)
		p.add(table+"_others", "UPDATE "+table+" SET token_hash = ? WHERE token_hash = ? AND account_id <> ?", secret.HashToken(fresh), old, accountID)
	}
	p.texts = append(p.texts, table+"_new AS ("+p.insert(table, "", columns+", account_id, token_hash", append(values, accountID, secret.HashToken(fresh))...)+")")
}

// insert adds a row, or one for each of another part.
func (p *parts) insert(table, forEach, columns string, values ...any) string {
	row := " VALUES (%s)"
	if forEach != "" {
		row = " SELECT %s FROM " + forEach
	}
	marks := strings.TrimSuffix(strings.Repeat("?, ", len(values)), ", ")
	return p.numbered("INSERT INTO "+table+" ("+columns+")"+fmt.Sprintf(row, marks), values)
}

func (p *parts) numbered(statement string, values []any) string {
	for _, value := range values {
		p.values = append(p.values, value)
		statement = strings.Replace(statement, "?", fmt.Sprintf("$%d", len(p.values)), 1)
	}
	return statement
}

func (p *parts) with() string { return "WITH " + strings.Join(p.texts, ", ") + " " }
