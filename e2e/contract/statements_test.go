package contract_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/schema"
	"kaiin/server/app/apptest"
	"kaiin/server/base/actor"
	"kaiin/server/base/store"
	"kaiin/server/oidc"
	"kaiin/server/oidc/oidctest"
	"kaiin/server/staff/acts/actstest"
)

// maxStatements is how many a screen may take, maxWarm how many when another one has just read the
// store's plans and settings (S-06).
const (
	maxStatements = 7
	maxWarm       = 5
)

// oneMore are screens that need one more: the page of a cancellation begins its flow and looks for
// plans to change to, and that of taking it back looks for a method; the pages of one contract say
// what comes next, from its prices, its bill and what its member can pay with, and its own page
// whether there is evidence of its order; lists of plans say which films the member has and read
// the store's campaigns, once a second. The page of leaving looks for agreements that do not end
// by it. My Page and the top page tell what each contract costs next, from its method, its prices
// and its bills; My Page, in one more, what is set. The pages of a change of plan look at the bill
// that is open, and before it at what it would cost.
var oneMore = map[string]int{
	"PlansScreen": 2, "MypagePlansScreen": 2, "SignupPlansScreen": 2, "CancelSubscriptionScreen": 2, "UndoCancellationScreen": 1,
	"SubscriptionScreen": 3, "ChangeMethodScreen": 4, "MethodChangedScreen": 2, "WithdrawScreen": 1, "MypageScreen": 3, "HomeScreen": 1,
	"ChangePlanScreen": 1, "PlanChangeConfirmScreen": 3, "PlanChangedScreen": 1,
}

// statements is how many the access log says a request took.
func statements(t *testing.T, s *apptest.Stack, id string) int {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		for line := range strings.Lines(s.Logged.String()) {
			var entry struct {
				Msg, RequestID string
				Statements     int
			}
			if err := json.Unmarshal([]byte(line), &entry); err == nil && entry.Msg == "request" && entry.RequestID == id {
				return entry.Statements
			}
		}
	}
	t.Fatalf("no line for the request %s", id)
	return 0
}

// Every page's document, as the page asks for it (root included, session resumed, settings read
// anew), for each kind of viewer. The note that a session is in use, one a minute, is not of the
// screen: the least of three tries counts. asksFor has an app ask for something of a member, who
// allows it something else already, and answers the variables of its pages.
func asksFor(t *testing.T, s *apptest.Stack, accountID uuid.UUID) string {
	t.Helper()
	registered := oidctest.Web()
	if _, err := s.OIDC.AddClient(t.Context(), actstest.By(s.Store), registered); err != nil && !errors.Is(err, oidc.ErrClientExists) {
		t.Fatal(err)
	}
	if err := s.Store.Client(t.Context()).OidcGrant.Create().SetAccountID(accountID).SetClientID(registered.ID).SetScopes([]byte(`{"openid":0}`)).
		SetIssuedAt(s.Clock.Now()).SetCreatedAt(s.Clock.Now()).Exec(t.Context()); err != nil && !ent.IsConstraintError(err) {
		t.Fatal(err)
	}
	key, err := s.OIDC.Keep(t.Context(), actor.Actor{AccountID: accountID, AppBrowsers: []string{oidctest.Browser}}, &oidc.Request{ClientID: registered.ID, RedirectURI: registered.Redirects[0], Scopes: []string{"openid", "email"}, AskedAt: s.Clock.Now()})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`{"request":%q}`, key)
}

