package purchase

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/ent/bill"
	"kaiin/server/money/payment/paymenttest"
	domain "kaiin/server/money/subscription"
)

// deaf has the provider answer nothing that it is asked.
func (c *carrier) deaf() {
	c.provider.Next(paymenttest.Lookup, slices.Repeat([]paymenttest.Outcome{paymenttest.Trouble}, 500)...)
}

// days has the workers work on each day from the first to the last, for some hours from noon on.
func (c *carrier) days(t *testing.T, first, last string) {
	t.Helper()
	for d := day(t, first); !d.After(day(t, last)); d = d.AddDays(1) {
		c.at(t, d.String())
		for range 3 {
			c.work(t)
			c.Env.Clock.Advance(time.Hour)
		}
	}
}

// M-24: a provider that takes the money of each month and sends no file. It is asked, what it says
// is booked on the month's day, and the member notices nothing.
func TestMonthsWithoutAFile(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	member, row, reference := c.buys(t)
	for n, month := range []string{"2026-06", "2026-07", "2026-08", "2026-09"} {
		c.at(t, month+"-01")
		line := c.provider.Takes(reference, month[:4]+month[5:], 1100)
		c.days(t, month+"-14", month+"-16")
		row = c.row(t, row.ID)
		if row.Period != n+2 || row.TermStart != day(t, month+"-15") || row.Status != string(domain.OngoingContract) || c.Mails(t, member, "renewed") != n+1 {
			t.Fatalf("%s: period %d from %s, %s, %d receipts", month, row.Period, row.TermStart, row.Status, c.Mails(t, member, "renewed"))
		}
		if n == 0 { // the file comes after all
			c.tells(t, line)
		}
		c.right(t)
	}
	c.unanswered(t, 0)
	c.questions(t, 0)
	if _, yen := c.provider.Settled(); yen != 5*1100 || c.Mails(t, member, "payment-late") != 0 {
		t.Errorf("the provider keeps %d yen, %d mails that it is late", yen, c.Mails(t, member, "payment-late"))
	}
	if n := c.client(t).Bill.Query().Where(bill.StateEQ(bill.StateWaived)).CountX(t.Context()); n != 0 {
		t.Errorf("%d terms are waived", n)
	}
}

// M-24: a month without news. The provider says that it took nothing, or it says nothing at all.
// The member hears it, and after the month the agreement is ended and the contract held. What was
// taken all the same is found by the ledger check, also for terms that were waived.
func TestASilentMonth(t *testing.T) {
	t.Parallel()
	for _, silent := range []bool{false, true} {
		t.Run(fmt.Sprintf("it does not answer %v", silent), func(t *testing.T) {
			t.Parallel()
			c := withCarrier(t)
			member, row, reference := c.buys(t)
			c.at(t, "2026-06-01")
			if silent {
				c.provider.Takes(reference, "202606", 1100)
				c.deaf()
			}
			c.days(t, "2026-06-15", "2026-06-15")
			if n := c.Mails(t, member, "payment-late"); n != 0 {
				t.Errorf("%d mails on the day", n)
			}
			c.days(t, "2026-06-16", "2026-07-14")
			if row = c.row(t, row.ID); row.Status != string(domain.NewContract) || c.Mails(t, member, "payment-late") != 1 || c.Mails(t, member, "viewing-closed") != 1 {
				t.Errorf("%s, %d mails that it is late, %d that viewing has closed", row.Status, c.Mails(t, member, "payment-late"), c.Mails(t, member, "viewing-closed"))
			}
			c.unanswered(t, 1)
			c.days(t, "2026-07-15", "2026-07-15")
			if row = c.row(t, row.ID); row.Status != string(domain.Hold) || row.Biller != "ours" || c.Mails(t, member, "renewal-failed") != 1 || c.agreements() != 0 {
				t.Errorf("after the month it is %s, %d mails, %d agreements", row.Status, c.Mails(t, member, "renewal-failed"), c.agreements())
			}
			if n := c.client(t).Bill.Query().Where(bill.StateEQ(bill.StateWaived)).CountX(t.Context()); n != 0 {
				t.Errorf("%d terms are waived", n)
			}
			c.provider.Heal(paymenttest.Lookup)
			if found := c.wrong(t); silent != (len(found) == 1) {
				t.Errorf("the checker finds %q", found)
			}
			c.tells(t, c.settled(reference, "202606")) // it goes back, if it was taken
		})
	}
}

// M-24: the ledger check asks for every month without a result, waived ones included.
func TestTheCheckerAsksForWaivedMonths(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	_, row, reference := c.buys(t)
	for n, month := range []string{"202606", "202607", "202608"} {
		c.at(t, month[:4]+"-"+month[4:]+"-15")
		start := row.NextSettlementDay.AddMonths(n)
		c.client(t).Bill.Create().SetAccountID(row.AccountID).SetSubscriptionID(row.ID).SetPeriod(n + 2).SetPeriodStart(start).SetPeriodEnd(start.AddMonths(1).AddDays(-1)).
			SetPlanID(row.PlanID).SetPlanName(map[string]string{"ja": "プラン"}).SetListAmount(1100).SetAmount(1100).SetTax(100).SetTaxRate(10).SetDueDay(start).
			SetState(bill.StateWaived).SetCreatedAt(c.Env.Clock.Now()).SetUpdatedAt(c.Env.Clock.Now()).ExecX(t.Context())
		if n != 1 {
			c.provider.Takes(reference, month, 1100)
		}
	}
	row.Update().SetPeriod(4).SetNextSettlementDay(row.NextSettlementDay.AddMonths(3)).ExecX(t.Context())
	c.at(t, "2026-08-20")
	missed := 0
	for _, finding := range c.wrong(t) {
		for _, month := range []string{"202606", "202608"} {
			if strings.HasPrefix(finding, "provider-differs bills") && strings.Contains(finding, month) {
				missed++
			}
		}
	}
	if missed != 2 {
		t.Errorf("%d of 2 months that were taken are found: %q", missed, c.wrong(t))
	}
}

// M-24: while the staff have not answered what to make of a month that was told otherwise, its
// member hears that the payment is late, and when viewing closes.
func TestAQuestionIsNoSilence(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	member, _, reference := c.buys(t)
	c.at(t, "2026-06-15")
	c.work(t)
	c.tells(t, c.provider.Takes(reference, "202606", 1000))
	c.questions(t, 1)
	c.days(t, "2026-06-16", "2026-06-30")
	if late, closed := c.Mails(t, member, "payment-late"), c.Mails(t, member, "viewing-closed"); late != 1 || closed != 1 {
		t.Errorf("%d mails that it is late, %d that viewing closed", late, closed)
	}
}
