package purchase

import (
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/order"
	"kaiin/ent/refund"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/transport/paths"
)

// An order that comes back from the bank when its time or its day is over is not charged, though
// the bank agrees.
func TestTooLateFromTheBank(t *testing.T) { // M-01
	t.Parallel()
	for name, c := range map[string]struct{ start, filling, bank time.Duration }{
		"the order's time is over": {0, 20 * time.Minute, 11 * time.Minute},
		"the day is over":          {11*time.Hour + 50*time.Minute, time.Minute, 10 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			s.Env.Clock.Advance(c.start)
			member := s.Member(t)
			token := s.form(t, member, "rental")
			s.Env.Clock.Advance(c.filling)
			if _, err := s.Purchase(t.Context(), member, "rental", withTDS(token)); err != nil {
				t.Fatal(err)
			}
			s.Env.Clock.Advance(c.bank)
			s.Gateway.Decide(0, gateway.VerdictSucceeded)
			for range 2 {
				if next, err := s.ReturnFromBank(t.Context(), s.Gateway.Key(0)); err != nil || paths.Of(next) != "/plans/rental" {
					t.Errorf("%+v, %v", next, err)
				}
				if _, err := s.Purchase(t.Context(), member, "rental", withTDS(token)); code(err) != fault.OrderExpired {
					t.Errorf("the button: %v", err)
				}
			}
			s.nothingBought(t, member, "rental", fault.OrderExpired)
			if page, err := s.FormPage(t.Context(), member, "rental", ""); err != nil || page.Failure != fault.OrderExpired {
				t.Errorf("the form says %q, %v", page.Failure, err)
			}
		})
	}
}

// An order is ended when its time is over and its member did not come back, and stays ended,
// whatever the bank says eight days later.
func TestSweep(t *testing.T) { // M-01
	t.Parallel()
	s := setup(t, nil)
	member, other := s.Member(t), s.Member(t)
	if _, err := s.Purchase(t.Context(), member, "rental", withTDS(s.form(t, member, "rental"))); err != nil {
		t.Fatal(err)
	}
	if _, err := s.buy(t, other, "rental", s.form(t, other, "rental")); err != nil {
		t.Fatal(err)
	}
	s.Gateway.Decide(0, gateway.VerdictSucceeded)
	for _, c := range []struct {
		wait  time.Duration
		ended int
	}{{29 * time.Minute, 0}, {time.Minute, 1}, {0, 0}} {
		s.Env.Clock.Advance(c.wait)
		if ended, err := s.Due(t.Context()); err != nil || ended != c.ended {
			t.Errorf("%d ended, %v, want %d", ended, err, c.ended)
		}
	}
	if o := s.order(t, other); o.State != order.StateCompleted {
		t.Errorf("the order that was bought is %s", o.State)
	}
	s.Env.Clock.Advance(8 * 24 * time.Hour)
	if next, err := s.ReturnFromBank(t.Context(), s.Gateway.Key(0)); err != nil || paths.Of(next) != "/plans/rental" {
		t.Errorf("%+v, %v", next, err)
	}
	if o := s.order(t, member); o.State != order.StateFailed || o.Failure != fault.OrderExpired || s.Gateway.Calls(paymenttest.Charge) != 1 {
		t.Errorf("the order is %s, %s, %d charges", o.State, o.Failure, s.Gateway.Calls(paymenttest.Charge))
	}
}

// nothingBought fails unless the member's order ended so and nothing was charged or sold.
func (s *shop) nothingBought(t *testing.T, member actor.Actor, planID string, why fault.Code) {
	t.Helper()
	if o := s.order(t, member); o.Failure != why || o.State != order.StateFailed && o.State != order.StateDeclined {
		t.Errorf("the order is %s, %s, want %s", o.State, o.Failure, why)
	}
	if count, yen := s.Gateway.Settled(); count != 0 || yen != 0 || s.sold(t, planID) != 0 {
		t.Errorf("%d charges, %d yen are kept, %d sold", count, yen, s.sold(t, planID))
	}
	for _, e := range s.Gateway.Ledger() {
		if e.State == gateway.TransactionAuthorized {
			t.Errorf("money is still held: %+v", e)
		}
	}
	if rows := s.client(t).Entitlement.Query().CountX(t.Context()) + s.client(t).Subscription.Query().CountX(t.Context()); rows != 0 {
		t.Error("something was handed over")
	}
}

