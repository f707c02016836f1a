package subscription

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/logs"
)

// A term that a provider charges by itself waits for what it tells of the term's month. When it
// tells nothing, it is asked, from the term's first day on and four times a day:
//
//	it took the money ─▶ booked, as if it had told it
//	it took none, or does not answer ─▶ the member hears it as of any late payment, and viewing ends with the days of grace
//	the term is over ─▶ the agreement is ended and the contract held: nothing is waived while it may have taken money
//
// A term that the provider told something about, and that went by while no worker ran, is waived,
// and its money goes back.

// askAgain is how long after an answer the provider is asked again.
const askAgain = 6 * time.Hour

// silent is a month that the provider has to be asked for.
type silent struct {
	method *ent.PaymentMethod
	term   Term
	amount int
}

// expect looks after a contract whose terms the provider charges by itself. A month that is to be
// asked for is answered.
func (s *Service) expect(ctx context.Context, row *ent.Subscription) (*silent, error) {
	basis, p, err := s.basis(ctx, row)
	if err != nil {
		return nil, err
	}
	if basis, err = s.TakeBack(ctx, row, basis, p); err != nil {
		return nil, err
	}
	method, err := s.method(ctx, row)
	if err != nil {
		return nil, err
	}
	today, now := s.Clock.Today(), s.Clock.Now()
	for {
		next := basis.Term(row.Period + 1)
		on := goesOn(row, basis, next)
		if !on && !today.Before(callOff(next.Start)) {
			if err := s.Payment.End(ctx, method.ID); err != nil {
				return nil, err
			}
		}
		if next.Start.After(today) {
			at := callOff(next.Start).Start()
			if !at.After(now) {
				at = next.Start.Start()
			}
			return nil, s.wakeAt(ctx, row, at)
		}
		owed, err := s.Billing.Of(ctx, row.ID, next.Number)
		if err != nil {
			return nil, err
		}
		at, err := s.ProviderBilling.MonthTold(ctx, method, monthOf(next))
		told, over := !at.IsZero(), today.After(next.End)
		switch {
		case err != nil:
			return nil, err
		case owed != nil && owed.State != bill.StateOpen:
			return nil, s.wakeAt(ctx, row, now.Add(patience))
		case !on:
			return nil, s.end(ctx, row, RenewalStopped)
		case over && told:
			if err := s.Billing.Waive(ctx, billOf(row, p, next)); err != nil {
				return nil, err
			}
			failpoint.Reached(pointWaived)
			if err := s.ProviderBilling.AskMonths(ctx, method, monthOf(next)); err != nil {
				return nil, err
			}
			if row, err = s.pass(ctx, row, next); err != nil {
				return nil, err
			}
			continue
		case owed == nil: // what has come already is applied now
			if owed, err = s.Billing.Owe(ctx, billOf(row, p, next)); err != nil {
				return nil, err
			}
			if !over {
				return nil, firstOf(s.ProviderBilling.AskMonths(ctx, method, monthOf(next)), s.wakeAt(ctx, row, now.Add(patience)))
			}
		case !s.Payment.Agreed(method): // it was ended there
			return nil, s.held(ctx, row, owed)
		case told && now.Before(at.Add(askAgain)): // it is being applied
			return nil, s.wakeAt(ctx, row, at.Add(askAgain))
		case told: // it is the staff's question
			return nil, firstOf(s.tellDelay(ctx, row, next), s.wakeAt(ctx, row, now.Add(askAgain)))
		}
		return &silent{method, next, owed.Amount}, s.wakeAt(ctx, row, now.Add(patience))
	}
}

// ask asks the provider for the month, and does what follows where it took no money or does
// not answer.
func (s *Service) ask(ctx context.Context, id uuid.UUID, m *silent) error {
	taken, err := s.ProviderBilling.AskMonth(ctx, m.method, monthOf(m.term), m.amount)
	if err != nil {
		slog.WarnContext(ctx, "a provider does not answer what became of a month", "contract", id, "period", m.term.Number, "error", err)
	}
	if taken {
		return nil
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.lock(ctx, id)
		if err != nil {
			return err
		}
		group := Status(row.Status).Group()
		if ownBiller(row) || group != GroupContract && group != GroupTrial || row.Period+1 != m.term.Number {
			return nil
		}
		owed, err := s.Billing.Of(ctx, row.ID, m.term.Number)
		if err != nil || owed == nil || owed.State != bill.StateOpen {
			return err
		}
		told, err := s.ProviderBilling.MonthTold(ctx, m.method, monthOf(m.term))
		if err != nil || !told.IsZero() {
			return err
		}
		now := s.Clock.Now()
		if s.Clock.Today().After(m.term.End) {
			slog.ErrorContext(ctx, "a provider told nothing of a month until it was over: the agreement is ended and the contract held", "alarm", logs.MonthLost, "contract", id, "period", m.term.Number)
			return s.held(ctx, row, owed)
		}
		if at := m.term.Start.AddDays(settings.Contracts.Retry()).Start(); !now.Before(at) && now.Before(at.Add(askAgain)) {
			slog.ErrorContext(ctx, "a provider tells nothing of a month: see `kaiin settlement open`", "alarm", logs.MonthSilent, "contract", id, "period", m.term.Number)
		}
		if err := s.tellDelay(ctx, row, m.term); err != nil {
			return err
		}
		at := now.Add(askAgain)
		if over := m.term.Next.Start(); over.Before(at) {
			at = over
		}
		return s.wakeAt(ctx, row, at)
	})
}
