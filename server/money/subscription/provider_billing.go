package subscription

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/subscription"
	"kaiin/server/base/clock"
	"kaiin/server/money/billing"
	"kaiin/server/money/providerbilling"
)

// Contracts with biller provider: the provider takes the money of each calendar month on its first
// day, by itself, and tells us. The contract's terms stay its own: the month in which a term begins
// pays it, so that there is one for each. The term waits from its first day for what the provider
// tells of that month, which may have come before; we never charge it. What goes for all contracts
// goes for these as well: a refusal puts them on hold, but at once, because the provider tries no
// more; what belongs to no term that is owed goes back. A month about which nothing is told is
// asked for (provider_billing_silent.go).

// lastCall is how many days before the month the provider has to be told that it is not to be
// charged any more.
const lastCall = 2

// callOffNow ends what was agreed on with the provider of the contract, and has what it told of
// months that are not paid yet go back: of the next one, and of later ones that it took while it
// told nothing of that.
func (s *Service) callOffNow(ctx context.Context, row *ent.Subscription) error {
	method, err := s.method(ctx, row)
	if err != nil {
		return err
	}
	if err := s.Payment.End(ctx, method.ID); err != nil {
		return err
	}
	basis, _, err := s.basis(ctx, row)
	if err != nil {
		return err
	}
	for n := row.Period + 1; ; n++ {
		term := basis.Term(n)
		if err := s.ProviderBilling.AskMonths(ctx, method, monthOf(term)); err != nil || term.Start.After(s.Clock.Today()) {
			return err
		}
	}
}

// ownBiller reports whether we take the money of each term.
func ownBiller(row *ent.Subscription) bool { return row.Biller != subscription.BillerProvider }

// ChargedOn is when the provider takes the money of the term that begins on the day.
func ChargedOn(start clock.Day) clock.Day {
	_, _, day := start.Date()
	return start.AddDays(1 - day)
}

// ByProvider reports whether the provider of what the contract is paid with charges it by itself.
func (v View) ByProvider() bool { return !ownBiller(v.Row) }

// NextPaymentDay is when the contract is charged next.
func (v View) NextPaymentDay() clock.Day {
	if v.ByProvider() {
		return ChargedOn(v.Row.NextSettlementDay)
	}
	return v.Row.NextSettlementDay
}

// callOff is the day from which on the term that begins on the day may be charged by the provider
// whatever we say.
func callOff(start clock.Day) clock.Day { return ChargedOn(start).AddDays(-lastCall) }

// firstLook is when somebody has to look after a contract whose next term begins on the day.
func firstLook(row *ent.Subscription, start clock.Day) time.Time {
	if ownBiller(row) {
		return start.Start()
	}
	return callOff(start).Start()
}

// goesOn reports whether the contract is renewed with the term. The provider takes the same amount
// each month: at another price it ends.
func goesOn(row *ent.Subscription, b Basis, next Term) bool {
	return b.Renews(next.Start) && (ownBiller(row) || next.Amount == b.PriceOf(max(row.Period, 1)).Amount())
}

// monthOf is the month in which the term begins, as providers write it.
func monthOf(t Term) string { return t.Start.Start().In(clock.Tokyo).Format("200601") }

// termIn is the term that begins in the month.
func (b Basis) termIn(month string) (t Term, ok bool) {
	for n := max(b.From, 1); n <= 12*100; n++ {
		if t = b.Term(n); monthOf(t) >= month {
			break
		}
	}
	return t, monthOf(t) == month
}

