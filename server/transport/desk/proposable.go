package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/desk/proposal"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/gate"
	"kaiin/server/transport/desk/model"
	"kaiin/server/transport/desk/payload"
	"kaiin/server/transport/viewer"
)

// proposable is what a mutation does that a second person may have to decide. A program that may
// only propose its scope has it proposed, and nothing done.
type proposable[I any] struct {
	field   string
	kind    acts.Kind
	approve scope.Scope
	// always says that no person does it alone.
	always bool
	// may is asked before it is proposed, and may say more of it; nil: about says all that keeps it
	// from being proposed.
	may func(ctx context.Context, r *Resolver, by acts.Decision, in I, n *proposal.New) error
	// about says of the input what would be done to what; it may put the input right.
	about func(ctx context.Context, r *Resolver, in *I) (proposal.New, error)
	do    func(ctx context.Context, r *Resolver, by acts.Decision, in I) error
	// still is the check that what it is about is as the input says that it was shown; nil where
	// that is not said.
	still func(r *Resolver, in I) func(context.Context) error
}

// runners carry out what was proposed, by the field of the desk. What is not here cannot be
// proposed.
var runners = map[string]func(ctx context.Context, r *Resolver, by acts.Decision, input json.RawMessage) error{
	refunding.field: refunding.run, deciding.field: deciding.run, closingEvent.field: closingEvent.run, closingAgreement.field: closingAgreement.run,
	answering.field: answering.run, cancelling.field: cancelling.run, undoing.field: undoing.run,
	inviting.field: inviting.run, settingRoles.field: settingRoles.run,
	extending.field: extending.run, extendingRental.field: extendingRental.run, pausing.field: pausing.run, resuming.field: resuming.run, retrying.field: retrying.run, waiving.field: waiving.run,
	banning.field: banning.run, readmitting.field: readmitting.run, guarding.field: guarding.run, unguarding.field: unguarding.run, revealing.field: revealing.run,
	withdrawing.field: withdrawing.run, holding.field: holding.run,
	correcting.field: correcting.run, startingEmailChange.field: startingEmailChange.run, resettingFactors.field: resettingFactors.run,
}

func (d proposable[I]) run(ctx context.Context, r *Resolver, by acts.Decision, input json.RawMessage) error {
	var in I
	if err := json.Unmarshal(input, &in); err != nil {
		return err
	}
	return d.do(ctx, r, d.asShown(r, by, in), in)
}

func (d proposable[I]) asShown(r *Resolver, by acts.Decision, in I) acts.Decision {
	if d.still == nil {
		return by
	}
	return by.AsShown(d.still(r, in))
}

// decide carries out the mutation and tells what became of it. by is zero where nothing was
// decided.
func (d proposable[I]) decide(ctx context.Context, r *Resolver, in I, given acts.Given) (out payload.Proposable, by acts.Decision, err error) {
	var asked uuid.UUID
	out.Result, err = r.decide(ctx, d.field, d.kind, given, func(decision acts.Decision) (err error) {
		by = decision
		if err = by.Again(ctx); err == nil {
			err = d.carryOut(ctx, r, by, in)
		}
		var again *acts.Replay
		if errors.As(err, &again) {
			asked = again.Proposal
		}
		return err
	})
	if err != nil {
		return out, by, err
	}
	if asked == uuid.Nil {
		asked = by.Asked()
	}
	if asked == uuid.Nil {
		return out, by, nil
	}
	p, err := r.Proposals.Find(ctx, viewer.Actor(ctx).Staff, asked)
	if err == nil {
		out.Proposal = r.proposalView(viewer.Actor(ctx), p)
	}
	return out, by, err
}

func (d proposable[I]) carryOut(ctx context.Context, r *Resolver, by acts.Decision, in I) error {
	by = d.asShown(r, by, in)
	if !by.OnlyProposes() && !d.always {
		return d.do(ctx, r, by, in)
	}
	if by.OnlyProposes() && d.always { // a program is no second person
		return fault.Denied(fault.MissingScope).With(map[string]any{"scope": string(acts.ScopeOf(d.kind))})
	}
	n, err := d.about(ctx, r, &in)
	if err == nil && d.may != nil {
		err = d.may(ctx, r, by, in, &n)
	}
	if err != nil {
		return err
	}
	n.Field, n.Kind, n.Approve, n.Input = d.field, d.kind, d.approve, in
	return r.Proposals.Propose(ctx, by, n)
}

