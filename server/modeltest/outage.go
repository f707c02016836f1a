package modeltest

// chargedToday reports whether a charge of the contract that was begun today is under way.
func (m *Model) chargedToday(c *contract) bool {
	b := m.bill(c, "paying")
	return b != nil && b.tried == m.today
}

// decided reports whether the contract's next period is being paid, or was paid when the payment
// was no longer awaited.
func (m *Model) decided(c *contract) bool {
	for _, b := range m.bills {
		if b.of == c && b.period == c.period+1 && (b.state == "paying" || b.state == "paid") {
			return true
		}
	}
	return false
}

// forgo decides about a bill without the answer to its charge, which is given up: the period is
// waived up to yesterday, and another one begins.
func (m *Model) forgo(c *contract, b *debt) {
	b.forgone = true
	if c.ended() {
		b.state = "void"
		m.pass("the answer never came, and the contract has ended")
		return
	}
	end := c.start(b.period+1) - 1
	last := min(max(m.today-1, c.start(b.period)), end)
	b.state, c.period, c.next = "waived", b.period, last+1
	if last < end {
		c.anchor, c.from = last+1, b.period+1
		if c.dearer > b.period { // what was told and agreed on for later stays later
			c.dearer++
		}
		if c.cheaper >= b.period {
			c.cheaper++
		}
	}
	m.pass("a period that was waived without an answer")
}

// unanswered reports whether the contract's next period, which is to be charged now, waits for what
// became of a charge of the present one, which was waived without that.
func (m *Model) unanswered(c *contract) bool {
	if m.today >= c.start(c.period+2) || m.stopped(c, c.start(c.period+1)) || c.costs(c.period+1) == 0 || m.ways[c.with] == ended {
		return false
	}
	for _, b := range m.bills {
		if b.of == c && b.forgone && b.period == c.period && c.from == c.period+1 && b.with == c.with {
			return true
		}
	}
	return false
}

// answered hears what became of a charge without which it was decided: what it took goes back.
func (b *debt) answered() {
	if b.forgone = false; b.result == unheard {
		b.asked = b.amount
	}
}

// delayed tells the member of a contract that cannot be charged, once each: that it is late, and
// that viewing has closed.
func (m *Model) delayed(c *contract, morning bool) {
	waits := m.bill(c, "paying") != nil || m.unanswered(c) || c.itself && m.bill(c, "open") != nil && c.heard[c.upcoming().month()] == ""
	switch {
	case !waits || c.ended() || c.leaving() || c.onHold():
	case m.today >= c.watch:
		if !c.closed {
			c.closed = true
			m.mail("viewing-closed")
		}
	case m.today > c.next && morning && !c.late:
		c.late = true
		m.mail("payment-late")
	}
}
