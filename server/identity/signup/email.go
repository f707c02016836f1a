package signup

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent/authcode"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/step"
	"kaiin/server/base/typed"
	"kaiin/server/identity/account"
	"kaiin/server/identity/passcode"
	"kaiin/server/identity/session"
)

// Consent is the policy step: it keeps the visitor's consent to every current policy, and
// where they want to go as a member, if the page says so and it leads back into this site.
//
// Faults: CONSENT_REQUIRED on policyConsentData, POLICY_CHANGED.
func (s *Service) Consent(ctx context.Context, a actor.Actor, consents []account.Consent, returnTo string) error {
	if a.SignedIn() {
		return signedInAlready(returnTo)
	}
	settings, policies, err := s.texts(ctx)
	if err != nil {
		return err
	}
	if err := account.CheckConsents(policies, consents); err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		f, err := s.started(ctx, a)
		if err != nil {
			return err
		}
		f.Consents = account.CurrentConsents(policies, consents)
		f.keepReturn(returnTo)
		f.extend(s.Clock.Now(), settings.AuthCodes.SignUp.Life())
		return s.save(ctx, a.SessionID, f)
	})
}

// Start is the email step: it mails a PIN code to the address, and so do a resend and a changed
// address on the form. Where the store has no policy step it also keeps the consents;
// returnTo it keeps as Consent does. The next page is the PIN code's. There is none when an address
// was proved before, because then the code belongs into the form, and none in the inline style,
// whose page of the address asks for the code, too.
//
// An address that has an account gets the same mail and the same answer: whether it is taken is
// told at the PIN step, to a caller who has read the mail.
//
// Faults: what is wrong with type and email; throttled; CONSENT_REQUIRED, POLICY_CHANGED, which in
// a store with the policy step are a broken flow.
func (s *Service) Start(ctx context.Context, a actor.Actor, kind, email string, consents []account.Consent, returnTo string) (next step.Step, err error) {
	if a.SignedIn() {
		return step.Step{}, signedInAlready(returnTo)
	}
	email = typed.HalfWidth(email)
	var wrong fault.Fields
	if kind != string(authcode.PurposeSignUp) {
		wrong.Add("type", fault.InvalidChoice)
	}
	account.CheckEmail(&wrong, "email", email)
	if err := wrong.Err(); err != nil {
		return step.Step{}, err
	}
	settings, policies, err := s.texts(ctx)
	if err != nil {
		return step.Step{}, err
	}
	f, err := s.started(ctx, a)
	if err != nil {
		return step.Step{}, err
	}
	consents = account.MergeConsents(f.Consents, consents)
	if err := account.CheckConsents(policies, consents); err != nil {
		switch {
		case !settings.SignupPolicyStep, settings.SignupIsInline():
			return step.Step{}, err
		case len(consents) == 0:
			return step.Step{}, begunFor(returnTo, broken())
		}
		f.keepReturn(returnTo)
		return step.Step{}, fault.BrokenFlow(fault.PolicyChanged, step.SignupStart.AndBack(f.ReturnTo)) // the page of this step does not show them
	}
	to := codeScope(a, email)
	if err := s.Passcode.Allow(ctx, a, to); err != nil {
		return step.Step{}, err
	}
	now := s.Clock.Now()
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		f, err := s.started(ctx, a)
		if err != nil {
			return err
		}
		f.Consents, f.Email, f.SentAt = account.CurrentConsents(policies, consents), email, &now
		f.keepReturn(returnTo)
		f.extend(now, settings.AuthCodes.SignUp.Life())
		if next = step.SignupCode; f.proved() || settings.SignupIsInline() {
			next = step.Step{}
		}
		if err := s.save(ctx, a.SessionID, f); err != nil {
			return err
		}
		return s.Passcode.Send(ctx, a, to, settings.AuthCodes.SignUp)
	})
	return next, err
}

// ProveEmail is the PIN step: the right code proves the address and starts the 60 minutes the rest
// may take. The visitor goes on in a new session (saveProved). returnTo is where the page says that
// they want to go as a member; a sign-up that has to begin anew does so for that.
//
// Faults: PIN_CODE_ERROR and what is wrong with the code's form on pinCode;
// ACCOUNT_ALREADY_EXISTS_EMAIL on email, which uses the code up; a broken flow.
func (s *Service) ProveEmail(ctx context.Context, a actor.Actor, pinCode, returnTo string) (session.Signed, error) {
	signed, err := s.proveEmail(ctx, a, pinCode)
	return signed, begunFor(returnTo, err)
}

func (s *Service) proveEmail(ctx context.Context, a actor.Actor, pinCode string) (session.Signed, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return session.Signed{}, err
	}
	f, err := s.current(ctx, a)
	if err != nil {
		return session.Signed{}, err
	}
	if f.Email == "" {
		return session.Signed{}, broken()
	}
	called := settings.AuthCodes.SignUp.DisplayName.In(a.Locale)
	id, err := s.Passcode.TryTyped(ctx, codeScope(a, f.Email), pinCode, called)
	if err != nil {
		return session.Signed{}, err
	}
	return s.proveWith(ctx, a, f.Email, id, called, nil)
}

// proveWith uses up the code and marks the address as proved in the flow, which change may alter as
// well, and goes on in a new session. Where an account has the address the flow stays as it is, in
// its session: the address's owner, who has just read the code, is also told by mail how to log in.
func (s *Service) proveWith(ctx context.Context, a actor.Actor, email string, code uuid.UUID, called string, change func(*state)) (session.Signed, error) {
	var signed session.Signed
	taken := false
	err := s.Store.Tx(ctx, func(ctx context.Context) error {
		if err := s.Passcode.Spend(ctx, code, "pinCode", called); err != nil {
			return err
		}
		f, err := s.lockCurrent(ctx, a)
		if err != nil {
			return err
		}
		if taken, err = s.Account.EmailTaken(ctx, email); err != nil {
			return err
		}
		if taken {
			return s.Notify.Send(ctx, notify.To{Address: email, Locale: a.Locale}, notify.AlreadyMember{PlanID: s.PlanOf(f.ReturnTo)})
		}
		now := s.Clock.Now()
		if !f.proved() {
			f.expiresAt = now.Add(timeLimit)
		}
		if f.ProvedEmail, f.ProvedAt = email, &now; change != nil {
			change(f)
		}
		signed, err = s.saveProved(ctx, a, f)
		return err
	})
	switch {
	case err != nil:
		return session.Signed{}, err
	case taken:
		return session.Signed{}, fault.Invalid(fault.AccountAlreadyExistsEmail, "email")
	}
	return signed, nil
}

// signedInAlready sends a member who starts a sign-up to what it was to be for, else to My
// Page.
func signedInAlready(returnTo string) error {
	return fault.BrokenFlow(fault.AlreadySignedIn, step.Done(step.SafeReturnTo(returnTo)))
}

func codeScope(a actor.Actor, email string) passcode.Scope {
	return passcode.Scope{Purpose: authcode.PurposeSignUp, SessionID: a.SessionID, Address: email}
}
