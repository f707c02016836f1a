package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/rivertype"

	"kaiin/ent"
	"kaiin/ent/message"
	"kaiin/server/base/clock"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

type outbox struct {
	mu    sync.Mutex
	mails []Mail
	err   error
}

func (o *outbox) Send(ctx context.Context, m Mail) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if store.InTx(ctx) {
		return errors.New("called inside a transaction")
	}
	if o.err == nil {
		o.mails = append(o.mails, m)
	}
	return o.err
}

func (o *outbox) sent() []Mail {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.mails
}

func setup(t *testing.T) (*Service, *outbox) {
	t.Helper()
	box, err := secret.NewBox(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	out := &outbox{}
	return &Service{
		Store: storetest.Open(t), Clock: clock.New(), Secrets: box, Mailer: out,
		Brand: func(context.Context, string) (Brand, error) { return testBrand, nil },
	}, out
}

// queue sends a code and returns the id of its message.
func queue(t *testing.T, s *Service) uuid.UUID {
	t.Helper()
	err := s.Store.Tx(t.Context(), func(ctx context.Context) error {
		return s.Send(ctx, To{Address: "hanako@example.jp", Locale: "ja"}, PinCode{CodeName: "認証コード", Code: "123456", Minutes: 60})
	})
	if err != nil {
		t.Fatal(err)
	}
	return stored(t, s).ID
}

func stored(t *testing.T, s *Service) *ent.Message {
	t.Helper()
	row, err := s.Store.Client(t.Context()).Message.Query().Only(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return row
}

func work(t *testing.T, s *Service, id uuid.UUID, attempt int) error {
	job := &river.Job[DeliverArgs]{JobRow: &rivertype.JobRow{Attempt: attempt, MaxAttempts: codeTries}, Args: DeliverArgs{MessageID: id}}
	return s.deliverOrGiveUp(t.Context(), job)
}

func TestAMessageExistsExactlyWhenItsCauseDoes(t *testing.T) {
	t.Parallel()
	s, _ := setup(t)
	failure := errors.New("no")
	err := s.Store.Tx(t.Context(), func(ctx context.Context) error {
		if err := s.Send(ctx, To{Address: "hanako@example.jp"}, Welcome{}); err != nil {
			return err
		}
		return failure
	})
	if n := s.Store.Client(t.Context()).Message.Query().CountX(t.Context()); !errors.Is(err, failure) || n != 0 {
		t.Errorf("after a rollback: %d messages, %v", n, err)
	}
	if err := s.Send(t.Context(), To{Address: "hanako@example.jp"}, Welcome{}); err == nil {
		t.Error("a message was accepted outside a transaction")
	}
}

func TestAMessageIsSentOnceAndForgotten(t *testing.T) {
	t.Parallel()
	s, out := setup(t)
	id := queue(t, s)
	if row := stored(t, s); strings.Contains(string(row.Data), "123456") || row.AccountID != nil {
		t.Error("the code lies open in the table, or someone unknown has an account")
	}
	for range 2 { // a job may run again after it had done its work
		if err := work(t, s, id, 1); err != nil {
			t.Fatal(err)
		}
	}
	row := stored(t, s)
	if len(out.mails) != 1 || row.State != message.StateSent || row.SentAt == nil || row.Data != nil || row.Tries != 1 {
		t.Fatalf("%d mails, row %v", len(out.mails), row)
	}
	m := out.mails[0]
	if m.To != "hanako@example.jp" || m.ID != id.String() || !strings.Contains(m.Text, "123456") || !strings.Contains(m.HTML, "123456") {
		t.Errorf("mail %+v", m)
	}
	if err := work(t, s, uuid.New(), 1); err != nil {
		t.Errorf("a message that is gone: %v", err)
	}
}

func TestDeliveryIsTriedAgainAndThenGivenUp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		err     error
		attempt int
		state   message.State
	}{
		{"the server is away", errors.New("connection refused"), 1, message.StateQueued},
		{"the server is still away at the last try", errors.New("connection refused"), codeTries, message.StateFailed},
		{"the address does not exist", ErrRefused, 1, message.StateFailed},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, out := setup(t)
			id := queue(t, s)
			out.err = c.err
			err := work(t, s, id, c.attempt)
			row := stored(t, s)
			if err == nil || row.State != c.state || (row.Data == nil) != (c.state == message.StateFailed) {
				t.Errorf("err %v, row %v", err, row)
			}
			var cancelled *rivertype.JobCancelError
			if errors.As(err, &cancelled) != errors.Is(c.err, ErrRefused) {
				t.Errorf("job error %v", err)
			}
		})
	}
}

// F-03: whatever will never arrive is an ERROR with a count, and says nothing of whom it was for
// but the domain.
func TestWhatIsGivenUpIsAnErrorWithACount(t *testing.T) {
	var log strings.Builder
	former := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	t.Cleanup(func() { slog.SetDefault(former) })
	s, out := setup(t)
	out.err = ErrRefused
	for n := range 2 {
		id := queue(t, s)
		_ = work(t, s, id, 1)
		_ = work(t, s, id, 1) // it is counted once
		lines := strings.Split(strings.TrimSpace(log.String()), "\n")
		last := lines[len(lines)-1]
		if len(lines) != n+1 || !strings.Contains(last, "level=ERROR") || !strings.Contains(last, fmt.Sprintf("given_up_today=%d", n+1)) ||
			!strings.Contains(last, "template=pin-code") || !strings.Contains(last, "domain=example.jp") || strings.Contains(last, "hanako") {
			t.Errorf("after %d: %s", n+1, log.String())
		}
		if lost, err := s.Undelivered(t.Context(), To{Address: "HANAKO@example.jp"}, s.Clock.Now().Add(-time.Minute)); err != nil || !lost {
			t.Errorf("undelivered: %v, %v", lost, err)
		}
		s.Store.Client(t.Context()).Message.Delete().ExecX(t.Context())
	}
}

