package reconciliation

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"

	"kaiin/server/base/clock"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/money/payment"
)

// Service compares the providers' lists with the book.
type Service struct {
	Store    *store.Store
	Clock    *clock.Clock
	Settings *settings.Service
	Payment  *payment.Service

	asked atomic.Pointer[clock.Day] // the last day for which this process has asked for the job
}

// listLimit bounds the reading of one list, which may have many pages.
const listLimit = 2 * time.Minute

// batch is how many lines or charges are compared in one transaction.
const batch = 500

// Kinds of gateway_events.
const (
	eventSale    = "sale"
	eventRefund  = "refund"
	eventMissing = "missing" // a charge of ours that is in no list
	eventForeign = "foreign" // a line of something that was not made through us, which is not asked for again
	eventList    = "list"    // a day's list that was compared as a whole, or, with no day in its key, the first day to compare
)

// Comparison is how a day's list compares with the book. Each difference is an error in the log
// when it is seen first.
type Comparison struct {
	Day     clock.Day `json:"day"`
	Lines   int       `json:"lines"`   // of the provider's list
	Unknown int       `json:"unknown"` // sales we do not know, given back after the store's days
	Differs int       `json:"differs"` // lines that do not agree with their charge
	Missing int       `json:"missing"` // charges that are in no list

	provider string
	whole    bool // both lists of the day were complete, and none of its lines is of a charge that is still open
	open     int  // lines of charges that are still open
}

// Right reports whether list and book agree.
func (r Comparison) Right() bool { return r.Unknown+r.Differs+r.Missing == 0 }

// Jobs adds the job of this package.
func (s *Service) Jobs(workers *river.Workers) {
	reconcileJob.Add(workers, func(ctx context.Context, _ *river.Job[ReconcileArgs]) error { return s.reconcileAll(ctx) })
}
