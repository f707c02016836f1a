package session

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"kaiin/ent/knownbrowser"
	"kaiin/ent/session"
	"kaiin/ent/trusteddevice"
	"kaiin/server/base/actor"
)

// Purge ends sessions that ran out of time, deletes those that are dead, and browsers that are no
// longer trusted or known.
func (s *Service) Purge(ctx context.Context) error {
	now := s.Clock.Now()
	return errors.Join(
		s.runOut(ctx, `UPDATE sessions SET ended_at = $3 WHERE ctid = ANY (ARRAY(SELECT ctid FROM sessions
			WHERE last_seen_at < $1 AND ended_at IS NULL AND account_id IS NOT NULL ORDER BY last_seen_at LIMIT $2 FOR UPDATE SKIP LOCKED))
			RETURNING id, true`, now.Add(-Idle), batch, now),
		s.runOut(ctx, `DELETE FROM sessions WHERE ctid = ANY (ARRAY(SELECT ctid FROM sessions
			WHERE expires_at < $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))
			RETURNING id, ended_at IS NULL AND account_id IS NOT NULL`, now, batch),
		s.Store.DeleteBefore(ctx, session.Table, session.FieldEndedAt, now.Add(-VisitorLife)),
		s.Store.DeleteBefore(ctx, trusteddevice.Table, trusteddevice.FieldExpiresAt, now),
		s.Store.DeleteBefore(ctx, knownbrowser.Table, knownbrowser.FieldLastSeenAt, now.Add(-browserLife)),
	)
}

// batch is how many sessions run out in one transaction.
const batch = 500

// runOut ends or deletes sessions by a statement, in batches of a transaction each, until one is
// not full, and announces the ends of those of members that had not ended before. The statement
// answers the id of each, and whether it is one of these.
func (s *Service) runOut(ctx context.Context, statement string, args ...any) error {
	for {
		all := 0
		err := s.Store.Tx(ctx, func(ctx context.Context) error {
			rows, err := s.Store.Query(ctx, statement, args...)
			if err != nil {
				return err
			}
			defer func() { _ = rows.Close() }()
			var ended []uuid.UUID
			for ; rows.Next(); all++ {
				var id uuid.UUID
				var isNews bool
				if err := rows.Scan(&id, &isNews); err != nil {
					return err
				}
				if isNews {
					ended = append(ended, id)
				}
			}
			if err := errors.Join(rows.Err(), rows.Close()); err != nil {
				return err
			}
			return s.announce(ctx, ended)
		})
		if err != nil || all < batch {
			return err
		}
	}
}

// Leave ends every session of the account and forgets its browsers, because its member leaves. It
// joins the caller's transaction.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	return s.Distrust(ctx, actor.Actor{}, accountID, uuid.Nil)
}
