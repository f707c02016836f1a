package login

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/authcode"
	"kaiin/schema"
	"kaiin/server/account"
	"kaiin/server/actor"
	"kaiin/server/catalog"
	"kaiin/server/fault"
)

// codeFlow is a browser's wish to log in with a mailed code. It is stored sealed.
type codeFlow struct {
	Request    uuid.UUID // names the last mail that was asked for
	Identifier string    // as it was typed
	ReturnTo   string
	Locale     string
	Oidc       bool
	SentAt     time.Time
}

const flowCode = "authCode"

// codeFlowTime is how long a browser may ask for other codes without typing its identifier again.
const codeFlowTime = time.Hour

// CodeRequest is what the login page sends in code mode.
type CodeRequest struct {
	Identifier string
	ReturnTo   string
	Token      string // of the bot check
	Oidc       bool
}

// RequestCode has a login code mailed and returns the page where it is entered. What it does, says and costs is the same for
// everybody: one job looks the account up and mails the code, when there is one. Who has it sent again, in the same
// browser, has passed the bot check before. The actor needs a session.
//
// Faults: what is wrong with emailUserId; BOT_CHECK_FAILED; not found, where the store has no login codes; throttled, within 30
// seconds of the last one or after too many.
func (s *Service) RequestCode(ctx context.Context, a actor.Actor, in CodeRequest) (next string, err error) {
	settings, err := s.Catalog.Settings(ctx)
	if err != nil {
		return "", err
	}
	if !settings.Flags.AuthCode {
		return "", fault.NotFound()
	}
	in.Identifier = strings.TrimSpace(in.Identifier)
	var wrong fault.Fields
	checkIdentifier(&wrong, in.Identifier, settings)
	if err := wrong.Err(); err != nil {
		return "", err
	}
	var former codeFlow
	again, err := s.Account.OpenFlow(ctx, a.SessionID, flowCode, &former)
	if err != nil {
		return "", err
	}
	if again = again && former.Identifier == in.Identifier; again {
		in.ReturnTo = cmp.Or(in.ReturnTo, former.ReturnTo)
	} else if err := s.checkBot(ctx, a, settings, in.Token); err != nil {
		return "", err
	}
	to := loginCode(a.SessionID, nil, in.Identifier)
	if err := s.Account.AllowCode(ctx, a, to); err != nil {
		return "", err
	}
	now := s.Clock.Now()
	f := codeFlow{
		Request: uuid.New(), Identifier: in.Identifier, ReturnTo: account.SafeReturnTo(in.ReturnTo), Locale: a.Locale, Oidc: in.Oidc, SentAt: now,
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		if err := s.Account.SaveFlow(ctx, a.SessionID, flowCode, f, now.Add(codeFlowTime)); err != nil {
			return err
		}
		if err := s.Account.EndCodes(ctx, to); err != nil {
			return err
		}
		return s.Store.Enqueue(ctx, CodeArgs{SessionID: a.SessionID, Request: f.Request}, nil)
	})
	return codePath(in.Oidc), err
}

func codePath(oidc bool) string { return loginPath(oidc) + "/code" }

// loginCode is what the login code of a session is bound to: the address of the account that may log in with one, else what
// was typed.
func loginCode(sessionID uuid.UUID, row *ent.Account, identifier string) account.CodeScope {
	if !mayUseCode(row) {
		return account.CodeScope{Purpose: authcode.PurposeLogin, SessionID: sessionID, Address: identifier}
	}
	return account.CodeScope{Purpose: authcode.PurposeLogin, SessionID: sessionID, AccountID: row.ID, Address: *row.Email}
}

// mayUseCode holds for an account whose member can be reached at an address that was proved to be theirs.
func mayUseCode(row *ent.Account) bool {
	return row != nil && row.Status == entaccount.StatusActive && row.Email != nil && row.EmailVerifiedAt != nil
}

// CodePage is what the page of the login code shows.
type CodePage struct {
	RedirectTo string // go there instead
	Identifier string
	Called     catalog.CodePurpose
	ResendAt   time.Time
}

// CodePage is the entry of the login code. A browser that asked for none is led to the login page. Fault: not found, where
// the store has no login codes.
func (s *Service) CodePage(ctx context.Context, a actor.Actor, oidc bool) (*CodePage, error) {
	settings, err := s.Catalog.Settings(ctx)
	if err != nil {
		return nil, err
	}
	if !settings.Flags.AuthCode {
		return nil, fault.NotFound()
	}
	if a.SignedIn() {
		return &CodePage{RedirectTo: afterLogin}, nil
	}
	var f codeFlow
	found, err := s.Account.OpenFlow(ctx, a.SessionID, flowCode, &f)
	if err != nil {
		return nil, err
	}
	if !found {
		return &CodePage{RedirectTo: loginPath(oidc)}, nil
	}
	return &CodePage{Identifier: f.Identifier, Called: settings.AuthCodes.Login, ResendAt: f.SentAt.Add(resendWait())}, nil
}

// resendWait is how long a browser waits before it may have another code sent.
func resendWait() time.Duration { return time.Duration(schema.Rules().ResendSeconds) * time.Second }

func (s *Service) loginByCode(ctx context.Context, a actor.Actor, settings *catalog.Settings, in Input) (Signed, error) {
	called := settings.AuthCodes.Login.DisplayName.In(a.Locale)
	in.AuthCode = strings.TrimSpace(in.AuthCode)
	var wrong fault.Fields
	checkIdentifier(&wrong, in.Identifier, settings)
	account.CheckCode(&wrong, "authCode", in.AuthCode, called)
	if err := wrong.Err(); err != nil {
		return Signed{}, err
	}
	var f codeFlow
	found, err := s.Account.OpenFlow(ctx, a.SessionID, flowCode, &f)
	if err != nil {
		return Signed{}, err
	}
	if !found || !strings.EqualFold(f.Identifier, in.Identifier) {
		return Signed{}, &fault.Error{Kind: fault.KindUnauthenticated, Code: "LOGIN_FAILED_CODE"}
	}
	row, err := s.Account.LookupByIdentifier(ctx, f.Identifier)
	if err != nil {
		return Signed{}, err
	}
	g, err := s.guesses(ctx, a, row, f.Identifier, MethodAuthCode)
	if err != nil {
		return Signed{}, err
	}
	if err := s.count(ctx, g); err != nil {
		return Signed{}, err
	}
	id, err := s.Account.TryCode(ctx, loginCode(a.SessionID, row, f.Identifier), in.AuthCode, "authCode", called)
	if err == nil && !mayUseCode(row) { // somebody has guessed the code that nobody was told
		err = account.PinCodeError("authCode", called)
	}
	if fault.Is(err, "PIN_CODE_ERROR") {
		try := attempt{method: MethodAuthCode, identifier: identifierKind(f.Identifier), hint: in.DeviceHint}
		return Signed{}, s.refuse(ctx, a, row, g, try, err)
	}
	if err != nil {
		return Signed{}, err
	}
	var signed Signed
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		if err := s.Account.SpendCode(ctx, id, "authCode", called); err != nil {
			return err
		}
		if _, err := s.Account.SpendFlow(ctx, a.SessionID, flowCode); err != nil {
			return err
		}
		signed, err = s.Enter(ctx, a, Proof{
			Account: row, Method: MethodAuthCode, Identifier: identifierKind(f.Identifier), ReturnTo: f.ReturnTo,
			DeviceHint: in.DeviceHint, Oidc: f.Oidc, tried: g,
		})
		return err
	})
	if err != nil {
		return Signed{}, err
	}
	return signed, nil
}
