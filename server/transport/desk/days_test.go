package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/entitlement"
	entsubscription "kaiin/ent/subscription"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/keyset"
	"kaiin/server/base/settings"
	"kaiin/server/desk/records"
	"kaiin/server/money/billing"
	domain "kaiin/server/money/entitlement"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/purchase"
	"kaiin/server/money/subscription"
	"kaiin/server/staff/scope"
)

// work does what a worker does with contracts.
func (b *bank) work() {
	b.t.Helper()
	_, err := b.Subscription.Due(b.t.Context())
	b.must(err)
	for _, job := range paymenttest.Jobs[subscription.RenewArgs](b.t, b.env.Store, subscription.RenewArgs{}.Kind()) {
		if err := b.Subscription.Renew(b.t.Context(), job.SubscriptionID); err != nil {
			b.t.Log(err)
		}
	}
}

// on moves the clock to noon of the day, and has everybody prove who they are.
func (b *bank) on(day clock.Day) {
	b.t.Helper()
	b.env.Clock.Advance(day.Start().Add(12 * time.Hour).Sub(b.env.Clock.Now()))
	for _, s := range b.tokens {
		s.FreshAt = b.env.Clock.Now()
	}
}

func (b *bank) row(id uuid.UUID) *ent.Subscription {
	b.t.Helper()
	return b.env.Store.Client(b.t.Context()).Subscription.GetX(b.t.Context(), id)
}

// refused is a contract whose renewal was refused today, and is tried again tomorrow.
func (b *bank) refused(outcome paymenttest.Outcome) (*ent.Subscription, actor.Actor) {
	b.t.Helper()
	row, member := b.contracted()
	b.must(b.env.Store.Exec(b.t.Context(), `UPDATE subscriptions SET due_at = NULL WHERE id <> $1`, row.ID))
	b.env.Gateway.Next(paymenttest.Charge, outcome)
	b.on(row.NextSettlementDay)
	b.work()
	return b.row(row.ID), member
}

func (b *bank) owed(contract uuid.UUID, period int) *ent.Bill {
	b.t.Helper()
	return b.env.Store.Client(b.t.Context()).Bill.Query().Where(bill.SubscriptionID(contract), bill.Period(period)).OnlyX(b.t.Context())
}

func (b *bank) versionOf(contract uuid.UUID) string {
	b.t.Helper()
	row, err := b.Records.Contract(b.t.Context(), contract)
	b.must(err)
	return records.Version(row)
}

func (b *bank) watches(contract uuid.UUID) (until time.Time, open bool) {
	b.t.Helper()
	until, open, err := b.env.Entitlement.Open(b.t.Context(), contract)
	b.must(err)
	return until, open
}

const dayFields = "contract { subscriptionId status nextSettlementDay version }"

