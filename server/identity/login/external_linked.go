package login

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
)

// External are the external accounts a store offers whose provider is configured.
func (s *Service) External(offered []settings.ExternalAccount) []settings.ExternalAccount {
	return slices.DeleteFunc(slices.Clone(offered), func(e settings.ExternalAccount) bool { return s.Providers[e.Type] == nil })
}

// LinkedAccount is an external account that the store offers or an account is linked with.
type LinkedAccount struct {
	settings.ExternalAccount
	Linked bool
	Login  bool // the actor's present login to the owner's account was made with it
}

// LinkedAccounts are the external accounts the store offers, in its order, and those that the owner
// has linked although they cannot be used any more. The actor may be another than the owner; then
// no entry is their Login.
func (s *Service) LinkedAccounts(ctx context.Context, owner uuid.UUID, a actor.Actor) ([]LinkedAccount, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil || len(settings.ExternalAccounts) == 0 {
		return nil, err
	}
	types, err := s.Account.LinkedTypes(ctx, owner)
	if err != nil {
		return nil, err
	}
	return s.LinkedOf(ctx, owner, types, a)
}

// LinkedOf is LinkedAccounts for an account whose linked types are known.
func (s *Service) LinkedOf(ctx context.Context, owner uuid.UUID, types []string, a actor.Actor) ([]LinkedAccount, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	var all []LinkedAccount
	for _, offered := range settings.ExternalAccounts {
		linked := slices.Contains(types, offered.Type)
		if linked || s.Providers[offered.Type] != nil {
			login := linked && a.AccountID == owner && string(a.LoginMethod) == offered.Type
			all = append(all, LinkedAccount{ExternalAccount: offered, Linked: linked, Login: login})
		}
	}
	return all, nil
}
