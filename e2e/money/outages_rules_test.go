package money

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kaiin/server/base/clock"
	"kaiin/server/money/subscription"
	"kaiin/server/sandbox/ledger"
)

const graceDays = 7 // of the test store

// owed is one bill of a member's contract, with what the provider took for it.
type owed struct {
	ID, Contract, State string
	Period              int
	Start, End, PaidOn  string
	Amount, Refunded    int
	Orders              []string
	times, kept         int // how often it was taken, and how many yen of that did not go back
}

func (b owed) days(t *testing.T) (start, end clock.Day) {
	t.Helper()
	start, err := clock.ParseDay(b.Start)
	must(t, err)
	end, err = clock.ParseDay(b.End)
	must(t, err)
	return start, end
}

// checks judges each cell by the rules, and the stack as a whole.
func (d *diary) checks(t *testing.T) {
	t.Helper()
	d.s.Outside.Advance(t, 0)
	bills, strangers := d.bills(t)
	for _, c := range d.cells {
		t.Run(c.String(), func(t *testing.T) {
			for _, problem := range c.wrong { // leaving: rule 3
				t.Error(problem)
			}
			d.charged(t, c, bills[c.contract])
			d.watched(t, c, bills[c.contract])
			d.left(t, c)
			d.told(t, c, bills[c.contract])
			d.wentWell(t, c)
			if t.Failed() {
				t.Log(d.story(c))
			}
		})
	}
	for _, problem := range strangers {
		t.Error(problem)
	}
	d.settled(t)
}

// bills are what is owed, by contract. strangers is money that the provider keeps and the book does
// not know.
func (d *diary) bills(t *testing.T) (bills map[string][]owed, strangers []string) {
	t.Helper()
	byOrder, bills := map[string]*owed{}, map[string][]owed{}
	var all []*owed
	for _, row := range d.s.Rows(`SELECT json_build_object('id', b.id, 'contract', s.id, 'state', b.state, 'period', b.period, 'start', b.period_start,
		'end', b.period_end, 'amount', b.amount, 'refunded', b.refunded, 'paidOn', coalesce((b.paid_at AT TIME ZONE 'Asia/Tokyo')::date::text, ''),
		'orders', coalesce((SELECT json_agg(c.provider_order_id) FROM charges c WHERE c.bill_id = b.id), '[]'))::text
		FROM bills b JOIN subscriptions s ON s.id = b.subscription_id OR s.order_id = b.order_id ORDER BY s.id, b.period, b.created_at`) {
		b := &owed{}
		must(t, json.Unmarshal([]byte(row), b))
		all = append(all, b)
		for _, order := range b.Orders {
			byOrder[order] = b
		}
	}
	for _, e := range d.s.Outside.Ledger(t) {
		b := byOrder[e.OrderID]
		switch {
		case b == nil:
			strangers = append(strangers, fmt.Sprintf("rule 1: the book does not know %+v", e))
		case e.Kind == ledger.Charge && e.Status == ledger.Settled:
			b.times, b.kept = b.times+1, b.kept+e.Amount
		case e.Kind == ledger.Refund && e.Status == ledger.Refunded:
			b.kept -= e.Amount
		case e.Status == ledger.Authorized:
			strangers = append(strangers, fmt.Sprintf("rule 5: the provider still holds %+v", e))
		}
	}
	for _, b := range all {
		bills[b.Contract] = append(bills[b.Contract], *b)
	}
	return bills, strangers
}

// charged is rule 1: no term is taken twice, and the book says what the provider keeps.
func (d *diary) charged(t *testing.T, c *cell, bills []owed) {
	t.Helper()
	for i, b := range bills {
		if b.times > 1 {
			t.Errorf("rule 1: term %d was taken %d times", b.Period, b.times)
		}
		booked := 0
		if b.State == "paid" {
			booked = b.Amount - b.Refunded
		}
		if booked != b.kept {
			t.Errorf("rule 1: of term %d the provider keeps %d yen, and the book says %s, %d − %d", b.Period, b.kept, b.State, b.Amount, b.Refunded)
		}
		for _, other := range bills[:i] {
			start, end := b.days(t)
			from, to := other.days(t)
			if b.kept > 0 && other.kept > 0 && !start.After(to) && !from.After(end) {
				t.Errorf("rule 1: %s to %s is paid, and so is %s to %s", start, end, from, to)
			}
		}
	}
}

