package billing

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/refund"
	"kaiin/server/base/fault"
	"kaiin/server/staff/acts"
)

// ResendRefund mails the member once more what was given back. Faults as those of account.Resend;
// NOT_FOUND on subjectId, also of a refund that is not done.
func (s *Service) ResendRefund(ctx context.Context, by acts.Decision, account, id uuid.UUID) error {
	return s.Account.Resend(ctx, by, account, "REFUND", acts.Target{Type: "refund", ID: id.String()}, func(ctx context.Context, _ *ent.Account) error {
		client := s.Store.Client(ctx)
		r, err := client.Refund.Query().Where(refund.ID(id), refund.AccountID(account), refund.StateEQ(refund.StateDone)).Only(ctx)
		if ent.IsNotFound(err) {
			return fault.Invalid(fault.CodeNotFound, "subjectId")
		}
		if err != nil {
			return err
		}
		c, err := client.Charge.Get(ctx, r.ChargeID)
		if err != nil {
			return err
		}
		b, err := client.Bill.Get(ctx, c.BillID)
		if err != nil {
			return err
		}
		return s.tellRefund(ctx, b, c, r)
	})
}