func TestStatementsOfAScreen(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	taro, member := s.Member(t)
	member.SetCookie("apps", oidctest.Browser)
	paid, back := billed(t, s, taro.ID)
	card := methodIn(t, s.RegisterCard(t, member, "/plans/standard"))
	for _, plan := range []string{"standard", "trial", "annual"} {
		token := form(t, member, plan, card)
		if end := s.Bank(t, member, s.Order(t, member, plan, token)); end != "/plans/"+plan+"/complete" {
			t.Fatalf("the purchase ended at %s", end)
		}
		s.Clock.Advance(2 * time.Minute)
	}
	form(t, member, "weekly", card)
	contracts, _ := member.Get("/mypage/plans/screen-data").JSON(t)["subscriptions"].([]any)
	if len(contracts) != 3 {
		t.Fatalf("%d contracts", len(contracts))
	}
	id := contracts[0].(map[string]any)["subscriptionId"]
	cancelled := contracts[1].(map[string]any)["subscriptionId"].(string)
	member.Get("/mypage/subscription/" + cancelled + "/withdraw/screen-data")
	if got := member.Post("/zapi/subscription/"+cancelled+"/withdraw", `{}`); got.StatusCode != 200 {
		t.Fatalf("cancelling: %d %s", got.StatusCode, got.Text)
	}
	order := member.Get("/plans/standard/complete/screen-data").JSON(t)["orderId"]
	ofRunning, ofCancelled := fmt.Sprintf(`{"subscriptionId":%q}`, id), fmt.Sprintf(`{"subscriptionId":%q}`, cancelled)
	variables := map[string]string{
		"EvidenceScreen":   fmt.Sprintf(`{"orderId":%q}`, order),
		"ChangePlanScreen": ofRunning, "PlanChangedScreen": ofRunning, "PlanChangeConfirmScreen": fmt.Sprintf(`{"subscriptionId":%q,"planId":"weekly"}`, id),
		"ChangeMethodScreen": ofRunning, "MethodChangedScreen": ofRunning, "CancelSubscriptionScreen": ofRunning, "CancellationUndoneScreen": ofRunning, "SubscriptionCancelledScreen": ofCancelled, "UndoCancellationScreen": ofCancelled,
		"SubscriptionScreen": ofRunning, "PurchaseFormScreen": fmt.Sprintf(`{"planId":"weekly","paymentMethodId":%q}`, card),
		"LoginScreen": `{"returnTo":"/plans/standard"}`, "SignupPolicyScreen": `{"returnTo":"/plans/standard"}`, "SignupAuthScreen": `{"returnTo":"/plans/standard"}`,
		"MultiFactorCodeScreen": `{"type":"OTP"}`, "MultiFactorTypeScreen": `{"type":"OTP"}`,
		"InvoiceScreen": fmt.Sprintf(`{"earningsId":%q}`, paid.ID), "ReturnInvoiceScreen": fmt.Sprintf(`{"refundId":%q}`, back.ID),
		"PurchaseConfirmScreen": `{"planId":"weekly"}`, "PurchaseCompleteScreen": `{"planId":"standard"}`,
		"OidcConsentScreen": asksFor(t, s, taro.ID), "OidcSelectAccountScreen": asksFor(t, s, taro.ID), "ConnectionScreen": fmt.Sprintf(`{"clientId":%q}`, oidctest.Web().ID),
	}
	visitor := s.Browser(t)
	signup := s.Browser(t)
	if got := signup.Post("/zapi/signup/email", `{"type":"signUp","email":"new@example.com"}`); got.StatusCode != 200 {
		t.Logf("a sign-up at its first step: %d %s", got.StatusCode, got.Text)
	}
	screens := 0
	for name, d := range schema.Documents() {
		if d.Kind != "query" || !strings.HasSuffix(name, "Screen") {
			continue
		}
		screens++
		asked := variables[name]
		if asked == "" {
			asked = `{}`
		}
		for who, b := range map[string]*apptest.Browser{"a member": member, "a visitor": visitor, "somebody signing up": signup} {
			n, warm := 100, 100
			for try := range 6 {
				if try < 3 {
					s.Clock.Advance(store.CacheFor)
				}
				got := b.Post("/graphql", graphql(name, asked))
				if got.StatusCode != 200 || strings.Contains(got.Text, `"INTERNAL"`) {
					t.Errorf("%s for %s: %d %s", name, who, got.StatusCode, got.Text)
				}
				took := statements(t, s, got.Header.Get("X-Request-Id"))
				if try < 3 {
					n = min(n, took)
				} else {
					warm = min(warm, took)
				}
			}
			extra := oneMore[name]
			if warm > maxWarm+extra {
				t.Errorf("%s for %s takes %d statements with the catalogue in memory", name, who, warm)
			}
			if n > maxStatements+extra {
				t.Errorf("%s for %s takes %d statements", name, who, n)
			}
			t.Logf("%-28s %-20s %d, warm %d", name, who, n, warm)
		}
	}
	if screens < 20 {
		t.Errorf("only %d screens were looked at", screens)
	}
}
