package members

import (
	"context"

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

// View writes that the person opens a page of the member as the member sees it, with every value on
// it, before any of it is read: by is what acts.Looking has answered for act, which names the page.
// It counts with what they reveal. again says that they have opened one within the hour, so that no
// mail tells it. Faults: MEMBER_LEFT; GUARDED, for there is nothing that a second
// person could approve; LIMIT_EXCEEDED.
func (s *Service) View(ctx context.Context, by acts.Decision, act acts.Act, again bool) error {
	act.Limits = revealLimits
	return by.Do(ctx, act, func(ctx context.Context, did *acts.Act) error {
		var left bool
		if err := s.Store.QueryRow(ctx, `SELECT status = 'withdrawn' FROM accounts WHERE id = $1`, did.AccountID).Scan(&left); err != nil {
			return err
		}
		if left {
			return fault.Precondition(fault.MemberLeft)
		}
		if err := s.unguarded(ctx, by, did.AccountID); err != nil || again {
			return err
		}
		told := notify.MemberViewed{At: s.Clock.Now(), Department: by.Staff().Department, Number: by.Staff().Number}
		return s.tell(ctx, by, did.AccountID, told)
	})
}