// watched is rule 2: on each day that is paid for, the member could watch, and what is paid after
// the days of grace begins on the day of payment.
func (d *diary) watched(t *testing.T, c *cell, bills []owed) {
	t.Helper()
	for _, b := range bills {
		if b.kept == 0 || b.Period == 0 && b.Contract == "" {
			continue
		}
		start, end := b.days(t)
		if paid, err := clock.ParseDay(b.PaidOn); err == nil && paid.After(start.AddDays(graceDays)) {
			t.Errorf("rule 2: term %d begins on %s and was paid on %s", b.Period, start, paid)
		}
		days := map[clock.Day]bool{}
		for _, n := range d.notes[c] {
			if day := n.day(); !n.Left && !day.Before(start) && !day.After(end) {
				days[day] = days[day] || n.Watch
			}
		}
		dark := 0
		for _, watch := range days {
			if !watch {
				dark++
			}
		}
		if dark > 0 {
			t.Errorf("rule 2: term %d, %s to %s, is paid, and on %d days of it the member could not watch", b.Period, start, end, dark)
		}
	}
}

// left is rule 3: who wanted to leave has left, and is told so.
func (d *diary) left(t *testing.T, c *cell) {
	t.Helper()
	last := d.notes[c][len(d.notes[c])-1]
	switch c.does {
	case cancels, leavesByLink:
		if last.runs() || last.Status.Group() == subscription.GroupHold || last.Mails[mailCancel] != 1 {
			t.Errorf("rule 3: the contract is %s, with %d receipts", last.Status, last.Mails[mailCancel])
		}
	case withdraws:
		if !last.Left || last.Status.Contracted() || last.Mails[mailLeft] != 1 {
			t.Errorf("rule 3: the membership has ended: %t, the contract is %s, with %d receipts", last.Left, last.Status, last.Mails[mailLeft])
		}
	}
}

// told is rule 4: no member waits in silence for more than a day, and no member is told the same
// twice.
func (d *diary) told(t *testing.T, c *cell, bills []owed) {
	t.Helper()
	silent, dark := 0, 0
	for i, n := range d.notes[c] {
		evening := i+1 == len(d.notes[c]) || d.notes[c][i+1].day() != n.day()
		if !evening || n.Left {
			continue
		}
		unpaid := n.runs() && n.Paid.Before(n.day().AddDays(-1)) // since yesterday, or longer
		if c.does != paysByHand && unpaid && d.since(c, n, mailLate, mailClosed, mailFailed) == 0 {
			silent++
		}
		held := n.Status.Group() == subscription.GroupHold
		if (n.runs() || held) && !n.Watch && n.Mails[mailClosed]+n.Mails[mailFailed] == 0 {
			dark++
		}
	}
	if silent > 0 {
		t.Errorf("rule 4: on %d evenings the payment was late and no mail had said so", silent)
	}
	if dark > 0 {
		t.Errorf("rule 4: on %d evenings viewing was closed and no mail had said so", dark)
	}
	last := d.notes[c][len(d.notes[c])-1]
	for _, words := range []string{mailLate, mailClosed, mailFailed} {
		if n := d.since(c, last, words); n > 1 {
			t.Errorf("rule 4: %d mails say %s", n, words)
		}
	}
	if last.Left { // there is no address any more
		return
	}
	renewals, back := 0, 0
	for _, b := range bills {
		start, _ := b.days(t)
		if b.State == "paid" && b.kept > 0 && !start.Before(d.due.AddDays(-1)) {
			renewals++
		}
		if b.times > 0 && b.kept < b.Amount {
			back++
		}
	}
	if n := d.since(c, last, mailPaid, mailGoesOn); n != renewals {
		t.Errorf("rule 4: %d terms were paid, and %d mails say so", renewals, n)
	}
	if n := d.since(c, last, mailBack); n != back {
		t.Errorf("rule 4: of %d terms money went back, and %d mails say so", back, n)
	}
}

