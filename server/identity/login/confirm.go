package login

import (
	"context"
	"slices"
	"time"

	"kaiin/ent"
	"kaiin/ent/authcode"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/flow"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
	"kaiin/server/base/typed"
	"kaiin/server/identity/account"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/passcode"
)

// codeSent is when a browser had a code for a confirmation sent. It is stored sealed.
type codeSent struct{ At time.Time }

const flowConfirm flow.Kind = "confirmLogin"

// ConfirmPage is what the page shows where a member proves once more who they are.
type ConfirmPage struct {
	Next       step.Step // go there instead
	ReturnTo   string
	Methods    []actor.Method // actor.MethodPasskey, actor.MethodPassword, actor.MethodAuthCode, and the types of linked external accounts
	Identifier string         // account.IdentifierOf a member with a password
	SendTo     string         // where a code would go, shortened
	CodeName   string
	ResendAt   *time.Time // nil: no code was sent
}

// ConfirmPage is the page where a member proves once more who they are. A member with a fresh proof
// that is not older than since is led on to returnTo. since is when an app asked for a new login
// (prompt=login, max_age): the app takes no older proof, and its request would lead back here again
// and again. The zero time takes any fresh proof.
func (s *Service) ConfirmPage(ctx context.Context, a actor.Actor, returnTo string, since time.Time) (*ConfirmPage, error) {
	returnTo = step.SafeReturnTo(returnTo)
	if a.Fresh(s.Clock.Now()) && !a.AuthenticatedAt.Before(since) {
		return &ConfirmPage{Next: step.Done(returnTo)}, nil
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	row, err := s.Account.Find(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	page := &ConfirmPage{ReturnTo: returnTo, CodeName: settings.AuthCodes.Of(authcode.PurposeConfirmLogin).DisplayName.In(a.Locale)}
	if page.Methods, err = s.confirmMethods(ctx, a, settings, row); err != nil {
		return nil, err
	}
	if slices.Contains(page.Methods, actor.MethodPassword) {
		page.Identifier = account.IdentifierOf(row)
	}
	if slices.Contains(page.Methods, actor.MethodAuthCode) {
		page.SendTo = account.ShortEmail(*row.Email)
	}
	var sent codeSent
	found, err := s.Flow.Open(ctx, a.SessionID, flowConfirm, &sent)
	if found {
		resendAt := sent.At.Add(passcode.ResendWait())
		page.ResendAt = &resendAt
	}
	return page, err
}

// confirmMethods are the ways a member can prove who they are. A mailed code is none where it would
// prove the same as the only second factor that is asked for next.
func (s *Service) confirmMethods(ctx context.Context, a actor.Actor, settings *settings.Settings, row *ent.Account) ([]actor.Method, error) {
	var methods []actor.Method
	if s.Passkey.Offered() {
		passkeys, err := s.Passkey.Count(ctx, row.ID)
		if err != nil {
			return nil, err
		}
		if passkeys > 0 {
			methods = append(methods, actor.MethodPasskey)
		}
	}
	if row.PasswordHash != nil {
		methods = append(methods, actor.MethodPassword)
	}
	if mayUseCode(row) {
		enough, err := s.codeSuffices(ctx, a, row)
		if err != nil {
			return nil, err
		}
		if enough {
			methods = append(methods, actor.MethodAuthCode)
		}
	}
	linked, err := s.Account.LinkedTypes(ctx, row.ID)
	if err != nil {
		return nil, err
	}
	for _, external := range s.External(settings.ExternalAccounts) {
		if slices.Contains(linked, external.Type) {
			methods = append(methods, actor.Method(external.Type))
		}
	}
	return methods, nil
}

// codeSuffices reports whether a login goes on after a mailed code.
func (s *Service) codeSuffices(ctx context.Context, a actor.Actor, row *ent.Account) (bool, error) {
	browser, err := s.Session.Familiar(ctx, a, row.ID)
	if err != nil {
		return false, err
	}
	factors, err := s.factorsAsked(ctx, row, browser)
	return len(factors.Types) == 0 || len(s.accepted(actor.MethodAuthCode, factors)) > 0, err
}

func confirmCode(a actor.Actor, row *ent.Account) passcode.Scope {
	return passcode.Scope{Purpose: authcode.PurposeConfirmLogin, SessionID: a.SessionID, AccountID: row.ID, Address: *row.Email}
}

// SendConfirmCode mails the member a code that proves once more who they are. Faults: not found,
// for a member who cannot use one; throttled, within 30 seconds of the last one or after too many.
func (s *Service) SendConfirmCode(ctx context.Context, a actor.Actor) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	row, err := s.Account.Find(ctx, a.AccountID)
	if err != nil {
		return err
	}
	if !mayUseCode(row) {
		return fault.NotFound()
	}
	to, called, now := confirmCode(a, row), settings.AuthCodes.Of(authcode.PurposeConfirmLogin), s.Clock.Now()
	if err := s.Passcode.Allow(ctx, a, to); err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		if err := s.Flow.Save(ctx, a.SessionID, flowConfirm, codeSent{now}, now.Add(called.Life())); err != nil {
			return err
		}
		return s.Passcode.Send(ctx, a, to, called)
	})
}

