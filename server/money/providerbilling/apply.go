package providerbilling

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/gatewayevent"
	"kaiin/ent/paymentmethod"
	"kaiin/server/base/clock"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/logs"
	"kaiin/server/base/store"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
)

// MonthArgs is the job that applies what a provider told of a month.
type MonthArgs struct {
	EventID uuid.UUID `json:"event_id"`
}

// monthJob is not unique: a job that is just being worked on may have asked too early.
var monthJob = store.Job[MonthArgs]{Queue: store.QueueMoney}

func (MonthArgs) Kind() string                 { return "payment.month" }
func (MonthArgs) InsertOpts() river.InsertOpts { return monthJob.InsertOpts() }

// ApplyMonth applies what a provider told of a month. However often it is called, money is booked
// or given back once.
func (s *Service) ApplyMonth(ctx context.Context, id uuid.UUID) error {
	if err := s.findOrder(ctx, id); err != nil {
		return err
	}
	var m *monthTold
	err := s.Store.Tx(ctx, func(ctx context.Context) (err error) {
		if m, err = s.told(ctx, id); err != nil || m.e.AppliedAt != nil {
			return err
		}
		if superseded, err := s.supersede(ctx, m); err != nil || superseded {
			return err
		}
		done, err := s.applyMonth(ctx, m)
		if err != nil || !done {
			return err
		}
		failpoint.Reached(pointMonthApplying)
		return m.e.Update().SetAppliedAt(s.Clock.Now()).Exec(ctx)
	})
	if err != nil || m.booked == uuid.Nil {
		return err
	}
	failpoint.Reached(pointMonthBooked)
	err = s.Payment.Apply(ctx, m.booked)
	failpoint.Reached(pointMonthApplied)
	return err
}

// monthTold is an event of a month that is being applied, or answered.
type monthTold struct {
	e        *ent.GatewayEvent
	line     gateway.ProviderCharge
	rest     []*ent.GatewayEvent // what else was told of whether its month's money was taken
	answered bool                // the staff says that the money was taken
	booked   uuid.UUID           // the charge that it concluded, which is to be applied
}

// resultKeys are the keys of all that can be told of whether the money of a month was taken.
func resultKeys(reference, month string) (keys []string) {
	for _, result := range []gateway.ProviderChargeResult{gateway.ProviderChargeSettled, gateway.ProviderChargeDeclined} {
		keys = append(keys, payment.EventKeys(monthKey(reference, month, result))...)
	}
	return keys
}

// told locks the event, and with it what else was told of its month: of two, one after the other is
// applied.
func (s *Service) told(ctx context.Context, id uuid.UUID) (*monthTold, error) {
	client := s.Store.Client(ctx)
	e, err := client.GatewayEvent.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	m, keys := &monthTold{}, []string{e.EventKey}
	if m.line, err = lineOf(e); err != nil {
		return nil, err
	}
	if isOfMonth(m.line) {
		keys = resultKeys(m.line.Reference, m.line.Month)
	}
	rows, err := client.GatewayEvent.Query().Where(gatewayevent.Provider(e.Provider), gatewayevent.EventKeyIn(keys...)).
		Order(gatewayevent.ByID()).ForUpdate().All(ctx)
	for _, row := range rows {
		if row.ID == id {
			m.e = row
		} else {
			m.rest = append(m.rest, row)
		}
	}
	if err == nil && m.e == nil {
		err = fmt.Errorf("event %s is of no month", id)
	}
	return m, err
}

// isLater reports whether the event tells of a later moment than the other, or was kept later.
func isLater(e *ent.GatewayEvent, line gateway.ProviderCharge, other *ent.GatewayEvent, before gateway.ProviderCharge) bool {
	if !line.At.Equal(before.At) {
		return line.At.After(before.At)
	}
	return e.ID.String() > other.ID.String()
}

// supersede closes what was told of the month before and was never applied, and reports whether the
// event itself is closed, because something later was told.
func (s *Service) supersede(ctx context.Context, m *monthTold) (superseded bool, err error) {
	for _, other := range m.rest {
		line, err := lineOf(other)
		switch {
		case err != nil:
			return false, err
		case other.AppliedAt != nil:
			continue
		}
		older, newer := other, m.e
		if superseded = isLater(other, line, m.e, m.line); superseded {
			older, newer = m.e, other
		}
		slog.WarnContext(ctx, "a provider told something later of a month: what it told before does not count", "event", older.ID, "was", older.Kind,
			"month", older.EventKey, "amount", older.Amount, "by", newer.ID)
		if err := older.Update().SetKind(eventSuperseded).SetAppliedAt(s.Clock.Now()).Exec(ctx); err != nil || superseded {
			return superseded, err
		}
	}
	return false, nil
}

