package notify

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/ent/message"
	"kaiin/server/clock"
	"kaiin/server/secret"
	"kaiin/server/step"
	"kaiin/server/store"
	"kaiin/server/words"
)

// Service sends messages to members. Send needs the first three fields, delivery all of them.
type Service struct {
	Store   *store.Store
	Clock   *clock.Clock
	Secrets *secret.Box
	Mailer  Mailer
	Texter  Texter // nil where no short messages can be sent
	Brand   func(ctx context.Context, locale string) (Brand, error)
}

// Brand is the store as the sender of a message.
type Brand struct {
	Name        string                 // the store, in the locale
	Icon        string                 // the address of a square picture of it; may be empty
	Accent      string                 // the colour of buttons, #rrggbb
	OnAccent    string                 // that of the words on them
	Origin      string                 // of the site, without a trailing slash
	PathOf      func(step.Step) string // the path of a page; "" where a step has none
	SupportMail string                 // where a member may write; may be empty
	Seller      string                 // the company behind the store; may be empty
}

// To is who a message goes to. AccountID is zero for someone who is not a member yet.
type To struct {
	AccountID uuid.UUID
	Address   string // an email address; for a ShortMessage a phone number in digits, as it is dialled in Japan
	Locale    string
}

// sealing is the purpose under which a message's data is sealed.
const sealing = "message"

// Send records the message and a job that delivers it. It must be called inside a transaction: the message leaves
// exactly when that commits.
func (s *Service) Send(ctx context.Context, to To, m Message) error {
	data, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("message %s: %w", m.Template(), err)
	}
	channel := message.ChannelMail
	if _, short := m.(ShortMessage); short {
		channel = message.ChannelSms
	}
	create := s.Store.Client(ctx).Message.Create().SetChannel(channel).SetRecipient(to.Address).SetTemplate(m.Template()).SetLocale(words.Known(to.Locale)).
		SetData(s.Secrets.Seal(sealing, data)).SetCreatedAt(s.Clock.Now())
	if to.AccountID != uuid.Nil {
		create.SetAccountID(to.AccountID)
	}
	row, err := create.Save(ctx)
	if err != nil {
		return err
	}
	opts := new(river.InsertOpts)
	if awaited(m) {
		opts.Queue = store.QueueCodes
	}
	return s.Store.Enqueue(ctx, DeliverArgs{MessageID: row.ID}, opts)
}

// CanText reports whether short messages can be sent.
func (s *Service) CanText() bool { return s.Texter != nil }
