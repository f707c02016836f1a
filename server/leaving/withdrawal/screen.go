package withdrawal

import (
	"context"
	"time"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
	"kaiin/server/base/survey"
	"kaiin/server/money/subscription"
)

// Screen is the form.
type Screen struct {
	Contracts          []subscription.View // running ones, those scheduled to cancel included
	Remains            bool                // one of them has to be cancelled first
	Survey             *survey.Survey      // may ask nothing
	Policy             *ent.StorePolicy    // what the member agrees to by leaving; nil when the store has none
	UsesExternalPolicy bool
	Agreements         []*ent.PaymentMethod // whose agreements do not end with the membership
}

// Screen is what the form shows to the member.
func (s *Service) Screen(ctx context.Context, a actor.Actor) (*Screen, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	screen := &Screen{Survey: settings.WithdrawSurvey, UsesExternalPolicy: settings.UsesExternalPolicy}
	if screen.Contracts, err = s.Subscription.Contracts(ctx, a.AccountID); err != nil {
		return nil, err
	}
	if screen.Agreements, err = s.Payment.Outliving(ctx, a.AccountID); err != nil {
		return nil, err
	}
	for _, c := range screen.Contracts {
		screen.Remains = screen.Remains || c.Status().Remains()
	}
	if settings.WithdrawPolicy == "" {
		return screen, nil
	}
	policies, err := s.Catalog.Policies(ctx)
	for _, p := range policies {
		if p.ID == settings.WithdrawPolicy {
			screen.Policy = p
		}
	}
	return screen, err
}

// CodePage is the page that asks for the code.
type CodePage struct {
	Next     step.Step // go there instead
	SendTo   string    // the address the code was sent to
	Code     settings.CodePurpose
	ResendAt time.Time
}

// CodePage is what the page that asks for the code shows; without a confirmed form it leads back to
// the form.
func (s *Service) CodePage(ctx context.Context, a actor.Actor) (*CodePage, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	var f confirmed
	found, err := s.Flow.Open(ctx, a.SessionID, flowWithdraw, &f)
	if err != nil || !found {
		return &CodePage{Next: step.Withdraw}, err
	}
	return &CodePage{SendTo: f.Address, Code: settings.AuthCodes.Withdraw, ResendAt: f.resendAt()}, nil
}

// CompletePage is where somebody who opens the last page goes instead, none when they may read it:
// a member has not left.
func CompletePage(a actor.Actor) step.Step {
	if a.SignedIn() {
		return step.MyPage
	}
	return step.Step{}
}
