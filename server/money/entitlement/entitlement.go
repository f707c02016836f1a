package entitlement

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent/entitlement"
	"kaiin/ent/predicate"
	"kaiin/server/base/clock"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/shop/catalog"
)

// Service keeps what members may watch. Its methods join the caller's transaction.
type Service struct {
	Store    *store.Store
	Clock    *clock.Clock
	Catalog  *catalog.Service
	Settings *settings.Service

	Listeners []Listener // may be empty
}

// Listener is told of an account whose member may watch more or less than before, or until another
// moment. It is called in the transaction of the change and must not call the outside. Of what runs
// out because its time is over it is told by Due.
type Listener interface {
	WatchableChanged(ctx context.Context, accountID uuid.UUID) error
}

// changed is err, or else what the listeners say.
func (s *Service) changed(ctx context.Context, accountID uuid.UUID, err error) error {
	for _, listener := range s.Listeners {
		if err == nil {
			err = listener.WatchableChanged(ctx, accountID)
		}
	}
	return err
}

// Grant is something a member has bought.
type Grant struct {
	AccountID      uuid.UUID
	PlanID         string
	OrderID        uuid.UUID
	SubscriptionID *uuid.UUID
	ExpiresAt      *time.Time // nil: never
}

// Give lets the member watch what the order bought.
func (s *Service) Give(ctx context.Context, g Grant) error {
	return s.changed(ctx, g.AccountID, s.Store.Client(ctx).Entitlement.Create().SetAccountID(g.AccountID).SetPlanID(g.PlanID).
		SetSource(entitlement.SourceOrder).SetSourceID(g.OrderID).SetNillableSubscriptionID(g.SubscriptionID).
		SetStartsAt(s.Clock.Now()).SetNillableExpiresAt(g.ExpiresAt).SetCreatedAt(s.Clock.Now()).Exec(ctx))
}

// Until makes what a contract of the account entitles to end at the moment, and hold again if it
// was revoked.
func (s *Service) Until(ctx context.Context, accountID, subscriptionID uuid.UUID, at time.Time) error {
	return s.changed(ctx, accountID,
		s.Store.Client(ctx).Entitlement.Update().Where(entitlement.SubscriptionID(subscriptionID)).SetExpiresAt(at).ClearRevokedAt().ClearLapseToldAt().Exec(ctx))
}

// Switch has what a contract of the account entitles to be that of the plan.
func (s *Service) Switch(ctx context.Context, accountID, subscriptionID uuid.UUID, planID string) error {
	return s.changed(ctx, accountID,
		s.Store.Client(ctx).Entitlement.Update().Where(entitlement.SubscriptionIDEQ(subscriptionID)).SetPlanID(planID).Exec(ctx))
}

// Revoke ends what a contract of the account entitles to, now.
func (s *Service) Revoke(ctx context.Context, accountID, subscriptionID uuid.UUID) error {
	return s.revoke(ctx, accountID, entitlement.SubscriptionID(subscriptionID))
}

// Leave ends everything the member may still watch, now, because the member leaves.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	return s.revoke(ctx, accountID, entitlement.AccountID(accountID))
}

func (s *Service) revoke(ctx context.Context, accountID uuid.UUID, which predicate.Entitlement) error {
	now := s.Clock.Now()
	return s.changed(ctx, accountID, s.Store.Client(ctx).Entitlement.Update().Where(which, watchable(now)).SetRevokedAt(now).Exec(ctx))
}

// Return ends what the order of the account entitles to, now, because all of its money went back.
// What came with a contract ends with the contract.
func (s *Service) Return(ctx context.Context, accountID, orderID uuid.UUID) error {
	return s.revoke(ctx, accountID, entitlement.And(entitlement.SourceEQ(entitlement.SourceOrder), entitlement.SourceID(orderID), entitlement.SubscriptionIDIsNil()))
}

// held holds for what Held is about.
func (s *Service) held(accountID uuid.UUID, planIDs []string) []predicate.Entitlement {
	return []predicate.Entitlement{
		entitlement.AccountID(accountID), entitlement.PlanIDIn(planIDs...), entitlement.SubscriptionIDIsNil(), watchable(s.Clock.Now()),
	}
}

// Held are those of the plans that the member has without a contract: bought for good, or rented
// and not over. A visitor has none.
func (s *Service) Held(ctx context.Context, accountID uuid.UUID, planIDs ...string) (map[string]bool, error) {
	held := map[string]bool{}
	if accountID == uuid.Nil || len(planIDs) == 0 {
		return held, nil
	}
	rows, err := s.Store.Client(ctx).Entitlement.Query().Where(s.held(accountID, planIDs)...).Select(entitlement.FieldPlanID).Strings(ctx)
	for _, id := range rows {
		held[id] = true
	}
	return held, err
}

// HeldBeside is an expression of SQL: what Held answers, as ids with spaces between, for a
// statement that reads something else of the member.
func (s *Service) HeldBeside(accountID uuid.UUID, planIDs ...string) sql.Querier {
	return sql.ExprFunc(func(b *sql.Builder) {
		held := sql.Dialect(b.Dialect()).Table(entitlement.Table)
		q := sql.Dialect(b.Dialect()).Select("string_agg(" + entitlement.FieldPlanID + ", ' ')").From(held)
		for _, where := range s.held(accountID, planIDs) {
			where(q)
		}
		b.Wrap(func(b *sql.Builder) { b.Join(q) })
	})
}

// watchable holds for what gives a right to watch at the moment.
func watchable(now time.Time) predicate.Entitlement {
	return entitlement.And(entitlement.RevokedAtIsNil(), entitlement.Or(entitlement.ExpiresAtIsNil(), entitlement.ExpiresAtGT(now)))
}
