package graph

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"

	"kaiin/ent"
	"kaiin/ent/bill"
	entsubscription "kaiin/ent/subscription"
	"kaiin/server/base/actor"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login"
	"kaiin/server/identity/passkey"
	"kaiin/server/identity/session"
	"kaiin/server/money/evidence"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/subscription"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/graph/entity"
	"kaiin/server/transport/graph/generated"
	"kaiin/server/transport/viewer"
)

// aboutTheViewer are the fields below Account that are about the viewer's session by their nature.
// They are false when the account is not the viewer's.
var aboutTheViewer = map[string]string{
	"current":       "Session: it is the one that asks",
	"currentDevice": "TrustedDevice: it is the browser that asks",
	"isLogin":       "ExternalAccountLink: the session that asks was made with it",
}

// ofTheStore are the fields of Account that have one value for all members.
var ofTheStore = map[string]string{"passwordStrength": "a setting of the store"}

// handedOut answers viewer with an account that is not the viewer's, as internal tools do.
type handedOut struct {
	*Resolver
	row *ent.Account
}

func (h handedOut) Query() generated.QueryResolver {
	return handedOutQuery{h.Resolver.Query(), h}
}

type handedOutQuery struct {
	generated.QueryResolver
	handedOut
}

func (q handedOutQuery) Viewer(ctx context.Context) (*entity.Account, error) {
	return q.handedOut.member(ctx, q.row), nil
}

// household is a store with two members who differ in everything that an Account tells.
type household struct {
	*paymenttest.Env
	resolver *Resolver
}

func newHousehold(t *testing.T) *household {
	t.Helper()
	env := paymenttest.Setup(t, "2027-03-01", func(s *settings.Settings) {
		s.Registration.PasswordStrength = "SYMBOL"
		for _, name := range []string{"LINE", "Google"} {
			s.ExternalAccounts = append(s.ExternalAccounts, settings.ExternalAccount{Type: name, Name: name, Method: "oidc"})
		}
	})
	contracts := &subscription.Service{
		Store: env.Store, Clock: env.Clock, Catalog: env.Catalog, Settings: env.Settings, Account: env.Account, Payment: env.Payment, ProviderBilling: env.ProviderBilling,
		Billing: env.Billing, Entitlement: env.Entitlement, Secrets: env.Secrets, Notify: env.Notify,
	}
	sessions := &session.Service{Store: env.Store, Clock: env.Clock, Settings: env.Settings}
	return &household{env, &Resolver{
		Catalog: env.Catalog, Settings: env.Settings, Accounts: env.Account, Payment: env.Payment, Billing: env.Billing, Subscription: contracts,
		Session: sessions, Evidence: &evidence.Service{Store: env.Store}, Acts: &acts.Service{Store: env.Store, Clock: env.Clock, Secrets: env.Secrets},
		Login:      &login.Service{Store: env.Store, Clock: env.Clock, Settings: env.Settings, Account: env.Account, Session: sessions, Passkey: &passkey.Service{}},
		Passkey:    &passkey.Service{},
		Credential: &credential.Service{Store: env.Store, Clock: env.Clock, Secrets: env.Secrets, Settings: env.Settings, Notify: env.Notify, Account: env.Account, Passkey: &passkey.Service{}},
	}}
}

