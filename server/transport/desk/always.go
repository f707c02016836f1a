package desk

import (
	"context"

	"kaiin/server/base/clock"
	"kaiin/server/desk/proposal"
	"kaiin/server/leaving/withdrawal"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/model"
)

// What is here is never done by one person: it always ends as a proposal, since a person who was
// deceived must not be able to hand over or end a membership alone.

var withdrawing = proposable[model.WithdrawMemberInput]{
	field: "withdrawMember", kind: acts.WithdrawalAsked, approve: scope.ApproveMembers, always: true,
	may: func(ctx context.Context, r *Resolver, by acts.Decision, in model.WithdrawMemberInput, n *proposal.New) error {
		if err := r.Withdrawal.MayLeaveByStaff(ctx, n.AccountID, withdrawal.Request(lower(in.Request))); err != nil {
			return err
		}
		if in.Request == model.WithdrawalRequestCourt {
			return nil
		}
		return r.provenFor(ctx, by.Ticket(), n.AccountID)
	},
	about: func(ctx context.Context, r *Resolver, in *model.WithdrawMemberInput) (proposal.New, error) {
		return r.ofMember(ctx, in.AccountID, proposal.Change{Field: "status", To: "withdrawn"}, proposal.Change{Field: "request", To: lower(in.Request)})
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.WithdrawMemberInput) error {
		id, err := r.memberNamed(ctx, in.AccountID)
		if err != nil {
			return err
		}
		return r.Withdrawal.LeaveByStaff(ctx, by, id, withdrawal.Request(lower(in.Request)))
	},
}

var holding = proposable[model.HoldActInput]{
	field: "holdAct", kind: acts.ActHeld, approve: scope.ApproveMembers, always: true,
	may: func(ctx context.Context, r *Resolver, by acts.Decision, in model.HoldActInput, n *proposal.New) error {
		id, err := idIn("actId", in.ActID)
		if err != nil {
			return err
		}
		held, err := r.Acts.MayHold(ctx, by, id, in.Until)
		if err != nil {
			return err
		}
		n.AccountID = held.Account
		n.Changes = append(n.Changes, proposal.Change{Field: "act", To: string(held.Kind)}, proposal.Change{Field: "day", To: clock.DayOf(held.At).String()}, proposal.Change{Field: "by", To: held.By})
		return nil
	},
	about: func(_ context.Context, _ *Resolver, in *model.HoldActInput) (proposal.New, error) {
		return ofID("actId", in.ActID, "act", "until", in.Until.String())
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.HoldActInput) error {
		id, err := idIn("actId", in.ActID)
		if err != nil {
			return err
		}
		return r.Acts.Hold(ctx, by, id, in.Until)
	},
}
