package oidc

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/logs"
	"kaiin/server/base/secret"
	"kaiin/server/oidc/clientfile"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
)

// Program is the program of the staff that sends the access token from the address, with what it
// may do now; nil when the token is no live one of such a program, or comes from none of its
// networks. The registration is read with the token, so whatever the staff take from it counts at
// once and on every server. It costs one statement. A token from elsewhere is an act, once an hour.
func (s *Service) Program(ctx context.Context, token, address string) (*actor.Staff, error) {
	var registration []byte
	var granted string
	err := s.Store.QueryRow(ctx, `SELECT c.registration, t.scope
		FROM oidc_tokens t JOIN oidc_families f ON f.id = t.family_id JOIN oidc_clients c ON c.id = f.client_id
		WHERE t.token_hash = $1 AND t.kind = 'access' AND f.account_id IS NULL AND c.disabled_at IS NULL AND `+living,
		secret.HashToken(token), s.Clock.Now()).Scan(&registration, &granted)
	if isNoRow(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var c clientfile.File
	if err := json.Unmarshal(registration, &c); err != nil {
		return nil, err
	}
	if !c.IsInternal {
		return nil, nil
	}
	program := actor.Staff{Program: c.ID, Name: c.Name.In("ja"), Scopes: held(&c, Split(granted))}
	if !c.IsFrom(address) {
		slog.WarnContext(ctx, "a token of a program of the staff comes from elsewhere", "alarm", logs.ProgramElsewhere, "client", c.ID, "address", address)
		act := acts.Act{Kind: acts.CallRefused, Target: ofClient(c.ID)}
		return nil, s.Acts.RefuseOnce(ctx, actor.Actor{Staff: &program}, acts.Origin{IP: address}, act, fault.Unauthenticated())
	}
	return &program, nil
}

// ProgramNow is the program of the staff with all that its registration lets it do now; nil when
// there is none, or it is disabled.
func (s *Service) ProgramNow(ctx context.Context, id string) (*actor.Staff, error) {
	var registration []byte
	err := s.Store.QueryRow(ctx, `SELECT registration FROM oidc_clients WHERE id = $1 AND disabled_at IS NULL`, id).Scan(&registration)
	if isNoRow(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var c clientfile.File
	if err := json.Unmarshal(registration, &c); err != nil || !c.IsInternal {
		return nil, err
	}
	return &actor.Staff{Program: c.ID, Name: c.Name.In("ja"), Scopes: slices.DeleteFunc(slices.Clone(c.StaffScopes), func(one scope.Scope) bool { return !c.Holds(one) })}, nil
}

// held are the scopes of the staff that OAuth names so and that the program holds, in the order of
// its registration.
func held(c *clientfile.File, names []string) []scope.Scope {
	return slices.DeleteFunc(slices.Clone(c.StaffScopes), func(one scope.Scope) bool {
		return !slices.Contains(names, scope.Wire(one)) || !c.Holds(one)
	})
}

// ownScopes are the scopes that an app acts with for itself, each once: those of the store in its
// order, and for a program of the staff those that it holds, in the order of its registration. Such
// a program has to ask, and for no more than it holds: a token that leaks can do what its one task
// needs, and not all that the program may. Error: ErrScope.
func (s *Service) ownScopes(ctx context.Context, c *Client, names []string) ([]string, error) {
	if !c.IsInternal {
		asked, err := s.compareScopes(ctx, nil, &Request{Scopes: names})
		return asked.Keys(), err
	}
	var all []string
	for _, one := range held(&c.File, names) {
		all = append(all, scope.Wire(one))
	}
	if len(all) == 0 || len(without(names, all)) > 0 {
		return nil, ErrScope
	}
	return all, nil
}

// IsOfStaff reports whether the token was given to a program of the staff.
func (t *Token) IsOfStaff() bool { return slices.ContainsFunc(Split(t.Scope), scope.IsWire) }
