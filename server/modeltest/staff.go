package modeltest

import (
	"context"
	"errors"
	"slices"
	"testing"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/subscription"
	"kaiin/server/base/fault"
	domain "kaiin/server/money/subscription"
	"kaiin/server/staff/acts/actstest"
)

// givenDays are those by which the staff extend a contract.
const givenDays = 10

// Extend moves the day of the next charge.
func (m *Model) Extend(plan string) string {
	c := m.running(plan)
	switch {
	case c == nil:
		return string(fault.CodeNotFound)
	case c.onHold() || c.status == "HOLD_CANCEL_REQUEST" || c.status == "TRIAL_HOLD_CANCEL_REQUEST":
		return string(fault.SubscriptionOnHold)
	case c.itself:
		return string(fault.SubscriptionBilledByProvider)
	case m.today >= c.next, m.billed(c, func(b *debt) bool { return b.state != "open" || b.refusedOn != 0 }):
		return string(fault.ChargeUnderWay)
	}
	c.next += givenDays
	c.anchor, c.from, c.watch = c.next, c.period+1, c.next+1+graceDays
	m.mail("contract-extended")
	m.pass("extended")
	return ""
}

// billed reports whether the contract's next period has a bill that counts and meets the condition.
func (m *Model) billed(c *contract, holds func(*debt) bool) bool {
	return slices.ContainsFunc(m.bills, func(b *debt) bool {
		return b.of == c && b.period == c.period+1 && b.state != "void" && holds(b)
	})
}

// Waive has the contract go on without a payment for what is owed.
func (m *Model) Waive(plan string) string {
	c := m.running(plan)
	if c == nil || !m.billed(c, func(b *debt) bool { return b.state == "open" || b.state == "paying" }) {
		return "nothing"
	}
	b := m.bill(c, "open")
	switch {
	case b == nil:
		return string(fault.ChargeUnderWay)
	case c.leaving():
		return string(fault.SubscriptionAlreadyCancelled)
	case c.itself:
		return string(fault.SubscriptionBilledByProvider)
	}
	status := map[bool]string{true: "TRIAL_TO_PAID", false: "ONGOING_CONTRACT"}[c.status == "NEW_TRIAL_CONTRACT"]
	from := c.start(b.period)
	if c.onHold() {
		status, from = c.status+"_RELEASED", m.today
	}
	switch {
	case from > m.today:
		return string(fault.BillNotDue)
	case m.stopped(c, from):
		return string(fault.SubscriptionEnding)
	}
	if c.onHold() {
		c.anchor, c.from, c.revoked = m.today, b.period, false
		m.pass("waived on hold")
	} else {
		m.pass("waived while it was tried again")
	}
	b.state, c.status, c.period, c.late, c.closed = "waived", status, b.period, false, false
	c.next = c.start(c.period + 1)
	c.watch = c.next + 1 + graceDays
	m.mail("bill-waived")
	return ""
}

// contractOf is the running contract of the plan; nil: there is none.
func (w *world) contractOf(ctx context.Context, m *member, plan string) (*ent.Subscription, error) {
	row, err := w.Store.Client(ctx).Subscription.Query().Where(subscription.AccountID(m.AccountID), subscription.PlanID(plan), subscription.EndedAtIsNil()).Only(ctx)
	return row, ent.MaskNotFound(err)
}

func (w *world) extend(ctx context.Context, t testing.TB, m *member, plan string) string {
	t.Helper()
	row, err := w.contractOf(ctx, m, plan)
	if err != nil || row == nil {
		return code(errOr(err, fault.NotFound()))
	}
	return code(w.contract.ExtendByStaff(ctx, domain.Extension{By: actstest.By(w.Store), ContractID: row.ID, Days: givenDays}))
}

func (w *world) waive(ctx context.Context, m *member, plan string) string {
	row, err := w.contractOf(ctx, m, plan)
	if err != nil {
		return code(err)
	}
	if row == nil {
		return "nothing"
	}
	owed, err := w.Store.Client(ctx).Bill.Query().Where(bill.SubscriptionID(row.ID), bill.Period(row.Period+1), bill.StateIn(bill.StateOpen, bill.StatePaying)).All(ctx)
	if err != nil || len(owed) == 0 {
		return code(errOr(err, errors.New("nothing")))
	}
	return code(w.contract.WaiveByStaff(ctx, domain.Waiver{By: actstest.By(w.Store), BillID: owed[0].ID}))
}
