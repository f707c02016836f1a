package payment

import (
	"context"
	"time"

	"kaiin/ent/cardauthentication"
)

// unprovedLife is how long the challenge of a registration that came to nothing is kept after its time was up, so that a
// browser that comes back late from the bank still finds it.
const unprovedLife = 30 * 24 * time.Hour

// Purge deletes challenges of registrations that came to nothing. Those that succeeded stay as evidence that the card's owner
// was asked, and those of orders stay with their orders.
func (s *Service) Purge(ctx context.Context) error {
	return s.Store.DeleteBefore(ctx, cardauthentication.Table, cardauthentication.FieldExpiresAt, s.Clock.Now().Add(-unprovedLife),
		"purpose = 'register'", "state <> 'succeeded'")
}
