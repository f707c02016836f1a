package purchase

import (
	"context"
	"time"

	"kaiin/ent"
	"kaiin/ent/account"
	"kaiin/ent/bill"
	"kaiin/ent/order"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/spoken"
	"kaiin/server/money/billing"
	"kaiin/server/money/entitlement"
	"kaiin/server/money/subscription"
)

// Unknown implements billing.Owner: the member is told that the charge is being looked up.
func (s *Service) Unknown(ctx context.Context, b *ent.Bill) error {
	return s.Store.Client(ctx).Order.Update().Where(order.ID(*b.OrderID), order.StateEQ(order.StateCharging)).
		SetState(order.StateUnknown).Exec(ctx)
}

// GivenUp implements billing.Owner: the order has failed. What its charge proves to have taken goes
// back.
func (s *Service) GivenUp(ctx context.Context, b *ent.Bill) error {
	o, err := s.lock(ctx, order.ID(*b.OrderID))
	if err != nil || o.State != order.StateCharging && o.State != order.StateUnknown {
		return err
	}
	terms, err := termsOf(o)
	if err != nil {
		return err
	}
	done, err := s.Billing.Forgo(ctx, b, bill.StateVoid, b.PeriodEnd)
	if err != nil || !done {
		return err
	}
	if err := s.decline(ctx, o, fault.PaymentUnavailable); err != nil {
		return err
	}
	return s.failed(ctx, o, terms, notify.OrderFailed{Unanswered: true})
}

// decline ends the order, and gives back what it had reserved.
func (s *Service) decline(ctx context.Context, o *ent.Order, failure fault.Code) error {
	if err := o.Update().SetState(order.StateDeclined).SetFailure(failure).Exec(ctx); err != nil {
		return err
	}
	if err := s.Catalog.CountSales(ctx, o.PlanID, -1); err != nil {
		return err
	}
	return s.Catalog.CountCampaign(ctx, o.CampaignID, -1)
}

// Returned implements billing.Owner: what was bought or rented ends when all of its money went
// back. A contract goes on.
func (s *Service) Returned(ctx context.Context, b *ent.Bill) error {
	return s.Entitlement.Return(ctx, b.AccountID, *b.OrderID)
}

// Reversed implements billing.Owner: what was bought or rented ends, as when its money was given
// back; a contract goes on hold.
func (s *Service) Reversed(ctx context.Context, b *ent.Bill, c *ent.Charge) (told bool, err error) {
	if b.SubscriptionID != nil {
		return s.Subscription.Reversed(ctx, b, c)
	}
	return false, s.Entitlement.Return(ctx, b.AccountID, *b.OrderID)
}

// Settled takes the outcome of an order's charge. Money for an order that is over, or whose day is,
// is not wanted, nor is that of a member who was blocked meanwhile.
func (s *Service) Settled(ctx context.Context, out billing.Outcome) (wanted bool, err error) {
	o, err := s.lock(ctx, order.ID(*out.Bill.OrderID))
	if err != nil || o.State != order.StateCharging && o.State != order.StateUnknown {
		return false, err
	}
	terms, err := termsOf(o)
	if err != nil {
		return false, err
	}
	if out.Paid() && terms.Deal.Basis.Start == s.Clock.Today() {
		member, err := s.Account.LockAny(ctx, o.AccountID)
		if err != nil {
			return false, err
		}
		if member != nil && member.Status == account.StatusActive { // else the staff have blocked them meanwhile
			return true, s.complete(ctx, o, terms, out.Bill)
		}
	}
	failure := fault.PaymentUnavailable
	if out.Refused() {
		failure = s.Payment.Declined(out.Charge)
	}
	if err := s.decline(ctx, o, failure); err != nil {
		return false, err
	}
	if err := s.Billing.Void(ctx, out.Bill); err != nil {
		return false, err
	}
	failpoint.Reached(pointUncompleted)
	if o.State == order.StateCharging && !out.Paid() && s.Clock.Now().Before(out.Charge.CreatedAt.Add(waitAtMost)) {
		return false, nil // the member is waiting for the answer, which says it
	}
	return false, s.failed(ctx, o, terms, notify.OrderFailed{Refunded: out.Paid()})
}

