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
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/flow"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
	"kaiin/server/base/typed"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/passcode"
)

// codeFlow is a browser's wish to log in with a mailed code. It is stored sealed.
type codeFlow struct {
	Request    uuid.UUID // names the last mail that was asked for
	Identifier string    // as it was typed
	ReturnTo   string
	Locale     string
	Errand     step.Errand
	SentAt     time.Time
	Browser    string // names the browser when the account that is meant knows it
	Network    string // from where it was asked for
}

const flowCode flow.Kind = "authCode"

// codeFlowTime is how long a browser may ask for other codes without typing its identifier again.
const codeFlowTime = time.Hour

// CodeRequest is what the login page sends in code mode.
type CodeRequest struct {
	Identifier string
	ReturnTo   string
	Token      string // of the bot check
	Errand     step.Errand
}

// RequestCode has a login code mailed and returns the page where it is entered. What it does, says
// and costs is the same for
// everybody: one job looks the account up and mails the code, when there is one. A
// visitor who has it sent again, in the same browser, has passed the bot check before. The actor
// needs a session.
//
// Faults: what is wrong with emailUserId; BOT_CHECK_FAILED; not found, where the store has no login
// codes; throttled, within 30 seconds of the last one or after too many.
func (s *Service) RequestCode(ctx context.Context, a actor.Actor, in CodeRequest) (next step.Step, err error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return step.Step{}, err
	}
	if !settings.Flags.AuthCode {
		return step.Step{}, fault.NotFound()
	}
	in.Identifier = typed.HalfWidth(in.Identifier)
	var wrong fault.Fields
	checkIdentifier(&wrong, in.Identifier, settings)
	if err := wrong.Err(); err != nil {
		return step.Step{}, err
	}
	var former codeFlow
	again, err := s.Flow.Open(ctx, a.SessionID, flowCode, &former)
	if err != nil {
		return step.Step{}, err
	}
	if again = again && former.Identifier == in.Identifier; again {
		in.ReturnTo = cmp.Or(in.ReturnTo, former.ReturnTo)
	} else if err := s.checkBot(ctx, a, settings, in.Identifier, in.Token); err != nil {
		return step.Step{}, err
	}
	to := loginCode(a.SessionID, nil, in.Identifier)
	if to.Browser, err = s.Credential.KnownBrowser(ctx, a, in.Identifier); err != nil {
		return step.Step{}, err
	}
	if err := s.Passcode.Allow(ctx, a, to); err != nil {
		return step.Step{}, err
	}
	now := s.Clock.Now()
	f := codeFlow{
		Request: uuid.New(), Identifier: in.Identifier, ReturnTo: step.SafeReturnTo(in.ReturnTo), Locale: a.Locale, Errand: in.Errand, SentAt: now,
		Browser: to.Browser, Network: a.Network(),
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		if err := s.Flow.Save(ctx, a.SessionID, flowCode, f, now.Add(codeFlowTime)); err != nil {
			return err
		}
		if err := s.Passcode.End(ctx, to); err != nil {
			return err
		}
		return s.Store.Enqueue(ctx, CodeArgs{SessionID: a.SessionID, Request: f.Request}, nil)
	})
	return step.LoginCode.For(in.Errand), err
}

// loginCode is what the login code of a session is bound to: the address of the account that may
// log in with one, else what was typed.
func loginCode(sessionID uuid.UUID, row *ent.Account, identifier string) passcode.Scope {
	if !mayUseCode(row) {
		return passcode.Scope{Purpose: authcode.PurposeLogin, SessionID: sessionID, Address: identifier}
	}
	return passcode.Scope{Purpose: authcode.PurposeLogin, SessionID: sessionID, AccountID: row.ID, Address: *row.Email}
}

// mayUseCode holds for an account whose member can be reached at an address that was proved to
// be theirs.
func mayUseCode(row *ent.Account) bool {
	return row != nil && row.Status == entaccount.StatusActive && row.Email != nil && row.EmailVerifiedAt != nil
}

// CodePage is what the page of the login code shows.
type CodePage struct {
	Next       step.Step // go there instead
	ReturnTo   string    // where the login leads; "" is My Page
	Identifier string
	Called     settings.CodePurpose
	ResendAt   time.Time
}

