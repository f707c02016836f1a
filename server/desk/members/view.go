package members

import (
	"context"

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
// hour, and tells the member. again says that what they said before still holds, so that no mail
// tells it. It counts with what they reveal. Faults: MEMBER_LEFT; GUARDED, for there is
// nothing that a second person could approve; LIMIT_EXCEEDED.
func (s *Service) BeginView(ctx context.Context, by acts.Decision, account uuid.UUID, again bool) error {
	act := acts.Act{Kind: acts.MemberViewed, AccountID: account, Target: acts.Target{Type: acts.TargetMember, ID: account.String()}, Limits: revealLimits}
	return by.Do(ctx, act, func(ctx context.Context, did *acts.Act) error {
		if err := s.Viewable(ctx, by, account); err != nil || again {
			return err
		}
		told := notify.MemberViewed{At: s.Clock.Now(), Department: by.Staff().Department, Number: by.Staff().Number}
		return s.tell(ctx, by, account, told)
	})
}

// View writes that the person opens a page of the member as the member sees it, with every value on
// it, before any of it is read: by has the reason of BeginView, and act names the page. It counts
// with what they reveal. Faults as BeginView's.
func (s *Service) View(ctx context.Context, by acts.Decision, act acts.Act) error {
	act.Limits = revealLimits
	return by.Do(ctx, act, func(ctx context.Context, did *acts.Act) error { return s.Viewable(ctx, by, did.AccountID) })
}

// Viewable is the fault of a member whose pages are shown to no one: MEMBER_LEFT; GUARDED.
func (s *Service) Viewable(ctx context.Context, by acts.Decision, account uuid.UUID) error {
	var left bool
	if err := s.Store.QueryRow(ctx, `SELECT status = 'withdrawn' FROM accounts WHERE id = $1`, account).Scan(&left); err != nil {
		return err
	}
	if left {
		return fault.Precondition(fault.MemberLeft)
	}
	return s.unguarded(ctx, by, account)
}
