package money

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/clock"
)

// carriers are the kinds that are joined by a form, and whether the provider is made to forget what
// is deleted.
var carriers = []struct {
	kind, provider string
	forgets        bool
}{
	{"SbpsDocomo", "sbps_docomo", true},
	{"SbpsAuone", "sbps_au", true},
	{"SbpsSoftbank", "sbps_softbank", false},
	{"SbpsSoftbankYahoo", "sbps_softbank_yahoo", false},
	{"SbpsPaypay", "sbps_paypay", false},
}

// posts sends a browser's form to another site.
func (m *member) posts(t testing.TB, address, body string) answer {
	t.Helper()
	a, err := m.PostForm(address, body)
	must(t, err)
	return a
}

// atCarrier begins to add a way to pay and answers the address of the carrier's page, to which the
// browser posts the form.
func (m *member) atCarrier(t testing.TB, kind string) (page string) {
	t.Helper()
	page, err := m.AtCarrier(kind)
	must(t, err)
	return page
}

// atPageOf posts the form of an answer, as the browser does, and answers the address of the
// carrier's page.
func (m *member) atPageOf(t testing.TB, form map[string]any) (page string) {
	t.Helper()
	page, err := m.ToCarrier(form)
	must(t, err)
	return page
}

// answerCarrier presses a button of that page; back is the address to which its form gives the
// browser back, empty where it does not.
func (m *member) answerCarrier(t testing.TB, page string, pressed url.Values) (back string) {
	t.Helper()
	back, err := m.AnswerCarrier(page, pressed)
	must(t, err)
	return back
}

var approves = url.Values{"payer": {"ok"}}

// joinCarrier adds a way to pay, which is what the member pays with from then on.
func (m *member) joinCarrier(t testing.TB, kind string) {
	t.Helper()
	back := m.answerCarrier(t, m.atCarrier(t, kind), approves)
	if a := m.posts(t, back, "res_result=NG"); a.Status != http.StatusSeeOther {
		t.Fatalf("coming back: %s", a)
	}
	m.Card = m.walletHas(t, 1)[0]["accountPaymentMethodId"].(string)
	path, err := m.Follow(back)
	if must(t, err); !strings.HasPrefix(path, "/mypage/payment-method/complete") {
		t.Fatalf("back to %q", path)
	}
}

// walletHas waits until the member's wallet has so many methods.
func (m *member) walletHas(t testing.TB, n int) (methods []map[string]any) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if methods = m.wallet(t); len(methods) == n {
			return methods
		}
	}
	t.Fatalf("the wallet has %v, not %d methods", methods, n)
	return nil
}

// atCarriers is what the sandbox's carriers have of the agreements: their states by tracking id.
func (s *stack) atCarriers(t testing.TB) map[string]string {
	t.Helper()
	var all []struct{ TrackingID, State string }
	must(t, s.Outside.Call("GET", "/sbps/contracts.json", nil, &all))
	states := map[string]string{}
	for _, c := range all {
		states[c.TrackingID] = c.State
	}
	return states
}

// sbps makes the next calls or notices come to something.
func (s *stack) sbps(t testing.TB, outcome string, times int) {
	t.Helper()
	must(t, s.Outside.Call("POST", "/next", map[string]any{"service": "sbps", "outcome": outcome, "times": times}, nil))
}

// The life of a contract with each kind: joined, bought, renewed by the clock, refused until it is
// held, released with another way to pay, and deleted.
func TestALifeWithACarrier(t *testing.T) { // C-077 F-203 F-205 F-206 F-207 F-208
	t.Parallel()
	for _, c := range carriers {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			s := running(t)
			m := s.visitor("ja")
			must(t, m.SignUp())
			m.joinCarrier(t, c.kind)
			if got := m.wallet(t)[0]["paymentMethodType"]; got != c.kind {
				t.Errorf("the wallet has %v", got)
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
			must(t, m.dueNow(t))
			for range 3 {
				s.Outside.Advance(t, giveUpOn)
			}
			if got := s.Outside.Settled(t); !slices.Equal(got, []int{1100, 1100}) {
				t.Errorf("after the renewal settled %v", got)
			}

			s.sbps(t, "decline", 4)
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
			carried := m.Card
			must(t, m.AddCard(goodCard))
			_, err = want(m.Post("/zapi/subscription/"+held[0].ID+"/change-payment-method", map[string]any{"paymentMethodId": m.Card}))
			must(t, err)
			s.Outside.Advance(t, 0)
			if held, err = m.contracts(); err != nil || len(held) != 1 || held[0].Group != "CONTRACT" {
				t.Errorf("after paying by card the member sees %+v, %v", held, err)
			}
			if got := s.Outside.Settled(t); !slices.Equal(got, []int{1100, 1100, 1100}) {
				t.Errorf("after paying settled %v", got)
			}
			if got := s.Rows("SELECT DISTINCT provider FROM charges ORDER BY 1"); !slices.Equal(got, []string{"sbps", c.provider}) {
				t.Errorf("charged at %v", got)
			}
			tracking := s.Rows("SELECT reference FROM payment_methods WHERE provider = $1", c.provider)[0]
			if state := s.atCarriers(t)[tracking]; state != "open" {
				t.Errorf("the agreement is %q while it is in the wallet", state)
			}
			page := m.removes(t, carried)
			s.Outside.Advance(t, 0)
			if state := s.atCarriers(t)[tracking]; (state == "ended") != c.forgets || (page == "") != c.forgets {
				t.Errorf("the agreement is %q after the deletion, which leads to %q", state, page)
			}
			if !c.forgets {
				m.endsAtCarrier(t, page, carried)
			}
			if state := s.atCarriers(t)[tracking]; state != "ended" {
				t.Errorf("the agreement is %q at last", state)
			}
			m.walletHas(t, 1)
			s.Command("verify-ledger", "--provider")
		})
	}
}

