package profile

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/profile"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/store"
	"kaiin/server/identity/account"
	"kaiin/server/identity/pin"
	"kaiin/server/identity/session"
)

// Service keeps profiles.
type Service struct {
	Store   *store.Store
	Clock   *clock.Clock
	Session *session.Service
	Account *account.Service
	Pin     *pin.Service
}

// Profile is one as the actor sees it.
type Profile struct {
	ID         uuid.UUID // zero: the main one
	Name       string
	Restricted bool
	Current    bool
	NeedsPin   bool // switching to it takes the PIN
}

// IsMain reports whether it is the profile that every account has.
func (p Profile) IsMain() bool { return p.ID == uuid.Nil }

// List is the profiles of the actor's account, the main one first.
func (s *Service) List(ctx context.Context, a actor.Actor) ([]Profile, error) {
	owner, err := s.Account.Find(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	rows, err := s.rows(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	isSet, err := s.hasPin(ctx, a)
	if err != nil {
		return nil, err
	}
	all := []Profile{shown(a, owner, nil, isSet)}
	for _, row := range rows {
		all = append(all, shown(a, owner, row, isSet))
	}
	return all, nil
}

// shown is a profile of the owner as the actor sees it; without a row it is the main one.
func shown(a actor.Actor, owner *ent.Account, row *ent.Profile, hasPin bool) Profile {
	if row == nil {
		return Profile{Name: session.MainProfile(owner, a.Locale), Current: a.ProfileID == uuid.Nil, NeedsPin: hasPin}
	}
	return Profile{ID: row.ID, Name: row.Name, Restricted: row.Restricted, Current: a.ProfileID == row.ID, NeedsPin: hasPin && !row.Restricted}
}

// rows are the profiles of the account that were made, the oldest first.
func (s *Service) rows(ctx context.Context, accountID uuid.UUID) ([]*ent.Profile, error) {
	return s.Store.Client(ctx).Profile.Query().Where(profile.AccountID(accountID)).Order(profile.ByCreatedAt(), profile.ByID()).All(ctx)
}

// find is a profile of the account. Fault: not found, also for another's.
func (s *Service) find(ctx context.Context, accountID, id uuid.UUID) (*ent.Profile, error) {
	row, err := s.Store.Client(ctx).Profile.Query().Where(profile.ID(id), profile.AccountID(accountID)).Only(ctx)
	if ent.IsNotFound(err) {
		err = fault.NotFound()
	}
	return row, err
}

// hasPin reports whether the member has a PIN, in a store that has them.
func (s *Service) hasPin(ctx context.Context, a actor.Actor) (bool, error) {
	isSet, err := s.Pin.Page(ctx, a)
	if f, ok := fault.As(err); ok && f.Kind == fault.KindNotFound {
		return false, nil
	}
	return isSet, err
}

// Leave deletes the profiles of the account, because its member leaves. It joins the
// caller's transaction.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	_, err := s.Store.Client(ctx).Profile.Delete().Where(profile.AccountID(accountID)).Exec(ctx)
	return err
}
