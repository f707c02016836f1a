package modeltest

import (
	"slices"

	"kaiin/server/base/fault"
)

// Buy answers the code of what prevents the order.
func (m *Model) Buy(a Act) string {
	if m.running(a.Plan) != nil {
		return string(fault.DoubleBillingDetected)
	}
	if m.sibling(a.Plan) != nil {
		return string(fault.PlanGroupHeld)
	}
	d, wrong := m.deal(a)
	simple := a.With == auSimple || a.With == auRefused
	switch {
	case wrong != "":
		return string(wrong)
	case simple && (sold[a.Plan].months != 1 || d.free > 0 || d.campaign != ""):
		return string(fault.PaymentMethodNotForPlan)
	case a.With == payPal && m.ways[payPal] == ended, a.With == carrier && m.ways[carrier] != there:
		if m.ways[a.With] == asked {
			m.pass("an order with a carrier that was not joined")
		}
		return string(fault.PaymentMethodUnavailable)
	case slices.ContainsFunc(m.orders, func(o *pending) bool { return o.b.plan == a.Plan || exclude(o.b.plan, a.Plan) }):
		return string(fault.DoubleBillingDetected)
	}
	b := &debt{plan: a.Plan, period: 1, amount: d.now(), itself: simple, tried: m.today}
	m.bills = append(m.bills, b)
	o := &pending{m.today, b, d, a.With}
	m.count(d, 1)
	if d.free > 0 {
		b.period = 0
	}
	if b.amount == 0 {
		b.state = "paid"
		m.begin(o)
		return ""
	}
	switch b.result = m.firstResult(a.With); {
	case b.result == refused, b.result == hard, b.result == over:
		b.state = "void"
		m.giveBack(d)
		return m.declined(a.With)
	case b.result == settled && m.unapplied:
		b.state, b.took = "paid", true
		m.orders = append(m.orders, o)
	case b.result == settled:
		b.state, b.took = "paid", true
		m.begin(o)
	default:
		b.state, b.took = "paying", b.result == unheard
		m.orders = append(m.orders, o)
	}
	return ""
}

// firstResult is what becomes of the charge of an order. That of au simple is the carrier's,
// whatever the provider of the others does.
func (m *Model) firstResult(with string) chargeResult {
	switch with {
	case auSimple:
		return settled
	case auRefused:
		return refused
	}
	return m.resultOf(m.cardOf(with))
}

// declined is the code of a refused charge. One that says that the agreement is over ends it as
// soon as the workers run.
func (m *Model) declined(with string) string {
	if with == card || with == second {
		return string(fault.CardDeclined)
	}
	if with == payPal && m.payPal == Over {
		m.ways[payPal] = leaving
	}
	return string(fault.PaymentDeclined)
}

func (m *Model) begin(o *pending) {
	p := sold[o.b.plan]
	c := &contract{
		plan: o.b.plan, status: "NEW_CONTRACT", period: 1, anchor: m.today, from: 1, deal: o.deal, with: o.with, told: m.today,
		months: p.months, length: p.days,
	}
	if o.with == auSimple {
		c.itself, c.agreement, c.heard = true, true, map[int]string{m.today.month(): "the order"}
	}
	if o.deal.free > 0 {
		c.status, c.period, c.anchor = "NEW_TRIAL_CONTRACT", 0, m.today+day(o.deal.free)
	}
	if m.had(o.b.plan) {
		c.status = "RE_CONTRACT"
	}
	c.next = c.start(c.period + 1)
	c.watch = c.next + 1 + graceDays
	m.contracts = append(m.contracts, c)
	m.mail("order-completed")
}
