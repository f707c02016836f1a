package modeltest

import (
	"strings"
)

// Rest lets the workers do all they can.
func (m *Model) Rest() {
	m.hear()
	for _, o := range m.orders {
		if m.bank == Up || o.b.result == settled {
			m.ordered(o)
			continue
		}
		o.b.state, o.b.forgone = "void", true
		m.giveBack(o.deal)
		m.mail("order-failed")
		m.pass("an order that was given up without an answer")
	}
	m.orders = nil
	for _, c := range m.contracts { // the workers look after all contracts before they ask the provider
		if !c.itself {
			m.delayed(c, m.hours%24 > tellingFrom)
		}
	}
	for _, c := range m.contracts {
		if b := m.bill(c, "paying"); b != nil && m.bank == Up {
			m.resolve(c, b)
		}
		for _, b := range m.bills {
			if b.forgone && m.bank == Up {
				b.answered()
			}
		}
		m.look(c)
		if b := m.bill(c, "paying"); b != nil && m.bank != Up && m.today >= b.giveUp && !c.leaving() {
			m.forgo(c, b)
			m.look(c)
		}
		m.delayed(c, m.hours%24 >= tellingFrom)
		m.tell(c)
	}
	for _, b := range m.bills {
		if b.forgone && m.bank == Up {
			b.answered()
		}
	}
	m.hear()
	for _, b := range m.bills {
		b.unbooked = false
		if m.bank == Up || b.itself {
			b.refunded = b.asked
		}
	}
}

// hear makes what notices and refusals have told of the ways to pay so. Members are told of each
// contract that would be charged next to what they have ended.
func (m *Model) hear() {
	if m.ways[carrier] == agreed {
		m.ways[carrier] = there
	}
	if m.ways[payPal] != leaving {
		return
	}
	m.ways[payPal] = ended
	for _, c := range m.contracts {
		if c.with == payPal && !c.ended() && !c.leaving() && !c.onHold() && !m.stoppedNext(c, c.start(c.period+1)) {
			m.mail("method-ended")
		}
	}
}

// ordered ends an order that was left open in a former tick: it is completed if it was settled and
// its day lasts.
func (m *Model) ordered(o *pending) {
	switch {
	case o.b.result != unheard && o.b.result != settled:
		o.b.state = "void"
	case o.on == m.today:
		o.b.state = "paid"
		m.begin(o)
		return
	default:
		o.b.state, o.b.asked = "paid", o.b.amount
		m.pass("money for an order whose day was over")
	}
	m.giveBack(o.deal)
	m.mail("order-failed")
}

// resolve ends a renewal that was left open in a former tick.
func (m *Model) resolve(c *contract, b *debt) {
	switch {
	case c.ended() || c.leaving():
		b.state = map[bool]string{true: "void", false: "open"}[c.ended()]
		if b.result == unheard {
			b.state, b.took, b.asked = "paid", true, b.amount
			m.pass("money that was no longer awaited")
		}
	case b.result == unheard && m.today >= c.start(b.period+1): // too late: it is not wanted any more
		b.state, b.asked = "paid", b.amount
		c.period, c.next = b.period, c.start(b.period+1)
		m.pass("money for a period that was over")
	case b.result == unheard, b.result == authorised && m.today < b.giveUp:
		b.took = true
		m.paid(c, b)
	case b.result == nothing && m.today < b.giveUp:
		m.outcome(c, b)
	default:
		b.state = "open"
	}
}

