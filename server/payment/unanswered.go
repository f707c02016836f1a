package payment

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
)

// Giving up counts by time alone: a provider that does not answer keeps nobody waiting longer than give_up_at. The owner of the bill then goes
// on as if the charge had not been made. The charge stays open and is asked for; what proves to be settled goes back.

// decideWithout has the bill of a charge that is given up decided without its outcome.
func (s *Service) decideWithout(ctx context.Context, c *ent.Charge) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error { return s.GivenUp(ctx, c) })
}

// Unanswered reports whether a charge of the bill, made with the method, is open.
func (s *Service) Unanswered(ctx context.Context, billID, methodID uuid.UUID) (bool, error) {
	return s.Store.Client(ctx).Charge.Query().
		Where(charge.BillID(billID), charge.PaymentMethodID(methodID), charge.StateIn(live...)).Exist(ctx)
}

// Abandon gives up the open charge of the bill now, because nobody wants it settled any more: what is authorised is released, and what is
// settled goes back. It joins the caller's transaction.
func (s *Service) Abandon(ctx context.Context, billID uuid.UUID) error {
	now := s.Clock.Now()
	return s.Store.Client(ctx).Charge.Update().Where(charge.BillID(billID), charge.StateIn(live...), charge.GiveUpAtGT(now)).
		SetGiveUpAt(now).SetUpdatedAt(now).Exec(ctx)
}
