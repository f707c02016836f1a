package payment

import (
	"context"
	"encoding/json"
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
	"kaiin/server/clock"
	"kaiin/server/failpoint"
	"kaiin/server/store"
)

// What a provider that charges each month by itself tells of a month is kept once, as a gateway event, and applied once, by a job, in
// whatever order it comes:
//
//	settled, declined ─▶ the contract says what is to be paid (Claims):
//	       ├─ its bill     ─▶ a charge with origin provider, concluded at once
//	       ├─ not yet      ─▶ it waits: the contract asks again (AskMonths) when the bill is there
//	       ├─ nothing      ─▶ money goes back; a refusal of what nobody wants is no news
//	       └─ another sum  ─▶ it stays open, with an error in the log: an amount that we did not ask for pays nothing
//	ended    ─▶ the method is over; the contract finds that on its day
//	refunded ─▶ written into the book
//
// A month of which it tells nothing is asked for (months_ask.go), and the answer is kept in the same way.
//
// The provider's own name of a month is the agreement and the month: a month that it tells by notice and in its file is one.

// Month is what a provider tells of a month of the contract that was bought with the bill.
type Month struct {
	First  uuid.UUID // the bill of the order
	Method *ent.PaymentMethod
	Month  string // YYYYMM
	Amount int    // yen
	Paid   bool   // else it could not be taken
}

// Claim is what a contract wants of a month. Its zero value is nothing.
type Claim struct {
	Waits   bool       // until the contract asks again
	Differs bool       // its bill is of another amount
	Charge  uuid.UUID  // the attempt at its bill that is to be concluded
	Unowed  *uuid.UUID // the bill that stands for money that goes back
}

// AskMonths has what is known of the method's month, and waits, applied now. It joins the caller's transaction.
func (s *Service) AskMonths(ctx context.Context, m *ent.PaymentMethod, month string) error {
	ids, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.Provider(m.Provider), gatewayevent.AppliedAtIsNil(), gatewayevent.EventKeyIn(
		monthKey(m.Reference, month, ProviderChargeSettled), monthKey(m.Reference, month, ProviderChargeDeclined))).IDs(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.Store.Enqueue(ctx, MonthArgs{EventID: id}, nil); err != nil {
			return err
		}
	}
	return nil
}

// MonthArgs is the job that applies what a provider told of a month.
type MonthArgs struct {
	EventID uuid.UUID `json:"event_id"`
}

func (MonthArgs) Kind() string { return "payment.month" }

type monthWorker struct {
	river.WorkerDefaults[MonthArgs]
	service *Service
}

// Work applies it. An error means that it has to be tried again.
func (w *monthWorker) Work(ctx context.Context, job *river.Job[MonthArgs]) error {
	return w.service.ApplyMonth(ctx, job.Args.EventID)
}

// InsertOpts puts it among the jobs of money.
func (MonthArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: store.QueueMoney} // one that is just being worked on may have asked too early
}

// ApplyMonth applies what a provider told of a month. However often it is called, money is booked or given back once.
func (s *Service) ApplyMonth(ctx context.Context, id uuid.UUID) error {
	if err := s.findOrder(ctx, id); err != nil {
		return err
	}
	var booked uuid.UUID
	err := s.Store.Tx(ctx, func(ctx context.Context) error {
		booked = uuid.Nil
		e, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.ID(id)).ForUpdate().Only(ctx)
		if err != nil || e.AppliedAt != nil {
			return err
		}
		var line ProviderCharge
		if err := json.Unmarshal(e.Body, &line); err != nil {
			return err
		}
		done, err := s.applyMonth(ctx, e, line, &booked)
		if err != nil || !done {
			return err
		}
		failpoint.Reached(pointMonthApplying)
		return e.Update().SetAppliedAt(s.Clock.Now()).Exec(ctx)
	})
	if err != nil || booked == uuid.Nil {
		return err
	}
	failpoint.Reached(pointMonthBooked)
	err = s.apply(ctx, booked)
	failpoint.Reached(pointMonthApplied)
	return err
}

// findOrder has the order by which the agreement came about looked up, if that is not known yet.
func (s *Service) findOrder(ctx context.Context, id uuid.UUID) error {
	e, err := s.Store.Client(ctx).GatewayEvent.Get(ctx, id)
	if err != nil || e.AppliedAt != nil || e.ProviderOrderID == "" {
		return err
	}
	c, err := s.ordered(ctx, e.Provider, e.ProviderOrderID)
	if err != nil || c == nil || c.SettledAt != nil {
		return err
	}
	_, err = s.Resolve(ctx, c.ID)
	return err
}

// question leaves an event to the staff, with an error in the log, once.
func (s *Service) question(ctx context.Context, e *ent.GatewayEvent, what string) (done bool, err error) {
	if e.Kind == eventQuestion {
		return false, nil
	}
	slog.ErrorContext(ctx, what+": see `kaiin settlement open`", "event", e.ID, "provider", e.Provider, "month", e.EventKey, "amount", e.Amount)
	return false, e.Update().SetKind(eventQuestion).Exec(ctx)
}