// A contract that is extended is charged so many days later, as the forecast and its member are
// told. What is beyond the limits waits for a second person.
func TestExtendContract(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("s", "support")
	b.person("lead", "supportLead")
	other, _ := b.contracted() // what another member is given counts for nothing
	for _, key := range []string{"x", "y"} {
		if done, got := b.ask("lead", "extendContract", "", map[string]any{"key": key, "subscriptionId": other.ID.String(), "days": 31}); done["actId"] == nil {
			t.Fatal(got.text)
		}
	}
	b.must(b.env.Store.Exec(t.Context(), `UPDATE subscriptions SET due_at = NULL, status = 'TERMINATED'`))
	row, member := b.contracted()
	first := row.NextSettlementDay
	before, _ := b.watches(row.ID)
	shown := b.versionOf(row.ID)
	extend := func(key string, days any, version any) (map[string]any, answer) {
		return b.ask("s", "extendContract", dayFields+" "+proposalFields, map[string]any{"key": key, "subscriptionId": row.ID.String(), "days": days, "version": version})
	}
	done, got := extend("k", 10, shown)
	contract, _ := done["contract"].(map[string]any)
	if done["actId"] == nil || contract["nextSettlementDay"] != first.AddDays(10).String() {
		t.Fatal(got.text)
	}
	if again, got := extend("k", 10, shown); again["isReplay"] != true || b.row(row.ID).NextSettlementDay != first.AddDays(10) {
		t.Error(got.text)
	}
	if stale, got := extend("l", 5, shown); codeOf(stale) != "STALE" || stale["actId"] != nil || !strings.Contains(got.text, `"changed":["nextSettlementDay","paidThrough"]`) {
		t.Error(got.text)
	}
	if more, got := extend("m", 5, contract["version"]); more["actId"] == nil {
		t.Error(got.text)
	}
	for i, days := range []int{0, -1, 367, 1<<31 - 1} {
		if bad, got := extend(fmt.Sprint("bad", i), days, nil); codeOf(bad) != "INVALID_FORMAT" {
			t.Error(days, got.text)
		}
	}
	for i, days := range []any{nil, "5", "５", 1.5} {
		if bad := b.sendMutation("s", "extendContract", "", map[string]any{"key": fmt.Sprint("no", i), "subscriptionId": row.ID.String(), "days": days}); bad.code() != "INVALID_REQUEST" {
			t.Error(days, bad.text)
		}
	}
	over, got := extend("n", 32, nil)
	id, hash := proposalOf(t, over)
	if now := b.row(row.ID); now.NextSettlementDay != first.AddDays(15) {
		t.Fatal(now.NextSettlementDay, got.text)
	}
	if approved, got := b.approve("lead", "a", id, hash); approved["actId"] == nil {
		t.Error(got.text)
	}
	if split, got := extend("o", 31, nil); split["proposal"] == nil { // 15 + 32 of the last 30 days
		t.Error("split: " + got.text)
	}
	now, day := b.row(row.ID), first.AddDays(47)
	until, _ := b.watches(row.ID)
	if now.NextSettlementDay != day || now.AnchorDay != day || now.AnchorPeriod != 2 || !now.DueAt.Equal(day.Start()) || now.PaidThrough != day.AddDays(-1) || until.Sub(before) != 47*24*time.Hour {
		t.Errorf("%+v until %s", now, until)
	}
	if n := b.env.Mails(t, member, "contract-extended"); n != 3 {
		t.Errorf("%d mails", n)
	}
	coming, _, err := b.Records.Upcoming(t.Context(), day.AddDays(5), records.ContractFilter{}, keyset.Page{First: 5})
	if err != nil || len(coming) != 1 || coming[0].Day != day || coming[0].Start != day {
		t.Errorf("%+v %v", coming, err)
	}
	b.on(day.AddDays(-1))
	b.work()
	if b.env.Gateway.Calls(paymenttest.Charge) != 0 {
		t.Error("charged before its day")
	}
	b.on(day)
	b.work()
	if paid := b.owed(row.ID, 2); paid.State != bill.StatePaid || paid.PeriodStart != day || b.row(row.ID).NextSettlementDay != day.AddMonths(1) {
		t.Errorf("%+v", paid)
	}
	want := []string{
		"contract.extended done by person lead", "contract.extended done by person lead",
		"contract.extended done by person s", "contract.extended refused by person s", "contract.extended done by person s",
		"contract.extended refused by person s", "contract.extended refused by person s", "contract.extended refused by person s", "contract.extended refused by person s",
		"contract.extended proposed by person s #", "contract.extended done by person s, approved #", "contract.extended proposed by person s #",
	}
	if got := b.written("contract.extended"); !slices.Equal(got, want) {
		t.Errorf("acts %q", got)
	}
}

// Nothing is extended that has ended, waits for a payment or is charged by others; what is
// cancelled ends later.
func TestExtendByState(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("s", "support")
	extend := func(key string, id string) (map[string]any, answer) {
		return b.ask("s", "extendContract", dayFields, map[string]any{"key": key, "subscriptionId": id, "days": 3})
	}
	client := b.env.Store.Client(t.Context()).Subscription
	for name, c := range map[string]struct {
		change func(*ent.SubscriptionUpdateOne)
		code   string
	}{
		"ended": {func(u *ent.SubscriptionUpdateOne) { u.SetStatus(string(subscription.Terminated)) }, "SUBSCRIPTION_ALREADY_CANCELLED"},
		"held": {func(u *ent.SubscriptionUpdateOne) {
			u.SetStatus(string(subscription.Hold)).SetHeldAt(b.env.Clock.Now())
		}, "SUBSCRIPTION_ON_HOLD"},
		"billed":      {func(u *ent.SubscriptionUpdateOne) { u.SetBiller(entsubscription.BillerProvider) }, "SUBSCRIPTION_BILLED_BY_PROVIDER"},
		"billing day": {func(u *ent.SubscriptionUpdateOne) { u.SetNextSettlementDay(b.env.Clock.Today()) }, "CHARGE_UNDER_WAY"},
	} {
		row, _ := b.contracted()
		u := client.UpdateOneID(row.ID)
		c.change(u)
		changed := u.SaveX(t.Context())
		if no, got := extend(name, row.ID.String()); codeOf(no) != c.code || no["actId"] != nil {
			t.Errorf("%s: %s", name, got.text)
		}
		if now := b.row(row.ID); now.NextSettlementDay != changed.NextSettlementDay || now.AnchorDay != row.AnchorDay {
			t.Errorf("%s: moved to %s", name, now.NextSettlementDay)
		}
	}
	for i, id := range []string{"", "１２３", uuid.NewString(), "' OR 1=1"} {
		if no, got := extend(fmt.Sprint("none", i), id); codeOf(no) != "NOT_FOUND" {
			t.Error(got.text)
		}
	}
	b.must(b.env.Store.Exec(t.Context(), `UPDATE subscriptions SET due_at = NULL`))
	row, _ := b.contracted()
	_, _ = b.ask("s", "cancelContract", "", map[string]any{"key": "c", "subscriptionId": row.ID.String()})
	if done, got := extend("cancelled", row.ID.String()); done["actId"] == nil {
		t.Error(got.text)
	}
	b.on(row.NextSettlementDay.AddDays(2))
	b.work()
	if now := b.row(row.ID); now.Status != string(subscription.CancelRequest) {
		t.Errorf("it is %s on its last day", now.Status)
	}
	b.on(row.NextSettlementDay.AddDays(3))
	b.work()
	if now := b.row(row.ID); now.Status != string(subscription.Cancelled) || b.env.Gateway.Calls(paymenttest.Charge) != 0 {
		t.Errorf("it is %s after it", now.Status)
	}
	refused, _ := b.refused(paymenttest.Declined)
	if no, got := extend("refused", refused.ID.String()); codeOf(no) != "CHARGE_UNDER_WAY" {
		t.Error(got.text)
	}
}

