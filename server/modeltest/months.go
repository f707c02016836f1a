package modeltest

// What the carrier of au simple does of a month, as it tells us.
const (
	takes  = "takes"
	cannot = "cannot take"
)

// lastCall is how many days before a month the carrier has to be told that it is not to be charged
// any more.
const lastCall = 2

// month counts the months since the year 0.
func (d day) month() int { return d.date().Year()*12 + int(d.date().Month()) - 1 }

// first is the first day of the month.
func (d day) first() day { return d - day(d.date().Day()-1) }

// upcoming is the first day of the contract's next period: the carrier takes its money on the first
// day of that month.
func (c *contract) upcoming() day { return c.start(c.period + 1) }

// Tell is the carrier telling of the month in which today lies, for each contract that it charges.
// It tells once.
func (m *Model) Tell(what string) {
	for _, c := range m.contracts {
		if what != "" && c.agreement && c.heard[m.today.month()] == "" {
			c.heard[m.today.month()] = what
			m.pass("carrier " + what)
		}
	}
}

// callOff ends what was agreed on with the carrier. What it took for periods to come goes back.
func (m *Model) callOff(c *contract) {
	c.agreement = false
	for n := c.period + 1; c.start(n).month() <= m.today.month(); n++ {
		m.back(c, n)
	}
}

// back has money go back that the carrier took for a period that is not to be paid.
func (m *Model) back(c *contract, period int) {
	month := c.start(period).month()
	if c.heard[month] != takes {
		return
	}
	c.heard[month] = "gone back"
	m.bills = append(m.bills, &debt{plan: c.plan, of: c, period: period, amount: c.price, asked: c.price, state: "void", took: true, itself: true, unbooked: true})
	m.pass("money of a month that was not owed")
}

// expect looks after a contract that the carrier charges by itself: we never do.
func (m *Model) expect(c *contract) {
	for !c.ended() && c.itself {
		b, from, until := m.bill(c, "open"), c.upcoming(), c.start(c.period+2)
		goesOn := !m.stopped(c, from) && c.costs(c.period+1) == c.costs(max(c.period, 1))
		if !goesOn && m.today >= from.first()-lastCall {
			c.agreement = false
		}
		if from > m.today {
			return
		}
		heard := c.heard[from.month()]
		if b == nil && goesOn && (m.today < until || heard == "") {
			b = &debt{plan: c.plan, of: c, period: c.period + 1, amount: c.costs(c.period + 1), state: "open", itself: true}
			m.bills = append(m.bills, b)
		}
		switch {
		case !goesOn:
			m.end(c, "TERMINATED")
		case m.today >= until && heard == "":
			m.callOff(c)
			c.itself = false
			m.hold(c)
			m.pass("a month without a word")
		case m.today >= until:
			m.waive(c, b)
		case heard == takes:
			c.heard[from.month()], b.took = "paid", true
			m.paid(c, b)
			m.pass("a month paid by the carrier")
		case heard == cannot:
			m.callOff(c)
			c.itself = false
			m.hold(c)
			m.pass("a month that the carrier could not take")
		default:
			if m.today >= from+retryDays {
				m.pass("a month that is a question")
			}
			return
		}
	}
}

// waive has a period go by unpaid.
func (m *Model) waive(c *contract, b *debt) {
	if b == nil {
		b = &debt{plan: c.plan, of: c, period: c.period + 1, amount: c.costs(c.period + 1), itself: c.itself}
		m.bills = append(m.bills, b)
	}
	b.state = "waived"
	period := c.period + 1
	c.period, c.next = period, c.start(period+1)
	m.back(c, period)
}
