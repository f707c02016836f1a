package signup

import (
	"context"
	"time"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
	"kaiin/server/identity/account"
	"kaiin/server/identity/passcode"
)

// Stage is a page of the sign-up.
type Stage int

const (
	StageEntry Stage = iota
	StagePolicy
	StageAuth
	StageEmail // StageAuth without the external accounts
	StagePinCode
	StageForm
	StageConfirm
)

// Page is what a page of the sign-up shows.
type Page struct {
	Next               step.Step // go there instead
	ReturnTo           string    // where the visitor wants to go as a member: a safe path of this site, or ""
	Step, Steps        int       // the step counter; 0 on pages without one
	Email              string
	Linking            *External                // the external account the new one will be linked to
	LinkingTo          settings.ExternalAccount // what the store calls it
	UserID             string
	Profile            account.Personal
	Policies           []*ent.StorePolicy // those to agree to on this page
	UsesExternalPolicy bool
	External           []settings.ExternalAccount
	Registration       settings.Registration
	AsksCode           bool // the page asks for the code that was sent to the address
	PinCodeLife        time.Duration
	ResendAt           *time.Time // when the code may be sent again; nil: none is on its way
}

// Page is what the page of the stage shows to the actor. returnTo is where they want to go as a
// member, if the page's address says so; it counts only when it leads back into this site, and else
// what the sign-up was begun for does.
//
// Fault: a broken flow, on the pages after the email step when what they build on is missing or its
// time is up.
func (s *Service) Page(ctx context.Context, a actor.Actor, at Stage, returnTo string) (*Page, error) {
	current, policies, err := s.texts(ctx)
	if err != nil {
		return nil, err
	}
	f, err := s.lookup(ctx, a)
	if err != nil {
		return nil, err
	}
	expired := f != nil && f.expired(s.Clock.Now())
	asked := step.SafeReturnTo(returnTo)
	switch {
	case expired:
		f = &state{ReturnTo: f.ReturnTo} // begun again, it is for the same
	case f == nil, f.Done:
		f = new(state)
	}
	f.keepReturn(asked)
	inline := current.SignupIsInline()
	policyStep := current.SignupPolicyStep && !inline && len(policies) > 0
	toAgree := account.Unconsented(policies, f.Consents)
	next, lost := route(at, progress{
		signedIn: a.SignedIn(), inline: inline, policyStep: policyStep, consented: len(toAgree) == 0,
		sent: f.Email != "" && f.Email != f.ProvedEmail, proved: f.proved(), confirmed: f.Form != nil,
	})
	switch {
	case lost && expired:
		return nil, timeout(f.ReturnTo)
	case lost:
		return nil, broken()
	case !next.None():
		if next == step.MyPage {
			return &Page{Next: step.Done(asked)}, nil
		}
		return &Page{Next: next.AndBack(asked)}, nil
	}
	page := &Page{
		ReturnTo: f.ReturnTo, Email: f.Email, Linking: f.External, Registration: f.registration(current), UsesExternalPolicy: current.UsesExternalPolicy,
		PinCodeLife: current.AuthCodes.SignUp.Life(),
	}
	if f.External != nil {
		page.LinkingTo = settings.ExternalAccount{Type: f.External.Type, Name: account.ExternalName(current, f.External.Type)}
	}
	if inline {
		page.Step, page.Steps = s.inlineCounter(f.ReturnTo)
	} else {
		page.Step, page.Steps = counter(at, policyStep)
	}
	page.AsksCode = at == StagePinCode || at < StagePinCode && inline && f.SentAt != nil
	switch at {
	case StagePolicy:
		page.Policies = policies
	case StageAuth, StageEmail:
		if !policyStep {
			page.Policies = policies
		}
	case StageForm:
		page.Policies = toAgree
	}
	if at == StageAuth {
		page.External = current.ExternalAccounts
	}
	if f.SentAt != nil {
		resendAt := f.SentAt.Add(passcode.ResendWait())
		page.ResendAt = &resendAt
	}
	if page.AsksCode {
		undelivered, err := s.Passcode.Undelivered(ctx, codeScope(a, f.Email))
		if err != nil {
			return nil, err
		}
		if undelivered {
			page.ResendAt = nil
		}
	}
	switch {
	case f.proved():
		page.Email = f.ProvedEmail
	case f.Email == "" && f.External != nil:
		page.Email = f.External.Email
	}
	if page.Profile = f.prefilled(); f.Form != nil {
		page.UserID = f.Form.UserID
	}
	return page, nil
}

