package purchase

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/gatewayevent"
	"kaiin/ent/refund"
	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	domain "kaiin/server/money/subscription"
	"kaiin/server/staff/acts/actstest"
)

// The month in which a term begins pays it: for each month one term, also where the day of the
// order is not in every month, and where the day turns in Tokyo before it does in UTC.
func TestWhichMonthPaysWhichTerm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ordered string // in Tokyo
		months  []string
		terms   []string // first days of the terms that they pay
	}{
		{"2027-01-29 12:00:00", []string{"202702", "202703", "202704"}, []string{"2027-02-28", "2027-03-29", "2027-04-29"}},
		{"2027-01-30 12:00:00", []string{"202702", "202703", "202704"}, []string{"2027-02-28", "2027-03-30", "2027-04-30"}},
		{"2027-01-31 23:59:30", []string{"202702", "202703", "202704"}, []string{"2027-02-28", "2027-03-31", "2027-04-30"}},
		{"2027-02-01 00:00:00", []string{"202703", "202704", "202705"}, []string{"2027-03-01", "2027-04-01", "2027-05-01"}},
		{"2027-12-31 12:00:00", []string{"202801", "202802", "202803"}, []string{"2028-01-31", "2028-02-29", "2028-03-31"}},
		{"2028-01-29 12:00:00", []string{"202802", "202803", "202804"}, []string{"2028-02-29", "2028-03-29", "2028-04-29"}},
		{"2028-02-29 00:00:00", []string{"202803", "202804", "202805"}, []string{"2028-03-29", "2028-04-29", "2028-05-29"}},
	} {
		t.Run(c.ordered, func(t *testing.T) {
			t.Parallel()
			w := withCarrier(t)
			at, err := time.ParseInLocation(time.DateTime, c.ordered, clock.Tokyo)
			if err != nil {
				t.Fatal(err)
			}
			w.until(at)
			member, row, reference := w.buys(t)
			own := w.settled(reference, at.Format("200601")) // what the file tells of the order's own charge pays nothing else
			own.TrackingID = w.client(t).Charge.Query().OnlyX(t.Context()).TrackingID
			w.tells(t, own)
			for i, month := range c.months {
				first := day(t, c.terms[i])
				_, _, before := first.Date()
				w.until(first.AddDays(1 - before).Start()) // the first moment of the month
				w.work(t)
				page, err := w.Subscription.Page(t.Context(), member, row.ID.String())
				if err != nil || page.Outlook.Start != first || page.Outlook.Course != domain.CourseCollected && first.After(w.Env.Clock.Today()) {
					t.Fatalf("the page tells %+v, %v", page.Outlook, err)
				}
				w.takes(t, reference, month)
				if first.After(w.Env.Clock.Today()) {
					w.until(first.Start().Add(-time.Second))
					if w.work(t); w.row(t, row.ID).Period != i+1 {
						t.Fatalf("%s pays before its term begins", month)
					}
				}
				w.until(first.Start())
				w.work(t)
				row = w.row(t, row.ID)
				paid := w.client(t).Bill.Query().Where(bill.SubscriptionID(row.ID), bill.Period(row.Period)).OnlyX(t.Context())
				if row.Period != i+2 || paid.State != bill.StatePaid || paid.PeriodStart != first || row.TermStart != first {
					t.Fatalf("%s: in period %d, whose bill from %s is %s", month, row.Period, paid.PeriodStart, paid.State)
				}
			}
			w.right(t)
			if n := w.client(t).Refund.Query().CountX(t.Context()); n != 0 {
				t.Errorf("%d refunds", n)
			}
		})
	}
}

