package reconciliation

import "context"

// WorkReconcile does what the daily job does.
func (s *Service) WorkReconcile(ctx context.Context) error { return s.reconcileAll(ctx) }
