package oidc

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/oidcgrant"
	"kaiin/ent/predicate"
	"kaiin/server/base/actor"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
)

// Connection is an app that the member allows something.
type Connection struct {
	Row    *ent.OidcGrant
	Client *Client
	Scopes []settings.ScopeSetting // that it may use, in the store's order
}

// Connections are the member's apps, the newest first. Apps that were disabled are not among them.
// Fault: unauthenticated.
func (s *Service) Connections(ctx context.Context, a actor.Actor) ([]Connection, error) {
	return s.connections(ctx, a)
}

func (s *Service) connections(ctx context.Context, a actor.Actor, which ...predicate.OidcGrant) ([]Connection, error) {
	if !a.SignedIn() {
		return nil, fault.Unauthenticated()
	}
	rows, err := s.Store.Client(ctx).OidcGrant.Query().Where(append(which, oidcgrant.AccountID(a.AccountID))...).
		Order(ent.Desc(oidcgrant.FieldIssuedAt, oidcgrant.FieldID)).All(ctx)
	if err != nil {
		return nil, err
	}
	scopes, err := s.Scopes(ctx)
	if err != nil {
		return nil, err
	}
	all := []Connection{}
	for _, row := range rows {
		c, err := s.Client(ctx, row.ClientID)
		if err != nil {
			return nil, err
		}
		var agreed Agreed
		if err := json.Unmarshal(row.Scopes, &agreed); err != nil {
			return nil, err
		}
		if c == nil {
			continue
		}
		allowed := slices.DeleteFunc(slices.Clone(scopes), func(one settings.ScopeSetting) bool { _, ok := agreed[one.Key]; return !ok })
		all = append(all, Connection{row, c, allowed})
	}
	return all, nil
}

// Disconnect takes from an app what the member allowed it. Every token of it is dead at once, its
// server is told, and the member has a mail. Fault: unauthenticated, not found.
func (s *Service) Disconnect(ctx context.Context, a actor.Actor, grantID uuid.UUID) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		member, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		row, err := s.Store.Client(ctx).OidcGrant.Query().Where(oidcgrant.ID(grantID), oidcgrant.AccountID(a.AccountID)).Only(ctx)
		if ent.IsNotFound(err) {
			return fault.NotFound()
		}
		if err != nil {
			return err
		}
		const its = `account_id = $2 AND client_id = $3`
		if err := s.endAndTell(ctx, its, its, false, a.AccountID, row.ClientID); err != nil {
			return err
		}
		failpoint.Reached(pointDisconnecting)
		if err := s.Store.Client(ctx).OidcGrant.DeleteOne(row).Exec(ctx); err != nil {
			return err
		}
		return s.tell(ctx, member, row.ClientID, notify.AppChanged{})
	})
}