// However many ask at once, one member is given no more than the limit without a second person.
func TestExtendAtOnce(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	row, _ := b.contracted()
	var all sync.WaitGroup
	var mu sync.Mutex
	done, asked := 0, 0
	for i := range 10 {
		token := fmt.Sprint("s", i)
		b.person(token, "support")
		all.Add(1)
		go func() {
			defer all.Done()
			payload, got := b.ask(token, "extendContract", proposalFields, map[string]any{"key": "k", "subscriptionId": row.ID.String(), "days": 10})
			mu.Lock()
			defer mu.Unlock()
			switch {
			case payload["proposal"] != nil:
				asked++
			case payload["actId"] != nil:
				done++
			default:
				t.Error(got.text)
			}
		}()
	}
	all.Wait()
	if now := b.row(row.ID); done != 6 || asked != 4 || now.NextSettlementDay != row.NextSettlementDay.AddDays(60) {
		t.Errorf("%d done, %d asked, %s", done, asked, now.NextSettlementDay)
	}
}

// So it is where the days are split among rentals.
func TestExtendRentalsAtOnce(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.Purchase = &purchase.Service{Store: b.env.Store, Clock: b.env.Clock, Catalog: b.env.Catalog, Account: b.env.Account, Billing: b.env.Billing, Entitlement: b.env.Entitlement, Notify: b.env.Notify}
	member, end := b.env.Member(t), b.env.Clock.Today().AddDays(3).Start()
	client := b.env.Store.Client(t.Context()).Entitlement
	b.must(b.env.Store.Tx(t.Context(), func(ctx context.Context) (err error) {
		for range 10 {
			err = errors.Join(err, b.env.Entitlement.Give(ctx, domain.Grant{AccountID: member.AccountID, PlanID: "rental", OrderID: uuid.Must(uuid.NewV7()), ExpiresAt: &end}))
		}
		return err
	}))
	var all sync.WaitGroup
	for i, id := range client.Query().Where(entitlement.AccountID(member.AccountID)).IDsX(t.Context()) {
		token := fmt.Sprint("s", i)
		b.person(token, "support")
		all.Add(1)
		go func() {
			defer all.Done()
			if payload, got := b.ask(token, "extendEntitlement", "", map[string]any{"key": "k", "entitlementId": id.String(), "days": 10}); payload["actId"] == nil {
				t.Error(got.text)
			}
		}()
	}
	all.Wait()
	if longer := client.Query().Where(entitlement.AccountID(member.AccountID), entitlement.ExpiresAtGT(end)).CountX(t.Context()); longer != 6 {
		t.Errorf("%d are extended", longer)
	}
}

