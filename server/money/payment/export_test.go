package payment

import (
	"context"

	"kaiin/server/money/gateway"
)

// Linked is what a notice of a form leads to.
func (s *Service) Linked(ctx context.Context, provider, orderID string, agreed bool, agreement gateway.Agreement) (found bool, err error) {
	return s.linked(ctx, provider, orderID, agreed, agreement)
}
