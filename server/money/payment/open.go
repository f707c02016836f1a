package payment

import (
	"context"
	"strings"
	"time"

	"github.com/lib/pq"
)

// Open is how many charges have no outcome yet, and since when the oldest has none; zero without
// one.
func (s *Service) Open(ctx context.Context) (count int, since time.Time, err error) {
	states := make([]string, len(live)) // as text: only then the index of such charges serves
	for i, state := range live {
		states[i] = pq.QuoteLiteral(state.String())
	}
	var oldest *time.Time
	err = s.Store.QueryRow(ctx, `SELECT count(*), min(created_at) FROM charges WHERE state IN (`+strings.Join(states, ", ")+`)`).Scan(&count, &oldest)
	if oldest != nil {
		since = *oldest
	}
	return count, since, err
}