// A refused charge is put off, and viewing with it; it is tried on the day, tomorrow, or now.
func TestPauseRetries(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("s", "support")
	calm, _ := b.contracted()
	if no, got := b.ask("s", "pauseRetries", "", map[string]any{"key": "calm", "subscriptionId": calm.ID.String(), "until": b.env.Clock.Today().AddDays(2).String()}); codeOf(no) != "SUBSCRIPTION_NOT_RETRIED" {
		t.Error(got.text)
	}
	row, member := b.refused(paymenttest.Declined)
	today := b.env.Clock.Today()
	pause := func(key string, until clock.Day, version any) (map[string]any, answer) {
		return b.ask("s", "pauseRetries", dayFields, map[string]any{"key": key, "subscriptionId": row.ID.String(), "until": until.String(), "version": version})
	}
	longer := func(days int) {
		b.must(b.env.Store.Exec(t.Context(), `UPDATE bills SET period_end = period_end + $2::int WHERE subscription_id = $1`, row.ID, days))
	}
	longer(60)
	for i, until := range []clock.Day{today, today.AddDays(-3), today.AddDays(31)} {
		if no, got := pause(fmt.Sprint("bad", i), until, nil); codeOf(no) != "INVALID_FORMAT" {
			t.Error(until, got.text)
		}
	}
	longer(-60)
	if no, got := pause("over", b.owed(row.ID, 2).PeriodEnd.AddDays(1), nil); codeOf(no) != "INVALID_FORMAT" {
		t.Error("beyond the period: " + got.text)
	}
	shown := b.versionOf(row.ID)
	done, got := pause("k", today.AddDays(20), shown)
	if done["actId"] == nil || done["contract"].(map[string]any)["nextSettlementDay"] != today.AddDays(20).String() {
		t.Fatal(got.text)
	}
	if stale, got := pause("l", today.AddDays(10), shown); codeOf(stale) != "STALE" {
		t.Error(got.text)
	}
	if until, open := b.watches(row.ID); !open || until.Before(today.AddDays(20).Start()) {
		t.Error("viewing ends before the try")
	}
	outlooks, err := b.Subscription.Outlooks(t.Context(), row.ID)
	if o := outlooks[row.ID]; err != nil || o.Course != subscription.CourseRetried || o.Day != today.AddDays(20) || o.Last != today.AddDays(20) {
		t.Errorf("%+v %v", o, err)
	}
	calls := b.env.Gateway.Calls(paymenttest.Charge)
	b.on(today.AddDays(15))
	b.work()
	if now := b.row(row.ID); b.env.Gateway.Calls(paymenttest.Charge) != calls || now.Status != row.Status {
		t.Error("it was tried in the pause")
	}
	if done, got := b.ask("s", "resumeRetries", dayFields, map[string]any{"key": "r", "subscriptionId": row.ID.String()}); done["contract"].(map[string]any)["nextSettlementDay"] != today.AddDays(16).String() {
		t.Error(got.text)
	}
	if nothing, got := b.ask("s", "resumeRetries", "", map[string]any{"key": "r2", "subscriptionId": row.ID.String()}); codeOf(nothing) != "" || nothing["actId"] != nil {
		t.Error("of what is not paused: " + got.text)
	}
	if n := b.env.Mails(t, member, "retries-moved"); n != 2 {
		t.Errorf("%d mails", n)
	}
	if now, got := b.ask("s", "retryNow", "", map[string]any{"key": "n", "subscriptionId": row.ID.String()}); now["actId"] == nil {
		t.Error(got.text)
	}
	b.work()
	if now := b.row(row.ID); now.Status != string(subscription.OngoingContract) || now.Period != row.Period+1 || b.env.Gateway.Calls(paymenttest.Charge) != calls+1 {
		t.Errorf("%+v", now)
	}
	if no, got := b.ask("s", "retryNow", "", map[string]any{"key": "n2", "subscriptionId": row.ID.String()}); codeOf(no) != "SUBSCRIPTION_NOT_RETRIED" {
		t.Error("of what was just paid: " + got.text)
	}
	want := []string{
		"retries.paused refused by person s", "retries.paused refused by person s", "retries.paused refused by person s", "retries.paused refused by person s", "retries.paused refused by person s", "retries.paused done by person s",
		"retries.paused refused by person s", "retries.paused done by person s", "retry.asked done by person s", "retry.asked refused by person s",
	}
	if got := b.written("retries.paused", "retry.asked"); !slices.Equal(got, want) {
		t.Errorf("acts %q", got)
	}
}

// After a pause the last try decides: refused, the contract is on hold.
func TestTheTryAfterAPauseIsTheLast(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("s", "support")
	row, _ := b.refused(paymenttest.Declined)
	day := b.env.Clock.Today().AddDays(20)
	if done, got := b.ask("s", "pauseRetries", "", map[string]any{"key": "k", "subscriptionId": row.ID.String(), "until": day.String()}); done["actId"] == nil {
		t.Fatal(got.text)
	}
	b.env.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
	b.on(day)
	b.work()
	if now := b.row(row.ID); now.Status != string(subscription.Hold) {
		t.Error(now.Status)
	}
}

// One on hold is charged at once; what is refused again and again has to wait.
func TestRetryAHold(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("s", "support")
	row, _ := b.refused(paymenttest.HardDeclined)
	if row.Status != string(subscription.Hold) {
		t.Fatal(row.Status)
	}
	b.env.Gateway.Next(paymenttest.Charge, paymenttest.Declined, paymenttest.Declined, paymenttest.Declined)
	retry := func(key string) (map[string]any, answer) {
		return b.ask("s", "retryNow", dayFields, map[string]any{"key": key, "subscriptionId": row.ID.String()})
	}
	for _, key := range []string{"a", "b", "c"} {
		if done, got := retry(key); done["actId"] == nil || done["contract"].(map[string]any)["status"] != "HOLD" {
			t.Error(got.text)
		}
	}
	calls := b.env.Gateway.Calls(paymenttest.Charge)
	if _, got := retry("d"); got.code() != "TOO_MANY_REQUESTS" || b.env.Gateway.Calls(paymenttest.Charge) != calls {
		t.Error(got.text)
	}
	b.on(b.env.Clock.Today().AddDays(2))
	if done, got := retry("e"); done["contract"].(map[string]any)["status"] != "HOLD_RELEASED" {
		t.Error(got.text)
	}
	if again, got := retry("e"); again["isReplay"] != true || b.env.Gateway.Calls(paymenttest.Charge) != calls+1 {
		t.Error(got.text)
	}
}

