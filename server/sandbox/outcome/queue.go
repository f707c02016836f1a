package outcome

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// The outcomes. Which calls each fits, and what it does to them, is the service's affair.
const (
	OK            = "ok"             // goes its ordinary way; takes a place in the queue before a later entry
	Decline       = "decline"        // refused
	HardDecline   = "hard_decline"   // refused for good: the card was reported lost
	ChallengeOK   = "challenge_ok"   // the card holder is asked to prove himself
	ChallengeFail = "challenge_fail" // the card holder is asked and cannot
	TimeoutBefore = "timeout_before" // no effect, no answer
	TimeoutAfter  = "timeout_after"  // takes effect, no answer
	Late          = "late"           // no answer, takes effect later
	Duplicate     = "duplicate"      // delivered twice; the answer is that to the second delivery
	HTTP500       = "http_500"       // no effect, status 500 with a page of HTML
	Slow          = "slow"           // takes effect, the answer comes late
	Cut           = "cut"            // takes effect, the answer ends in the middle
	Doubled       = "doubled"        // takes effect, the answer comes twice in one body
	Misencoded    = "misencoded"     // takes effect, the answer is in another encoding than it says
	WrongAmount   = "wrong_amount"   // the answer tells another amount
	NoAmount      = "no_amount"      // the answer tells no amount
	ReturnPost    = "return_post"    // the browser comes back by POST instead of GET
)

// MaxTimes bounds how often one entry may repeat.
const MaxTimes = 1000

// Entry is one scripted outcome.
type Entry struct {
	Service  string
	Outcome  string
	Function string        // only calls of this function; empty: the first call the outcome fits
	Times    int           // how many calls are left for it
	Delay    time.Duration // for timeouts and slow answers; zero: the service's own
}

// Service says what may be scripted for one service.
type Service struct {
	Outcomes  []string
	Functions []string
}

// Queue is safe for concurrent use.
type Queue struct {
	services map[string]Service
	mu       sync.Mutex
	entries  []Entry
}

// NewQueue makes a queue for the services given by name.
func NewQueue(services map[string]Service) *Queue { return &Queue{services: services} }

// Push appends an entry. Its error names what is wrong and what would be right.
func (q *Queue) Push(e Entry) error {
	service, ok := q.services[e.Service]
	if !ok {
		return fmt.Errorf("unknown service %q: use one of %s", e.Service, strings.Join(q.names(), ", "))
	}
	if !slices.Contains(service.Outcomes, e.Outcome) {
		return fmt.Errorf("unknown outcome %q for service %s: use one of %s", e.Outcome, e.Service, strings.Join(service.Outcomes, ", "))
	}
	if e.Function != "" && !slices.Contains(service.Functions, e.Function) {
		return fmt.Errorf("unknown function %q of service %s: use one of %s", e.Function, e.Service, strings.Join(service.Functions, ", "))
	}
	if e.Times < 1 || e.Times > MaxTimes {
		return fmt.Errorf("times must be between 1 and %d", MaxTimes)
	}
	if e.Delay < 0 || e.Delay > time.Minute {
		return fmt.Errorf("delay must be between 0s and 1m")
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.entries = append(q.entries, e)
	return nil
}

// Take uses up one time of the first entry of the service that fits.
func (q *Queue) Take(service string, fits func(Entry) bool) (Entry, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i, e := range q.entries {
		if e.Service != service || !fits(e) {
			continue
		}
		if q.entries[i].Times--; q.entries[i].Times == 0 {
			q.entries = slices.Delete(q.entries, i, i+1)
		}
		return e, true
	}
	return Entry{}, false
}

// List is what still waits, first in line first.
func (q *Queue) List() []Entry {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Clone(q.entries)
}

// Clear forgets everything that waits.
func (q *Queue) Clear() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.entries = nil
}

// Outcomes lists what may be scripted for a service, in the order the service declared.
func (q *Queue) Outcomes(service string) []string { return q.services[service].Outcomes }

func (q *Queue) names() []string {
	names := make([]string, 0, len(q.services))
	for name := range q.services {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
