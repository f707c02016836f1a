package reconciliation

import (
	"context"

	"kaiin/server/base/clock"
)

// WorkReconcile does what the daily job does.
func (s *Service) WorkReconcile(ctx context.Context) error { return s.reconcileAll(ctx) }

// MissingOf counts the charges of the day that are in no list of the provider.
func (s *Service) MissingOf(ctx context.Context, provider string, day clock.Day) (int, error) {
	r := Comparison{Day: day, provider: provider}
	err := s.missing(ctx, &r)
	return r.Missing, err
}
