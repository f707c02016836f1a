package session

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent/predicate"
	"kaiin/ent/session"
)

// Listener is told when sessions of members are ended: by a logout, by the login that replaces them, by their member, by a new
// password or address, by leaving. It is called in the transaction that ends them, once and with their ids, so that it ends what
// hangs on them or enqueues the job that does; its error keeps the sessions alive. It must not call the outside.
//
// A session that runs out of time, or whose account is suspended, is not announced: what hangs on a session and outlives the
// request asks Living.
type Listener interface {
	SessionsEnded(ctx context.Context, ended []uuid.UUID) error
}

// endWhere ends the sessions that have not ended, and says how many that were. Without listeners that is one statement.
func (s *Service) endWhere(ctx context.Context, which ...predicate.Session) (ended int, err error) {
	which = append(which, session.EndedAtIsNil())
	if len(s.Listeners) == 0 {
		return s.Store.Client(ctx).Session.Update().Where(which...).SetEndedAt(s.Clock.Now()).Save(ctx)
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		rows, err := s.Store.Client(ctx).Session.Query().Where(which...).Order(session.ByID()).ForUpdate().All(ctx)
		if ended = len(rows); err != nil || ended == 0 {
			return err
		}
		var all, ofMembers []uuid.UUID
		for _, row := range rows {
			all = append(all, row.ID)
			if row.AccountID != nil {
				ofMembers = append(ofMembers, row.ID)
			}
		}
		if err := s.Store.Client(ctx).Session.Update().Where(session.IDIn(all...)).SetEndedAt(s.Clock.Now()).Exec(ctx); err != nil {
			return err
		}
		return s.announce(ctx, ofMembers)
	})
	return ended, err
}

// announce tells the listeners of sessions that have just ended.
func (s *Service) announce(ctx context.Context, ended []uuid.UUID) error {
	if len(ended) == 0 {
		return nil
	}
	for _, listener := range s.Listeners {
		if err := listener.SessionsEnded(ctx, ended); err != nil {
			return err
		}
	}
	return nil
}
