package billing

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/predicate"
	"kaiin/server/base/clock"
	"kaiin/server/base/store"
	"kaiin/server/money/payment"
	"kaiin/server/shop/catalog"
)

// New is something to be paid. Amounts are yen, tax included.
type New struct {
	AccountID      uuid.UUID
	OrderID        *uuid.UUID
	SubscriptionID *uuid.UUID
	Period         int
	Start, End     clock.Day // first and last day
	Plan           *ent.Plan
	List, Discount int
	Campaign       string
	TaxRate        int // percent
}

func ofID(id uuid.UUID) predicate.Bill { return bill.ID(id) }

// Owe makes the bill. One of nothing is paid at once. A second one for the same order or period
// violates bills_order_key or bills_period_key.
func (s *Service) Owe(ctx context.Context, in New) (*ent.Bill, error) {
	now, state := s.Clock.Now(), bill.StateOpen
	amount := in.List - in.Discount
	create := s.create(ctx, in).SetDueDay(in.Start)
	if amount == 0 {
		invoice, err := s.frozen(ctx)
		if err != nil {
			return nil, err
		}
		state = bill.StatePaid
		create.SetPaidAt(now).SetInvoice(invoice)
	}
	return create.SetState(state).Save(ctx)
}

// Unowed makes a bill that no member owes. It is for money that a provider took of its own accord
// and that goes back.
func (s *Service) Unowed(ctx context.Context, in New) (*ent.Bill, error) {
	return s.create(ctx, in).SetDueDay(in.Start).SetState(bill.StateVoid).Save(ctx)
}

// Find is the bill with the id.
func (s *Service) Find(ctx context.Context, id uuid.UUID) (*ent.Bill, error) {
	return s.Store.Client(ctx).Bill.Get(ctx, id)
}

// Waive notes that the period went by unpaid and is not going to be charged. One that was owed
// already is waived.
func (s *Service) Waive(ctx context.Context, in New) error {
	b, err := s.Of(ctx, *in.SubscriptionID, in.Period)
	switch {
	case err != nil:
		return err
	case b == nil:
		return s.create(ctx, in).SetDueDay(in.Start).SetState(bill.StateWaived).Exec(ctx)
	case b.State != bill.StateOpen:
		return fmt.Errorf("bill %s is %s and cannot be waived", b.ID, b.State)
	default:
		return b.Update().SetState(bill.StateWaived).ClearNextAttemptAt().SetUpdatedAt(s.Clock.Now()).Exec(ctx)
	}
}

func (s *Service) create(ctx context.Context, in New) *ent.BillCreate {
	now, amount := s.Clock.Now(), in.List-in.Discount
	return s.Store.Client(ctx).Bill.Create().SetAccountID(in.AccountID).SetNillableOrderID(in.OrderID).SetNillableSubscriptionID(in.SubscriptionID).
		SetPeriod(in.Period).SetPeriodStart(in.Start).SetPeriodEnd(in.End).SetPlanID(in.Plan.ID).SetPlanName(in.Plan.Name).
		SetListAmount(in.List).SetDiscount(in.Discount).SetCampaign(in.Campaign).SetAmount(amount).
		SetTax(catalog.TaxInside(amount, in.TaxRate)).SetTaxRate(in.TaxRate).SetCreatedAt(now).SetUpdatedAt(now)
}

// counting are the states of a bill that counts.
var counting = []bill.State{bill.StateOpen, bill.StatePaying, bill.StatePaid, bill.StateWaived}

