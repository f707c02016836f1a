package purchase

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/order"
	"kaiin/server/entitlement"
	"kaiin/server/fault"
	"kaiin/server/notify"
	"kaiin/server/payment"
	"kaiin/server/subscription"
)

// Settled takes the outcome of an order's charge, inside the transaction that records it.
func (s *Service) Settled(ctx context.Context, out payment.Outcome) error {
	o, err := s.lock(ctx, *out.Charge.OrderID)
	switch {
	case err != nil:
		return err
	case out.Paid():
		return s.complete(ctx, o, &out.Charge.ID)
	case out.Open():
		return o.Update().SetState(order.StateUnknown).Exec(ctx)
	}
	failure := fault.CardDeclined
	if out.Reason == payment.ReasonTrouble || out.Reason == payment.ReasonRejected {
		failure = fault.PaymentUnavailable
	}
	if err := o.Update().SetState(order.StateDeclined).SetFailure(failure).Exec(ctx); err != nil {
		return err
	}
	return s.Catalog.CountSales(ctx, o.PlanID, -1)
}

// complete hands over what was bought: a contract, or the right to watch.
func (s *Service) complete(ctx context.Context, o *ent.Order, chargeID *uuid.UUID) error {
	terms, err := termsOf(o)
	if err != nil {
		return err
	}
	update := o.Update().SetState(order.StateCompleted).SetCompletedAt(s.Clock.Now())
	if terms.Deal.Subscription() {
		contract, err := s.Subscription.Begin(ctx, subscription.Agreement{
			AccountID: o.AccountID, OrderID: o.ID, PlanID: o.PlanID, MethodID: o.PaymentMethodID, Basis: terms.Deal.Basis,
			ReContract: terms.Deal.ReContract, ChargeID: chargeID,
		})
		if err != nil {
			return err
		}
		if chargeID != nil {
			if err := s.Payment.Belongs(ctx, *chargeID, contract.ID); err != nil {
				return err
			}
		}
		update.SetSubscriptionID(contract.ID)
	} else if err := s.entitle(ctx, o, terms.Deal); err != nil {
		return err
	}
	if err := update.Exec(ctx); err != nil {
		return err
	}
	return s.receipt(ctx, o, terms)
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

// receipt mails the member what they have ordered, in the language in which they ordered it.
func (s *Service) receipt(ctx context.Context, o *ent.Order, terms Terms) error {
	member, err := s.Account.Find(ctx, o.AccountID)
	if err != nil || member.Email == nil {
		return err
	}
	d := terms.Deal
	mail := notify.OrderCompleted{
		OrderNumber: o.ID.String(), PlanName: terms.PlanName, Amount: d.DueNow(), Tax: d.TaxNow(), Method: terms.Method,
		Subscription: d.Subscription(),
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
			mail.NextPayment, mail.NextAmount = at.NextSettlement, d.Basis.Price
		}
	}
	return s.Notify.Send(ctx, notify.To{AccountID: member.ID, Address: *member.Email, Locale: terms.Locale}, mail)
}
