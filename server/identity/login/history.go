package login

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/loginevent"
	"kaiin/server/base/actor"
	"kaiin/server/base/keyset"
	"kaiin/server/base/throttle"
	"kaiin/server/base/useragent"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/session"
)

// What a page shows of the history.
const (
	historyLength = 100
	historyLife   = 366 * 24 * time.Hour
)

// attempt is one try to log in to an account, as the history notes it.
type attempt struct {
	method     actor.Method
	identifier string
	hint       string // as Proof.DeviceHint
	right      bool
	asked      bool                  // for a second factor
	factor     credential.FactorKind // the second factor that was given
}

// record notes a try to log in to an account in its history, and forgets what was counted of the
// guesses.
func (s *Service) record(ctx context.Context, a actor.Actor, accountID uuid.UUID, try attempt, forgotten ...throttle.Guesses) error {
	countFailed(ctx, try)
	device, browser := useragent.Device(a.UserAgent, try.hint)
	return s.Throttle.ForgetWith(ctx, forgotten, `
		INSERT INTO login_events (id, created_at, account_id, result, login_method, identifier, request_multi_factor, multi_factor_type, ip, user_agent, device, browser, country)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		loginevent.DefaultID(), s.Clock.Now(), accountID, try.right, string(try.method), try.identifier, try.asked, string(try.factor),
		a.IP, session.UserAgent(a), device, browser, s.Session.Country(a.IP))
}

// NoteSignup begins the history of a new member, who is logged in by having signed up.
func (s *Service) NoteSignup(ctx context.Context, a actor.Actor, row *ent.Account, method actor.Method) error {
	identifier := IdentifierEmail
	if method != actor.MethodPassword && method != actor.MethodAuthCode {
		identifier = string(method) // the type of an external account
	}
	return s.record(ctx, a, row.ID, attempt{method: method, identifier: identifier, right: true})
}

// History is the tries to log in to the actor's account, failed ones too: at most 100 of the last
// year, newest first.
func (s *Service) History(ctx context.Context, a actor.Actor) ([]*ent.LoginEvent, error) {
	return s.Store.Client(ctx).LoginEvent.Query().
		Where(loginevent.AccountID(a.AccountID), loginevent.CreatedAtGT(s.Clock.Now().Add(-historyLife))).
		Order(ent.Desc(loginevent.FieldCreatedAt, loginevent.FieldID)).Limit(historyLength).All(ctx)
}

// HistoryPage is a page of the tries to log in to the owner's account in the last year, newest
// first, and whether more follow.
func (s *Service) HistoryPage(ctx context.Context, owner uuid.UUID, p keyset.Page) ([]*ent.LoginEvent, bool, error) {
	query := s.Store.Client(ctx).LoginEvent.Query().
		Where(loginevent.AccountID(owner), loginevent.CreatedAtGT(s.Clock.Now().Add(-historyLife)))
	if c := p.After; c != nil {
		query.Where(loginevent.Or(loginevent.CreatedAtLT(c.At), loginevent.And(loginevent.CreatedAt(c.At), loginevent.IDLT(c.ID))))
	}
	rows, err := query.Order(ent.Desc(loginevent.FieldCreatedAt, loginevent.FieldID)).Limit(p.Limit()).All(ctx)
	rows, more := keyset.Cut(p, rows)
	return rows, more, err
}
