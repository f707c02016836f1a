package throttle

import (
	"context"
	"time"

	"github.com/lib/pq"
)

// Counted is what is counted under a key.
type Counted struct {
	Count   int
	Since   time.Time
	Blocked *time.Time // until when a guess is not taken; nil: it was never blocked
}

// Counted is what is counted under the keys, in their order, and under every key of one thing.
// Nothing is counted by that. A window that is over may be among it.
func (s *Service) Counted(ctx context.Context, what string, keys []string) (under []Counted, all []Counted, err error) {
	stored := make([]string, len(keys))
	for i, key := range keys {
		stored[i] = s.stored(key)
	}
	under = make([]Counted, len(keys))
	rows, err := s.Store.Query(ctx, `SELECT coalesce(array_position($1::varchar[], key), 0), count, window_start, blocked_until FROM throttles
		WHERE key = ANY ($1::varchar[]) OR (key >= $2 AND key < $3)`, pq.Array(stored), what+":", what+";")
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var place int
		var c Counted
		if err := rows.Scan(&place, &c.Count, &c.Since, &c.Blocked); err != nil {
			return nil, nil, err
		}
		if place > 0 {
			under[place-1] = c
		} else {
			all = append(all, c)
		}
	}
	return under, all, rows.Err()
}