// Claim says what the contract that was bought with the bill wants of a month that its provider
// charged by itself (providerbilling.Contracts).
func (s *Service) Claim(ctx context.Context, m providerbilling.Month) (claim providerbilling.Claim, err error) {
	first, err := s.Billing.Find(ctx, m.First)
	if err != nil {
		return claim, err
	}
	p, err := s.Catalog.PlanOfContract(ctx, first.PlanID)
	if err != nil {
		return claim, err
	}
	order := first.OrderID
	if first.SubscriptionID != nil { // a contract's bills name their order once
		order = nil
	}
	unowed := func(n int, start, end clock.Day, rate int) (providerbilling.Claim, error) {
		if !m.Paid {
			return providerbilling.Claim{}, nil
		}
		b, err := s.Billing.Unowed(ctx, billing.New{
			AccountID: first.AccountID, OrderID: order, SubscriptionID: first.SubscriptionID, Period: n, Start: start, End: end, Plan: p, List: m.Amount, TaxRate: rate,
		})
		if err != nil {
			return providerbilling.Claim{}, err
		}
		return providerbilling.Claim{Unowed: &b.ID}, nil
	}
	if first.SubscriptionID == nil { // the order failed
		return unowed(0, first.PeriodStart, first.PeriodEnd, first.TaxRate)
	}
	row, err := s.lock(ctx, *first.SubscriptionID)
	if err != nil {
		return claim, err
	}
	basis, _, err := s.basis(ctx, row)
	if err != nil {
		return claim, err
	}
	term, found := basis.termIn(m.Month)
	if !found { // counted anew since, or before it began
		return unowed(0, first.PeriodStart, first.PeriodEnd, first.TaxRate)
	}
	owed, err := s.Billing.Of(ctx, row.ID, term.Number)
	if err != nil {
		return claim, err
	}
	group := Status(row.Status).Group()
	billed := !ownBiller(row) && (group == GroupContract || group == GroupTrial)
	switch {
	case group == GroupHold && term.Number == row.Period+1 && owed != nil && owed.State == bill.StateOpen && !s.Clock.Today().After(owed.PeriodEnd):
	case !billed || term.Number <= row.Period:
		if group == GroupCancelRequested && !ownBiller(row) && term.Number > row.Period {
			if err := s.Payment.End(ctx, m.Method.ID); err != nil {
				return claim, err
			}
		}
		return unowed(term.Number, term.Start, term.End, term.TaxRate)
	case term.Number > row.Period+1 || owed == nil || owed.State != bill.StateOpen || s.Clock.Today().After(term.End):
		return providerbilling.Claim{Waits: true}, nil
	}
	if m.Paid && m.Amount != owed.Amount {
		if !m.Answered {
			return providerbilling.Claim{Differs: true}, nil
		}
		if owed, err = s.Billing.Reprice(ctx, owed, m.Amount); err != nil {
			return claim, err
		}
	}
	if !m.Paid && group == GroupHold {
		return claim, nil
	}
	claim.Charge, err = s.book(ctx, row, owed, m.Method)
	return claim, err
}

// book records the attempt that the provider has made at the bill.
func (s *Service) book(ctx context.Context, row *ent.Subscription, owed *ent.Bill, method *ent.PaymentMethod) (uuid.UUID, error) {
	orderID, err := providerOrderID(row.ID, owed.Period, owed.Attempts+1)
	if err != nil {
		return uuid.Nil, err
	}
	started, err := s.Billing.Attempt(ctx, owed, billing.Try{
		Method: method, ProviderOrderID: orderID, Initiator: charge.InitiatorMerchant, Origin: charge.OriginProvider, GiveUpAt: owed.PeriodEnd.AddDays(1).Start(),
	})
	return started.ID, err
}

// Unanswered are the contracts whose provider has told nothing of a month for the store's days,
// with the bill that waits.
func (s *Service) Unanswered(ctx context.Context) ([]*ent.Bill, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := s.Store.Client(ctx).Subscription.Query().Where(subscription.BillerEQ(subscription.BillerProvider),
		subscription.StatusIn(statusesIn(GroupContract, GroupTrial)...), subscription.NextSettlementDayLTE(s.Clock.Today().AddDays(-settings.Contracts.Retry()))).
		Order(subscription.ByNextSettlementDay(), subscription.ByID()).All(ctx)
	if err != nil {
		return nil, err
	}
	var waiting []*ent.Bill
	for _, row := range rows {
		owed, err := s.Billing.Of(ctx, row.ID, row.Period+1)
		if err != nil {
			return nil, err
		}
		if owed != nil && owed.State == bill.StateOpen {
			waiting = append(waiting, owed)
		}
	}
	return waiting, nil
}
