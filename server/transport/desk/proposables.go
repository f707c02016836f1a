package desk

import (
	"context"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/desk/proposal"
	"kaiin/server/desk/records"
	"kaiin/server/money/payment"
	"kaiin/server/money/subscription"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/model"
	"kaiin/server/transport/viewer"
)

// mostYen is more than any charge.
const mostYen = 100_000_000

var refunding = proposable[model.RefundInput]{
	field: "refund", kind: acts.RefundAsked, approve: scope.ApproveMoney,
	about: func(ctx context.Context, r *Resolver, in *model.RefundInput) (n proposal.New, err error) {
		if err := mayEnd(viewer.Actor(ctx).Staff, in.Ends); err != nil {
			return n, err
		}
		c, err := r.named(ctx, in)
		if err != nil {
			return n, err
		}
		if !viewer.Actor(ctx).Staff.Holds(scope.MoneyRead) { // who may not read is told nothing of the charge
			if in.Amount == nil {
				return n, fault.Invalid(fault.Required, "amount")
			}
			return ofRefund(c, *in.Amount, 0, in.Ends), nil
		}
		left, err := r.Payment.Refundable(ctx, c, yenOf(in.Amount))
		if err != nil {
			return n, err
		}
		if in.Amount == nil {
			in.Amount = &left
		}
		return ofRefund(c, *in.Amount, left, in.Ends), nil
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.RefundInput) error {
		if err := mayEnd(by.Staff(), in.Ends); err != nil {
			return err
		}
		c, err := r.named(ctx, &in)
		if err != nil {
			return err
		}
		wish := payment.Refund{ChargeID: c.ID, Amount: yenOf(in.Amount), Key: by.Name(), EvenSo: in.EvenSo, Ends: lower(in.Ends), With: r.endsWith(in.Ends)}
		wish.Over = func(ctx context.Context, act *acts.Act, c *ent.Charge, yen, left int) (goesOn bool, err error) {
			in.Amount = &yen
			n := ofRefund(c, yen, left, in.Ends)
			n.Field, n.Kind, n.Approve, n.Input = "refund", acts.RefundAsked, scope.ApproveMoney, in
			return false, r.Proposals.Add(ctx, by, act, n)
		}
		_, err = r.Payment.Refund(ctx, by, wish)
		return err
	},
	still: func(r *Resolver, in model.RefundInput) func(context.Context) error {
		return still(in.Version, func(ctx context.Context) (row records.Charge, err error) {
			c, err := r.named(ctx, &in)
			if err != nil {
				return row, err
			}
			return r.Records.Charge(ctx, c.ID)
		})
	},
}

// ofRefund says what a refund would change. left is 0 where it is not looked at.
func ofRefund(c *ent.Charge, yen, left int, ends model.RefundEnds) proposal.New {
	n := proposal.New{AccountID: c.AccountID, Target: acts.Target{Type: "charge", ID: c.ID.String()}}
	n.Changes = append(n.Changes, proposal.Change{Field: "refund", To: strconv.Itoa(yen)})
	if left > 0 {
		n.Changes = append(n.Changes, proposal.Change{Field: "left", From: strconv.Itoa(left), To: strconv.Itoa(left - yen)})
	}
	if ends != model.RefundEndsNothing {
		n.Changes = append(n.Changes, proposal.Change{Field: lower(ends), To: "ended"})
	}
	return n
}

// mayEnd is the fault of a person or program that may not end anything with a refund.
func mayEnd(s *actor.Staff, ends model.RefundEnds) error {
	if ends == model.RefundEndsNothing || acts.MayAsk(s, acts.ContractEnded) {
		return nil
	}
	return fault.Denied(fault.MissingScope).With(map[string]any{"scope": string(scope.ContractsWrite)})
}

// endsWith is what ends with a refund; nil: nothing.
func (r *Resolver) endsWith(ends model.RefundEnds) func(context.Context, *ent.Charge) error {
	switch ends {
	case model.RefundEndsContract:
		return func(ctx context.Context, c *ent.Charge) error { return r.Subscription.EndWith(ctx, c.BillID) }
	case model.RefundEndsEntitlement:
		return func(ctx context.Context, c *ent.Charge) error { return r.Purchase.EndWith(ctx, c.BillID) }
	}
	return nil
}

func yenOf(given *int) int {
	if given == nil {
		return 0
	}
	return *given
}

// several is the fault of money that was taken more than once for what was named.
type several struct {
	error
	charges []*ent.Charge
}

