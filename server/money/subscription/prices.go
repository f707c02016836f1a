package subscription

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/predicate"
	"kaiin/ent/subscription"
	"kaiin/ent/subscriptionprice"
	"kaiin/server/base/clock"
	"kaiin/server/base/store"
	"kaiin/server/base/words"
	"kaiin/server/money/billing"
)

// price keeps what the contract costs, as it was agreed on.
func (s *Service) price(ctx context.Context, id uuid.UUID, b Basis) error {
	prices := b.Prices
	if len(prices) == 0 || prices[0].Term > 1 {
		prices = append([]Price{b.PriceOf(1)}, prices...)
	}
	var rows []*ent.SubscriptionPriceCreate
	for i, p := range prices {
		row := s.Store.Client(ctx).SubscriptionPrice.Create().SetSubscriptionID(id).SetFromPeriod(p.Term).SetListAmount(p.List).
			SetDiscount(p.Discount).SetCampaign(p.Campaign).SetAgreed(p.Agreed).SetCreatedAt(s.Clock.Now())
		if i+1 < len(prices) {
			row.SetToPeriod(prices[i+1].Term - 1)
		}
		rows = append(rows, row)
	}
	return s.Store.Client(ctx).SubscriptionPrice.CreateBulk(rows...).Exec(ctx)
}

// shift moves the prices that begin after the given period by so many periods, and makes the price
// of that period last that much longer. A negative number takes that back. It is needed when a
// contract gets a period that was not planned: a new price keeps its day, and a discount its number
// of payments.
func (s *Service) shift(ctx context.Context, id uuid.UUID, after, by int) error {
	client, order := s.Store.Client(ctx).SubscriptionPrice, sql.OrderDesc()
	if by < 0 {
		order = sql.OrderAsc()
	}
	rows, err := client.Query().Where(subscriptionprice.SubscriptionID(id), subscriptionprice.FromPeriodGT(after)).
		Order(subscriptionprice.ByFromPeriod(order)).All(ctx)
	if err != nil {
		return err
	}
	for _, row := range rows { // one after the other: no two may begin with one period
		update := row.Update().AddFromPeriod(by)
		if row.ToPeriod != nil {
			update.AddToPeriod(by)
		}
		if err := update.Exec(ctx); err != nil {
			return err
		}
	}
	return client.Update().Where(subscriptionprice.SubscriptionID(id), subscriptionprice.FromPeriodLTE(after), subscriptionprice.ToPeriodGTE(after)).
		AddToPeriod(by).Exec(ctx)
}

// prices reads what the contracts cost, by contract.
func (s *Service) prices(ctx context.Context, contracts ...*ent.Subscription) (map[uuid.UUID][]Price, error) {
	byID := map[uuid.UUID][]Price{}
	var ids []uuid.UUID
	for _, row := range contracts {
		if prices, read := pricesRead(row); read {
			byID[row.ID] = prices
		} else {
			ids = append(ids, row.ID)
		}
	}
	if len(ids) == 0 {
		return byID, nil
	}
	rows, err := s.Store.Client(ctx).SubscriptionPrice.Query().Where(subscriptionprice.SubscriptionIDIn(ids...)).
		Order(subscriptionprice.BySubscriptionID(), subscriptionprice.ByFromPeriod(sql.OrderAsc())).All(ctx)
	for _, row := range rows {
		byID[row.SubscriptionID] = append(byID[row.SubscriptionID], Price{
			Term: row.FromPeriod, List: row.ListAmount, Discount: row.Discount, Campaign: row.Campaign, Agreed: row.Agreed,
		})
	}
	return byID, err
}

// basis is the schedule of a running contract as it is now, and the plan that its next term is of.
func (s *Service) basis(ctx context.Context, row *ent.Subscription) (Basis, *ent.Plan, error) {
	b, p, err := s.present(ctx, row)
	if err != nil || !chose(row) {
		return b, p, err
	}
	to, err := s.Catalog.PlanOfContract(ctx, row.NextPlanID)
	if err != nil {
		return b, nil, err
	}
	if next, ok := b.chosen(row, to); ok {
		return next, to, nil
	}
	return b, p, nil
}

// present is the schedule of a running contract by the plan that it is of, whatever its member has
// chosen for later, and that plan.
func (s *Service) present(ctx context.Context, row *ent.Subscription) (Basis, *ent.Plan, error) {
	p, err := s.Catalog.PlanOfContract(ctx, row.PlanID)
	if err != nil {
		return Basis{}, nil, err
	}
	prices, err := s.prices(ctx, row)
	return basisOf(row, p, prices[row.ID]), p, err
}