// What is told a week late, by a provider that answers no question meanwhile, pays its term all the
// same, and a question that it was is none any more.
func TestAMonthThatIsToldAWeekLate(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	member, row, reference := c.buys(t)
	c.at(t, "2026-06-01")
	june := c.provider.Takes(reference, "202606", 1100)
	c.deaf()
	for _, d := range []string{"2026-06-15", "2026-06-18", "2026-06-22"} {
		c.on(t, d)
		if row = c.row(t, row.ID); row.Period != 1 || row.Status != string(domain.NewContract) {
			t.Fatalf("on %s: %s in period %d", d, row.Status, row.Period)
		}
		if page, err := c.Subscription.Page(t.Context(), member, row.ID.String()); err != nil || page.Outlook.Course != domain.CourseChecking || page.Renewing() != (d == "2026-06-15") {
			t.Errorf("on %s the page tells %+v, %v", d, page, err)
		}
	}
	c.unanswered(t, 1)
	c.tells(t, june)
	c.provider.Heal(paymenttest.Lookup)
	if row = c.row(t, row.ID); row.Period != 2 || row.TermStart != day(t, "2026-06-15") || row.NextSettlementDay != day(t, "2026-07-15") {
		t.Errorf("in period %d from %s", row.Period, row.TermStart)
	}
	c.unanswered(t, 0)
	if c.Mails(t, member, "renewed") != 1 || c.Mails(t, member, "renewal-failed") != 0 {
		t.Errorf("%d receipts, %d mails of a refusal", c.Mails(t, member, "renewed"), c.Mails(t, member, "renewal-failed"))
	}
	c.right(t)
}

// However the results of months come, in whatever order, doubled and with gaps, each month is paid
// once at the most, what is not owed goes back, and the checker finds nothing.
func TestMonthsInAnyOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, 1)) // #nosec G404 -- a test that can be repeated
			c := withCarrier(t)
			_, row, reference := c.buys(t)
			var late []gateway.ProviderCharge
			months := []string{"202606", "202607", "202608", "202609", "202610", "202611"}
			taken := map[string]bool{}
			for i, month := range months {
				c.on(t, month[:4]+"-"+month[4:]+"-01")
				if c.agreements() > 0 {
					switch random.IntN(5) {
					case 0: // nothing is told, and nothing was taken
					case 1:
						late = append(late, c.provider.Refuses(reference, month, 1100))
					default:
						taken[month] = true
						late = append(late, c.provider.Takes(reference, month, 1100))
					}
				}
				if random.IntN(8) == 0 && i > 1 && domain.Status(c.row(t, row.ID).Status).Remains() {
					c.cancels(t, c.row(t, row.ID))
				}
				random.Shuffle(len(late), func(i, j int) { late[i], late[j] = late[j], late[i] })
				for len(late) > 0 && random.IntN(3) > 0 {
					c.tells(t, late[0], late[0])
					if random.IntN(2) == 0 {
						late = late[1:]
					}
				}
				c.on(t, month[:4]+"-"+month[4:]+"-17")
				c.right(t)
			}
			c.tells(t, late...)
			c.on(t, "2027-01-20")
			c.right(t)
			for month := range taken {
				e := c.provider.Entry(reference + month)
				paid := c.client(t).Charge.Query().Where(charge.TrackingID(e.TrackingID), charge.StateEQ(charge.StateSettled)).CountX(t.Context())
				if want := map[bool]int{true: 1100, false: 0}[paid == 1]; paid > 1 || e.Kept() != want {
					t.Errorf("%s: %d charges are settled with it and %d yen are kept", month, paid, e.Kept())
				}
			}
			if n := c.client(t).GatewayEvent.Query().Where(gatewayevent.AppliedAtIsNil()).CountX(t.Context()); n != 0 {
				t.Errorf("%d results were never applied", n)
			}
		})
	}
}

