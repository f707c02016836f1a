package modeltest

import (
	"context"
	"slices"

	"kaiin/server/base/fault"
	"kaiin/server/money/purchase"
)

// group are plans that exclude each other: a member has one of them, and may change it to another.
var group = []string{"standard", "trial", "annual"}

// version is what a plan is sold as.
type version struct {
	yen  int
	stop day
}

func (m *Model) version(plan string) version {
	v := version{sold[plan].price, m.stops[plan]}
	if m.prices[plan].yen != 0 {
		v.yen = m.prices[plan].yen
	}
	return v
}

// sibling is the member's running contract of another plan of the plan's group.
func (m *Model) sibling(plan string) *contract {
	for _, c := range m.contracts {
		if c.plan != plan && !c.ended() && exclude(c.plan, plan) {
			return c
		}
	}
	return nil
}

func exclude(a, b string) bool { return slices.Contains(group, a) && slices.Contains(group, b) }

// fixed is the code of what keeps a contract's plan from being changed; "" when it can be.
func (m *Model) fixed(c *contract) string {
	open := m.bill(c, "open")
	switch {
	case c.leaving():
		return string(fault.PlanChangeCancelled)
	case c.onHold(), open != nil && open.refusedOn != 0:
		return string(fault.PlanChangeUnpaid)
	case c.itself, c.with == alone, !slices.Contains(group, c.plan) && c.chosen == "":
		return string(fault.PlanNotChangeable)
	case m.decided(c), m.today >= c.next:
		return string(fault.SubscriptionRenewingPlan)
	}
	return ""
}

// Switch has the contract of the plan be of another one from its next period on.
func (m *Model) Switch(plan, to string) string {
	c := m.running(plan)
	if c == nil {
		return string(fault.CodeNotFound)
	}
	if code := m.fixed(c); code != "" {
		return code
	}
	from, as := c.start(c.period+1), m.version(to)
	switch {
	case c.chosen == to && c.chosenAs == as:
		return ""
	case to == plan, !exclude(plan, to), as.stop != 0 && from > as.stop:
		return string(fault.ProductUnavailable)
	}
	c.chosen, c.chosenAs, c.switched = to, as, false
	m.mail("plan-change-taken")
	return ""
}

// Keep takes that back.
func (m *Model) Keep(plan string) string {
	c := m.running(plan)
	switch {
	case c == nil:
		return string(fault.CodeNotFound)
	case c.chosen == "" && c.switched:
		return string(fault.SubscriptionRenewingPlan)
	case c.chosen == "":
		return ""
	}
	if code := m.fixed(c); code != "" && !c.onHold() {
		return code
	}
	c.chosen = ""
	m.mail("plan-change-undone")
	return ""
}

// switched makes the contract, whose next period begins today or has begun, one of the plan that
// was chosen.
func (m *Model) switched(c *contract) {
	if c.cheaper > c.period {
		m.pass("a discount that was lost to another plan")
	}
	if c.period == 0 {
		m.pass("another plan after the free days")
	}
	p := sold[c.chosen]
	c.former = append(c.former, c.plan)
	c.anchor, c.from = c.start(c.period+1), c.period+1
	c.plan, c.months, c.length, c.deal = c.chosen, p.months, p.days, deal{price: c.chosenAs.yen, stop: c.chosenAs.stop}
	c.again, c.dearer, c.chosen, c.switched = 0, 0, "", true
	m.pass("another plan")
}

// drop leaves the contract of its plan: the store has stopped the chosen one before its first day.
func (m *Model) drop(c *contract) {
	c.chosen = ""
	m.mail("plan-change-undone")
	m.pass("a chosen plan that was stopped")
}

// stoppedNext is stopped for the plan that the contract's next period is of.
func (m *Model) stoppedNext(c *contract, from day) bool {
	if c.chosen == "" {
		return m.stopped(c, from)
	}
	return c.chosenAs.stop != 0 && from > c.chosenAs.stop || m.stops[c.chosen] != 0 && from > m.stops[c.chosen]
}

// had reports whether the member has, or had, a contract of the plan.
func (m *Model) had(plan string) bool {
	return slices.ContainsFunc(m.contracts, func(c *contract) bool { return c.plan == plan || slices.Contains(c.former, plan) })
}

// choose reads what the change to the plan means, and agrees to it.
func (w *world) choose(ctx context.Context, m *member, id, to string) error {
	page, err := w.purchase.PlanChangeConfirmPage(ctx, m.Actor, id, to)
	if err != nil {
		return err
	}
	_, err = w.purchase.ChangePlan(ctx, m.Actor, id, purchase.PlanChange{PlanID: to, Shown: page.Shown})
	return err
}
