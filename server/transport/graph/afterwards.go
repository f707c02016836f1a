package graph

import (
	"context"

	"kaiin/ent"
	"kaiin/server/identity/credential"
	"kaiin/server/transport/graph/entity"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/viewer"
)

// member is the entity of an account's row.
func (r *Resolver) member(ctx context.Context, row *ent.Account) *entity.Account {
	return entity.NewAccount(row, func() (credential.Factors, error) { return r.Credential.Factors(ctx, row) })
}

// afterwards loads what the viewer's action changed. It implements payload.Changed.
type afterwards struct{ *Resolver }

// Account reads the account anew: the viewer's is from before the action.
func (a afterwards) Account(ctx context.Context) (*entity.Account, error) {
	row, err := a.Accounts.Find(ctx, viewer.Actor(ctx).AccountID)
	if err != nil {
		return nil, err
	}
	return a.member(ctx, row), nil
}

func (a afterwards) Sessions(ctx context.Context) ([]*model.Session, error) {
	sessions, err := a.Session.List(ctx, viewer.Actor(ctx))
	return sessionViews(sessions), err
}

func (a afterwards) TrustedDevices(ctx context.Context) ([]*model.TrustedDevice, error) {
	devices, err := a.Session.TrustedDevices(ctx, viewer.Actor(ctx).AccountID, viewer.Actor(ctx))
	return trustedDeviceViews(devices), err
}

func (a afterwards) ExternalAccounts(ctx context.Context) ([]*model.ExternalAccountLink, error) {
	external, err := a.Login.LinkedAccounts(ctx, viewer.Actor(ctx).AccountID, viewer.Actor(ctx))
	return linkViews(external), err
}

func (a afterwards) DefaultPaymentMethodID(ctx context.Context) (*string, error) {
	wallet, err := a.Payment.Wallet(ctx, viewer.Actor(ctx).AccountID)
	return defaultID(wallet, a.Payment), err
}
