package payment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/server/base/store"
	"kaiin/server/money/gateway"
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
	Origin          charge.Origin           // empty: ours
	Authentication  *ent.CardAuthentication // the 3-D Secure authentication it rests on; nil: none
	GiveUpAt        time.Time               // from when on it is not to be settled
}

// Started is a charge whose attempt is recorded. Fresh holds for the one caller that recorded it,
// who knows what to ask the provider for.
type Started struct {
	ID     uuid.UUID
	BillID uuid.UUID
	Fresh  bool

	charge         *ent.Charge
	method         *ent.PaymentMethod
	authentication *ent.CardAuthentication
}

// live are the states of a charge whose outcome is still open.
var live = []charge.State{charge.StateAttempting, charge.StateUnknown, charge.StateAuthorized}

// Attempt records that the charge is about to be made. It must be called in the transaction that
// decides on it; call Execute once that has committed. A second attempt at the same bill while one
// is under way or settled violates charges_bill_key.
func (s *Service) Attempt(ctx context.Context, in NewCharge) (Started, error) {
	if !store.InTx(ctx) {
		return Started{}, fmt.Errorf("charge %s attempted outside a transaction", in.ProviderOrderID)
	}
	now := s.Clock.Now()
	origin := cmp.Or(in.Origin, charge.OriginOurs)
	create := s.Store.Client(ctx).Charge.Create()
	if in.Authentication != nil {
		create.SetAuthenticationID(in.Authentication.ID)
	}
	row, err := create.SetOrigin(origin).SetAccountID(in.AccountID).SetBillID(in.BillID).SetAttempt(in.Attempt).
		SetInitiator(in.Initiator).SetPlanName(in.Name).
		SetPaymentMethodID(in.Method.ID).SetProvider(in.Method.Provider).SetCardBrand(in.Method.CardBrand).SetCardSuffix(in.Method.CardSuffix).
		SetProviderOrderID(in.ProviderOrderID).SetState(charge.StateAttempting).SetAmount(in.Amount).SetTax(in.Tax).
		SetGiveUpAt(in.GiveUpAt).SetNextCheckAt(now.Add(Patience)).SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	if err != nil {
		return Started{}, err
	}
	return Started{ID: row.ID, BillID: row.BillID, Fresh: true, charge: row, method: in.Method, authentication: in.Authentication}, nil
}

// Outcome is the state of a charge. Reason says why it was refused.
type Outcome struct {
	Charge *ent.Charge
	Reason gateway.Reason
}

func outcomeOf(c *ent.Charge) Outcome { return Outcome{Charge: c, Reason: gateway.Reason(c.Reason)} }

// Paid reports that the money was taken.
func (o Outcome) Paid() bool { return o.Charge.State == charge.StateSettled }

// Open reports that it is not known yet whether the money was taken.
func (o Outcome) Open() bool { return IsLive(o.Charge) }

// Refused reports that the card was refused, as opposed to a charge that was given up for reasons
// of ours.
func (o Outcome) Refused() bool {
	return !o.Paid() && !o.Open() && o.Reason != gateway.ReasonTrouble && o.Reason != gateway.ReasonRejected
}

// Hard reports a refusal after which the same method must not be tried again.
func (o Outcome) Hard() bool {
	return o.Refused() && (o.Reason == gateway.ReasonHardDecline || o.Reason == gateway.ReasonNoCard || o.Reason == gateway.ReasonEnded)
}

// IsLive reports whether the outcome of the charge is still open.
func IsLive(c *ent.Charge) bool {
	return c.State == charge.StateAttempting || c.State == charge.StateUnknown || c.State == charge.StateAuthorized
}

// Execute brings a recorded attempt to its end: a fresh one straight through the gateway, any other
// by looking it up first. It answers the charge as it then is; an open one is an answer, and a job
// keeps looking. An error means that the charge is still open: Due comes back to it.
func (s *Service) Execute(ctx context.Context, started Started) (*ent.Charge, error) {
	ctx = context.WithoutCancel(ctx)
	if !started.Fresh {
		return s.Resolve(ctx, started.ID)
	}
	c := *started.charge
	reached(&c, pointAttempted)
	return s.authorise(ctx, &c, s.request(ctx, &c, started.method, started.authentication))
}

