package contract

import (
	"strings"
	"testing"

	"kaiin/server/shop/storefile"
)

// A plan of a group that asks questions is ordered beside the others, in both orders: the form and
// the confirm page tell of the contract that goes on, and neither is changed to the other. U-1
func TestAPlanThatAsksIsOrderedBesideItsGroup(t *testing.T) {
	t.Parallel()
	s := start(t, func(f *storefile.File) {
		for i := range f.Plans[:2] { // club, which asks, and trial
			f.Plans[i].Group = "films"
		}
		f.Plans[1].FreeTrialDays, f.Settings.SubscriptionContractLimit = 0, 2
	})
	for _, c := range []struct{ has, orders, name, why string }{
		{"trial", "club", "Plan trial", "PRODUCT_UNAVAILABLE"}, {"club", "trial", "Plan club", "PLAN_NOT_CHANGEABLE"},
	} {
		_, b := s.Member(t)
		method := card(t, s, b)
		id, _ := bought(t, s, b, c.has, order(t, b, c.has, method))["subscriptionId"].(string)
		beside := []member{{"U-1", "sibling", nil}, {"U-1", "siblingBlockedBy", nil}, {"U-1", "beside.subscriptionId", id}, {"U-1", "beside.planName", c.name}}
		page := get(t, b, "/plans/"+c.orders)
		has(t, page, append(beside, member{"U-1", "plan.availability", "AVAILABLE"}))
		if got := b.Post("/zapi/subscription/"+id+"/plan", map[string]any{"planId": c.orders, "shown": "x"}); !strings.Contains(got.Text, `"code":"`+c.why+`"`) {
			t.Errorf("from %s to %s: %d %s", c.has, c.orders, got.StatusCode, got.Text)
		}
		token := order(t, b, c.orders, method)
		has(t, get(t, b, "/plans/"+c.orders+"/confirm"), beside)
		if other, _ := bought(t, s, b, c.orders, token)["subscriptionId"].(string); other == "" || other == id {
			t.Errorf("%s beside %s: %q", c.orders, c.has, other)
		}
	}
}
