package people

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/secret"
	"kaiin/server/staff/acts"
)

// Opened is a session that has just begun, or goes on under another token.
type Opened struct {
	Token string // for the cookie; kept nowhere
	Staff actor.Staff
}

// Resume is who works in the session of the token, with the roles of this moment; nil where there
// is no session, it is over, or its person was disabled. It costs one statement, and at most once
// a minute a second one that notes that the session was used.
func (s *Service) Resume(ctx context.Context, token string) (*actor.Staff, error) {
	if len(token) != tokenLength {
		return nil, nil
	}
	now := s.Clock.Now()
	var p Person
	var id uuid.UUID
	var seenAt time.Time
	var freshAt *time.Time
	err := p.scan(s.Store.QueryRow(ctx, `SELECT `+columns+`, s.id, s.seen_at, s.fresh_at FROM staff_sessions AS s JOIN staff_members AS m ON m.id = s.staff_id
		WHERE s.token_hash = $1 AND s.expires_at > $2 AND s.seen_at > $3 AND m.disabled_at IS NULL`,
		secret.HashToken(token), now, now.Add(-sessionIdle)), &id, &seenAt, &freshAt)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if now.Sub(seenAt) >= touchAfter {
		if err := s.Store.Exec(ctx, `UPDATE staff_sessions SET seen_at = $1 WHERE id = $2 AND seen_at <= $3`, now, id, now.Add(-touchAfter)); err != nil {
			return nil, err
		}
	}
	staff := p.staff()
	staff.SessionID = id
	if freshAt != nil {
		staff.FreshAt = *freshAt
	}
	return &staff, nil
}

// Logout ends the session of the person.
func (s *Service) Logout(ctx context.Context, who *actor.Staff, from acts.Origin) error {
	if who == nil {
		return nil
	}
	return s.Acts.Prove(ctx, *who, from, "logout", acts.Act{Kind: acts.StaffLogout, Target: target(who.ID)}, func(ctx context.Context, _ *acts.Act) error {
		return s.Store.Exec(ctx, `DELETE FROM staff_sessions WHERE id = $1`, who.SessionID)
	})
}

// open begins a session of the person, in place of the browser's former one. A proof without a
// known time is never a fresh one. It must be called in a transaction that has the lock of
// the person's row.
func (s *Service) open(ctx context.Context, p *Person, former string, freshAt time.Time) (Opened, error) {
	if former != "" {
		if err := s.Store.Exec(ctx, `DELETE FROM staff_sessions WHERE token_hash = $1`, secret.HashToken(former)); err != nil {
			return Opened{}, err
		}
	}
	now, o := s.Clock.Now(), Opened{Token: secret.Token(), Staff: p.staff()}
	o.Staff.SessionID, o.Staff.FreshAt = uuid.Must(uuid.NewV7()), freshAt
	return o, s.Store.Exec(ctx, `INSERT INTO staff_sessions (id, created_at, staff_id, token_hash, seen_at, expires_at, fresh_at) VALUES ($1, $2, $3, $4, $2, $5, $6)`,
		o.Staff.SessionID, now, p.ID, secret.HashToken(o.Token), now.Add(sessionLife), momentOf(freshAt))
}

// renew lets a session go on under another token, as its person has proved once more who they are.
// It must be called in a transaction. Fault: unauthenticated, where it is over.
func (s *Service) renew(ctx context.Context, p *Person, sessionID uuid.UUID) (Opened, error) {
	now, o := s.Clock.Now(), Opened{Token: secret.Token(), Staff: p.staff()}
	o.Staff.SessionID, o.Staff.FreshAt = sessionID, now
	n, err := s.changed(ctx, `UPDATE staff_sessions SET token_hash = $1, fresh_at = $2, seen_at = $2 WHERE id = $3 AND staff_id = $4 AND expires_at > $2 AND seen_at > $5`,
		secret.HashToken(o.Token), now, sessionID, p.ID, now.Add(-sessionIdle))
	if err == nil && n == 0 {
		err = fault.Unauthenticated()
	}
	return o, err
}

// endSessions ends all sessions of the person.
func (s *Service) endSessions(ctx context.Context, id uuid.UUID) error {
	return s.Store.Exec(ctx, `DELETE FROM staff_sessions WHERE staff_id = $1`, id)
}

func momentOf(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// target is the person as what an act is about.
func target(id uuid.UUID) acts.Target {
	if id == uuid.Nil {
		return acts.Target{Type: "staff"}
	}
	return acts.Target{Type: "staff", ID: id.String()}
}
