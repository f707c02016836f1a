package audit_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/order"
	"kaiin/server/money/audit"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/staff/acts/actstest"
)

// Months of a shop in which much goes wrong, as it is meant to go: nothing is found, at no moment.
func TestAnHonestBookHasNoFindings(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.Gateway.Next(paymenttest.Charge, paymenttest.OK, paymenttest.OK, paymenttest.OK, paymenttest.OK, paymenttest.Declined)
	for range 5 {
		w.sell(t, "standard")
	}
	w.sell(t, "trial")
	whole, part := w.sell(t, "standard"), w.sell(t, "standard")
	for i, s := range []sold{whole, part} {
		in := payment.Refund{ChargeID: s.charge.ID, Amount: i * 300, Key: s.charge.ID.String()}
		if _, err := w.Payment.Refund(t.Context(), actstest.By(w.Store), in); err != nil {
			t.Fatal(err)
		}
	}
	w.Gateway.Next(paymenttest.Charge, paymenttest.HardDeclined, paymenttest.Declined, paymenttest.TimeoutAfter, paymenttest.TimeoutBefore, paymenttest.OK, paymenttest.Declined)
	w.Gateway.Next(paymenttest.Commit, paymenttest.TimeoutAfter, paymenttest.Rejected)
	w.Gateway.Next(paymenttest.Refund, paymenttest.TimeoutAfter)
	for step := range 30 {
		w.work(t)
		if all, _ := w.check(t); len(all) > 0 {
			t.Fatalf("on %s: %v", w.Clock.Today(), all)
		}
		pause := 24 * time.Hour
		if step > 20 {
			pause = 15 * 24 * time.Hour // longer than a period: some are waived
		}
		w.Clock.Advance(pause)
	}
	if _, counts := w.check(t); counts["bills"] < 20 || counts["charges"] < 20 || counts["refunds"] < 2 || counts["subscriptions"] != 7 || counts["entitlements"] != 7 || counts["orders"] != 7 {
		t.Errorf("looked at %v", counts)
	}
}

