package purchase

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/words"
	"kaiin/server/money/entitlement"
	"kaiin/server/staff/acts"
)

// Extension is how much longer the staff let a member watch what they rented.
type Extension struct {
	By            acts.Decision
	EntitlementID uuid.UUID
	Days          int
	// Over has a second person asked, in the transaction, about what who asks may not give alone:
	// the day on which it is over would move. Nil: of a command, whose staff have no limits.
	Over func(ctx context.Context, act *acts.Act, account uuid.UUID, from, to clock.Day) error
}

// ExtendByStaff lets a member watch a rental for so many days more, from today on where it is over.
// It stays what the order gave: it ends when all that was paid for it goes back. A mail tells the
// member. Faults: INVALID_FORMAT on days; those of entitlement.Extendable.
func (s *Service) ExtendByStaff(ctx context.Context, in Extension) error {
	if in.Days < 1 || in.Days > entitlement.MostDays {
		return fault.Invalid(fault.InvalidFormat, "days")
	}
	act := acts.Act{Kind: acts.EntitlementExtended, Target: acts.Target{Type: "entitlement", ID: in.EntitlementID.String()}}
	return in.By.Do(ctx, act, func(ctx context.Context, act *acts.Act) error {
		row, from, err := s.Entitlement.Extendable(ctx, in.EntitlementID)
		if row != nil {
			act.AccountID = row.AccountID
		}
		if err != nil {
			return err
		}
		to := from.AddDays(in.Days)
		act.Details = map[string]any{"days": in.Days, "from": from, "to": to}
		if in.Over != nil {
			over, err := s.Entitlement.OverDays(ctx, in.By, row.AccountID, in.Days)
			if err != nil {
				return err
			}
			if over {
				return in.Over(ctx, act, row.AccountID, from, to)
			}
		}
		if err := s.Entitlement.Extend(ctx, row, to); err != nil {
			return err
		}
		return s.tellExtended(ctx, row, to.AddDays(-1))
	})
}

// EndWith ends what was bought or rented with the order of a bill, in the transaction of what it
// ends with, such as a refund. Fault: INVALID_CHOICE on ends for a bill of no such order.
func (s *Service) EndWith(ctx context.Context, billID uuid.UUID) error {
	b, err := s.Billing.Find(ctx, billID)
	if err != nil {
		return err
	}
	if b.OrderID == nil || b.SubscriptionID != nil {
		return fault.Invalid(fault.InvalidChoice, "ends")
	}
	return s.Entitlement.Return(ctx, b.AccountID, *b.OrderID)
}

// tellExtended mails the last day on which the rental can be watched now. Someone without an
// address gets none.
func (s *Service) tellExtended(ctx context.Context, row *ent.Entitlement, last clock.Day) error {
	member, err := s.Account.Find(ctx, row.AccountID)
	if err != nil {
		return err
	}
	p, err := s.Catalog.PlanOfContract(ctx, row.PlanID)
	if err != nil {
		return err
	}
	return s.Account.Mail(ctx, member, member.Locale, notify.RentalExtended{PlanName: words.Text(p.Name).In(member.Locale), Last: last})
}
