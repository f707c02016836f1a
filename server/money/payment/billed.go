package payment

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/paymentmethod"
	"kaiin/ent/refund"
	"kaiin/server/money/gateway"
)

// What package providerbilling has done with what a provider tells of the months that it charges by
// itself. Each method joins the caller's transaction.

// Kinds of gateway events that package providerbilling keeps. It lists those that are open.
const (
	EventMonth    = "month"
	EventQuestion = "month-question" // it cannot be applied: it is the staff's
)

// Told is what became of a charge that its provider made by itself.
type Told struct {
	Paid       bool
	TrackingID string // of the transaction that paid it; of no meaning when it was refused
	Code       string // the provider's own, of a refusal
}

// Conclude records what a provider tells of a charge that it made by itself, and with it the
// charge's bill. A refusal is final: the provider tries no more. The caller has the outcome applied
// (Apply) once the transaction is committed. It is an error when the charge is concluded already.
func (s *Service) Conclude(ctx context.Context, id uuid.UUID, told Told) error {
	c, err := s.Store.Client(ctx).Charge.Get(ctx, id)
	if err != nil {
		return err
	}
	v := verdict{state: charge.StateDeclined, reason: gateway.ReasonHardDecline, code: told.Code}
	if told.Paid {
		v = verdict{state: charge.StateSettled, tracking: told.TrackingID}
	}
	row, err := s.settle(ctx, c, v)
	if err == nil && row == nil {
		err = fmt.Errorf("charge %s is being concluded by somebody else", c.ID)
	}
	return err
}

// Correct books another sum for a charge that is settled than it was booked with: the provider has
// taken that. What went back as a whole was that sum, too. It is an error when more went back in
// parts, or when the charge took nothing.
func (s *Service) Correct(ctx context.Context, id uuid.UUID, yen int) error {
	client, now := s.Store.Client(ctx), s.Clock.Now()
	c, err := client.Charge.Query().Where(charge.ID(id)).ForUpdate().Only(ctx)
	if err != nil || c.Amount == yen {
		return err
	}
	if c.SettledAt == nil {
		return fmt.Errorf("charge %s is %s and took nothing", c.ID, c.State)
	}
	whole := refund.And(refund.ChargeID(c.ID), refund.KindEQ(refund.KindRefund), refund.StateNEQ(refund.StateRefused), refund.Amount(c.Amount))
	n, err := client.Refund.Update().Where(whole).SetAmount(yen).SetUpdatedAt(now).Save(ctx)
	if err != nil {
		return err
	}
	if left, err := s.Left(ctx, c); err != nil || n == 0 && c.Amount-left > yen {
		return errors.Join(err, fmt.Errorf("%d yen of charge %s went back: it cannot have taken %d", c.Amount-left, c.ID, yen))
	}
	tax, err := s.Ledger.Corrected(ctx, c, yen)
	if err != nil {
		return err
	}
	slog.WarnContext(ctx, "a charge is booked with another sum than before, which the provider took", "charge", c.ID, "was", c.Amount, "is", yen)
	return client.Charge.UpdateOneID(c.ID).SetAmount(yen).SetTax(tax).SetUpdatedAt(now).Exec(ctx)
}

// Unowed is money that a provider took by itself and that is not owed.
type Unowed struct {
	BillID     uuid.UUID // that stands for the money
	Method     *ent.PaymentMethod
	OrderID    string // unique for good
	TrackingID string // of the transaction that took it
	Amount     int    // yen
}

// GiveBackUnowed books money that was not owed as a charge that is not wanted, and gives it back.
func (s *Service) GiveBackUnowed(ctx context.Context, in Unowed) (*ent.Charge, error) {
	now := s.Clock.Now()
	c, err := s.Store.Client(ctx).Charge.Create().SetAccountID(in.Method.AccountID).SetBillID(in.BillID).SetOrigin(charge.OriginProvider).
		SetInitiator(charge.InitiatorMerchant).SetPlanName("").SetPaymentMethodID(in.Method.ID).SetProvider(in.Method.Provider).
		SetProviderOrderID(in.OrderID).SetState(charge.StateOrphaned).SetAmount(in.Amount).SetTax(0).
		SetTrackingID(in.TrackingID).SetGiveUpAt(now).SetSettledAt(now).SetAppliedAt(now).SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	if err != nil {
		return nil, err
	}
	return c, s.giveBack(ctx, c)
}

// BookReversed writes into the book that the provider has not got what it told to have taken: all
// that is left of the charge counts as taken back. The key is the row's own, for good.
func (s *Service) BookReversed(ctx context.Context, id uuid.UUID, key string) error {
	c, err := s.Store.Client(ctx).Charge.Query().Where(charge.ID(id)).ForUpdate().Only(ctx)
	if err != nil {
		return err
	}
	left, err := s.Left(ctx, c)
	if err != nil || left == 0 {
		return err
	}
	return s.wentBack(ctx, c, left, key, reversedByProvider)
}

// Retire takes the method out of its wallet and answers whether it was there. By itself it is for
// an agreement that is over at the provider, where nothing is left to be forgotten (else End). It
// tells no contract, which finds that on its day.
func (s *Service) Retire(ctx context.Context, id uuid.UUID) (retired bool, err error) {
	n, err := s.Store.Client(ctx).PaymentMethod.Update().Where(paymentmethod.ID(id), paymentmethod.StateNEQ(paymentmethod.StateDeleted)).
		SetState(paymentmethod.StateDeleted).SetDeletedAt(s.Clock.Now()).Save(ctx)
	return n > 0, err
}
