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

// changes loads what the viewer's action changed. It implements payload.Changed.
type changes struct{ *Resolver }

// Account reads the account anew: the viewer's is from before the action.
func (c changes) Account(ctx context.Context) (*entity.Account, error) {
	row, err := c.Accounts.Find(ctx, viewer.Actor(ctx).AccountID)
	if err != nil {
		return nil, err
	}
	return c.member(ctx, row), nil
}

func (c changes) Sessions(ctx context.Context) ([]*model.Session, error) {
	sessions, err := c.Session.List(ctx, viewer.Actor(ctx))
	return sessionViews(sessions), err
}

func (c changes) TrustedDevices(ctx context.Context) ([]*model.TrustedDevice, error) {
	devices, err := c.Session.TrustedDevices(ctx, viewer.Actor(ctx).AccountID, viewer.Actor(ctx))
	return trustedDeviceViews(devices), err
}

func (c changes) Passkeys(ctx context.Context) ([]*model.Passkey, error) {
	passkeys, err := c.Passkey.List(ctx, viewer.Actor(ctx))
	return passkeyViews(passkeys), err
}

func (c changes) ExternalAccounts(ctx context.Context) ([]*model.ExternalAccountLink, error) {
	external, err := c.Login.LinkedAccounts(ctx, viewer.Actor(ctx).AccountID, viewer.Actor(ctx))
	return linkViews(external), err
}

func (c changes) DefaultPaymentMethodID(ctx context.Context) (*string, error) {
	wallet, err := c.Payment.Wallet(ctx, viewer.Actor(ctx).AccountID)
	return defaultID(wallet, c.Payment), err
}
