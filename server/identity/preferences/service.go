package preferences

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/consentanswer"
	"kaiin/server/base/clock"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
)

// Service keeps members' answers to consent options.
type Service struct {
	Store    *store.Store
	Clock    *clock.Clock
	Settings *settings.Service
	Throttle *throttle.Service
	Account  *account.Service
}

// historyLife is how long an answer is kept after another one has replaced it.
const historyLife = 3 * 365 * 24 * time.Hour

// Purge deletes answers that were replaced three years ago.
func (s *Service) Purge(ctx context.Context) error {
	return s.Store.DeleteBefore(ctx, consentanswer.Table, consentanswer.FieldReplacedAt, s.Clock.Now().Add(-historyLife))
}

// Leave erases where the account's answers came from, because its member leaves; the answers stay.
// It joins the caller's transaction.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	return s.Store.Client(ctx).ConsentAnswer.Update().Where(consentanswer.AccountID(accountID)).SetIP("").SetUserAgent("").Exec(ctx)
}