// A bill that is waived is owed no more and is in the history; its contract goes on.
func TestWaiveBill(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("p", "billing")
	row, member := b.refused(paymenttest.Declined)
	owed := b.owed(row.ID, 2)
	waive := func(key string, id uuid.UUID, version any) (map[string]any, answer) {
		return b.ask("p", "waiveBill", "bill { billId state } "+proposalFields, map[string]any{"key": key, "billId": id.String(), "version": version})
	}
	if stale, got := waive("stale", owed.ID, "another"); codeOf(stale) != "STALE" || b.owed(row.ID, 2).State != bill.StateOpen {
		t.Error(got.text)
	}
	shown, err := b.Records.Bill(t.Context(), owed.ID)
	b.must(err)
	done, got := waive("k", owed.ID, records.Version(shown))
	if done["actId"] == nil || done["bill"].(map[string]any)["state"] != "waived" {
		t.Fatal(got.text)
	}
	now := b.row(row.ID)
	if now.Status != string(subscription.OngoingContract) || now.Period != 2 || now.NextSettlementDay != owed.PeriodEnd.AddDays(1) {
		t.Errorf("%+v", now)
	}
	if until, open := b.watches(row.ID); !open || !until.After(owed.PeriodEnd.Start()) {
		t.Error("it cannot be watched")
	}
	lines, _, err := b.env.Billing.History(t.Context(), member.AccountID, keyset.Page{First: 5})
	if err != nil || len(lines) != 1 || lines[0].Kind != billing.Waived || lines[0].BillID != owed.ID {
		t.Errorf("%+v %v", lines, err)
	}
	if n := b.env.Mails(t, member, "bill-waived"); n != 1 {
		t.Errorf("%d mails", n)
	}
	if again, got := waive("l", owed.ID, nil); codeOf(again) != "BILL_NOT_OPEN" {
		t.Error(got.text)
	}
	calls := b.env.Gateway.Calls(paymenttest.Charge)
	b.on(now.NextSettlementDay.AddDays(-1))
	b.work()
	if b.env.Gateway.Calls(paymenttest.Charge) != calls {
		t.Error("a waived bill was charged")
	}
	b.on(now.NextSettlementDay)
	b.work()
	if paid := b.owed(row.ID, 3); paid.State != bill.StatePaid {
		t.Error(paid.State)
	}
	if paid, got := waive("m", b.owed(row.ID, 3).ID, nil); codeOf(paid) != "BILL_NOT_OPEN" {
		t.Error(got.text)
	}
	if none, got := waive("n", uuid.New(), nil); codeOf(none) != "NOT_FOUND" {
		t.Error(got.text)
	}
}

// One on hold goes on from the day; one that is being paid waits for its outcome; a contract that
// ends owes nothing anyhow.
func TestWaiveByState(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("p", "billing", "support")
	waive := func(key string, id uuid.UUID) (map[string]any, answer) {
		return b.ask("p", "waiveBill", "", map[string]any{"key": key, "billId": id.String()})
	}
	held, _ := b.refused(paymenttest.HardDeclined)
	b.on(b.env.Clock.Today().AddDays(5))
	today := b.env.Clock.Today()
	if done, got := waive("held", b.owed(held.ID, 2).ID); done["actId"] == nil {
		t.Error(got.text)
	}
	now := b.row(held.ID)
	if owed := b.owed(held.ID, 2); now.Status != string(subscription.HoldReleased) || now.HeldAt != nil || owed.PeriodStart != today || now.NextSettlementDay != today.AddMonths(1) {
		t.Errorf("%+v of %+v", now, owed)
	}
	if _, open := b.watches(held.ID); !open {
		t.Error("it cannot be watched")
	}
	paying, _ := b.refused(paymenttest.TimeoutAfter)
	if owed := b.owed(paying.ID, 2); owed.State == bill.StatePaying {
		if no, got := waive("paying", owed.ID); codeOf(no) != "CHARGE_UNDER_WAY" || b.owed(paying.ID, 2).State != bill.StatePaying {
			t.Error(got.text)
		}
	} else {
		t.Error(owed.State)
	}
	left, _ := b.refused(paymenttest.Declined)
	b.on(b.env.Clock.Today())
	b.must(b.env.Store.Exec(t.Context(), `UPDATE subscriptions SET status = 'CANCEL_REQUEST' WHERE id = $1`, left.ID))
	if no, got := waive("left", b.owed(left.ID, 2).ID); codeOf(no) != "SUBSCRIPTION_ALREADY_CANCELLED" {
		t.Error(got.text)
	}
	void, _ := b.refused(paymenttest.Declined)
	b.must(b.env.Store.Exec(t.Context(), `UPDATE bills SET state = 'waived' WHERE subscription_id = $1`, void.ID))
	if no, got := waive("waived", b.owed(void.ID, 2).ID); codeOf(no) != "BILL_NOT_OPEN" {
		t.Error(got.text)
	}
	order := b.sold(b.env.Member(t), 500)
	of := b.env.Store.Client(t.Context()).Charge.GetX(t.Context(), order.ID).BillID
	if no, got := waive("order", of); codeOf(no) != "BILL_NOT_OPEN" {
		t.Error(got.text)
	}
}

