package modeltest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Bank is how the provider is during a tick.
type Bank string

const (
	Up   Bank = ""
	Deaf Bank = "deaf" // nothing reaches it
	Mute Bank = "mute" // it authorises what it is asked to, and its answer is lost
	Half Bank = "half" // it answers charges; settling takes effect, and its answer is lost
)

// Card is how the member's card is.
type Card string

const (
	Fine     Card = "fine"
	Declined Card = "declined"
	Lost     Card = "lost"
	Over     Card = "over" // of PayPal: the member has ended the agreement there
)

// Slip is what goes wrong once during a tick in which the provider is up.
type Slip string

const (
	NoSlip       Slip = ""
	ChargeBefore Slip = "charge lost"
	ChargeAfter  Slip = "charge unheard"
	CommitBefore Slip = "settling lost"
	CommitAfter  Slip = "settling unheard"
)

// Act is something that a member or the staff does.
type Act struct {
	Do   string // buy, buy unapplied, cancel, undo, retry, change, refund, refund part, leave, join, end, extend, waive, switch, keep
	Plan string
	With string // what an order is paid with; how the carrier's page ends; how the end of the agreement with PayPal shows; the plan it is switched to
	Code string // of a campaign
}

// Turn is what happens to one member in one tick: the card changes, the acts follow, and something
// slips while the workers run.
type Turn struct {
	Card   Card   // empty: as before
	PayPal Card   // how its agreement is charged; empty: as before
	Month  string // what the carrier of au simple tells of the month; empty: nothing
	Acts   []Act
	Slip   Slip
}

// Tick moves the clock; the workers stood still meanwhile.
type Tick struct {
	Days, Hour int // so many days later, ten minutes past the hour in Tokyo
	Bank       Bank
	Stop       string // a plan that the store decides to renew no more, StopIn days from now
	StopIn     int
	Raise      string // a plan that costs more from now on, for running contracts RaiseIn days from now
	RaiseIn    int
}

// What an order is paid with: the first card, PayPal, a carrier that was joined by a form, or
// nothing beside a campaign's code. A contract is also paid with the second card, which is
// always fine.
const (
	card    = ""
	second  = "second card"
	payPal  = "PayPal"
	carrier = "carrier"
	alone   = "code alone"
	// au simple is charged by its carrier, after the member has agreed on its page, or refused.
	auSimple  = "au simple"
	auRefused = "au simple, refused"
)

// How the carrier's page ends, as its notice says: at once, too late, or never.
const (
	agrees  = "agrees"
	refuses = "refuses"
	late    = "late"
	never   = "never"
)

// How it shows that the member has ended the agreement with PayPal: by its notice, or when it
// is charged.
const (
	told   = "told"
	untold = "untold"
)

// tellingFrom is the hour of a tick after which members are told of what comes: the workers then
// run past ten o'clock.
const tellingFrom = 9

// So many ticks a life has.
const shortest, longest = 4, 7

// Script is the life of a world. Every member has a turn for each tick.
type Script struct {
	Resting bool // the provider is not asked while it does not answer; then it is deaf or up, and no member buys while it is deaf
	Ticks   []Tick
	Members [][]Turn
}

var planIDs = []string{"standard", "trial", "annual", "weekly", "short"}

// liked are the plans that members choose from: those that renew every few days cost the most to
// live with.
var liked = []string{"standard", "standard", "standard", "trial", "trial", "annual", "weekly", "short"}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// draw makes a script of as many members.
func draw(r *rand.Rand, members int) Script {
	s, ticks := Script{Resting: r.IntN(3) == 0}, shortest+r.IntN(longest-shortest+1)
	hour := 9
	raised := map[string]bool{}
	for i := range ticks {
		t := Tick{Hour: hour}
		if i > 0 {
			t.Days, t.Hour = pick(r, 0, 0, 0, 1, 1, 1, 1, 2, 4, 7, 10, 14, 17, 28, 30, 31, 31, 61), pick(r, 0, 4, 9, 14, 20)
			if t.Days == 0 && t.Hour < hour+3 {
				t.Days = 1
			}
			if r.IntN(4) == 0 {
				t.Bank = pick(r, Deaf, Mute, Half)
			}
			if s.Resting && t.Bank != Up {
				t.Bank = Deaf
			}
			if s.Ticks[i-1].Bank != Up && r.IntN(2) == 0 {
				t.Bank = s.Ticks[i-1].Bank
			}
		}
		if r.IntN(12) == 0 {
			t.Stop, t.StopIn = pick(r, planIDs...), pick(r, 0, 1, 14, 31, 40, 90)
		}
		if plan := pick(r, planIDs...); r.IntN(4) == 0 && !raised[plan] {
			t.Raise, t.RaiseIn, raised[plan] = plan, pick(r, 30, 31, 45), true
		}
		hour = t.Hour
		s.Ticks = append(s.Ticks, t)
	}
	if i := 1 + r.IntN(ticks-2); r.IntN(3) > 0 { // an outage that is longer than charges are waited for
		s.Ticks[i].Bank = pick(r, Deaf, Mute, Half)
		if s.Resting {
			s.Ticks[i].Bank = Deaf
		}
		s.Ticks[i].Days, s.Ticks[i+1].Bank, s.Ticks[i+1].Days = pick(r, 28, 31, 31, 32), s.Ticks[i].Bank, pick(r, 1, 4, 5, 7, 10)
	}
	for range members {
		var turns []Turn
		favourites := []string{pick(r, liked...), pick(r, liked...)}
		for i := range ticks {
			turns = append(turns, turn(r, i, favourites))
		}
		s.Members = append(s.Members, turns)
	}
	return s
}

