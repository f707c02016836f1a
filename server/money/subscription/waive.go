package subscription

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/money/billing"
	"kaiin/server/staff/acts"
)

// Waiver is a bill that the staff ask for no longer.
type Waiver struct {
	By     acts.Decision
	BillID uuid.UUID
	// Over has a second person asked, in the transaction, about so many yen, which who asks may not
	// waive alone. Nil: of a command, whose staff have no limits.
	Over func(ctx context.Context, act *acts.Act, owed *ent.Bill) error
}

// WaiveByStaff ends what a bill of a contract's period says is owed, without a payment. The
// contract goes on as if it had been paid: its period stays, or begins today where the contract was
// on hold, and can be watched. The member finds it in the history, and in a mail.
//
// Faults: not found; CHARGE_UNDER_WAY while it is being paid; BILL_NOT_OPEN for one that is over,
// or of an order; BILL_NOT_DUE; SUBSCRIPTION_ALREADY_CANCELLED for a contract that ends, by which
// it is owed no more anyhow; SUBSCRIPTION_ENDING for one that no payment keeps alive;
// SUBSCRIPTION_BILLED_BY_PROVIDER.
func (s *Service) WaiveByStaff(ctx context.Context, in Waiver) error {
	act := acts.Act{Kind: acts.BillWaived, Target: acts.Target{Type: "bill", ID: in.BillID.String()}}
	return in.By.Do(ctx, act, func(ctx context.Context, act *acts.Act) error {
		owed, err := s.Billing.Find(ctx, in.BillID)
		switch {
		case ent.IsNotFound(err):
			return fault.NotFound()
		case err != nil:
			return err
		}
		act.AccountID, act.Details = owed.AccountID, map[string]any{"yen": owed.Amount}
		if owed.SubscriptionID == nil {
			return firstOf(in.By.Still(ctx), notOpen(owed))
		}
		row, err := s.lock(ctx, *owed.SubscriptionID)
		if err != nil {
			return err
		}
		if err := in.By.Still(ctx); err != nil {
			return err
		}
		if row, err = s.switchDue(ctx, row); err != nil {
			return err
		}
		if owed, err = s.Billing.Find(ctx, in.BillID); err != nil {
			return err
		}
		p, term, err := s.waivable(ctx, row, owed)
		if err != nil {
			return err
		}
		act.Details = map[string]any{"yen": owed.Amount, "period": owed.Period}
		if in.Over != nil {
			over, err := s.Billing.OverLimits(ctx, in.By, owed)
			if err != nil {
				return err
			}
			if over {
				return in.Over(ctx, act, owed)
			}
		}
		return s.waive(ctx, row, owed, p, term)
	})
}

func notOpen(owed *ent.Bill) error {
	return fault.Precondition(fault.BillNotOpen).With(map[string]any{"state": string(owed.State)})
}

// waivable is the plan of a contract whose bill may be waived, and the term that goes by with it.
func (s *Service) waivable(ctx context.Context, row *ent.Subscription, owed *ent.Bill) (p *ent.Plan, term Term, err error) {
	status := Status(row.Status)
	switch {
	case owed.State == bill.StatePaying:
		return nil, term, fault.Precondition(fault.ChargeUnderWay)
	case owed.State != bill.StateOpen || owed.Period != row.Period+1 || !status.Contracted():
		return nil, term, notOpen(owed)
	case !status.Remains():
		return nil, term, fault.Precondition(fault.SubscriptionAlreadyCancelled)
	case !ownBiller(row):
		return nil, term, fault.Precondition(fault.SubscriptionBilledByProvider)
	}
	basis, p, err := s.basis(ctx, row)
	if err != nil {
		return nil, term, err
	}
	if status.Group() == GroupHold {
		basis = basis.anew(s.Clock.Today(), owed.Period)
	}
	term = basis.Term(owed.Period)
	switch {
	case term.Start.After(s.Clock.Today()):
		err = fault.Precondition(fault.BillNotDue)
	case !basis.Renews(term.Start):
		err = fault.Precondition(fault.SubscriptionEnding)
	}
	return p, term, err
}

func (s *Service) waive(ctx context.Context, row *ent.Subscription, owed *ent.Bill, p *ent.Plan, term Term) error {
	grace, err := s.grace(ctx)
	if err != nil {
		return err
	}
	held, of := Status(row.Status).Group() == GroupHold, billing.New{SubscriptionID: &row.ID, Period: owed.Period}
	if held {
		if owed, err = s.Billing.Restate(ctx, owed, billOf(row, p, term)); err != nil {
			return err
		}
	}
	if err := s.Billing.Waive(ctx, of); err != nil {
		return err
	}
	at := term.After()
	row, err = s.apply(ctx, row, Waived, owed, func(u *ent.SubscriptionUpdateOne) {
		u.SetPeriod(at.Term).SetTermStart(at.TermStart).SetNextSettlementDay(at.NextSettlement).SetPaidThrough(term.End).SetDueAt(at.NextSettlement.Start())
		if held {
			u.SetAnchorDay(term.Start).SetAnchorPeriod(owed.Period).ClearHeldAt()
		}
	})
	if err != nil {
		return err
	}
	if err := s.Entitlement.Until(ctx, row.AccountID, row.ID, watchUntil(at.NextSettlement, grace)); err != nil {
		return err
	}
	return s.notify(ctx, row, func(about notify.Contract, p *ent.Plan, _ string) notify.Message {
		return notify.BillWaived{Contract: about, Amount: owed.Amount, TermStart: term.Start, TermEnd: term.End, NextPayment: nextPayment(row, p)}
	})
}