// What is more than a person may give back alone they may not waive alone either, nor split.
func TestWaiveBeyondTheLimits(t *testing.T) {
	t.Parallel()
	yen := 1500
	b := openBank(t, func(s *settings.Settings) { s.Staff.Limits.RefundYenADay = &yen })
	b.person("p", "billing")
	b.person("q", "billing")
	one, _ := b.refused(paymenttest.Declined)
	b.env.Clock.Advance(time.Hour)
	b.on(b.env.Clock.Today())
	two, _ := b.contracted()
	b.must(b.env.Store.Exec(t.Context(), `UPDATE subscriptions SET next_settlement_day = $2, anchor_day = $2, anchor_period = 2, due_at = $3 WHERE id = $1`, two.ID, b.env.Clock.Today(), b.env.Clock.Now()))
	b.env.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
	b.work()
	waive := func(key string, contract uuid.UUID) (map[string]any, answer) {
		return b.ask("p", "waiveBill", proposalFields, map[string]any{"key": key, "billId": b.owed(contract, 2).ID.String()})
	}
	if done, got := waive("k", one.ID); done["actId"] == nil || done["proposal"] != nil {
		t.Error(got.text)
	}
	asked, got := waive("l", two.ID)
	id, hash := proposalOf(t, asked)
	if b.owed(two.ID, 2).State != bill.StateOpen {
		t.Error(got.text)
	}
	if own, got := b.approve("p", "own", id, hash); codeOf(own) != "OWN_PROPOSAL" {
		t.Error(got.text)
	}
	if done, got := b.approve("q", "a", id, hash); done["actId"] == nil || b.owed(two.ID, 2).State != bill.StateWaived {
		t.Error(got.text)
	}
}

// A refund ends what it is said to end, with it or not at all; a proposal carries that.
func TestRefundEnds(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("p", "billing")
	b.person("both", "billing", "support")
	b.person("q", "billing")
	b.Purchase = &purchase.Service{Store: b.env.Store, Clock: b.env.Clock, Catalog: b.env.Catalog, Account: b.env.Account, Billing: b.env.Billing, Entitlement: b.env.Entitlement, Notify: b.env.Notify}
	row, member := b.contracted()
	b.on(row.NextSettlementDay)
	b.work()
	c := b.env.Store.Client(t.Context()).Charge.Query().Where(charge.BillID(b.owed(row.ID, 2).ID)).OnlyX(t.Context())
	wish := func(key, ends string, amount int) map[string]any {
		return map[string]any{"key": key, "chargeId": c.ID.String(), "amount": amount, "ends": ends}
	}
	if no := b.sendMutation("p", "refund", "", wish("no", "CONTRACT", 100)); no.code() != "MISSING_SCOPE" {
		t.Error("without contracts.write: " + no.text)
	}
	if no, got := b.refund("both", wish("film", "ENTITLEMENT", 100)); codeOf(no) != "INVALID_CHOICE" {
		t.Error("of a contract: " + got.text)
	}
	if yen, _ := b.given(); yen != 0 || b.row(row.ID).Status != string(subscription.OngoingContract) {
		t.Fatal("something was done")
	}
	if done, got := b.refund("both", wish("k", "CONTRACT", 100)); done["actId"] == nil {
		t.Error(got.text)
	}
	if _, open := b.watches(row.ID); b.row(row.ID).Status != string(subscription.Terminated) || open || b.env.Mails(t, member, "contract-ended") != 1 {
		t.Error("it goes on")
	}
	if no, got := b.refund("both", wish("l", "CONTRACT", 200)); codeOf(no) != "SUBSCRIPTION_ALREADY_CANCELLED" {
		t.Error(got.text)
	}
	if yen, n := b.given(); yen != 100 || n != 1 {
		t.Errorf("%d yen in %d refunds", yen, n)
	}

	order := uuid.Must(uuid.NewV7())
	viewer := b.env.Member(t)
	dear := b.settled(b.soldAgain(viewer, order, 15_000))
	until := b.env.Clock.Now().Add(48 * time.Hour)
	b.must(b.env.Store.Tx(t.Context(), func(ctx context.Context) error {
		return b.env.Entitlement.Give(ctx, domain.Grant{AccountID: viewer.AccountID, PlanID: "rental", OrderID: order, ExpiresAt: &until})
	}))
	asked, _ := b.refund("both", map[string]any{"key": "m", "chargeId": dear.ID.String(), "amount": 12_000, "ends": "ENTITLEMENT"})
	id, hash := proposalOf(t, asked)
	given := b.env.Store.Client(t.Context()).Entitlement.Query().Where(entitlement.SourceID(order))
	if given.Clone().OnlyX(t.Context()).RevokedAt != nil {
		t.Error("ended before anybody approved")
	}
	if done, got := b.approve("q", "a", id, hash); done["actId"] == nil {
		t.Error(got.text)
	}
	if given.OnlyX(t.Context()).RevokedAt == nil {
		t.Error("it can still be watched")
	}
}

