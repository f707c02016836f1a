package payment

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/paymentmethod"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/money/gateway"
	"kaiin/server/staff/acts"
)

// Method is the payment method with the id, whatever its state: a contract may name one that
// was deleted.
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

// CodeOnly is what an order is paid with for which the code of a campaign pays: nothing is charged
// to it, and no table keeps it.
func CodeOnly() *ent.PaymentMethod {
	return &ent.PaymentMethod{PaymentMethodType: gateway.CampaignCode, State: paymentmethod.StateActive}
}

// Chargeable reports whether we can take money through the method: its provider is one of
// the store's.
func (s *Service) Chargeable(m *ent.PaymentMethod) bool { return s.Providers.Has(m.Provider) }

// Authenticates reports whether the owner of the method authenticates for every order, with
// 3-D Secure.
func (s *Service) Authenticates(m *ent.PaymentMethod) bool {
	return s.Providers.Named(m.Provider).Cards != nil
}

// Declined is the code for a charge that was refused: of the card, or of another way to pay.
func (s *Service) Declined(c *ent.Charge) fault.Code {
	if s.Providers.Named(c.Provider).Cards == nil {
		return fault.PaymentDeclined
	}
	return fault.CardDeclined
}

// Takes reports whether a renewal may be charged to the method. An expired card may: issuers renew
// cards behind the same reference.
func (s *Service) Takes(m *ent.PaymentMethod) bool {
	return m != nil && m.State == paymentmethod.StateActive && s.Chargeable(m) && !s.Bills(m)
}

// Agreed reports whether the agreement with the provider of the method is still open.
func (s *Service) Agreed(m *ent.PaymentMethod) bool {
	return m != nil && m.State == paymentmethod.StateActive
}

// Bills reports whether the provider of the method takes the money of each month by itself: we
// never charge it.
func (s *Service) Bills(m *ent.PaymentMethod) bool { return s.Providers.Named(m.Provider).Bills }

// Usable reports whether the method can be charged now.
func (s *Service) Usable(m *ent.PaymentMethod) bool {
	return s.Takes(m) && !Expired(m, s.Clock.Now())
}

// Expired reports whether the end of the card's expiry month, in Tokyo, is before now
// (S-087, A-144).
func Expired(m *ent.PaymentMethod, now time.Time) bool {
	month, err := time.ParseInLocation("200601", m.CardExpire, clock.Tokyo)
	return err == nil && !now.Before(month.AddDate(0, 1, 0))
}

var brands = map[string]string{"V": "Visa", "M": "Mastercard", "A": "American Express", "J": "JCB", "D": "Diners Club International"}

// kindNames are those of the ways to pay, for people; the pages call them the same
// (web/features/payment).
var kindNames = map[gateway.MethodType]struct{ ja, en string }{
	gateway.CampaignCode:      {"キャンペーンコード", "Campaign code"},
	gateway.PaypalNvp:         {"PayPal", "PayPal"},
	gateway.PaypalRest:        {"PayPal", "PayPal"},
	gateway.SbpsCredit:        {"クレジットカード", "Credit card"},
	gateway.SbpsAuone:         {"auかんたん決済", "au Easy Payment"},
	gateway.SbpsAuSimple:      {"auかんたん決済", "au Easy Payment"},
	gateway.SbpsDocomo:        {"d払い", "d Payment"},
	gateway.SbpsPaypay:        {"PayPay", "PayPay"},
	gateway.SbpsSoftbank:      {"ソフトバンクまとめて支払い", "SoftBank carrier billing"},
	gateway.SbpsSoftbankYahoo: {"ソフトバンク・ワイモバイルまとめて支払い", "SoftBank / Y!mobile carrier billing"},
}

// Label names the method for people: its kind, and what tells it from others of its kind. No method
// has no name.
func Label(m *ent.PaymentMethod, locale string) string {
	if m == nil {
		return ""
	}
	names := kindNames[m.PaymentMethodType]
	kind, ending, open, closing := names.ja, "末尾", "（", "）"
	if locale == "en" {
		kind, ending, open, closing = names.en, "ending in ", " (", ")"
	}
	parts := []string{brands[m.CardBrand]}
	if m.CardSuffix != "" {
		parts = append(parts, ending+m.CardSuffix)
	}
	parts = append(parts, m.Shown)
	if detail := strings.TrimSpace(strings.Join(parts, " ")); detail != "" {
		return kind + open + detail + closing
	}
	return kind
}

// Imported is an agreement that was made with the provider elsewhere, before.
type Imported struct {
	AccountID        uuid.UUID
	Reference, Shown string
}

// Import gives members active methods of agreements that were made elsewhere, all of them or none;
// refused says which of the list cannot be taken, by its place, and why. With check nothing is
// written, and there is no act. The provider is not asked: whether an agreement still holds shows
// at the next charge.
func (s *Service) Import(
	ctx context.Context, by acts.Decision, provider string, kind gateway.MethodType, list []Imported, check bool,
) (refused map[int]string, err error) {
	if !s.Providers.Has(provider) {
		return nil, fmt.Errorf("the provider %q is not configured", provider)
	}
	unchanged := errors.New("nothing is to be written")
	write := func(ctx context.Context) error {
		refused = map[int]string{}
		client, now := s.Store.Client(ctx), s.Clock.Now()
		for i, in := range list {
			_, err := s.Account.Lock(ctx, in.AccountID)
			if _, gone := fault.As(err); gone {
				refused[i] = "there is no such member"
				continue
			}
			if err != nil {
				return err
			}
			known, err := client.PaymentMethod.Query().Where(paymentmethod.Provider(provider), paymentmethod.Reference(in.Reference)).Exist(ctx)
			if err != nil {
				return err
			}
			if known {
				refused[i] = "the agreement is known already"
				continue
			}
			id := uuid.Must(uuid.NewV7())
			err = client.PaymentMethod.Create().SetID(id).SetAccountID(in.AccountID).SetPaymentMethodType(kind).SetProvider(provider).
				SetState(paymentmethod.StateActive).SetCustomerCode(strings.ReplaceAll(id.String(), "-", "")).SetReference(in.Reference).
				SetShown(in.Shown).SetAuthenticatedAt(now).SetCreatedAt(now).Exec(ctx)
			if err != nil {
				return err
			}
		}
		if check || len(refused) > 0 {
			return unchanged
		}
		return nil
	}
	if check {
		err = s.Store.Tx(ctx, write)
	} else {
		act := acts.Act{Kind: acts.AgreementsImported, Target: acts.Target{Type: "provider", ID: provider}, Details: map[string]int{"agreements": len(list)}}
		for _, in := range list {
			act.Subjects = append(act.Subjects, in.AccountID)
		}
		err = by.Do(ctx, act, func(ctx context.Context, _ *acts.Act) error { return write(ctx) })
	}
	if errors.Is(err, unchanged) {
		err = nil
	}
	return refused, err
}

func kept(m *ent.PaymentMethod) gateway.Kept {
	return gateway.Kept{CustomerCode: m.CustomerCode, Reference: m.Reference}
}

// gateway is that of the charge.
func (s *Service) gateway(c *ent.Charge) gateway.Gateway {
	return s.Providers.Named(c.Provider).Gateway
}
