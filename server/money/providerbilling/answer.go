package providerbilling

import (
	"context"
	"fmt"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/gatewayevent"
	"kaiin/ent/paymentmethod"
	"kaiin/ent/subscription"
	"kaiin/server/base/fault"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/staff/acts"
)

// Questions are what providers told of months and what cannot be applied, oldest first.
func (s *Service) Questions(ctx context.Context) ([]*ent.GatewayEvent, error) {
	return s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.Kind(payment.EventQuestion), gatewayevent.AppliedAtIsNil()).
		Order(gatewayevent.ByReceivedAt(), gatewayevent.ByID()).All(ctx)
}

// What the staff answer a question about a month.
const (
	answerPaid   = "paid"   // the money of the result was taken: its sum is booked as if the provider had told it and it were owed
	answerUnpaid = "unpaid" // it was not: nothing is booked, and what was booked because of a former result stays, unless this one takes that back
)

// AnswerQuestion ends a question as the staff found out at the provider, paid or unpaid. It is an
// error to answer as paid what cannot be booked: what is of no contract, of a month that is not
// owed yet, or of money that went back. Fault: not found, also when it is answered already.
func (s *Service) AnswerQuestion(ctx context.Context, d payment.Decision) error {
	var m *monthTold
	act := acts.Act{Kind: acts.MonthAnswered, Target: acts.Target{Type: "event", ID: d.ID.String()}, Details: map[string]string{"as": d.As}}
	err := d.By.Do(ctx, act, func(ctx context.Context, act *acts.Act) (err error) {
		if d.As != answerPaid && d.As != answerUnpaid {
			return fault.Invalid(fault.InvalidChoice, "as").Because(fmt.Errorf("a month is paid or unpaid, not %q", d.As))
		}
		if _, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.ID(d.ID), gatewayevent.Kind(payment.EventQuestion)).Only(ctx); err != nil {
			if ent.IsNotFound(err) {
				err = fault.NotFound()
			}
			return err
		}
		if m, err = s.told(ctx, d.ID); err != nil {
			return err
		}
		if m.e.Kind != payment.EventQuestion || m.e.AppliedAt != nil { // somebody else was faster
			return fault.NotFound()
		}
		if act.AccountID, act.Details, err = s.about(ctx, m, d.As); err != nil {
			return err
		}
		kind := eventPaid
		if d.As == answerPaid {
			err = s.answerPaid(ctx, m)
		} else {
			kind, err = eventUnpaid, s.answerUnpaid(ctx, m)
		}
		if err != nil {
			return err
		}
		return s.Store.Client(ctx).GatewayEvent.UpdateOneID(d.ID).SetKind(kind).SetAppliedAt(s.Clock.Now()).Exec(ctx)
	})
	if err != nil || m.booked == uuid.Nil {
		return err
	}
	return s.Payment.Apply(ctx, m.booked)
}

// answer is what an act keeps of what the staff answered.
type answer struct {
	As       string     `json:"as"`
	Amount   int        `json:"amount"` // yen
	Contract *uuid.UUID `json:"contract,omitempty"`
}

// about is the member of the agreement that a question is of, and with its contract what is
// answered; the member is zero where the agreement is not known.
func (s *Service) about(ctx context.Context, m *monthTold, as string) (member uuid.UUID, said answer, err error) {
	said, client := answer{As: as, Amount: m.e.Amount}, s.Store.Client(ctx)
	method, err := client.PaymentMethod.Query().Where(paymentmethod.Provider(m.e.Provider), paymentmethod.Reference(m.line.Reference)).Only(ctx)
	if err != nil {
		return member, said, ent.MaskNotFound(err)
	}
	contract, err := client.Subscription.Query().Where(subscription.AccountID(method.AccountID), subscription.PaymentMethodID(method.ID)).
		Order(subscription.ByID(sql.OrderDesc())).FirstID(ctx)
	if err == nil {
		said.Contract = &contract
	}
	return method.AccountID, said, ent.MaskNotFound(err)
}

func (s *Service) answerPaid(ctx context.Context, m *monthTold) error {
	if !isOfMonth(m.line) {
		return cannotBeBooked(fmt.Errorf("event %s tells of no money that was taken: it can be answered as unpaid alone", m.e.ID))
	}
	m.answered = true
	done, err := s.applyMonth(ctx, m)
	if err == nil && !done {
		err = cannotBeBooked(fmt.Errorf("event %s cannot be booked", m.e.ID))
	}
	return err
}

func cannotBeBooked(cause error) error {
	return fault.Precondition(fault.CannotBeBooked).Because(cause)
}

// answerUnpaid takes the payment of a month back that was booked before the provider told that it
// could not take it.
func (s *Service) answerUnpaid(ctx context.Context, m *monthTold) error {
	taken, _, _, err := s.takenFor(ctx, m)
	if err != nil || taken == nil || m.line.Result != gateway.ProviderChargeDeclined {
		return err
	}
	return s.Payment.BookReversed(ctx, taken.ID, "unpaid-"+m.e.ID.String())
}
