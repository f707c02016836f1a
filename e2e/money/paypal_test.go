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
	"kaiin/server/base/clock"
)

// classic is a stack whose server reaches PayPal by its Classic API alone.
func classic(t testing.TB) *stack {
	t.Helper()
	s := newStack(t)
	s.reachesPayPalByClassic()
	s.Start(blackbox.Program())
	s.noon()
	return s
}

// reachesPayPalByClassic leaves the server PayPal's Classic API alone, when it starts.
func (s *stack) reachesPayPalByClassic() {
	delete(s.Variables, "PAYPAL_CLIENT_ID")
	delete(s.Variables, "PAYPAL_CLIENT_SECRET")
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

// answerPayPal presses a button of that page; back is the address at which it gives the browser
// back, empty where it does not.
func (m *member) answerPayPal(t testing.TB, page string, pressed url.Values) (back string) {
	t.Helper()
	back, err := m.AnswerPayPal(page, pressed)
	must(t, err)
	return back
}

// joinPayPal adds the account of a payer of the sandbox, which is what the member pays with from
// then on.
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

// The life of a contract paid with PayPal: no one is asked for 3-D Secure, each term is charged
// once, a refused one is tried again and holds the contract until its member pays, money goes back,
// and PayPal forgets what is deleted.
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
