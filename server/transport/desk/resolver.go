package desk

import (
	"context"
	"encoding/json"
	"log/slog"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/notify"
	"kaiin/server/desk/members"
	"kaiin/server/desk/people"
	"kaiin/server/desk/proposal"
	"kaiin/server/desk/records"
	"kaiin/server/desk/search"
	"kaiin/server/identity/account"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/session"
	"kaiin/server/leaving/blocking"
	"kaiin/server/leaving/withdrawal"
	"kaiin/server/money/billing"
	"kaiin/server/money/payment"
	"kaiin/server/money/providerbilling"
	"kaiin/server/money/purchase"
	"kaiin/server/money/subscription"
	"kaiin/server/staff/acts"
	"kaiin/server/transport/desk/gate"
	"kaiin/server/transport/desk/generated"
)

// Owners are those of the desk.
type Owners interface {
	// Tell mails all of them.
	Tell(ctx context.Context, m notify.Message) error
}

// Resolver holds what resolvers ask.
type Resolver struct {
	Acts    *acts.Service
	Clock   *clock.Clock
	Session *session.Service
	Members *members.Service

	Account    *account.Service
	Credential *credential.Service

	Records *records.Service
	Search  *search.Service
	People  *people.Service

	Proposals       *proposal.Service
	Payment         *payment.Service
	Billing         *billing.Service
	Subscription    *subscription.Service
	Purchase        *purchase.Service
	ProviderBilling *providerbilling.Service
	Blocking        *blocking.Service
	Withdrawal      *withdrawal.Service
	Owners          Owners

	// Show is what is on a page of a member, read where nothing can be changed. contract is for the
	// page of one.
	Show func(ctx context.Context, member uuid.UUID, screen members.Screen, contract string) (json.RawMessage, error)
}

// New is what runs the operations of the staff with r.
func New(r *Resolver, log *slog.Logger) (*gate.Executor, error) {
	proposable := func(field string) bool { return runners[field] != nil }
	return gate.New(r.Acts, log, proposable, func(staff gate.Directive) graphql.ExecutableSchema {
		return generated.NewExecutableSchema(generated.Config{Resolvers: r, Directives: generated.DirectiveRoot{Staff: staff}})
	})
}