// CampaignPeriod is when the contract's campaign applies: its free days, or the terms that it makes
// cheaper. ok is false when it has none, and for terms that were over before a hold.
func (v View) CampaignPeriod() (first, last clock.Day, ok bool) {
	row := v.Row
	if row.CampaignID == "" {
		return first, last, false
	}
	prices := v.Basis.Prices
	given := slices.IndexFunc(prices, func(p Price) bool { return p.Campaign == row.CampaignID })
	if given < 0 {
		return clock.DayOf(row.CreatedAt), row.FirstPaymentDay.AddDays(-1), true
	}
	for _, p := range prices[given:] {
		if p.Campaign != row.CampaignID {
			until := p.Term - 1
			if until == row.Period && v.Coming != nil { // the rest of it is lost to another plan
				return row.FirstPaymentDay, row.NextSettlementDay.AddDays(-1), true
			}
			return row.FirstPaymentDay, v.Basis.Term(until).End, until >= v.Basis.From
		}
	}
	return row.FirstPaymentDay, last, true
}

// campaigns are the names of the contracts' campaigns by id.
func (s *Service) campaigns(ctx context.Context, rows ...*ent.Subscription) (map[string]words.Text, error) {
	if !slices.ContainsFunc(rows, func(row *ent.Subscription) bool { return row.CampaignID != "" }) {
		return nil, nil
	}
	return s.Catalog.CampaignNames(ctx)
}

// What other tables say of a contract can be read together with it, by the statement that reads
// it. Each of these is a column that subscriptions do not have, and its reading is optional.
const (
	columnFormerPlans = "former_plans" // the plans that it was of before, with spaces between
	columnPrices      = "prices"       // what it costs, as JSON; NULL of one that has ended
	columnOwing       = "owing"        // whether there is a bill for its next term, or one that is being paid; never of one that has ended
	columnBought      = "bought"       // what its member has without a contract, the same with each; with spaces between
)

func withFormerPlans(s *sql.Selector) {
	with(s, columnFormerPlans, func(c func(string) string) string {
		return "(SELECT string_agg(from_plan_id, ' ') FROM plan_changes WHERE applied_at IS NOT NULL AND subscription_id = " + c(subscription.FieldID) + ")"
	})
}

func withPrices(s *sql.Selector) {
	with(s, columnPrices, func(c func(string) string) string {
		return whileContracted(c, "(SELECT json_agg(json_build_object('term', from_period, 'list', list_amount, 'discount', discount, 'campaign', campaign, 'agreed', agreed) ORDER BY from_period)"+
			" FROM subscription_prices WHERE subscription_id = "+c(subscription.FieldID)+")", "NULL")
	})
}

func withBought(held sql.Querier) predicate.Subscription {
	return func(s *sql.Selector) { s.AppendSelectExprAs(held, columnBought) }
}

func withOwing(s *sql.Selector) {
	with(s, columnOwing, func(c func(string) string) string {
		return whileContracted(c, billing.Owing(c(subscription.FieldID), c(subscription.FieldPeriod)+" + 1"), "false")
	})
}

// whileContracted is the value of a running contract, and else of one that has ended: a member may
// have hundreds of these.
func whileContracted(c func(string) string, value, ended string) string {
	return "CASE WHEN " + store.In(c(subscription.FieldStatus), contracted...) + " THEN " + value + " ELSE " + ended + " END"
}

// with reads what the text computes, which c tells a contract's own columns.
func with(s *sql.Selector, name string, text func(c func(string) string) string) {
	s.AppendSelectExprAs(sql.Raw("("+text(s.C)+")"), name)
}

// column is what was read with the row; false when that was not, or is NULL.
func column[T any](row *ent.Subscription, name string) (value T, read bool) {
	found, err := row.Value(name)
	if err != nil {
		return value, false
	}
	value, read = found.(T)
	return value, read
}

// formerPlans are the plans that the contract was of before, where they were read.
func formerPlans(row *ent.Subscription) []string { return listColumn(row, columnFormerPlans) }

// listColumn is column of words with spaces between.
func listColumn(row *ent.Subscription, name string) []string {
	words, _ := textColumn(row, name)
	return strings.Fields(words)
}

// pricesRead is what the contract costs, where that was read.
func pricesRead(row *ent.Subscription) (prices []Price, read bool) {
	text, read := textColumn(row, columnPrices)
	return prices, read && json.Unmarshal([]byte(text), &prices) == nil
}

// textColumn is column of a text, which the driver hands over as either.
func textColumn(row *ent.Subscription, name string) (string, bool) {
	if text, read := column[[]byte](row, name); read {
		return string(text), true
	}
	return column[string](row, name)
}