func (s *Service) applyMonth(ctx context.Context, e *ent.GatewayEvent, line ProviderCharge, booked *uuid.UUID) (done bool, err error) {
	client := s.Store.Client(ctx)
	method, err := client.PaymentMethod.Query().Where(paymentmethod.Provider(e.Provider), paymentmethod.Reference(line.Reference)).Only(ctx)
	if ent.IsNotFound(err) {
		if c, err := s.ordered(ctx, e.Provider, e.ProviderOrderID); err != nil || c != nil && isLive(c) {
			return false, errors.Join(err, fmt.Errorf("a month came before it is known what became of its order: event %s", e.ID))
		}
		return s.question(ctx, e, "a provider tells of a month of an agreement of which we know nothing")
	}
	if err != nil {
		return false, err
	}
	first, err := client.Charge.Query().Where(charge.AccountID(method.AccountID), charge.PaymentMethodID(method.ID), charge.InitiatorEQ(charge.InitiatorMember)).Order(charge.ByID()).First(ctx)
	if err != nil {
		return false, err
	}
	switch line.Result {
	case ProviderChargeEnded:
		return true, client.PaymentMethod.Update().Where(paymentmethod.ID(method.ID), paymentmethod.StateNEQ(paymentmethod.StateDeleted)).
			SetState(paymentmethod.StateDeleted).SetDeletedAt(s.Clock.Now()).Exec(ctx)
	case ProviderChargeRefunded:
		return s.monthRefunded(ctx, e, line, method)
	}
	paid := line.Result == ProviderChargeSettled
	if line.Month == monthOf(first.CreatedAt) || line.TrackingID != "" && line.TrackingID == first.TrackingID { // the order's own charge, which may be of the next month
		if paid && line.Amount != first.Amount {
			return s.question(ctx, e, "a provider took another amount for an order than its own")
		}
		return true, nil
	}
	claim, err := s.Claims(ctx, Month{First: first.BillID, Method: method, Month: line.Month, Amount: line.Amount, Paid: paid})
	switch {
	case err != nil || claim.Waits:
		return false, err
	case claim.Differs:
		return s.question(ctx, e, "a provider took another amount for a month than is owed")
	case claim.Charge != uuid.Nil:
		c, err := client.Charge.Get(ctx, claim.Charge)
		if err != nil {
			return false, err
		}
		v := verdict{state: charge.StateDeclined, reason: ReasonHardDecline, code: line.Code} // the provider tries no more
		if paid {
			v = verdict{state: charge.StateSettled, tracking: trackingOf(line)}
		}
		row, err := s.settle(ctx, c, v)
		if err == nil && row == nil {
			err = fmt.Errorf("charge %s is being concluded by somebody else", c.ID)
		}
		*booked = c.ID
		return true, errors.Join(err, client.GatewayEvent.UpdateOneID(e.ID).SetChargeID(c.ID).Exec(ctx))
	case claim.Unowed != nil:
		return true, s.sendBack(ctx, e, line, method, *claim.Unowed)
	}
	return true, nil
}

// monthOf is the month of a moment in Tokyo, as providers write it.
func monthOf(at time.Time) string { return at.In(clock.Tokyo).Format("200601") }

// trackingOf is the transaction of a month: the agreement's own, where the provider names no other.
func trackingOf(line ProviderCharge) string {
	if line.TrackingID == "" {
		return line.Reference
	}
	return line.TrackingID
}

// sendBack writes down money that nobody owed and gives it back.
func (s *Service) sendBack(ctx context.Context, e *ent.GatewayEvent, line ProviderCharge, method *ent.PaymentMethod, billID uuid.UUID) error {
	now := s.Clock.Now()
	c, err := s.Store.Client(ctx).Charge.Create().SetAccountID(method.AccountID).SetBillID(billID).SetOrigin(charge.OriginProvider).
		SetInitiator(charge.InitiatorMerchant).SetPlanName("").SetPaymentMethodID(method.ID).SetProvider(method.Provider).
		SetProviderOrderID("m" + strings.ReplaceAll(e.ID.String(), "-", "")).SetState(charge.StateOrphaned).SetAmount(line.Amount).SetTax(0).
		SetTrackingID(trackingOf(line)).SetGiveUpAt(now).SetSettledAt(now).SetAppliedAt(now).SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	if err != nil {
		return err
	}
	slog.WarnContext(ctx, "a provider took money for a month that nobody owes: it goes back", "charge", c.ID, "event", e.ID, "amount", line.Amount)
	return errors.Join(s.giveBack(ctx, c), s.Store.Client(ctx).GatewayEvent.UpdateOneID(e.ID).SetChargeID(c.ID).Exec(ctx))
}

// monthRefunded writes into the book that the provider gave a month back, unless it was us who asked for that.
func (s *Service) monthRefunded(ctx context.Context, e *ent.GatewayEvent, line ProviderCharge, method *ent.PaymentMethod) (done bool, err error) {
	settled, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.Provider(e.Provider),
		gatewayevent.EventKey(monthKey(line.Reference, line.Month, ProviderChargeSettled))).Only(ctx)
	var of *uuid.UUID
	switch {
	case err == nil:
		of = settled.ChargeID
	case !ent.IsNotFound(err):
		return false, err
	}
	if of == nil { // the order's, or a month that was not told
		c, err := s.Store.Client(ctx).Charge.Query().Where(charge.AccountID(method.AccountID), charge.PaymentMethodID(method.ID),
			charge.InitiatorEQ(charge.InitiatorMember)).Order(charge.ByID()).First(ctx)
		if ent.IsNotFound(err) || err == nil && monthOf(c.CreatedAt) != line.Month {
			return s.question(ctx, e, "a provider gave back a month of which we know nothing")
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
	left, err := s.left(ctx, c)
	if err != nil {
		return false, err
	}
	told, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.Provider(e.Provider),
		gatewayevent.EventKeyHasPrefix(monthKey(line.Reference, line.Month, ProviderChargeRefunded)+":")).All(ctx)
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
	slog.ErrorContext(ctx, "a provider gave a month back of its own accord", "charge", c.ID, "event", e.ID, "amount", more)
	return s.takeOver(ctx, e, min(more, line.Amount), false)
}
