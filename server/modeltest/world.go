package modeltest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/flow"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/money/evidence"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/purchase"
	"kaiin/server/money/reminder"
	domain "kaiin/server/money/subscription"
	"kaiin/server/shop/catalog/catalogtest"
)

// start is the day on which every world begins.
const start = "2027-08-31"

// world is the services, to which the same happens as to the model.
type world struct {
	*paymenttest.Env
	bank      *bank
	customers map[string]*member   // of the bank
	monthly   *paymenttest.Monthly // of au simple
	form      gateway.FormRequest  // the last one that led to a carrier
	contract  *domain.Service
	purchase  *purchase.Service
	today     clock.Day
	reminder  *reminder.Service
	stops     map[string]clock.Day
	raised    map[string]clock.Day
	losing    map[uuid.UUID]func() // of whom money that was taken is not applied at once; each then waits no longer
	resting   bool
	members   []*member
	asked     int
	saw       func(string)
	ear       *ear
	shop      *shop           // what the members' models reckon with
	ctx       context.Context // cannot be cancelled, or lib/pq and database/sql keep a goroutine for every statement and transaction
}

type member struct {
	actor.Actor
	card   *ent.PaymentMethod
	other  *ent.PaymentMethod // always fine
	payPal *ent.PaymentMethod
	late   []gateway.Notice // that come in the next tick
	simple []*agreement
	model  *Model
}

// raise is how many yen a plan costs more after its price has changed.
const raise = 70

func limitless(s *settings.Settings) { s.SubscriptionContractLimit = 0 }

// database is an empty one that plans every statement once and not for each of its arguments:
// planning costs more than running.
func database(t testing.TB) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), storetest.URL(t)+"&options=-cplan_cache_mode%3Dforce_generic_plan")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func newWorld(t testing.TB, members int, resting bool) *world {
	t.Helper()
	env := paymenttest.On(t, database(t), start, limitless)
	w := &world{Env: env, ctx: context.WithoutCancel(t.Context()), customers: map[string]*member{},
		shop: &shop{first: dayOf(env.Clock.Today()), stops: map[string]day{}, prices: map[string]price{}, used: map[string]int{}}, stops: map[string]clock.Day{}, raised: map[string]clock.Day{}, losing: map[uuid.UUID]func(){}, resting: resting, today: env.Clock.Today(), bank: &bank{
			Gateway: env.Gateway, cards: map[string]Card{}, slips: map[string]Slip{}, whose: map[string]string{},
		}}
	env.Payment.Providers = w.providers(resting)
	w.monthly = env.NewMonthly()
	w.ear = &ear{map[uuid.UUID]bool{}, map[uuid.UUID]string{}}
	env.Entitlement.Listeners = append(env.Entitlement.Listeners, w.ear)
	w.contract = &domain.Service{
		Store: env.Store, Clock: env.Clock, Catalog: env.Catalog, Settings: env.Settings, Secrets: env.Secrets, Throttle: env.Throttle, Flow: &flow.Service{Store: env.Store, Clock: env.Clock, Secrets: env.Secrets},
		Account: env.Account, Payment: env.Payment, ProviderBilling: env.ProviderBilling, Billing: env.Billing, Entitlement: env.Entitlement, Notify: env.Notify,
	}
	w.purchase = &purchase.Service{
		Store: env.Store, Clock: env.Clock, Secrets: env.Secrets, Catalog: env.Catalog, Settings: env.Catalog.Settings, Throttle: env.Throttle, Account: env.Account,
		Payment: env.Payment, Billing: env.Billing, Subscription: w.contract, Entitlement: env.Entitlement, Notify: env.Notify,
		Evidence: &evidence.Service{Store: env.Store, Clock: env.Clock, Catalog: env.Catalog},
	}
	env.Billing.Orders, env.Billing.Contracts, env.Payment.Contracts, env.ProviderBilling.Contracts = w.purchase, w.contract, w.contract, w.contract
	w.reminder = &reminder.Service{Store: env.Store, Clock: env.Clock, Settings: env.Catalog.Settings, Account: env.Account, Subscription: w.contract}
	env.Payment.Ledger = paymenttest.Applies{Ledger: env.Billing, By: func(ctx context.Context, o payment.Outcome) (bool, error) {
		if gone := w.losing[o.Charge.AccountID]; o.Paid() && gone != nil {
			gone()
			return false, errors.New("the outcome is not applied now")
		}
		return env.Billing.Applied(ctx, o)
	}}
	w.seed(t)
	for range members {
		m := &member{Actor: env.Member(t), model: &Model{
			shop: w.shop, card: Fine, payPal: Fine, ways: map[string]way{payPal: there}, used: map[string]int{}, mails: map[string]int{}, undone: map[*contract][]int{},
		}}
		m.card = env.Card(t, m.Actor)
		m.other = env.Card(t, m.Actor)
		if err := w.agreed(m); err != nil {
			t.Fatal(err)
		}
		for _, method := range []*ent.PaymentMethod{m.card, m.other, m.payPal} {
			w.whose(m, method.CustomerCode)
		}
		w.members = append(w.members, m)
	}
	return w
}

