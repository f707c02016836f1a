package members

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/staff/acts"
)

// Screen is a page of a member that the staff may see as its member does.
type Screen string

// Screens.
const (
	ScreenMypage         Screen = "MYPAGE"
	ScreenPlans          Screen = "PLANS"
	ScreenSubscription   Screen = "SUBSCRIPTION"
	ScreenPaymentHistory Screen = "PAYMENT_HISTORY"
	ScreenPurchases      Screen = "PURCHASES"
	ScreenPaymentMethods Screen = "PAYMENT_METHODS"
	ScreenConsents       Screen = "CONSENTS"
	ScreenConnections    Screen = "CONNECTIONS"
)

// Screens are all of them.
func Screens() []Screen {
	return []Screen{
		ScreenMypage, ScreenPlans, ScreenSubscription, ScreenPaymentHistory, ScreenPurchases, ScreenPaymentMethods, ScreenConsents, ScreenConnections,
	}
}

// BeginView writes why the person looks at pages of the member as the member sees them, for an
// hour. It counts with what they reveal. Faults: MEMBER_LEFT; GUARDED, for there is nothing that a
// second person could approve; LIMIT_EXCEEDED.
func (s *Service) BeginView(ctx context.Context, by acts.Decision, account uuid.UUID) error {
	act := acts.Act{Kind: acts.MemberViewed, AccountID: account, Target: acts.Target{Type: acts.TargetMember, ID: account.String()}, Limits: revealLimits}
	return by.Do(ctx, act, func(ctx context.Context, did *acts.Act) error { return s.Viewable(ctx, by, account) })
}

// View writes that the person opens a page of the member as the member sees it, with every value on
// it, before any of it is read: by has the reason of BeginView, and act names the page. It counts
// with what they reveal, and tells the member of the first page in each hour of the clock, however
// often the person has begun anew. Faults as BeginView's.
func (s *Service) View(ctx context.Context, by acts.Decision, act acts.Act) error {
	act.Limits = revealLimits
	return by.Do(ctx, act, func(ctx context.Context, did *acts.Act) error {
		seen, err := s.viewable(ctx, by, did.AccountID)
		if err != nil || seen {
			return err
		}
		return s.tell(ctx, by, did.AccountID, notify.MemberViewed{At: s.Clock.Now(), Department: by.Staff().Department, Number: by.Staff().Number})
	})
}

// Viewable is the fault of a member whose pages are shown to no one: MEMBER_LEFT; GUARDED.
func (s *Service) Viewable(ctx context.Context, by acts.Decision, account uuid.UUID) error {
	_, err := s.viewable(ctx, by, account)
	return err
}

// viewable is Viewable, and whether the person has seen a page of the member in this hour of the
// clock.
func (s *Service) viewable(ctx context.Context, by acts.Decision, account uuid.UUID) (seen bool, err error) {
	var left bool
	err = s.Store.QueryRow(ctx, `SELECT status = 'withdrawn',
			EXISTS (SELECT FROM acts WHERE account_id = $1 AND staff_id = $2 AND kind = $3 AND target_type = $4 AND outcome = $5 AND at >= $6 AND id > $7)
		FROM accounts WHERE id = $1`,
		account, by.Staff().ID, acts.MemberViewed, acts.TargetScreen, acts.Done, s.Clock.Now().Truncate(time.Hour), acts.Floor(time.Hour)).Scan(&left, &seen)
	if err != nil {
		return false, err
	}
	if left {
		return false, fault.Precondition(fault.MemberLeft)
	}
	return seen, s.unguarded(ctx, by, account)
}
