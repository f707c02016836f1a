package modeltest

import (
	"slices"

	"kaiin/server/base/fault"
)

// act does what the member or the staff do, and answers as the services must.
func (m *Model) act(a Act) string {
	switch a.Do {
	case "buy":
		return m.Buy(a)
	case "buy unapplied":
		m.unapplied = true
		defer func() { m.unapplied = false }()
		return m.Buy(a)
	case "join":
		return m.Join(a.With)
	case "end":
		return m.End(a.With)
	case "change":
		return m.Change(a.Plan)
	case "switch":
		return m.Switch(a.Plan, a.With)
	case "keep":
		return m.Keep(a.Plan)
	case "cancel":
		return m.Cancel(a.Plan)
	case "undo":
		return m.Undo(a.Plan)
	case "retry":
		return m.Retry(a.Plan)
	case "leave":
		return m.Leave()
	case "extend":
		return m.Extend(a.Plan)
	case "waive":
		return m.Waive(a.Plan)
	default:
		return m.Refund(a.Plan, a.Do == "refund part")
	}
}

// Join agrees on the carrier's page, or not. Only its notice says so.
func (m *Model) Join(how string) string {
	m.pass(map[string]string{
		agrees: "a carrier that was joined in time", late: "a carrier that was joined too late", refuses: "a carrier that was not joined",
		never: "a carrier that was not joined",
	}[how])
	if how == agrees && m.ways[carrier] != there {
		m.ways[carrier] = agreed
	} else if m.ways[carrier] == absent {
		m.ways[carrier] = asked
	}
	return ""
}

// End ends the agreement at PayPal.
func (m *Model) End(how string) string {
	if m.payPal = Over; how == told && m.ways[payPal] == there {
		m.pass("the agreement is over, says a notice")
		m.ways[payPal] = leaving
	}
	return ""
}

func (m *Model) Cancel(plan string) string {
	c := m.running(plan)
	switch {
	case c == nil:
		return string(fault.CodeNotFound)
	case c.leaving():
		return string(fault.SubscriptionAlreadyCancelled)
	case !c.onHold() && m.today == c.next, m.chargedToday(c):
		return string(fault.SubscriptionRenewing)
	}
	if b := m.bill(c, "paying"); b != nil {
		m.pass("cancelled while it was not known whether it was paid")
		b.giveUp = min(b.giveUp, m.today)
	}
	if c.itself && m.today >= c.next.first()-lastCall {
		m.callOff(c)
	}
	if !c.onHold() {
		c.next = max(c.next, m.today+1)
	}
	c.resume, c.cancelled = c.status, m.today
	switch c.status {
	case "NEW_TRIAL_CONTRACT":
		c.status = "TRIAL_CANCEL_REQUEST"
	case "HOLD", "TRIAL_HOLD":
		c.status += "_CANCEL_REQUEST"
	default:
		c.status = "CANCEL_REQUEST"
	}
	m.mail("contract-cancelled")
	return ""
}

func (m *Model) Undo(plan string) string {
	c := m.running(plan)
	switch {
	case c == nil:
		return string(fault.CodeNotFound)
	case !c.leaving():
		return ""
	case m.today > c.last(), m.decided(c):
		return string(fault.SubscriptionRenewingUndo)
	case c.itself && !c.agreement:
		return string(fault.SubscriptionAgreementEnded)
	}
	recent := slices.DeleteFunc(slices.Clone(m.undone[c]), func(h int) bool { return h <= m.hours-24 })
	if len(recent) >= 5 {
		return string(fault.TooManyRequests)
	}
	m.undone[c] = append(recent, m.hours)
	c.status = c.resume
	m.mail("contract-kept")
	return ""
}

// Retry pays for a held contract from today on. What becomes of that while the provider is away is
// not reckoned here.
func (m *Model) Retry(plan string) string {
	c := m.running(plan)
	switch {
	case m.bank != Up:
		return "not now"
	case c == nil:
		return string(fault.CodeNotFound)
	case !c.onHold():
		return ""
	}
	return m.pay(c)
}

// Change has the contract paid with the member's other card; on hold that is a charge at once.
func (m *Model) Change(plan string) string {
	c := m.running(plan)
	switch {
	case m.bank != Up:
		return "not now"
	case c == nil:
		return string(fault.CodeNotFound)
	case c.leaving(), c.with == alone:
		return string(fault.PaymentMethodNotChangeable)
	case c.onHold() && m.ending(c):
		return string(fault.SubscriptionEnding)
	}
	b := m.bill(c, "open")
	if c.itself && m.today >= c.next.first() {
		return string(fault.SubscriptionRenewingMethod)
	}
	if !c.onHold() && (m.bill(c, "paying") != nil || m.today == c.next && (b == nil || b.refusedOn == 0)) {
		return string(fault.SubscriptionRenewingMethod)
	}
	if c.itself, c.agreement = false, false; b != nil {
		b.itself = false
	}
	if c.with == second {
		c.with = card
	} else {
		c.with = second
	}
	if c.onHold() {
		return m.pay(c)
	}
	return ""
}

func (m *Model) ending(c *contract) bool {
	return m.today >= c.held+holdDays || m.stopped(c, m.today)
}

// stopped reports whether the contract is not renewed for a period that begins on the day.
func (m *Model) stopped(c *contract, from day) bool {
	return c.stop != 0 && from > c.stop || m.stops[c.plan] != 0 && from > m.stops[c.plan]
}

// cardOf is how what is paid with is charged.
func (m *Model) cardOf(with string) Card {
	return map[string]Card{card: m.card, second: Fine, payPal: m.payPal, carrier: Fine}[with]
}

// pay charges a held contract for a term that begins today.
func (m *Model) pay(c *contract) string {
	switch {
	case m.ending(c):
		return string(fault.SubscriptionEnding)
	case m.ways[c.with] == ended, c.with == auSimple: // which ended with the hold
		return string(fault.PaymentMethodUnavailable)
	case m.cardOf(c.with) != Fine:
		return m.declined(c.with)
	}
	b := m.bill(c, "open")
	m.bills = append(slices.DeleteFunc(m.bills, func(other *debt) bool { return other == b }), b) // it is the last that takes money
	b.took, c.anchor, c.from, c.revoked = true, m.today, b.period, false
	status := c.status + "_RELEASED"
	m.paid(c, b)
	c.status = status
	return ""
}

// Refund gives back so much of what the plan's last bill took; 0 is all of it.
func (m *Model) Refund(plan string, part bool) string {
	for _, b := range slices.Backward(m.bills) {
		if b.plan == plan && b.took && b.state != "paying" && !b.unbooked && !b.forgone {
			yen := b.amount - b.asked
			if part {
				yen = b.amount / 3
			}
			if yen == 0 || yen > b.amount-b.asked {
				return "error"
			}
			b.asked += yen
			return ""
		}
	}
	return "nothing"
}

func (m *Model) Leave() string {
	open := func(b *debt) bool { return b.tried == m.today && (b.state == "paying" || b.forgone) } // also what was decided without the answer
	if len(m.orders) > 0 || slices.ContainsFunc(m.bills, open) {
		return string(fault.WithdrawPaymentUnderWay)
	}
	if slices.ContainsFunc(m.contracts, func(c *contract) bool { return !c.ended() && !c.leaving() }) {
		return string(fault.ContractRemains)
	}
	for _, c := range m.contracts {
		if !c.ended() {
			m.end(c, "TERMINATED")
		}
	}
	m.gone = true
	return ""
}