// A server that turns us away is an ERROR in the log once a message, without the address, and the
// message waits.
func TestThatWeAreRefusedIsAnErrorOnceAMessage(t *testing.T) {
	var log strings.Builder
	former := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	t.Cleanup(func() { slog.SetDefault(former) })
	s, out := setup(t)
	out.err = &RejectedError{Answer: "554 5.7.1", Err: errors.New("554 5.7.1 <hanako@example.jp>: your host is blocked")}
	id := queue(t, s)
	for attempt := 1; attempt < 4; attempt++ {
		if err := work(t, s, id, attempt); err == nil || stored(t, s).State != message.StateQueued {
			t.Errorf("try %d: %v, %v", attempt, err, stored(t, s))
		}
	}
	line := log.String()
	if strings.Count(line, "\n") != 1 || !strings.Contains(line, "level=ERROR") || !strings.Contains(line, `answer="554 5.7.1"`) || !strings.Contains(line, id.String()) ||
		strings.Contains(line, "hanako") {
		t.Error(line)
	}
}

// A mail server that is away for days loses no notice, and what runs out within the hour is not
// tried for weeks.
func TestNoticesAreTriedForWeeksAndCodesForAnHour(t *testing.T) {
	t.Parallel()
	s, _ := setup(t)
	to := To{AccountID: uuid.New(), Address: "hanako@example.jp", Locale: "ja"}
	const day = 24 * time.Hour
	for _, c := range []struct {
		message     Message
		least, most time.Duration
	}{
		{PinCode{Code: "123456"}, time.Hour, 2 * time.Hour}, {SMSCode{Code: "123456"}, time.Hour, 2 * time.Hour}, {PasswordReset{Token: "x"}, time.Hour, 2 * time.Hour}, {StaffInvitation{Path: "x"}, time.Hour, 2 * time.Hour},
		{OrderCompleted{}, 14 * day, messageLife - 5*day}, {RenewalFailed{}, 14 * day, messageLife - 5*day}, {SMSPasswordReset{}, 14 * day, messageLife - 5*day},
		{Newsletter{NewsletterID: "spring"}, 14 * day, messageLife - 5*day},
	} {
		err := s.Store.Tx(t.Context(), func(ctx context.Context) error {
			if news, ok := c.message.(Newsletter); ok {
				return s.SendAll(ctx, []To{to}, news)
			}
			return s.Send(ctx, to, c.message)
		})
		if err != nil {
			t.Fatal(err)
		}
		var tries int
		if err := s.Store.DB.QueryRowContext(t.Context(), "SELECT max_attempts FROM river_job ORDER BY id DESC LIMIT 1").Scan(&tries); err != nil {
			t.Fatal(err)
		}
		total, job := time.Duration(0), &rivertype.JobRow{}
		for range tries - 1 {
			total += time.Until(new(river.DefaultClientRetryPolicy).NextRetry(job))
			job.Errors = append(job.Errors, rivertype.AttemptError{})
		}
		if total < c.least || total > c.most {
			t.Errorf("%s is tried %d times, for %v; want %v to %v", c.message.Template(), tries, total, c.least, c.most)
		}
	}
}

// A job that was made with fewer tries ends with those.
func TestAJobKeepsItsNumberOfTries(t *testing.T) {
	t.Parallel()
	s, out := setup(t)
	id := queue(t, s)
	out.err = errors.New("connection refused")
	job := &river.Job[DeliverArgs]{JobRow: &rivertype.JobRow{Attempt: 3, MaxAttempts: 3}, Args: DeliverArgs{MessageID: id}}
	if err := s.deliverOrGiveUp(t.Context(), job); err == nil || stored(t, s).State != message.StateFailed {
		t.Errorf("after its last try: %v, %v", err, stored(t, s))
	}
}

func TestAWorkerDelivers(t *testing.T) {
	t.Parallel()
	s, out := setup(t)
	workers := river.NewWorkers()
	s.Jobs(workers)
	client, err := river.NewClient(riverdatabasesql.New(s.Store.DB), &river.Config{
		Workers: workers, Queues: map[string]river.QueueConfig{store.QueueMail: {MaxWorkers: 2}, store.QueueCodes: {MaxWorkers: 2}}, FetchPollInterval: 100 * time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	done, cancel := client.Subscribe(river.EventKindJobCompleted, river.EventKindJobFailed)
	defer cancel()
	if err := client.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.StopAndCancel(context.WithoutCancel(t.Context())) }()
	queue(t, s)
	select {
	case event := <-done:
		if event.Kind != river.EventKindJobCompleted || len(out.sent()) != 1 {
			t.Errorf("%s, %d mails", event.Kind, len(out.sent()))
		}
	case <-time.After(2 * time.Minute):
		t.Fatal("no job was worked")
	}
}
