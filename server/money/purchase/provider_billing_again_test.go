package purchase

import (
	"strings"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/gatewayevent"
	"kaiin/ent/refund"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	domain "kaiin/server/money/subscription"
	"kaiin/server/staff/acts/actstest"
)

// again is a line once more, told later and with another sum.
func again(line gateway.ProviderCharge, yen int) gateway.ProviderCharge {
	line.Amount, line.At = yen, line.At.Add(time.Hour)
	return line
}

// monthly are the charges of months, that of the order left out.
func (c *carrier) monthly(t *testing.T) []*ent.Charge {
	t.Helper()
	return c.client(t).Charge.Query().Where(charge.InitiatorEQ(charge.InitiatorMerchant)).Order(charge.ByID()).AllX(t.Context())
}

// M-27: a line that corrects a question is no question: it is applied, the question is over, and
// what both say is known from then on.
func TestACorrectedLineSupersedesAQuestion(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	_, row, reference := c.buys(t)
	c.on(t, "2026-06-15")
	wrong := c.provider.Takes(reference, "202606", 1000)
	c.tells(t, wrong)
	asked := c.questions(t, 1)[0]
	c.provider.Corrects(reference, "202606", 1100)
	right := again(wrong, 1100)
	for range 2 {
		c.tells(t, right, wrong)
		c.questions(t, 0)
		if row = c.row(t, row.ID); row.Period != 2 || len(c.monthly(t)) != 1 || c.monthly(t)[0].Amount != 1100 {
			t.Fatalf("in period %d, charged %+v", row.Period, c.monthly(t))
		}
	}
	if e := c.client(t).GatewayEvent.GetX(t.Context(), asked.ID); e.AppliedAt == nil || e.Kind != "month-superseded" || e.ChargeID != nil {
		t.Errorf("the question: %+v", e)
	}
	c.right(t)
}

// M-27: a month that is told with another sum after it was booked is a question, once for each sum.
// The staff answers what was really taken, and that sum is what then goes back.
func TestAnotherSumOfABookedMonth(t *testing.T) {
	t.Parallel()
	for _, as := range []string{"paid", "unpaid"} {
		c := withCarrier(t)
		_, row, reference := c.buys(t)
		c.on(t, "2026-06-15")
		first := c.provider.Takes(reference, "202606", 1100)
		c.tells(t, first)
		second := again(first, 900)
		for range 2 {
			c.tells(t, second, first)
		}
		asked := c.questions(t, 1)[0]
		if asked.Amount != 900 || c.row(t, row.ID).Period != 2 {
			t.Fatalf("%+v", asked)
		}
		want := map[string]int{"paid": 900, "unpaid": 1100}[as]
		c.provider.Corrects(reference, "202606", want)
		if err := c.Env.ProviderBilling.AnswerQuestion(t.Context(), payment.Decision{ID: asked.ID, As: as, By: actstest.By(c.Env.Store)}); err != nil {
			t.Fatal(err)
		}
		c.questions(t, 0)
		paid := c.monthly(t)[0]
		b := c.client(t).Bill.GetX(t.Context(), paid.BillID)
		if paid.Amount != want || b.Amount != want || b.State != bill.StatePaid || b.Tax != paid.Tax || b.Tax != want/11 {
			t.Errorf("%s: %d yen are booked, with %d of tax; the bill is %s, %d yen, %d of tax", as, paid.Amount, paid.Tax, b.State, b.Amount, b.Tax)
		}
		c.right(t)
		if _, err := c.Env.Payment.Refund(t.Context(), actstest.By(c.Env.Store), payment.Refund{ChargeID: paid.ID, Key: "a"}); err != nil {
			t.Fatal(err)
		}
		c.work(t)
		if r := c.client(t).Refund.Query().OnlyX(t.Context()); r.Amount != want || r.State != refund.StateDone {
			t.Errorf("%s: %d yen went back, %s", as, r.Amount, r.State)
		}
		c.right(t)
	}
}

// M-27: what goes back as a whole is booked with the sum that the provider took, also where no
// other sum than the book's was told.
func TestWhatGoesBackIsWhatWasTaken(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	_, _, reference := c.buys(t)
	c.on(t, "2026-06-15")
	c.takes(t, reference, "202606")
	c.provider.Corrects(reference, "202606", 900)
	paid := c.monthly(t)[0]
	if _, err := c.Env.Payment.Refund(t.Context(), actstest.By(c.Env.Store), payment.Refund{ChargeID: paid.ID, Key: "a"}); err != nil {
		t.Fatal(err)
	}
	c.work(t)
	b := c.client(t).Bill.GetX(t.Context(), paid.BillID)
	if r := c.client(t).Refund.Query().OnlyX(t.Context()); r.Amount != 900 || b.Refunded != 900 || b.Amount != 900 {
		t.Errorf("%d yen went back; the bill is %d yen, and %d went back", r.Amount, b.Amount, b.Refunded)
	}
	c.right(t)
}