// Each kind of finding is found, in the one contract in which it was made, and nothing else.
func TestEachKindIsFound(t *testing.T) {
	t.Parallel()
	w := setup(t)
	exec := func(statement string, args ...any) {
		t.Helper()
		if _, err := w.Store.DB.ExecContext(t.Context(), statement, args...); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	for _, index := range []string{"charges_bill_key", "bills_period_key"} { // they keep what is to be found from coming about
		exec("DROP INDEX " + index)
	}
	refund := func(s sold, state string, amount int) {
		exec(`INSERT INTO refunds (id, created_at, charge_id, account_id, kind, amount, tracking_id, request_key, state, reason, asked_by, updated_at)
			VALUES (gen_random_uuid(), now(), $1, $2, 'refund', $3, '', gen_random_uuid(), $4, 'x', 'x', now())`, s.charge.ID, s.account, amount, state)
	}
	next := func(s sold, state string, period, days int) { // another bill, that begins so many days after the first one's end
		exec(`INSERT INTO bills (id, created_at, account_id, subscription_id, period, period_start, period_end, plan_id, plan_name, list_amount, amount, tax,
			tax_rate, due_day, state, attempts, updated_at) SELECT gen_random_uuid(), now(), account_id, subscription_id, $2, period_end + $3::int, period_end + $3::int + 29,
			plan_id, plan_name, 0, 0, 0, 10, due_day, $4, 0, now() FROM bills WHERE id = $1`, s.bill.ID, period, days, state)
	}
	kinds := map[audit.Kind][]audit.Kind{ // what else is bound to be found with it
		audit.ChargeWithoutBill: {audit.PaidWithoutCharge}, audit.PayingWithoutCharge: {audit.PaidWithoutCharge},
	}
	type kase struct {
		kind  audit.Kind
		name  string
		plan  string
		spoil func(s sold)
	}
	cases := []kase{
		{audit.ChargeWithoutBill, "the charge is of no bill", "", func(s sold) {
			exec("UPDATE charges SET bill_id = gen_random_uuid() WHERE id = $1", s.charge.ID)
		}},
		{audit.ChargedTwice, "a second charge is settled", "", func(s sold) {
			exec(`INSERT INTO charges SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'attempt', 2, 'provider_order_id', 'x'))).* FROM charges c WHERE id = $1`, s.charge.ID)
			w.Gateway.Book(paymenttest.Entry{OrderID: "x", Amount: s.charge.Amount})
		}},
		{audit.PaidWithoutCharge, "the bill was never charged", "", func(s sold) { exec("DELETE FROM charges WHERE id = $1", s.charge.ID) }},
		{audit.PaidWithoutCharge, "a further period was paid by nothing", "trial", func(s sold) {
			exec("UPDATE bills SET amount = 980, list_amount = 980 WHERE id = $1", s.bill.ID)
		}},
		{audit.ChargeUnrecorded, "the bill does not know of the charge", "", func(s sold) { exec("UPDATE bills SET state = 'waived' WHERE id = $1", s.bill.ID) }},
		{audit.PayingWithoutCharge, "the bill waits for no charge", "", func(s sold) {
			next(s, "paying", 2, 1)
		}},
		{audit.PayingWithoutCharge, "the charge is of a bill that does not wait", "", func(s sold) {
			exec("UPDATE charges SET state = 'unknown', settled_at = NULL WHERE id = $1", s.charge.ID)
		}},
		{audit.AmountDiffers, "the charge is of another amount", "", func(s sold) { exec("UPDATE bills SET amount = 1000, list_amount = 1000 WHERE id = $1", s.bill.ID) }},
		{audit.OutcomeUnapplied, "the outcome is not applied", "", func(s sold) {
			exec("UPDATE charges SET applied_at = NULL, updated_at = $2 WHERE id = $1", s.charge.ID, w.Clock.Now().Add(-time.Hour))
		}},
		{audit.RefundWithoutCharge, "the refund is of no charge", "", func(s sold) {
			refund(s, "refused", 1)
			exec("UPDATE refunds SET charge_id = gen_random_uuid() WHERE charge_id = $1", s.charge.ID)
		}},
		{audit.RefundExceedsCharge, "more goes back than was taken", "", func(s sold) {
			refund(s, "unknown", 600)
			refund(s, "attempting", 600)
		}},
		{audit.RefundedDiffers, "the bill does not know of the refund", "", func(s sold) {
			if err := w.Gateway.Refund(t.Context(), s.charge.TrackingID, 100); err != nil {
				t.Fatal(err)
			}
			refund(s, "done", 100)
		}},
		{audit.RefundedDiffers, "the bill knows of a refund that is not", "", func(s sold) { exec("UPDATE bills SET refunded = 1 WHERE id = $1", s.bill.ID) }},
		{audit.OrphanKept, "unwanted money is not given back", "", func(s sold) {
			exec("UPDATE charges SET state = 'orphaned' WHERE id = $1", s.charge.ID)
			refund(s, "refused", 1100)
		}},
		{audit.PeriodsBroken, "a period is double", "", func(s sold) { next(s, "waived", 1, 1) }},
		{audit.PeriodsBroken, "a period is missing", "", func(s sold) {
			next(s, "waived", 3, 1)
			exec("UPDATE subscriptions SET period = 3 WHERE id = $1", s.contract)
		}},
		{audit.PeriodsBroken, "days are missing", "", func(s sold) { next(s, "open", 2, 2) }},
		{audit.PeriodsBroken, "days are paid twice", "", func(s sold) { next(s, "open", 2, 0) }},
		{audit.PeriodsBroken, "its present period has no bill", "", func(s sold) { exec("UPDATE subscriptions SET period = 2 WHERE id = $1", s.contract) }},
		{audit.StatusMisfits, "it is held for nothing", "", func(s sold) {
			exec("UPDATE subscriptions SET status = 'HOLD', held_at = now() WHERE id = $1", s.contract)
			exec("UPDATE entitlements SET revoked_at = now() WHERE subscription_id = $1", s.contract)
		}},
		{audit.StatusMisfits, "it has ended and is owed", "", func(s sold) {
			next(s, "open", 2, 1)
			exec("UPDATE subscriptions SET status = 'CANCELLED' WHERE id = $1", s.contract)
			exec("UPDATE entitlements SET revoked_at = now() WHERE subscription_id = $1", s.contract)
		}},
		{audit.StatusMisfits, "its present period is not paid", "trial", func(s sold) {
			exec("UPDATE bills SET period = 1, state = 'open' WHERE id = $1", s.bill.ID)
			exec("UPDATE subscriptions SET period = 1 WHERE id = $1", s.contract)
		}},
		{audit.StatusMisfits, "its next period is over", "", func(s sold) { next(s, "waived", 2, 1) }},
		{audit.PaidThroughShort, "it forgets days that are paid", "", func(s sold) {
			exec("UPDATE subscriptions SET paid_through = paid_through - 1 WHERE id = $1", s.contract)
		}},
		{audit.PricesOverlap, "two prices hold", "", func(s sold) {
			exec(`INSERT INTO subscription_prices (id, created_at, subscription_id, from_period, list_amount) VALUES (gen_random_uuid(), now(), $1, 3, 500)`, s.contract)
		}},
		{audit.PriceMissing, "no price holds", "", func(s sold) {
			exec("UPDATE subscription_prices SET to_period = 1 WHERE subscription_id = $1", s.contract)
		}},
		{audit.WatchesNothing, "what is paid cannot be watched", "", func(s sold) {
			exec("UPDATE entitlements SET revoked_at = now() WHERE subscription_id = $1", s.contract)
		}},
		{audit.WatchesNothing, "it can be watched for less than is paid", "", func(s sold) {
			exec("UPDATE entitlements SET expires_at = $2 WHERE subscription_id = $1", s.contract, w.Clock.Today().AddDays(20).Start())
		}},
		{audit.WatchesNothing, "the order gave nothing", "", func(s sold) {
			id := uuid.New()
			w.Store.Client(t.Context()).Order.Create().SetID(id).SetAccountID(s.account).SetSessionID(id).SetPlanID("rental").SetTokenHash(id[:]).
				SetState(order.StateCompleted).SetAmount(0).SetPrice(0).SetTaxRate(10).SetTerms(json.RawMessage("{}")).SetCreatedAt(w.Clock.Now()).
				SetExpiresAt(w.Clock.Now()).ExecX(t.Context())
		}},
		{audit.WatchesUnpaid, "it is held and can be watched", "", func(s sold) {
			next(s, "open", 2, 1)
			exec("UPDATE subscriptions SET status = 'HOLD', held_at = now() WHERE id = $1", s.contract)
		}},
		{audit.WatchesUnpaid, "it has ended and can be watched", "", func(s sold) { exec("UPDATE subscriptions SET status = 'TERMINATED' WHERE id = $1", s.contract) }},
		{audit.WatchesUnpaid, "it can be watched for good", "", func(s sold) { exec("UPDATE entitlements SET expires_at = NULL WHERE subscription_id = $1", s.contract) }},
		{audit.WatchesUnpaid, "the order failed", "", func(s sold) { exec("UPDATE orders SET state = 'declined' WHERE account_id = $1", s.account) }},
		{audit.ProviderDiffers, "the provider took another amount", "", func(s sold) {
			e := w.Gateway.Entry(s.charge.ProviderOrderID)
			e.Amount++
			w.Gateway.Book(e)
			w.Gateway.Book(paymenttest.Entry{OrderID: "takes the number that e has got"})
		}},
		{audit.ProviderDiffers, "the provider gave money back", "", func(s sold) {
			if err := w.Gateway.Refund(t.Context(), s.charge.TrackingID, 0); err != nil {
				t.Fatal(err)
			}
		}},
		{audit.ProviderDiffers, "the provider took what we gave up", "", func(s sold) {
			exec(`INSERT INTO charges SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'attempt', 2, 'provider_order_id', 'y', 'state', 'released', 'settled_at', NULL))).* FROM charges c WHERE id = $1`, s.charge.ID)
			w.Gateway.Book(paymenttest.Entry{OrderID: "y", Amount: s.charge.Amount})
		}},
	}
	want := map[uuid.UUID]kase{}
	for _, c := range cases {
		if c.plan == "" {
			c.plan = "standard"
		}
		s := w.sell(t, c.plan)
		want[s.account] = c
		c.spoil(s)
	}
	honest, unanswered := w.sell(t, "standard"), w.sell(t, "standard")
	next(unanswered, "waived", 2, 9) // it is unknown whether the try of a member on hold was paid
	exec("UPDATE subscriptions SET period = 2 WHERE id = $1", unanswered.contract)
	all, _ := w.check(t)
	found := map[uuid.UUID]map[audit.Kind]string{}
	for _, f := range all {
		var account uuid.UUID
		if err := w.Store.DB.QueryRowContext(t.Context(), "SELECT account_id FROM "+f.Table+" WHERE id = $1", f.ID).Scan(&account); err != nil {
			t.Fatal(f, err)
		}
		if found[account] == nil {
			found[account] = map[audit.Kind]string{}
		}
		found[account][f.Kind] = f.Detail
	}
	if detail := found[unanswered.account][audit.PeriodsBroken]; detail != "" {
		t.Errorf("days on hold are missing: %s", detail)
	}
	for account, c := range want {
		if found[account][c.kind] == "" {
			t.Errorf("%s: %s is not found, but %v", c.name, c.kind, found[account])
		}
		for kind, detail := range found[account] {
			if kind != c.kind && !slices.Contains(kinds[c.kind], kind) {
				t.Errorf("%s: also found %s: %s", c.name, kind, detail)
			}
		}
	}
	if found[honest.account] != nil {
		t.Errorf("in the honest one: %v", found[honest.account])
	}
}

// A provider that does not answer is a finding for each charge it was asked for, and does not end
// the check.
func TestTheProviderDoesNotAnswer(t *testing.T) {
	t.Parallel()
	w := setup(t)
	first, second := w.sell(t, "standard"), w.sell(t, "standard")
	w.Gateway.Next(paymenttest.Lookup, paymenttest.TimeoutBefore)
	all, _ := w.check(t)
	if len(all) != 1 || all[0].Kind != audit.ProviderSilent || all[0].ID != first.charge.ID {
		t.Errorf("found %v, of %s and %s", all, first.charge.ID, second.charge.ID)
	}
	w.checker.Lookup = nil
	before := w.Gateway.Calls(paymenttest.Lookup)
	if all, _ := w.check(t); len(all) != 0 || w.Gateway.Calls(paymenttest.Lookup) != before {
		t.Errorf("without the provider: %v", all)
	}
}
