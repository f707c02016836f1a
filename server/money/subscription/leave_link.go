package subscription

import (
	"context"
	"time"

	"kaiin/ent"
	"kaiin/ent/cancellation"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/identity/account"
)

// The link by which a contract is cancelled without a login: how long it works, and how often it
// may be sent.
const (
	leaveLife       = 60 * 24 * time.Hour
	leavesPerSource = 60 // per hour, of bad links: strangers keep no member from leaving
	leavesPerLink   = 20 // a day; each time answers the same
)

// sealing is the purpose under which the tokens of these links are sealed, and formerSealing that
// of before they knew their address.
const (
	sealing       = "leave link to an address"
	formerSealing = "leave link"
)

// LeaveLink is the token of the link in a mail about the contract to its member's address, by which
// anyone who reads the mail can cancel that contract and do nothing else, as long as the member has
// the address. It is stored nowhere.
func (s *Service) LeaveLink(row *ent.Subscription, address string) string {
	return account.SealMailLink(s.Secrets, sealing, row.ID, address, s.Clock.Now(), "")
}

// leaveOver says that a link is made up, too old or void, which must look the same.
func leaveOver() error { return fault.BrokenFlow(fault.LeaveLinkExpired, step.Login) }

// openLeave reads the token. Fault: a broken flow.
func (s *Service) openLeave(token string) (account.MailLink, error) {
	link, ok := account.OpenMailLink(s.Secrets, sealing, formerSealing, token)
	if !ok || link.More != "" || !s.Clock.Now().Before(link.Issued.Add(leaveLife)) {
		return link, leaveOver()
	}
	return link, nil
}

// living is nil while the link works for the contract: it runs, its member has the address to which
// the mail was sent, and no cancellation of it was taken back since.
func (s *Service) living(ctx context.Context, link account.MailLink, row *ent.Subscription) error {
	if !Status(row.Status).Contracted() {
		return leaveOver()
	}
	member, err := s.Account.Find(ctx, row.AccountID)
	if err != nil {
		return err
	}
	if !link.IsSentTo(member) {
		return leaveOver()
	}
	undone, err := s.Store.Client(ctx).Cancellation.Query().
		Where(cancellation.SubscriptionID(row.ID), cancellation.UndoneAtGT(link.Issued)).Exist(ctx)
	if err == nil && undone {
		return leaveOver()
	}
	return err
}

// LeavePage is what a mailed link shows of a contract to anyone who has it: nothing of its member.
type LeavePage struct {
	Row       *ent.Subscription
	Plan      *ent.Plan
	Watch     clock.Day      // the last day of viewing when it is cancelled today; the zero Day: a hold has stopped that
	Blocked   *fault.Error   // why it cannot be cancelled now; nil when it can
	Cancelled *CancelledPage // it is cancelled already
}

// LeavePage opens the page of a mailed link. It changes nothing, since mail programs open links by
// themselves. Fault: a broken flow for a link that does not work (any more).
func (s *Service) LeavePage(ctx context.Context, token string) (*LeavePage, error) {
	link, err := s.openLeave(token)
	if err != nil {
		return nil, err
	}
	row, err := s.Store.Client(ctx).Subscription.Get(ctx, link.Of)
	if ent.IsNotFound(err) {
		return nil, leaveOver()
	}
	if err != nil {
		return nil, err
	}
	if err := s.living(ctx, link, row); err != nil {
		return nil, err
	}
	if !Status(row.Status).Remains() {
		page, err := s.receipt(ctx, row)
		if err != nil {
			return nil, err
		}
		return &LeavePage{Row: row, Plan: page.Plan, Cancelled: page}, nil
	}
	page := &LeavePage{Row: row}
	if page.Watch, err = s.watchable(ctx, row); err != nil {
		return nil, err
	}
	if page.Plan, err = s.Catalog.PlanOfContract(ctx, row.PlanID); err != nil {
		return nil, err
	}
	page.Blocked, err = blocked(s.cancellable(ctx, row))
	return page, err
}

// CancelByLink is Cancel for anyone who has the link of a mail, without a survey. The receipt goes
// to the account's address. A contract that is cancelled already stays as it is, since the answer
// to a former call may have been lost.
//
// Faults: a broken flow for a link that does not work (any more); SUBSCRIPTION_RENEWING; throttled.
func (s *Service) CancelByLink(ctx context.Context, a actor.Actor, token string) error {
	link, err := s.openLeave(token)
	if err != nil {
		if throttled := s.Throttle.Count(ctx, "leave-from:"+a.Network(), leavesPerSource, time.Hour); throttled != nil {
			return throttled
		}
		return err
	}
	if err := s.Throttle.Count(ctx, "leave-contract:"+link.Of.String(), leavesPerLink, 24*time.Hour); err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.lock(ctx, link.Of)
		if ent.IsNotFound(err) {
			return leaveOver()
		}
		if err != nil {
			return err
		}
		if err := s.living(ctx, link, row); err != nil || !Status(row.Status).Remains() {
			return err
		}
		return s.cancel(ctx, row, cancellation.ByLink, "", nil)
	})
}
