package login

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/externalrequest"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/secret"
	"kaiin/server/base/step"
	"kaiin/server/identity/account"
	"kaiin/server/identity/passcode"
	"kaiin/server/identity/session"
	"kaiin/server/identity/signup"
)

// What a browser is sent to a provider for, as the query parameter socialActionType calls it.
const (
	ActionLink   = "enableExternalAuth"
	ActionLogin  = "login"
	ActionSignup = "signup"
)

// ExternalTime is how long a browser may stay at a provider.
const ExternalTime = 10 * time.Minute

// ExternalStart is a visit to a provider that is about to begin.
type ExternalStart struct {
	Type     string // LINE, Google, Yahoo! JAPAN or Facebook
	Action   string
	ReturnTo string
}

// ExternalAnswer is what a browser brought back.
type ExternalAnswer struct {
	State   string
	Code    string
	Error   string // the provider's, such as access_denied
	Browser string // what the visit of the state gave this browser
}

// Left is where a browser goes to a provider, and what binds the visit to it: a secret of this one
// visit, which the browser shows when it comes back with the state.
type Left struct {
	URL            string
	State, Browser string
}

// externalSecrets are what only we may know of a visit. They are stored sealed.
type externalSecrets struct {
	Nonce, Verifier string

	// The cookies by which an account knows the browser that left.
	KnownBrowser, TrustedDevice string
}

// LeaveForProvider begins a visit to a provider: with a state that works once, a nonce, and PKCE. A
// member begins it to link an external account, which needs a fresh session without the duty to
// change the password, or to prove once more who they are.
//
// Faults: not found for a type the store does not offer or an unknown action; unauthenticated,
// REAUTHENTICATION_REQUIRED and PASSWORD_CHANGE_REQUIRED for linking; unavailable when the provider
// does not answer.
func (s *Service) LeaveForProvider(ctx context.Context, a actor.Actor, in ExternalStart) (Left, error) {
	provider, err := s.provider(ctx, in.Type)
	if err != nil {
		return Left{}, err
	}
	switch in.Action {
	case ActionLink:
		if err := a.NeedsFresh(s.Clock.Now()); err != nil {
			return Left{}, err
		}
	case ActionLogin, ActionSignup:
	default:
		return Left{}, fault.NotFound()
	}
	if err := s.Throttle.Count(ctx, "external-from:"+a.Network(), externalsPerDay, passcode.Day); err != nil {
		return Left{}, err
	}
	state, secrets := secret.Token(), externalSecrets{
		Nonce: secret.Token(), Verifier: secret.Token(), KnownBrowser: a.KnownBrowser, TrustedDevice: a.TrustedDevice,
	}
	left := Left{State: state, Browser: secret.Token()}
	left.URL, err = provider.Start(ctx, ProviderStart{
		State: state, Nonce: secrets.Nonce, Verifier: secrets.Verifier, RedirectURL: s.callback(provider), Locale: a.Locale,
		Again: a.SignedIn() && in.Action == ActionLogin,
	})
	if err != nil {
		return Left{}, fault.Unavailable(fault.CodeUnavailable, err)
	}
	plain, err := json.Marshal(secrets)
	if err != nil {
		return Left{}, err
	}
	now := s.Clock.Now()
	create := s.Store.Client(ctx).ExternalRequest.Create().SetCreatedAt(now).SetExpiresAt(now.Add(ExternalTime)).
		SetStateHash(secret.HashToken(state)).SetBrowserHash(secret.HashToken(left.Browser)).
		SetSecrets(s.Secrets.Seal(externalSeal(state), plain)).
		SetType(in.Type).SetAction(in.Action).SetReturnTo(step.SafeReturnTo(in.ReturnTo))
	if a.SessionID != uuid.Nil {
		create.SetSessionID(a.SessionID)
	}
	if a.SignedIn() {
		create.SetAccountID(a.AccountID)
	}
	return left, create.Exec(ctx)
}

// externalsPerDay is how often a network may send browsers to providers. Each time leaves a row: as
// often as it may begin sessions.
const externalsPerDay = 5000

// provider is the one of a type the store offers and that is configured. Fault: not found.
func (s *Service) provider(ctx context.Context, kind string) (Provider, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	for _, offered := range settings.ExternalAccounts {
		if provider, ok := s.Providers[kind]; ok && offered.Type == kind {
			return provider, nil
		}
	}
	return nil, fault.NotFound()
}

// externalSeal binds the sealed secrets to their visit.
func externalSeal(state string) string { return "external " + state }

// ReturnFromProvider ends a visit: it links the external account, logs in with it, or begins a
// sign-up. The browser's word counts for nothing: the state must be one that this browser was sent
// with, and is used up whatever follows; who is signed in is the account that was signed in when
// the visit began, if that session has not ended.
//
// Faults: INVALID_SESSION_FLOW for a state that is unknown, spent, late or another browser's;
// EXTERNAL_CANCELED; EXTERNAL_FAILED when the provider's answer does not hold;
// ACCOUNT_ALREADY_EXISTS; SOCIAL_EMAIL_ALREADY_EXISTS; what Enter refuses; unavailable.
func (s *Service) ReturnFromProvider(ctx context.Context, a actor.Actor, in ExternalAnswer) (Entered, error) {
	visit, err := s.spendVisit(ctx, in)
	if err != nil {
		return Entered{}, err
	}
	if a, err = s.began(ctx, a, visit); err != nil {
		return Entered{}, err
	}
	if in.Error != "" || in.Code == "" {
		return Entered{Next: startOf(visit)}, nil // the visitor has thought better of it
	}
	who, err := s.identify(ctx, visit, in)
	if err != nil {
		return Entered{}, err
	}
	external := account.External{Type: visit.Type, Subject: who.Subject}
	if visit.Action == ActionLink {
		return Entered{Next: step.ExternalLinked}, s.Account.LinkExternal(ctx, a, external)
	}
	owner, err := s.Account.LookupByExternal(ctx, external)
	switch {
	case err != nil:
		return Entered{}, err
	case a.SignedIn() && (owner == nil || owner.ID != a.AccountID): // proving it once more, with somebody else's
		return Entered{}, fault.Conflict(fault.ExternalOfAnother)
	case owner != nil:
		return s.Enter(ctx, a, Proof{Account: owner, Method: actor.Method(visit.Type), Identifier: visit.Type, ReturnTo: visit.ReturnTo})
	}
	return s.joinWith(ctx, a, external, who, visit.ReturnTo)
}

