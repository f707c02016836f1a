package catalog

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/order"
	"kaiin/ent/planversion"
	"kaiin/server/base/clock"
	"kaiin/server/base/words"
)

// Sold is what members get of a plan and what they pay for it: the content of a version. When and
// how many of it are sold, and how it is advertised, makes no version.
type Sold struct {
	Type           string     `json:"planType"`
	Name           words.Text `json:"planName"`
	Service        words.Text `json:"service"`
	Price          int        `json:"price"`   // yen, tax included
	TaxRate        int        `json:"taxRate"` // percent
	TaxRates       []Tax      `json:"taxRates,omitempty"`
	RenewSpan      int        `json:"renewSpan"`
	RenewSpanUnit  string     `json:"renewSpanUnit"`
	FreeTrialDays  int        `json:"freeTrialDays"`
	ViewingDays    int        `json:"viewingDays"`
	ForceStopRenew string     `json:"forceStopRenewDay"`
}

func (plan *PlanFile) sold() Sold {
	return Sold{
		Type: plan.Type, Name: plan.Name, Service: plan.Service, Price: plan.Price, TaxRate: plan.TaxRate, TaxRates: plan.TaxRates,
		RenewSpan: plan.RenewSpan, RenewSpanUnit: plan.RenewSpanUnit, FreeTrialDays: plan.FreeTrialDays, ViewingDays: plan.ViewingDays, ForceStopRenew: plan.ForceStopRenew,
	}
}

// version is the id of the plan's version that says what the file says: the newest one, or one more
// if that says something else. old is the plan's row under its lock; nil for a new plan.
func (s *Service) version(ctx context.Context, old *ent.Plan, p PlanFile) (uuid.UUID, error) {
	content, err := json.Marshal(p.sold())
	if err != nil {
		return uuid.Nil, err
	}
	digest, number, client := sha256.Sum256(content), 1, s.Store.Client(ctx)
	if old != nil && old.VersionID != nil {
		newest, err := client.PlanVersion.Get(ctx, *old.VersionID)
		if err != nil {
			return uuid.Nil, err
		}
		if bytes.Equal(newest.Digest, digest[:]) {
			return newest.ID, nil
		}
		number = newest.Version + 1
	}
	row, err := client.PlanVersion.Create().SetPlanID(p.ID).SetVersion(number).SetPrice(p.Price).SetContent(string(content)).
		SetDigest(digest[:]).SetCreatedAt(s.Clock.Now()).Save(ctx)
	if err != nil {
		return uuid.Nil, err
	}
	return row.ID, nil
}

// Notice is how many days ahead a running contract's new price is said, so that members can be told
// and leave.
const Notice = 30

// changeable says in one sentence what of the file the plan's row cannot become; nil when it can.
// old is the row under its lock.
func (s *Service) changeable(ctx context.Context, position int, old *ent.Plan, p PlanFile) error {
	if p.SalesLimit != nil && *p.SalesLimit < old.SalesCount {
		return fmt.Errorf("plans[%d].salesLimit: %d were sold already", position, old.SalesCount)
	}
	if err := s.sameKind(ctx, position, old, p); err != nil {
		return err
	}
	return s.repricing(ctx, position, old, p)
}

// sameKind refuses another type or span of a plan that somebody has bought or is buying: their
// contracts go on by it.
func (s *Service) sameKind(ctx context.Context, position int, old *ent.Plan, p PlanFile) error {
	var what string
	switch {
	case string(old.PlanType) != p.Type:
		what = "planType"
	case p.Type == "subscription" && (old.RenewSpan != p.RenewSpan || string(old.RenewSpanUnit) != p.RenewSpanUnit):
		what = "renewSpan"
	default:
		return nil
	}
	sold := old.SalesCount > 0
	if !sold {
		var err error
		sold, err = s.Store.Client(ctx).Order.Query().Where(order.PlanID(p.ID),
			order.StateIn(order.StateAuthenticating, order.StateCharging, order.StateUnknown, order.StateCompleted)).Exist(ctx)
		if err != nil {
			return err
		}
	}
	if !sold {
		return nil
	}
	return fmt.Errorf("plans[%d].%s: %q was sold already, and a plan that was sold keeps its type and its span: give the other one an id of its own",
		position, what, p.ID)
}

// repricing refuses a new repriceFrom that is too near, or without a price to change. The same day
// with another price is a new one, too: no member may be charged a price that they were told of too
// late.
func (s *Service) repricing(ctx context.Context, position int, old *ent.Plan, p PlanFile) error {
	day := dayOrZero(p.RepriceFrom)
	if day.IsZero() || day.Equal(old.RepriceFrom) && p.Price == old.Price {
		return nil
	}
	if s.Clock.Today().DaysUntil(day) < Notice {
		return fmt.Errorf("plans[%d].repriceFrom: %s is less than %d days ahead: members are told of a new price and can leave before it counts",
			position, day, Notice)
	}
	if p.Price != old.Price {
		return nil
	}
	other, err := s.Store.Client(ctx).PlanVersion.Query().Where(planversion.PlanID(p.ID), planversion.PriceNEQ(p.Price)).Exist(ctx)
	if err != nil || other {
		return err
	}
	return fmt.Errorf("plans[%d].repriceFrom: %q has never had another price", position, p.ID)
}

// dayOrZero is the day, or none for an empty text. Validate has refused what is no day.
func dayOrZero(text string) clock.Day {
	day, _ := clock.ParseDay(text)
	return day
}

// FindVersion is the plan's version with the id. It never changes.
func (s *Service) FindVersion(ctx context.Context, id uuid.UUID) (*ent.PlanVersion, error) {
	return s.Store.Client(ctx).PlanVersion.Get(ctx, id)
}

func fillRepricing(m *ent.PlanMutation, p PlanFile) {
	if day := dayOrZero(p.RepriceFrom); !day.IsZero() {
		m.SetRepriceFrom(day)
		return
	}
	m.ClearRepriceFrom()
}
