package account

import (
	"context"
	"slices"
	"strings"

	"kaiin/ent/authcode"
	"kaiin/server/actor"
	"kaiin/server/fault"
	"kaiin/server/notify"
)

// ConsentAtSignup is the policy step: it keeps the visitor's consent to every current policy.
//
// Faults: CONSENT_REQUIRED on policyConsentData, POLICY_CHANGED.
func (s *Service) ConsentAtSignup(ctx context.Context, a actor.Actor, consents []Consent) error {
	if a.SignedIn() {
		return signedInAlready()
	}
	settings, policies, err := s.signupTexts(ctx)
	if err != nil {
		return err
	}
	if err := checkConsents(policies, consents); err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		f, err := s.startedSignup(ctx, a)
		if err != nil {
			return err
		}
		f.Consents = slices.Clone(consents)
		f.extend(s.Clock.Now(), settings.AuthCodes.SignUp.Life())
		return s.saveSignup(ctx, a.SessionID, f)
	})
}

// StartSignup is the e-mail step: it mails a PIN code to the address, and so do a resend and a changed address on the
// form. Where the store has no policy step it also keeps the consents. The next page is the PIN code's; it is ""
// when an address was proved before, because then the code belongs into the form.
//
// An address that has an account gets the same mail and the same answer: whether it is taken is told at the PIN step, to
// who has read the mail.
//
// Faults: what is wrong with type and email; throttled; CONSENT_REQUIRED, POLICY_CHANGED, which in a store with the policy
// step are a broken flow.
func (s *Service) StartSignup(ctx context.Context, a actor.Actor, kind, email string, consents []Consent) (next string, err error) {
	if a.SignedIn() {
		return "", signedInAlready()
	}
	email = strings.TrimSpace(email)
	var wrong fault.Fields
	if kind != string(authcode.PurposeSignUp) {
		wrong.Add("type", "INVALID_CHOICE")
	}
	checkEmail(&wrong, "email", email)
	if err := wrong.Err(); err != nil {
		return "", err
	}
	settings, policies, err := s.signupTexts(ctx)
	if err != nil {
		return "", err
	}
	f, err := s.startedSignup(ctx, a)
	if err != nil {
		return "", err
	}
	consents = merged(f.Consents, consents)
	if err := checkConsents(policies, consents); err != nil {
		switch {
		case !settings.SignupPolicyStep:
			return "", err
		case len(consents) == 0:
			return "", signupBroken()
		}
		return "", fault.BrokenFlow("POLICY_CHANGED", signupStart) // the page of this step does not show them
	}
	to := signupCode(a, email)
	if err := s.AllowCode(ctx, a, to); err != nil {
		return "", err
	}
	now := s.Clock.Now()
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		f, err := s.startedSignup(ctx, a)
		if err != nil {
			return err
		}
		f.Consents, f.Email, f.SentAt = consents, email, &now
		f.extend(now, settings.AuthCodes.SignUp.Life())
		if next = "/signup/pin-code"; f.proved() {
			next = ""
		}
		if err := s.saveSignup(ctx, a.SessionID, f); err != nil {
			return err
		}
		return s.SendCode(ctx, a, to, settings.AuthCodes.SignUp)
	})
	return next, err
}

// ProveEmail is the PIN step: the right code proves the address and starts the 60 minutes the rest may take.
//
// Faults: PIN_CODE_ERROR and what is wrong with the code's form on pinCode; ACCOUNT_ALREADY_EXISTS_EMAIL on email, which
// uses the code up; a broken flow.
func (s *Service) ProveEmail(ctx context.Context, a actor.Actor, pinCode string) error {
	settings, err := s.Catalog.Settings(ctx)
	if err != nil {
		return err
	}
	f, err := s.runningSignup(ctx, a)
	if err != nil {
		return err
	}
	if f.Email == "" {
		return signupBroken()
	}
	called := settings.AuthCodes.SignUp.DisplayName.In(a.Locale)
	id, err := s.tryPinCode(ctx, signupCode(a, f.Email), pinCode, called)
	if err != nil {
		return err
	}
	taken := false
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		if err := s.SpendCode(ctx, id, "pinCode", called); err != nil {
			return err
		}
		taken, err = s.proveIn(ctx, a, f.Email)
		return err
	})
	if err == nil && taken {
		return fault.Invalid(codeEmailTaken, "email")
	}
	return err
}

// proveIn marks the address as proved in the flow, unless an account has it: then the flow stays as it is and the
// address's owner, who has just read the code, is also told by mail how to log in.
func (s *Service) proveIn(ctx context.Context, a actor.Actor, email string) (taken bool, err error) {
	f, err := s.lockSignup(ctx, a)
	if err != nil {
		return false, err
	}
	if taken, err = s.emailTaken(ctx, email); err != nil {
		return false, err
	}
	if taken {
		return true, s.Notify.Send(ctx, notify.To{Address: email, Locale: a.Locale}, notify.AlreadyMember{})
	}
	now := s.Clock.Now()
	if !f.proved() {
		f.expiresAt = now.Add(signupTime)
	}
	f.ProvedEmail, f.ProvedAt = email, &now
	return false, s.saveSignup(ctx, a.SessionID, f)
}

// signedInAlready sends a member who starts a sign-up to My Page.
func signedInAlready() error { return fault.BrokenFlow("ALREADY_SIGNED_IN", "/mypage") }

func signupCode(a actor.Actor, email string) CodeScope {
	return CodeScope{Purpose: authcode.PurposeSignUp, SessionID: a.SessionID, Address: email}
}