// visit is an ExternalRequest with its secrets.
type visit struct {
	*ent.ExternalRequest
	externalSecrets
}

// spendVisit finds the visit of a state and this browser, and uses it up: of several answers with
// one state, one is taken.
func (s *Service) spendVisit(ctx context.Context, in ExternalAnswer) (visit, error) {
	broken := fault.Precondition(fault.InvalidSessionFlow)
	if in.State == "" || in.Browser == "" {
		return visit{}, broken
	}
	client, state := s.Store.Client(ctx), secret.HashToken(in.State)
	spent, err := client.ExternalRequest.Update().
		Where(externalrequest.StateHash(state), externalrequest.BrowserHash(secret.HashToken(in.Browser)),
			externalrequest.UsedAtIsNil(), externalrequest.ExpiresAtGT(s.Clock.Now())).
		SetUsedAt(s.Clock.Now()).Save(ctx)
	if err != nil {
		return visit{}, err
	}
	if spent == 0 {
		return visit{}, broken
	}
	row, err := client.ExternalRequest.Query().Where(externalrequest.StateHash(state)).Only(ctx)
	if err != nil {
		return visit{}, err
	}
	plain, err := s.Secrets.Open(externalSeal(in.State), row.Secrets)
	if err != nil {
		return visit{}, err
	}
	v := visit{ExternalRequest: row}
	return v, json.Unmarshal(plain, &v.externalSecrets)
}

// began is the actor with whom the visit began. A provider's answer may be a post from another
// site, where the session cookie and those by which an account knows the browser stay behind: the
// session is the visit's own, and of the others the visit's stand in for those that did not come
// along. A session that was renewed meanwhile is another one to the visit: it may have begun with a
// stolen cookie, which the proof was to make worthless.
func (s *Service) began(ctx context.Context, a actor.Actor, v visit) (actor.Actor, error) {
	a = session.Bind(a, nil, nil)
	a.KnownBrowser = cmp.Or(a.KnownBrowser, v.KnownBrowser)
	a.TrustedDevice = cmp.Or(a.TrustedDevice, v.TrustedDevice)
	if v.SessionID == nil {
		return a, nil
	}
	row, owner, err := s.Session.Living(ctx, *v.SessionID)
	if row != nil && row.AuthenticatedAt != nil && row.AuthenticatedAt.After(v.CreatedAt) {
		row, owner = nil, nil // the visit began under a token that is dead
	}
	if row == nil && err == nil && v.AccountID != nil {
		err = fault.Unauthenticated()
	}
	return session.Bind(a, row, owner), err
}

// identify asks the provider who came back.
func (s *Service) identify(ctx context.Context, v visit, in ExternalAnswer) (Identity, error) {
	provider, err := s.provider(ctx, v.Type)
	if err != nil {
		return Identity{}, err
	}
	finish := ProviderFinish{Code: in.Code, Nonce: v.Nonce, Verifier: v.Verifier, RedirectURL: s.callback(provider)}
	if v.AccountID != nil && v.Action == ActionLogin {
		finish.Since = v.CreatedAt // a login there from before proves nothing once more
	}
	who, err := provider.Finish(ctx, finish)
	switch {
	case errors.Is(err, ErrProviderUnreachable):
		return who, fault.Unavailable(fault.CodeUnavailable, err)
	case err != nil:
		return who, fault.BadRequest(fault.ExternalFailed).Because(err)
	}
	return who, nil
}

// joinWith begins a sign-up with an external account that no account has linked, in a session that
// is made for it.
func (s *Service) joinWith(ctx context.Context, a actor.Actor, external account.External, who Identity, returnTo string) (Entered, error) {
	next, signed, err := s.Signup.StartExternal(ctx, a, signup.External{
		External: external, Email: who.Email, EmailVerified: who.EmailVerified, Profile: profileOf(who),
	}, returnTo)
	return Entered{Signed: signed, Next: next}, err
}

// profileOf is what the form is prefilled with, as far as it fits. It is checked like everything
// that is typed there.
func profileOf(who Identity) account.Personal {
	return account.Personal{
		Name: who.Name, FamilyName: who.FamilyName, GivenName: who.GivenName, FamilyNameKana: who.FamilyNameKana,
		GivenNameKana: who.GivenNameKana, Nickname: who.Nickname, Birthday: who.Birthday, Sex: who.Sex,
	}
}

// startOf is where a visitor who has broken a visit off goes on, still for what it was for.
func startOf(v visit) step.Step {
	switch {
	case v.Action == ActionLink:
		return step.MyPage
	case v.Action == ActionSignup:
		return step.SignupAuth.AndBack(v.ReturnTo)
	case v.AccountID != nil:
		return step.ConfirmLogin.AndBack(v.ReturnTo)
	}
	return step.Login.AndBack(v.ReturnTo)
}

// callback is the address at which a provider gives the browser back.
func (s *Service) callback(p Provider) string {
	if p.FormPost() {
		return s.CallbackForm
	}
	return s.Callback
}