// progress is how far a sign-up has come.
type progress struct {
	signedIn   bool
	inline     bool // the style whose page of the address asks for the code, too, and which has no confirm page
	policyStep bool // the store's policies are the first step
	consented  bool // to every current policy
	sent       bool // a code is on its way to an address that is not proved
	proved     bool
	confirmed  bool // the form was checked and kept
}

// route is where a visitor who opens the page of a stage belongs: there (none), on another page,
// or, when broken, back at the start.
func route(at Stage, p progress) (next step.Step, broken bool) {
	switch {
	case p.signedIn:
		return step.MyPage, false
	case at <= StageEmail && p.proved:
		return step.SignupForm, false
	case at == StageEntry && p.policyStep:
		return step.SignupPolicy, false
	case at == StageEntry, at == StagePolicy && !p.policyStep:
		return step.SignupAuth, false
	case (at == StageAuth || at == StageEmail) && p.policyStep && !p.consented:
		return step.SignupPolicy, false
	case at == StagePinCode && p.inline && !p.proved:
		return step.SignupAuth, false
	case at == StageConfirm && p.inline && p.proved:
		return step.SignupForm, false
	case at == StagePinCode && p.proved && (!p.sent || p.inline):
		return step.SignupForm, false
	case at == StagePinCode && !p.sent, at >= StageForm && !p.proved:
		return step.Step{}, true
	case at == StageConfirm && !p.confirmed:
		return step.SignupForm, false
	}
	return step.Step{}, false
}

// counter is the step's number and the number of steps: the email step is the first, or the
// second after the policy step, and the form, two steps later, is the last. Confirm and complete
// are not counted.
func counter(at Stage, policyStep bool) (number, of int) {
	email := 1
	if policyStep {
		email = 2
	}
	switch at {
	case StagePolicy:
		number = 1
	case StageAuth, StageEmail:
		number = email
	case StagePinCode:
		number = email + 1
	case StageForm:
		number = email + 2
	default:
		return 0, 0
	}
	return number, email + 2
}

// inlineCounter counts the whole errand of a visitor who came for a plan: the sign-up, the plan,
// the payment, the end. A sign-up in the inline style that is for nothing else is not counted.
func (s *Service) inlineCounter(returnTo string) (number, of int) {
	if s.PlanOf(returnTo) == "" {
		return 0, 0
	}
	return 1, 4
}

// SignedUp is what the completion page shows to a new member.
type SignedUp struct {
	Next    step.Step // go there instead
	Email   string
	OneNext step.Step // where the one next step leads: to what the sign-up was begun for, if to anything
}

// CompletedPage is the completion page: for a member who has just signed up. Members who have not
// are sent to My Page.
// Fault: a broken flow, for visitors.
func (s *Service) CompletedPage(ctx context.Context, a actor.Actor) (*SignedUp, error) {
	if !a.SignedIn() {
		return nil, broken()
	}
	f, err := s.lookup(ctx, a)
	if err != nil {
		return nil, err
	}
	if f == nil || !f.Done || f.expired(s.Clock.Now()) {
		return &SignedUp{Next: step.MyPage}, nil
	}
	current, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	row, err := s.Account.Find(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	done := &SignedUp{OneNext: step.MyPage}
	if row.Email != nil {
		done.Email = *row.Email
	}
	switch {
	case f.ReturnTo != "":
		done.OneNext = step.Done(f.ReturnTo)
	case current.SellsSubscriptions:
		done.OneNext = step.SignupPlans
	}
	return done, nil
}