// again is authorise for a charge that is taken up again: the request is made of what the database
// holds, so that it asks for exactly the same.
func (s *Service) again(ctx context.Context, c *ent.Charge) (*ent.Charge, error) {
	method, err := s.Method(ctx, c.PaymentMethodID)
	if err != nil {
		return c, err
	}
	var authentication *ent.CardAuthentication
	if c.AuthenticationID != nil {
		if authentication, err = s.Store.Client(ctx).CardAuthentication.Get(ctx, *c.AuthenticationID); err != nil {
			return c, err
		}
	}
	return s.authorise(ctx, c, s.request(ctx, c, method, authentication))
}

// authorise asks the provider for the amount. Nothing is settled by it.
func (s *Service) authorise(ctx context.Context, c *ent.Charge, request gateway.ChargeRequest) (*ent.Charge, error) {
	var tracking string
	err := s.outside(ctx, func(ctx context.Context) (err error) {
		tracking, err = s.gateway(c).Charge(ctx, request)
		return err
	})
	var refusal *gateway.Error
	switch {
	case err == nil:
		reached(c, pointAuthorised)
		return s.commit(ctx, c, tracking)
	case !errors.As(err, &refusal):
		return s.markUnknown(ctx, c, err)
	case refusal.Reason == gateway.ReasonDuplicate:
		if kept := s.keepUsed(ctx, c); kept != nil {
			return c, kept
		}
		return s.lookup(ctx, c, func() (*ent.Charge, error) { return s.markUnknown(ctx, c, err) })
	case refusal.Reason == gateway.ReasonPending:
		return s.markUnknown(ctx, c, err)
	case c.Initiator == charge.InitiatorMerchant && gateway.IsCircuitOpen(err):
		return c, s.later(ctx, c, err) // nothing was sent, so nothing is unknown
	case c.Initiator == charge.InitiatorMerchant && (refusal.Reason == gateway.ReasonTrouble || refusal.Reason == gateway.ReasonRejected):
		return s.markUnknown(ctx, c, err) // not the member's fault: no reason to hold the contract
	default:
		return s.record(ctx, c, verdict{state: charge.StateDeclined, reason: refusal.Reason, code: refusal.Code})
	}
}

// commit keeps the tracking id and then, only then, has the provider settle.
func (s *Service) commit(ctx context.Context, c *ent.Charge, tracking string) (*ent.Charge, error) {
	kept, err := s.track(ctx, c, tracking)
	if err != nil {
		return c, err
	}
	if !kept {
		return s.releaseLate(ctx, c, tracking)
	}
	reached(c, pointTracked)
	if s.givenUp(c) {
		return s.record(ctx, c, verdict{state: charge.StateReleased, tracking: tracking, reason: gateway.ReasonTrouble, release: true})
	}
	err = s.outside(ctx, func(ctx context.Context) error { return s.gateway(c).Commit(ctx, tracking) })
	var refusal *gateway.Error
	switch {
	case err == nil:
		reached(c, pointCommitted)
		return s.record(ctx, c, verdict{state: charge.StateSettled, tracking: tracking})
	case !errors.As(err, &refusal), refusal.Reason == gateway.ReasonTrouble, refusal.Reason == gateway.ReasonPending:
		return s.markUnknown(ctx, c, err)
	default:
		return s.commitRefused(ctx, c, tracking, refusal)
	}
}

