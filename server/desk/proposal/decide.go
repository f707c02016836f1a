package proposal

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
)

// Run carries out what is proposed, as the decision of who proposed it.
type Run func(ctx context.Context, by acts.Decision, p *Proposal) error

// Approve has what was proposed done, once. hash is that of the input as the person was shown it.
//
// Faults: NOT_FOUND; OWN_PROPOSAL; MISSING_SCOPE and REAUTHENTICATION_REQUIRED of the person;
// PROPOSAL_DECIDED; PROPOSAL_EXPIRED; PROPOSAL_ALTERED; PROPOSAL_VOID, where the one who proposed
// it may not do it any more; and those of what is to be done, after which it can still be decided.
func (s *Service) Approve(ctx context.Context, by acts.Decision, id uuid.UUID, hash string, run Run) error {
	if err := by.Again(ctx); err != nil {
		return err
	}
	p, proposer, err := s.approvable(ctx, by.Staff(), id, hash, "")
	if err != nil {
		return err
	}
	approved, err := by.Approved(acts.Approval{
		Proposal: p.ID, Proposer: proposer, Field: p.Field, Given: acts.Given{ReasonKind: p.ReasonKind, Reason: p.Reason, Ticket: p.Ticket},
		Begin: func(ctx context.Context) error {
			p, _, err := s.approvable(ctx, by.Staff(), id, hash, " FOR UPDATE")
			if err != nil {
				return err
			}
			return s.end(ctx, by, p, Approved)
		},
	})
	if err != nil {
		return err
	}
	return run(ctx, approved, p)
}

// approvable is the proposal and who made it, as they are now, where the person may approve it.
func (s *Service) approvable(ctx context.Context, who *actor.Staff, id uuid.UUID, hash, lock string) (*Proposal, *actor.Staff, error) {
	p, err := s.find(ctx, id, lock)
	if err != nil {
		return nil, nil, err
	}
	if !who.IsPerson() {
		return nil, nil, missing(p.Approve)
	}
	now, err := s.Staff(ctx, who.ID)
	if err != nil {
		return nil, nil, err
	}
	if now == nil {
		return nil, nil, fault.Unauthenticated()
	}
	as := *now
	as.FreshAt = who.FreshAt // of the session
	if err := p.may(actor.Actor{Staff: &as}, s.Clock.Now()); err != nil {
		return nil, nil, err
	}
	if !p.isIntact(hash) {
		return nil, nil, fault.Conflict(fault.ProposalAltered)
	}
	proposer, err := s.proposer(ctx, p)
	return p, proposer, err
}

// MayRead reports whether the person or program may read what was given to be done: they proposed
// it, or may decide it once they have proved who they are. After it is decided, no one may.
func (s *Service) MayRead(a actor.Actor, p *Proposal) bool {
	return p.isOpen() == nil && (p.IsOf(a.Staff) || p.entitled(a) == nil)
}

// MayDecide is the fault that keeps the person from approving the proposal; nil: they may, unless
// something has changed when they do.
func (s *Service) MayDecide(a actor.Actor, p *Proposal) error { return p.may(a, s.Clock.Now()) }

// entitled is the fault of a caller who cannot decide the proposal, however fresh their proof is.
func (p *Proposal) entitled(a actor.Actor) error {
	switch {
	case !a.Staff.IsPerson() || !a.Staff.Holds(p.Approve):
		return missing(p.Approve)
	case p.IsOf(a.Staff):
		return fault.Precondition(fault.OwnProposal)
	}
	return a.May(acts.ScopeOf(p.Kind))
}

func (p *Proposal) may(a actor.Actor, now time.Time) error {
	if err := p.entitled(a); err != nil {
		return err
	}
	if err := p.isOpen(); err != nil {
		return err
	}
	return a.MayFresh(p.Approve, now)
}

func missing(s scope.Scope) error {
	return fault.Denied(fault.MissingScope).With(map[string]any{"scope": string(s)})
}

func (p *Proposal) isOpen() error {
	switch p.State {
	case Proposed:
		return nil
	case Expired:
		return fault.Precondition(fault.ProposalExpired)
	}
	return fault.Precondition(fault.ProposalDecided).With(map[string]any{"state": string(p.State)})
}

// proposer is who made the proposal, as they are now. Fault: PROPOSAL_VOID, where they were
// disabled or may not ask for it any more.
func (s *Service) proposer(ctx context.Context, p *Proposal) (who *actor.Staff, err error) {
	if p.StaffID != nil {
		who, err = s.Staff(ctx, *p.StaffID)
	} else {
		who, err = s.Program(ctx, p.Program)
	}
	if err == nil && (who == nil || !acts.MayAsk(who, p.Kind)) {
		err = fault.Precondition(fault.ProposalVoid)
	}
	return who, err
}

// end writes what became of the proposal, which the caller has locked.
func (s *Service) end(ctx context.Context, by acts.Decision, p *Proposal, as State) error {
	return s.Store.Exec(ctx, `UPDATE proposals SET state = $1, decided_by = $2, decided_name = $3, decided_at = $4, decision_reason = $5 WHERE id = $6`,
		as, idOf(by.Staff().ID), by.By(), s.Clock.Now(), by.Reason(), p.ID)
}

// Reject ends the proposal without anything done. Faults as those of Approve.
func (s *Service) Reject(ctx context.Context, a actor.Actor, by acts.Decision, id uuid.UUID) error {
	return s.without(ctx, by, acts.ProposalRejected, id, Rejected, func(p *Proposal) error { return p.may(a, s.Clock.Now()) })
}

// Withdraw takes back what the same person or program proposed. Faults: NOT_FOUND, also of somebody
// else's; PROPOSAL_DECIDED; PROPOSAL_EXPIRED.
func (s *Service) Withdraw(ctx context.Context, by acts.Decision, id uuid.UUID) error {
	return s.without(ctx, by, acts.ProposalWithdrawn, id, Withdrawn, func(p *Proposal) error {
		if !p.IsOf(by.Staff()) {
			return fault.Invalid(fault.CodeNotFound, "proposalId")
		}
		return p.isOpen()
	})
}

func (s *Service) without(ctx context.Context, by acts.Decision, kind acts.Kind, id uuid.UUID, as State, may func(*Proposal) error) error {
	act := acts.Act{Kind: kind, Target: acts.Target{Type: "proposal", ID: id.String()}, Proposal: id}
	return by.Do(ctx, act, func(ctx context.Context, _ *acts.Act) error {
		p, err := s.find(ctx, id, " FOR UPDATE")
		if err != nil {
			return err
		}
		if err := may(p); err != nil {
			return err
		}
		return s.end(ctx, by, p, as)
	})
}
