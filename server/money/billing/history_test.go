package billing_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/refund"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/base/settings"
	"kaiin/server/money/billing"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/shop/catalog"
)

type book struct {
	*paymenttest.Env
	*billing.Service
	t    *testing.T
	taro actor.Actor
	card *ent.PaymentMethod
}

// open is a book on the day, at noon, with one member.
func open(t *testing.T, day string, change func(*settings.Settings)) *book {
	t.Helper()
	env := paymenttest.Setup(t, day, change)
	b := &book{Env: env, Service: &billing.Service{Store: env.Store, Clock: env.Clock, Catalog: env.Catalog, Settings: env.Catalog.Settings}, t: t, taro: env.Member(t)}
	b.card = env.Card(t, b.taro)
	return b
}

func (b *book) client() *ent.Client { return b.Service.Store.Client(b.t.Context()) }

// bill is one of taro's, made now, over the amount at 10 percent.
func (b *book) bill(state bill.State, amount int, change func(*ent.BillCreate)) *ent.Bill {
	b.t.Helper()
	now, today := b.Service.Clock.Now(), b.Service.Clock.Today()
	create := b.client().Bill.Create().SetCreatedAt(now).SetUpdatedAt(now).SetAccountID(b.taro.AccountID).SetSubscriptionID(uuid.New()).SetPeriod(1).
		SetPeriodStart(today).SetPeriodEnd(today.AddDays(29)).SetPlanID("standard").SetPlanName(map[string]string{"ja": "スタンダード", "en": "Standard"}).
		SetListAmount(amount).SetAmount(amount).SetTax(catalog.TaxInside(amount, 10)).SetTaxRate(10).SetDueDay(today).SetState(state)
	if state == bill.StatePaid {
		create.SetPaidAt(now)
	}
	if change != nil {
		change(create)
	}
	return create.SaveX(b.t.Context())
}

func (b *book) charge(of *ent.Bill, state charge.State) *ent.Charge {
	b.t.Helper()
	now, before := b.Service.Clock.Now(), b.client().Charge.Query().Where(charge.BillID(of.ID)).CountX(b.t.Context())
	return b.client().Charge.Create().SetCreatedAt(now).SetUpdatedAt(now).SetAccountID(of.AccountID).SetBillID(of.ID).SetAttempt(before + 1).SetPlanName("スタンダード").
		SetPaymentMethodID(b.card.ID).SetProviderOrderID(uuid.NewString()).SetState(state).SetAmount(max(1, of.Amount)).SetTax(of.Tax).
		SetInitiator(charge.InitiatorMerchant).SetCardBrand("M").SetCardSuffix("5555").SetGiveUpAt(now).SaveX(b.t.Context())
}

func (b *book) refund(of *ent.Charge, kind refund.Kind, state refund.State, amount int) *ent.Refund {
	b.t.Helper()
	now := b.Service.Clock.Now()
	return b.client().Refund.Create().SetCreatedAt(now).SetUpdatedAt(now).SetDoneAt(now).SetAccountID(of.AccountID).SetChargeID(of.ID).SetKind(kind).SetState(state).
		SetAmount(amount).SetTrackingID("t").SetRequestKey(uuid.NewString()).SetReason("asked").SetAskedBy("staff").SaveX(b.t.Context())
}