func turn(r *rand.Rand, tick int, favourites []string) Turn {
	var t Turn
	if r.IntN(5) == 0 {
		t.Card = pick(r, Fine, Fine, Fine, Declined, Declined, Lost)
	}
	if r.IntN(6) == 0 {
		t.Slip = pick(r, ChargeBefore, ChargeAfter, CommitBefore, CommitAfter)
	}
	if r.IntN(8) == 0 {
		t.PayPal = pick(r, Fine, Fine, Declined)
	}
	t.Month = pick(r, takes, takes, takes, cannot, "", "")
	if tick == 0 {
		t.Acts = append(t.Acts, order(r, Act{Do: "buy", Plan: favourites[0]}))
	}
	for range pick(r, 0, 0, 0, 1, 1, 2) {
		do := pick(r, "buy", "buy", "cancel", "cancel", "cancel", "undo", "undo", "undo", "retry", "retry", "retry", "change", "change", "change", "buy unapplied", "refund", "refund part", "refund part", "leave", "join", "join", "end", "extend", "extend", "waive", "waive", "waive", "switch", "switch", "switch", "keep")
		if do == "leave" && r.IntN(3) > 0 {
			do = "undo"
		}
		a := Act{Do: do, Plan: pick(r, favourites...)}
		switch do {
		case "buy", "buy unapplied":
			a = order(r, a)
		case "switch":
			a.With = pick(r, append(group, group[2], "weekly")...)
		case "join":
			a.With = pick(r, agrees, agrees, agrees, refuses, late, never)
		case "end":
			a.With = pick(r, told, untold)
		}
		t.Acts = append(t.Acts, a)
	}
	return t
}

// order is the act of buying, with something.
func order(r *rand.Rand, a Act) Act {
	a.With = pick(r, card, card, card, payPal, payPal, carrier, carrier, alone, auSimple, auSimple, auRefused)
	if simple := a.With == auSimple || a.With == auRefused; a.With == alone || r.IntN(3) == 0 && !simple || r.IntN(10) == 0 {
		a.Code = pick(r, codes...)
	}
	if a.With == alone && r.IntN(8) == 0 {
		a.Code = ""
	}
	return a
}

// only is the script of one member, up to the tick.
func (s Script) only(member, tick int) Script {
	return Script{Resting: s.Resting, Ticks: s.Ticks[:tick+1], Members: [][]Turn{s.Members[member][:tick+1]}}
}

// smaller are the scripts that lack one thing of the script of one member, boldest first.
func (s Script) smaller() (all []Script) {
	last := len(s.Ticks) - 1
	with := func(change func(*Script)) {
		c := Script{Resting: s.Resting, Ticks: append([]Tick(nil), s.Ticks...), Members: [][]Turn{append([]Turn(nil), s.Members[0]...)}}
		change(&c)
		all = append(all, c)
	}
	for i := last - 1; i > 0; i-- {
		with(func(c *Script) {
			c.Ticks[i+1].Days += c.Ticks[i].Days
			c.Ticks = append(c.Ticks[:i], c.Ticks[i+1:]...)
			c.Members[0] = append(c.Members[0][:i], c.Members[0][i+1:]...)
		})
	}
	for i, t := range s.Members[0] {
		for j := range t.Acts {
			with(func(c *Script) {
				c.Members[0][i].Acts = append(append([]Act(nil), t.Acts[:j]...), t.Acts[j+1:]...)
			})
		}
		if t.Card != "" {
			with(func(c *Script) { c.Members[0][i].Card = "" })
		}
		if t.PayPal != "" {
			with(func(c *Script) { c.Members[0][i].PayPal = "" })
		}
		if t.Month != "" {
			with(func(c *Script) { c.Members[0][i].Month = "" })
		}
		if t.Slip != "" {
			with(func(c *Script) { c.Members[0][i].Slip = "" })
		}
		if s.Ticks[i].Bank != Up {
			with(func(c *Script) { c.Ticks[i].Bank = Up })
		}
		if s.Ticks[i].Stop != "" {
			with(func(c *Script) { c.Ticks[i].Stop = "" })
		}
		if s.Ticks[i].Raise != "" {
			with(func(c *Script) { c.Ticks[i].Raise = "" })
		}
	}
	return all
}

// String is the script as one reads it.
func (s Script) String() string {
	var b strings.Builder
	if s.Resting {
		b.WriteString("the provider is not asked while it does not answer\n")
	}
	for i, t := range s.Ticks {
		fmt.Fprintf(&b, "%+d days, %02d:10", t.Days, t.Hour)
		if t.Bank != Up {
			fmt.Fprintf(&b, ", the provider is %s", t.Bank)
		}
		if t.Stop != "" {
			fmt.Fprintf(&b, ", %s is going to stop in %d days", t.Stop, t.StopIn)
		}
		if t.Raise != "" {
			fmt.Fprintf(&b, ", %s costs more, running contracts in %d days", t.Raise, t.RaiseIn)
		}
		for m, turns := range s.Members {
			fmt.Fprintf(&b, "\n    member %d: %+v", m, turns[i])
		}
		b.WriteString("\n")
	}
	return b.String()
}
