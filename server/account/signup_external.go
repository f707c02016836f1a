package account

import (
	"context"

	"kaiin/server/actor"
	"kaiin/server/catalog"
	"kaiin/server/fault"
)

// ExternalSignup is what a provider tells of somebody who wants to become a member with an account there.
type ExternalSignup struct {
	External
	Email         string
	EmailVerified bool // by the provider, as ours
	Profile       Profile
}

// StartExternalSignup begins a sign-up with an external account that is linked to no account: the form will be prefilled, and
// asks for no password. The address needs no code when the provider has verified it and nobody uses it; else the
// e-mail step follows. The answer is the next page.
//
// Faults: SOCIAL_EMAIL_ALREADY_EXISTS when the verified address has an account, which is then not linked: its owner logs in
// and does so; a broken flow, for members.
func (s *Service) StartExternalSignup(ctx context.Context, a actor.Actor, in ExternalSignup) (next string, err error) {
	if a.SignedIn() {
		return "", signedInAlready()
	}
	if !IsEmail(in.Email) {
		in.Email, in.EmailVerified = "", false
	}
	if in.EmailVerified {
		taken, err := s.emailTaken(ctx, in.Email)
		if err != nil {
			return "", err
		}
		if taken {
			return "", fault.Conflict("SOCIAL_EMAIL_ALREADY_EXISTS")
		}
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		before, err := s.startedSignup(ctx, a)
		if err != nil {
			return err
		}
		now := s.Clock.Now()
		f := &signupFlow{Consents: before.Consents, External: &in, expiresAt: now.Add(signupTime)}
		if in.EmailVerified {
			f.Email, f.ProvedEmail, f.ProvedAt = in.Email, in.Email, &now
		}
		return s.saveSignup(ctx, a.SessionID, f)
	})
	if in.EmailVerified {
		return "/signup/form", err
	}
	return "/signup/email", err
}

// registration is what the store asks of who signs up in this flow. A password is not asked of who has an external account.
func (f *signupFlow) registration(settings *catalog.Settings) catalog.Registration {
	r := Registration(settings)
	if f.External != nil {
		delete(r.Rules, "password")
	}
	return r
}

// prefilled is the profile the form begins with: what was typed before, else what the provider told.
func (f *signupFlow) prefilled() Profile {
	switch {
	case f.Form != nil:
		return f.Form.Profile
	case f.External != nil:
		return f.External.Profile
	}
	return Profile{}
}
