package withdrawal

import (
	"context"
	"encoding/json"
	"time"

	"kaiin/ent"
	"kaiin/ent/authcode"
	"kaiin/schema"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/flow"
	"kaiin/server/base/step"
	"kaiin/server/identity/passcode"
)

// CodePurpose is what the code of a withdrawal is for, as calls name it.
const CodePurpose = authcode.PurposeWithdraw

const flowWithdraw flow.Kind = "withdraw"

// flowTime is how long a confirmed form waits for its code, resends included.
const flowTime = time.Hour

// confirmed is a checked form. It is stored sealed.
type confirmed struct {
	Answered json.RawMessage // catalog.Answered: the survey as the member read it; nil when nothing was answered
	Address  string
	SentAt   time.Time // when the last code was sent
}

func (f confirmed) resendAt() time.Time {
	return f.SentAt.Add(time.Duration(schema.Rules().ResendSeconds) * time.Second)
}

// scope is what the code of a withdrawal is bound to.
func scope(a actor.Actor, address string) passcode.Scope {
	return passcode.Scope{Purpose: CodePurpose, SessionID: a.SessionID, AccountID: a.AccountID, Address: address}
}

// Form is what the member sends to leave: answers by question.
type Form struct {
	Consent bool
	Answers map[string][]string
}

// Confirm checks the form, keeps it and mails a code. A member who comes back to the form
// before another code may be sent goes on with the code that was sent. Next is the page that asks
// for the code.
//
// Faults: CONSENT_REQUIRED on consent, wrong answers on answers.<question>; CONTRACT_REMAINS;
// WITHDRAW_PAYMENT_UNDER_WAY; WITHDRAW_FAILED for an account without an address; throttled.
func (s *Service) Confirm(ctx context.Context, a actor.Actor, in Form) (next step.Step, err error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return step.Step{}, err
	}
	var wrong fault.Fields
	if !in.Consent {
		wrong.Add("consent", fault.ConsentRequired)
	}
	wrong = append(wrong, settings.WithdrawSurvey.Check(in.Answers)...)
	if err := wrong.Err(); err != nil {
		return step.Step{}, err
	}
	answered, err := settings.WithdrawSurvey.Keep(a.Locale, in.Answers)
	if err != nil {
		return step.Step{}, err
	}
	row, err := s.leaving(ctx, a)
	if err != nil {
		return step.Step{}, err
	}
	former := confirmed{}
	found, err := s.Flow.Open(ctx, a.SessionID, flowWithdraw, &former)
	if err != nil {
		return step.Step{}, err
	}
	if found && former.Address == *row.Email && s.Clock.Now().Before(former.resendAt()) {
		former.Answered = answered
		return step.WithdrawCode, s.Flow.Save(ctx, a.SessionID, flowWithdraw, former, former.SentAt.Add(flowTime))
	}
	return step.WithdrawCode, s.send(ctx, a, confirmed{Answered: answered, Address: *row.Email})
}

// leaving is the account of a member whom nothing keeps from leaving.
func (s *Service) leaving(ctx context.Context, a actor.Actor) (*ent.Account, error) {
	row, err := s.Account.Find(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	contracts, err := s.Subscription.Contracts(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	for _, c := range contracts {
		if c.Status().Remains() {
			return nil, fault.Precondition(fault.ContractRemains)
		}
	}
	underWay, err := s.Payment.UnderWay(ctx, a.AccountID)
	switch {
	case err != nil:
		return nil, err
	case underWay:
		return nil, fault.Precondition(fault.WithdrawPaymentUnderWay)
	case row.Email == nil:
		return nil, fault.Precondition(fault.WithdrawFailed)
	}
	return row, nil
}

// Resend mails another code; the former one works no more. Faults: a broken flow without a
// confirmed form; throttled within 30 seconds of the last code.
func (s *Service) Resend(ctx context.Context, a actor.Actor) error {
	var f confirmed
	found, err := s.Flow.Open(ctx, a.SessionID, flowWithdraw, &f)
	if err != nil {
		return err
	}
	if !found {
		return broken()
	}
	return s.send(ctx, a, f)
}

func broken() error { return fault.BrokenFlow(fault.InvalidSessionFlow, step.Withdraw) }

// send mails a code for the form and keeps it.
func (s *Service) send(ctx context.Context, a actor.Actor, f confirmed) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	to := scope(a, f.Address)
	if err := s.Passcode.Allow(ctx, a, to); err != nil {
		return err
	}
	f.SentAt = s.Clock.Now()
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		if err := s.Flow.Save(ctx, a.SessionID, flowWithdraw, f, f.SentAt.Add(flowTime)); err != nil {
			return err
		}
		return s.Passcode.Send(ctx, a, to, settings.AuthCodes.Withdraw)
	})
}
