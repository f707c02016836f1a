package account

import (
	"context"
	"time"

	"kaiin/ent"
	"kaiin/server/actor"
	"kaiin/server/catalog"
)

// SignupStep is a page of the sign-up.
type SignupStep int

const (
	StepEntry   SignupStep = iota // /signup
	StepPolicy                    // /signup/policy
	StepAuth                      // /signup/auth
	StepEmail                     // /signup/email, which is StepAuth without the external accounts
	StepPinCode                   // /signup/pin-code
	StepForm                      // /signup/form
	StepConfirm                   // /signup/confirm
)

// SignupPage is what a page of the sign-up shows.
type SignupPage struct {
	RedirectTo         string // go there instead
	Step, Steps        int    // the step counter; 0 on pages without one
	Email              string
	Linking            *ExternalSignup         // the external account the new one will be linked to
	LinkingTo          catalog.ExternalAccount // what the store calls it
	UserID             string
	Profile            Profile
	Policies           []*ent.StorePolicy // those to agree to on this page
	UsesExternalPolicy bool
	External           []catalog.ExternalAccount
	Registration       catalog.Registration
	PinCodeLife        time.Duration
	ResendAt           *time.Time
}

// SignupPage is what the page of the step shows to the actor.
//
// Fault: a broken flow, on the pages after the e-mail step when what they build on is missing or its time is up.
func (s *Service) SignupPage(ctx context.Context, a actor.Actor, step SignupStep) (*SignupPage, error) {
	settings, policies, err := s.signupTexts(ctx)
	if err != nil {
		return nil, err
	}
	f, err := s.lookupSignup(ctx, a)
	if err != nil {
		return nil, err
	}
	expired := f != nil && f.expired(s.Clock.Now())
	if f == nil || f.Done || expired {
		f = new(signupFlow)
	}
	policyStep := settings.SignupPolicyStep && len(policies) > 0
	toAgree := unconsented(policies, f.Consents)
	next, broken := route(step, progress{
		signedIn: a.SignedIn(), policyStep: policyStep, consented: len(toAgree) == 0,
		sent: f.Email != "" && f.Email != f.ProvedEmail, proved: f.proved(), confirmed: f.Form != nil,
	})
	switch {
	case broken && expired:
		return nil, signupTimeout()
	case broken:
		return nil, signupBroken()
	case next != "":
		return &SignupPage{RedirectTo: next}, nil
	}
	page := &SignupPage{
		Email: f.Email, Linking: f.External, Registration: f.registration(settings), UsesExternalPolicy: settings.UsesExternalPolicy,
		PinCodeLife: settings.AuthCodes.SignUp.Life(),
	}
	if f.External != nil {
		page.LinkingTo = catalog.ExternalAccount{Type: f.External.Type, Name: externalName(settings, f.External.Type)}
	}
	page.Step, page.Steps = counter(step, policyStep)
	switch step {
	case StepPolicy:
		page.Policies = policies
	case StepAuth, StepEmail:
		if !policyStep {
			page.Policies = policies
		}
	case StepForm:
		page.Policies = toAgree
	}
	if step == StepAuth {
		page.External = settings.ExternalAccounts
	}
	if f.SentAt != nil {
		resendAt := f.SentAt.Add(resendWait())
		page.ResendAt = &resendAt
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
	policyStep bool // the store's policies are the first step
	consented  bool // to every current policy
	sent       bool // a code is on its way to an address that is not proved
	proved     bool
	confirmed  bool // the form was checked and kept
}

// route is where a visitor who opens the page of a step belongs: there (""), on another page, or, when broken, back at
// the start.
func route(step SignupStep, p progress) (redirectTo string, broken bool) {
	switch {
	case p.signedIn:
		return "/mypage", false
	case step <= StepEmail && p.proved:
		return "/signup/form", false
	case step == StepEntry && p.policyStep:
		return "/signup/policy", false
	case step == StepEntry, step == StepPolicy && !p.policyStep:
		return "/signup/auth", false
	case (step == StepAuth || step == StepEmail) && p.policyStep && !p.consented:
		return "/signup/policy", false
	case step == StepPinCode && p.proved && !p.sent:
		return "/signup/form", false
	case step == StepPinCode && !p.sent, step >= StepForm && !p.proved:
		return "", true
	case step == StepConfirm && !p.confirmed:
		return "/signup/form", false
	}
	return "", false
}

// counter is the step's number and the number of steps: the e-mail step is the first, or the second after the
// policy step, and the form, two steps later, is the last. Confirm and complete are not counted.
func counter(step SignupStep, policyStep bool) (number, of int) {
	email := 1
	if policyStep {
		email = 2
	}
	switch step {
	case StepPolicy:
		number = 1
	case StepAuth, StepEmail:
		number = email
	case StepPinCode:
		number = email + 1
	case StepForm:
		number = email + 2
	default:
		return 0, 0
	}
	return number, email + 2
}

// SignedUp is what the completion page shows to a new member.
type SignedUp struct {
	RedirectTo string
	Email      string
	NextPath   string // where the one next step leads
}

// SignupCompleted is the completion page: for a member who has just signed up. Members who have not are sent to My Page.
// Fault: a broken flow, for visitors.
func (s *Service) SignupCompleted(ctx context.Context, a actor.Actor) (*SignedUp, error) {
	if !a.SignedIn() {
		return nil, signupBroken()
	}
	f, err := s.lookupSignup(ctx, a)
	if err != nil {
		return nil, err
	}
	if f == nil || !f.Done || f.expired(s.Clock.Now()) {
		return &SignedUp{RedirectTo: "/mypage"}, nil
	}
	settings, err := s.Catalog.Settings(ctx)
	if err != nil {
		return nil, err
	}
	row, err := s.Find(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	done := &SignedUp{NextPath: "/mypage"}
	if row.Email != nil {
		done.Email = *row.Email
	}
	if settings.SellsSubscriptions {
		done.NextPath = "/signup/plans"
	}
	return done, nil
}
