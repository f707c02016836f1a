package acts

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/actor"
	"kaiin/server/staff/scope"
)

// mayPropose reports whether the program may ask for acts of the kind and do none: a person
// decides.
func mayPropose(s *actor.Staff, kind Kind) bool {
	needed := scopes[kind]
	return needed != "" && !s.IsPerson() && !s.Holds(needed) && s.Holds(scope.Propose(needed))
}

// MayAsk reports whether the person or program may do acts of the kind or, as a program, ask for
// them.
func MayAsk(s *actor.Staff, kind Kind) bool { return s.Holds(scopes[kind]) || mayPropose(s, kind) }

// OnlyProposes reports whether the decision can do nothing but ask a second person: Do takes back
// all else.
func (d Decision) OnlyProposes() bool { return d.onlyProposes }

// Asked is the proposal by which Do has asked a second person; zero: it was done, or refused.
func (d Decision) Asked() uuid.UUID {
	if d.written == nil {
		return uuid.Nil
	}
	return d.written.asked
}

// IsApproved reports whether a second person has approved the decision.
func (d Decision) IsApproved() bool { return d.approval != nil }

// IsAlone reports whether one person alone decides: no second person has approved it, or a program
// asked for it, which is no person. The limits of that person are asked of Decider.
func (d Decision) IsAlone() bool { return d.approval == nil || !d.staff.IsPerson() }

// Decider is the decision of the person whose limits bind it: the one who approves what a program
// asked for, else the one who asks.
func (d Decision) Decider() Decision {
	if d.approval != nil && !d.staff.IsPerson() {
		return d.approval.by
	}
	return d
}

// ProgramsApproved are the Names of what programs asked for and the same person has approved since
// the moment, of acts of the kind.
func (d Decision) ProgramsApproved(ctx context.Context, kind Kind, since time.Time) (names []string, err error) {
	err = d.acts.Store.QueryRow(ctx, `SELECT array(SELECT DISTINCT 'proposal:' || proposal_id FROM acts WHERE at > $1 AND kind = $2 AND outcome = $3 AND through = $4 AND approver_id = $5 AND id > $6)`,
		since, kind, Done, throughProgram, d.staffID(), Floor(d.acts.Clock.Now().Sub(since))).Scan(pq.Array(&names))
	return names, err
}

// IsApprovedBy reports whether the person has approved the decision.
func (d Decision) IsApprovedBy(id uuid.UUID) bool { return d.approver != nil && *d.approver == id }

// Name is what requests to others are known by: the same key of the same caller is the same
// request, and what was approved is that of its proposal.
func (d Decision) Name() string {
	if d.approval != nil {
		return "proposal:" + d.proposal.String()
	}
	return d.Namespace() + d.request.key
}

// Namespace begins the Name of each decision of the caller that no second person has approved.
func (d Decision) Namespace() string { return "staff:" + d.who() + ":" }

// TargetsSince are the ids of what the same caller did acts of the kind to since the moment, or
// approved for a program.
func (d Decision) TargetsSince(ctx context.Context, kind Kind, since time.Time) (ids []string, err error) {
	rows, err := d.acts.Store.Query(ctx, `SELECT DISTINCT target_id FROM acts WHERE at > $1 AND kind = $2 AND outcome = $3
		AND (through = $4 AND name = $5 AND staff_id IS NOT DISTINCT FROM $6 OR through = $8 AND approver_id = $6) AND id > $7`,
		since, kind, Done, d.through, d.said.By, d.staffID(), Floor(d.acts.Clock.Now().Sub(since)), throughProgram)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// ScopeOf is what an act of the kind needs at the desk; "" needs none.
func ScopeOf(kind Kind) scope.Scope { return scopes[kind] }

// Approval is what a second person approves.
type Approval struct {
	Proposal uuid.UUID
	Proposer *actor.Staff // as they are now
	Field    string       // of the desk
	Given    Given        // without key and input
	// Begin is called in the transaction of the effect, before it: it takes the proposal, once.
	Begin func(ctx context.Context) error
}

// approval is who approved a decision, and what is done with the proposal.
type approval struct {
	by       Decision
	proposal uuid.UUID
	take     func(ctx context.Context) error
}

func (a *approval) begin(ctx context.Context) error {
	if a == nil {
		return nil
	}
	return a.take(ctx)
}

// record writes the act of who approved.
func (a *approval) record(ctx context.Context) (*row, error) {
	if a == nil {
		return nil, nil
	}
	return a.by.record(ctx, Act{Kind: ProposalApproved, Target: Target{"proposal", a.proposal.String()}, Proposal: a.proposal}, Done)
}

// Approved is what was proposed, as a decision of who proposed it, which counts under the key of
// who approves it now, d. Nothing is done unless Do can take the proposal.
func (d Decision) Approved(a Approval) (Decision, error) {
	if d.staff == nil || !d.staff.IsPerson() {
		return Decision{}, fmt.Errorf("%s approves what only a person may", d.who())
	}
	of := d.acts.desk(actor.Actor{Staff: a.Proposer}, d.from, a.Field)
	of.said.Reason, of.said.Ticket, of.reasonKind = a.Given.Reason, a.Given.Ticket, a.Given.ReasonKind
	of.proposal, of.approver, of.written = &a.Proposal, &d.staff.ID, d.written
	of.approval = &approval{d, a.Proposal, a.Begin}
	return of, nil
}

// asker is whose key counts.
func (d Decision) asker() Decision {
	if d.approval != nil {
		return d.approval.by
	}
	return d
}
