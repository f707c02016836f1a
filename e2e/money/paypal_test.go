package money

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
	"kaiin/schema"
	"kaiin/server/clock"
	"kaiin/server/sandbox/ledger"
)

// classic is a stack whose server reaches PayPal by its Classic API alone.
func classic(t testing.TB) *stack {
	t.Helper()
	s := newStack(t)
	delete(s.Variables, "PAYPAL_CLIENT_ID")
	delete(s.Variables, "PAYPAL_CLIENT_SECRET")
	s.Start(blackbox.Program())
	s.noon()
	return s
}

// atPayPal begins to add PayPal and answers the address of the page where the member agrees.
func (m *member) atPayPal(t testing.TB) (page string) {
	t.Helper()
	if m.s.Variables["PAYPAL_CLIENT_ID"] != "" {
		page, err := m.AtPayPal()
		must(t, err)
		return page
	}
	a, err := want(m.Post("/graphql", map[string]any{
		"operationName": "JoinPaymentMethod", "variables": map[string]any{"input": map[string]any{"paymentMethodType": "PaypalNvp"}},
		"extensions": map[string]any{"persistedQuery": map[string]any{"sha256Hash": schema.Documents()["JoinPaymentMethod"].Hash}},
	}))
	must(t, err)
	result, _ := a.Body["data"].(map[string]any)["result"].(map[string]any)
	page, _ = result["redirectTo"].(string)
	u, err := url.Parse(page)
	must(t, err)
	page = strings.Replace(page, u.RequestURI(), "/paypal/approve/"+u.Query().Get("token"), 1)
	if !strings.HasPrefix(page, m.s.Outside.URL+"/paypal/approve/") {
		t.Fatalf("PayPal's page is %q", page)
	}
	return page
}

// answerPayPal presses a button of that page; back is the address at which it gives the browser back, empty where it does not.
func (m *member) answerPayPal(t testing.TB, page string, pressed url.Values) (back string) {
	t.Helper()
	back, err := m.AnswerPayPal(page, pressed)
	must(t, err)
	return back
}

// joinPayPal adds the account of a payer of the sandbox, which is what the member pays with from then on.
func (m *member) joinPayPal(t testing.TB, payer string) {
	t.Helper()
	back := m.answerPayPal(t, m.atPayPal(t), url.Values{"payer": {payer}})
	if path, err := m.Follow(back); err != nil || path != "/mypage/payment-method/complete" {
		t.Fatalf("PayPal leads to %q, and that to %q, %v", back, path, err)
	}
	m.Card, _ = m.wallet(t)[0]["accountPaymentMethodId"].(string)
}

// walletPage is what the wallet's page shows.
func (m *member) walletPage(t testing.TB) answer {
	t.Helper()
	a, err := m.Get("/mypage/payment-method/screen-data")
	if err == nil && strings.HasPrefix(a.Text("redirectTo"), "/login") {
		must(t, m.LogIn())
		a, err = m.Get("/mypage/payment-method/screen-data")
	}
	a, err = want(a, err)
	must(t, err)
	return a
}

func (m *member) wallet(t testing.TB) (methods []map[string]any) {
	t.Helper()
	all, _ := m.walletPage(t).Body["paymentMethods"].([]any)
	for _, method := range all {
		methods = append(methods, method.(map[string]any))
	}
	return methods
}

// atPayPalOpen are the agreements and payment tokens that PayPal keeps.
func (s *stack) atPayPalOpen(t testing.TB) (ids []string) {
	t.Helper()
	var all []struct {
		ID    string
		Ended bool
	}
	must(t, s.Outside.Call("GET", "/paypal/wallets.json", nil, &all))
	for _, w := range all {
		if !w.Ended {
			ids = append(ids, w.ID)
		}
	}
	return ids
}

// declines makes PayPal decline the next charges.
func (s *stack) declines(t testing.TB, times int) {
	t.Helper()
	must(t, s.Outside.Call("POST", "/next", map[string]any{"service": "paypal", "outcome": "decline", "times": times}, nil))
}

// The life of a contract paid with PayPal: nobody is asked for 3-D Secure, each term is charged once, a refused one is tried again and
// holds the contract until its member pays, money goes back, and PayPal forgets what is deleted.
func TestALifeWithPayPal(t *testing.T) { // C-075, F-201, S-058, S-068
	t.Parallel()
	for kind, c := range map[string]struct {
		provider string
		start    func(testing.TB) *stack
	}{"PaypalRest": {"paypal", running}, "PaypalNvp": {"paypalnvp", classic}} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			lifeWithPayPal(t, c.start(t), kind, c.provider)
		})
	}
}