// unknown is a member whose purchase of the plan ended unknown, by those outcomes of the call.
func (s *shop) unknown(t *testing.T, planID string, call paymenttest.Call, outcomes ...paymenttest.Outcome) (member actor.Actor, token string) {
	t.Helper()
	member = s.Member(t)
	token = s.form(t, member, planID)
	s.Gateway.Next(call, outcomes...)
	if r, err := s.buy(t, member, planID, token); err != nil || !r.Pending {
		t.Fatalf("%+v, %v", r, err)
	}
	return member, token
}

// carryOut lets the jobs that give money back run, and answers what was asked for.
func (s *shop) carryOut(t *testing.T) []*ent.Refund {
	t.Helper()
	for _, job := range paymenttest.Jobs[payment.RefundArgs](t, s.Env.Store, payment.RefundArgs{}.Kind()) {
		if err := s.Env.Payment.CarryOut(t.Context(), job.RefundID); err != nil {
			t.Error(err)
		}
	}
	return s.client(t).Refund.Query().AllX(t.Context())
}

// A purchase of unknown outcome is given up after an hour, or with the day: what was authorised
// goes back, and a mail says so.
func TestUnknownIsGivenUp(t *testing.T) { // M-03
	t.Parallel()
	for name, c := range map[string]struct {
		start, down time.Duration // after noon; how long the provider cannot be asked
		call        paymenttest.Call
		outcome     paymenttest.Outcome
		releases    int
	}{
		"authorised":                 {0, 61 * time.Minute, paymenttest.Commit, paymenttest.TimeoutBefore, 1},
		"authorised, we never heard": {0, 61 * time.Minute, paymenttest.Charge, paymenttest.TimeoutAfter, 1},
		"never reached the provider": {0, 2 * time.Hour, paymenttest.Charge, paymenttest.TimeoutBefore, 0},
		"authorised before midnight": {11*time.Hour + 58*time.Minute, 5 * time.Minute, paymenttest.Commit, paymenttest.TimeoutBefore, 1},
		"41 days":                    {0, 41 * 24 * time.Hour, paymenttest.Commit, paymenttest.TimeoutBefore, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			s.Env.Clock.Advance(c.start)
			member, token := s.unknown(t, "limited", c.call, c.outcome)
			s.Env.Clock.Advance(c.down)
			s.resolve(t)
			rows := s.carryOut(t)
			if len(rows) != c.releases {
				t.Fatalf("%d refunds", len(rows))
			}
			for _, r := range rows {
				if r.Kind != refund.KindRelease || r.State != refund.StateDone || r.Amount != 1100 {
					t.Errorf("the release: %+v", r)
				}
			}
			s.nothingBought(t, member, "limited", fault.PaymentUnavailable)
			if got := s.client(t).Charge.Query().OnlyX(t.Context()).State; got != charge.StateReleased || s.Mails(t, member, "order-failed") != 1 {
				t.Errorf("the charge is %s, %d mails", got, s.Mails(t, member, "order-failed"))
			}
			if _, err := s.buy(t, member, "limited", token); code(err) != fault.PaymentUnavailable {
				t.Errorf("the button: %v", err)
			}
			if _, err := s.buy(t, member, "limited", s.form(t, member, "limited")); err != nil {
				t.Errorf("the way is not free for another try: %v", err)
			}
		})
	}
}

