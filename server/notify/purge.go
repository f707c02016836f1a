package notify

import (
	"context"
	"time"

	"kaiin/ent/message"
)

// messageLife is how long it is kept to whom a message went and whether it arrived, for members who ask support about a mail
// that never came. Every message is sent or given up within hours of Send; nothing here reads an older one.
const messageLife = 30 * 24 * time.Hour

// Purge deletes messages that are older than that: their rows name an address.
func (s *Service) Purge(ctx context.Context) error {
	return s.Store.DeleteBefore(ctx, message.Table, message.FieldCreatedAt, s.Clock.Now().Add(-messageLife))
}
