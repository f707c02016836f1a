package preferences

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/consentanswer"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/words"
)

// How many answers a member may give: each may be a row of the history.
const (
	answers      = 60
	answerWindow = time.Hour
)

// Answer is what a member says to an option.
type Answer struct {
	OptionID string
	Key      string // of the words that the member read
	Agreed   bool
}

// Answer keeps what the member says to an option, in place of any former answer, and returns the
// option with it.
//
// Faults: not found, for an option that the store does not have or whose kind it has switched off;
// POLICY_CHANGED when its words are others than those that the key stands for; throttled;
// unauthenticated when the session has ended.
func (s *Service) Answer(ctx context.Context, a actor.Actor, in Answer) (*Option, error) {
	current, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(current.ConsentOptions, func(o settings.ConsentOption) bool { return o.ID == in.OptionID })
	if at < 0 || !offers(current, Kind(current.ConsentOptions[at].Type)) {
		return nil, fault.NotFound()
	}
	option := current.ConsentOptions[at]
	read := slices.IndexFunc(words.Locales, func(locale string) bool { return keyOf(option, locale) == in.Key })
	if read < 0 {
		return nil, fault.Conflict(fault.PolicyChanged)
	}
	if err := s.Throttle.Count(ctx, "consent-answer:"+a.AccountID.String(), answers, answerWindow); err != nil {
		return nil, err
	}
	if err := s.keep(ctx, a, in, wording(option, words.Locales[read])); err != nil {
		return nil, err
	}
	out := shown(option, a.Locale, in.Agreed)
	return &out, nil
}

// keep stores an answer with its words; the same as the one that counts is kept already.
func (s *Service) keep(ctx context.Context, a actor.Actor, in Answer, wording string) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		if _, err := s.Account.LockOwn(ctx, a); err != nil {
			return err
		}
		former, err := s.current(ctx, a.AccountID, in.OptionID)
		if err != nil || former != nil && former.Agreed == in.Agreed && former.Wording == wording {
			return err
		}
		return s.replace(ctx, a, former, in, wording, consentanswer.ByMember)
	})
}

// current is the answer of the member to the option that counts; nil where there is none.
func (s *Service) current(ctx context.Context, accountID uuid.UUID, optionID string) (*ent.ConsentAnswer, error) {
	row, err := s.Store.Client(ctx).ConsentAnswer.Query().
		Where(consentanswer.AccountID(accountID), consentanswer.OptionID(optionID), consentanswer.ReplacedAtIsNil()).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return row, err
}

// replace stores an answer in place of the former one, if any.
func (s *Service) replace(ctx context.Context, a actor.Actor, former *ent.ConsentAnswer, in Answer, wording string, by consentanswer.By) error {
	now := s.Clock.Now()
	if former != nil {
		if err := former.Update().SetReplacedAt(now).Exec(ctx); err != nil {
			return err
		}
	}
	return s.Store.Client(ctx).ConsentAnswer.Create().SetCreatedAt(now).SetAccountID(a.AccountID).SetOptionID(in.OptionID).SetAgreed(in.Agreed).
		SetBy(by).SetWording(wording).SetIP(a.IP).SetUserAgent(a.UserAgent).Exec(ctx)
}
