package desk

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
	"kaiin/server/desk/records"
	"kaiin/server/staff/acts"
	"kaiin/server/transport/desk/model"
	"kaiin/server/transport/desk/payload"
	"kaiin/server/transport/viewer"
)

// contractAnswer is what was done with a contract, which id names, with the contract as it is then
// where the caller asks for that and something was done. What an earlier decision did is a read.
func (r *Resolver) contractAnswer(ctx context.Context, field string, out payload.Proposable, id func() (uuid.UUID, error)) (of payload.OfContract, err error) {
	of.Proposable = out
	if len(out.UserErrors) > 0 || out.Proposal != nil || !asks(ctx, "contract") {
		return of, nil
	}
	found, err := id()
	if err != nil {
		return of, err
	}
	row, err := r.Records.Contract(ctx, found)
	if err == nil && out.IsReplay {
		err = r.look(ctx, field, acts.Act{Kind: acts.ContractsRead, AccountID: row.AccountID})
	}
	if err == nil {
		of.Contract = contractView(row, viewer.Actor(ctx).Locale)
	}
	return of, err
}

// askedRefund is the refund that was asked for under the decision's name; nil if there is none.
func (r *Resolver) askedRefund(ctx context.Context, by acts.Decision, isReplay bool) (*model.StaffRefund, error) {
	asked, err := r.Payment.Wished(ctx, by.Name())
	if fault.Is(err, fault.CodeNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	row, err := r.Records.Refund(ctx, asked.ID)
	if err == nil && isReplay {
		err = r.look(ctx, "refund", acts.Act{Kind: acts.MoneyRead, AccountID: row.AccountID})
	}
	if err != nil {
		return nil, err
	}
	return refundView(row, viewer.Actor(ctx).Locale), nil
}

// billAnswer is the bill as it is after what was done with it. What an earlier decision did is a
// read.
func (r *Resolver) billAnswer(ctx context.Context, field, named string, isReplay bool) (*model.StaffBill, error) {
	row, err := byID(ctx, "billId", named, r.Records.Bill)
	if err == nil && isReplay {
		err = r.look(ctx, field, acts.Act{Kind: acts.MoneyRead, AccountID: row.AccountID})
	}
	if err != nil {
		return nil, err
	}
	return billView(row, viewer.Actor(ctx).Locale), nil
}

// candidates are the charges to choose from, where money was taken more than once for what the
// input names.
func (r *Resolver) candidates(ctx context.Context, in model.RefundInput) ([]*model.StaffCharge, error) {
	all := []*model.StaffCharge{}
	_, err := r.named(ctx, &in)
	var found several
	if !errors.As(err, &found) {
		return all, err
	}
	var ids []uuid.UUID
	for _, c := range found.charges {
		ids = append(ids, c.ID)
	}
	rows, err := r.Records.ChargesByID(ctx, ids)
	if err == nil {
		err = r.look(ctx, "refund", acts.Act{Kind: acts.MoneyRead, AccountID: found.charges[0].AccountID})
	}
	if err != nil {
		return all, err
	}
	for _, id := range ids {
		if row, there := rows[id]; there {
			all = append(all, chargeView(row, viewer.Actor(ctx).Locale))
		}
	}
	return all, nil
}

// still is the check that a row is what the caller was shown, which the version tells; nil where
// none is given. It answers STALE with the names of the fields that changed.
func still[R records.Row](version *string, read func(context.Context) (R, error)) func(context.Context) error {
	if version == nil {
		return nil
	}
	return func(ctx context.Context) error {
		row, err := read(ctx)
		if err == nil && records.Version(row) != *version {
			err = fault.Invalid(fault.Stale, "version").With(map[string]any{"changed": records.Changed(row, *version)})
		}
		return err
	}
}

// byID reads the row that the field of the input names.
func byID[R records.Row](ctx context.Context, field, named string, read func(context.Context, uuid.UUID) (R, error)) (row R, err error) {
	id, err := idIn(field, named)
	if err != nil {
		return row, err
	}
	return read(ctx, id)
}

// stillContract is still for a contract that is named by its id.
func (r *Resolver) stillContract(version *string, named string) func(context.Context) error {
	return still(version, func(ctx context.Context) (records.Contract, error) {
		return byID(ctx, "subscriptionId", named, r.Records.Contract)
	})
}
