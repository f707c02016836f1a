package money

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
	"kaiin/server/sandbox/ledger"
)

// A member who does not agree, or closes PayPal's page, has no method, and reads so in the wallet;
// nothing says a word of cards.
func TestNotAgreedAtPayPal(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pressed url.Values
		returns bool
	}{
		"refused":           {url.Values{"answer": {"refuse"}}, true},
		"closed":            {url.Values{"answer": {"close"}}, false},
		"agreed and closed": {url.Values{"answer": {"close"}, "payer": {"ok"}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := running(t)
			m := s.visitor("ja")
			must(t, m.SignUp())
			back := m.answerPayPal(t, m.atPayPal(t), c.pressed)
			if c.returns {
				if path, err := s.visitor("ja").Follow(back); err == nil {
					t.Errorf("with another browser it leads to %q", path)
				}
				path, err := m.Follow(back)
				if err != nil || path != "/mypage/payment-method" {
					t.Errorf("coming back leads to %q, %v", path, err)
				}
			} else {
				if back != "" {
					t.Errorf("a closed tab went to %q", back)
				}
				if got := m.walletPage(t); got.Body["failure"] != nil {
					t.Errorf("while the page may still be open the wallet says %s", got)
				}
				s.Outside.Advance(t, time.Hour+time.Minute)
			}
			got := m.walletPage(t)
			failure, _ := got.Body["failure"].(map[string]any)
			if methods, _ := got.Body["paymentMethods"].([]any); len(methods) != 0 || failure["code"] != "PAYMENT_METHOD_REGISTER_FAILED" {
				t.Errorf("the wallet says %s", got)
			}
			form, err := want(m.Get("/plans/monthly/screen-data"))
			must(t, err)
			failure, _ = form.Body["failure"].(map[string]any)
			if methods, _ := form.Body["paymentMethods"].([]any); len(methods) != 0 || failure["code"] != "PAYMENT_METHOD_REGISTER_FAILED" {
				t.Errorf("the form says %v, %v", methods, failure)
			}
			if entries := s.Outside.Ledger(t); len(entries) != 0 {
				t.Errorf("the ledger has %+v", entries)
			}
			if open := s.atPayPalOpen(t); len(open) != 0 {
				t.Errorf("PayPal keeps %v", open)
			}
		})
	}
}

// A payment token that PayPal made and that we did not keep is ended when the method is given up:
// the server died with PayPal's answer, or the answer was lost and the member never came back.
func TestAgreedAtPayPalAndNeverKept(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		point string
		later time.Duration // when it is given up; PayPal answers the same for three hours
	}{
		"the server dies": {"method.agreed", time.Hour}, "the answer is cut": {"", time.Hour},
		"the server dies for hours": {"method.agreed", 5 * time.Hour}, "the answer is cut for hours": {"", 5 * time.Hour},
	} {
		point := c.point
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStack(t)
			s.Start(blackbox.Program(), "KAIIN_FAILPOINT="+point)
			s.noon()
			m := s.visitor("ja")
			must(t, m.SignUp())
			back := m.answerPayPal(t, m.atPayPal(t), url.Values{"payer": {"ok"}})
			if point == "" {
				must(t, s.Outside.Call("POST", "/next", map[string]any{"service": "paypal", "outcome": "cut", "function": "vault"}, nil))
			}
			if path, err := m.Follow(back); err == nil {
				t.Fatalf("led to %q", path)
			}
			if point != "" {
				s.MustHaveKilledItself()
				s.Start(blackbox.Program())
			}
			if open := s.atPayPalOpen(t); len(open) != 1 {
				t.Fatalf("PayPal keeps %v", open)
			}
			s.Outside.Advance(t, c.later+time.Minute)
			for range 3 {
				s.Outside.Advance(t, 0)
			}
			if open := s.atPayPalOpen(t); len(open) != 0 {
				t.Errorf("PayPal keeps %v, which is in no wallet", open)
			}
			if got := m.wallet(t); len(got) != 0 {
				t.Errorf("the wallet has %v", got)
			}
			// From then on it is as if they had never agreed.
			if path, err := m.Follow(back); err != nil || path != "/mypage/payment-method" {
				t.Errorf("coming back late leads to %q, %v", path, err)
			}
			m.joinPayPal(t, "ok")
			if open := s.atPayPalOpen(t); len(open) != 1 || len(m.wallet(t)) != 1 {
				t.Errorf("joined anew, PayPal keeps %v", open)
			}
		})
	}
}

// A server that dies with PayPal's answer finds the order again, also when PayPal has forgotten the
// request: nothing is held or taken twice, and nothing stays held.
func TestKilledWhilePayPalAnswers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		point string
		later time.Duration
		want  string // what becomes of the charge
	}{
		"before it holds anything":        {"purchase.named", giveUpOn, "settled"},
		"when it holds the amount":        {"purchase.authorised", giveUpOn, "settled"},
		"and it is not wanted any more":   {"purchase.authorised", 7 * time.Hour, "released"},
		"in a renewal, and hours go by":   {"renewal.authorised", 7 * time.Hour, "settled"},
		"in a renewal, with nothing held": {"renewal.named", 7 * time.Hour, "settled"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStack(t)
			s.Start(blackbox.Program(), "KAIIN_FAILPOINT="+c.point)
			s.noon()
			m := s.visitor("ja")
			must(t, m.SignUp())
			m.joinPayPal(t, "ok")
			order, err := m.Order("monthly")
			must(t, err)
			a, err := m.Confirm("monthly", order, nil)
			if renewal := strings.HasPrefix(c.point, "renewal."); renewal {
				_, err = want(a, err)
				must(t, err)
				if err := m.dueNow(t); err == nil {
					t.Fatal("the renewal did not kill the server")
				}
			} else if err == nil {
				t.Fatalf("the dying server answered %s", a)
			}
			s.MustHaveKilledItself()
			s.Start(blackbox.Program())
			s.Outside.Advance(t, c.later)
			s.Outside.Advance(t, giveUpOn)
			s.Outside.Advance(t, giveUpOn)
			states := s.Rows("SELECT state FROM charges ORDER BY created_at")
			if got := states[len(states)-1]; got != c.want {
				t.Errorf("the charge is %s", got)
			}
			for _, e := range s.Outside.Ledger(t) {
				if e.Status != ledger.Settled && c.want == "settled" || e.Status == ledger.Authorized {
					t.Errorf("the ledger has %+v", e)
				}
			}
			if got := len(s.Outside.Ledger(t)); got != len(states) {
				t.Errorf("%d orders at PayPal for %d charges", got, len(states))
			}
			s.Command("verify-ledger", "--provider")
		})
	}
}