// failed mails the member that the order has failed after all.
func (s *Service) failed(ctx context.Context, o *ent.Order, terms Terms, mail notify.OrderFailed) error {
	member, err := s.Account.Find(ctx, o.AccountID)
	if fault.Is(err, fault.CodeNotFound) { // who has left since
		return nil
	}
	if err != nil || member.Email == nil {
		return err
	}
	to := notify.To{AccountID: member.ID, Address: *member.Email, Locale: terms.Locale}
	mail.OrderNumber, mail.PlanName, mail.Amount = spoken.Of(spoken.Order, o.ID), terms.PlanName, o.Amount
	return s.Notify.Send(ctx, to, mail)
}

// complete hands over what was bought: a contract, or the right to watch.
func (s *Service) complete(ctx context.Context, o *ent.Order, terms Terms, b *ent.Bill) error {
	var contract *ent.Subscription
	update := o.Update().SetState(order.StateCompleted).SetCompletedAt(s.Clock.Now())
	if terms.Deal.Subscription() {
		var err error
		contract, err = s.Subscription.Begin(ctx, subscription.Agreement{
			AccountID: o.AccountID, OrderID: o.ID, PlanID: o.PlanID, MethodID: o.PaymentMethodID, ByProvider: terms.Deal.ByProvider, Basis: terms.Deal.Basis,
			CampaignID: o.CampaignID, ReContract: terms.Deal.ReContract, Bill: b,
		})
		if err != nil {
			return err
		}
		if err := s.Billing.Belongs(ctx, b, contract.ID); err != nil {
			return err
		}
		update.SetSubscriptionID(contract.ID)
	} else if err := s.entitle(ctx, o, terms.Deal); err != nil {
		return err
	}
	if err := update.Exec(ctx); err != nil {
		return err
	}
	failpoint.Reached(pointCompleted)
	return s.receipt(ctx, o, terms, contract)
}

func (s *Service) entitle(ctx context.Context, o *ent.Order, d Deal) error {
	var expires *time.Time
	if day, limited := d.EntitlementExpiration(); limited {
		at := day.AddDays(1).Start()
		expires = &at
	}
	return s.Entitlement.Give(ctx, entitlement.Grant{
		AccountID: o.AccountID, PlanID: o.PlanID, OrderID: o.ID, ExpiresAt: expires,
	})
}

// receipt mails the member what they have ordered, in the language in which they ordered it, with
// the token of the link that cancels the contract, where there is one, without a login.
func (s *Service) receipt(ctx context.Context, o *ent.Order, terms Terms, contract *ent.Subscription) error {
	member, err := s.Account.Find(ctx, o.AccountID)
	if err != nil || member.Email == nil {
		return err
	}
	plan, err := s.Catalog.PlanOfContract(ctx, o.PlanID)
	if err != nil {
		return err
	}
	watch, err := s.Catalog.WatchURL(ctx, plan)
	if err != nil {
		return err
	}
	d := terms.Deal
	mail := notify.OrderCompleted{
		OrderNumber: spoken.Of(spoken.Order, o.ID), PlanName: terms.PlanName, Amount: d.DueNow(), Tax: d.TaxNow(), Method: terms.Method,
		Subscription: d.Subscription() && !d.CodeOnly, WatchURL: watch.In(terms.Locale),
	}
	if contract != nil {
		mail.LeaveToken = s.Subscription.LeaveLink(contract, *member.Email)
	}
	for _, item := range terms.Items {
		mail.Terms = append(mail.Terms, notify.Term{Title: item.Title, Text: item.Text})
	}
	if d.Subscription() {
		at := d.Basis.Opening()
		if d.Basis.TrialDays > 0 {
			mail.TrialUntil = at.NextSettlement.AddDays(-1)
		}
		if d.Basis.Charged(at.Term + 1) {
			mail.NextPayment, mail.NextAmount = d.ChargeDay(d.Basis.Term(at.Term+1)), d.Basis.Term(at.Term+1).Amount
		}
	}
	return s.Notify.Send(ctx, notify.To{AccountID: member.ID, Address: *member.Email, Locale: terms.Locale}, mail)
}
