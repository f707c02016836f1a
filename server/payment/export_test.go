package payment

import (
	"context"

	"github.com/riverqueue/river"
)

// WorkReconcile does what the daily job does.
func (s *Service) WorkReconcile(ctx context.Context) error {
	return (&reconcileWorker{service: s}).Work(ctx, &river.Job[ReconcileArgs]{})
}