func (s several) Unwrap() error { return s.error }

// named is the charge that the input names, which then names it by its id.
func (r *Resolver) named(ctx context.Context, in *model.RefundInput) (*ent.Charge, error) {
	if in.Amount != nil && (*in.Amount < 1 || *in.Amount > mostYen) {
		return nil, fault.Invalid(fault.InvalidFormat, "amount")
	}
	charge, order, receipt := deref(in.ChargeID), deref(in.OrderID), deref(in.Receipt)
	if err := exactlyOne("chargeId", charge, order, receipt); err != nil {
		return nil, err
	}
	if charge != "" {
		id, err := idIn("chargeId", charge)
		if err != nil {
			return nil, err
		}
		c, err := r.Payment.FindCharge(ctx, id)
		return c, notFoundIn("chargeId", err)
	}
	field, charges, err := "orderId", []*ent.Charge(nil), error(nil)
	if order != "" {
		charges, err = r.Billing.TakenFor(ctx, order)
	} else {
		field = "receipt"
		var contract uuid.UUID
		if contract, err = r.Subscription.OfReceipt(ctx, receipt); err == nil {
			charges, err = r.Billing.TakenOfContract(ctx, contract)
		}
	}
	switch {
	case err != nil:
		return nil, notFoundIn(field, err)
	case len(charges) > 1:
		return nil, several{fault.Invalid(fault.SeveralCharges, field), charges}
	}
	id := charges[0].ID.String()
	in.ChargeID, in.OrderID, in.Receipt = &id, nil, nil
	return charges[0], nil
}

// exactlyOne is the fault, on the field, unless exactly one of the names is given.
func exactlyOne(field string, names ...string) error {
	given := 0
	for _, name := range names {
		if name != "" {
			given++
		}
	}
	if given != 1 {
		return fault.Invalid(fault.InvalidChoice, field)
	}
	return nil
}

// notFoundIn tells on which field what was not found was named.
func notFoundIn(field string, err error) error {
	if fault.Is(err, fault.CodeNotFound) {
		return fault.Invalid(fault.CodeNotFound, field)
	}
	return err
}

func isSeveral(errs []*model.StaffError) bool {
	return len(errs) > 0 && errs[0].Code == string(fault.SeveralCharges)
}

var deciding = proposable[model.DecideChargeInput]{
	field: "decideCharge", kind: acts.ChargeDecided, approve: scope.ApproveMoney,
	about: func(_ context.Context, _ *Resolver, in *model.DecideChargeInput) (proposal.New, error) {
		return ofID("id", in.ID, "charge", "state", lower(in.As))
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.DecideChargeInput) error {
		id, err := idIn("id", in.ID)
		if err != nil {
			return err
		}
		return notFoundIn("id", r.Payment.Decide(ctx, payment.Decision{By: by, ID: id, As: lower(in.As)}))
	},
	still: func(r *Resolver, in model.DecideChargeInput) func(context.Context) error {
		ofCharge := still(in.Version, func(ctx context.Context) (records.Charge, error) { return byID(ctx, "id", in.ID, r.Records.Charge) })
		ofRefund := still(in.Version, func(ctx context.Context) (records.Refund, error) { return byID(ctx, "id", in.ID, r.Records.Refund) })
		if ofCharge == nil {
			return nil
		}
		return func(ctx context.Context) error {
			err := ofCharge(ctx)
			if fault.Is(err, fault.CodeNotFound) {
				err = ofRefund(ctx)
			}
			return err
		}
	},
}

var closingEvent = proposable[model.CloseEventInput]{
	field: "closeEvent", kind: acts.EventClosed, approve: scope.ApproveMoney,
	about: func(_ context.Context, _ *Resolver, in *model.CloseEventInput) (proposal.New, error) {
		return ofID("eventId", in.EventID, "event", "state", "closed")
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.CloseEventInput) error {
		id, err := idIn("eventId", in.EventID)
		if err != nil {
			return err
		}
		return notFoundIn("eventId", r.Payment.CloseEvent(ctx, by, id))
	},
}

var closingAgreement = proposable[model.CloseAgreementInput]{
	field: "closeAgreement", kind: acts.AgreementClosed, approve: scope.ApproveMoney,
	about: func(_ context.Context, _ *Resolver, in *model.CloseAgreementInput) (proposal.New, error) {
		return ofID("paymentMethodId", in.PaymentMethodID, "paymentMethod", "state", "closed")
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.CloseAgreementInput) error {
		id, err := idIn("paymentMethodId", in.PaymentMethodID)
		if err != nil {
			return err
		}
		return notFoundIn("paymentMethodId", r.Payment.CloseAgreement(ctx, by, id))
	},
}