// commitRefused finds out whether the charge had been settled before; if not, the authorisation
// goes back.
func (s *Service) commitRefused(ctx context.Context, c *ent.Charge, tracking string, refusal *gateway.Error) (*ent.Charge, error) {
	var t gateway.Transaction
	err := s.outside(ctx, func(ctx context.Context) (err error) {
		t, err = s.gateway(c).Lookup(ctx, c.ProviderOrderID, knownAs(c))
		return err
	})
	if err != nil {
		return s.markUnknown(ctx, c, err)
	}
	if t.WasTaken() { // also when it is forgotten with its refund, which the list of its day tells
		return s.record(ctx, c, verdict{state: charge.StateSettled, tracking: tracking})
	}
	return s.record(ctx, c, verdict{
		state: charge.StateDeclined, tracking: tracking, reason: refusal.Reason, code: refusal.Code, release: t.State == gateway.TransactionAuthorized,
	})
}

// track keeps the tracking id, unless the charge has been concluded meanwhile or belongs to
// another transaction.
func (s *Service) track(ctx context.Context, c *ent.Charge, tracking string) (kept bool, err error) {
	n, err := s.Store.Client(ctx).Charge.Update().
		Where(charge.ID(c.ID), charge.StateIn(live...), restsOn(tracking)).
		SetTrackingID(tracking).SetState(charge.StateAuthorized).SetUpdatedAt(s.Clock.Now()).Save(ctx)
	return n == 1, err
}

// releaseLate serves a caller that another one overtook: the authorisation it holds is given back,
// unless the charge was settled with it.
func (s *Service) releaseLate(ctx context.Context, c *ent.Charge, tracking string) (*ent.Charge, error) {
	row, err := s.Store.Client(ctx).Charge.Get(ctx, c.ID)
	if err != nil || row.TrackingID == tracking {
		return row, err
	}
	return row, s.Store.Tx(ctx, func(ctx context.Context) error { return s.release(ctx, row, tracking) })
}

// givenUp reports whether the charge is not to be settled any more.
func (s *Service) givenUp(c *ent.Charge) bool { return !s.Clock.Now().Before(c.GiveUpAt) }

// keepRef keeps the provider's own name for the order, so that it is found again when the answer
// is lost.
func (s *Service) keepRef(ctx context.Context, c *ent.Charge, ref string) error {
	n, err := s.Store.Client(ctx).Charge.Update().Where(charge.ID(c.ID), charge.StateIn(live...)).SetProviderRef(ref).SetUpdatedAt(s.Clock.Now()).Save(ctx)
	if err == nil && n == 0 {
		err = fmt.Errorf("charge %s was concluded meanwhile", c.ID)
	}
	if err == nil {
		c.ProviderRef = ref
		reached(c, pointNamed)
	}
	return err
}

// keepUsed keeps that the provider has called the order id used. Money may have moved under it,
// though a look-up finds nothing: the first request may be on its way, or our database may have
// been put back to before it. So the charge is never released, nor tried again: it stays open until
// a look-up finds it, the provider's list of the day has it, or the staff decide.
func (s *Service) keepUsed(ctx context.Context, c *ent.Charge) error {
	return s.Store.Client(ctx).Charge.Update().Where(charge.ID(c.ID), charge.StateIn(live...)).SetReason(string(gateway.ReasonDuplicate)).Exec(ctx)
}

// isUsed reports whether the order id of an open charge was used before.
func isUsed(c *ent.Charge) bool {
	return IsLive(c) && gateway.Reason(c.Reason) == gateway.ReasonDuplicate
}

// knownAs is by what the provider finds the charge where it does not find it by our order id.
func knownAs(c *ent.Charge) string { return cmp.Or(c.TrackingID, c.ProviderRef) }

// request is the call by which the charge is authorised.
func (s *Service) request(ctx context.Context, c *ent.Charge, method *ent.PaymentMethod, authentication *ent.CardAuthentication) gateway.ChargeRequest {
	r := gateway.ChargeRequest{
		OrderID: callID(c), Kept: kept(method), ItemID: "renewal", ItemName: c.PlanName, Amount: c.Amount, Tax: c.Tax, KeptAs: c.ProviderRef,
		Keep: func(ref string) error { return s.keepRef(ctx, c, ref) },
	}
	if c.Initiator == charge.InitiatorMember {
		r.ItemID = "order"
	}
	if authentication != nil {
		r.AuthenticationID = authentication.ProviderID
	}
	return r
}
