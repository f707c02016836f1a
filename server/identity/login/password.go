package login

import (
	"context"
	"strings"

	"kaiin/schema"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
	"kaiin/server/base/typed"
	"kaiin/server/identity/account"
	"kaiin/server/identity/credential"
)

// Input is what the login page and the page of the login code send.
type Input struct {
	Identifier string // email address or user ID
	Password   string
	AuthCode   string
	Method     actor.Method
	Token      string // of the bot check
	ReturnTo   string
	DeviceHint string      // as Proof.DeviceHint
	Errand     step.Errand // what the login is for
}

// identifierKind is how the login history calls what somebody logs in with.
func identifierKind(identifier string) string {
	if strings.Contains(identifier, "@") {
		return IdentifierEmail
	}
	return IdentifierUserID
}

// checkIdentifier records what is wrong with the identifier. Where user IDs are not accepted it
// must be an email address.
func checkIdentifier(wrong *fault.Fields, identifier string, settings *settings.Settings) {
	switch limit := schema.Rules().Email.Max; {
	case acceptsUserID(settings) && identifier == "":
		wrong.Add("emailUserId", fault.LoginIdentifierRequired)
	case acceptsUserID(settings) && len(identifier) > limit: // longer than any address or user ID
		wrong.AddWith("emailUserId", fault.TooLong, map[string]any{"max": limit})
	case acceptsUserID(settings):
	case identifier == "":
		wrong.Add("emailUserId", fault.EmailRequired)
	case !account.IsEmail(identifier):
		wrong.Add("emailUserId", fault.EmailInvalid)
	}
}

// refusal is the answer to a wrong password and to an unknown name alike; what was entered decides
// its text.
func (in Input) refusal() error {
	code := fault.LoginFailedUserID
	if identifierKind(in.Identifier) == IdentifierEmail {
		code = fault.LoginFailedEmail
	}
	return &fault.Error{Kind: fault.KindUnauthenticated, Code: code}
}

// Login goes on from a right password or mailed code as Enter does: it signs the member in and
// leads to in.ReturnTo, or My Page, or to where the second factor is asked for.
//
// Faults: those of Enter; LOGIN_FAILED for a method that is not on offer; throttled. With a
// password: LOGIN_IDENTIFIER_REQUIRED, EMAIL_REQUIRED or EMAIL_INVALID on emailUserId,
// PASSWORD_REQUIRED on password; BOT_CHECK_FAILED; LOGIN_FAILED_EMAIL or LOGIN_FAILED_USER_ID;
// LOGIN_PROHIBITED only after the right one; unavailable when too many passwords are being checked.
// With a code: PIN_CODE_ERROR and what is wrong with its form on authCode; LOGIN_FAILED_CODE where
// none was asked for in this browser.
func (s *Service) Login(ctx context.Context, a actor.Actor, in Input) (Entered, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return Entered{}, err
	}
	in.Identifier = typed.HalfWidth(in.Identifier)
	switch {
	case in.Method == actor.MethodPassword && settings.Flags.Password:
		return s.loginByPassword(ctx, a, settings, in)
	case in.Method == actor.MethodAuthCode && settings.Flags.AuthCode:
		return s.loginByCode(ctx, a, settings, in)
	}
	return Entered{}, fault.BadRequest(fault.LoginFailed)
}

func (s *Service) loginByPassword(ctx context.Context, a actor.Actor, settings *settings.Settings, in Input) (Entered, error) {
	var wrong fault.Fields
	checkIdentifier(&wrong, in.Identifier, settings)
	if in.Password == "" {
		wrong.Add("password", fault.PasswordRequired)
	}
	if err := wrong.Err(); err != nil {
		return Entered{}, err
	}
	if err := s.checkBot(ctx, a, settings, in.Identifier, in.Token); err != nil {
		return Entered{}, err
	}
	proof, err := s.checkPassword(ctx, a, in)
	if err != nil {
		return Entered{}, err
	}
	return s.Enter(ctx, a, proof)
}

// checkPassword is the proof that an identifier and a password are; the account need not be active.
// The way to a refusal is the same whether the account exists or not, and takes as long.
func (s *Service) checkPassword(ctx context.Context, a actor.Actor, in Input) (Proof, error) {
	row, err := s.Account.LookupByIdentifier(ctx, in.Identifier, credential.WithHasFactor)
	if err != nil {
		return Proof{}, err
	}
	g, err := s.guesses(ctx, a, row, in.Identifier)
	if err != nil {
		return Proof{}, err
	}
	if err := s.count(ctx, g); err != nil {
		return Proof{}, err
	}
	var hash *string
	if row != nil {
		hash = row.PasswordHash
	}
	right, err := s.matches(ctx, g, hash, in.Password)
	if err != nil {
		return Proof{}, err
	}
	kind := identifierKind(in.Identifier)
	if !right {
		return Proof{}, s.refuse(ctx, a, row, g, attempt{method: actor.MethodPassword, identifier: kind, hint: in.DeviceHint}, in.refusal())
	}
	return Proof{
		Account: row, Method: actor.MethodPassword, Identifier: kind, ReturnTo: in.ReturnTo, DeviceHint: in.DeviceHint, Errand: in.Errand,
		MustChangePassword: credential.IsCommonPassword(in.Password), tried: g,
	}, nil
}