// What proves to be settled completes the order as long as its day lasts, however late on it.
func TestUnknownProvesToBeSettled(t *testing.T) { // M-03
	t.Parallel()
	for _, outcome := range []paymenttest.Outcome{paymenttest.TimeoutAfter, paymenttest.DiesAfter} {
		t.Run(string(outcome), func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			member := s.Member(t)
			token := s.form(t, member, "limited")
			s.Gateway.Next(paymenttest.Commit, outcome)
			paymenttest.Dying(func() { _, _ = s.buy(t, member, "limited", token) })
			s.Env.Clock.Advance(11 * time.Hour)
			s.resolve(t)
			r, err := s.buy(t, member, "limited", token)
			if count, yen := s.Gateway.Settled(); err != nil || r.Pending || r.SubscriptionID == nil || count != 1 || yen != 1100 || s.sold(t, "limited") != 1 {
				t.Errorf("%+v, %v, %d charges of %d yen", r, err, count, yen)
			}
			if s.Mails(t, member, "order-completed") != 1 || s.Mails(t, member, "order-failed") != 0 || len(s.carryOut(t)) != 0 {
				t.Error("the member was told something else")
			}
		})
	}
}

// What proves to be settled on the next day buys nothing any more: it is given back, and a mail
// says so.
func TestSettledOnTheNextDayIsGivenBack(t *testing.T) { // M-03
	t.Parallel()
	for plan, yen := range map[string]int{"limited": 1100, "rental": 500} {
		t.Run(plan, func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			member, _ := s.unknown(t, plan, paymenttest.Commit, paymenttest.TimeoutAfter)
			s.Env.Clock.Advance(12 * time.Hour)
			s.resolve(t)
			s.resolve(t)
			rows := s.carryOut(t)
			if len(rows) != 1 || rows[0].Kind != refund.KindRefund || rows[0].Amount != yen || rows[0].State != refund.StateDone {
				t.Errorf("given back: %+v", rows)
			}
			s.nothingBought(t, member, plan, fault.PaymentUnavailable)
			if b := s.client(t).Bill.Query().OnlyX(t.Context()); b.Refunded != yen {
				t.Errorf("%d yen of the bill are given back", b.Refunded)
			}
			if got := s.client(t).Charge.Query().OnlyX(t.Context()).State; got != charge.StateOrphaned || s.Mails(t, member, "order-failed") != 1 || s.Mails(t, member, "order-completed") != 0 || s.Mails(t, member, "refunded") != 0 {
				t.Errorf("the charge is %s, %d mails", got, s.Mails(t, member, "order-failed"))
			}
		})
	}
}

// No member waits for the answer any more when a purchase of unknown outcome, or one whose process
// died, proves to be declined: a mail says so.
func TestUnknownProvesToBeDeclined(t *testing.T) { // M-09
	t.Parallel()
	for name, c := range map[string]struct {
		first paymenttest.Outcome
		call  paymenttest.Call
	}{
		"the authorisation was never heard of": {paymenttest.TimeoutBefore, paymenttest.Charge},
		"the commit was never heard of":        {paymenttest.TimeoutBefore, paymenttest.Commit},
		"the process died":                     {paymenttest.DiesBefore, paymenttest.Charge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			member := s.Member(t)
			token := s.form(t, member, "limited")
			s.Gateway.Next(c.call, c.first, paymenttest.Declined)
			paymenttest.Dying(func() { _, _ = s.buy(t, member, "limited", token) })
			if s.Mails(t, member, "order-failed") != 0 {
				t.Error("a mail before anything is known")
			}
			s.resolve(t)
			s.carryOut(t)
			s.nothingBought(t, member, "limited", fault.CardDeclined)
			if n := s.Mails(t, member, "order-failed"); n != 1 {
				t.Errorf("%d mails", n)
			}
			if _, err := s.buy(t, member, "limited", token); code(err) != fault.CardDeclined {
				t.Errorf("the button: %v", err)
			}
		})
	}
}
