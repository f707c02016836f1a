package payment

import (
	"context"
	"time"
)

// Open is how many charges have no outcome yet, and since when the oldest has none; zero without
// one.
func (s *Service) Open(ctx context.Context) (count int, since time.Time, err error) {
	var oldest *time.Time
	err = s.Store.QueryRow(ctx, `SELECT count(*), min(created_at) FROM charges WHERE state IN ('attempting', 'unknown', 'authorized')`).Scan(&count, &oldest)
	if oldest != nil {
		since = *oldest
	}
	return count, since, err
}
