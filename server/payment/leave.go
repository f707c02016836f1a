package payment

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent/charge"
	"kaiin/ent/paymentmethod"
	"kaiin/ent/predicate"
)

// UnderWay reports whether money of the account is being taken just now, it is not known yet whether it was, or what it bought has
// not been handed over yet.
func (s *Service) UnderWay(ctx context.Context, accountID uuid.UUID) (bool, error) {
	return s.Store.Client(ctx).Charge.Query().Where(charge.AccountID(accountID), unfinished()).Exist(ctx)
}

// unfinished holds for charges whose outcome is open, or concluded and not applied yet: an order or a contract still waits for it.
func unfinished() predicate.Charge {
	return charge.Or(charge.StateIn(live...), charge.And(charge.StateIn(concluded...), charge.AppliedAtIsNil()))
}

// Leave deletes every payment method of the account, because its member leaves, and has the provider forget the cards. It
// joins the caller's transaction, which holds the account's lock. Charges stay.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	client := s.Store.Client(ctx)
	ids, err := client.PaymentMethod.Query().
		Where(paymentmethod.AccountID(accountID), paymentmethod.StateNEQ(paymentmethod.StateDeleted)).IDs(ctx)
	if err != nil {
		return err
	}
	err = client.PaymentMethod.Update().Where(paymentmethod.IDIn(ids...)).
		SetState(paymentmethod.StateDeleted).SetDeletedAt(s.Clock.Now()).Exec(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.Store.Enqueue(ctx, ForgetArgs{MethodID: id}, nil); err != nil {
			return err
		}
	}
	return nil
}
