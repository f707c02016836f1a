package modeltest

// notice is how many days before it counts a member is told of a new price.
const notice = 30

// price is what the store sells a plan for now, and from which day on running contracts cost
// it, too.
type price struct {
	yen  int
	from day
}

// deal is what an order agrees on.
type deal struct {
	price    int // yen a period
	off      int // yen off each of the first periods, so many as cheaper says
	cheaper  int
	free     int // days before the first period
	campaign string
	stop     day // the last one on which a period begins; 0: none
}

// now is the yen that is charged with the order.
func (d deal) now() int {
	switch {
	case d.free > 0:
		return 0
	case d.cheaper > 0:
		return d.price - d.off
	}
	return d.price
}

// costs is the price of the contract's period.
func (c *contract) costs(period int) int {
	yen := c.price
	if c.dearer != 0 && period >= c.dearer {
		yen = c.again
	}
	if period <= c.cheaper {
		yen -= c.off
	}
	return yen
}

// tell looks, once a day after ten o'clock, whether the member has to be told of a new price:
// it counts from the first period on that begins on the store's day, and not before the notice
// is over.
func (m *Model) tell(c *contract) {
	p, changed := m.prices[c.plan]
	if c.ended() || m.hours%24 < tellingFrom || c.told == m.today {
		return
	}
	c.told = m.today
	if c.chosen != "" && !c.onHold() && !c.leaving() && m.stoppedNext(c, c.start(c.period+1)) {
		m.drop(c)
	}
	if !changed || c.onHold() || c.leaving() || c.chosen != "" {
		return
	}
	n := c.period + 1
	for c.start(n) < max(p.from, m.today+notice) || n <= c.cheaper {
		n++
	}
	if m.stopped(c, c.start(n)) || c.costs(n) == p.yen {
		return
	}
	c.again, c.dearer = p.yen, n
	m.mail("price-changes")
}
