package profile

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/store"
	"kaiin/server/base/typed"
)

const (
	most        = 6  // profiles of an account, the main one included
	longestName = 20 // characters
)

// Input is how a profile is to be.
type Input struct {
	Name       string
	Restricted bool
}

// tidy is the input as it is kept. Faults: everything wrong with profileName.
func (in Input) tidy() (Input, error) {
	in.Name = typed.Name(in.Name)
	var wrong fault.Fields
	switch {
	case in.Name == "":
		wrong.Add("profileName", fault.Required)
	case utf8.RuneCountInString(in.Name) > longestName:
		wrong.AddWith("profileName", fault.TooLong, map[string]any{"max": longestName})
	case !utf8.ValidString(in.Name), strings.ContainsFunc(in.Name, isInvisible):
		wrong.Add("profileName", fault.InvalidCharacters)
	}
	return in, wrong.Err()
}

// isInvisible holds for characters that break the line; others that show nothing have fallen away.
func isInvisible(c rune) bool {
	return unicode.In(c, unicode.Cc, unicode.Zl, unicode.Zp)
}

// Create makes another profile.
//
// Faults: REQUIRED, TOO_LONG, INVALID_CHARACTERS and PROFILE_NAME_TAKEN on profileName;
// PROFILE_LIMIT_REACHED; PROFILE_FORBIDDEN; unauthenticated when the session has ended.
func (s *Service) Create(ctx context.Context, a actor.Actor, in Input) (*Profile, error) {
	return s.change(ctx, a, in, func(ctx context.Context, in Input, all []*ent.Profile) (*ent.Profile, error) {
		if 1+len(all) >= most {
			return nil, fault.Conflict(fault.ProfileLimitReached).With(map[string]any{"max": most})
		}
		return s.Store.Client(ctx).Profile.Create().SetCreatedAt(s.Clock.Now()).SetAccountID(a.AccountID).
			SetName(in.Name).SetRestricted(in.Restricted).Save(ctx)
	})
}

// Update gives a profile that was made another name, restricts it or opens it. Faults: as Create's
// without the limit; not found.
func (s *Service) Update(ctx context.Context, a actor.Actor, id uuid.UUID, in Input) (*Profile, error) {
	return s.change(ctx, a, in, func(ctx context.Context, in Input, all []*ent.Profile) (*ent.Profile, error) {
		at := slices.IndexFunc(all, func(row *ent.Profile) bool { return row.ID == id })
		if at < 0 {
			return nil, fault.NotFound()
		}
		return all[at].Update().SetName(in.Name).SetRestricted(in.Restricted).Save(ctx)
	})
}

// change writes a profile, with the account locked, from all that there are.
func (s *Service) change(ctx context.Context, a actor.Actor, in Input, write func(context.Context, Input, []*ent.Profile) (*ent.Profile, error)) (*Profile, error) {
	if a.Restricted() {
		return nil, a.SwitchProfile()
	}
	in, err := in.tidy()
	if err != nil {
		return nil, err
	}
	hasPin, err := s.hasPin(ctx, a)
	if err != nil {
		return nil, err
	}
	var out Profile
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		owner, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		all, err := s.rows(ctx, a.AccountID)
		if err != nil {
			return err
		}
		row, err := write(ctx, in, all)
		if store.Violates(err, "profiles_account_name_key") {
			return fault.Invalid(fault.ProfileNameTaken, "profileName")
		}
		if err == nil {
			out = shown(a, owner, row, hasPin)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return &out, nil
}

// Remove deletes a profile that was made. Faults: not found, also when it is removed already;
// PROFILE_FORBIDDEN; unauthenticated when the session has ended.
func (s *Service) Remove(ctx context.Context, a actor.Actor, id uuid.UUID) error {
	if a.Restricted() {
		return a.SwitchProfile()
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		if _, err := s.Account.LockOwn(ctx, a); err != nil {
			return err
		}
		row, err := s.find(ctx, a.AccountID, id)
		if err != nil {
			return err
		}
		if id == a.ProfileID {
			if err := s.Session.UseProfile(ctx, a, uuid.Nil); err != nil {
				return err
			}
		}
		return s.Store.Client(ctx).Profile.DeleteOne(row).Exec(ctx)
	})
}
