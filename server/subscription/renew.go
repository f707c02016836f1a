package subscription

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/notify"
	"kaiin/server/payment"
)

// Renew brings a contract over the billing day on which the term begins: it ends one that was cancelled or no longer
// renews, and charges the others for the term, once, however often Renew is called. A refusal puts the contract on hold
// and is no error; an error means that the outcome is open and Renew has to be called again.
func (s *Service) Renew(ctx context.Context, id uuid.UUID, term int) error {
	var charge payment.Started
	err := s.Store.Tx(ctx, func(ctx context.Context) (err error) {
		charge, err = s.prepare(ctx, id, term)
		return err
	})
	if err != nil || charge.ID == uuid.Nil {
		return err
	}
	_, err = s.Payment.Execute(ctx, charge)
	return err
}

// prepare does what needs no charge and records the attempt of what does.
func (s *Service) prepare(ctx context.Context, id uuid.UUID, term int) (none payment.Started, err error) {
	row, err := s.lock(ctx, id)
	if err != nil {
		return none, err
	}
	status, next := Status(row.Status), NextTerm(row)
	if row.Term+1 != term || row.NextSettlementDay.After(s.Clock.Today()) {
		return none, nil // somebody else has done it
	}
	switch status.Group() {
	case GroupCancelRequested:
		return none, s.end(ctx, row, TermEnded)
	case GroupContract, GroupTrial:
	default:
		return none, nil
	}
	method, err := s.method(ctx, row)
	switch {
	case err != nil:
		return none, err
	case !basisOf(row).Renews(row.NextSettlementDay):
		return none, s.end(ctx, row, RenewalStopped)
	case next.Amount == 0:
		return none, s.renewed(ctx, row, nil)
	case !payment.Usable(method, s.Clock.Now()):
		return none, s.held(ctx, row, nil)
	}
	return s.attempt(ctx, row, method, next)
}

// attempt records that the term is being charged; a charge that is under way already is carried on instead.
func (s *Service) attempt(ctx context.Context, row *ent.Subscription, method *ent.PaymentMethod, next Term) (started payment.Started, err error) {
	live, tries, err := s.Payment.TermCharges(ctx, row.ID, next.Number)
	if err != nil || live != nil {
		return payment.Started{ID: idOf(live)}, err
	}
	p, err := s.Catalog.PlanOfContract(ctx, row.PlanID)
	if err != nil {
		return started, err
	}
	if row.RenewingSince == nil {
		if err := row.Update().SetRenewingSince(s.Clock.Now()).Exec(ctx); err != nil {
			return started, err
		}
	}
	orderID, err := providerOrderID(row.ID, next.Number, tries+1)
	if err != nil {
		return started, err
	}
	return s.Payment.Attempt(ctx, payment.NewCharge{
		AccountID: row.AccountID, SubscriptionID: &row.ID, Term: next.Number, Attempt: tries + 1, PlanName: p.Name["ja"],
		MethodID: method.ID, ProviderOrderID: orderID, Amount: next.Amount, TaxRate: row.TaxRate,
	})
}

func idOf(c *ent.Charge) uuid.UUID {
	if c == nil {
		return uuid.Nil
	}
	return c.ID
}

// providerOrderID is the provider's key of one attempt at one term: 38 characters, which is all that fit.
func providerOrderID(id uuid.UUID, term, attempt int) (string, error) {
	t, a := strconv.FormatInt(int64(term), 36), strconv.FormatInt(int64(attempt), 36)
	if len(t) > 3 || len(a) > 2 {
		return "", fmt.Errorf("contract %s: no order id is left for term %d, attempt %d", id, term, attempt)
	}
	return fmt.Sprintf("s%s%03s%02s", strings.ReplaceAll(id.String(), "-", ""), t, a), nil
}

// Settled takes the outcome of a renewal's charge, inside the transaction that records it.
func (s *Service) Settled(ctx context.Context, o payment.Outcome) error {
	if o.Open() {
		return nil // renewing_since stays, and payment keeps looking
	}
	row, err := s.lock(ctx, *o.Charge.SubscriptionID)
	if err != nil {
		return err
	}
	if row.Term+1 != o.Charge.Term {
		return fmt.Errorf("contract %s is in term %d and cannot take the charge of term %d", row.ID, row.Term, o.Charge.Term)
	}
	if o.Paid() {
		return s.renewed(ctx, row, &o.Charge.ID)
	}
	return s.held(ctx, row, &o.Charge.ID)
}

// renewed moves the contract to its next term.
func (s *Service) renewed(ctx context.Context, row *ent.Subscription, chargeID *uuid.UUID) error {
	event, term := Renewed, NextTerm(row)
	if Status(row.Status) == NewTrialContract {
		event = TrialConverted
	}
	at := term.After()
	row, err := s.apply(ctx, row, event, chargeID, func(u *ent.SubscriptionUpdateOne) {
		u.SetTerm(at.Term).SetTermStart(at.TermStart).SetNextSettlementDay(at.NextSettlement)
	})
	if err != nil {
		return err
	}
	if err := s.Entitlement.Until(ctx, row.ID, watchUntil(at.NextSettlement)); err != nil {
		return err
	}
	return s.notify(ctx, row, func(locale string, p *ent.Plan, method string) notify.Message {
		return notify.Renewed{
			PlanName: text(p.Name, locale), Amount: term.Amount, Tax: term.Tax, Method: method,
			TermStart: term.Start, TermEnd: term.End, NextPayment: term.Next,
		}
	})
}

// held stops the contract until the member pays.
func (s *Service) held(ctx context.Context, row *ent.Subscription, chargeID *uuid.UUID) error {
	event, now := RenewalFailed, s.Clock.Now()
	if Status(row.Status) == NewTrialContract {
		event = TrialConversionFailed
	}
	row, err := s.apply(ctx, row, event, chargeID, func(u *ent.SubscriptionUpdateOne) { u.SetHeldAt(now) })
	if err != nil {
		return err
	}
	if err := s.Entitlement.Until(ctx, row.ID, now); err != nil {
		return err
	}
	return s.notify(ctx, row, func(locale string, p *ent.Plan, method string) notify.Message {
		return notify.RenewalFailed{PlanName: text(p.Name, locale), Amount: row.BillingAmount, Method: method}
	})
}

// end closes the contract and what it entitled to.
func (s *Service) end(ctx context.Context, row *ent.Subscription, event Event) error {
	row, err := s.apply(ctx, row, event, nil, func(*ent.SubscriptionUpdateOne) {})
	if err != nil {
		return err
	}
	return s.Entitlement.Until(ctx, row.ID, s.Clock.Now())
}
