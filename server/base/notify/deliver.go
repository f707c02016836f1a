package notify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/ent"
	"kaiin/ent/message"
	"kaiin/server/base/clock"
	"kaiin/server/base/logs"
	"kaiin/server/base/store"
	"kaiin/server/base/telemetry"
)

// Mailer hands a mail to a mail server. It returns ErrRefused (wrapped) when there is no such
// mailbox, and a RejectedError when the server does not take the mail from us.
type Mailer interface {
	Send(ctx context.Context, m Mail) error
}

// Texter hands a short message to somebody who sends it to phones. It returns ErrRefused (wrapped)
// when it will never arrive, and a RejectedError when they do not take it from us.
type Texter interface {
	SendText(ctx context.Context, m Text) error
}

// Text is a short message as it leaves.
type Text struct {
	ID   string // the same at every try
	To   string // digits, as they are dialled in Japan: 09012345678
	Body string
}

// ErrRefused says that no message can reach the address or number, so that trying again is
// pointless.
var ErrRefused = errors.New("refused for good")

// RejectedError says that a server turned a message away for something else than whom it is for:
// our sender, our password, our reputation, the text. That is ours to mend, and worth another try.
type RejectedError struct {
	Answer string // the codes that the server gave, such as "554 5.7.1"; its words may hold the address
	Err    error
}

func (e *RejectedError) Error() string { return e.Err.Error() }

// Unwrap is the error of the adapter.
func (e *RejectedError) Unwrap() error { return e.Err }

// Mail is a message as it leaves.
type Mail struct {
	ID      string // the same at every try
	To      string
	Subject string
	Text    string
	HTML    string
	List    *List // of a newsletter
}

// List is what mail programs are told of a newsletter, so that they can sort it and offer to
// stop it.
type List struct {
	ID          string // RFC 2919
	Unsubscribe string // the address that stops it at one click (RFC 8058)
}

// How often a message is tried. River waits n⁴ seconds after the n-th try, so that a code is given
// up after about 80 minutes, when it has run out anyway. All else is as true after a mail server
// was away for days: it is tried for about 20 days, well within messageLife.
const (
	codeTries   = 8
	noticeTries = 25
)

// DeliverArgs is the job that delivers one message.
type DeliverArgs struct {
	MessageID uuid.UUID `json:"message_id"`
	Queue     string    `json:"-"` // where it waits; "" is with other mails
}

var deliverJob = store.Job[DeliverArgs]{Queue: store.QueueMail, Tries: noticeTries}

func (DeliverArgs) Kind() string { return "notify.deliver" }

// InsertOpts puts messages behind those that somebody waits for, and has them tried for
// much longer.
func (a DeliverArgs) InsertOpts() river.InsertOpts {
	opts := deliverJob.InsertOpts()
	opts.Queue = cmp.Or(a.Queue, opts.Queue)
	if a.Queue == store.QueueCodes {
		opts.MaxAttempts = codeTries
	}
	return opts
}

// Jobs adds the jobs of this package.
func (s *Service) Jobs(workers *river.Workers) { deliverJob.Add(workers, s.deliverOrGiveUp) }

// deliverOrGiveUp delivers the message unless that was done before. That a server turns us away is
// an ERROR in the log once a message, at its first try.
func (s *Service) deliverOrGiveUp(ctx context.Context, job *river.Job[DeliverArgs]) error {
	err := s.Deliver(ctx, job.Args.MessageID)
	var rejected *RejectedError
	if errors.As(err, &rejected) && job.Attempt == 1 {
		slog.ErrorContext(ctx, "a message is refused because of us, and will be tried again", "alarm", logs.MailRefused, "message", job.Args.MessageID, "answer", rejected.Answer)
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrRefused):
		return river.JobCancel(errors.Join(err, s.giveUp(ctx, job.Args.MessageID, "refused")))
	case job.Attempt >= job.MaxAttempts:
		return errors.Join(err, s.giveUp(ctx, job.Args.MessageID, "tried too often"))
	}
	return err
}

