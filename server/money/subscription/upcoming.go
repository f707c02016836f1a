package subscription

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/subscription"
	"kaiin/server/base/clock"
)

// Upcoming is a charge that the biller is going to make, if the ones before it are paid.
type Upcoming struct {
	ContractID uuid.UUID
	AccountID  uuid.UUID
	PlanID     string
	Period     int
	Start, End clock.Day // of the period
	Amount     int       // yen, tax included
	Day        clock.Day // on which it is charged
}

// upcomingAtOnce is how many contracts are read together.
const upcomingAtOnce = 500

// Upcoming reports what the biller is going to charge from now to the end of the day, contract by
// contract, as it would decide with the contracts, prices and payment methods of now, and every
// charge paid at once. It changes nothing, and must not run in a transaction.
func (s *Service) Upcoming(ctx context.Context, until clock.Day, report func(Upcoming) error) error {
	var last uuid.UUID
	for {
		var batch []Upcoming
		var read int
		var through uuid.UUID
		err := s.Store.Read(ctx, func(ctx context.Context) (err error) {
			batch, read, through, err = s.upcoming(ctx, last, until)
			return err
		})
		if err != nil {
			return err
		}
		for _, u := range batch {
			if err := report(u); err != nil {
				return err
			}
		}
		if last = through; read < upcomingAtOnce {
			return nil
		}
	}
}

// upcoming reads the contracts that come after an id, and what is going to be charged for them.
func (s *Service) upcoming(ctx context.Context, after uuid.UUID, until clock.Day) (all []Upcoming, read int, last uuid.UUID, err error) {
	rows, err := s.Store.Client(ctx).Subscription.Query().
		Where(subscription.IDGT(after), subscription.StatusIn(renewable...), subscription.DueAtLT(until.AddDays(1).Start())).
		Order(subscription.ByID()).Limit(upcomingAtOnce).All(ctx)
	if err != nil || len(rows) == 0 {
		return nil, 0, after, err
	}
	all, err = s.upcomingOf(ctx, rows, until)
	return all, len(rows), rows[len(rows)-1].ID, err
}

// renewable are the statuses of contracts that the biller may charge.
var renewable = statusesIn(GroupContract, GroupTrial)

// UpcomingOf is what Upcoming reports of the contracts, in the order of their ids. It joins the
// caller's transaction.
func (s *Service) UpcomingOf(ctx context.Context, until clock.Day, ids ...uuid.UUID) ([]Upcoming, error) {
	rows, err := s.Store.Client(ctx).Subscription.Query().Where(subscription.IDIn(ids...), subscription.StatusIn(renewable...)).
		Order(subscription.ByID()).All(ctx)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return s.upcomingOf(ctx, rows, until)
}

func (s *Service) upcomingOf(ctx context.Context, rows []*ent.Subscription, until clock.Day) (all []Upcoming, err error) {
	plans, err := s.Catalog.PlansWith(ctx, planIDs(rows)...)
	if err != nil {
		return nil, err
	}
	views, err := s.views(ctx, rows, plans)
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	for _, v := range views {
		all = append(all, v.upcoming(s.Payment.Takes(v.Method), now, until)...)
	}
	return all, nil
}

// upcoming goes through what the biller does with the contract from now to the end of the day.
// payable is whether there is something to charge it to.
func (v View) upcoming(payable bool, now time.Time, until clock.Day) (all []Upcoming) {
	if !ownBiller(v.Row) { // its provider charges, and not the biller
		return nil
	}
	period, owed := v.Row.Period, v.Owed
	for {
		next := v.Basis.Term(period + 1)
		todo, at := v.Basis.nextAction(next, owed, payable, now)
		switch todo {
		case waits:
			if clock.DayOf(at).After(until) {
				return all
			}
			now = at
			continue
		case ends, holds:
			return all
		case charges:
			all = append(all, Upcoming{
				ContractID: v.Row.ID, AccountID: v.Row.AccountID, PlanID: v.NextPlan().ID, Period: next.Number, Start: next.Start, End: next.End,
				Amount: owing(next, owed), Day: clock.DayOf(now),
			})
		}
		period, owed = next.Number, nil
	}
}
