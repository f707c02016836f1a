package purchase

import (
	"sync"
	"testing"

	"kaiin/ent/order"
	"kaiin/server/base/fault"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/transport/paths"
)

func TestAuthenticatedPurchase(t *testing.T) { // C-067 E-049
	t.Parallel()
	for _, c := range []struct {
		verdict gateway.Verdict
		want    string
		charged int
	}{
		{gateway.VerdictSucceeded, "/plans/standard/complete", 1},
		{gateway.VerdictFailed, "/plans/standard", 0},
		{gateway.VerdictOutstanding, "/plans/standard", 0},
	} {
		t.Run(string(c.verdict), func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			member := s.Member(t)
			token := s.form(t, member, "standard")
			if page, err := s.ConfirmPage(t.Context(), member, "standard"); err != nil || !page.NeedsAuthentication || page.Email == "" {
				t.Fatalf("the confirm page: %+v, %v", page, err)
			}
			if _, err := s.Purchase(t.Context(), member, "standard", Purchase{Token: token}); code(err) != fault.AuthenticationRequired {
				t.Errorf("without authentication: %v", err)
			}
			r, err := s.Purchase(t.Context(), member, "standard", withTDS(token))
			if err != nil || paths.Of(r.Next) != "https://bank.example/tds-0" {
				t.Fatalf("%+v, %v", r, err)
			}
			if asked := s.Gateway.Asked()[0]; asked.Amount != 1100 || s.Gateway.Calls(paymenttest.Charge) != 0 || s.sold(t, "standard") != 0 {
				t.Errorf("asked for %+v", asked)
			}
			s.Gateway.Decide(0, c.verdict)
			var group sync.WaitGroup
			for range 20 { // the browser, its back button and a copy of the address
				group.Go(func() {
					if next, err := s.ReturnFromBank(t.Context(), s.Gateway.Key(0)); err != nil || paths.Of(next) != c.want {
						t.Errorf("%+v, %v", next, err)
					}
				})
			}
			group.Wait()
			if count, _ := s.Gateway.Settled(); count != c.charged || s.sold(t, "standard") != c.charged {
				t.Errorf("%d charges, %d sold", count, s.sold(t, "standard"))
			}
			for _, e := range s.Gateway.Ledger() {
				if e.AuthenticationID != "tds-0" {
					t.Errorf("charged with authentication %q", e.AuthenticationID)
				}
			}
			if c.charged == 0 {
				if page, err := s.FormPage(t.Context(), member, "standard", ""); err != nil || page.Failure != fault.TDSFailed {
					t.Errorf("the form says %q, %v", page.Failure, err)
				}
			}
		})
	}
}

// The button pressed fifty times asks the bank once, and everybody is sent to the same page.
func TestAuthenticationRace(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	token := s.form(t, member, "standard")
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			if r, err := s.Purchase(t.Context(), member, "standard", withTDS(token)); err != nil || paths.Of(r.Next) != "https://bank.example/tds-0" {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
	group.Wait()
	if n := len(s.Gateway.Asked()); n != 1 {
		t.Errorf("the bank was asked %d times", n)
	}
}

// The member authenticated, but the way back was lost: pressing the button again completes
// the order.
func TestReturnWasLost(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	token := s.form(t, member, "standard")
	if _, err := s.Purchase(t.Context(), member, "standard", withTDS(token)); err != nil {
		t.Fatal(err)
	}
	if page, err := s.ConfirmPage(t.Context(), member, "standard"); err != nil || page.Token != token || page.NeedsAuthentication {
		t.Errorf("back on the confirm page: %+v, %v", page, err)
	}
	s.Gateway.Decide(0, gateway.VerdictSucceeded)
	if r, err := s.Purchase(t.Context(), member, "standard", Purchase{Token: token}); err != nil || r.SubscriptionID == nil {
		t.Errorf("%+v, %v", r, err)
	}
}

// The member pressed the button again while the bank's answer came in: the slower of the two
// changes nothing.
func TestALateRefusalUndoesNothing(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	if _, err := s.buy(t, member, "standard", s.form(t, member, "standard")); err != nil {
		t.Fatal(err)
	}
	bought := s.order(t, member)
	if err := s.giveUp(t.Context(), bought.ID, fault.TDSFailed); err != nil {
		t.Fatal(err)
	}
	if after := s.order(t, member); after.State != order.StateCompleted || after.Failure != "" {
		t.Errorf("the order is %s, %q", after.State, after.Failure)
	}
}

// A newer order takes the place of one that waits at the bank; coming back for the old one
// charges nothing.
func TestNewerOrderReplacesOneAtTheBank(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	if _, err := s.Purchase(t.Context(), member, "standard", withTDS(s.form(t, member, "standard"))); err != nil {
		t.Fatal(err)
	}
	if _, err := s.buy(t, member, "standard", s.form(t, member, "standard")); err != nil {
		t.Fatal(err)
	}
	s.Gateway.Decide(0, gateway.VerdictSucceeded)
	next, err := s.ReturnFromBank(t.Context(), s.Gateway.Key(0))
	if count, _ := s.Gateway.Settled(); err != nil || paths.Of(next) != "/plans/standard" || count != 1 {
		t.Errorf("%+v, %v, %d charges", next, err, count)
	}
}

// While the member is at the bank, the last unit is sold to somebody else: no charge.
func TestSoldOutAtTheBank(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member, other := s.Member(t), s.Member(t)
	if _, err := s.Purchase(t.Context(), member, "limited", withTDS(s.form(t, member, "limited"))); err != nil {
		t.Fatal(err)
	}
	if _, err := s.buy(t, other, "limited", s.form(t, other, "limited")); err != nil {
		t.Fatal(err)
	}
	s.Gateway.Decide(0, gateway.VerdictSucceeded)
	next, err := s.ReturnFromBank(t.Context(), s.Gateway.Key(0))
	page, pageErr := s.FormPage(t.Context(), member, "limited", "")
	if count, _ := s.Gateway.Settled(); err != nil || pageErr != nil || paths.Of(next) != "/plans/limited" || count != 1 || page.Failure != fault.ProductUnavailable {
		t.Errorf("%+v, %v, %d charges, the form says %q", next, err, count, page.Failure)
	}
}

func TestBankCannotBegin(t *testing.T) {
	t.Parallel()
	for outcome, want := range map[paymenttest.Outcome]fault.Code{
		paymenttest.Rejected: fault.TDSFailed, paymenttest.Trouble: fault.PaymentUnavailable, paymenttest.TimeoutAfter: fault.TDSFailed,
	} {
		t.Run(string(outcome), func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			member := s.Member(t)
			token := s.form(t, member, "standard")
			s.Gateway.Next(paymenttest.Authenticate, outcome)
			for range 2 {
				if _, err := s.Purchase(t.Context(), member, "standard", withTDS(token)); code(err) != want {
					t.Errorf("err = %v, want %s", err, want)
				}
			}
		})
	}
}