func lifeWithPayPal(t *testing.T, s *stack, kind, provider string) {
	m := s.visitor("ja")
	must(t, m.SignUp())
	m.joinPayPal(t, "ok")
	if got := m.wallet(t); len(got) != 1 || got[0]["paymentMethodType"] != kind || !strings.Contains(fmt.Sprint(got[0]), "taro@paypal.example") {
		t.Fatalf("the wallet has %v", got)
	}
	order, err := m.Order("monthly")
	must(t, err)
	for range 2 { // the button is pressed twice
		a, err := want(m.Confirm("monthly", order, nil))
		must(t, err)
		if a.Text("redirectTo") != "/plans/monthly/complete" || a.Body["isPending"] != false {
			t.Errorf("confirmed: %s", a)
		}
	}
	once(t, m, 1100, "monthly")
	if got := s.Rows("SELECT purpose FROM card_authentications"); !slices.Equal(got, []string{"register"}) {
		t.Errorf("the member was asked to authenticate: %v", got)
	}

	must(t, m.dueNow(t))
	for range 3 {
		s.Outside.Advance(t, giveUpOn)
	}
	if got := s.Outside.Settled(t); !slices.Equal(got, []int{1100, 1100}) {
		t.Errorf("after the renewal settled %v", got)
	}

	s.declines(t, 4)
	must(t, m.dueNow(t))
	first := clock.DayOf(s.Now(t))
	for day := range 4 {
		for range 3 {
			s.Outside.Advance(t, giveUpOn)
		}
		if got := s.Rows("SELECT count(*) FROM charges WHERE state = 'declined'"); got[0] != fmt.Sprint(day+1) {
			t.Errorf("on day %d it was tried %s times", day, got[0])
		}
		if day < 3 {
			s.Outside.Set(t, first.AddDays(day+1).Start().Add(12*time.Hour))
		}
	}
	held, err := m.contracts()
	must(t, err)
	if len(held) != 1 || held[0].Status != "HOLD" {
		t.Fatalf("after four tries the member sees %+v", held)
	}
	s.declines(t, 1)
	a, err := m.Post("/zapi/subscription/"+held[0].ID+"/re-settlement", map[string]any{})
	if err == nil {
		err = refusal(a, 409, "PAYMENT_DECLINED")
	}
	must(t, err)
	// C-070: an empty payload asks for the payment once more.
	_, err = want(m.Post("/zapi/subscription/"+held[0].ID+"/re-settlement", map[string]any{}))
	must(t, err)
	s.Outside.Advance(t, 0)
	if held, err = m.contracts(); err != nil || len(held) != 1 || held[0].Group != "CONTRACT" {
		t.Errorf("after paying the member sees %+v, %v", held, err)
	}
	if got := s.Outside.Settled(t); !slices.Equal(got, []int{1100, 1100, 1100}) {
		t.Errorf("after paying settled %v", got)
	}

	m.refund()
	if got := s.kept(t); !slices.Equal(got, []int{0, 1100, 1100}) {
		t.Errorf("after the refund PayPal keeps %v", got)
	}
	if got := s.Rows("SELECT DISTINCT provider FROM charges"); !slices.Equal(got, []string{provider}) {
		t.Errorf("charged at %v", got)
	}
	s.Command("verify-ledger", "--provider")

	token := s.Rows("SELECT reference FROM payment_methods")[0]
	remove := func() (answer, error) {
		return m.Send("DELETE", "/zapi/account/payment-method/"+m.Card, []byte("{}"), nil)
	}
	a, err = remove()
	if err == nil {
		err = refusal(a, 409, "PAYMENT_METHOD_IN_USE")
	}
	must(t, err)
	_, err = want(m.Get("/mypage/subscription/" + held[0].ID + "/withdraw/screen-data"))
	must(t, err)
	_, err = want(m.Post("/zapi/subscription/"+held[0].ID+"/withdraw", map[string]any{}))
	must(t, err)
	must(t, m.dueNow(t))
	if ended, err := m.contracts(); err != nil || len(ended) != 0 {
		t.Fatalf("at the end the member sees %+v, %v", ended, err)
	}
	if !slices.Equal(s.atPayPalOpen(t), []string{token}) {
		t.Error("PayPal forgot a method that is in the wallet")
	}
	_, err = want(remove())
	must(t, err)
	s.Outside.Advance(t, 0)
	if open := s.atPayPalOpen(t); len(open) != 0 {
		t.Errorf("PayPal still keeps %v", open)
	}
	page := m.walletPage(t)
	if methods, _ := page.Body["paymentMethods"].([]any); len(methods) != 0 || page.Body["failure"] != nil {
		t.Errorf("the wallet says %s", page)
	}
	s.Command("verify-ledger", "--provider")
	s.keptSecret(m, token)
}

// A member who does not agree, or closes PayPal's page, has no method, and reads so in the wallet; nothing says a word of cards.
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

// A payment token that PayPal made and of which we kept nothing is ended when the method is given up: the server died with PayPal's answer, or
// the answer was lost and the member never came back.
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

// A server that dies with PayPal's answer finds the order again, also when PayPal has forgotten the request: nothing is held or taken twice,
// and nothing stays held.
func TestKilledWhilePayPalAnswers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		point string
		later time.Duration
		want  string // what becomes of the charge
	}{
		"before it holds anything":        {"purchase.named", giveUpOn, "settled"},
		"when it holds the amount":        {"purchase.authorised", giveUpOn, "settled"},
		"and nobody wants it any more":    {"purchase.authorised", 7 * time.Hour, "released"},
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
