package desk

import (
	"kaiin/server/base/clock"
	"kaiin/server/desk/members"
	"kaiin/server/desk/proposal"
	"kaiin/server/desk/records"
	"kaiin/server/desk/search"
	"kaiin/server/identity/session"
	"kaiin/server/money/billing"
	"kaiin/server/money/payment"
	"kaiin/server/money/providerbilling"
	"kaiin/server/money/subscription"
	"kaiin/server/staff/acts"
)

// Resolver holds what resolvers ask.
type Resolver struct {
	Acts    *acts.Service
	Clock   *clock.Clock
	Session *session.Service
	Members *members.Service
	Records *records.Service
	Search  *search.Service

	Proposals       *proposal.Service
	Payment         *payment.Service
	Billing         *billing.Service
	Subscription    *subscription.Service
	ProviderBilling *providerbilling.Service
}