// takenFor is the charge that was booked for the month because the provider told that it had taken
// its money, and the line by which it did.
func (s *Service) takenFor(ctx context.Context, m *monthTold) (c *ent.Charge, by *ent.GatewayEvent, line gateway.ProviderCharge, err error) {
	for _, other := range m.rest {
		told, err := lineOf(other)
		if err != nil {
			return nil, nil, line, err
		}
		if other.ChargeID != nil && told.Result == gateway.ProviderChargeSettled {
			c, err := s.Store.Client(ctx).Charge.Get(ctx, *other.ChargeID)
			return c, other, told, err
		}
	}
	return nil, nil, line, nil
}

// findOrder has the order by which the agreement came about looked up, if that is not known yet.
func (s *Service) findOrder(ctx context.Context, id uuid.UUID) error {
	e, err := s.Store.Client(ctx).GatewayEvent.Get(ctx, id)
	if err != nil || e.AppliedAt != nil || e.ProviderOrderID == "" {
		return err
	}
	c, err := s.Payment.ChargeOfOrder(ctx, e.Provider, e.ProviderOrderID)
	if err != nil || c == nil || c.SettledAt != nil {
		return err
	}
	_, err = s.Payment.Resolve(ctx, c.ID)
	return err
}

// question leaves an event to the staff, with an error in the log, once. It is an error when they
// have answered that its money was taken.
func (s *Service) question(ctx context.Context, m *monthTold, what string) (done bool, err error) {
	if m.answered {
		return false, fmt.Errorf("%s: it can be answered as unpaid alone", what)
	}
	if m.e.Kind == payment.EventQuestion {
		return false, nil
	}
	slog.ErrorContext(ctx, what+": see `kaiin settlement open`", "alarm", logs.MonthQuestion, "event", m.e.ID, "provider", m.e.Provider, "month", m.e.EventKey, "amount", m.e.Amount)
	return false, m.e.Update().SetKind(payment.EventQuestion).Exec(ctx)
}

func (s *Service) applyMonth(ctx context.Context, m *monthTold) (done bool, err error) {
	client, e, line := s.Store.Client(ctx), m.e, m.line
	method, err := client.PaymentMethod.Query().Where(paymentmethod.Provider(e.Provider), paymentmethod.Reference(line.Reference)).Only(ctx)
	if ent.IsNotFound(err) {
		if c, err := s.Payment.ChargeOfOrder(ctx, e.Provider, e.ProviderOrderID); err != nil || c != nil && payment.IsLive(c) {
			return false, errors.Join(err, fmt.Errorf("a month came before it is known what became of its order: event %s", e.ID))
		}
		return s.question(ctx, m, "a provider tells of a month of an agreement that we do not know")
	}
	if err != nil {
		return false, err
	}
	first, err := client.Charge.Query().Where(charge.AccountID(method.AccountID), charge.PaymentMethodID(method.ID), charge.InitiatorEQ(charge.InitiatorMember)).Order(charge.ByID()).First(ctx)
	if err != nil {
		return false, err
	}
	switch line.Result {
	case gateway.ProviderChargeEnded:
		_, err := s.Payment.Retire(ctx, method.ID)
		return true, err
	case gateway.ProviderChargeRefunded:
		return s.monthRefunded(ctx, m, method)
	}
	if !m.answered && !fitsDay(line) {
		return s.question(ctx, m, "a provider tells of a month that does not fit the day on which it tells")
	}
	paid := line.Result == gateway.ProviderChargeSettled
	if line.Month == monthOf(first.CreatedAt) || line.TrackingID != "" && line.TrackingID == first.TrackingID { // the order's own charge, which may be of the next month
		if paid && line.Amount != first.Amount {
			if m.answered {
				return true, s.Payment.Correct(ctx, first.ID, line.Amount)
			}
			return s.question(ctx, m, "a provider took another amount for an order than its own")
		}
		return true, nil
	}
	taken, by, before, err := s.takenFor(ctx, m)
	if err != nil {
		return false, err
	}
	if taken != nil {
		return s.toldAgain(ctx, m, taken, isLater(e, line, by, before))
	}
	claim, err := s.Contracts.Claim(ctx, Month{First: first.BillID, Method: method, Month: line.Month, Amount: line.Amount, Paid: paid, Answered: m.answered})
	switch {
	case err == nil && claim.Waits && m.answered:
		return false, fmt.Errorf("its contract does not owe month %s yet: answer when it does, or as unpaid", line.Month)
	case err != nil || claim.Waits:
		return false, err
	case claim.Differs:
		return s.question(ctx, m, "a provider took another amount for a month than is owed")
	case claim.Charge != uuid.Nil:
		if err := s.Payment.Conclude(ctx, claim.Charge, payment.Told{Paid: paid, TrackingID: trackingOf(line), Code: line.Code}); err != nil {
			return false, err
		}
		m.booked = claim.Charge
		return true, client.GatewayEvent.UpdateOneID(e.ID).SetChargeID(claim.Charge).Exec(ctx)
	case claim.Unowed != nil:
		return true, s.sendBack(ctx, e, line, method, *claim.Unowed)
	}
	return true, nil
}

