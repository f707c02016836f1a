package signup

import (
	"context"
	"maps"
	"slices"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
	"kaiin/server/identity/account"
	"kaiin/server/identity/session"
)

// External is what a provider tells of somebody who wants to become a member with an account there.
type External struct {
	account.External
	Email         string
	EmailVerified bool // by the provider, as ours
	Profile       account.Personal
}

// StartExternal begins a sign-up with an external account that is linked to no account: the form
// will be prefilled, and asks for no password. The address needs no code when the provider has
// verified it and no account uses it; else the email step follows. returnTo is where the
// visitor wants to go as a member. The answer is the next page, and the new session the visitor
// goes on in (saveProved).
//
// Faults: SOCIAL_EMAIL_ALREADY_EXISTS when the verified address has an account, which is then not
// linked: its owner logs in and does so; a broken flow, for members.
func (s *Service) StartExternal(ctx context.Context, a actor.Actor, in External, returnTo string) (next step.Step, signed session.Signed, err error) {
	if a.SignedIn() {
		return step.Step{}, session.Signed{}, signedInAlready(returnTo)
	}
	if !account.IsEmail(in.Email) {
		in.Email, in.EmailVerified = "", false
	}
	in.Profile = in.Profile.Fitting(s.Clock.Today())
	if in.EmailVerified {
		taken, err := s.Account.EmailTaken(ctx, in.Email)
		if err != nil {
			return step.Step{}, session.Signed{}, err
		}
		if taken {
			return step.Step{}, session.Signed{}, fault.Conflict(fault.SocialEmailAlreadyExists)
		}
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		before, err := s.started(ctx, a)
		if err != nil {
			return err
		}
		now := s.Clock.Now()
		f := &state{Consents: before.Consents, External: &in, ReturnTo: before.ReturnTo, expiresAt: now.Add(timeLimit)}
		f.keepReturn(returnTo)
		if in.EmailVerified {
			f.Email, f.ProvedEmail, f.ProvedAt = in.Email, in.Email, &now
		}
		signed, err = s.saveProved(ctx, a, f)
		return err
	})
	if err != nil {
		return step.Step{}, session.Signed{}, err
	}
	if in.EmailVerified {
		return step.SignupForm, signed, nil
	}
	return step.SignupEmail, signed, nil
}

// registration is what the store asks of the visitor who signs up in this flow: no password when
// they have an external account, and in the inline style no field that may stay empty. My Page asks
// for those.
func (f *state) registration(current *settings.Settings) settings.Registration {
	r := account.Registration(current)
	if f.External != nil {
		delete(r.Rules, "password")
	}
	if current.SignupIsInline() {
		maps.DeleteFunc(r.Rules, func(field string, _ settings.Rule) bool {
			return field != "password" && r.Rule(field) != settings.Required
		})
		r.Custom = slices.DeleteFunc(slices.Clone(r.Custom), func(item settings.CustomItem) bool { return item.Rule != settings.Required })
	}
	return r
}

// prefilled is the profile the form begins with: what was typed before, else what the
// provider told.
func (f *state) prefilled() account.Personal {
	switch {
	case f.Form != nil:
		return f.Form.Profile
	case f.External != nil:
		return f.External.Profile
	}
	return account.Personal{}
}
