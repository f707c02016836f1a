package modeltest

// notice is how many days before it counts a member is told of a new price.
const notice = 30

// price is what the store sells a plan for now, and from which day on running contracts cost it, too.
type price struct {
	yen  int
	from day
}

// price is what a contract costs that begins now.
func (m *Model) price(plan string) int {
	if p, changed := m.prices[plan]; changed {
		return p.yen
	}
	return sold[plan].price
}

// costs is the price of the contract's period.
func (c *contract) costs(period int) int {
	if c.dearer != 0 && period >= c.dearer {
		return c.again
	}
	return c.price
}

// tell looks, once a day after ten o'clock, whether the member has to be told of a new price: it counts from the first period on that
// begins on the store's day, and not before the notice is over.
func (m *Model) tell(c *contract) {
	p, changed := m.prices[c.plan]
	if c.ended() || m.hours%24 < tellingFrom || c.told == m.today {
		return
	}
	c.told = m.today
	if !changed || c.onHold() || c.leaving() {
		return
	}
	n := c.period + 1
	for c.start(n) < max(p.from, m.today+notice) {
		n++
	}
	if m.stopped(c, c.start(n)) || c.costs(n) == p.yen {
		return
	}
	c.again, c.dearer = p.yen, n
	m.mail("price-changes")
}