// toldAgain is for what is told of a month whose money is booked.
func (s *Service) toldAgain(ctx context.Context, m *monthTold, taken *ent.Charge, later bool) (done bool, err error) {
	switch paid := m.line.Result == gateway.ProviderChargeSettled; {
	case paid && m.line.Amount == taken.Amount, !paid && !later, !paid && m.answered:
		return true, nil
	case paid && m.answered:
		return true, s.Payment.Correct(ctx, taken.ID, m.line.Amount)
	case paid:
		return s.question(ctx, m, "a provider tells of another sum that it took for a month than it told before")
	}
	return s.question(ctx, m, "a provider tells that it could not take a month, after it told that it had taken it")
}

// monthOf is the month of a moment in Tokyo, as providers write it.
func monthOf(at time.Time) string { return at.In(clock.Tokyo).Format("200601") }

// trackingOf is the transaction of a month: the agreement's own, where the provider names no other.
func trackingOf(line gateway.ProviderCharge) string {
	if line.TrackingID == "" {
		return line.Reference
	}
	return line.TrackingID
}

// sendBack writes down money that was not owed and gives it back.
func (s *Service) sendBack(ctx context.Context, e *ent.GatewayEvent, line gateway.ProviderCharge, method *ent.PaymentMethod, billID uuid.UUID) error {
	c, err := s.Payment.GiveBackUnowed(ctx, payment.Unowed{
		BillID: billID, Method: method, OrderID: "m" + strings.ReplaceAll(e.ID.String(), "-", ""), TrackingID: trackingOf(line), Amount: line.Amount,
	})
	if err != nil {
		return err
	}
	slog.WarnContext(ctx, "a provider took money for a month that is not owed: it goes back", "charge", c.ID, "event", e.ID, "amount", line.Amount)
	return s.Store.Client(ctx).GatewayEvent.UpdateOneID(e.ID).SetChargeID(c.ID).Exec(ctx)
}

// monthRefunded writes into the book that the provider gave a month back, unless it was us who
// asked for that.
func (s *Service) monthRefunded(ctx context.Context, m *monthTold, method *ent.PaymentMethod) (done bool, err error) {
	e, line := m.e, m.line
	told, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.Provider(e.Provider), gatewayevent.EventKeyIn(resultKeys(line.Reference, line.Month)...)).All(ctx)
	if err != nil {
		return false, err
	}
	taken, _, _, err := s.takenFor(ctx, &monthTold{rest: told})
	if err != nil {
		return false, err
	}
	var of *uuid.UUID
	if taken != nil {
		of = &taken.ID
	}
	if of == nil { // the order's, or a month that was not told
		c, err := s.Store.Client(ctx).Charge.Query().Where(charge.AccountID(method.AccountID), charge.PaymentMethodID(method.ID),
			charge.InitiatorEQ(charge.InitiatorMember)).Order(charge.ByID()).First(ctx)
		if ent.IsNotFound(err) || err == nil && monthOf(c.CreatedAt) != line.Month {
			return s.question(ctx, m, "a provider gave back a month that we do not know")
		}
		if err != nil {
			return false, err
		}
		of = &c.ID
	}
	c, err := s.Store.Client(ctx).Charge.Query().Where(charge.ID(*of)).ForUpdate().Only(ctx)
	if err != nil {
		return false, err
	}
	left, err := s.Payment.Left(ctx, c)
	if err != nil {
		return false, err
	}
	told, err = s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.Provider(e.Provider),
		gatewayevent.EventKeyHasPrefix(monthKey(line.Reference, line.Month, gateway.ProviderChargeRefunded)+":")).All(ctx)
	if err != nil {
		return false, err
	}
	more := left - c.Amount
	for _, part := range told {
		more += part.Amount
	}
	if more <= 0 { // we asked for it
		return true, nil
	}
	e, err = e.Update().SetChargeID(c.ID).SetTrackingID(c.TrackingID).Save(ctx)
	if err != nil {
		return false, err
	}
	slog.ErrorContext(ctx, "a provider gave a month back of its own accord", "alarm", logs.MonthReturned, "charge", c.ID, "event", e.ID, "amount", more)
	return s.Payment.BookReturned(ctx, e, min(more, line.Amount), false)
}
