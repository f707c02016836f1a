package subscription

import (
	"context"
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/server/base/actor"
	"kaiin/server/base/store"
)

// What a page reads together with its contracts is what is read of each alone. Only what is owed
// takes another statement.
func TestShownIsWhatIsReadAlone(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	for _, bills := range []struct {
		name  string
		after int // the contract's own period
		state bill.State
		owing bool
	}{
		{"of its own term", 0, bill.StatePaid, false},
		{"open", 1, bill.StateOpen, true},
		{"being paid", 1, bill.StatePaying, true},
		{"paid ahead", 1, bill.StatePaid, true},
		{"waived", 1, bill.StateWaived, true},
		{"void", 1, bill.StateVoid, false},
		{"of a later term", 2, bill.StateOpen, false},
		{"of an older term, being paid", -1, bill.StatePaying, true},
	} {
		t.Run(bills.name, func(t *testing.T) {
			row, _ := w.contract(t, "standard", nil)
			client, today := w.Store.Client(t.Context()), w.Clock.Today()
			client.Bill.Create().SetAccountID(row.AccountID).SetSubscriptionID(row.ID).SetPeriod(row.Period + bills.after).SetPeriodStart(today).
				SetPeriodEnd(today).SetDueDay(today).SetPlanID(row.PlanID).SetPlanName(map[string]string{"ja": "x"}).SetListAmount(1).SetAmount(1).
				SetTax(0).SetTaxRate(10).SetState(bills.state).SetCreatedAt(w.Clock.Now()).SetUpdatedAt(w.Clock.Now()).SaveX(t.Context())
			client.SubscriptionPrice.Create().SetSubscriptionID(row.ID).SetFromPeriod(7).SetListAmount(1300).SetDiscount(300).
				SetCampaign(`c'1 "x"`).SetAgreed(true).SetCreatedAt(w.Clock.Now()).SaveX(t.Context())

			read := func(holdings func(context.Context, uuid.UUID) (Holdings, error)) (found string, statements int64) {
				ctx, n := store.CountStatements(t.Context())
				rows, err := holdings(ctx, row.AccountID)
				if err != nil {
					t.Fatal(err)
				}
				prices, err := w.prices(ctx, rows...)
				if err != nil {
					t.Fatal(err)
				}
				debts, err := w.debts(ctx, rows...)
				if err != nil || len(prices[row.ID]) != 2 || prices[row.ID][1].Campaign != `c'1 "x"` {
					t.Fatal(prices, err)
				}
				return fmt.Sprintf("%+v %+v", prices, debts), int64(n.Load())
			}
			alone, three := read(w.Holdings)
			shown, n := read(w.Shown)
			if alone != shown {
				t.Errorf("alone\n%s\nshown\n%s", alone, shown)
			}
			want := int64(1)
			if bills.owing {
				want = 2
			}
			if three != 3 || n != want {
				t.Errorf("%d statements alone, %d shown, want 3 and %d", three, n, want)
			}
		})
	}
}

// What has ended costs nothing any more, so its prices are not read with it.
func TestShownReadsNoPricesOfWhatHasEnded(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, a := w.contract(t, "standard", nil)
	if _, read := pricesRead(row); read {
		t.Error("a row that was not read by Shown has prices")
	}
	w.Store.Client(t.Context()).Subscription.UpdateOne(row).SetStatus(string(Cancelled)).ExecX(t.Context())
	rows, err := w.Shown(t.Context(), a.AccountID)
	if err != nil || len(rows) != 1 {
		t.Fatal(rows, err)
	}
	if prices, read := pricesRead(rows[0]); read {
		t.Errorf("read %v", prices)
	}
}

// What a member has bought is read with the contracts, or alone where there is none; what was taken
// back or is over is not had.
func TestShownWithBought(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	plans, err := w.Env.Catalog.Plans(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ids := append(paidOnce(plans), "none", "it's")
	_, member := w.contract(t, "standard", nil)
	for _, owner := range []actor.Actor{member, w.Member(t)} {
		give := func(plan string, change func(*ent.EntitlementCreate)) {
			row := w.Store.Client(t.Context()).Entitlement.Create().SetAccountID(owner.AccountID).SetPlanID(plan).SetSource("order").SetSourceID(uuid.New()).
				SetStartsAt(w.Clock.Now()).SetCreatedAt(w.Clock.Now())
			change(row)
			row.SaveX(t.Context())
		}
		give("it's", func(*ent.EntitlementCreate) {})
		give("it's", func(row *ent.EntitlementCreate) { row.SetExpiresAt(w.Clock.Now().Add(time.Hour)) })
		give(ids[0], func(row *ent.EntitlementCreate) { row.SetExpiresAt(w.Clock.Now().Add(time.Hour)) })
		give("none", func(row *ent.EntitlementCreate) { row.SetExpiresAt(w.Clock.Now()) })
		give("none", func(row *ent.EntitlementCreate) { row.SetRevokedAt(w.Clock.Now()) })
		give("not asked for", func(*ent.EntitlementCreate) {})

		ctx, n := store.CountStatements(t.Context())
		holdings, bought, err := w.shownWithBought(ctx, owner.AccountID, ids)
		if err != nil {
			t.Fatal(err)
		}
		if want := map[string]bool{"it's": true, ids[0]: true}; !maps.Equal(bought, want) || int(n.Load()) != 2-len(holdings) {
			t.Errorf("%d contracts, %d statements: bought %v, want %v", len(holdings), n.Load(), bought, want)
		}
	}
}
