package modeltest

import (
	"slices"

	"kaiin/server/fault"
)

// act does what the member or the staff do, and answers as the services must.
func (m *Model) act(a Act) string {
	switch a.Do {
	case "buy":
		return m.Buy(a.Plan)
	case "buy unapplied":
		m.unapplied = true
		defer func() { m.unapplied = false }()
		return m.Buy(a.Plan)
	case "change":
		return m.Change(a.Plan)
	case "cancel":
		return m.Cancel(a.Plan)
	case "undo":
		return m.Undo(a.Plan)
	case "retry":
		return m.Retry(a.Plan)
	case "leave":
		return m.Leave()
	default:
		return m.Refund(a.Plan, a.Do == "refund part")
	}
}

// Buy answers the code of what stands in the way.
func (m *Model) Buy(plan string) string {
	pending := slices.ContainsFunc(m.orders, func(o *order) bool { return o.b.plan == plan })
	if pending || m.running(plan) != nil {
		return string(fault.DoubleBillingDetected)
	}
	p, had := sold[plan], slices.ContainsFunc(m.contracts, func(c *contract) bool { return c.plan == plan })
	b := &debt{plan: plan, period: 1, amount: m.price(plan)}
	m.bills = append(m.bills, b)
	if p.trial > 0 && !had {
		b.period, b.amount, b.state = 0, 0, "paid"
		m.begin(plan)
		return ""
	}
	switch b.fate = m.fateOf(m.card); {
	case b.fate == refused, b.fate == hard:
		b.state = "void"
		return string(fault.CardDeclined)
	case b.fate == settled && m.unapplied:
		b.state, b.took = "paid", true
		m.orders = append(m.orders, &order{m.today, b})
	case b.fate == settled:
		b.state, b.took = "paid", true
		m.begin(plan)
	default:
		b.state, b.took = "paying", b.fate == unheard
		m.orders = append(m.orders, &order{m.today, b})
	}
	return ""
}

func (m *Model) begin(plan string) {
	p := sold[plan]
	c := &contract{plan: plan, status: "NEW_CONTRACT", period: 1, anchor: m.today, from: 1, price: m.price(plan), told: m.today, months: p.months, length: p.days, stop: m.stops[plan]}
	had := slices.ContainsFunc(m.contracts, func(c *contract) bool { return c.plan == plan })
	if c.next = c.start(2); had {
		c.status = "RE_CONTRACT"
	} else if p.trial > 0 {
		c.status, c.period, c.anchor, c.next = "NEW_TRIAL_CONTRACT", 0, m.today+day(p.trial), m.today+day(p.trial)
	}
	c.watch = c.next + 1 + graceDays
	m.contracts = append(m.contracts, c)
	m.mail("order-completed")
}

func (m *Model) Cancel(plan string) string {
	c := m.running(plan)
	switch {
	case c == nil:
		return string(fault.CodeNotFound)
	case c.leaving():
		return string(fault.SubscriptionAlreadyCancelled)
	case !c.onHold() && m.today >= c.next, m.bill(c, "paying") != nil:
		return string(fault.SubscriptionRenewing)
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
	case m.today > c.last():
		return string(fault.SubscriptionRenewingUndo)
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

// Retry pays for a held contract from today on. What becomes of that while the provider is away is not reckoned here.
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
	case c.leaving():
		return string(fault.PaymentMethodNotChangeable)
	case c.onHold() && m.ending(c):
		return string(fault.SubscriptionEnding)
	}
	b := m.bill(c, "open")
	if !c.onHold() && (m.bill(c, "paying") != nil || m.today >= c.next && (b == nil || b.refusedOn == 0)) {
		return string(fault.SubscriptionRenewingMethod)
	}
	if c.second = !c.second; c.onHold() {
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

// cardOf is how the card is that pays the contract.
func (m *Model) cardOf(c *contract) Card {
	if c.second {
		return Fine
	}
	return m.card
}

// pay charges a held contract for a term that begins today.
func (m *Model) pay(c *contract) string {
	switch {
	case m.ending(c):
		return string(fault.SubscriptionEnding)
	case m.cardOf(c) != Fine:
		return string(fault.CardDeclined)
	}
	b := m.bill(c, "open")
	b.took, c.anchor, c.from, c.revoked = true, m.today, b.period, false
	status := c.status + "_RELEASED"
	m.paid(c, b)
	c.status = status
	return ""
}

// Refund gives back so much of what the plan's last bill took; 0 is all of it.
func (m *Model) Refund(plan string, part bool) string {
	for _, b := range slices.Backward(m.bills) {
		if b.plan == plan && b.took && b.state == "paid" {
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
	if len(m.orders) > 0 || slices.ContainsFunc(m.bills, func(b *debt) bool { return b.state == "paying" }) {
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
