package records

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/keyset"
	"kaiin/server/base/words"
)

// Method is what a member pays with.
type Method struct {
	ID, AccountID                     uuid.UUID
	Type, State, Provider             string
	CardBrand, CardSuffix, CardExpire string
	DeletedAt                         *time.Time
	CreatedAt                         time.Time
}

var methods = list[Method]{
	table: "payment_methods", time: "created_at",
	columns: `t.id, t.account_id, t.payment_method_type, t.state, t.provider, t.card_brand, t.card_suffix, t.card_expire, t.deleted_at, t.created_at`,
	fields: func(m *Method) []any {
		return []any{&m.ID, &m.AccountID, &m.Type, &m.State, &m.Provider, &m.CardBrand, &m.CardSuffix, &m.CardExpire, mayBe{&m.DeletedAt}, at{&m.CreatedAt}}
	},
	id: func(m Method) uuid.UUID { return m.ID },
}

// Cursor is the place of the row in its list, after which a page begins.
func (m Method) Cursor() keyset.Cursor { return keyset.Cursor{At: m.CreatedAt, ID: m.ID} }

// Entitlement is what a member may watch.
type Entitlement struct {
	ID, AccountID        uuid.UUID
	PlanID               string
	PlanName             words.Text // as the plan is called now
	Source               string
	SourceID             uuid.UUID
	ContractID           *uuid.UUID
	StartsAt             time.Time
	ExpiresAt, RevokedAt *time.Time
	CreatedAt            time.Time
}

var entitlements = list[Entitlement]{
	table: "entitlements", time: "created_at",
	columns: `t.id, t.account_id, t.plan_id, p.name, t.source, t.source_id, t.subscription_id, t.starts_at, t.expires_at, t.revoked_at, t.created_at`,
	join:    `LEFT JOIN LATERAL (SELECT * FROM plans WHERE id = t.plan_id LIMIT 1) AS p ON true`,
	fields: func(e *Entitlement) []any {
		return []any{
			&e.ID, &e.AccountID, &e.PlanID, document{&e.PlanName}, &e.Source, &e.SourceID, &e.ContractID, at{&e.StartsAt}, mayBe{&e.ExpiresAt}, mayBe{&e.RevokedAt}, at{&e.CreatedAt},
		}
	},
	id: func(e Entitlement) uuid.UUID { return e.ID },
}

// Cursor is the place of the row in its list, after which a page begins.
func (e Entitlement) Cursor() keyset.Cursor { return keyset.Cursor{At: e.CreatedAt, ID: e.ID} }

// Evidence is the page that an order was made on, as it is kept, without the page.
type Evidence struct {
	ID, AccountID, OrderID uuid.UUID
	Sequence               int
	Locale                 string
	CreatedAt              time.Time
}

var evidence = list[Evidence]{
	table: "order_evidence", time: "created_at",
	columns: `t.id, t.account_id, t.order_id, t.sequence, t.locale, t.created_at`,
	fields: func(e *Evidence) []any {
		return []any{&e.ID, &e.AccountID, &e.OrderID, &e.Sequence, &e.Locale, at{&e.CreatedAt}}
	},
	id: func(e Evidence) uuid.UUID { return e.ID },
}

// Cursor is the place of the row in its list, after which a page begins.
func (e Evidence) Cursor() keyset.Cursor { return keyset.Cursor{At: e.CreatedAt, ID: e.ID} }

// ofAccount is a page of the rows that the account has.
func ofAccount[T any](ctx context.Context, s *Service, l list[T], account uuid.UUID, p keyset.Page) ([]T, bool, error) {
	f := l.find(s)
	f.ids("accountId", "account_id", []uuid.UUID{account})
	return l.page(ctx, s, f, p)
}

// Methods is a page of what the member pays with, and paid with before. Fault: INVALID_FORMAT.
func (s *Service) Methods(ctx context.Context, account uuid.UUID, p keyset.Page) ([]Method, bool, error) {
	return ofAccount(ctx, s, methods, account, p)
}

// Entitlements is a page of what the member may watch, and what is over. Fault: INVALID_FORMAT.
func (s *Service) Entitlements(ctx context.Context, account uuid.UUID, p keyset.Page) ([]Entitlement, bool, error) {
	return ofAccount(ctx, s, entitlements, account, p)
}

// Evidence is a page of what is kept of the member's orders. Fault: INVALID_FORMAT.
func (s *Service) Evidence(ctx context.Context, account uuid.UUID, p keyset.Page) ([]Evidence, bool, error) {
	return ofAccount(ctx, s, evidence, account, p)
}