// M-27: the staff answers a question as the provider would have told it: paid with the sum of the
// line, or not charged.
func TestTheStaffAnswersAQuestion(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	_, row, reference := c.buys(t)
	c.on(t, "2026-06-15")
	c.tells(t, c.provider.Takes(reference, "202606", 1000), c.settled("unknown", "202606"))
	answer := func(id int, as string) error {
		q := c.client(t).GatewayEvent.Query().Where(gatewayevent.Kind("month-question")).Order(gatewayevent.ByID()).AllX(t.Context())[id]
		return c.Env.ProviderBilling.AnswerQuestion(t.Context(), payment.Decision{ID: q.ID, As: as, By: actstest.By(c.Env.Store)})
	}
	c.questions(t, 2)
	if err := answer(0, "settled"); err == nil {
		t.Error("another answer is taken")
	}
	if err := answer(1, "paid"); err == nil || !strings.Contains(err.Error(), "unpaid") {
		t.Errorf("of an unknown agreement: %v", err)
	}
	c.questions(t, 2)
	if err := answer(0, "paid"); err != nil {
		t.Fatal(err)
	}
	if row = c.row(t, row.ID); row.Period != 2 || row.Status != string(domain.OngoingContract) || c.monthly(t)[0].Amount != 1000 {
		t.Errorf("%s in period %d, charged %+v", row.Status, row.Period, c.monthly(t))
	}
	if err := answer(0, "unpaid"); err != nil {
		t.Error(err)
	}
	c.questions(t, 0)
	c.right(t)
}

// M-27: a month that is told as taken, and later as not taken, is a question; unpaid takes the
// payment back, paid leaves it.
func TestATakenMonthIsToldAsRefused(t *testing.T) {
	t.Parallel()
	for _, as := range []string{"paid", "unpaid"} {
		c := withCarrier(t)
		_, row, reference := c.buys(t)
		c.on(t, "2026-06-15")
		c.takes(t, reference, "202606")
		c.Env.Clock.Advance(time.Hour)
		for range 2 {
			c.tells(t, c.provider.Refuses(reference, "202606", 1100))
			c.Env.Clock.Advance(-time.Minute)
		}
		asked := c.questions(t, 1)[0]
		if err := c.Env.ProviderBilling.AnswerQuestion(t.Context(), payment.Decision{ID: asked.ID, As: as, By: actstest.By(c.Env.Store)}); err != nil {
			t.Fatal(err)
		}
		c.work(t)
		row = c.row(t, row.ID)
		n := c.client(t).Refund.Query().Where(payment.IsReversed(), refund.StateEQ(refund.StateDone)).CountX(t.Context())
		if want := map[string]domain.Status{"paid": domain.OngoingContract, "unpaid": domain.Hold}[as]; row.Status != string(want) || n != map[string]int{"paid": 0, "unpaid": 1}[as] {
			t.Errorf("%s: it is %s, %d payments are taken back", as, row.Status, n)
		}
		if as == "unpaid" { // M-25: the payment proves to have been taken after all, and the staff lets the contract go on
			if err := c.Subscription.ReleaseByStaff(t.Context(), domain.Release{ContractID: row.ID, By: actstest.By(c.Env.Store)}); err != nil {
				t.Fatal(err)
			}
			c.work(t)
			if row = c.row(t, row.ID); row.Status != string(domain.HoldReleased) || row.Period != 2 || row.NextSettlementDay != day(t, "2026-07-15") {
				t.Errorf("released: %s in period %d until %s", row.Status, row.Period, row.NextSettlementDay)
			}
		}
		c.right(t)
	}
}

// M-27: of two results of one month that are not applied yet, the later counts, in whatever order
// they come.
func TestTheLaterResultOfAMonthCounts(t *testing.T) {
	t.Parallel()
	for _, turned := range []bool{false, true} {
		c := withCarrier(t)
		_, row, reference := c.buys(t)
		c.on(t, "2026-06-01")
		refuses := c.provider.Refuses(reference, "202606", 1100)
		takes := again(c.provider.Takes(reference, "202606", 1100), 1100)
		lines := []gateway.ProviderCharge{refuses, takes}
		if turned {
			lines = []gateway.ProviderCharge{takes, refuses}
		}
		c.tells(t, lines...)
		c.on(t, "2026-06-15")
		if row = c.row(t, row.ID); row.Period != 2 || row.Status != string(domain.OngoingContract) {
			t.Errorf("%s in period %d", row.Status, row.Period)
		}
		c.questions(t, 0)
		c.right(t)
	}
}

// M-27: a month that does not fit the day of its line is a question at once, and is not booked when
// the month has come. The next month fits.
func TestAMonthThatDoesNotFitItsDay(t *testing.T) {
	t.Parallel()
	for month, fits := range map[string]bool{"202607": true, "202608": false, "203001": false, "202505": false, "202506": true} {
		c := withCarrier(t)
		_, _, reference := c.buys(t)
		c.on(t, "2026-06-02")
		line := c.settled(reference, month)
		c.tells(t, line)
		n := map[bool]int{true: 0, false: 1}[fits]
		c.questions(t, n)
		c.tells(t, line)
		if !fits {
			q := c.questions(t, n)[0]
			if err := c.Env.ProviderBilling.AnswerQuestion(t.Context(), payment.Decision{ID: q.ID, As: "unpaid", By: actstest.By(c.Env.Store)}); err != nil {
				t.Errorf("%s: %v", month, err)
			}
		}
		c.questions(t, 0)
	}
}