// A rental is extended from its last day, or from today where it is over, and no other is.
func TestExtendEntitlement(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("s", "support")
	b.program("tool", scope.Propose(scope.ContractsWrite))
	b.person("lead", "supportLead")
	b.Purchase = &purchase.Service{Store: b.env.Store, Clock: b.env.Clock, Catalog: b.env.Catalog, Account: b.env.Account, Billing: b.env.Billing, Entitlement: b.env.Entitlement, Notify: b.env.Notify}
	member, today := b.env.Member(t), b.env.Clock.Today()
	rent := func(until *time.Time) uuid.UUID {
		order := uuid.Must(uuid.NewV7())
		b.must(b.env.Store.Tx(t.Context(), func(ctx context.Context) error {
			return b.env.Entitlement.Give(ctx, domain.Grant{AccountID: member.AccountID, PlanID: "rental", OrderID: order, ExpiresAt: until})
		}))
		return b.env.Store.Client(t.Context()).Entitlement.Query().Where(entitlement.SourceID(order)).OnlyX(t.Context()).ID
	}
	row := func(id uuid.UUID) *ent.Entitlement {
		return b.env.Store.Client(t.Context()).Entitlement.GetX(t.Context(), id)
	}
	extend := func(token, key string, id uuid.UUID, days int) (map[string]any, answer) {
		return b.ask(token, "extendEntitlement", proposalFields, map[string]any{"key": key, "entitlementId": id.String(), "days": days})
	}
	end, over := today.AddDays(3).Start(), today.AddDays(-5).Start()
	open, gone, bought := rent(&end), rent(&over), rent(nil)
	if done, got := extend("s", "k", open, 5); done["actId"] == nil || !row(open).ExpiresAt.Equal(today.AddDays(8).Start()) {
		t.Error(got.text)
	}
	if done, got := extend("s", "l", gone, 5); done["actId"] == nil || !row(gone).ExpiresAt.Equal(today.AddDays(5).Start()) {
		t.Error(got.text)
	}
	if n := b.env.Mails(t, member, "rental-extended"); n != 2 {
		t.Errorf("%d mails", n)
	}
	if no, got := extend("s", "m", bought, 5); codeOf(no) != "NOTHING_TO_EXTEND" {
		t.Error(got.text)
	}
	b.must(b.env.Store.Exec(t.Context(), `UPDATE entitlements SET revoked_at = now() WHERE id = $1`, gone))
	if no, got := extend("s", "n", gone, 5); codeOf(no) != "NOTHING_TO_EXTEND" {
		t.Error(got.text)
	}
	if no, got := extend("s", "o", uuid.New(), 5); codeOf(no) != "NOT_FOUND" {
		t.Error(got.text)
	}
	contract, _ := b.contracted()
	of := b.env.Store.Client(t.Context()).Entitlement.Query().Where(entitlement.SubscriptionID(contract.ID)).OnlyX(t.Context())
	if no, got := extend("s", "p", of.ID, 5); codeOf(no) != "NOTHING_TO_EXTEND" {
		t.Error(got.text)
	}
	asked, got := extend("tool", "q", open, 2)
	if asked["proposal"] == nil || !row(open).ExpiresAt.Equal(today.AddDays(8).Start()) {
		t.Fatal(got.text)
	}
	id, hash := proposalOf(t, asked)
	if done, got := b.approve("lead", "a", id, hash); done["actId"] == nil || !row(open).ExpiresAt.Equal(today.AddDays(10).Start()) {
		t.Error(got.text)
	}
}

