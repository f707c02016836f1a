package paymenttest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/message"
	"kaiin/ent/paymentmethod"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
	"kaiin/server/money/billing"
	"kaiin/server/money/entitlement"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/providerbilling"
	"kaiin/server/shop/catalog"
	"kaiin/server/shop/catalog/catalogtest"
)

// Env is the world of one test: the test store, its database, and the provider in memory.
type Env struct {
	Store           *store.Store
	Clock           *clock.Clock
	Secrets         *secret.Box
	Gateway         *Gateway
	Catalog         *catalog.Service
	Settings        *settings.Service
	Throttle        *throttle.Service
	Account         *account.Service
	Entitlement     *entitlement.Service
	Notify          *notify.Service
	Payment         *payment.Service
	ProviderBilling *providerbilling.Service
	Billing         *billing.Service // Payment's ledger; a test sets its owners
}

// Setup makes a world in which it is noon of the day in Tokyo. change alters the store's
// settings first.
func Setup(t testing.TB, day string, change func(*settings.Settings)) *Env {
	t.Helper()
	return On(t, storetest.Open(t), day, change)
}

// On is Setup on a database that has the present tables.
func On(t testing.TB, st *store.Store, day string, change func(*settings.Settings)) *Env {
	t.Helper()
	today, err := clock.ParseDay(day)
	if err != nil {
		t.Fatal(err)
	}
	box, err := secret.NewBox([]byte(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	clk := clock.At(today.Start().Add(12 * time.Hour))
	c := catalogtest.Seed(t, st, change)
	c.Clock = clk
	n := &notify.Service{Store: st, Clock: clk, Secrets: box}
	a := &account.Service{Store: st, Clock: clk, Catalog: c, Settings: c.Settings, Notify: n}
	memory := NewGateway()
	memory.Clock = clk
	th := &throttle.Service{Store: st, Clock: clk, Secrets: box}
	p := &payment.Service{Store: st, Clock: clk, Settings: c.Settings, Providers: gateway.Providers{Provider(memory)}, Account: a, Throttle: th, BankReturn: "https://member.example.jp/payment/tds/"}
	b := &billing.Service{Store: st, Clock: clk, Catalog: c, Settings: c.Settings, Account: a, Payment: p}
	pb := &providerbilling.Service{Store: st, Clock: clk, Payment: p, Contracts: Contracts{}}
	p.Ledger, p.Contracts, p.ProviderBilling = b, Contracts{}, pb
	return &Env{
		Store: st, Clock: clk, Secrets: box, Gateway: memory, Catalog: c, Settings: c.Settings, Throttle: th, Account: a,
		Entitlement: &entitlement.Service{Store: st, Clock: clk, Catalog: c, Settings: c.Settings}, Notify: n, Payment: p, ProviderBilling: pb, Billing: b,
	}
}

// Member makes a member with an address and a session, as an actor.
func (e *Env) Member(t testing.TB) actor.Actor {
	t.Helper()
	now, mail := e.Clock.Now(), fmt.Sprintf("m%s@example.jp", secret.Digits(12))
	row, err := e.Store.Client(t.Context()).Account.Create().SetEmail(mail).SetEmailKey(mail).SetEmailVerifiedAt(now).
		SetCreatedAt(now).SetUpdatedAt(now).Save(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return actor.Actor{AccountID: row.ID, SessionID: uuid.Must(uuid.NewV7()), Email: mail, Locale: "ja", IP: "203.0.113.7"}
}

// Card gives the member an authenticated card, which the provider keeps.
func (e *Env) Card(t testing.TB, member actor.Actor) *ent.PaymentMethod {
	t.Helper()
	id, now := uuid.Must(uuid.NewV7()), e.Clock.Now()
	code := strings.ReplaceAll(id.String(), "-", "")
	if _, err := e.Gateway.SaveCard(t.Context(), code, gateway.CardToken{}); err != nil {
		t.Fatal(err)
	}
	row, err := e.Store.Client(t.Context()).PaymentMethod.Create().SetID(id).SetAccountID(member.AccountID).
		SetPaymentMethodType(gateway.SbpsCredit).SetState(paymentmethod.StateActive).SetCustomerCode(code).
		SetCardBrand("V").SetCardSuffix("4242").SetCardExpire("203012").SetAuthenticatedAt(now).SetCreatedAt(now).Save(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return row
}

// Dying runs f as a process that a call of the gateway may kill: what has been committed until
// then stays.
func Dying(f func()) {
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	<-done
}

// Jobs takes the waiting jobs of the kind out of the queue, as a worker would.
func Jobs[Args any](t testing.TB, st *store.Store, kind string) (jobs []Args) {
	t.Helper()
	rows, err := st.DB.QueryContext(t.Context(), "DELETE FROM river_job WHERE kind = $1 AND state = 'available' RETURNING args", kind)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var document []byte
		var args Args
		if err := rows.Scan(&document); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(document, &args); err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, args)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return jobs
}

// Mails counts the messages of the template to the member.
func (e *Env) Mails(t testing.TB, member actor.Actor, template string) int {
	t.Helper()
	n, err := e.Store.Client(t.Context()).Message.Query().Where(message.AccountID(member.AccountID), message.Template(template)).Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}