// wentWell: in the end the contracts of those who stay run, are paid and can be watched, if there
// was time to pay.
func (d *diary) wentWell(t *testing.T, c *cell) {
	t.Helper()
	last := d.notes[c][len(d.notes[c])-1]
	switch c.does {
	case watches, changesMethod:
		if !last.runs() || !last.Watch || last.Paid.Before(last.day()) {
			t.Errorf("rule 5: in the end the contract is %s, paid until %s, watched: %t", last.Status, last.PaidThrough, last.Watch)
		}
	case paysByHand:
		if paid := last.runs() && !last.Paid.Before(last.day()); last.runs() != paid || last.Watch != paid {
			t.Errorf("rule 5: in the end the contract is %s, paid until %s, watched: %t", last.Status, last.PaidThrough, last.Watch)
		}
	}
	if c.does == changesMethod && !c.done {
		t.Error("rule 5: they could not change the method to the end")
	}
}

// settled is rule 5 for all together, and what the ledger's check says.
func (d *diary) settled(t *testing.T) {
	t.Helper()
	if wrote, err := d.s.Try("verify-ledger", "--provider"); err != nil {
		t.Errorf("rule 1: the ledger check says: %v\n%s", err, wrote)
	}
	for what, query := range map[string]string{
		"charges are open": `SELECT a.id || ' ' || c.state || ' ' || c.error_code || ' ' || c.reason FROM charges c JOIN accounts a ON a.id = c.account_id
			WHERE c.state IN ('attempting', 'unknown', 'authorized')`,
		"refunds are open or refused": `SELECT account_id || ' ' || kind || ' ' || state || ' ' || error_code FROM refunds WHERE state <> 'done'`,
		"bills are being paid":        `SELECT account_id || ' ' || period FROM bills WHERE state = 'paying'`,
		"events are open":             `SELECT provider || ' ' || kind FROM gateway_events WHERE applied_at IS NULL`,
		// Look-ups and refunds that have failed are taken up again by the scan, which sets their
		// pace, and lists by the next day's comparison.
		"jobs failed": `SELECT kind || ' ' || state || ' ' || left(array_to_string(errors, ' '), 300) FROM river_job
			WHERE state = 'retryable' OR state = 'discarded' AND kind NOT IN ('payment.resolve', 'payment.refund', 'payment.reconcile')`,
	} {
		if rows := d.s.Rows(query); len(rows) > 0 {
			t.Errorf("rule 5: %d %s: %s", len(rows), what, strings.Join(d.named(rows), "; "))
		}
	}
}

// named has the cells' names in the place of their accounts.
func (d *diary) named(rows []string) (named []string) {
	for _, row := range rows {
		for _, c := range d.cells {
			row = strings.ReplaceAll(row, c.account, "<"+c.String()+">")
		}
		named = append(named, row)
	}
	return named
}

// story is what has happened to a member, for the one who has to understand it.
func (d *diary) story(c *cell) string {
	var lines []string
	for i, n := range d.notes[c] {
		line := fmt.Sprintf("%s, watches %t, paid until %s, %v", n.Status, n.Watch, n.PaidThrough, n.Mails)
		if i == 0 || !strings.HasSuffix(lines[len(lines)-1], ": "+line) {
			lines = append(lines, fmt.Sprintf("day %d, %s: %s", d.due.DaysUntil(n.day()), n.At.In(clock.Tokyo).Format("15:04"), line))
		}
	}
	return strings.Join(slices.Concat(lines,
		d.s.Rows(`SELECT 'bill ' || period || ' ' || state || ' ' || period_start || ' ' || period_end || ' ' || amount || ' − ' || refunded FROM bills WHERE account_id = $1 ORDER BY created_at`, c.account),
		d.s.Rows(`SELECT 'charge ' || created_at || ' ' || provider || ' ' || attempt || ' ' || state || ' ' || reason || ' ' || error_code FROM charges WHERE account_id = $1 ORDER BY created_at`, c.account),
		d.s.Rows(`SELECT 'event ' || created_at || ' ' || event FROM subscription_events WHERE subscription_id = $1 ORDER BY id`, c.contract),
	), "\n")
}