func (b *book) lines() []billing.Line {
	b.t.Helper()
	p, err := keyset.NewPage(nil, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	lines, more, err := b.History(b.t.Context(), b.taro.AccountID, p)
	if err != nil || more {
		b.t.Fatal(more, err)
	}
	return lines
}

func TestHistoryTellsWhatMoved(t *testing.T) {
	t.Parallel()
	b := open(t, "2027-03-01", nil)
	for _, state := range []bill.State{bill.StateOpen, bill.StatePaying, bill.StateVoid} {
		b.charge(b.bill(state, 1100, nil), charge.StateDeclined)
	}
	b.Service.Clock.Advance(time.Minute)
	order := uuid.New()
	b.bill(bill.StatePaid, 0, func(c *ent.BillCreate) {
		c.SetOrderID(order).SetPeriod(0).SetListAmount(500).SetDiscount(500).Mutation().ResetSubscriptionID()
	})
	b.Service.Clock.Advance(time.Minute)
	b.bill(bill.StateWaived, 1100, nil)
	b.Service.Clock.Advance(time.Minute)
	paid := b.bill(bill.StatePaid, 990, func(c *ent.BillCreate) { c.SetListAmount(1100).SetDiscount(110) })
	b.charge(paid, charge.StateDeclined)
	b.Service.Clock.Advance(time.Minute)
	settled := b.charge(paid, charge.StateSettled)
	part := b.refund(settled, refund.KindRefund, refund.StateDone, 330)
	for _, state := range []refund.State{refund.StateAttempting, refund.StateUnknown, refund.StateRefused} {
		b.refund(settled, refund.KindRefund, state, 1)
	}
	b.refund(settled, refund.KindRelease, refund.StateDone, 990)
	hanako := b.Member(t)
	b.bill(bill.StatePaid, 700, func(c *ent.BillCreate) { c.SetAccountID(hanako.AccountID) })

	lines := b.lines()
	var kinds []billing.Kind
	for _, l := range lines {
		kinds = append(kinds, l.Kind)
	}
	if !slices.Equal(kinds, []billing.Kind{billing.Refund, billing.Paid, billing.Waived, billing.Free}) { // newest first
		t.Fatal(kinds)
	}
	back, renewal, waived, free := lines[0], lines[1], lines[2], lines[3]
	if back.ID != part.ID || back.BillID != paid.ID || back.Amount != -330 || back.Tax != -30 || back.Net() != -300 || !back.Invoiced || back.DoneAt == nil {
		t.Errorf("a refund: %+v", back)
	}
	if renewal.BillID != paid.ID || renewal.Amount != 990 || renewal.Tax != 90 || renewal.Net() != 900 || renewal.List != 1100 || renewal.Discount != 110 ||
		!renewal.Invoiced || renewal.PlanName.In("en") != "Standard" || renewal.Start.String() != "2027-03-01" || renewal.End.String() != "2027-03-30" {
		t.Errorf("a renewal: %+v", renewal)
	}
	for _, l := range []billing.Line{back, renewal} { // as the card was then, not as it is
		if l.PaidWith == nil || *l.PaidWith != (billing.PaidWith{Type: "SbpsCredit", CardBrand: "M", CardSuffix: "5555"}) {
			t.Errorf("%s was paid with %+v", l.Kind, l.PaidWith)
		}
	}
	if waived.Amount != 0 || waived.Tax != 0 || waived.List != 1100 || waived.Invoiced || waived.DoneAt != nil || waived.PaidWith != nil {
		t.Errorf("a waived period: %+v", waived)
	}
	if free.Amount != 0 || free.List != 500 || free.Invoiced || free.PaidWith != nil || !free.Start.IsZero() || *free.OrderID != order { // L-077
		t.Errorf("a free order: %+v", free)
	}
}

// M-30: the tax of parts that go back adds up to the bill's tax, whatever the parts.
func TestTheTaxOfPartsAddsUp(t *testing.T) {
	t.Parallel()
	b := open(t, "2027-03-01", nil)
	for _, parts := range [][]int{{366, 366, 368}, {1, 1, 1, 1097}, {1099, 1}, {1100}, {5, 1095}} {
		paid := b.bill(bill.StatePaid, 1100, func(c *ent.BillCreate) { c.SetPeriod(len(parts) + parts[0]*10) })
		settled := b.charge(paid, charge.StateSettled)
		for _, yen := range parts {
			b.Service.Clock.Advance(time.Second)
			b.refund(settled, refund.KindRefund, refund.StateDone, yen)
		}
		tax, amount := 0, 0
		for _, l := range b.lines() {
			if l.Kind == billing.Refund && l.BillID == paid.ID {
				tax, amount = tax-l.Tax, amount-l.Amount
				if l.Tax > 0 || l.Net() > 0 {
					t.Errorf("%v: a part of %d yen has %d yen of tax", parts, l.Amount, l.Tax)
				}
			}
		}
		if tax != paid.Tax || amount != 1100 {
			t.Errorf("%v: %d yen of tax went back of %d, %d yen in all", parts, tax, paid.Tax, amount)
		}
	}
}

func TestHistoryShowsAYear(t *testing.T) { // K-028
	t.Parallel()
	b := open(t, "2027-03-01", nil)
	was := b.bill(bill.StatePaid, 1100, nil)
	b.refund(b.charge(was, charge.StateSettled), refund.KindRefund, refund.StateDone, 1100)
	for day, want := range map[string]int{"2028-03-01": 2, "2028-03-02": 0} {
		d, err := clock.ParseDay(day)
		if err != nil {
			t.Fatal(err)
		}
		b.Service.Clock.Advance(d.Start().Sub(b.Service.Clock.Now()))
		if lines := b.lines(); len(lines) != want {
			t.Errorf("on %s: %d lines, want %d", day, len(lines), want)
		}
	}
	if _, err := b.Invoice(t.Context(), b.taro, was.ID.String()); err != nil {
		t.Errorf("the invoice after a year: %v", err)
	}
}

// Bills and refunds of one moment, which only their ids tell apart, come once each, whatever pages
// they are asked in.
func TestHistoryInPages(t *testing.T) {
	t.Parallel()
	b := open(t, "2027-03-01", nil)
	want := map[uuid.UUID]bool{}
	for i := range 23 {
		paid := b.bill(bill.StatePaid, 1100, nil)
		want[paid.ID] = true
		if i%2 == 0 {
			want[b.refund(b.charge(paid, charge.StateSettled), refund.KindRefund, refund.StateDone, 100).ID] = true
		}
		if i%5 == 4 {
			b.Service.Clock.Advance(time.Second)
		}
	}
	for _, first := range []int{1, 2, 7, 100} {
		seen, at := map[uuid.UUID]bool{}, keyset.Page{First: first}
		var before *billing.Line
		for more, turns := true, 0; more && turns < 100; turns++ {
			var lines []billing.Line
			var err error
			if lines, more, err = b.History(t.Context(), b.taro.AccountID, at); err != nil {
				t.Fatal(err)
			}
			for _, l := range lines {
				if seen[l.ID] || before != nil && l.CreatedAt.After(before.CreatedAt) {
					t.Errorf("pages of %d: %s comes twice, or after an older one", first, l.ID)
				}
				seen[l.ID], before = true, &l
			}
			if len(lines) > 0 {
				last := lines[len(lines)-1]
				at.After = &keyset.Cursor{At: last.CreatedAt, ID: last.ID}
			}
		}
		if len(seen) != len(want) {
			t.Errorf("pages of %d show %d of %d lines", first, len(seen), len(want))
		}
	}

	for _, c := range []struct {
		page  string
		lines int
		wrong bool
	}{
		{"1", 20, false}, {"2", 15, false}, {"02", 15, false}, {"3", 0, false}, {"0", 0, false}, {"2147483647", 0, false},
		{"99999999999999999999", 0, true}, {"-1", 0, true}, {"", 0, true}, {"x", 0, true}, {"１", 0, true}, {"1.0", 0, true}, {"1e3", 0, true}, {" 1", 0, true}, {"1\x00", 0, true},
	} {
		got, err := b.HistoryPage(t.Context(), b.taro, c.page)
		if fault.Is(err, fault.InvalidFormat) != c.wrong || (err != nil) != c.wrong || len(got.Lines) != c.lines {
			t.Errorf("page %q: %d lines, %v", c.page, len(got.Lines), err)
		}
		if err == nil && (got.Total != 35 || got.Last() != 2) {
			t.Errorf("page %q: %d lines on %d pages", c.page, got.Total, got.Last())
		}
	}
	none, err := b.HistoryPage(t.Context(), b.Member(t), "1")
	if err != nil || len(none.Lines) != 0 || none.Total != 0 || none.Last() != 1 {
		t.Errorf("nothing was paid: %+v, %v", none, err)
	}
}

func TestHistoryOfAStoreWithoutPayments(t *testing.T) {
	t.Parallel()
	b := open(t, "2027-03-01", func(s *settings.Settings) { s.Flags.StorePayment = false })
	if _, _, err := b.History(t.Context(), b.taro.AccountID, keyset.Page{First: 1}); !fault.Is(err, fault.CodeNotFound) {
		t.Error(err)
	}
	if _, err := b.HistoryPage(t.Context(), b.taro, "1"); !fault.Is(err, fault.CodeNotFound) {
		t.Error(err)
	}
}
