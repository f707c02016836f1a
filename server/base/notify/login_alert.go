package notify

import (
	"context"
	stdsql "database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/ent"
	"kaiin/ent/message"
	"kaiin/server/base/words"
)

const (
	alertEvery   = time.Hour      // a member gets one mail about new logins in it, at most
	alertSeen    = 2 * alertEvery // an older row was mailed longer ago than that
	alertedShown = 10             // logins in one such mail; of the others it tells the number
)

// SendLoginAlert tells a member of a login from somewhere new. It must be called inside a
// transaction. The first is told at once; those of the hour that follows wait for its end, and are
// told in one mail (U-27).
func (s *Service) SendLoginAlert(ctx context.Context, to To, login NewLogin) error {
	first, err := s.keepFirst(ctx, to, login)
	if err != nil {
		return err
	}
	if first != uuid.Nil {
		return s.Store.Enqueue(ctx, DeliverArgs{MessageID: first}, nil)
	}
	now := s.Clock.Now()
	last, err := s.Store.Client(ctx).Message.Query().
		Where(message.AccountID(to.AccountID), message.Template(LoginAlert{}.Template()), message.CreatedAtGT(now.Add(-alertSeen))).
		Order(message.ByCreatedAt(sql.OrderDesc())).ForUpdate().First(ctx)
	if err != nil {
		return err
	}
	if last.DueAt != nil {
		return s.tellWith(ctx, last, login)
	}
	told := last.CreatedAt
	if last.SentAt != nil {
		told = *last.SentAt
	}
	if due := told.Add(alertEvery); now.Before(due) {
		_, err := s.keep(ctx, to, LoginAlert{NewLogin: login}, &due)
		return err
	}
	return s.Send(ctx, to, LoginAlert{NewLogin: login})
}

// keepFirst records an alert unless there was one lately, and answers its id. That is one
// statement, since almost every login from somewhere new is the first in days.
func (s *Service) keepFirst(ctx context.Context, to To, login NewLogin) (id uuid.UUID, err error) {
	alert := LoginAlert{NewLogin: login}
	data, err := json.Marshal(alert)
	if err != nil {
		return uuid.Nil, err
	}
	now := s.Clock.Now()
	err = s.Store.QueryRow(ctx, `INSERT INTO messages (id, created_at, account_id, channel, recipient, template, locale, data, state, tries)
		SELECT $1::uuid, $2::timestamptz, $3::uuid, 'mail', $4::text, $5::text, $6::text, $7::bytea, 'queued', 0
		WHERE NOT EXISTS (SELECT FROM messages WHERE account_id = $3::uuid AND template = $5::text AND created_at > $8::timestamptz) RETURNING id`,
		uuid.Must(uuid.NewV7()), now, to.AccountID, to.Address, alert.Template(), words.Known(to.Locale), s.Secrets.Seal(sealing, data), now.Add(-alertSeen)).Scan(&id)
	if errors.Is(err, stdsql.ErrNoRows) {
		return uuid.Nil, nil
	}
	return id, err
}

// tellWith adds a login to an alert that waits for the end of its hour.
func (s *Service) tellWith(ctx context.Context, row *ent.Message, login NewLogin) error {
	var alert LoginAlert
	data, err := s.Secrets.Open(sealing, row.Data)
	if err == nil {
		err = json.Unmarshal(data, &alert)
	}
	if err != nil {
		return fmt.Errorf("login alert %s: %w", row.ID, err)
	}
	before := append(alert.Before, alert.NewLogin)
	alert = LoginAlert{NewLogin: login, Before: before[max(0, len(before)-alertedShown+1):], Count: max(1, alert.Count) + 1}
	if data, err = json.Marshal(alert); err != nil {
		return err
	}
	return row.Update().SetData(s.Secrets.Seal(sealing, data)).Exec(ctx)
}

// Shown are the logins that the mail shows, in their order.
func (a LoginAlert) Shown() []NewLogin { return append(slices.Clone(a.Before), a.NewLogin) }

// dueBatch is how many messages one Due gives a job.
const dueBatch = 200

// Due gives a job to each message whose time has come.
func (s *Service) Due(ctx context.Context) (enqueued int, err error) {
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		enqueued = 0
		rows, err := s.Store.Query(ctx, `WITH due AS (SELECT id FROM messages WHERE due_at <= $1 ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
			UPDATE messages SET due_at = NULL WHERE id IN (SELECT id FROM due) RETURNING id`, s.Clock.Now(), dueBatch)
		if err != nil {
			return err
		}
		var jobs []river.JobArgs
		for rows.Next() {
			var id uuid.UUID
			if err = rows.Scan(&id); err != nil {
				break
			}
			jobs = append(jobs, DeliverArgs{MessageID: id})
		}
		if err := errors.Join(err, rows.Err(), rows.Close()); err != nil {
			return err
		}
		enqueued = len(jobs)
		return s.Store.EnqueueMany(ctx, jobs...)
	})
	return enqueued, err
}
