package proposal

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/actor"
	"kaiin/server/base/keyset"
	"kaiin/server/staff/scope"
)

// Filter says which proposals are listed; a field that is zero asks for nothing.
type Filter struct {
	State     State
	AccountID uuid.UUID
	Own       bool      // those that the caller proposed
	NotAbout  uuid.UUID // those that are not about the member, who is the caller
}

// List are the proposals that the person or program made, and those that they may decide, the
// newest first.
func (s *Service) List(ctx context.Context, who *actor.Staff, f Filter, p keyset.Page) (page []*Proposal, more bool, err error) {
	decides := []string{}
	for _, rule := range scope.Rules() {
		if who.Holds(rule.Scope) && !f.Own {
			decides = append(decides, string(rule.Scope))
		}
	}
	where := "(approve = ANY($1) OR staff_id IS NOT DISTINCT FROM $2 AND program = $3)"
	args := []any{pq.Array(decides), idOf(who.ID), who.Program}
	also := func(condition string, values ...any) {
		places := make([]any, len(values))
		for i := range values {
			places[i] = len(args) + i + 1
		}
		where += " AND " + fmt.Sprintf(condition, places...)
		args = append(args, values...)
	}
	switch f.State {
	case "":
	case Proposed:
		also("state = $%d AND expires_at > $%d", Proposed, s.Clock.Now())
	case Expired:
		also("state = $%d AND expires_at <= $%d", Proposed, s.Clock.Now())
	default:
		also("state = $%d", f.State)
	}
	if f.AccountID != uuid.Nil {
		also("account_id = $%d", f.AccountID)
	}
	if f.NotAbout != uuid.Nil {
		also("account_id IS DISTINCT FROM $%d", f.NotAbout)
	}
	if p.After != nil {
		also("(created_at, id) < ($%d, $%d)", p.After.At, p.After.ID)
	}
	rows, err := s.Store.Query(ctx, fmt.Sprintf("SELECT %s FROM proposals WHERE %s ORDER BY created_at DESC, id DESC LIMIT %d", columns, where, p.Limit()), args...)
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		one, err := s.scan(rows)
		if err != nil {
			return nil, false, err
		}
		page = append(page, one)
	}
	page, more = keyset.Cut(p, page)
	return page, more, rows.Err()
}