// A month goes back in parts, and we asked for some of them. It is in the book once, in whatever
// order and however often it is told.
func TestAMonthGivenBackInParts(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	_, _, reference := c.buys(t)
	c.at(t, "2026-06-15")
	june := c.provider.Takes(reference, "202606", 1100)
	c.tells(t, june)
	paid := c.client(t).Charge.Query().Where(charge.InitiatorEQ(charge.InitiatorMerchant)).OnlyX(t.Context())
	part := func(yen int, after time.Duration) gateway.ProviderCharge {
		line := june
		line.Result, line.Amount, line.At = gateway.ProviderChargeRefunded, yen, june.At.Add(after)
		return line
	}
	booked := func(want ...int) {
		t.Helper()
		var got []int
		for _, r := range c.client(t).Refund.Query().Order(refund.ByID()).AllX(t.Context()) {
			got = append(got, r.Amount)
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("given back %v, want %v", got, want)
		}
	}
	for _, key := range []string{"a", "b"} {
		_, err := c.Env.Payment.Refund(t.Context(), actstest.By(c.Env.Store), payment.Refund{ChargeID: paid.ID, Amount: 100, Key: key})
		if err != nil {
			t.Fatal(err)
		}
		c.work(t)
	}
	ours := []gateway.ProviderCharge{part(100, time.Hour), part(100, 2*time.Hour)}
	for range 2 {
		c.tells(t, ours...)
		booked(100, 100)
	}
	theirs := []gateway.ProviderCharge{part(300, 3*time.Hour), part(50, 4*time.Hour)}
	if err := c.provider.Refund(t.Context(), june.TrackingID, 350); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		c.tells(t, append(theirs, ours...)...)
		booked(50, 100, 100, 300)
	}
	if n := c.client(t).GatewayEvent.Query().Where(gatewayevent.AppliedAtIsNil()).CountX(t.Context()); n != 0 {
		t.Errorf("%d lines are open", n)
	}
	c.right(t)
}

// The checker asks the provider for its months, too: of those in the book, and of those without a
// result.
func TestTheCheckerAsksForMonths(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	_, row, reference := c.buys(t)
	c.at(t, "2026-06-15")
	c.takes(t, reference, "202606")
	c.work(t)
	c.right(t)
	finds := func(what, kind, detail string) {
		t.Helper()
		if found := c.wrong(t); len(found) != 1 || !strings.HasPrefix(found[0], kind) || !strings.Contains(found[0], detail) {
			t.Errorf("%s: %q", what, found)
		}
	}
	june := c.client(t).Charge.Query().Where(charge.OriginEQ(charge.OriginProvider), charge.InitiatorEQ(charge.InitiatorMerchant)).OnlyX(t.Context())
	june.Update().SetAmount(1000).ExecX(t.Context())
	c.client(t).Bill.UpdateOneID(june.BillID).SetListAmount(1000).SetAmount(1000).ExecX(t.Context())
	finds("another amount", "provider-differs charges", "month 202606 of "+reference)
	june.Update().SetAmount(1100).ExecX(t.Context())
	c.client(t).Bill.UpdateOneID(june.BillID).SetListAmount(1100).SetAmount(1100).ExecX(t.Context())
	c.provider.Next(paymenttest.Lookup, paymenttest.OK, paymenttest.Trouble)
	finds("no answer", "provider-does-not-tell charges", "month 202606")

	july := c.provider.Takes(reference, "202607", 1100)
	c.on(t, "2026-07-15")
	if found := c.wrong(t); len(found) != 0 {
		t.Errorf("on its day: %q", found)
	}
	c.at(t, "2026-07-18")
	finds("taken and not told", "provider-differs bills", "nothing is known of month 202607")
	c.tells(t, july)
	c.right(t)

	c.at(t, "2026-08-15")
	c.provider.Takes(reference, "202608", 1100)
	c.tells(t, c.provider.Refuses(reference, "202608", 1100))
	c.work(t)
	finds("told as refused, and taken", "provider-differs charges", "month 202608 of "+reference+" as settled")
	if row = c.row(t, row.ID); row.Status != string(domain.Hold) {
		t.Errorf("it is %s", row.Status)
	}
}
