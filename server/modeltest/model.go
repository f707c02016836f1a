package modeltest

import "strings"

// What the store of the test says.
var sold = map[string]struct{ price, trial, months, days int }{
	"standard": {price: 1100, months: 1}, "trial": {price: 980, trial: 14, months: 1},
	"annual": {price: 9800, months: 12}, "weekly": {price: 300, days: 7}, "short": {price: 250, days: 5},
}

const retryDays, graceDays, holdDays = 3, 7, 30

// chargeResult is the result of a charge at the provider.
type chargeResult string

const (
	settled    chargeResult = "settled"
	authorised chargeResult = "authorised" // and we do not know
	unheard    chargeResult = "unheard"    // settled, and we do not know
	nothing    chargeResult = "nothing"    // and we do not know
	refused    chargeResult = "refused"
	hard       chargeResult = "refused for good"
	over       chargeResult = "refused: the agreement is over"
)

type debt struct {
	plan             string
	of               *contract // nil: of an order
	with             string    // the method of its charge
	period, amount   int
	state            string
	refunded, asked  int
	took             bool
	refusedOn, again day // 0: never
	result           chargeResult
	giveUp, tried    day
	itself           bool // the carrier takes the money by itself
	unbooked         bool // the workers have not booked it yet
	forgone          bool // it was decided without the answer to its charge, which is still open
}

type contract struct {
	plan, status, resume string
	period               int // 0 in a trial
	anchor               day // on which period from begins
	from                 int
	next, watch          day // of the next charge; from which on viewing is closed
	held, cancelled      day
	revoked              bool
	deal                 // as it was agreed on
	months, length       int
	again, dearer        int // the price told since, and the period from which on it counts; 0: none
	told                 day // the last day on which it was looked at what the member has to be told
	with                 string
	itself               bool           // the carrier of au simple charges it
	agreement            bool           // and goes on with that
	heard                map[int]string // what it has told, by month
	chosen               string         // the plan from the next period on; "": the same
	chosenAs             version        // what was shown of it
	switched             bool           // what was chosen last is the plan that it is of
	former               []string       // the plans that it was of before
	late, closed         bool           // the member was told that the payment is late, that viewing has closed
}

type pending struct {
	on   day
	b    *debt
	deal deal
	with string
}

// shop is what counts for all members of a world.
type shop struct {
	first  day // of the world
	today  day
	hours  int // since 1970
	bank   Bank
	stops  map[string]day // by plan, as the store says now
	prices map[string]price
	used   map[string]int // orders by campaign
}

// Model is what must have become of one member.
type Model struct {
	*shop
	card      Card
	payPal    Card
	ways      map[string]way
	used      map[string]int // orders by campaign
	unapplied bool           // that the next order was paid is not applied before the workers run
	contracts []*contract
	bills     []*debt
	orders    []*pending // whose outcome is not known
	mails     map[string]int
	undone    map[*contract][]int
	gone      bool
	passed    []string // corners of the rules, for the record
}

func (m *Model) mail(kind string)   { m.mails[kind]++ }
func (m *Model) pass(corner string) { m.passed = append(m.passed, corner) }

// way is the state of the other ways to pay than cards.
type way string

const (
	absent  way = ""
	asked   way = "asked"  // in vain
	agreed  way = "agreed" // and the workers have not heard yet
	there   way = "there"
	leaving way = "leaving" // it is over, and the workers have not heard yet
	ended   way = "ended"
)

// resultOf is what becomes of a charge to the card now.
func (m *Model) resultOf(card Card) chargeResult {
	good := map[Card]chargeResult{Fine: settled, Declined: refused, Lost: hard, Over: over}[card]
	switch {
	case m.bank == Deaf, m.bank == Mute && good != settled:
		return nothing
	case m.bank == Mute:
		return authorised
	case m.bank == Half && good == settled:
		return unheard
	}
	return good
}

func (c *contract) start(period int) day {
	n := period - c.from
	if c.months > 0 {
		return c.anchor.months(n * c.months)
	}
	return c.anchor + day(n*c.length)
}

func (c *contract) ended() bool {
	return strings.HasSuffix(c.status, "CANCELLED") || c.status == "TERMINATED"
}
func (c *contract) leaving() bool { return strings.HasSuffix(c.status, "CANCEL_REQUEST") }
func (c *contract) onHold() bool  { return c.status == "HOLD" || c.status == "TRIAL_HOLD" }
func (c *contract) last() day {
	if strings.Contains(c.status, "HOLD") {
		return c.cancelled
	}
	return c.next - 1
}

func (m *Model) running(plan string) *contract {
	for _, c := range m.contracts {
		if c.plan == plan && !c.ended() {
			return c
		}
	}
	return nil
}

func (m *Model) bill(c *contract, state string) *debt {
	for _, b := range m.bills {
		if b.of == c && b.state == state {
			return b
		}
	}
	return nil
}