var answering = proposable[model.AnswerQuestionInput]{
	field: "answerQuestion", kind: acts.MonthAnswered, approve: scope.ApproveMoney,
	about: func(_ context.Context, _ *Resolver, in *model.AnswerQuestionInput) (proposal.New, error) {
		return ofID("eventId", in.EventID, "event", "answer", lower(in.As))
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.AnswerQuestionInput) error {
		id, err := idIn("eventId", in.EventID)
		if err != nil {
			return err
		}
		return notFoundIn("eventId", r.ProviderBilling.AnswerQuestion(ctx, payment.Decision{By: by, ID: id, As: lower(in.As)}))
	},
}

// ofID says of what is named by an id alone what would become of it.
func ofID(field, id, kind, what, to string) (proposal.New, error) {
	if _, err := idIn(field, id); err != nil {
		return proposal.New{}, err
	}
	return proposal.New{Target: acts.Target{Type: kind, ID: id}, Changes: []proposal.Change{{Field: what, To: to}}}, nil
}

// lower is a choice of the schema as services spell it.
func lower[S ~string](choice S) string { return strings.ToLower(string(choice)) }

var cancelling = proposable[model.CancelContractInput]{
	field: "cancelContract", kind: acts.ContractEnded, approve: scope.ApproveMembers,
	about: func(ctx context.Context, r *Resolver, in *model.CancelContractInput) (n proposal.New, err error) {
		id, err := r.contract(ctx, in)
		if err != nil {
			return n, err
		}
		return r.ofContract(ctx, id, "end", lower(in.At))
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.CancelContractInput) error {
		id, err := r.contract(ctx, &in)
		if err != nil {
			return err
		}
		return notFoundIn("subscriptionId", r.Subscription.EndByStaff(ctx, subscription.Ending{By: by, ContractID: id, AtTerm: in.At == model.ContractEndTerm}))
	},
	still: func(r *Resolver, in model.CancelContractInput) func(context.Context) error {
		return still(in.Version, func(ctx context.Context) (row records.Contract, err error) {
			id, err := r.contract(ctx, &in)
			if err != nil {
				return row, err
			}
			return r.Records.Contract(ctx, id)
		})
	},
}

var undoing = proposable[model.UndoCancelContractInput]{
	field: "undoCancelContract", kind: acts.ContractKept, approve: scope.ApproveMembers,
	about: func(ctx context.Context, r *Resolver, in *model.UndoCancelContractInput) (n proposal.New, err error) {
		id, err := idIn("subscriptionId", in.SubscriptionID)
		if err != nil {
			return n, err
		}
		return r.ofContract(ctx, id, "cancellation", "undone")
	},
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.UndoCancelContractInput) error {
		id, err := idIn("subscriptionId", in.SubscriptionID)
		if err != nil {
			return err
		}
		return notFoundIn("subscriptionId", r.Subscription.UndoByStaff(ctx, by, id))
	},
	still: func(r *Resolver, in model.UndoCancelContractInput) func(context.Context) error {
		return r.stillContract(in.Version, in.SubscriptionID)
	},
}

// contract is the contract that the input names, which then names it by its id.
func (r *Resolver) contract(ctx context.Context, in *model.CancelContractInput) (id uuid.UUID, err error) {
	if err := exactlyOne("subscriptionId", deref(in.SubscriptionID), deref(in.Receipt)); err != nil {
		return id, err
	}
	if named := deref(in.SubscriptionID); named != "" {
		return idIn("subscriptionId", named)
	}
	if id, err = r.Subscription.OfReceipt(ctx, *in.Receipt); err != nil {
		return id, notFoundIn("receipt", err)
	}
	in.SubscriptionID, in.Receipt = idOf(id), nil
	return id, nil
}

// ofContract says what would become of a contract.
func (r *Resolver) ofContract(ctx context.Context, id uuid.UUID, what, to string) (n proposal.New, err error) {
	row, err := r.Subscription.FindContract(ctx, id)
	if err != nil {
		return n, notFoundIn("subscriptionId", err)
	}
	return proposal.New{AccountID: row.AccountID, Target: acts.Target{Type: "contract", ID: id.String()}, Changes: []proposal.Change{{Field: what, To: to}}}, nil
}