// fill gives the account something of every kind, and answers its actor. n tells the members apart.
func (h *household) fill(t *testing.T, row *ent.Account, planID string, n int) actor.Actor {
	t.Helper()
	ctx, client, now := t.Context(), h.Store.Client(t.Context()), h.Clock.Now().Add(-time.Duration(n)*time.Minute)
	trusted, address, today := secret.Token(), fmt.Sprintf("192.0.2.%d", n), h.Clock.Today()
	a := actor.Actor{AccountID: row.ID, Locale: "ja", LoginMethod: "LINE", TrustedDevice: trusted}
	signed := client.Session.Create().SetCreatedAt(now).SetTokenHash([]byte(uuid.NewString())).SetAccountID(row.ID).SetAuthenticatedAt(now).
		SetLoginMethod("LINE").SetIP(address).SetLastSeenAt(now).SetExpiresAt(now.Add(time.Hour)).SaveX(ctx)
	a.SessionID = signed.ID
	client.LoginEvent.Create().SetCreatedAt(now).SetAccountID(row.ID).SetResult(true).SetLoginMethod("LINE").SetIP(address).SetUserAgent("").ExecX(ctx)
	client.TrustedDevice.Create().SetCreatedAt(now).SetAccountID(row.ID).SetTokenHash(secret.HashToken(trusted)).
		SetExpiresAt(h.Clock.Now().Add(time.Hour)).ExecX(ctx)
	client.ExternalAccount.Create().SetCreatedAt(now).SetAccountID(row.ID).SetType("LINE").SetSubject(row.ID.String()).ExecX(ctx)

	clerk := actor.Actor{Staff: &actor.Staff{ID: uuid.New(), Number: n, Name: "Hanako Sato", Department: fmt.Sprint("Support ", n), Scopes: []scope.Scope{scope.MembersRead}}}
	if err := h.resolver.Acts.Look(ctx, clerk, acts.Origin{}, "member", acts.Act{Kind: acts.MemberOpened, AccountID: row.ID}); err != nil {
		t.Fatal(err)
	}

	card, order := h.Card(t, a), uuid.New()
	contract := client.Subscription.Create().SetAccountID(row.ID).SetPlanID(planID).SetOrderID(order).SetPaymentMethodID(card.ID).
		SetStatus(string(subscription.NewContract)).SetRenewSpan(n).SetRenewSpanUnit(entsubscription.RenewSpanUnitMonths).SetPeriod(1).SetAnchorDay(today).
		SetFirstPaymentDay(today).SetTermStart(today).SetNextSettlementDay(today.AddMonths(n)).SetPaidThrough(today.AddMonths(n).AddDays(-1)).
		SetCreatedAt(now).SetUpdatedAt(now).SaveX(ctx)
	client.SubscriptionPrice.Create().SetSubscriptionID(contract.ID).SetFromPeriod(1).SetListAmount(1100).SetCreatedAt(now).ExecX(ctx)
	client.Bill.Create().SetCreatedAt(now).SetUpdatedAt(now).SetAccountID(row.ID).SetOrderID(order).SetPeriodStart(today).SetPeriodEnd(today).
		SetPlanID(planID).SetPlanName(map[string]string{"ja": planID}).SetListAmount(0).SetAmount(0).SetTax(0).SetTaxRate(10).SetDueDay(today).
		SetState(bill.StatePaid).SetPaidAt(now).ExecX(ctx)
	client.OrderEvidence.Create().SetAccountID(row.ID).SetSequence(1).SetOrderID(order).SetLocale("ja").SetTemplate(1).SetTerms("{}").
		SetHTML("").SetPreviousHash([]byte{0}).SetHash([]byte{byte(n)}).SetCreatedAt(now).ExecX(ctx)
	return a
}

// taro is a member with everything that a member can have.
func (h *household) taro(t *testing.T) (*ent.Account, actor.Actor) {
	t.Helper()
	ctx, client, now := t.Context(), h.Store.Client(t.Context()), h.Clock.Now()
	row := client.Account.Create().SetCreatedAt(now).SetUpdatedAt(now).SetEmail("taro@example.com").SetEmailKey("taro@example.com").SetEmailVerifiedAt(now).
		SetUserID("tarotaro").SetUserIDKey("tarotaro").SetPasswordHash("x").SetPasswordUpdatedAt(now).SetProfileImageURL("/picture").
		SetNickname("Taro").SetName("name").SetNameKana("kana").SetFamilyName("family").SetGivenName("given").SetFamilyNameKana("family kana").
		SetGivenNameKana("given kana").SetSex(1).SetBirthday("19900131").SetPostalCode("1000001").SetPrefecture(13).SetAddress("address").
		SetAddress2("address2").SetPhoneNumber("0312345678").SetCountry("JP").SetCustom(map[string]string{"howFound": "friend"}).SaveX(ctx)
	client.Factor.Create().SetCreatedAt(now).SetAccountID(row.ID).SetType("OTP").SetSecret([]byte("x")).ExecX(ctx)
	client.BackupCode.Create().SetCreatedAt(now).SetAccountID(row.ID).SetCodeHash([]byte("x")).ExecX(ctx)
	client.ExternalAccount.Create().SetCreatedAt(now).SetAccountID(row.ID).SetType("Google").SetSubject("taro").ExecX(ctx)
	return row, h.fill(t, row, "standard", 1)
}

