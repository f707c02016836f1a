package payload

import (
	"context"

	"kaiin/server/transport/graph/entity"
	"kaiin/server/transport/graph/model"
)

// Result is how an action ended. It implements the fields that payloads share (interface
// ActionResult of the schema) and those that tell what changed; which of the latter a payload has,
// the schema says.
type Result struct {
	RedirectTo *string
	FlowError  *model.FlowError
	UserErrors []*model.UserError
	Changed    Changed // nil when nothing changed
}

// Changed loads the new state of what an action changed.
type Changed interface {
	Account(ctx context.Context) (*entity.Account, error)
	Sessions(ctx context.Context) ([]*model.Session, error)
	TrustedDevices(ctx context.Context) ([]*model.TrustedDevice, error)
	Passkeys(ctx context.Context) ([]*model.Passkey, error)
	ExternalAccounts(ctx context.Context) ([]*model.ExternalAccountLink, error)
	DefaultPaymentMethodID(ctx context.Context) (*string, error)
}

// IsActionResult marks payloads as what the schema calls an ActionResult.
func (Result) IsActionResult() {}

// Account is the account after the action; nil when nothing changed.
func (r *Result) Account(ctx context.Context) (*entity.Account, error) {
	if r.Changed == nil {
		return nil, nil
	}
	return r.Changed.Account(ctx)
}

// Sessions are those that are left; nil when nothing changed.
func (r *Result) Sessions(ctx context.Context) ([]*model.Session, error) {
	if r.Changed == nil {
		return nil, nil
	}
	return r.Changed.Sessions(ctx)
}

// TrustedDevices are those that are left; nil when nothing changed.
func (r *Result) TrustedDevices(ctx context.Context) ([]*model.TrustedDevice, error) {
	if r.Changed == nil {
		return nil, nil
	}
	return r.Changed.TrustedDevices(ctx)
}

// Passkeys are those of the member after the action; nil when nothing changed.
func (r *Result) Passkeys(ctx context.Context) ([]*model.Passkey, error) {
	if r.Changed == nil {
		return nil, nil
	}
	return r.Changed.Passkeys(ctx)
}

// ExternalAccounts are those the store offers, with their links after the action; nil when nothing
// changed.
func (r *Result) ExternalAccounts(ctx context.Context) ([]*model.ExternalAccountLink, error) {
	if r.Changed == nil {
		return nil, nil
	}
	return r.Changed.ExternalAccounts(ctx)
}

// DefaultPaymentMethodID is the id of the method that forms choose at first; nil when
// nothing changed.
func (r *Result) DefaultPaymentMethodID(ctx context.Context) (*string, error) {
	if r.Changed == nil {
		return nil, nil
	}
	return r.Changed.DefaultPaymentMethodID(ctx)
}
