package subscription

import (
	"encoding/json"
	"strings"

	"entgo.io/ent/dialect/sql"

	"kaiin/ent"
	"kaiin/ent/subscription"
	"kaiin/server/base/store"
	"kaiin/server/money/billing"
)

// What other tables say of a contract can be read together with it, by the statement that reads
// it. Each of these is a column that subscriptions do not have, and its reading is optional.
const (
	columnFormerPlans = "former_plans" // the plans that it was of before, with spaces between
	columnPrices      = "prices"       // what it costs, as JSON; NULL of one that has ended
	columnOwing       = "owing"        // whether there is a bill for its next term, or one that is being paid
)

func withFormerPlans(s *sql.Selector) {
	with(s, columnFormerPlans, func(c func(string) string) string {
		return "(SELECT string_agg(from_plan_id, ' ') FROM plan_changes WHERE applied_at IS NOT NULL AND subscription_id = " + c(subscription.FieldID) + ")"
	})
}

func withPrices(s *sql.Selector) {
	with(s, columnPrices, func(c func(string) string) string {
		return "CASE WHEN " + store.In(c(subscription.FieldStatus), contracted...) + " THEN " +
			"(SELECT json_agg(json_build_object('term', from_period, 'list', list_amount, 'discount', discount, 'campaign', campaign, 'agreed', agreed) ORDER BY from_period)" +
			" FROM subscription_prices WHERE subscription_id = " + c(subscription.FieldID) + ") END"
	})
}

func withOwing(s *sql.Selector) {
	with(s, columnOwing, func(c func(string) string) string {
		return billing.Owing(c(subscription.FieldID), c(subscription.FieldPeriod)+" + 1")
	})
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
func formerPlans(row *ent.Subscription) []string {
	plans, _ := textColumn(row, columnFormerPlans)
	return strings.Fields(plans)
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
