package desk

import (
	"context"

	"github.com/google/uuid"

	"kaiin/server/base/keyset"
	"kaiin/server/desk/proposal"
	"kaiin/server/desk/records"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/model"
	"kaiin/server/transport/viewer"
)

var banning = proposable[model.BlockInput]{
	field: "block", kind: acts.MemberBlocked, approve: scope.ApproveMembers,
	about: func(ctx context.Context, r *Resolver, in *model.BlockInput) (proposal.New, error) {
		return r.ofMember(ctx, in.AccountID, proposal.Change{Field: "status", To: "suspended"}, proposal.Change{Field: "contracts", To: lower(in.Contracts)})
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.BlockInput) error {
		id, err := r.memberNamed(ctx, in.AccountID)
		if err != nil {
			return err
		}
		return r.Blocking.Block(ctx, by, id, in.Contracts == model.ContractsOfBlockedEndNow)
	},
}

var readmitting = proposable[model.UnblockInput]{
	field: "unblock", kind: acts.MemberUnblocked, approve: scope.ApproveMembers,
	about: func(ctx context.Context, r *Resolver, in *model.UnblockInput) (proposal.New, error) {
		return r.ofMember(ctx, in.AccountID, proposal.Change{Field: "status", To: "active"})
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.UnblockInput) error {
		id, err := r.memberNamed(ctx, in.AccountID)
		if err != nil {
			return err
		}
		return r.Blocking.Unblock(ctx, by, id)
	},
}

// mostContracts is how many contracts of a member are shown at a time.
const mostContracts = 100

// contractsOf are the contracts of the member as they are now, the newest first.
func (r *Resolver) contractsOf(ctx context.Context, member uuid.UUID) ([]*model.StaffContract, error) {
	page, _, err := r.Records.Contracts(ctx, records.ContractFilter{AccountIDs: []uuid.UUID{member}}, keyset.Page{First: mostContracts})
	if err != nil {
		return nil, err
	}
	all := []*model.StaffContract{}
	for _, row := range page {
		all = append(all, contractView(row, viewer.Actor(ctx).Locale))
	}
	return all, nil
}
