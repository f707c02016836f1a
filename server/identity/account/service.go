package account

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/flow"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/identity/session"
	"kaiin/server/shop/catalog"
)

// Service keeps who the members are.
type Service struct {
	Store    *store.Store
	Clock    *clock.Clock
	Catalog  *catalog.Service
	Settings *settings.Service
	Session  *session.Service
	Flow     *flow.Service
	Notify   *notify.Service
}

// Find is the account with the id. Fault: not found.
func (s *Service) Find(ctx context.Context, id uuid.UUID) (*ent.Account, error) {
	row, err := s.Store.Client(ctx).Account.Get(ctx, id)
	if ent.IsNotFound(err) {
		return nil, fault.NotFound()
	}
	return row, err
}

// ByID are the accounts with the ids.
func (s *Service) ByID(ctx context.Context, ids ...uuid.UUID) (map[uuid.UUID]*ent.Account, error) {
	byID := map[uuid.UUID]*ent.Account{}
	if len(ids) == 0 {
		return byID, nil
	}
	rows, err := s.Store.Client(ctx).Account.Query().Where(entaccount.IDIn(ids...)).All(ctx)
	for _, row := range rows {
		byID[row.ID] = row
	}
	return byID, err
}

// SetPicture says where the member's picture is; nil is nowhere. It joins the caller's transaction,
// which holds the account's lock.
func (s *Service) SetPicture(ctx context.Context, id uuid.UUID, address *string) error {
	change := s.Store.Client(ctx).Account.UpdateOneID(id).SetUpdatedAt(s.Clock.Now())
	if address == nil {
		return change.ClearProfileImageURL().Exec(ctx)
	}
	return change.SetProfileImageURL(*address).Exec(ctx)
}

// Mail sends the member a mail in the language; a member without an address gets none. It joins the
// caller's transaction.
func (s *Service) Mail(ctx context.Context, row *ent.Account, locale string, m notify.Message) error {
	if row.Email == nil {
		return nil
	}
	return s.Notify.Send(ctx, notify.To{AccountID: row.ID, Address: *row.Email, Locale: locale}, m)
}
