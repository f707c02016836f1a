package notify

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/message"
)

// messageLife is how long the recipient of a message is kept, and whether it arrived, for members
// who ask support about a mail that never came. Every message is sent or given up within about
// three weeks of Send (noticeTries); nothing here reads an older one.
const messageLife = 30 * 24 * time.Hour

// Purge deletes messages that are older than that: their rows name an address.
func (s *Service) Purge(ctx context.Context) error {
	return s.Store.DeleteBefore(ctx, message.Table, message.FieldCreatedAt, s.Clock.Now().Add(-messageLife))
}

// Leave deletes the messages of the account that were sent or given up, because its member leaves.
// Those that are on their way, such as a receipt, still arrive. It joins the caller's transaction.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	_, err := s.Store.Client(ctx).Message.Delete().Where(message.AccountID(accountID), message.Or(message.StateNEQ(message.StateQueued), message.DueAtNotNil())).Exec(ctx)
	return err
}