// What was changed since it was shown is not decided about.
func TestVersions(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("p", "billing", "support")
	b.program("t", scope.Propose(scope.MoneyRefund), scope.MoneyRead)
	b.person("q", "billing")
	c := b.settled(b.sold(b.env.Member(t), 5000))
	shown, err := b.Records.Charge(t.Context(), c.ID)
	b.must(err)
	version := records.Version(shown)
	refund := func(token, key string) (map[string]any, answer) {
		return b.refund(token, map[string]any{"key": key, "chargeId": c.ID.String(), "amount": 100, "version": version, "evenSo": true})
	}
	asked, got := refund("t", "t")
	if asked["proposal"] == nil {
		t.Fatal(got.text)
	}
	if done, got := refund("p", "k"); done["actId"] == nil {
		t.Error(got.text)
	}
	if stale, got := refund("p", "l"); codeOf(stale) != "STALE" {
		t.Error(got.text)
	}
	if stale, got := refund("t", "u"); codeOf(stale) != "STALE" {
		t.Error("proposed: " + got.text)
	}
	id, hash := proposalOf(t, asked)
	if stale, got := b.approve("q", "a", id, hash); codeOf(stale) != "STALE" {
		t.Error("approved: " + got.text)
	}
	if yen, n := b.given(); yen != 100 || n != 1 {
		t.Errorf("%d yen in %d refunds", yen, n)
	}
	row, _ := b.contracted()
	at := b.versionOf(row.ID)
	input := map[string]any{"key": "c", "subscriptionId": row.ID.String(), "version": at}
	if done, got := b.ask("p", "cancelContract", "", input); done["actId"] == nil {
		t.Error(got.text)
	}
	if stale, got := b.ask("p", "undoCancelContract", "", map[string]any{"key": "d", "subscriptionId": row.ID.String(), "version": at}); codeOf(stale) != "STALE" {
		t.Error(got.text)
	}
	if done, got := b.ask("p", "undoCancelContract", "", map[string]any{"key": "e", "subscriptionId": row.ID.String(), "version": b.versionOf(row.ID)}); done["actId"] == nil {
		t.Error(got.text)
	}
	stuck := b.sold(b.env.Member(t), 700)
	b.env.Clock.Advance(time.Hour)
	b.on(b.env.Clock.Today().AddDays(1))
	if stale, got := b.ask("p", "decideCharge", "", map[string]any{"key": "f", "id": stuck.ID.String(), "as": "DECLINED", "version": version}); codeOf(stale) != "STALE" {
		t.Error(got.text)
	}
	known, err := b.Records.Charge(t.Context(), stuck.ID)
	b.must(err)
	if done, got := b.ask("p", "decideCharge", "", map[string]any{"key": "g", "id": stuck.ID.String(), "as": "DECLINED", "version": records.Version(known)}); done["actId"] == nil {
		t.Error(got.text)
	}
}

// A contract says what the staff cannot do with it now, and why, for each act.
func TestAContractSaysWhatBlocksAnAct(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("s", "support")
	var selected []string
	for _, action := range subscription.Intents() {
		selected = append(selected, fmt.Sprintf("%s: blockedBy(action: %s) { code field message }", action, action))
	}
	ask := func(id uuid.UUID) answer {
		return b.send(by("s", `query($id: ID!) { contract(subscriptionId: $id) { `+strings.Join(selected, " ")+` } }`, map[string]any{"id": id.String()}))
	}
	says := func(got answer, want map[subscription.Intent]string) {
		t.Helper()
		for _, action := range subscription.Intents() {
			part := fmt.Sprintf(`"%s":null`, action)
			if code := want[action]; code != "" {
				part = fmt.Sprintf(`"%s":{"code":"%s","field":null,"message":"`, action, code)
			}
			if !strings.Contains(got.text, part) {
				t.Errorf("%s: want %s in %s", action, part, got.text)
			}
		}
	}
	row, _ := b.contracted()
	says(ask(row.ID), map[subscription.Intent]string{subscription.IntentPause: "SUBSCRIPTION_NOT_RETRIED", subscription.IntentRetry: "SUBSCRIPTION_NOT_RETRIED"})
	refused, _ := b.refused(paymenttest.Declined)
	got := ask(refused.ID)
	says(got, map[subscription.Intent]string{subscription.IntentExtend: "CHARGE_UNDER_WAY"})
	if cost := fmt.Sprintf(`"requested":%d`, 1+50*len(selected)); !strings.Contains(got.text, cost) {
		t.Errorf("want %s in %s", cost, got.text)
	}
	if many := b.send(by("s", `{ contracts(filter: {status: ["NEW_CONTRACT"]}, first: 40) { nodes { blockedBy(action: CANCEL) { code } } } }`, nil)); !strings.Contains(many.text, "TOO_DEAR") {
		t.Errorf("a list of so many is read: %s", many.text)
	}
}
