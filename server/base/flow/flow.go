package flow

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/flow"
)

// Kind says which errand a flow is for. Each package that keeps flows names its own kinds; a
// session has one flow of each.
type Kind string

// Save keeps the state of a session's flow of the kind, sealed, until it expires; a former one
// is replaced.
func (s *Service) Save(ctx context.Context, sessionID uuid.UUID, kind Kind, state any, expiresAt time.Time) error {
	if sessionID == uuid.Nil {
		return errors.New("a flow needs a session")
	}
	plain, err := json.Marshal(state)
	if err != nil {
		return err
	}
	return s.Store.Exec(ctx, `INSERT INTO flows (id, created_at, session_id, kind, state, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (session_id, kind) DO UPDATE SET state = excluded.state, expires_at = excluded.expires_at`,
		flow.DefaultID(), s.Clock.Now(), sessionID, string(kind), s.Secrets.Seal(seal(sessionID, kind), plain), expiresAt)
}

// Open reads the state of a session's flow into state, unless there is none or its time is up.
func (s *Service) Open(ctx context.Context, sessionID uuid.UUID, kind Kind, state any) (found bool, err error) {
	found, expiresAt, err := s.Load(ctx, sessionID, kind, state, false)
	return found && s.Clock.Now().Before(expiresAt), err
}

// Lock is Open under a row lock, for a transaction that changes the flow.
func (s *Service) Lock(ctx context.Context, sessionID uuid.UUID, kind Kind, state any) (found bool, err error) {
	found, expiresAt, err := s.Load(ctx, sessionID, kind, state, true)
	return found && s.Clock.Now().Before(expiresAt), err
}

// LockOrBegin is Lock for a flow that begins where there is none: with state as it is. Of several
// transactions that begin one at once, each sees what the one before it has saved.
func (s *Service) LockOrBegin(ctx context.Context, sessionID uuid.UUID, kind Kind, state any, expiresAt time.Time) error {
	found, _, err := s.Load(ctx, sessionID, kind, state, true)
	if err != nil || found {
		return err
	}
	plain, err := json.Marshal(state)
	if err != nil {
		return err
	}
	err = s.Store.Exec(ctx, `INSERT INTO flows (id, created_at, session_id, kind, state, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (session_id, kind) DO NOTHING`,
		flow.DefaultID(), s.Clock.Now(), sessionID, string(kind), s.Secrets.Seal(seal(sessionID, kind), plain), expiresAt)
	if err != nil {
		return err
	}
	_, _, err = s.Load(ctx, sessionID, kind, state, true)
	return err
}

// Load reads a flow that may be over, and says when it ends; lock takes its row lock, for a
// transaction that changes it.
func (s *Service) Load(ctx context.Context, sessionID uuid.UUID, kind Kind, state any, lock bool) (found bool, expiresAt time.Time, err error) {
	if sessionID == uuid.Nil {
		return false, expiresAt, nil
	}
	query := s.Store.Client(ctx).Flow.Query().Where(flow.SessionID(sessionID), flow.Kind(string(kind)))
	if lock {
		query.ForUpdate()
	}
	row, err := query.Only(ctx)
	if ent.IsNotFound(err) {
		return false, expiresAt, nil
	}
	if err != nil {
		return false, expiresAt, err
	}
	plain, err := s.Secrets.Open(seal(sessionID, kind), row.State)
	if err != nil {
		return false, expiresAt, err
	}
	return true, row.ExpiresAt, json.Unmarshal(plain, state)
}

// Spend removes a session's flow. Of several transactions that try, one spends it.
func (s *Service) Spend(ctx context.Context, sessionID uuid.UUID, kind Kind) (spent bool, err error) {
	gone, err := s.Store.Client(ctx).Flow.Delete().Where(flow.SessionID(sessionID), flow.Kind(string(kind))).Exec(ctx)
	return gone > 0, err
}

// seal binds the sealed state to its session and kind.
func seal(sessionID uuid.UUID, kind Kind) string { return sealOf(sessionID.String(), kind) }

func sealOf(sessionID string, kind Kind) string { return "flow " + string(kind) + " " + sessionID }