// seed applies the store file as it is now: the test store, and a plan whose terms are hardly
// longer than the retries.
func (w *world) seed(t testing.TB) {
	t.Helper()
	f := catalogtest.File(limitless)
	for _, p := range f.Plans {
		if p.ID == "weekly" {
			p.ID, p.Price, p.RenewSpan, p.RenewSpanUnit = "short", 250, 5, "days"
			f.Plans = append(f.Plans, p)
			break
		}
	}
	for i, p := range f.Plans {
		if slices.Contains(group, p.ID) {
			f.Plans[i].Group = "films"
		}
		if stop := w.stops[p.ID]; !stop.IsZero() {
			f.Plans[i].ForceStopRenew = stop.String()
		}
		if from := w.raised[p.ID]; !from.IsZero() {
			f.Plans[i].Price, f.Plans[i].RepriceFrom = p.Price+raise, from.String()
		}
	}
	for _, id := range slices.Sorted(maps.Keys(campaigns)) {
		f.Campaigns = append(f.Campaigns, campaigns[id].file(id, w.shop.first))
	}
	if err := catalogtest.Files(w.Catalog).Apply(w.ctx, f); err != nil {
		t.Fatal(err)
	}
}

// tick moves the world and its models on.
func (w *world) tick(t testing.TB, tick Tick) {
	t.Helper()
	w.today = w.today.AddDays(tick.Days)
	w.Clock.Advance(w.today.Start().Add(time.Duration(tick.Hour)*time.Hour + 10*time.Minute).Sub(w.Clock.Now()))
	w.bank.is = tick.Bank
	clear(w.bank.slips) // what did not happen in its tick does not happen at all
	if tick.Stop != "" {
		w.stops[tick.Stop] = w.today.AddDays(tick.StopIn)
		w.seed(t)
	}
	if tick.Raise != "" {
		w.raised[tick.Raise] = w.today.AddDays(tick.RaiseIn)
		w.seed(t)
	}
	w.shop.today, w.shop.bank, w.shop.hours = dayOf(w.today), tick.Bank, int(dayOf(w.today))*24+tick.Hour
	for plan, stop := range w.stops {
		w.shop.stops[plan] = dayOf(stop)
	}
	for plan, from := range w.raised {
		w.shop.prices[plan] = price{sold[plan].price + raise, dayOf(from)}
	}
}

func dayOf(d clock.Day) day {
	y, m, n := d.Date()
	return day(time.Date(y, m, n, 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// turn does with the member what the turn says; wrong says where the answers differ.
func (w *world) turn(t testing.TB, m *member, turn Turn) (wrong string) {
	t.Helper()
	if m.model.gone {
		return ""
	}
	if turn.Card != "" {
		w.bank.cards[m.card.CustomerCode], m.model.card = turn.Card, turn.Card
	}
	if turn.PayPal != "" && m.model.payPal != Over {
		w.bank.cards[m.payPal.CustomerCode], m.model.payPal = turn.PayPal, turn.PayPal
	}
	for _, n := range m.late {
		if wrong := w.tells(carrierName, n); wrong != "" {
			return wrong
		}
	}
	m.late = nil
	m.model.Tell(turn.Month)
	if err := w.charge(m, turn.Month); err != nil {
		return err.Error()
	}
	for _, a := range turn.Acts {
		if m.model.gone {
			break
		}
		if w.resting && w.bank.is != Up && strings.HasPrefix(a.Do, "buy") {
			continue // which member is told what depends on whose calls came before
		}
		got, want := w.act(t, m, a), m.model.act(a)
		if got != want {
			return fmt.Sprintf("%s %s answers %q, and should answer %q", a.Do, a.Plan, got, want)
		}
		w.saw(a.Do + ": " + want)
	}
	if turn.Slip != "" {
		w.bank.slips[m.card.CustomerCode] = turn.Slip
	}
	return ""
}

// disagreement is where the world is not as the model says.
type disagreement struct {
	member, tick int
	what         string
}

// live lives the script and answers the first disagreement, or nil. saw hears of everything that
// was reached.
func live(t testing.TB, s Script, saw func(string)) *disagreement {
	t.Helper()
	w := newWorld(t, len(s.Members), s.Resting)
	w.saw = saw
	for i, tick := range s.Ticks {
		w.tick(t, tick)
		for n, m := range w.members {
			if wrong := w.turn(t, m, s.Members[n][i]); wrong != "" {
				return &disagreement{n, i, wrong}
			}
		}
		w.rest(t)
		for n, got := range w.states(t) {
			want := w.members[n].model.String()
			if got != want {
				return &disagreement{n, i, "there is\n" + got + "\nand there should be\n" + want}
			}
			w.members[n].model.reached(saw)
		}
	}
	return w.audited(t, len(s.Ticks)-1)
}
