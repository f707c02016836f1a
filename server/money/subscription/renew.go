package subscription

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/server/base/clock"
	"kaiin/server/base/failpoint"
	"kaiin/server/money/billing"
	"kaiin/server/money/payment"
)

// Renew looks after a contract on which something has become due: it ends one that was cancelled,
// is no longer renewed or was on hold for too long, and charges the others for the period that
// contains today, once, however often Renew is called. A refusal is no error; an error means that
// the outcome is open and Renew has to be called again.
func (s *Service) Renew(ctx context.Context, id uuid.UUID) error {
	// What follows asks for the settings again and again, in transactions, which put nothing into
	// the catalogue's memory.
	if _, err := s.Settings.Get(ctx); err != nil {
		return err
	}
	var started payment.Started
	var month *silent
	err := s.Store.Tx(ctx, func(ctx context.Context) (err error) {
		started, month, err = s.prepare(ctx, id)
		failpoint.Reached(pointPrepared)
		return err
	})
	switch {
	case err != nil:
		return err
	case month != nil:
		return s.ask(ctx, id, month)
	case started.ID == uuid.Nil:
		return nil
	}
	_, err = s.Payment.Execute(ctx, started)
	return err
}

// prepare does what needs no charge, such as ending or waiting, and records the attempt where a
// charge is needed. month is set when a provider that charges by itself has to be asked about it.
func (s *Service) prepare(ctx context.Context, id uuid.UUID) (started payment.Started, month *silent, err error) {
	row, err := s.lock(ctx, id)
	if err != nil || row.DueAt == nil {
		return started, nil, err
	}
	switch Status(row.Status).Group() {
	case GroupCancelRequested:
		last, off := lastDay(row), callOff(row.NextSettlementDay)
		switch today := s.Clock.Today(); {
		case today.After(last):
			return started, nil, s.end(ctx, row, TermEnded)
		case ownBiller(row):
		case today.Before(off):
			return started, nil, s.wakeAt(ctx, row, off.Start())
		default:
			if err := s.callOffNow(ctx, row); err != nil {
				return started, nil, err
			}
		}
		return started, nil, s.wakeAt(ctx, row, last.AddDays(1).Start())
	case GroupHold:
		return started, nil, s.holdOver(ctx, row)
	case GroupContract, GroupTrial:
		if !ownBiller(row) {
			month, err = s.expect(ctx, row)
			return started, month, err
		}
		started, err = s.due(ctx, row)
		return started, nil, err
	default:
		return started, nil, row.Update().ClearDueAt().Exec(ctx)
	}
}

// due charges the contract for the period that contains today. Periods that went by and could not
// be charged are waived. It is of the plan that its member has chosen first.
func (s *Service) due(ctx context.Context, row *ent.Subscription) (none payment.Started, err error) {
	if row, err = s.switchDue(ctx, row); err != nil {
		return none, err
	}
	basis, p, err := s.basis(ctx, row)
	if err != nil {
		return none, err
	}
	if basis, err = s.TakeBack(ctx, row, basis, p); err != nil {
		return none, err
	}
	method, err := s.method(ctx, row)
	if err != nil {
		return none, err
	}
	now := s.Clock.Now()
	for {
		owed, err := s.Billing.Of(ctx, row.ID, row.Period+1)
		if err != nil {
			return none, err
		}
		next := basis.Term(row.Period + 1)
		if owed != nil && owed.State == bill.StateOpen {
			switch {
			case next.Amount == 0 && owed.PlanID != p.ID: // another plan, which is free, is billed anew
				err = s.Billing.Void(ctx, owed)
				owed = nil
			case next.Amount > 0 && restates(next, owed), owed.PlanID != p.ID: // a price was taken back, a rate or the plan changed
				owed, err = s.Billing.Restate(ctx, owed, billOf(row, p, next))
			}
			if err != nil {
				return none, err
			}
		}
		todo, at := basis.nextAction(next, owed, s.Payment.Takes(method), now)
		switch todo {
		case waits:
			return none, s.wakeAt(ctx, row, at)
		case underWay:
			return none, s.waitOn(ctx, row, next)
		case ends:
			return none, s.end(ctx, row, RenewalStopped)
		case waives:
			if err := s.Billing.Waive(ctx, billOf(row, p, next)); err != nil {
				return none, err
			}
			failpoint.Reached(pointWaived)
			if row, err = s.pass(ctx, row, next); err != nil {
				return none, err
			}
			continue
		case charges:
			if waits, err := s.unanswered(ctx, row); err != nil || waits {
				return none, firstOf(err, s.waitOn(ctx, row, next))
			}
		}
		switch {
		case owed == nil && todo == charges:
			try, err := s.try(ctx, row, next.Number, 1, next.End, method)
			if err != nil {
				return none, err
			}
			return s.Billing.OweNow(ctx, billOf(row, p, next), try)
		case owed == nil:
			if owed, err = s.Billing.Owe(ctx, billOf(row, p, next)); err != nil {
				return none, err
			}
		}
		switch todo {
		case renewsFree:
			return none, s.renewed(ctx, row, owed, basis)
		case holds:
			return none, s.held(ctx, row, owed)
		default:
			return s.attempt(ctx, row, owed, method)
		}
	}
}

