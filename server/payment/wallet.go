package payment

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/paymentmethod"
	"kaiin/ent/predicate"
	"kaiin/server/fault"
)

// Wallet is what a member may pay with, newest first.
type Wallet struct {
	Methods []*ent.PaymentMethod
	// Awaited are those of which the provider has not told yet whether the member agreed: of each kind the newest.
	Awaited []*ent.PaymentMethod
	// FailedAt is when the last method was given up because its owner did not authenticate, or agree, if that was recent and none
	// was added since; else the zero time.
	FailedAt time.Time
	// Open are deleted ones whose agreement their member has not ended at the provider yet, where they alone can (Ending).
	Open []*ent.PaymentMethod
	// Failure says how it failed: TDS_CARD_NOT_SAVED, or PAYMENT_METHOD_REGISTER_FAILED of what is no card. Empty when none failed.
	Failure fault.Code
}

// recent is how long a failed registration is worth telling.
const recent = 10 * time.Minute

// Wallet reads the member's payment methods.
func (s *Service) Wallet(ctx context.Context, accountID uuid.UUID) (Wallet, error) {
	var w Wallet
	rows, err := s.Store.Client(ctx).PaymentMethod.Query().Where(paymentmethod.AccountID(accountID),
		paymentmethod.Or(paymentmethod.StateNEQ(paymentmethod.StateDeleted), s.Providers.stillAgreed(),
			paymentmethod.And(failedSince(s.Clock.Now().Add(-recent)), paymentmethod.ProviderNotIn(s.Providers.billing()...)))).
		Order(ent.Desc(paymentmethod.FieldCreatedAt, paymentmethod.FieldID)).All(ctx)
	newest := true
	for _, row := range rows {
		switch {
		case row.State == paymentmethod.StateActive:
			w.Methods, newest = append(w.Methods, row), false
		case row.State == paymentmethod.StatePending:
			if s.joinedByForm(row) && !s.Bills(row) {
				newest = false
				sameKind := func(m *ent.PaymentMethod) bool { return m.PaymentMethodType == row.PaymentMethodType }
				if !slices.ContainsFunc(w.Awaited, sameKind) {
					w.Awaited = append(w.Awaited, row)
				}
			}
		case s.stillAgreed(row):
			w.Open = append(w.Open, row)
		case newest:
			newest = false
			w.FailedAt, w.Failure = *row.DeletedAt, fault.PaymentMethodRegisterFailed
			if s.Authenticates(row) {
				w.Failure = fault.TDSCardNotSaved
			}
		}
	}
	return w, err
}

// Free is the wallet without the methods that a provider charges by itself, for the one contract that was bought with each.
func (s *Service) Free(w Wallet) Wallet {
	w.Methods = slices.DeleteFunc(slices.Clone(w.Methods), s.Bills)
	return w
}

func failedSince(at time.Time) predicate.PaymentMethod {
	return paymentmethod.And(paymentmethod.StateEQ(paymentmethod.StateDeleted),
		paymentmethod.AuthenticatedAtIsNil(), paymentmethod.DeletedAtGT(at))
}

// Find is the method of the wallet with the id.
func (w Wallet) Find(id string) (*ent.PaymentMethod, bool) {
	for _, m := range w.Methods {
		if m.ID.String() == id {
			return m, true
		}
	}
	return nil, false
}

// Default is the method that forms choose at first: the one the member preferred last, else the newest. An empty wallet has none.
// Hence what was preferred before follows when the default is deleted, and no other row has to change.
func (w Wallet) Default() (*ent.PaymentMethod, bool) {
	var found *ent.PaymentMethod
	for _, m := range w.Methods {
		switch {
		case found == nil:
			found = m
		case m.PreferredAt != nil && (found.PreferredAt == nil || m.PreferredAt.After(*found.PreferredAt)):
			found = m
		}
	}
	return found, found != nil
}
