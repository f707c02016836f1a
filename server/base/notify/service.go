package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/ent"
	"kaiin/ent/message"
	"kaiin/server/base/clock"
	"kaiin/server/base/secret"
	"kaiin/server/base/step"
	"kaiin/server/base/store"
	"kaiin/server/base/words"
)

// Service sends messages to members. Send needs the first three fields, delivery all of them.
type Service struct {
	Store       *store.Store
	Clock       *clock.Clock
	Secrets     *secret.Box
	Mailer      Mailer
	Texter      Texter // nil where no short messages can be sent
	Brand       func(ctx context.Context, locale string) (Brand, error)
	Newsletters Newsletters

	givenUp count
}

// Newsletters knows the newsletters that messages are made of. The composition root sets it.
type Newsletters interface {
	// Leaving is a newsletter for a member as it leaves now, and to where; nil when the member does
	// not get it (any more).
	Leaving(ctx context.Context, accountID uuid.UUID, newsletterID string) (To, *Newsletter, error)
}

// Brand is the store as the sender of a message.
type Brand struct {
	Name        string                 // the store, in the locale
	Icon        string                 // the address of a square picture of it; may be empty
	Accent      string                 // the colour of buttons, #rrggbb
	OnAccent    string                 // that of the words on them
	AccentDark  string                 // the accent as a line on dark grounds
	Origin      string                 // of the site, without a trailing slash
	PathOf      func(step.Step) string // the path of a page; "" where a step has none
	WatchURL    string                 // where members watch; may be empty
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

// Send records the message and a job that delivers it. It must be called inside a transaction: the
// message leaves exactly when that commits.
func (s *Service) Send(ctx context.Context, to To, m Message) error {
	row, err := s.keep(ctx, to, m, nil)
	if err != nil {
		return err
	}
	args := DeliverArgs{MessageID: row.ID}
	if awaited(m) {
		args.Queue = store.QueueCodes
	}
	return s.Store.Enqueue(ctx, args, nil)
}

// keep records a message; with a moment, one to which Due gives its job then.
func (s *Service) keep(ctx context.Context, to To, m Message, due *time.Time) (*ent.Message, error) {
	data, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("message %s: %w", m.Template(), err)
	}
	channel := message.ChannelMail
	if _, short := m.(ShortMessage); short {
		channel = message.ChannelSms
	}
	create := s.Store.Client(ctx).Message.Create().SetChannel(channel).SetRecipient(to.Address).SetTemplate(m.Template()).SetLocale(words.Known(to.Locale)).
		SetData(s.Secrets.Seal(sealing, data)).SetCreatedAt(s.Clock.Now()).SetNillableDueAt(due)
	if to.AccountID != uuid.Nil {
		create.SetAccountID(to.AccountID)
	}
	return create.Save(ctx)
}

// SendAll is Send of a newsletter to many members, in a few statements. Its mails wait in a queue
// of their own, so that no other mail waits for them. What is kept of each is the newsletter's id:
// the rest is asked of Newsletters.
func (s *Service) SendAll(ctx context.Context, all []To, m Newsletter) error {
	if len(all) == 0 {
		return nil
	}
	data, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("message %s: %w", m.Template(), err)
	}
	var rows []*ent.MessageCreate
	var jobs []river.JobArgs
	for _, to := range all {
		id := uuid.Must(uuid.NewV7())
		rows = append(rows, s.Store.Client(ctx).Message.Create().SetID(id).SetAccountID(to.AccountID).SetRecipient(to.Address).SetTemplate(m.Template()).
			SetLocale(words.Known(to.Locale)).SetData(s.Secrets.Seal(sealing, data)).SetCreatedAt(s.Clock.Now()))
		jobs = append(jobs, DeliverArgs{MessageID: id, Queue: store.QueueNews})
	}
	if err := s.Store.Client(ctx).Message.CreateBulk(rows...).Exec(ctx); err != nil {
		return err
	}
	return s.Store.EnqueueMany(ctx, jobs...)
}

// CanText reports whether short messages can be sent.
func (s *Service) CanText() bool { return s.Texter != nil }
