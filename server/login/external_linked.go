package login

import (
	"context"
	"slices"

	"kaiin/server/actor"
	"kaiin/server/settings"
)

// External are the external accounts a store offers whose provider is configured.
func (s *Service) External(offered []settings.ExternalAccount) []settings.ExternalAccount {
	return slices.DeleteFunc(slices.Clone(offered), func(e settings.ExternalAccount) bool { return s.Providers[e.Type] == nil })
}

// LinkedAccount is an external account as a member sees it.
type LinkedAccount struct {
	settings.ExternalAccount
	Linked bool
	Login  bool // the present login was made with it
}

// LinkedAccounts are the external accounts the store offers, in its order, and those that are linked although they cannot be used
// any more.
func (s *Service) LinkedAccounts(ctx context.Context, a actor.Actor) ([]LinkedAccount, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil || len(settings.ExternalAccounts) == 0 {
		return nil, err
	}
	types, err := s.Account.LinkedTypes(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	var all []LinkedAccount
	for _, offered := range settings.ExternalAccounts {
		linked := slices.Contains(types, offered.Type)
		if linked || s.Providers[offered.Type] != nil {
			all = append(all, LinkedAccount{ExternalAccount: offered, Linked: linked, Login: linked && string(a.LoginMethod) == offered.Type})
		}
	}
	return all, nil
}
