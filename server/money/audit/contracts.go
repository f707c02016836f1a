package audit

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/entitlement"
	"kaiin/ent/subscription"
	"kaiin/ent/subscriptionevent"
	"kaiin/ent/subscriptionprice"
	contract "kaiin/server/money/subscription"
)

// contractsAtOnce is small because all bills of a contract are read with it.
const contractsAtOnce = 100

// file is a contract with everything that is of it.
type file struct {
	row      *ent.Subscription
	bills    []*ent.Bill        // that count, by period
	returned map[uuid.UUID]bool // bills whose unwanted money went back
	moved    map[uuid.UUID]bool // bills that were paid after a hold, or too late: their period begins on the day of payment
	prices   []*ent.SubscriptionPrice
	watches  []*ent.Entitlement
	waits    bool // an outcome is known and not applied yet: the contract is about to move
}

func (f file) status() contract.Status { return contract.Status(f.row.Status) }

// held reports whether the contract is on hold until it is paid.
func (f file) held() bool {
	return slices.Contains([]contract.Status{contract.Hold, contract.TrialHold, contract.HoldCancelRequest, contract.TrialHoldCancelRequest}, f.status())
}

// bill is the one of the period; nil when there is none.
func (f file) bill(period int) *ent.Bill {
	for _, b := range f.bills {
		if b.Period == period {
			return b
		}
	}
	return nil
}

func (c *Checker) contracts(ctx context.Context, counts Counts, report func(Finding) error) error {
	page := func(ctx context.Context, after uuid.UUID, size int) ([]*ent.Subscription, error) {
		return c.Store.Client(ctx).Subscription.Query().Where(subscription.IDGT(after)).Order(subscription.ByID()).Limit(size).All(ctx)
	}
	check := func(ctx context.Context, rows []*ent.Subscription, f *findings) error {
		files, err := c.files(ctx, rows)
		for _, one := range files {
			checkPrices(one, f)
			checkPeriods(one, f)
			if !one.waits {
				checkStatus(one, f)
				c.checkWatching(one, f)
			}
		}
		return err
	}
	return each(ctx, c, "subscriptions", contractsAtOnce, counts, report, func(row *ent.Subscription) uuid.UUID { return row.ID }, page, check, nil)
}

// files reads what is of the contracts.
func (c *Checker) files(ctx context.Context, rows []*ent.Subscription) ([]file, error) {
	client, of := c.Store.Client(ctx), ids(rows, func(row *ent.Subscription) uuid.UUID { return row.ID })
	bills, err := client.Bill.Query().Where(bill.SubscriptionIDIn(of...), bill.StateNEQ(bill.StateVoid)).Order(bill.ByPeriod(), bill.ByPeriodStart()).All(ctx)
	if err != nil {
		return nil, err
	}
	charges, _, err := c.chargesOf(ctx, bills)
	if err != nil {
		return nil, err
	}
	moves, err := client.SubscriptionEvent.Query().Where(subscriptionevent.SubscriptionIDIn(of...), subscriptionevent.EventIn(string(contract.Retried), string(contract.RenewedLate))).All(ctx)
	if err != nil {
		return nil, err
	}
	prices, err := client.SubscriptionPrice.Query().Where(subscriptionprice.SubscriptionIDIn(of...)).Order(subscriptionprice.ByFromPeriod()).All(ctx)
	if err != nil {
		return nil, err
	}
	watches, err := client.Entitlement.Query().Where(entitlement.SubscriptionIDIn(of...)).All(ctx)
	if err != nil {
		return nil, err
	}
	billsOf := by(bills, func(b *ent.Bill) uuid.UUID { return *b.SubscriptionID })
	pricesOf := by(prices, func(p *ent.SubscriptionPrice) uuid.UUID { return p.SubscriptionID })
	watchesOf := by(watches, func(e *ent.Entitlement) uuid.UUID { return *e.SubscriptionID })
	var files []file
	for _, row := range rows {
		one := file{row: row, bills: billsOf[row.ID], prices: pricesOf[row.ID], watches: watchesOf[row.ID], returned: map[uuid.UUID]bool{}, moved: map[uuid.UUID]bool{}}
		for _, b := range one.bills {
			for _, row := range charges[b.ID] {
				one.waits = one.waits || waits(row)
				if row.State == charge.StateOrphaned {
					one.returned[b.ID] = true
				}
			}
		}
		files = append(files, one)
	}
	for i, one := range files {
		for _, e := range moves {
			if e.SubscriptionID == one.row.ID && e.BillID != nil {
				files[i].moved[*e.BillID] = true
			}
		}
	}
	return files, nil
}

func checkPrices(one file, f *findings) {
	covered := false
	for i, p := range one.prices {
		if next := one.row.Period + 1; p.FromPeriod <= next && (p.ToPeriod == nil || *p.ToPeriod >= next) {
			covered = true
		}
		if i+1 < len(one.prices) && (p.ToPeriod == nil || *p.ToPeriod >= one.prices[i+1].FromPeriod) {
			f.add(PricesOverlap, one.row.ID, "the prices from period %d and from period %d overlap", p.FromPeriod, one.prices[i+1].FromPeriod)
		}
	}
	if !covered && one.status().Contracted() {
		f.add(PriceMissing, one.row.ID, "no price holds for period %d", one.row.Period+1)
	}
}

