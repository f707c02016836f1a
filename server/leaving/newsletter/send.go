package newsletter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/newsletter"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/notify"
	"kaiin/server/base/words"
	"kaiin/server/staff/acts"
)

// batch is how many members are looked at in one transaction.
const batch = 500

// pointBatch is the failpoint between two batches.
const pointBatch = "newsletter.batch"

// Sent is what has become of a newsletter.
type Sent struct {
	Mails int // that are or were queued for it, by this call and by others
	New   int // by this call
}

// Send queues the newsletter for all members who agree to the option, and goes on where a former
// call for it was stopped. Once it is through, another call queues nothing. Each call is an act,
// which is written before the mails. Its errors are for the operator.
func (s *Service) Send(ctx context.Context, by acts.Decision, optionID string, f File) (Sent, error) {
	var sent Sent
	if err := s.sendable(ctx, optionID, f); err != nil {
		return sent, err
	}
	act := acts.Act{Kind: acts.NewsletterSent, Target: acts.Target{Type: "newsletter", ID: f.ID}, Details: map[string]string{"option": optionID}}
	if err := by.Do(ctx, act, func(ctx context.Context, _ *acts.Act) error { return s.begin(ctx, optionID, f) }); err != nil {
		return sent, err
	}
	for {
		var row *ent.Newsletter
		queued := 0
		err := s.Store.Tx(ctx, func(ctx context.Context) (err error) {
			row, queued, err = s.queue(ctx, f.ID)
			return err
		})
		if err != nil {
			return sent, err
		}
		sent.New, sent.Mails = sent.New+queued, row.Mails
		if row.DoneAt != nil {
			return sent, nil
		}
		failpoint.Reached(pointBatch)
	}
}

// Preview is how many members Send would queue the newsletter for now. It changes nothing.
func (s *Service) Preview(ctx context.Context, optionID string, f File) (members int, err error) {
	if err := s.sendable(ctx, optionID, f); err != nil {
		return 0, err
	}
	after := uuid.Nil
	row, err := s.Store.Client(ctx).Newsletter.Get(ctx, f.ID)
	switch {
	case ent.IsNotFound(err):
	case err != nil:
		return 0, err
	case !same(row, optionID, f):
		return 0, another(f.ID)
	case row.DoneAt != nil:
		return 0, nil
	case row.Reached != nil:
		after = *row.Reached
	}
	for {
		to, last, err := s.next(ctx, optionID, after)
		if err != nil {
			return 0, err
		}
		members += len(to)
		if last == uuid.Nil {
			return members, nil
		}
		after = last
	}
}

// sendable is nil when the store can send it: it has such a newsletter, and can say what the law
// wants in each mail (特定電子メール法4条 and
// 施行規則9条: who sends it, where they are, and where to complain; how to refuse is in every mail
// anyway).
func (s *Service) sendable(ctx context.Context, optionID string, f File) error {
	if err := f.validate(); err != nil {
		return err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	if optionOf(settings, optionID) == nil {
		return fmt.Errorf("the store has no consent option %q of type newsletter, or has newsletters switched off", optionID)
	}
	if settings.Seller.Address.In(words.Locales[0]) == "" { // a name all stores have
		return errors.New("the store's settings lack the seller's address, which the law wants in each mail")
	}
	if settings.Seller.Email == "" && settings.Seller.Phone == "" {
		return errors.New("the store's settings lack the seller's email and phone, and the law wants one of them in each mail")
	}
	return nil
}

// begin makes the newsletter's row, unless it is there.
func (s *Service) begin(ctx context.Context, optionID string, f File) error {
	var texts [2]json.RawMessage
	for i, text := range []map[string]string{f.Subject, f.Text} {
		var err error
		if texts[i], err = json.Marshal(text); err != nil {
			return err
		}
	}
	err := s.Store.Exec(ctx, `INSERT INTO newsletters (id, created_at, option_id, subject, text, mails) VALUES ($1, $2, $3, $4, $5, 0) ON CONFLICT (id) DO NOTHING`,
		f.ID, s.Clock.Now(), optionID, texts[0], texts[1])
	if err != nil {
		return err
	}
	row, err := s.Store.Client(ctx).Newsletter.Get(ctx, f.ID)
	if err == nil && !same(row, optionID, f) {
		err = another(f.ID)
	}
	return err
}

func same(row *ent.Newsletter, optionID string, f File) bool {
	return row.OptionID == optionID && maps.Equal(row.Subject, f.Subject) && maps.Equal(row.Text, f.Text)
}

func another(id string) error {
	return fmt.Errorf("%s was begun with other words or another option: give this one another newsletterId", id)
}

// queue looks at the next members and queues their mails. The newsletter's row is locked, so that
// calls at once go on after one another.
func (s *Service) queue(ctx context.Context, id string) (row *ent.Newsletter, queued int, err error) {
	row, err = s.Store.Client(ctx).Newsletter.Query().Where(newsletter.ID(id)).ForUpdate().Only(ctx)
	if err != nil || row.DoneAt != nil {
		return row, 0, err
	}
	after := uuid.Nil
	if row.Reached != nil {
		after = *row.Reached
	}
	to, last, err := s.next(ctx, row.OptionID, after)
	if err != nil {
		return nil, 0, err
	}
	if err := s.Notify.SendAll(ctx, to, notify.Newsletter{NewsletterID: id}); err != nil {
		return nil, 0, err
	}
	update := row.Update().AddMails(len(to))
	if last == uuid.Nil {
		update.ClearReached().SetDoneAt(s.Clock.Now())
	} else {
		update.SetReached(last)
	}
	row, err = update.Save(ctx)
	return row, len(to), err
}

// next are the members after an account that get a mail, and the account that was looked at last;
// uuid.Nil when it was the last of all.
func (s *Service) next(ctx context.Context, optionID string, after uuid.UUID) (to []notify.To, last uuid.UUID, err error) {
	ids, err := s.Consent.Agreed(ctx, optionID, after, batch)
	if err != nil {
		return nil, uuid.Nil, err
	}
	members, err := s.Account.ByID(ctx, ids...)
	if err != nil {
		return nil, uuid.Nil, err
	}
	for _, id := range ids {
		if m := members[id]; reachable(m) {
			to = append(to, notify.To{AccountID: m.ID, Address: *m.Email, Locale: m.Locale})
		}
	}
	if len(ids) == batch {
		last = ids[batch-1]
	}
	return to, last, nil
}