// The notice decides, and nothing else: also where the member closes the tab, where it comes late,
// twice or badly signed, and where it never comes.
func TestNoticesOfAgreements(t *testing.T) { // C-077
	t.Parallel()
	s := running(t)
	member := func() *member {
		m := s.visitor("ja")
		must(t, m.SignUp())
		return m
	}
	t.Run("the tab is closed after agreeing", func(t *testing.T) {
		m := member()
		if back := m.answerCarrier(t, m.atCarrier(t, "SbpsDocomo"), url.Values{"payer": {"ok"}, "answer": {"close"}}); back != "" {
			t.Errorf("led back to %s", back)
		}
		m.walletHas(t, 1)
	})
	t.Run("the notice comes twice", func(t *testing.T) {
		m := member()
		s.sbps(t, "notice_doubled", 1)
		m.joinCarrier(t, "SbpsDocomo")
	})
	for name, pressed := range map[string]url.Values{"the carrier refuses": {"answer": {"refuse"}}, "the member goes back": {"answer": {"cancel"}}} {
		t.Run(name, func(t *testing.T) {
			m := member()
			back := m.answerCarrier(t, m.atCarrier(t, "SbpsDocomo"), pressed)
			path, err := m.Follow(back)
			must(t, err)
			if len(m.wallet(t)) != 0 || !strings.HasPrefix(path, "/mypage/payment-method") {
				t.Errorf("led to %q, the wallet has %v", path, m.wallet(t))
			}
		})
	}
	t.Run("the notice is badly signed, and the browser says that all is well", func(t *testing.T) {
		m := member()
		s.sbps(t, "notice_bad_hash", 1)
		back := m.answerCarrier(t, m.atCarrier(t, "SbpsDocomo"), approves)
		_, err := m.Follow(back)
		must(t, err)
		if got := m.walletPage(t); len(m.wallet(t)) != 0 || fmt.Sprint(got.Body["awaited"]) != "[SbpsDocomo]" {
			t.Errorf("the wallet: %s", got)
		}
		s.Outside.Advance(t, 61*time.Minute)
		s.Outside.Advance(t, 0)
		if got := m.walletPage(t); fmt.Sprint(got.Body["awaited"]) != "[]" {
			t.Errorf("after an hour: %s", got)
		}
	})
}

// A member who ends the agreement at the carrier: the next charge is refused for good, the contract
// is held, and a mail says so.
func TestEndedAtACarrier(t *testing.T) { // C-077
	t.Parallel()
	s := running(t)
	m := s.visitor("ja")
	must(t, m.SignUp())
	m.joinCarrier(t, "SbpsDocomo")
	order, err := m.Order("monthly")
	must(t, err)
	_, err = want(m.Confirm("monthly", order, nil))
	must(t, err)
	tracking := s.Rows("SELECT reference FROM payment_methods")[0]
	m.posts(t, s.Outside.URL+"/sbps/contracts/"+tracking+"/end", "")
	must(t, m.dueNow(t))
	for range 3 {
		s.Outside.Advance(t, giveUpOn)
	}
	held, err := m.contracts()
	must(t, err)
	if len(held) != 1 || held[0].Group != "HOLD" {
		t.Errorf("the member sees %+v", held)
	}
	if got := s.Rows("SELECT count(*) FROM charges WHERE state = 'declined'"); got[0] != "1" {
		t.Errorf("refused %s times", got[0])
	}
	m.walletHas(t, 0)
	if got := s.Outside.Settled(t); !slices.Equal(got, []int{1100}) {
		t.Errorf("settled %v", got)
	}
	must(t, m.AddCard(goodCard))
	_, err = want(m.Post("/zapi/subscription/"+held[0].ID+"/change-payment-method", map[string]any{"paymentMethodId": m.Card}))
	must(t, err)
	s.Outside.Advance(t, 0)
	if held, err = m.contracts(); err != nil || len(held) != 1 || held[0].Group != "CONTRACT" {
		t.Errorf("after paying by card the member sees %+v, %v", held, err)
	}
	s.Command("verify-ledger", "--provider")
}

// What is offered is linked, and nothing else is.
func TestLinkRefusals(t *testing.T) { // C-077 R-076
	t.Parallel()
	s := running(t)
	m := s.visitor("ja")
	must(t, m.SignUp())
	for _, kind := range []string{"SbpsCredit", "PaypalRest", "CampaignCode"} {
		a, err := m.Post("/zapi/account/payment-method/link", map[string]any{"paymentMethodType": kind})
		if err == nil {
			err = refusal(a, 409, "PAYMENT_METHOD_UNAVAILABLE")
		}
		must(t, err)
	}
	a, err := m.Post("/payment/notice/sbps_docomo", map[string]any{})
	must(t, err)
	if strings.HasPrefix(string(a.Raw), "OK") || s.Rows("SELECT count(*) FROM gateway_events WHERE kind <> 'list'")[0] != "0" {
		t.Errorf("a notice without a signature: %s", a)
	}
}
