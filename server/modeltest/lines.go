package modeltest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// String is all that must be there.
func (m *Model) String() string {
	var lines []string
	kept := 0
	for _, c := range m.contracts {
		lines = append(lines, contractLine(c.plan, c.status, c.period, c.next.String(), !c.revoked && m.today < c.watch, c.watch.String()))
	}
	for _, c := range m.contracts {
		for _, told := range c.heard {
			if told == takes {
				kept += c.price // for a period that has not begun
			}
		}
	}
	for _, b := range m.bills {
		lines = append(lines, billLine(b.plan, b.period, b.state, b.amount, b.refunded))
		if b.took {
			kept += b.amount - b.refunded
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(m.mails)) {
		lines = append(lines, fmt.Sprintf("mail %s × %d", kind, m.mails[kind]))
	}
	slices.Sort(lines)
	return strings.Join(append(lines, fmt.Sprintf("the provider keeps %d yen", kept)), "\n")
}

func contractLine(plan, status string, period int, next string, watches bool, until string) string {
	if !watches {
		until = "-"
	}
	return fmt.Sprintf("contract of %s: %s, period %d, next %s, watches until %s", plan, status, period, next, until)
}

func billLine(plan string, period int, state string, amount, refunded int) string {
	return fmt.Sprintf("bill of %s, period %02d: %s, %d yen, %d refunded", plan, period, state, amount, refunded)
}

// reached says what is to be seen of the member now.
func (m *Model) reached(saw func(string)) {
	for _, c := range m.contracts {
		saw(c.status)
	}
	for _, b := range m.bills {
		saw("bill " + b.state)
		if b.refunded == b.amount && b.amount > 0 {
			saw("refunded")
		} else if b.refunded > 0 {
			saw("refunded in part")
		}
	}
	for kind := range m.mails {
		saw("mail " + kind)
	}
	for _, corner := range m.passed {
		saw(corner)
	}
}
