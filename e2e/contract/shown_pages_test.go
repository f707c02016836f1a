package contract_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/subscription"
	"kaiin/server/app/apptest"
	desk "kaiin/server/desk/members"
	"kaiin/server/desk/people/peopletest"
)

// The staff are shown what the member's own browser gets on each
// of the pages; each is an act, and no row of any table is another one after it.
func TestStaffSeeThePagesOfAMember(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	s.People.ByIssuer = false
	s.Config.StaffNetworks = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	taro, member := s.Member(t)
	jiro, other := s.Member(t)
	billed(t, s, taro.ID)
	asksFor(t, s, taro.ID)
	contractOf := func(owner *ent.Account, b *apptest.Browser, plan string) string {
		t.Helper()
		card := methodIn(t, s.RegisterCard(t, b, "/plans/"+plan))
		if end := s.Bank(t, b, s.Order(t, b, plan, form(t, b, plan, card))); end != "/plans/"+plan+"/complete" {
			t.Fatalf("the purchase ended at %s", end)
		}
		if owner == taro { // has bought something, too
			if end := s.Bank(t, b, s.Order(t, b, "film", form(t, b, "film", card))); end != "/plans/film/complete" {
				t.Fatalf("the purchase ended at %s", end)
			}
		}
		return s.Store.Client(t.Context()).Subscription.Query().Where(subscription.AccountID(owner.ID)).OnlyX(t.Context()).ID.String()
	}
	mine, foreign := contractOf(taro, member, "standard"), contractOf(jiro, other, "annual")
	staff := s.Browser(t)
	staff.SetCookie("kaiin_staff", peopletest.Enrolled(t, s.People, "Hanako", "supportLead").Token)
	begin := fmt.Sprintf(`{"query": "mutation { viewMember(input: {key: \"k\", reasonKind: INQUIRY, reason: \"a question of the member\", accountId: \"%s\"}) { actId userErrors { code } } }"}`, taro.ID)
	if got := staff.Do(http.MethodPost, "/graphql", begin, "X-Kaiin-Staff", "1"); !strings.Contains(got.Text, `"userErrors":[]`) {
		t.Fatal(got.Text)
	}
	ask := func(screen desk.Screen, contract string) (page any, text string) {
		t.Helper()
		body := fmt.Sprintf(`{"query": "query($c: ID) { memberScreen(accountId: \"%s\", screen: %s, subscriptionId: $c) }", "variables": {"c": %q}}`, taro.ID, screen, contract)
		got := staff.Do(http.MethodPost, "/graphql", body, "X-Kaiin-Staff", "1")
		data, _ := got.JSON(t)["data"].(map[string]any)
		return data["memberScreen"], got.Text
	}

	own := map[desk.Screen]any{}
	for screen, document := range map[desk.Screen]string{
		desk.ScreenMypage: "MypageScreen", desk.ScreenPlans: "MypagePlansScreen", desk.ScreenSubscription: "SubscriptionScreen",
		desk.ScreenPaymentHistory: "PaymentHistoryScreen", desk.ScreenPurchases: "PurchasesScreen", desk.ScreenPaymentMethods: "PaymentMethodsScreen",
		desk.ScreenConsents: "ConsentScreen", desk.ScreenConnections: "ConnectionsScreen",
	} {
		variables := `{}`
		if screen == desk.ScreenSubscription {
			variables = fmt.Sprintf(`{"subscriptionId": %q}`, mine)
		}
		own[screen] = member.Post("/graphql", graphql(document, variables)).JSON(t)["data"]
	}
	before := quiet(t, s)
	for _, screen := range desk.Screens() {
		page, text := ask(screen, mine)
		if own[screen] == nil || !reflect.DeepEqual(page, own[screen]) {
			want, _ := json.Marshal(own[screen])
			t.Errorf("%s:\nthe staff  %s\nthe member %s", screen, text, want)
		}
		if screen != desk.ScreenConsents && len(text) < 1000 {
			t.Errorf("%s shows nothing: %s", screen, text)
		}
	}
	if after := rows(t, s); after != before {
		t.Errorf("rows before %s\nand after %s", before, after)
	}
	if page, text := ask(desk.ScreenSubscription, foreign); page != nil || !strings.Contains(text, "NOT_FOUND") {
		t.Errorf("the contract of another member: %s", text)
	}
	told := member.Post("/graphql", graphql("AccessScreen", `{}`)).Text
	if n := strings.Count(told, `"VIEWED"`); n != len(desk.Screens())+2 { // and of why, and of the contract that was refused
		t.Errorf("the member is told of %d pages: %s", n, told)
	}
	if told := other.Post("/graphql", graphql("AccessScreen", `{}`)).Text; strings.Contains(told, "VIEWED") || !strings.Contains(told, `"data"`) {
		t.Errorf("another member is told: %s", told)
	}
}

// quiet are the rows once all that was to be done has been done.
func quiet(t *testing.T, s *apptest.Stack) (all string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		var open int
		if err := s.Store.QueryRow(t.Context(), `SELECT count(*) FROM river_job WHERE finalized_at IS NULL AND scheduled_at <= now()`).Scan(&open); err != nil {
			t.Fatal(err)
		}
		if open == 0 {
			return rows(t, s)
		}
	}
	t.Fatal("there is always something to do")
	return ""
}

// rows are the rows of all tables, as they are changed, but for those of the record, of jobs, of
// the index that they keep, and of the sessions of the staff.
func rows(t *testing.T, s *apptest.Stack) (all string) {
	t.Helper()
	err := s.Store.QueryRow(t.Context(), `SELECT string_agg(relname || ' ' || (xpath('/row/c/text()', query_to_xml(
			'SELECT coalesce(sum(xmin::text::bigint), 0)::text || ''/'' || count(*) AS c FROM ' || quote_ident(relname), true, true, '')))[1]::text, ', ' ORDER BY relname)
		FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT LIKE 'act%' AND relname NOT LIKE 'river%' AND relname NOT LIKE 'staff%' AND relname NOT LIKE 'account_search%'`).Scan(&all)
	if err != nil {
		t.Fatal(err)
	}
	return all
}
