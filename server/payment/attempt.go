package payment

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/server/store"
)

// NewCharge is an attempt to be paid a bill.
type NewCharge struct {
	AccountID       uuid.UUID
	BillID          uuid.UUID
	Attempt         int    // of the bill, from 1
	Name            string // of what is sold, as the provider is told
	Method          *ent.PaymentMethod
	ProviderOrderID string // at most 38 characters, unique for good
	Amount          int    // yen, tax included
	Tax             int    // the yen of tax inside Amount
	Initiator       charge.Initiator
	Origin          charge.Origin // empty: ours
	Authentication  *uuid.UUID    // the 3-D Secure authentication it rests on
	GiveUpAt        time.Time     // when nobody wants it settled any more
}

// Started is a charge whose attempt is recorded. Fresh holds for the one caller that recorded it.
type Started struct {
	ID    uuid.UUID
	Fresh bool
}

// live are the states of a charge whose outcome is still open.
var live = []charge.State{charge.StateAttempting, charge.StateUnknown, charge.StateAuthorized}

// Attempt records that the charge is about to be made. It must be called in the transaction that decides on it; call
// Execute once that has committed. A second attempt at the same bill while one is under way or settled violates
// charges_bill_key.
func (s *Service) Attempt(ctx context.Context, in NewCharge) (Started, error) {
	if !store.InTx(ctx) {
		return Started{}, fmt.Errorf("charge %s attempted outside a transaction", in.ProviderOrderID)
	}
	now := s.Clock.Now()
	origin := cmp.Or(in.Origin, charge.OriginOurs)
	row, err := s.Store.Client(ctx).Charge.Create().SetOrigin(origin).SetAccountID(in.AccountID).SetBillID(in.BillID).SetAttempt(in.Attempt).
		SetInitiator(in.Initiator).SetNillableAuthenticationID(in.Authentication).SetPlanName(in.Name).
		SetPaymentMethodID(in.Method.ID).SetProvider(in.Method.Provider).SetCardBrand(in.Method.CardBrand).SetCardSuffix(in.Method.CardSuffix).
		SetProviderOrderID(in.ProviderOrderID).SetState(charge.StateAttempting).SetAmount(in.Amount).SetTax(in.Tax).
		SetGiveUpAt(in.GiveUpAt).SetNextCheckAt(now.Add(Patience)).SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	if err != nil {
		return Started{}, err
	}
	return Started{ID: row.ID, Fresh: true}, nil
}

// Outcome is how a charge stands. Reason says why it was refused.
type Outcome struct {
	Charge *ent.Charge
	Reason Reason
}

func outcomeOf(c *ent.Charge) Outcome { return Outcome{Charge: c, Reason: Reason(c.Reason)} }

// Paid reports that the money was taken.
func (o Outcome) Paid() bool { return o.Charge.State == charge.StateSettled }

// Open reports that it is not known yet whether the money was taken.
func (o Outcome) Open() bool { return isLive(o.Charge) }

// Refused reports that the card was refused, as opposed to a charge that was given up for reasons of ours.
func (o Outcome) Refused() bool {
	return !o.Paid() && !o.Open() && o.Reason != ReasonTrouble && o.Reason != ReasonRejected
}

// Hard reports a refusal after which the same method must not be tried again.
func (o Outcome) Hard() bool {
	return o.Refused() && (o.Reason == ReasonHardDecline || o.Reason == ReasonNoCard || o.Reason == ReasonEnded)
}

func isLive(c *ent.Charge) bool {
	return c.State == charge.StateAttempting || c.State == charge.StateUnknown || c.State == charge.StateAuthorized
}