// Of is the contract's bill for the period; nil when there is none that counts.
func (s *Service) Of(ctx context.Context, subscriptionID uuid.UUID, period int) (*ent.Bill, error) {
	b, err := s.Store.Client(ctx).Bill.Query().
		Where(bill.SubscriptionID(subscriptionID), bill.Period(period), store.Among(bill.FieldState, counting...)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return b, err
}

// Debt is what a contract owes for a period, and whether it is being paid.
type Debt struct {
	Owed   *ent.Bill // the bill that counts for the period asked about; nil: none
	Paying bool      // a charge is under way for one of its bills, or of unknown outcome
	Since  clock.Day // on which that charge was begun
}

// Owing is an expression of SQL: whether Debts has anything of the contract with the id for the
// period, both as SQL. It reads the bills of the contract and no others, by bills_period_key.
// EXISTS would be planned as a table of all bills that are being paid, which are many while a
// provider is silent.
func Owing(subscriptionID, period string) string {
	return "coalesce((SELECT bool_or(period = " + period + " OR " + store.In(bill.FieldState, bill.StatePaying) + ")" +
		" FROM bills WHERE subscription_id = " + subscriptionID + " AND state <> '" + string(bill.StateVoid) + "'), false)"
}

// Debts are those of the contracts, each with the period that is asked about.
func (s *Service) Debts(ctx context.Context, periods map[uuid.UUID]int) (map[uuid.UUID]Debt, error) {
	found := map[uuid.UUID]Debt{}
	if len(periods) == 0 {
		return found, nil
	}
	numbers := slices.Compact(slices.Sorted(maps.Values(periods)))
	rows, err := s.Store.Client(ctx).Bill.Query().Where(bill.SubscriptionIDIn(slices.Collect(maps.Keys(periods))...), bill.Or(
		store.Among(bill.FieldState, bill.StatePaying), bill.And(bill.PeriodIn(numbers...), store.Among(bill.FieldState, counting...)),
	)).All(ctx)
	for _, b := range rows {
		debt := found[*b.SubscriptionID]
		if b.Period == periods[*b.SubscriptionID] {
			debt.Owed = b
		}
		if b.State == bill.StatePaying {
			debt.Paying, debt.Since = true, clock.DayOf(b.UpdatedAt) // nothing but an outcome changes a bill that is being paid
		}
		found[*b.SubscriptionID] = debt
	}
	return found, err
}

// Void ends what the bill says is owed, unless it is paid or being paid.
func (s *Service) Void(ctx context.Context, b *ent.Bill) error {
	return s.Store.Client(ctx).Bill.Update().Where(bill.ID(b.ID), bill.StateEQ(bill.StateOpen)).
		SetState(bill.StateVoid).ClearNextAttemptAt().SetUpdatedAt(s.Clock.Now()).Exec(ctx)
}

// Belongs notes that an order's bill is of the contract that began with it.
func (s *Service) Belongs(ctx context.Context, b *ent.Bill, subscriptionID uuid.UUID) error {
	return s.Store.Client(ctx).Bill.UpdateOneID(b.ID).SetSubscriptionID(subscriptionID).Exec(ctx)
}

// Redate moves a bill that is paid to the period that begins on the day: a contract that was held,
// or is paid late, is paid for the time after the payment. The amount stays, and its tax is that of
// the rate in percent of that day.
func (s *Service) Redate(ctx context.Context, b *ent.Bill, start, end clock.Day, rate int) (*ent.Bill, error) {
	return b.Update().SetPeriodStart(start).SetPeriodEnd(end).SetDueDay(start).SetTax(catalog.TaxInside(b.Amount, rate)).SetTaxRate(rate).SetUpdatedAt(s.Clock.Now()).Save(ctx)
}

// Prolong moves the last day of the period that the bill is for, whatever became of the bill: its
// member has so many days more for the same amount.
func (s *Service) Prolong(ctx context.Context, b *ent.Bill, end clock.Day) error {
	return b.Update().SetPeriodEnd(end).SetUpdatedAt(s.Clock.Now()).Exec(ctx)
}

// Restate makes an open bill say what its period is of, costs and is taxed now. No part of the bill
// may be free.
func (s *Service) Restate(ctx context.Context, b *ent.Bill, in New) (*ent.Bill, error) {
	return s.restated(b, in).Save(ctx)
}

// Afresh is Restate for a bill that is to be as if no payment had been tried yet.
func (s *Service) Afresh(ctx context.Context, b *ent.Bill, in New) error {
	return s.restated(b, in).ClearRefusedAt().ClearNextAttemptAt().Exec(ctx)
}

func (s *Service) restated(b *ent.Bill, in New) *ent.BillUpdateOne {
	amount := in.List - in.Discount
	return b.Update().Where(bill.StateEQ(bill.StateOpen)).SetPlanID(in.Plan.ID).SetPlanName(in.Plan.Name).SetPeriodStart(in.Start).SetPeriodEnd(in.End).SetDueDay(in.Start).SetListAmount(in.List).
		SetDiscount(in.Discount).SetCampaign(in.Campaign).SetAmount(amount).SetTax(catalog.TaxInside(amount, in.TaxRate)).SetTaxRate(in.TaxRate).
		SetUpdatedAt(s.Clock.Now())
}

// CameBack writes to a bill that the provider gave back what it had taken back of it, as after a
// dispute that was won.
func (s *Service) CameBack(ctx context.Context, b *ent.Bill) error {
	yen, err := s.Payment.CameBack(ctx, b.ID)
	if err != nil || yen == 0 {
		return err
	}
	return b.Update().SetRefunded(max(0, b.Refunded-yen)).SetUpdatedAt(s.Clock.Now()).Exec(ctx)
}

// Reprice makes the bill one of so many yen, tax included: its provider has taken that, whatever
// was owed. Its discount stays; of what went back as a whole the same sum did.
func (s *Service) Reprice(ctx context.Context, b *ent.Bill, yen int) (*ent.Bill, error) {
	update := b.Update().SetListAmount(b.ListAmount + yen - b.Amount).SetAmount(yen).SetTax(catalog.TaxInside(yen, b.TaxRate)).SetUpdatedAt(s.Clock.Now())
	if b.Refunded == b.Amount {
		update.SetRefunded(yen)
	}
	return update.Save(ctx)
}

// Corrected implements payment.Ledger.
func (s *Service) Corrected(ctx context.Context, c *ent.Charge, yen int) (tax int, err error) {
	b, err := s.lock(ctx, c.BillID)
	if err != nil {
		return 0, err
	}
	if b, err = s.Reprice(ctx, b, yen); err != nil {
		return 0, err
	}
	return b.Tax, nil
}

// Refused notes when a refused bill is tried again; nil: not by itself.
func (s *Service) Refused(ctx context.Context, b *ent.Bill, again *time.Time) error {
	update := b.Update().SetUpdatedAt(s.Clock.Now())
	if b.RefusedAt == nil {
		update.SetRefusedAt(s.Clock.Now())
	}
	if again == nil {
		return update.ClearNextAttemptAt().Exec(ctx)
	}
	return update.SetNextAttemptAt(*again).Exec(ctx)
}

// Try is one attempt to be paid.
type Try struct {
	Method          *ent.PaymentMethod
	ProviderOrderID string
	Initiator       charge.Initiator
	Origin          charge.Origin           // empty: ours
	Authentication  *ent.CardAuthentication // nil: none
	GiveUpAt        time.Time
}

// Attempt records that an open bill is going to be charged now; call payment.Service.Execute once
// that has committed.
func (s *Service) Attempt(ctx context.Context, b *ent.Bill, in Try) (started payment.Started, err error) {
	if !store.InTx(ctx) {
		return started, fmt.Errorf("bill %s attempted outside a transaction", b.ID)
	}
	b, err = s.Store.Client(ctx).Bill.UpdateOneID(b.ID).Where(bill.StateEQ(bill.StateOpen)).
		SetState(bill.StatePaying).AddAttempts(1).ClearNextAttemptAt().SetUpdatedAt(s.Clock.Now()).Save(ctx)
	if err != nil {
		return started, fmt.Errorf("a bill that cannot be charged: %w", err)
	}
	return s.charge(ctx, b, in)
}

// OweNow is Owe and Attempt for a bill of more than nothing that is charged now.
func (s *Service) OweNow(ctx context.Context, owed New, in Try) (started payment.Started, err error) {
	b, err := s.create(ctx, owed).SetDueDay(owed.Start).SetState(bill.StatePaying).SetAttempts(1).Save(ctx)
	if err != nil {
		return started, err
	}
	return s.charge(ctx, b, in)
}

// charge records the attempt at a bill that is being paid.
func (s *Service) charge(ctx context.Context, b *ent.Bill, in Try) (payment.Started, error) {
	return s.Payment.Attempt(ctx, payment.NewCharge{
		AccountID: b.AccountID, BillID: b.ID, Attempt: b.Attempts, Name: b.PlanName["ja"], Method: in.Method,
		ProviderOrderID: in.ProviderOrderID, Amount: b.Amount, Tax: b.Tax, Initiator: in.Initiator, Origin: in.Origin, Authentication: in.Authentication, GiveUpAt: in.GiveUpAt,
	})
}
