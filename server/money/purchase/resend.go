package purchase

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/order"
	"kaiin/server/base/fault"
	"kaiin/server/staff/acts"
)

// Resend mails the receipt of the member's order once more. Faults as those of account.Resend;
// NOT_FOUND on subjectId, also of an order that was not completed.
func (s *Service) Resend(ctx context.Context, by acts.Decision, account, id uuid.UUID) error {
	return s.Account.Resend(ctx, by, account, "ORDER", acts.Target{Type: "order", ID: id.String()}, func(ctx context.Context, _ *ent.Account) error {
		client := s.Store.Client(ctx)
		o, err := client.Order.Query().Where(order.ID(id), order.AccountID(account), order.StateEQ(order.StateCompleted)).Only(ctx)
		if ent.IsNotFound(err) {
			return fault.Invalid(fault.CodeNotFound, "subjectId")
		}
		if err != nil {
			return err
		}
		terms, err := termsOf(o)
		if err != nil {
			return err
		}
		var contract *ent.Subscription
		if o.SubscriptionID != nil {
			if contract, err = client.Subscription.Get(ctx, *o.SubscriptionID); err != nil {
				return err
			}
		}
		return s.receipt(ctx, o, terms, contract)
	})
}