func (m *Model) look(c *contract) {
	for {
		b, from, until := m.bill(c, "open"), c.upcoming(), c.start(c.period+2)
		switch {
		case c.ended():
			return
		case c.leaving():
			if c.itself && m.today >= c.next.first()-lastCall {
				m.callOff(c)
			}
			if m.today > c.last() {
				m.end(c, map[bool]string{true: "HOLD_CANCELLED", false: strings.Replace(c.status, "_REQUEST", "LED", 1)}[strings.Contains(c.status, "HOLD")])
			}
			return
		case c.onHold():
			if m.today >= c.held+holdDays {
				m.end(c, "HOLD_CANCELLED")
				m.mail("hold-ended")
			}
			return
		case c.itself:
			m.expect(c)
			return
		case from > m.today, m.today < c.next, m.bill(c, "paying") != nil:
			return
		case c.chosen != "" && m.stoppedNext(c, from):
			m.drop(c)
			continue
		case c.chosen != "":
			m.switched(c)
			continue
		case m.stopped(c, from):
			m.end(c, "TERMINATED")
			if c.with == alone {
				m.pass("a contract that a code alone paid has ended")
			}
			if c.stop == 0 {
				m.pass("stopped by what the store decided later")
			}
			return
		}
		if until <= m.today {
			m.waive(c, b)
			continue
		}
		if m.unanswered(c) {
			return
		}
		if b == nil {
			b = &debt{plan: c.plan, of: c, period: c.period + 1, amount: c.costs(c.period + 1), state: "open"}
			m.bills = append(m.bills, b)
		}
		switch {
		case m.today < b.again:
		case b.amount == 0:
			m.paid(c, b)
		case m.ways[c.with] == ended:
			m.pass("held: the agreement is over")
			m.hold(c)
		default:
			m.outcome(c, b)
		}
		return
	}
}

// outcome charges a bill, and carries out what is heard of it.
func (m *Model) outcome(c *contract, b *debt) {
	end, fresh := c.start(b.period+1)-1, b.state == "open"
	if b.result = m.resultOf(m.cardOf(c.with)); fresh {
		b.giveUp, b.tried, b.with = min(m.today+retryDays, end)+1, m.today, c.with
	}
	switch b.result {
	case settled:
		b.took = true
		m.paid(c, b)
		return
	case authorised, unheard, nothing:
		b.state, b.took = "paying", b.result == unheard
		return
	}
	if b.result == over {
		m.pass("the agreement is over, says a refusal")
		m.ways[payPal] = leaving
	}
	b.state = "open"
	first := b.refusedOn == 0
	if first {
		b.refusedOn = m.today
	}
	if b.result == hard || b.result == over || m.today+1 > min(b.refusedOn+retryDays, end) {
		m.hold(c)
		if b.result == refused && end < b.refusedOn+retryDays {
			m.pass("held at the end of a period shorter than the retries")
		}
		return
	}
	b.again, c.next, c.watch = m.today+1, m.today+1, m.today+2+graceDays
	if first {
		m.mail("renewal-refused")
	}
}

func (m *Model) hold(c *contract) {
	c.held, c.revoked = m.today, true
	c.status = map[bool]string{true: "TRIAL_HOLD", false: "HOLD"}[c.status == "NEW_TRIAL_CONTRACT"]
	m.mail("renewal-failed")
}

func (m *Model) paid(c *contract, b *debt) {
	if from := c.start(b.period); !c.itself && m.today > from && (m.today > from+graceDays || m.today >= c.watch) {
		c.anchor, c.from = m.today, b.period
		m.pass("a period that is paid late begins on the day of payment")
	}
	c.late, c.closed = false, false
	b.state, c.period, c.next = "paid", b.period, c.start(b.period+1)
	switch {
	case b.amount == 0:
		m.pass(c.campaign + ": a free period")
	case b.period <= c.cheaper:
		m.pass(c.campaign + ": a cheaper period")
	case b.period == 1 && c.campaign != "":
		m.pass("free days of " + c.campaign)
	}
	c.watch = c.next + 1 + graceDays
	if c.status == "NEW_TRIAL_CONTRACT" {
		c.status = "TRIAL_TO_PAID"
	} else {
		c.status = "ONGOING_CONTRACT"
	}
	m.mail("renewed")
}

func (m *Model) end(c *contract, status string) {
	c.status, c.revoked = status, true
	if c.itself {
		m.callOff(c)
	}
	if b := m.bill(c, "open"); b != nil {
		b.state = "void"
	}
}
