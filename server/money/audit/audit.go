package audit

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/store"
	"kaiin/server/money/gateway"
)

// Kind is what is wrong.
type Kind string

// The kinds of findings.
const (
	ChargeWithoutBill   Kind = "charge-without-bill"
	ChargedTwice        Kind = "charged-twice"          // a bill has two charges that are live or settled
	PaidWithoutCharge   Kind = "paid-without-charge"    // a bill is paid, and no charge took money
	ChargeUnrecorded    Kind = "charge-unrecorded"      // a charge is settled, and its bill is not paid
	PayingWithoutCharge Kind = "paying-without-charge"  // a bill is being paid, and no charge is under way; or the other way round
	AmountDiffers       Kind = "amount-differs"         // a charge is not of the bill's amount
	OutcomeUnapplied    Kind = "outcome-unapplied"      // an outcome has waited for an hour to be applied
	RefundWithoutCharge Kind = "refund-without-charge"  // or of a charge that took no money
	RefundExceedsCharge Kind = "refund-exceeds-charge"  // more goes back than was taken
	RefundedDiffers     Kind = "refunded-differs"       // the bill says another sum than its refunds
	OrphanKept          Kind = "orphan-kept"            // unwanted money does not go back
	PeriodsBroken       Kind = "periods-broken"         // bills of a contract have a gap, are double or overlap
	StatusMisfits       Kind = "status-misfits"         // a contract's status is not what its bills say
	PaidThroughShort    Kind = "paid-through-short"     // a contract knows less paid time than its bills
	PricesOverlap       Kind = "prices-overlap"         // two prices hold for one period
	PriceMissing        Kind = "price-missing"          // no price holds for the next period
	WatchesNothing      Kind = "watches-nothing"        // a running contract does not let its member watch the time that is paid
	WatchesUnpaid       Kind = "watches-unpaid"         // what may be watched was not paid, or not for so long
	UsesDiffer          Kind = "uses-differ"            // a campaign counts other uses than there are orders with it
	ProviderDiffers     Kind = "provider-differs"       // the provider knows the charge otherwise
	ProviderSilent      Kind = "provider-does-not-tell" // the look-up failed
)

// Finding is something that is wrong with a row.
type Finding struct {
	Kind   Kind      `json:"kind"`
	Table  string    `json:"table"`
	ID     uuid.UUID `json:"id"`
	Detail string    `json:"detail"`
}

// Counts is how many rows were looked at, by table.
type Counts map[string]int

// Checker looks for what is wrong.
type Checker struct {
	Store *store.Store
	Clock *clock.Clock
	// Lookup asks the provider of a charge (gateway.Providers.Lookup); nil: the providers are
	// not asked.
	Lookup func(ctx context.Context, provider, orderID, trackingID string) (gateway.Transaction, error)
	// Month asks it of a month that it charges by itself (gateway.Providers.Month); nil: it is
	// not asked.
	Month func(ctx context.Context, provider, reference, month string) (gateway.Transaction, error)
}

// unapplied is how long an outcome may wait to be applied: what depends on it is looked at when it
// has been.
const unapplied = time.Hour

// Run reports what is wrong, table by table. It is an error when the tables cannot be read or
// report fails. It must not run in a transaction.
func (c *Checker) Run(ctx context.Context, report func(Finding) error) (Counts, error) {
	counts := Counts{}
	for _, part := range []func(context.Context, Counts, func(Finding) error) error{c.charges, c.refunds, c.bills, c.contracts, c.entitlements, c.orders, c.campaigns} {
		if err := part(ctx, counts, report); err != nil {
			return counts, err
		}
	}
	return counts, nil
}

// findings are those of one batch.
type findings struct {
	table string
	all   []Finding
}

func (f *findings) add(kind Kind, id uuid.UUID, detail string, args ...any) {
	f.all = append(f.all, Finding{kind, f.table, id, fmt.Sprintf(detail, args...)})
}

// each takes the rows of a table in batches: page reads the next ones after an id, in its order,
// and check looks at them at the same moment of the database. after is what is done with a batch
// once no transaction is open; it may be nil.
func each[Row any](
	ctx context.Context, c *Checker, table string, size int, counts Counts, report func(Finding) error, id func(Row) uuid.UUID,
	page func(ctx context.Context, after uuid.UUID, size int) ([]Row, error),
	check func(ctx context.Context, rows []Row, f *findings) error, after func(ctx context.Context, rows []Row, f *findings) error,
) error {
	var last uuid.UUID
	for {
		var rows []Row
		var f findings
		err := c.Store.Read(ctx, func(ctx context.Context) (err error) {
			f = findings{table: table}
			if rows, err = page(ctx, last, size); err != nil || len(rows) == 0 {
				return err
			}
			return check(ctx, rows, &f)
		})
		if err == nil && after != nil {
			err = after(ctx, rows, &f)
		}
		if err != nil {
			return fmt.Errorf("%s after %s: %w", table, last, err)
		}
		for _, finding := range f.all {
			if err := report(finding); err != nil {
				return err
			}
		}
		if counts[table] += len(rows); len(rows) < size {
			return nil
		}
		last = id(rows[len(rows)-1])
	}
}

// by sorts rows by what key says of each.
func by[Row any](rows []Row, key func(Row) uuid.UUID) map[uuid.UUID][]Row {
	all := map[uuid.UUID][]Row{}
	for _, row := range rows {
		all[key(row)] = append(all[key(row)], row)
	}
	return all
}

func ids[Row any](rows []Row, id func(Row) uuid.UUID) []uuid.UUID {
	all := make([]uuid.UUID, 0, len(rows))
	for _, row := range rows {
		all = append(all, id(row))
	}
	return all
}