// hanako is a member whom the store knows by nothing but an external account.
func (h *household) hanako(t *testing.T) (*ent.Account, actor.Actor) {
	t.Helper()
	now := h.Clock.Now()
	row := h.Store.Client(t.Context()).Account.Create().SetCreatedAt(now).SetUpdatedAt(now).SaveX(t.Context())
	return row, h.fill(t, row, "annual", 2)
}

// ask is the value of every field at the end of a path from the account, as the viewer is answered.
func (h *household) ask(t *testing.T, who actor.Actor, row *ent.Account) map[string]any {
	t.Helper()
	exec, err := New(handedOut{h.resolver, row}, slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	text := "query Everything { viewer " + everything(sdl(), sdl().Types["Account"]) + " }"
	response, err := exec.RunText(viewer.With(t.Context(), &viewer.Viewer{Actor: who}), "Everything", text, nil)
	if err != nil || len(response.Errors) > 0 {
		t.Fatal(err, response)
	}
	var answer struct{ Viewer map[string]any }
	if err := json.Unmarshal(response.Data, &answer); err != nil {
		t.Fatal(err)
	}
	return answer.Viewer
}

// everything selects all fields of the type and of the types that it leads to.
func everything(sdl *ast.Schema, of *ast.Definition) string {
	var fields []string
	for _, f := range of.Fields {
		if below := sdl.Types[f.Type.Name()]; below.Kind == ast.Object {
			fields = append(fields, f.Name+" "+everything(sdl, below))
		} else {
			fields = append(fields, f.Name)
		}
	}
	return "{ " + strings.Join(fields, " ") + " }"
}

// leaves are the values at the ends of all paths.
func leaves(path string, value any, into map[string]any) map[string]any {
	switch value := value.(type) {
	case map[string]any:
		for name, below := range value {
			leaves(path+"."+name, below, into)
		}
	case []any:
		for i, below := range value {
			leaves(fmt.Sprint(path, ".", i), below, into)
		}
	default:
		into[path] = value
	}
	return into
}

// The fields of an Account answer for that account, whatever member asks.
func TestFieldsOfAForeignAccount(t *testing.T) {
	t.Parallel()
	h := newHousehold(t)
	taro, asTaro := h.taro(t)
	hanako, asHanako := h.hanako(t)
	own, foreign, hers := h.ask(t, asTaro, taro), h.ask(t, asHanako, taro), h.ask(t, asHanako, hanako)

	for name, value := range own {
		_, same := ofTheStore[name]
		if reflect.DeepEqual(value, hers[name]) != same {
			t.Errorf("%s does not tell the two members apart: %v", name, value)
		}
	}
	want, got, seen := leaves("", own, map[string]any{}), leaves("", foreign, map[string]any{}), map[string]bool{}
	for path, value := range want {
		name := path[strings.LastIndex(path, ".")+1:]
		if _, excepted := aboutTheViewer[name]; excepted {
			seen[name] = seen[name] || value == true
			value = false
		}
		if got[path] != value {
			t.Errorf("%s is %v to another member, want %v", path, got[path], value)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d values are told to another member, want %d", len(got), len(want))
	}
	for name := range aboutTheViewer {
		if !seen[name] {
			t.Errorf("%s is never true to the member", name)
		}
	}
}
