package flow

import (
	"context"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent/flow"
	"kaiin/ent/predicate"
	"kaiin/ent/session"
)

// told is how long a flow that is over is kept, so that its pages can say that its time is up.
const told = 24 * time.Hour

// Purge deletes flows that have been over for a day.
func (s *Service) Purge(ctx context.Context) error {
	return s.Store.DeleteBefore(ctx, flow.Table, flow.FieldExpiresAt, s.Clock.Now().Add(-told))
}

// Leave deletes the flows in the sessions of the account, because its member leaves. It joins the
// caller's transaction.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	_, err := s.Store.Client(ctx).Flow.Delete().Where(inSessionsOf(accountID)).Exec(ctx)
	return err
}

// inSessionsOf selects the flows in the sessions of the account.
func inSessionsOf(accountID uuid.UUID) predicate.Flow {
	return func(q *entsql.Selector) {
		sessions := entsql.Table(session.Table)
		own := entsql.Select(sessions.C(session.FieldID)).From(sessions).Where(entsql.EQ(sessions.C(session.FieldAccountID), accountID))
		q.Where(entsql.In(q.C(flow.FieldSessionID), own))
	}
}