// restates reports whether the term costs or is taxed otherwise than its bill says.
func restates(t Term, owed *ent.Bill) bool {
	return owed.ListAmount != t.Price.List || owed.Discount != t.Price.Discount || owed.TaxRate != t.TaxRate
}

func billOf(row *ent.Subscription, p *ent.Plan, t Term) billing.New {
	return billing.New{
		AccountID: row.AccountID, SubscriptionID: &row.ID, Period: t.Number, Start: t.Start, End: t.End, Plan: p,
		List: t.Price.List, Discount: t.Price.Discount, Campaign: t.Price.Campaign, TaxRate: t.TaxRate,
	}
}

// waitOn looks after the contract again in an hour, and tells its member when that takes days.
func (s *Service) waitOn(ctx context.Context, row *ent.Subscription, next Term) error {
	if err := s.tellDelay(ctx, row, next); err != nil {
		return err
	}
	return s.wakeAt(ctx, row, s.Clock.Now().Add(patience))
}

// wakeAt sets when the biller takes up the contract again.
func (s *Service) wakeAt(ctx context.Context, row *ent.Subscription, at time.Time) error {
	return row.Update().SetDueAt(at).Exec(ctx)
}

// pass moves the contract over an unpaid period.
func (s *Service) pass(ctx context.Context, row *ent.Subscription, t Term) (*ent.Subscription, error) {
	at := t.After()
	return row.Update().SetPeriod(at.Term).SetTermStart(at.TermStart).SetNextSettlementDay(at.NextSettlement).
		SetDueAt(s.Clock.Now()).SetUpdatedAt(s.Clock.Now()).Save(ctx)
}

// attempt records that the bill is being charged to the method.
func (s *Service) attempt(ctx context.Context, row *ent.Subscription, owed *ent.Bill, method *ent.PaymentMethod) (started payment.Started, err error) {
	try, err := s.try(ctx, row, owed.Period, owed.Attempts+1, owed.PeriodEnd, method)
	if err != nil {
		return started, err
	}
	return s.Billing.Attempt(ctx, owed, try)
}

// try is an attempt to charge a period, which has the last day, to the method. It sees to it that
// Due leaves the contract alone meanwhile, as it does by itself with one for which it sent a job.
func (s *Service) try(ctx context.Context, row *ent.Subscription, period, attempt int, last clock.Day, method *ent.PaymentMethod) (try billing.Try, err error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return try, err
	}
	orderID, err := providerOrderID(row.ID, period, attempt)
	if err != nil {
		return try, err
	}
	if now := s.Clock.Now(); row.DueAt == nil || row.DueAt.Before(now.Add(patience/2)) {
		if err := s.wakeAt(ctx, row, now.Add(patience)); err != nil {
			return try, err
		}
	}
	giveUp := s.Clock.Today().AddDays(settings.Contracts.Retry() + 1)
	if over := last.AddDays(1); over.Before(giveUp) {
		giveUp = over
	}
	return billing.Try{Method: method, ProviderOrderID: orderID, Initiator: charge.InitiatorMerchant, GiveUpAt: giveUp.Start()}, nil
}

// providerOrderID is the provider's key of one attempt at one period: 38 characters, which is all
// that fit.
func providerOrderID(id uuid.UUID, period, attempt int) (string, error) {
	t, a := strconv.FormatInt(int64(period), 36), strconv.FormatInt(int64(attempt), 36)
	if len(t) > 3 || len(a) > 2 {
		return "", fmt.Errorf("contract %s: no order id is left for period %d, attempt %d", id, period, attempt)
	}
	return fmt.Sprintf("s%s%03s%02s", strings.ReplaceAll(id.String(), "-", ""), t, a), nil
}