// ConfirmInput is what the page sends where a member proves once more who they are: a password, or
// else a code.
type ConfirmInput struct {
	Password string
	AuthCode string
	ReturnTo string
}

// Confirm goes on from a right password or code of the actor as Enter does: the actor's session
// gets a new token, after the second factor where one is asked for. Wrong tries count like those of
// a login, apart from them.
//
// Faults: REQUEST_UNAUTHORIZED and REQUIRED on password; PIN_CODE_ERROR and what is wrong with its
// form on authCode; those of Enter; throttled; unavailable.
func (s *Service) Confirm(ctx context.Context, a actor.Actor, in ConfirmInput) (Entered, error) {
	row, err := s.Account.Find(ctx, a.AccountID)
	if err != nil {
		return Entered{}, err
	}
	p := Proof{Account: row, Identifier: IdentifierEmail, ReturnTo: in.ReturnTo}
	if row.Email == nil {
		p.Identifier = IdentifierUserID
	}
	if in.Password == "" && in.AuthCode != "" {
		return s.confirmByCode(ctx, a, p, typed.Code(in.AuthCode))
	}
	return s.confirmByPassword(ctx, a, p, in.Password)
}

func (s *Service) confirmByPassword(ctx context.Context, a actor.Actor, p Proof, password string) (Entered, error) {
	if password == "" {
		return Entered{}, fault.Invalid(fault.Required, "password")
	}
	p.Method = actor.MethodPassword
	p.MustChangePassword = credential.IsCommonPassword(password)
	g, err := s.guesses(ctx, a, p.Account, "")
	if err != nil {
		return Entered{}, err
	}
	if err := s.count(ctx, g); err != nil {
		return Entered{}, err
	}
	right, err := s.matches(ctx, g, p.Account.PasswordHash, password)
	if err != nil {
		return Entered{}, err
	}
	if !right {
		return Entered{}, s.refuse(ctx, a, p.Account, g, attempt{method: p.Method, identifier: p.Identifier}, fault.Refused(fault.RequestUnauthorized, "password"))
	}
	p.tried = g
	return s.Enter(ctx, a, p)
}

func (s *Service) confirmByCode(ctx context.Context, a actor.Actor, p Proof, code string) (Entered, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return Entered{}, err
	}
	called := settings.AuthCodes.Of(authcode.PurposeConfirmLogin).DisplayName.In(a.Locale)
	var wrong fault.Fields
	passcode.CheckForm(&wrong, "authCode", code, called)
	if err := wrong.Err(); err != nil {
		return Entered{}, err
	}
	if !mayUseCode(p.Account) {
		return Entered{}, passcode.Wrong("authCode", called)
	}
	p.Method = actor.MethodAuthCode
	g, err := s.guesses(ctx, a, p.Account, "")
	if err != nil {
		return Entered{}, err
	}
	if err := s.count(ctx, g); err != nil {
		return Entered{}, err
	}
	id, err := s.Passcode.Try(ctx, confirmCode(a, p.Account), code, "authCode", called)
	if fault.Is(err, fault.PinCodeError) {
		return Entered{}, s.refuse(ctx, a, p.Account, g, attempt{method: p.Method, identifier: p.Identifier}, err)
	}
	if err != nil {
		return Entered{}, err
	}
	p.tried = g
	var signed Entered
	err = s.Store.Tx(ctx, func(ctx context.Context) (err error) {
		if signed, err = s.Enter(ctx, a, p); err != nil {
			return err
		}
		return s.Passcode.Spend(ctx, id, "authCode", called) // after Enter, which locks the account
	})
	if err != nil {
		return Entered{}, err
	}
	return signed, nil
}
