package login

import (
	"context"
	"slices"
	"strings"
	"time"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/server/account"
	"kaiin/server/catalog"
	"kaiin/server/fault"
)

// Input is what the login page sends.
type Input struct {
	Identifier string // e-mail address or user ID
	Password   string
	Method     string // MethodPassword or MethodAuthCode
	ReturnTo   string
}

// validate reports what the form lacks. Where user IDs are not accepted the identifier must be an e-mail address.
func (in Input) validate(settings *catalog.Settings) error {
	var wrong fault.Fields
	switch {
	case acceptsUserID(settings) && in.Identifier == "":
		wrong.Add("emailUserId", "LOGIN_IDENTIFIER_REQUIRED")
	case acceptsUserID(settings):
	case in.Identifier == "":
		wrong.Add("emailUserId", "EMAIL_REQUIRED")
	case !account.IsEmail(in.Identifier):
		wrong.Add("emailUserId", "EMAIL_INVALID")
	}
	if in.Password == "" {
		wrong.Add("password", "PASSWORD_REQUIRED")
	}
	return wrong.Err()
}

// refusal is told to who gave a wrong password, or the name of nobody, by the form of what they entered.
func (in Input) refusal() error {
	code := "LOGIN_FAILED_USER_ID"
	if strings.Contains(in.Identifier, "@") {
		code = "LOGIN_FAILED_EMAIL"
	}
	return &fault.Error{Kind: fault.KindUnauthenticated, Code: code}
}

// Login signs a member in with a password and leads to in.ReturnTo, or My Page.
//
// Faults: LOGIN_IDENTIFIER_REQUIRED, EMAIL_REQUIRED or EMAIL_INVALID on emailUserId, PASSWORD_REQUIRED on password;
// LOGIN_FAILED_EMAIL or LOGIN_FAILED_USER_ID; LOGIN_PROHIBITED for an account that is not active, after its right
// password; LOGIN_FAILED for a method that is not on offer; throttled; unavailable when too many passwords are being
// checked.
func (s *Service) Login(ctx context.Context, a account.Actor, in Input) (Signed, error) {
	settings, err := s.Catalog.Settings(ctx)
	if err != nil {
		return Signed{}, err
	}
	if in.Method != MethodPassword || !slices.Contains(offered(settings), ModePassword) {
		return Signed{}, fault.BadRequest("LOGIN_FAILED")
	}
	in.Identifier = strings.TrimSpace(in.Identifier)
	if err := in.validate(settings); err != nil {
		return Signed{}, err
	}
	row, err := s.checkPassword(ctx, a, in)
	if err != nil {
		return Signed{}, err
	}
	var signed Signed
	err = s.Store.Tx(ctx, func(ctx context.Context) (err error) {
		if err := s.record(ctx, a, row, true); err != nil {
			return err
		}
		signed, err = s.SignIn(ctx, a, row.ID, MethodPassword)
		return err
	})
	signed.RedirectTo = target(account.SafeReturnTo(in.ReturnTo))
	return signed, err
}

// checkPassword is the active account whose identifier and password were sent. The way to a refusal is the same whether
// the account exists or not, and takes as long.
func (s *Service) checkPassword(ctx context.Context, a account.Actor, in Input) (*ent.Account, error) {
	row, err := s.Account.LookupByIdentifier(ctx, in.Identifier)
	if err != nil {
		return nil, err
	}
	whom, hash := "unknown "+strings.ToLower(in.Identifier), (*string)(nil)
	if row != nil {
		whom, hash = row.ID.String(), row.PasswordHash
	}
	here, anywhere, network := guesses(whom, a.Network())
	if err := s.Account.MayGuess(ctx, network); err != nil {
		return nil, err
	}
	if err := s.Account.CountGuess(ctx, here, anywhere); err != nil {
		return nil, err
	}
	right, err := s.Account.Passwords.Matches(ctx, hash, in.Password)
	if err != nil {
		return nil, err
	}
	if right && row.Status == entaccount.StatusActive {
		return row, s.Account.ForgetGuesses(ctx, here, anywhere)
	}
	if err := s.record(ctx, a, row, false); err != nil {
		return nil, err
	}
	if right {
		return nil, fault.Denied("LOGIN_PROHIBITED")
	}
	if err := s.Account.CountGuess(ctx, network); err != nil {
		return nil, err
	}
	return nil, in.refusal()
}

// guesses are the counts of one try to log in. A single network is slowed down after 10 wrong passwords of an account, so
// that it cannot keep the member out elsewhere; all networks together after 30; and a network that tries one password on
// many accounts after 100. What was right is not counted.
func guesses(whom, network string) (here, anywhere, all account.Guesses) {
	here = account.Guesses{Key: "login-here:" + whom + " " + network, Free: 10, Window: 24 * time.Hour}
	anywhere = account.Guesses{Key: "login:" + whom, Free: 30, Window: 24 * time.Hour}
	all = account.Guesses{Key: "login-from:" + network, Free: 100, Window: 30 * time.Minute}
	return here, anywhere, all
}

// record notes a try to log in to an account in its history.
func (s *Service) record(ctx context.Context, a account.Actor, row *ent.Account, result bool) error {
	if row == nil {
		return nil
	}
	return s.Store.Client(ctx).LoginEvent.Create().SetCreatedAt(s.Clock.Now()).SetAccountID(row.ID).SetResult(result).
		SetLoginMethod(MethodPassword).SetIP(a.IP).SetUserAgent(cut(a.UserAgent)).Exec(ctx)
}
