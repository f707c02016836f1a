package paymenttest

import (
	"time"
)

// Call is one of the provider's services.
type Call string

const (
	SaveCard     Call = "save card"
	Forget       Call = "forget"
	Authenticate Call = "authenticate"
	Verdict      Call = "verdict"
	Charge       Call = "charge"
	Commit       Call = "commit"
	Refund       Call = "refund"
	Lookup       Call = "lookup"
	Settlements  Call = "settlements"
)

// Outcome is how the next call ends. The zero Outcome succeeds.
type Outcome string

const (
	OK             Outcome = ""
	Declined       Outcome = "declined"
	HardDeclined   Outcome = "hard declined"
	Ended          Outcome = "ended" // refused: the agreement is over
	Trouble        Outcome = "trouble"
	Rejected       Outcome = "rejected"
	Duplicate      Outcome = "duplicate"       // refused as if the order id were used, whatever the ledger says
	DeliveredTwice Outcome = "delivered twice" // takes effect once; the answer is that to the second delivery
	TimeoutBefore  Outcome = "timeout before the effect"
	TimeoutAfter   Outcome = "timeout after the effect"
	UnderWay       Outcome = "under way" // no answer; takes effect at Land
	DiesBefore     Outcome = "the caller dies before the effect"
	DiesAfter      Outcome = "the caller dies after the effect"
)

// Before runs f once, when the service is called next, before the call has its effect; After runs
// it when it has had it. Meanwhile the caller waits: f is what another process does at that moment.
func (g *Gateway) Before(call Call, f func()) { g.hook(g.before, call, f) }

func (g *Gateway) After(call Call, f func()) { g.hook(g.after, call, f) }

func (g *Gateway) hook(hooks map[Call]func(), call Call, f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	hooks[call] = f
}

func (g *Gateway) run(hooks map[Call]func(), call Call) {
	g.mu.Lock()
	f := hooks[call]
	delete(hooks, call)
	g.mu.Unlock()
	if f != nil {
		f()
	}
}

// Next makes the coming calls of the service end like this, one after another.
func (g *Gateway) Next(call Call, outcomes ...Outcome) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.script[call] = append(g.script[call], outcomes...)
}

// Land lets the calls that are under way take effect, in the order in which they were made.
func (g *Gateway) Land() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, effect := range g.underWay {
		_ = effect() // its caller has gone
	}
	g.underWay = nil
}

// Slow makes every charge take this long.
func (g *Gateway) Slow(latency time.Duration) { g.latency = latency }

// Calls is how often the service was called.
func (g *Gateway) Calls(call Call) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.calls[call]
}
