package modeltest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/clock"
	"kaiin/server/money/audit"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment/paymenttest"
)

// states is what has become of every member.
func (w *world) states(t testing.TB) []string {
	t.Helper()
	ctx, client, now := w.ctx, w.Store.Client(w.ctx), w.Clock.Now()
	lines, kept, mails := map[uuid.UUID][]string{}, map[*member]int{}, map[uuid.UUID]map[string]int{}
	watches := map[uuid.UUID]*ent.Entitlement{}
	entitled := client.Entitlement.Query().AllX(ctx)
	for _, e := range entitled {
		watches[*e.SubscriptionID] = e
	}
	for id, wrong := range w.misheard(t, entitled) {
		lines[id] = append(lines[id], wrong)
	}
	for _, c := range client.Subscription.Query().AllX(ctx) {
		e := watches[c.ID]
		open := e.RevokedAt == nil && now.Before(*e.ExpiresAt)
		line := contractLine(c.PlanID, c.Status, c.Period, c.NextSettlementDay.String(), open, clock.DayOf(*e.ExpiresAt).String())
		lines[c.AccountID] = append(lines[c.AccountID], line)
	}
	for _, b := range client.Bill.Query().AllX(ctx) {
		lines[b.AccountID] = append(lines[b.AccountID], billLine(b.PlanID, b.Period, string(b.State), b.Amount, b.Refunded))
	}
	for _, m := range client.Message.Query().AllX(ctx) {
		if mails[*m.AccountID] == nil {
			mails[*m.AccountID] = map[string]int{}
		}
		mails[*m.AccountID][m.Template]++
	}
	for _, e := range append(w.Gateway.Ledger(), w.monthly.Ledger()...) {
		kept[w.customers[e.CustomerCode]] += e.Kept()
	}
	var all []string
	for _, m := range w.members {
		own := lines[m.AccountID]
		for _, kind := range slices.Sorted(maps.Keys(mails[m.AccountID])) {
			if slices.Contains(known, kind) {
				own = append(own, fmt.Sprintf("mail %s × %d", kind, mails[m.AccountID][kind]))
			}
		}
		slices.Sort(own)
		all = append(all, strings.Join(append(own, fmt.Sprintf("the provider keeps %d yen", kept[m])), "\n"))
	}
	return all
}

// known are the kinds of mails that the model reckons with.
var known = []string{
	"order-completed", "order-failed", "renewed", "payment-late", "viewing-closed", "renewal-refused", "renewal-failed", "hold-ended", "contract-cancelled", "contract-kept", "contract-extended", "bill-waived",
	"price-changes", "method-ended", "plan-change-taken", "plan-change-undone",
}

// audited has the books checked against themselves and the provider.
func (w *world) audited(t testing.TB, tick int) *disagreement {
	t.Helper()
	checker := &audit.Checker{Store: w.Store, Clock: w.Clock, Lookup: func(ctx context.Context, provider, order, tracking string) (gateway.Transaction, error) {
		if provider == paymenttest.MonthlyName {
			return w.monthly.Lookup(ctx, order, tracking)
		}
		return w.Gateway.Lookup(ctx, order, tracking) // also while the bank is mute
	}}
	var found []string
	if _, err := checker.Run(w.ctx, func(f audit.Finding) error {
		found = append(found, fmt.Sprintf("%+v", f))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		return nil
	}
	return &disagreement{-1, tick, "the books: " + strings.Join(found, "\n")}
}
