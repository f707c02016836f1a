package records

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/money/subscription"
)

const (
	mostMonths     = 24  // ahead
	upcomingAtOnce = 200 // contracts that are read together
)

// renewable are the statuses of contracts that are charged again.
func renewable() (all []string) {
	for _, s := range subscription.Statuses {
		if g := s.Group(); g == subscription.GroupContract || g == subscription.GroupTrial {
			all = append(all, string(s))
		}
	}
	return all
}

// CursorOf is the place in the list of what is charged next, after which a page begins.
func CursorOf(u subscription.Upcoming) keyset.Cursor {
	return keyset.Cursor{At: u.Day.Start(), ID: u.ContractID}
}

// Upcoming is a page of what the biller is going to charge until the end of the day for contracts
// that meet the filter, if all that comes before is paid. It is ordered by contract, and those of a
// contract by day. Faults: INVALID_FORMAT, TOO_BROAD.
func (s *Service) Upcoming(ctx context.Context, until clock.Day, in ContractFilter, p keyset.Page) (all []subscription.Upcoming, more bool, err error) {
	today := s.Clock.Today()
	f := in.find(s)
	if until.Before(today) || until.After(today.AddMonths(mostMonths)) {
		f.wrong.Add("until", fault.InvalidFormat)
	}
	if p.First < 1 || p.First > mostRows {
		f.wrong.Add("first", fault.InvalidFormat)
	}
	if err := f.wrong.Err(); err != nil {
		return nil, false, err
	}
	if _, err := s.Settings.Get(ctx); err != nil {
		return nil, false, err
	}
	if f.by != nil {
		f.rest = append(f.rest, fmt.Sprintf("t.%s = ANY (%s)", f.by.column, f.by.values))
	}
	f.where("t.status = ANY (%s::text[])", pq.Array(renewing))
	f.where("t.due_at < %s", until.AddDays(1).Start())
	from := uuid.Nil
	if p.After != nil {
		from = p.After.ID
	}
	at := len(f.args)
	query := fmt.Sprintf("SELECT t.id FROM subscriptions AS t WHERE %s AND t.id >= %s ORDER BY t.id LIMIT %d", strings.Join(f.rest, " AND "), f.arg(from), upcomingAtOnce)
	err = s.read(ctx, func(ctx context.Context) error {
		all = nil
		for len(all) <= p.First {
			ids, err := s.idsOf(ctx, query, f.args...)
			if err != nil || len(ids) == 0 {
				return err
			}
			found, err := s.Subscription.UpcomingOf(ctx, until, ids...)
			if err != nil {
				return err
			}
			for _, u := range found {
				if p.After == nil || u.ContractID != p.After.ID || u.Day.Start().After(p.After.At) {
					all = append(all, u)
				}
			}
			if len(ids) < upcomingAtOnce {
				return nil
			}
			f.args[at] = following(ids[len(ids)-1])
		}
		return nil
	})
	if len(all) > p.First {
		return all[:p.First], true, err
	}
	return all, false, err
}

func (s *Service) idsOf(ctx context.Context, query string, args ...any) ([]uuid.UUID, error) {
	rows, err := s.Store.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return scanned(rows, func(id *uuid.UUID) []any { return []any{id} })
}

// following is the id that comes next.
func following(id uuid.UUID) uuid.UUID {
	for i := len(id) - 1; i >= 0; i-- {
		if id[i]++; id[i] != 0 {
			break
		}
	}
	return id
}
