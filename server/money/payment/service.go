package payment

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/ent"
	"kaiin/server/base/clock"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
	"kaiin/server/money/gateway"
)

// Service keeps payment methods and takes money. The composition root sets who keeps the bills, the
// contracts, and the months that providers charge by themselves.
type Service struct {
	Store     *store.Store
	Clock     *clock.Clock
	Settings  *settings.Service
	Account   *account.Service
	Throttle  *throttle.Service
	Providers gateway.Providers
	// BankReturn is the address at which banks give the browser back, up to the key of
	// the challenge.
	BankReturn string
	// NoticeBase is the address at which providers send us their notices, up to the
	// provider's name.
	NoticeBase string
	Scripts    Scripts

	Ledger          Ledger
	Contracts       Contracts
	ProviderBilling ProviderBilling
}

// Ledger writes what becomes of charges to the bills that they are for.
type Ledger interface {
	// Recorded writes an outcome to the bill, in the transaction that records it. Nothing but the
	// database may prevent it.
	Recorded(ctx context.Context, o Outcome) error
	// Applied carries out what a final outcome means, once, and says whether money that was taken
	// was wanted.
	Applied(ctx context.Context, o Outcome) (wanted bool, err error)
	// Refunded writes to the bill what was given back.
	Refunded(ctx context.Context, c *ent.Charge, r *ent.Refund) error
	// GivenUp decides about the bill without the charge. The charge's time is over, and the
	// provider has told nothing about it. It may be called again, and the charge stays open until
	// its outcome is known.
	GivenUp(ctx context.Context, c *ent.Charge) error
	// Corrected writes to the bill that the charge took another sum than it was booked with, in the
	// transaction that books it, and answers the tax in it.
	Corrected(ctx context.Context, c *ent.Charge, yen int) (tax int, err error)
}

// Contracts knows what members pay for again and again.
type Contracts interface {
	// PaidWith reports whether a running contract of the account is paid with the method.
	PaidWith(ctx context.Context, accountID, methodID uuid.UUID) (bool, error)
	// MethodEnded hears that a method was taken out of the wallet because its agreement is over at
	// the provider, in the transaction that does it, once.
	MethodEnded(ctx context.Context, accountID, methodID uuid.UUID) error
}

// ProviderBilling knows the months that providers charge by themselves.
type ProviderBilling interface {
	// Noticed keeps what a notice tells of a month, once, and has it applied by a job. It is not
	// ofMonth if the notice is about something else, such as an order. It is not understood if no
	// month can be made of what it says: then the staff have to act on it.
	Noticed(ctx context.Context, e *ent.GatewayEvent) (ofMonth, understood bool, err error)
}

// Scripts is what the provider's card scripts in the browser need. They hold no secret.
type Scripts struct{ MerchantID, ServiceID, TokenURL, TDSURL string }

// CallLimit bounds one call of the gateway. An adapter's own limit should be shorter.
const CallLimit = 25 * time.Second

// jobLimit bounds a job that calls the gateway. Every call of the job can run into its own limit
// before.
const jobLimit = 3 * time.Minute

// Jobs adds the jobs of this package.
func (s *Service) Jobs(workers *river.Workers) {
	resolveJob.Add(workers, func(ctx context.Context, job *river.Job[ResolveArgs]) error {
		return s.resolveOrFail(ctx, job.Args.ChargeID)
	})
	refundJob.Add(workers, func(ctx context.Context, job *river.Job[RefundArgs]) error { return s.CarryOut(ctx, job.Args.RefundID) })
	forgetJob.Add(workers, func(ctx context.Context, job *river.Job[ForgetArgs]) error { return s.Forget(ctx, job.Args.MethodID) })
	endJob.Add(workers, func(ctx context.Context, job *river.Job[EndArgs]) error { return s.end(ctx, job.Args.MethodID) })
	noticeJob.Add(workers, func(ctx context.Context, job *river.Job[NoticeArgs]) error { return s.Act(ctx, job.Args.EventID) })
}

// outside calls the gateway within CallLimit.
func (s *Service) outside(ctx context.Context, call func(context.Context) error) error {
	return Outside(ctx, CallLimit, call)
}

// Outside calls a gateway. A member who closes the browser does not interrupt it, and it never runs
// while a transaction is open, since its effect could not be rolled back.
func Outside(ctx context.Context, limit time.Duration, call func(context.Context) error) error {
	if store.InTx(ctx) {
		return errors.New("the payment gateway was called inside a transaction")
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	return call(ctx)
}
