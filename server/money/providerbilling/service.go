package providerbilling

import (
	"context"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/ent"
	"kaiin/server/base/clock"
	"kaiin/server/base/store"
	"kaiin/server/money/payment"
)

// Service applies what providers tell of the months that they charge by themselves. The composition
// root sets who knows what members pay for.
type Service struct {
	Store   *store.Store
	Clock   *clock.Clock
	Payment *payment.Service

	Contracts Contracts
}

// Contracts knows what is owed for a month.
type Contracts interface {
	// Claim says what the contract that began with the bill of the order wants of a month that its
	// provider charged by itself. It runs in the transaction that applies the month.
	Claim(ctx context.Context, m Month) (Claim, error)
}

// Month is what a provider tells of a month of the contract that was bought with the bill.
type Month struct {
	First  uuid.UUID // the bill of the order
	Method *ent.PaymentMethod
	Month  string // YYYYMM
	Amount int    // yen
	Paid   bool   // else it could not be taken

	Answered bool // by the staff: another sum than is owed pays it, too
}

// Claim is what a contract wants of a month. Its zero value is nothing.
type Claim struct {
	Waits   bool       // until the contract asks again
	Differs bool       // its bill is of another amount
	Charge  uuid.UUID  // the attempt at its bill that is to be concluded
	Unowed  *uuid.UUID // the bill that stands for money that goes back
}

// Jobs adds the job of this package.
func (s *Service) Jobs(workers *river.Workers) {
	monthJob.Add(workers, func(ctx context.Context, job *river.Job[MonthArgs]) error { return s.ApplyMonth(ctx, job.Args.EventID) })
}
