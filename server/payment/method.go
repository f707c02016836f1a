package payment

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/paymentmethod"
	"kaiin/ent/predicate"
	"kaiin/server/clock"
)

// Method is the payment method with the id, whatever its state: a contract may name one that was deleted.
func (s *Service) Method(ctx context.Context, id uuid.UUID) (*ent.PaymentMethod, error) {
	return s.Store.Client(ctx).PaymentMethod.Get(ctx, id)
}

// MethodsByID are the payment methods with the ids, whatever their state, by id.
func (s *Service) MethodsByID(ctx context.Context, ids ...uuid.UUID) (map[uuid.UUID]*ent.PaymentMethod, error) {
	byID := map[uuid.UUID]*ent.PaymentMethod{}
	if len(ids) == 0 {
		return byID, nil
	}
	rows, err := s.Store.Client(ctx).PaymentMethod.Query().Where(paymentmethod.IDIn(ids...)).All(ctx)
	for _, row := range rows {
		byID[row.ID] = row
	}
	return byID, err
}

// Wallet is what a member may pay with, newest first.
type Wallet struct {
	Methods []*ent.PaymentMethod
	// FailedAt is when the last card was given up because its owner did not authenticate, if that was recent and no card
	// was added since; else the zero time.
	FailedAt time.Time
}

// recent is how long a failed registration is worth telling.
const recent = 10 * time.Minute

// Wallet reads the member's payment methods.
func (s *Service) Wallet(ctx context.Context, accountID uuid.UUID) (Wallet, error) {
	var w Wallet
	rows, err := s.Store.Client(ctx).PaymentMethod.Query().Where(paymentmethod.AccountID(accountID),
		paymentmethod.Or(paymentmethod.StateEQ(paymentmethod.StateActive), failedSince(s.Clock.Now().Add(-recent)))).
		Order(ent.Desc(paymentmethod.FieldCreatedAt, paymentmethod.FieldID)).All(ctx)
	for i, row := range rows {
		if row.State == paymentmethod.StateActive {
			w.Methods = append(w.Methods, row)
		} else if i == 0 {
			w.FailedAt = *row.DeletedAt
		}
	}
	return w, err
}

func failedSince(at time.Time) predicate.PaymentMethod {
	return paymentmethod.And(paymentmethod.StateEQ(paymentmethod.StateDeleted), paymentmethod.AuthenticatedAtIsNil(), paymentmethod.DeletedAtGT(at))
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

// Chargeable reports whether we can take money through methods of this type.
func Chargeable(m *ent.PaymentMethod) bool {
	return m.PaymentMethodType == paymentmethod.PaymentMethodTypeSbpsCredit
}

// Usable reports whether the method can be charged now.
func Usable(m *ent.PaymentMethod, now time.Time) bool {
	return m != nil && m.State == paymentmethod.StateActive && Chargeable(m) && !Expired(m, now)
}

// Expired reports whether the end of the card's expiry month, in Tokyo, is before now (S-087, A-144).
func Expired(m *ent.PaymentMethod, now time.Time) bool {
	month, err := time.ParseInLocation("200601", m.CardExpire, clock.Tokyo)
	return err == nil && !now.Before(month.AddDate(0, 1, 0))
}

// trust is how long an authentication of a card stands for purchases that follow it.
const trust = 30 * time.Minute

// Trusted reports whether the card's owner has authenticated so recently that a purchase need not ask again.
func Trusted(m *ent.PaymentMethod, now time.Time) bool {
	return m.AuthenticatedAt != nil && now.Before(m.AuthenticatedAt.Add(trust))
}

var brands = map[string]string{"V": "Visa", "M": "Mastercard", "A": "American Express", "J": "JCB", "D": "Diners Club International"}

// Label names the method for people: its kind, brand and last four digits. No method has no name.
func Label(m *ent.PaymentMethod, locale string) string {
	if m == nil {
		return ""
	}
	parts := []string{brands[m.CardBrand]}
	kind, ending, open, closing := "クレジットカード", "末尾", "（", "）"
	if locale == "en" {
		kind, ending, open, closing = "Credit card", "ending in ", " (", ")"
	}
	if m.CardSuffix != "" {
		parts = append(parts, ending+m.CardSuffix)
	}
	if detail := strings.TrimSpace(strings.Join(parts, " ")); detail != "" {
		return kind + open + detail + closing
	}
	return kind
}
