package money

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
	"kaiin/server/base/clock"
)

// outage is a time in which calls to all providers fail, from before a billing day on. Members
// of each provider live through it side by side, one for each thing that a member may do
// meanwhile (outages_acts_test.go). What has to hold of each of them, whatever failed, are the
// rules of outages_rules_test.go.
type outage struct {
	call, outcome string
	days          int // it is over in the evening of the day so many days after the billing day
}

func (o outage) String() string {
	return fmt.Sprintf("%s %s for %d days", o.call, o.outcome, o.days)
}

const (
	someDays   = 2
	threeWeeks = 21
	settling   = 6 // days after an outage in which everything comes to its end
)

// failing are the functions that a call fails at, by the service of the sandbox: cards and docomo
// at sbps, PayPal's REST API at paypal.
var failing = map[string]map[string][]string{
	"authorise": {"sbps": {renew, "ST01-00104-401"}, "paypal": {"authorize"}},
	"commit":    {"sbps": {commit, "ST02-00201-401"}, "paypal": {"capture"}},
	"look-up":   {"sbps": {lookup, "MG01-00101-401"}, "paypal": {"lookup"}},
	"list":      {"sbps": {"list.csv"}, "paypal": {"report"}},
	"refund":    {"sbps": {"ST02-00303-101", "ST02-00307-101", "ST02-00303-401"}, "paypal": {"refund", "void"}},
	"agreement": {"sbps": {"MG02-00131-101", "MG02-00103-101", "ST02-00309-401", "ST02-00302-401"}, "paypal": {"setup", "vault", "forget"}},
}

// everyCall fails at every call, as a provider does that is down.
const everyCall = "every call"

func functionsOf(call string) map[string][]string {
	if call != everyCall {
		return failing[call]
	}
	all := map[string][]string{}
	for _, functions := range failing {
		for service, names := range functions {
			all[service] = append(all[service], names...)
		}
	}
	return all
}

// outages is the table. The first ones are those that a run of all tests has time for; `make
// outages` has them all.
func outages() (all []outage) {
	all = []outage{{everyCall, "http_500", someDays}}
	for _, call := range []string{everyCall, "authorise", "commit", "look-up", "list", "refund", "agreement"} {
		for _, kind := range []outage{
			{outcome: "http_500", days: threeWeeks}, {outcome: "http_500", days: someDays}, {outcome: "timeout_before", days: someDays},
			{outcome: "timeout_after", days: someDays}, {outcome: "cut", days: someDays},
		} {
			kind.call = call
			if !slices.Contains(all, kind) {
				all = append(all, kind)
			}
		}
	}
	return all
}

const fewOutages = 1

// chosen are the outages that OUTAGES names: "all", or those whose names have its text; without it
// the first few.
func chosen(t *testing.T) (some []outage) {
	t.Helper()
	text := os.Getenv("OUTAGES")
	switch text {
	case "":
		return outages()[:fewOutages]
	case "all":
		return outages()
	}
	for _, o := range outages() {
		if strings.Contains(o.String(), text) {
			some = append(some, o)
		}
	}
	if len(some) == 0 {
		t.Fatalf("OUTAGES is %q, and no outage has that in its name: %v", text, outages())
	}
	return some
}

// While providers do not answer, and after that, every member is treated by the rules of money.
func TestOutages(t *testing.T) { // M-22
	t.Parallel()
	for _, o := range chosen(t) {
		t.Run(o.String(), func(t *testing.T) {
			t.Parallel()
			o.happens(t)
		})
	}
}

// happens goes through the outage, and checks the rules in the end.
func (o outage) happens(t *testing.T) {
	s := &stack{blackbox.New(t, storeText(t))}
	s.Start(blackbox.Program())
	s.noon()
	cells := s.cells(t, o.days > someDays)
	bought := clock.DayOf(s.Now(t))
	for day := 14; day <= 18; day++ { // the trial is over, and refused until it is on hold
		s.Outside.Set(t, bought.AddDays(day).Start().Add(12*time.Hour))
	}
	due := bought.AddMonths(1)
	s.Outside.Set(t, due.AddDays(-1).Start().Add(12*time.Hour))
	for _, c := range cells {
		c.prepares(t)
	}
	seen := &diary{s: s, cells: cells, due: due}
	seen.note(t)
	o.begins(t, s)
	for day := range o.days + settling + 1 {
		at := func(hour, minute int) {
			s.Outside.Set(t, due.AddDays(day).Start().Add(time.Duration(hour)*time.Hour+time.Duration(minute)*time.Minute))
			seen.note(t)
		}
		at(0, 30)
		if day < 2 { // what failed is asked for again
			at(0, 33)
			at(3, 0)
		}
		at(12, 0)
		for _, c := range cells {
			c.spendDay(day)
		}
		if o.call == "refund" && day == 1 { // what was taken unheard of those who have left goes back from now on
			s.Outside.Unscript(t)
			o.fails(t, s, "refund", o.outcome)
		}
		at(18, 0)
		if day == o.days {
			s.Outside.Unscript(t)
		}
		at(22, 0)
	}
	seen.checks(t)
}

// begins scripts the outage. Some calls are only made when another one has failed.
func (o outage) begins(t *testing.T, s *stack) {
	t.Helper()
	switch o.call {
	case "look-up":
		o.fails(t, s, "authorise", "timeout_after")
		o.fails(t, s, o.call, o.outcome)
	case "refund":
		o.fails(t, s, "commit", "timeout_after")
		o.fails(t, s, "look-up", "http_500")
	default:
		o.fails(t, s, o.call, o.outcome)
	}
}

// fails has calls come to the outcome until further notice.
func (o outage) fails(t *testing.T, s *stack, call, outcome string) {
	t.Helper()
	for service, functions := range functionsOf(call) {
		for _, function := range functions {
			for range 3 {
				must(t, s.Outside.Call("POST", "/next", map[string]any{
					"service": service, "outcome": outcome, "function": function, "times": 1000, "delay": "20ms",
				}, nil))
			}
		}
	}
}