// CodePage is the entry of the login code. A browser that asked for none is led to the login page.
// Fault: not found, where the store has no login codes.
func (s *Service) CodePage(ctx context.Context, a actor.Actor, errand step.Errand) (*CodePage, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	if !settings.Flags.AuthCode {
		return nil, fault.NotFound()
	}
	if a.SignedIn() {
		return &CodePage{Next: step.MyPage}, nil
	}
	var f codeFlow
	found, err := s.Flow.Open(ctx, a.SessionID, flowCode, &f)
	if err != nil {
		return nil, err
	}
	if !found { // what has expired begins again, for the same
		return &CodePage{Next: step.Login.For(errand).AndBack(f.ReturnTo)}, nil
	}
	return &CodePage{ReturnTo: f.ReturnTo, Identifier: f.Identifier, Called: settings.AuthCodes.Login, ResendAt: f.SentAt.Add(passcode.ResendWait())}, nil
}

// countCode is count for a mailed code. One that this browser has asked for can be tried whatever
// others have tried meanwhile: a code has five tries, and how many are mailed is counted (package
// passcode). Fault: throttled.
func (s *Service) countCode(ctx context.Context, g attemptCounts, to passcode.Scope) error {
	err := s.count(ctx, g)
	if !fault.Is(err, fault.TooManyRequests) {
		return err
	}
	waits, lookErr := s.Passcode.Waits(ctx, to)
	if lookErr != nil || waits {
		return lookErr
	}
	return err
}

func (s *Service) loginByCode(ctx context.Context, a actor.Actor, settings *settings.Settings, in Input) (Entered, error) {
	called := settings.AuthCodes.Login.DisplayName.In(a.Locale)
	in.AuthCode = typed.Code(in.AuthCode)
	var wrong fault.Fields
	checkIdentifier(&wrong, in.Identifier, settings)
	passcode.CheckForm(&wrong, "authCode", in.AuthCode, called)
	if err := wrong.Err(); err != nil {
		return Entered{}, err
	}
	var f codeFlow
	found, err := s.Flow.Open(ctx, a.SessionID, flowCode, &f)
	if err != nil {
		return Entered{}, err
	}
	if !found || !strings.EqualFold(f.Identifier, in.Identifier) {
		return Entered{}, &fault.Error{Kind: fault.KindUnauthenticated, Code: fault.LoginFailedCode}
	}
	row, err := s.Account.LookupByIdentifier(ctx, f.Identifier, credential.WithHasFactor)
	if err != nil {
		return Entered{}, err
	}
	g, err := s.guesses(ctx, a, row, f.Identifier)
	if err != nil {
		return Entered{}, err
	}
	code := loginCode(a.SessionID, row, f.Identifier)
	if err := s.countCode(ctx, g, code); err != nil {
		return Entered{}, err
	}
	id, err := s.Passcode.Try(ctx, code, in.AuthCode, "authCode", called)
	if err == nil && !mayUseCode(row) { // a guess has met the code that was never sent
		err = passcode.Wrong("authCode", called)
	}
	if fault.Is(err, fault.PinCodeError) {
		try := attempt{method: actor.MethodAuthCode, identifier: identifierKind(f.Identifier), hint: in.DeviceHint}
		return Entered{}, s.refuse(ctx, a, row, g, try, err)
	}
	if err != nil {
		return Entered{}, err
	}
	var signed Entered
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		signed, err = s.Enter(ctx, a, Proof{
			Account: row, Method: actor.MethodAuthCode, Identifier: identifierKind(f.Identifier), ReturnTo: f.ReturnTo,
			DeviceHint: in.DeviceHint, Errand: f.Errand, tried: g,
		})
		if err != nil {
			return err
		}
		if err := s.Passcode.Spend(ctx, id, "authCode", called); err != nil { // after Enter, which locks the account
			return err
		}
		_, err = s.Flow.Spend(ctx, a.SessionID, flowCode)
		return err
	})
	if err != nil {
		return Entered{}, err
	}
	return signed, nil
}
