package graph

import (
	"encoding/json"
	"log/slog"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent/bill"
	"kaiin/server/money/billing"
	"kaiin/server/money/evidence"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/transport/viewer"
)

const viewerHistory = `query History($after: String) {
  viewer { paymentHistory(first: 2, after: $after) {
    edges { cursor node { earningsId kind } } nodes { earningsId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  } }
}`

func TestViewerLeadsToThePaymentHistory(t *testing.T) {
	t.Parallel()
	env := paymenttest.Setup(t, "2027-03-01", nil)
	exec, err := New(&Resolver{
		Catalog: env.Catalog, Settings: env.Catalog.Settings, Accounts: env.Account, Billing: &billing.Service{Store: env.Store, Clock: env.Clock, Catalog: env.Catalog, Settings: env.Catalog.Settings},
		Evidence: &evidence.Service{Store: env.Store},
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	member, now, today := env.Member(t), env.Clock.Now(), env.Clock.Today()
	for range 3 { // of one moment, which only their ids tell apart
		env.Store.Client(t.Context()).Bill.Create().SetCreatedAt(now).SetUpdatedAt(now).SetAccountID(member.AccountID).SetOrderID(uuid.New()).SetPeriodStart(today).SetPeriodEnd(today).
			SetPlanID("standard").SetPlanName(map[string]string{"ja": "スタンダード"}).SetListAmount(0).SetAmount(0).SetTax(0).SetTaxRate(10).SetDueDay(today).
			SetState(bill.StatePaid).SetPaidAt(now).ExecX(t.Context())
	}
	seen, variables := map[string]bool{}, map[string]any{}
	for _, want := range []struct {
		entries      int
		next, before bool
	}{{2, true, false}, {1, false, true}} {
		response, err := exec.RunText(viewer.With(t.Context(), &viewer.Viewer{Actor: member}), "History", viewerHistory, variables)
		if err != nil || len(response.Errors) > 0 {
			t.Fatal(err, response)
		}
		var answer struct {
			Viewer struct {
				PaymentHistory struct {
					Edges []struct {
						Cursor string
						Node   struct{ EarningsID, Kind string }
					}
					Nodes    []struct{ EarningsID string }
					PageInfo struct {
						HasNextPage, HasPreviousPage bool
						StartCursor, EndCursor       string
					}
				}
			}
		}
		if err := json.Unmarshal(response.Data, &answer); err != nil {
			t.Fatal(err)
		}
		got := answer.Viewer.PaymentHistory
		if len(got.Edges) != want.entries || len(got.Nodes) != want.entries || got.PageInfo.HasNextPage != want.next || got.PageInfo.HasPreviousPage != want.before ||
			got.PageInfo.StartCursor != got.Edges[0].Cursor || got.PageInfo.EndCursor != got.Edges[want.entries-1].Cursor {
			t.Fatalf("%s", response.Data)
		}
		for i, edge := range got.Edges {
			if seen[edge.Node.EarningsID] || edge.Node.EarningsID != got.Nodes[i].EarningsID || edge.Node.Kind != "FREE" {
				t.Errorf("%+v", edge)
			}
			seen[edge.Node.EarningsID] = true
		}
		variables["after"] = got.PageInfo.EndCursor
	}
}