// Deliver renders the message and hands it to the mail server. A message that was delivered or
// given up, or is gone, is nothing to do; a newsletter that its member does not want any more goes
// unsent. It must not be called in a transaction.
func (s *Service) Deliver(ctx context.Context, id uuid.UUID) error {
	row, err := s.Store.Client(ctx).Message.Get(ctx, id)
	if ent.IsNotFound(err) || (err == nil && row.State != message.StateQueued) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := row.Update().AddTries(1).Exec(ctx); err != nil {
		return err
	}
	mail, err := s.render(ctx, row)
	if errors.Is(err, errUnwanted) {
		return s.Store.Client(ctx).Message.DeleteOneID(id).Exec(ctx)
	}
	if err != nil {
		return fmt.Errorf("message %s (%s): %w", row.ID, row.Template, err)
	}
	if err := s.hand(ctx, row.Channel, mail); err != nil {
		telemetry.Messages.Add(ctx, 1, row.Channel.String(), "not_taken")
		return fmt.Errorf("message %s (%s): %w", row.ID, row.Template, err)
	}
	telemetry.Messages.Add(ctx, 1, row.Channel.String(), "sent")
	// The message is out: say so even when the caller has given up meanwhile.
	return s.Store.Client(ctx).Message.UpdateOneID(id).SetState(message.StateSent).SetSentAt(s.Clock.Now()).SetRecipient(mail.To).ClearData().
		Exec(context.WithoutCancel(ctx))
}

// hand gives a message to the channel that sends it.
func (s *Service) hand(ctx context.Context, channel message.Channel, m Mail) error {
	switch {
	case channel == message.ChannelMail:
		return s.Mailer.Send(ctx, m)
	case s.Texter == nil:
		return fmt.Errorf("no short messages can be sent: %w", ErrRefused)
	}
	return s.Texter.SendText(ctx, Text{ID: m.ID, To: m.To, Body: m.Text})
}

// giveUp marks a message as failed, wipes its data, and says so in the log with the number of those
// that this process has given up today: one is a mailbox that is gone, hundreds are ours to mend.
// Of the recipient only the domain is told, of a phone number nothing.
func (s *Service) giveUp(ctx context.Context, id uuid.UUID, why string) error {
	ctx = context.WithoutCancel(ctx)
	messages := s.Store.Client(ctx).Message
	n, err := messages.Update().Where(message.ID(id), message.StateEQ(message.StateQueued)).SetState(message.StateFailed).ClearData().Save(ctx)
	if err != nil || n == 0 {
		return err
	}
	row, err := messages.Get(ctx, id)
	if err != nil {
		return err
	}
	telemetry.Messages.Add(ctx, 1, row.Channel.String(), "given_up")
	_, domain, _ := strings.Cut(row.Recipient, "@")
	slog.ErrorContext(ctx, "a message will never arrive", "alarm", logs.MailRefusedForGood, "message", id, "template", row.Template, "channel", row.Channel, "domain", domain, "why", why,
		"given_up_today", s.givenUp.add(s.Clock.Today()))
	return nil
}

// count is how many messages this process has given up on a day in Tokyo.
type count struct {
	mu  sync.Mutex
	day clock.Day
	n   int
}

func (c *count) add(today clock.Day) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.day.Equal(today) {
		c.day, c.n = today, 0
	}
	c.n++
	return c.n
}

// Undelivered reports whether a message to the address has been given up since a moment. AccountID
// is that of To.
func (s *Service) Undelivered(ctx context.Context, to To, since time.Time) (bool, error) {
	whose := message.AccountIDIsNil()
	if to.AccountID != uuid.Nil {
		whose = message.AccountID(to.AccountID)
	}
	return s.Store.Client(ctx).Message.Query().
		Where(whose, message.CreatedAtGTE(since), message.StateEQ(message.StateFailed), message.RecipientEqualFold(to.Address)).Exist(ctx)
}
