package desk

import (
	"context"
	"strconv"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/clock"
	"kaiin/server/desk/proposal"
	"kaiin/server/desk/records"
	"kaiin/server/money/purchase"
	"kaiin/server/money/subscription"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/model"
)

var extending = proposable[model.ExtendContractInput]{
	field: "extendContract", kind: acts.ContractExtended, approve: scope.ApproveMembers,
	about: func(ctx context.Context, r *Resolver, in *model.ExtendContractInput) (n proposal.New, err error) {
		return r.aboutContract(ctx, in.SubscriptionID, "days", strconv.Itoa(in.Days))
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.ExtendContractInput) error {
		id, err := idIn("subscriptionId", in.SubscriptionID)
		if err != nil {
			return err
		}
		wish := subscription.Extension{By: by, ContractID: id, Days: in.Days}
		wish.Over = func(ctx context.Context, act *acts.Act, account uuid.UUID, from, to clock.Day) error {
			n := proposal.New{Field: "extendContract", Kind: acts.ContractExtended, Approve: scope.ApproveMembers, AccountID: account, Target: act.Target, Input: in}
			n.Changes = []proposal.Change{{Field: "nextSettlementDay", From: from.String(), To: to.String()}}
			return r.Proposals.Add(ctx, by, act, n)
		}
		return notFoundIn("subscriptionId", r.Subscription.ExtendByStaff(ctx, wish))
	},
	still: func(r *Resolver, in model.ExtendContractInput) func(context.Context) error {
		return r.stillContract(in.Version, in.SubscriptionID)
	},
}

var extendingRental = proposable[model.ExtendEntitlementInput]{
	field: "extendEntitlement", kind: acts.EntitlementExtended, approve: scope.ApproveMembers,
	about: func(_ context.Context, _ *Resolver, in *model.ExtendEntitlementInput) (proposal.New, error) {
		return ofID("entitlementId", in.EntitlementID, "entitlement", "days", strconv.Itoa(in.Days))
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.ExtendEntitlementInput) error {
		id, err := idIn("entitlementId", in.EntitlementID)
		if err != nil {
			return err
		}
		wish := purchase.Extension{By: by, EntitlementID: id, Days: in.Days}
		wish.Over = func(ctx context.Context, act *acts.Act, account uuid.UUID, from, to clock.Day) error {
			n := proposal.New{Field: "extendEntitlement", Kind: acts.EntitlementExtended, Approve: scope.ApproveMembers, AccountID: account, Target: act.Target, Input: in}
			n.Changes = []proposal.Change{{Field: "endsOn", From: from.String(), To: to.String()}}
			return r.Proposals.Add(ctx, by, act, n)
		}
		return notFoundIn("entitlementId", r.Purchase.ExtendByStaff(ctx, wish))
	},
}

var pausing = proposable[model.PauseRetriesInput]{
	field: "pauseRetries", kind: acts.RetriesPaused, approve: scope.ApproveMembers,
	about: func(ctx context.Context, r *Resolver, in *model.PauseRetriesInput) (proposal.New, error) {
		return r.aboutContract(ctx, in.SubscriptionID, "nextTry", in.Until.String())
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.PauseRetriesInput) error {
		id, err := idIn("subscriptionId", in.SubscriptionID)
		if err != nil {
			return err
		}
		return notFoundIn("subscriptionId", r.Subscription.PauseRetries(ctx, by, id, in.Until))
	},
	still: func(r *Resolver, in model.PauseRetriesInput) func(context.Context) error {
		return r.stillContract(in.Version, in.SubscriptionID)
	},
}

var resuming = proposable[model.ResumeRetriesInput]{
	field: "resumeRetries", kind: acts.RetriesPaused, approve: scope.ApproveMembers,
	about: func(ctx context.Context, r *Resolver, in *model.ResumeRetriesInput) (proposal.New, error) {
		return r.aboutContract(ctx, in.SubscriptionID, "nextTry", "tomorrow")
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.ResumeRetriesInput) error {
		id, err := idIn("subscriptionId", in.SubscriptionID)
		if err != nil {
			return err
		}
		return notFoundIn("subscriptionId", r.Subscription.ResumeRetries(ctx, by, id))
	},
	still: func(r *Resolver, in model.ResumeRetriesInput) func(context.Context) error {
		return r.stillContract(in.Version, in.SubscriptionID)
	},
}

var retrying = proposable[model.RetryNowInput]{
	field: "retryNow", kind: acts.RetryAsked, approve: scope.ApproveMembers,
	about: func(ctx context.Context, r *Resolver, in *model.RetryNowInput) (proposal.New, error) {
		return r.aboutContract(ctx, in.SubscriptionID, "nextTry", "now")
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.RetryNowInput) error {
		id, err := idIn("subscriptionId", in.SubscriptionID)
		if err != nil {
			return err
		}
		return notFoundIn("subscriptionId", r.Subscription.RetryByStaff(ctx, by, id))
	},
	still: func(r *Resolver, in model.RetryNowInput) func(context.Context) error {
		return r.stillContract(in.Version, in.SubscriptionID)
	},
}

var waiving = proposable[model.WaiveBillInput]{
	field: "waiveBill", kind: acts.BillWaived, approve: scope.ApproveMoney,
	about: func(_ context.Context, _ *Resolver, in *model.WaiveBillInput) (proposal.New, error) {
		return ofID("billId", in.BillID, "bill", "state", "waived")
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.WaiveBillInput) error {
		id, err := idIn("billId", in.BillID)
		if err != nil {
			return err
		}
		wish := subscription.Waiver{By: by, BillID: id}
		wish.Over = func(ctx context.Context, act *acts.Act, owed *ent.Bill) error {
			n := proposal.New{Field: "waiveBill", Kind: acts.BillWaived, Approve: scope.ApproveMoney, AccountID: owed.AccountID, Target: act.Target, Input: in}
			n.Changes = []proposal.Change{{Field: "state", From: string(owed.State), To: "waived"}, {Field: "waived", To: strconv.Itoa(owed.Amount)}}
			return r.Proposals.Add(ctx, by, act, n)
		}
		return notFoundIn("billId", r.Subscription.WaiveByStaff(ctx, wish))
	},
	still: func(r *Resolver, in model.WaiveBillInput) func(context.Context) error {
		return still(in.Version, func(ctx context.Context) (records.Bill, error) { return byID(ctx, "billId", in.BillID, r.Records.Bill) })
	},
}

// aboutContract says what would become of the contract that is named.
func (r *Resolver) aboutContract(ctx context.Context, named, what, to string) (proposal.New, error) {
	id, err := idIn("subscriptionId", named)
	if err != nil {
		return proposal.New{}, err
	}
	return r.ofContract(ctx, id, what, to)
}