// carryOut does what was proposed.
func (r *Resolver) carryOut(ctx context.Context, by acts.Decision, p *proposal.Proposal) error {
	run := runners[p.Field]
	if run == nil {
		return fmt.Errorf("%s cannot be proposed", p.Field)
	}
	return run(ctx, r, by, p.Input)
}

// decideProposal is decide for a proposal, which is told as it is then.
func (r *Resolver) decideProposal(
	ctx context.Context, field string, kind acts.Kind, named string, given acts.Given, do func(acts.Decision, uuid.UUID) error,
) (out payload.Proposable, err error) {
	var id uuid.UUID
	out.Result, err = r.decide(ctx, field, kind, given, func(by acts.Decision) (err error) {
		if id, err = idIn("proposalId", named); err != nil {
			return err
		}
		return do(by, id)
	})
	if err != nil || len(out.UserErrors) > 0 {
		return out, err
	}
	a := viewer.Actor(ctx)
	p, err := r.Proposals.Find(ctx, a.Staff, id)
	if err == nil {
		out.Proposal = r.proposalView(a, p)
	}
	return out, err
}

// lookAtProposals writes that proposals about members are read, before anything of them is
// answered: of one member once in an hour. That an act may be held is told to no member.
func (r *Resolver) lookAtProposals(ctx context.Context, field string, all ...*proposal.Proposal) error {
	var about []uuid.UUID
	for _, p := range all {
		if p.AccountID != nil && p.Kind != acts.ActHeld && !slices.Contains(about, *p.AccountID) {
			about = append(about, *p.AccountID)
		}
	}
	switch len(about) {
	case 0:
		return nil
	case 1:
		return r.Acts.Open(ctx, viewer.Actor(ctx), gate.Origin(ctx), field, about[0], acts.ProposalsRead)
	}
	return r.look(ctx, field, acts.Act{Kind: acts.ProposalsRead, Subjects: about})
}

func (r *Resolver) proposalView(a actor.Actor, p *proposal.Proposal) *model.Proposal {
	view := &model.Proposal{
		ProposalID: p.ID.String(), State: string(p.State), Field: p.Field, Scope: acts.ScopeOf(p.Kind), ApprovedBy: p.Approve, TargetType: p.Target.Type, TargetID: p.Target.ID,
		InputHash: p.InputHash, Changes: []*model.ProposedChange{}, ProposedBy: p.Name, IsOwn: p.IsOf(a.Staff), ReasonKind: p.ReasonKind, Reason: p.Reason,
		ProposedAt: p.At, ExpiresAt: p.ExpiresAt, DecidedAt: p.DecidedAt,
	}
	if p.AccountID != nil {
		view.AccountID = idOf(*p.AccountID)
	}
	readable := r.Proposals.MayRead(a, p)
	if readable && json.Unmarshal(p.Input, &view.Input) != nil {
		view.Input = string(p.Input) // somebody has altered it, and it can be approved no more
	}
	if a.Staff.IsPerson() || a.Staff.Holds(scope.MoneyRead) {
		for _, c := range p.Changes {
			if !readable {
				c.From, c.To = "", ""
			}
			view.Changes = append(view.Changes, &model.ProposedChange{Field: c.Field, From: c.From, To: c.To})
		}
	}
	if p.Ticket != "" {
		view.Ticket = &p.Ticket
	}
	if p.DecidedAt != nil {
		view.DecidedBy, view.DecisionReason = &p.DecidedName, &p.DecisionReason
	}
	if f, ok := fault.As(r.Proposals.MayDecide(a, p)); ok {
		view.MayIDecide = staffErrors(a.Locale, f)[0]
	}
	return view
}