// checkPeriods wants one bill for each period up to the present one, day after day, and at most one
// for the next. A period that follows a hold begins on the day on which it was paid, and one that
// is still owed, or was waived because no try was answered, on that of the last try. It may begin
// within a period whose payment went back.
func checkPeriods(one file, f *findings) {
	want := 1
	var before *ent.Bill // the one that reaches furthest
	for _, b := range one.bills {
		if b.Period > 0 {
			if b.Period != want {
				f.add(PeriodsBroken, one.row.ID, "bill %s is of period %d, where period %d should be", b.ID, b.Period, want)
			}
			want = b.Period + 1
		}
		if before != nil {
			gap := before.PeriodEnd.AddDays(1).Before(b.PeriodStart)
			inside := b.State == bill.StateWaived && !b.PeriodEnd.After(before.PeriodEnd) // what was paid meanwhile came back
			overlap := !inside && !b.PeriodStart.After(before.PeriodEnd) && !(one.moved[b.ID] && before.Refunded == before.Amount)
			late := one.moved[b.ID] || one.held() && b.State == bill.StateOpen || b.State == bill.StateWaived || b.State == bill.StatePaying || one.waits
			if overlap || gap && !late {
				f.add(PeriodsBroken, one.row.ID, "period %d ends on %s and bill %s begins on %s", before.Period, before.PeriodEnd, b.ID, b.PeriodStart)
			}
		}
		if before == nil || !b.PeriodEnd.Before(before.PeriodEnd) {
			before = b
		}
	}
	if last := want - 1; last < one.row.Period || last > one.row.Period+1 {
		f.add(PeriodsBroken, one.row.ID, "it is in period %d and its last bill is of period %d", one.row.Period, last)
	}
}

func checkStatus(one file, f *findings) {
	next := one.bill(one.row.Period + 1)
	switch {
	case !one.status().Contracted():
		for _, b := range one.bills {
			if b.State == bill.StateOpen {
				f.add(StatusMisfits, one.row.ID, "it is %s and bill %s is open", one.row.Status, b.ID)
			}
		}
		return
	case one.status().Group() == contract.GroupHold && (next == nil || next.State != bill.StateOpen && next.State != bill.StatePaying):
		f.add(StatusMisfits, one.row.ID, "it is %s and nothing is owed for period %d", one.row.Status, one.row.Period+1)
	case next != nil && next.State != bill.StateOpen && next.State != bill.StatePaying && !one.returned[next.ID]:
		f.add(StatusMisfits, one.row.ID, "it is %s in period %d and bill %s of the next one is %s", one.row.Status, one.row.Period, next.ID, next.State)
	}
	for _, b := range one.bills {
		switch {
		case b.Period <= one.row.Period && b.State != bill.StatePaid && b.State != bill.StateWaived:
			f.add(StatusMisfits, one.row.ID, "it is in period %d and bill %s of period %d is %s", one.row.Period, b.ID, b.Period, b.State)
		case b.State == bill.StatePaid && !one.returned[b.ID] && b.PeriodEnd.After(one.row.PaidThrough):
			f.add(PaidThroughShort, one.row.ID, "it is paid through %s and bill %s through %s", one.row.PaidThrough, b.ID, b.PeriodEnd)
		}
	}
}

// graceAtMost is the most that the store's file allows, in days.
const graceAtMost = 60

// checkWatching wants a running contract to let its member watch what is paid, and a bit longer,
// and any other not.
func (c *Checker) checkWatching(one file, f *findings) {
	now, open := c.Clock.Now(), 0
	for _, e := range one.watches {
		if e.RevokedAt != nil || e.ExpiresAt != nil && !e.ExpiresAt.After(now) {
			continue
		}
		open++
		switch latest := one.row.NextSettlementDay.AddDays(1 + graceAtMost).Start(); {
		case !one.status().Contracted() || one.held():
			f.add(WatchesUnpaid, one.row.ID, "it is %s and entitlement %s is open", one.row.Status, e.ID)
		case e.ExpiresAt == nil || e.ExpiresAt.After(latest):
			f.add(WatchesUnpaid, one.row.ID, "it is charged on %s and entitlement %s holds until later than %s", one.row.NextSettlementDay, e.ID, latest)
		case e.ExpiresAt.Before(one.row.PaidThrough.AddDays(1).Start()):
			f.add(WatchesNothing, one.row.ID, "it is paid through %s and entitlement %s ends at %s", one.row.PaidThrough, e.ID, e.ExpiresAt)
		}
	}
	if open == 0 && one.status().Contracted() && !one.held() && now.Before(one.row.PaidThrough.AddDays(1).Start()) {
		f.add(WatchesNothing, one.row.ID, "it is %s, paid through %s, and gives no entitlement", one.row.Status, one.row.PaidThrough)
	}
}
