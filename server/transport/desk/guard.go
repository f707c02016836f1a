package desk

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/desk/proposal"
	"kaiin/server/desk/search"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/model"
	"kaiin/server/transport/viewer"
)

var guarding = proposable[model.GuardMemberInput]{
	field: "guardMember", kind: acts.MemberGuarded, approve: scope.ApproveMembers,
	about: func(ctx context.Context, r *Resolver, in *model.GuardMemberInput) (proposal.New, error) {
		return r.ofMember(ctx, in.AccountID, proposal.Change{Field: "guard", To: "on"})
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.GuardMemberInput) error {
		id, err := r.memberNamed(ctx, in.AccountID)
		if err != nil {
			return err
		}
		return r.Members.Guard(ctx, by, id)
	},
}

var unguarding = proposable[model.UnguardMemberInput]{
	field: "unguardMember", kind: acts.MemberUnguarded, approve: scope.ApproveMembers, always: true,
	about: func(ctx context.Context, r *Resolver, in *model.UnguardMemberInput) (proposal.New, error) {
		return r.ofMember(ctx, in.AccountID, proposal.Change{Field: "guard", To: "off"})
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.UnguardMemberInput) error {
		id, err := r.memberNamed(ctx, in.AccountID)
		if err != nil {
			return err
		}
		return r.Members.Unguard(ctx, by, id)
	},
}

// revealing asks a second person where the member is guarded. A program can have nothing open.
var revealing = proposable[model.RevealMemberInput]{
	field: "revealMember", kind: acts.MemberRevealed, approve: scope.ApproveMembers,
	about: func(context.Context, *Resolver, *model.RevealMemberInput) (proposal.New, error) {
		return proposal.New{}, fault.Denied(fault.MissingScope).With(map[string]any{"scope": string(scope.MembersReveal)})
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.RevealMemberInput) error {
		id, err := r.memberNamed(ctx, in.AccountID)
		if err != nil {
			return err
		}
		return r.Members.Reveal(ctx, by, id, in.Fields, func(ctx context.Context, act *acts.Act) error {
			n := proposal.New{Field: "revealMember", Kind: acts.MemberRevealed, Approve: scope.ApproveMembers, AccountID: id, Input: in}
			n.Target = acts.Target{Type: "member", ID: id.String()}
			for _, field := range in.Fields {
				n.Changes = append(n.Changes, proposal.Change{Field: string(field), To: "open"})
			}
			return r.Proposals.Add(ctx, by, act, n)
		})
	},
}

// unhidden are the hits that no key has named, without guarded members and the caller's own
// membership.
func (r *Resolver) unhidden(ctx context.Context, hits []search.Hit) ([]search.Hit, error) {
	ids := make([]uuid.UUID, 0, len(hits))
	for _, hit := range hits {
		ids = append(ids, hit.AccountID)
	}
	guarded, err := r.Members.Guarded(ctx, ids...)
	if err != nil {
		return nil, err
	}
	own, err := r.Acts.OwnAccount(ctx, viewer.Actor(ctx).Staff)
	return slices.DeleteFunc(hits, func(h search.Hit) bool { return h.AccountID == own || slices.Contains(guarded, h.AccountID) }), err
}

// tellOfGuarded mails the owners that the caller has found guarded members, or opened one. Where it
// cannot be sent, nothing may be shown.
func (r *Resolver) tellOfGuarded(ctx context.Context, opened bool, found ...uuid.UUID) error {
	guarded, err := r.Members.Guarded(ctx, found...)
	if err != nil || len(guarded) == 0 {
		return err
	}
	who := viewer.Actor(ctx).Staff
	mail := notify.GuardedFound{At: r.Clock.Now(), By: who.Name, Number: who.Number, Opened: opened}
	for _, id := range guarded {
		mail.Members = append(mail.Members, id.String())
	}
	return r.Owners.Tell(ctx, mail)
}
