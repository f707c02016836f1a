package payment

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent/charge"
	"kaiin/server/base/fault"
	"kaiin/server/money/gateway"
)

// AskProvider is what the provider knows of the charge now; nil where it cannot be asked: it made
// the charge by itself, for a month. It changes nothing. Faults: not found; UNAVAILABLE, where the
// provider does not tell.
func (s *Service) AskProvider(ctx context.Context, id uuid.UUID) (*gateway.Transaction, error) {
	c, err := s.FindCharge(ctx, id)
	if err != nil || c.Origin == charge.OriginProvider && c.Initiator == charge.InitiatorMerchant {
		return nil, err
	}
	t, err := s.gateway(c).Lookup(ctx, c.ProviderOrderID, knownAs(c))
	if err != nil {
		return nil, fault.Unavailable(fault.CodeUnavailable, err)
	}
	return &t, nil
}
