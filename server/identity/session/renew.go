package session

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"kaiin/ent/session"
	"kaiin/server/base/actor"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
)

// renewed are the columns of a member's session that a proof fills anew.
const renewed = "authenticated_at, login_method, factor, must_change_password, token_hash, last_seen_at, expires_at, ip, user_agent"

// Renew is Open for a member who has proved once more who they are, in.AccountID being the actor's:
// the session goes on under a new token, in the main profile, and its month begins anew. The old
// token is dead, and no listener is told of an end, because nothing that depends on the session
// ends: apps keep their tokens, and pages what was begun on them. It costs one statement, as Open
// does.
//
// A session that is over, or was renewed since the actor was read, is not renewed. What was proved
// opens one of its own then, beside it: so of two proofs at once both leave the browser a session.
// It must be called inside a transaction. ErrOver means what it does for Open.
func (s *Service) Renew(ctx context.Context, a actor.Actor, in Opening) (Signed, error) {
	signed, also := s.opening(a, in)
	signed.Token = secret.Token()
	now, id := s.Clock.Now(), session.DefaultID()
	values := []any{
		now, string(in.Method), store.Nullable(in.Factor), in.MustChange, secret.HashToken(signed.Token), now, now.Add(MemberLife), a.IP, UserAgent(a),
	}
	marks := strings.TrimSuffix(strings.Repeat("?, ", len(values)), ", ")
	also.add("renewed", "UPDATE sessions SET ("+renewed+", profile_id) = ("+marks+", NULL) FROM owner WHERE sessions.id = ? AND account_id = owner.id"+
		" AND authenticated_at <= ? AND ended_at IS NULL AND expires_at > ? AND last_seen_at > ? RETURNING sessions.id",
		append(values, a.SessionID, a.AuthenticatedAt, now, now.Add(-Idle))...)
	fresh := also.insert("sessions", "owner WHERE NOT EXISTS (SELECT FROM renewed)", renewed+", id, account_id, created_at", append(values, id, in.AccountID, now)...)
	also.texts = append(also.texts, "fresh AS ("+fresh+" RETURNING id)")
	err := s.Store.QueryRow(ctx, also.with()+"SELECT id FROM renewed UNION ALL SELECT id FROM fresh", also.values...).Scan(&signed.SessionID)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrOver
	}
	return signed, err
}
