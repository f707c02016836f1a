package purchase

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/bill"
	"kaiin/ent/entitlement"
	"kaiin/ent/order"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/money/payment"
	"kaiin/server/shop/catalog"
	"kaiin/server/staff/acts/actstest"
)

// bought is what the member's page lists, with the cursor of its last entry.
func (s *shop) bought(t *testing.T, a actor.Actor, over bool) (plans string) {
	t.Helper()
	page, err := keyset.NewPage(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	list, more, err := s.Env.Entitlement.Bought(t.Context(), a, over, page)
	if err != nil || more {
		t.Fatalf("more %v, %v", more, err)
	}
	for _, b := range list {
		plans += b.Row.PlanID + " "
	}
	return plans
}

// giveBack refunds so much of what the member paid for the plan; 0 is all.
func (s *shop) giveBack(t *testing.T, member actor.Actor, planID string, yen int, key string) {
	t.Helper()
	o := s.client(t).Order.Query().Where(order.AccountID(member.AccountID), order.PlanID(planID), order.StateEQ(order.StateCompleted)).
		Order(order.ByCreatedAt()).FirstX(t.Context())
	owed := s.client(t).Bill.Query().Where(bill.OrderID(o.ID)).OnlyX(t.Context())
	charged := s.client(t).Charge.Query().OnlyX(t.Context())
	if charged.BillID != owed.ID {
		t.Fatal("another charge")
	}
	if _, err := s.Env.Payment.Refund(t.Context(), actstest.By(s.Env.Store), payment.Refund{ChargeID: charged.ID, Amount: yen, Key: key}); err != nil {
		t.Fatal(err)
	}
	s.carryOut(t)
}

// a rental ends by the clock alone, at the end of its last day. While it runs it cannot be
// rented again, in no tab; after that it can.
func TestARentalRunsUntilItsLastDay(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	elsewhere := member
	elsewhere.SessionID = uuid.New()
	before := s.form(t, elsewhere, "rental")
	if _, err := s.buy(t, member, "rental", s.form(t, member, "rental")); err != nil {
		t.Fatal(err)
	}
	last := s.Env.Clock.Today().AddDays(7)
	refused := func(when string) {
		t.Helper()
		if _, err := s.Form(t.Context(), member, "rental", Form{MethodID: s.Card(t, member).ID.String()}); code(err) != fault.DoubleBillingDetected {
			t.Errorf("%s: the form answers %v", when, err)
		}
		page, err := s.FormPage(t.Context(), member, "rental", "")
		if err != nil || page.Offer.Availability != catalog.Owned {
			t.Errorf("%s: the page shows %s, %v", when, page.Offer.Availability, err)
		}
		if got, over := s.bought(t, member, false), s.bought(t, member, true); got != "rental " || over != "" {
			t.Errorf("%s: to watch %q, over %q", when, got, over)
		}
	}
	refused("at once")
	if _, err := s.buy(t, elsewhere, "rental", before); code(err) != fault.DoubleBillingDetected {
		t.Errorf("a form of another tab: %v", err)
	}
	if other := s.Member(t); s.bought(t, other, false) != "" {
		t.Error("another member sees it")
	}
	s.until(last.AddDays(1).Start().Add(-time.Second))
	refused("in its last second")
	s.until(last.AddDays(1).Start())
	if got, over := s.bought(t, member, false), s.bought(t, member, true); got != "" || over != "rental " {
		t.Errorf("after its last day: to watch %q, over %q", got, over)
	}
	if _, err := s.buy(t, member, "rental", s.form(t, member, "rental")); err != nil {
		t.Errorf("once more, after it has ended: %v", err)
	}
	if got, over := s.bought(t, member, false), s.bought(t, member, true); got != "rental " || over != "rental " {
		t.Errorf("rented twice: to watch %q, over %q", got, over)
	}
}

func (s *shop) until(at time.Time) { s.Env.Clock.Advance(at.Sub(s.Env.Clock.Now())) }

// What was bought ends when all of its money has gone back, not when a part has. Then it can be
// bought again, but not at once.
func TestARefundEndsWhatWasBought(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	if _, err := s.buy(t, member, "film", s.form(t, member, "film")); err != nil {
		t.Fatal(err)
	}
	s.giveBack(t, member, "film", 1000, "a part")
	if got := s.bought(t, member, false); got != "film " {
		t.Errorf("after a part went back: to watch %q", got)
	}
	if _, err := s.Form(t.Context(), member, "film", Form{MethodID: s.Card(t, member).ID.String()}); code(err) != fault.DoubleBillingDetected {
		t.Errorf("a film the member owns: %v", err)
	}
	s.giveBack(t, member, "film", 0, "the rest")
	if e := s.client(t).Entitlement.Query().Where(entitlement.AccountID(member.AccountID)).OnlyX(t.Context()); e.RevokedAt == nil {
		t.Error("it did not end with the refund")
	}
	list, _, err := s.Env.Entitlement.Bought(t.Context(), member, true, keyset.Page{First: 20})
	if err != nil || len(list) != 1 || !list[0].Refunded || !list[0].Again || list[0].Paid != 2500 {
		t.Fatalf("%+v, %v", list, err)
	}
	token := s.form(t, member, "film")
	_, err = s.buy(t, member, "film", token)
	if f, ok := fault.As(err); !ok || f.Code != fault.PurchaseTooFrequent || f.RetryAfter <= 0 || f.RetryAfter > time.Minute {
		t.Fatalf("at once: %v", err)
	}
	s.Env.Clock.Advance(time.Minute)
	if _, err := s.buy(t, member, "film", token); err != nil {
		t.Errorf("a minute later: %v", err)
	}
}

// The days that are left count today, in Tokyo, and what is bought for good has none.
func TestDaysLeft(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	for _, plan := range []string{"rental", "film"} {
		if _, err := s.buy(t, member, plan, s.form(t, member, plan)); err != nil {
			t.Fatal(err)
		}
		s.Env.Clock.Advance(time.Second)
	}
	for _, c := range []struct{ days, left int }{{0, 8}, {6, 2}, {7, 1}} {
		day, err := clock.ParseDay("2026-05-15")
		if err != nil {
			t.Fatal(err)
		}
		s.until(day.AddDays(c.days).Start().Add(13 * time.Hour))
		list, _, err := s.Env.Entitlement.Bought(t.Context(), member, false, keyset.Page{First: 20})
		if err != nil || len(list) != 2 || list[0].Row.PlanID != "film" {
			t.Fatalf("%+v, %v", list, err)
		}
		if last, limited := list[0].LastDay(); limited || list[0].DaysLeft() != 0 {
			t.Errorf("the film ends on %s", last)
		}
		if last, limited := list[1].LastDay(); !limited || last.String() != "2026-05-22" || list[1].DaysLeft() != c.left {
			t.Errorf("after %d days: until %s, %d left", c.days, last, list[1].DaysLeft())
		}
	}
	first, more, err := s.Env.Entitlement.Bought(t.Context(), member, false, keyset.Page{First: 1})
	if err != nil || !more || len(first) != 1 {
		t.Fatalf("%+v, %v", first, err)
	}
	after := keyset.Cursor{At: first[0].Row.CreatedAt, ID: first[0].Row.ID}
	rest, more, err := s.Env.Entitlement.Bought(t.Context(), member, false, keyset.Page{First: 1, After: &after})
	if err != nil || more || len(rest) != 1 || rest[0].Row.PlanID != "rental" {
		t.Errorf("%+v, %v", rest, err)
	}
}
