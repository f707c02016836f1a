package money

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/server/money/gateway"
)

// payer is a member who pays with PayPal and has bought the monthly plan.
func (s *stack) payer(t testing.TB) *member {
	t.Helper()
	m := s.visitor("ja")
	must(t, m.SignUp())
	m.joinPayPal(t, "ok")
	order, err := m.Order("monthly")
	must(t, err)
	_, err = want(m.Confirm("monthly", order, nil))
	must(t, err)
	return m
}

// atPayPalDo presses a button of the sandbox's page of PayPal.
func (s *stack) atPayPalDo(t testing.TB, path string) {
	t.Helper()
	a, err := s.visitor("ja").Send("POST", s.Outside.URL+"/paypal/"+path, nil, nil)
	must(t, err)
	if a.Status != http.StatusSeeOther {
		t.Fatalf("%s: %s", path, a)
	}
}

// happens is PayPal doing something to its latest payment by itself.
func (s *stack) happens(t testing.TB, act string) {
	t.Helper()
	entries := s.Outside.Ledger(t)
	s.atPayPalDo(t, "payments/"+entries[len(entries)-1].TrackingID+"/"+act)
}

// next makes PayPal's next call or notice come to something.
func (s *stack) next(t testing.TB, outcome string) {
	t.Helper()
	must(t, s.Outside.Call("POST", "/next", map[string]any{"service": "paypal", "outcome": outcome}, nil))
}

// heard waits until so many notices of the kind have been dealt with, or are left to the staff.
func (s *stack) heard(t testing.TB, kind gateway.NoticeKind, times int) {
	t.Helper()
	got := ""
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		got = s.Rows("SELECT count(*) FROM gateway_events WHERE kind = $1 AND (applied_at IS NOT NULL OR left_at IS NOT NULL)", string(kind))[0]
		if got == fmt.Sprint(times) {
			s.Outside.Advance(t, 0)
			return
		}
	}
	t.Fatalf("%s notices of the kind %s were dealt with, not %d: %v", got, kind, times, s.Rows("SELECT kind || ' ' || event_key || ' ' || tries FROM gateway_events"))
}

// sent is a notice of PayPal as the sandbox keeps it.
type sent struct {
	Number     int
	Type, Body string
	Header     map[string]string
	Tries      int
	Status     int
	Outcome    string
}

// notices are PayPal's, newest first.
func (s *stack) notices(t testing.TB) (all []sent) {
	t.Helper()
	must(t, s.Outside.Call("GET", "/paypal/notices.json", nil, &all))
	return all
}

// mails counts those to the member whose subject has the words.
func (m *member) mails(t testing.TB, words string) (n int) {
	t.Helper()
	m.s.Outside.Advance(t, 0)
	all, err := m.s.Outside.Mails(m.Email)
	must(t, err)
	for _, mail := range all {
		if strings.Contains(mail.Subject, words) {
			n++
		}
	}
	return n
}

// A member who ends the agreement at PayPal reads so in a mail; PayPal is asked for nothing any
// more, the contract goes on hold when it is due, and goes on with a card. Where the notice is
// lost, the next refusal tells the same.
func TestEndedAtPayPal(t *testing.T) { // C-075
	t.Parallel()
	for name, c := range map[string]struct {
		start func(testing.TB) *stack
		lost  bool // or there are no notices
	}{"told": {running, false}, "the notice is lost": {running, true}, "by the Classic API, which has none": {classic, true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, lost := c.start(t), c.lost
			m := s.payer(t)
			token := s.Rows("SELECT reference FROM payment_methods")[0]
			if lost && s.Variables["PAYPAL_CLIENT_ID"] != "" {
				s.next(t, "webhook_lost")
			}
			s.atPayPalDo(t, "wallets/"+token+"/end")
			told := 0
			if !lost {
				told = 1
				s.heard(t, gateway.NoticeEnded, 1)
				s.atPayPalDo(t, fmt.Sprintf("notices/%d/resend", s.notices(t)[0].Number))
				if got := m.wallet(t); len(got) != 0 {
					t.Errorf("the wallet has %v", got)
				}
			}
			if got := m.mails(t, "お支払い方法の変更をお願いします"); got != told {
				t.Errorf("%d mails", got)
			}
			must(t, m.dueNow(t))
			s.Outside.Advance(t, 0)
			held, err := m.contracts()
			must(t, err)
			if len(held) != 1 || held[0].Status != "HOLD" || m.mails(t, "お支払いを確認できませんでした") != 1 || m.mails(t, "お支払い方法の変更をお願いします") != told {
				t.Fatalf("when it is due the member sees %+v", held)
			}
			if got := m.wallet(t); len(got) != 0 {
				t.Errorf("the wallet has %v", got)
			}
			if got, want := s.Rows("SELECT count(*) FROM charges")[0], fmt.Sprint(2-told); got != want {
				t.Errorf("PayPal was asked for %s charges", got)
			}
			must(t, m.AddCard(goodCard))
			_, err = want(m.Post("/zapi/subscription/"+held[0].ID+"/change-payment-method", map[string]any{"paymentMethodId": m.Card}))
			must(t, err)
			s.Outside.Advance(t, giveUpOn)
			if held, err = m.contracts(); err != nil || len(held) != 1 || held[0].Group != "CONTRACT" {
				t.Errorf("with a card the member sees %+v, %v", held, err)
			}
			if got := s.Outside.Settled(t); !slices.Equal(got, []int{1100, 1100}) {
				t.Errorf("settled %v", got)
			}
			s.Command("verify-ledger", "--provider")
			s.keptSecret(m, token)
		})
	}
}

// A payment that PayPal holds back ends when PayPal tells, in whatever way it does.
func TestHeldBackAtPayPal(t *testing.T) { // C-066
	t.Parallel()
	for name, c := range map[string]struct {
		act, notice string
		kind        gateway.NoticeKind
		paid        bool
	}{
		"completed":                {"complete", "", gateway.NoticeSettled, true},
		"completed, told twice":    {"complete", "webhook_doubled", gateway.NoticeSettled, true},
		"completed, told too late": {"complete", "webhook_late", gateway.NoticeSettled, true},
		"denied":                   {"deny", "", gateway.NoticeDeclined, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := running(t)
			m := s.visitor("ja")
			must(t, m.SignUp())
			m.joinPayPal(t, "ok")
			order, err := m.Order("monthly")
			must(t, err)
			s.next(t, "pending")
			a, err := m.Confirm("monthly", order, nil)
			must(t, err)
			if a.Body["isPending"] != true {
				t.Fatalf("confirmed: %s", a)
			}
			s.heard(t, gateway.NoticePending, 1)
			if got := s.Rows("SELECT state FROM charges"); !slices.Equal(got, []string{"unknown"}) {
				t.Errorf("the charge is %v", got)
			}
			if c.notice != "" {
				s.next(t, c.notice)
			}
			s.happens(t, c.act)
			s.heard(t, c.kind, 1)
			if c.paid {
				once(t, m, 1100, "monthly")
			} else if got, err := m.contracts(); err != nil || len(got) != 0 || s.Rows("SELECT state FROM charges")[0] != "declined" {
				t.Errorf("denied, and the member sees %+v, %v", got, err)
			}
			if got := s.Rows("SELECT count(*) FROM charges"); got[0] != "1" {
				t.Errorf("%s charges", got[0])
			}
			s.Command("verify-ledger", "--provider")
			s.keptSecret(m)
		})
	}
}

// What goes back at PayPal is in the book, and the member is told, once; a dispute is the staff's.
func TestGivenBackAtPayPal(t *testing.T) {
	t.Parallel()
	s := running(t)
	m := s.payer(t)
	s.heard(t, gateway.NoticeSettled, 1)
	s.happens(t, "dispute")
	s.heard(t, gateway.NoticeDisputed, 1)
	if got := s.Rows("SELECT count(*) FROM gateway_events WHERE kind = 'disputed' AND left_at IS NOT NULL AND applied_at IS NULL AND charge_id IS NOT NULL"); got[0] != "1" {
		t.Errorf("%s disputes are left to the staff", got[0])
	}
	s.Command("events", "--open", "--json")
	s.Command("events", "--close", s.Rows("SELECT id::text FROM gateway_events WHERE kind = 'disputed'")[0], "--by", "hanako", "--reason", "answered at PayPal")
	s.next(t, "webhook_doubled")
	s.happens(t, "reverse")
	s.heard(t, gateway.NoticeReversed, 1)
	s.atPayPalDo(t, fmt.Sprintf("notices/%d/resend", s.notices(t)[0].Number))
	if got := s.kept(t); !slices.Equal(got, []int{0}) {
		t.Errorf("PayPal keeps %v", got)
	}
	if got := s.Rows("SELECT amount || ' ' || state || ' ' || asked_by FROM refunds"); !slices.Equal(got, []string{"1100 done provider"}) {
		t.Errorf("the book has %v", got)
	}
	if got := s.Rows("SELECT refunded FROM bills ORDER BY period"); !slices.Equal(got, []string{"1100", "0"}) {
		t.Errorf("of the bill %v went back", got)
	}
	// M-25: what was paid for the running term was taken back, so the contract is on hold, and one
	// mail says so.
	if told, refunds := m.mails(t, "お支払いが取り消されたため"), m.mails(t, "返金"); told != 1 || refunds != 0 {
		t.Errorf("%d mails of it, %d of a refund", told, refunds)
	}
	held, err := m.contracts()
	must(t, err)
	if len(held) != 1 || held[0].Status != "HOLD" {
		t.Errorf("the member sees %+v", held)
	}
	s.Command("end-contract", "--id", held[0].ID, "--at", "now", "--by", "hanako", "--reason", "disputed")
	if got, err := m.contracts(); err != nil || len(got) != 0 || m.mails(t, "ご契約が終了しました") != 1 {
		t.Errorf("ended, and the member sees %+v, %v", got, err)
	}
	s.Command("verify-ledger", "--provider")
	if got := s.Rows("SELECT count(*) FROM gateway_events WHERE applied_at IS NULL"); got[0] != "0" {
		t.Errorf("%s events are open", got[0])
	}
	if log := s.Log.String(); !strings.Contains(log, "disputes a charge") || !strings.Contains(log, "took the money of a charge back") {
		t.Error("no member was told")
	}
}

// Notices of one charge in another order than things happened, and twice: half of it went back
// before its payment was told of; a dispute was over before it was told of. The book has what
// PayPal has, and nothing is left to the staff that is over.
func TestReorderedAtPayPal(t *testing.T) {
	t.Parallel()
	s := running(t)
	m := s.payer(t)
	s.heard(t, gateway.NoticeSettled, 1)
	charge := "payments/" + s.Outside.Ledger(t)[0].TrackingID
	s.next(t, "webhook_reordered")
	s.atPayPalDo(t, charge+"/refund-part")
	s.next(t, "webhook_doubled")
	s.atPayPalDo(t, charge+"/refund-part") // half of the rest, told first
	s.heard(t, gateway.NoticeRefunded, 2)
	s.next(t, "webhook_reordered")
	s.atPayPalDo(t, charge+"/dispute")
	s.atPayPalDo(t, charge+"/resolve") // told first
	s.heard(t, gateway.NoticeDisputeEnded, 1)
	s.heard(t, gateway.NoticeDisputed, 1)
	for _, n := range s.notices(t) {
		s.atPayPalDo(t, fmt.Sprintf("notices/%d/resend", n.Number))
	}
	s.Outside.Advance(t, time.Minute)
	if got := s.kept(t); !slices.Equal(got, []int{275}) {
		t.Errorf("PayPal keeps %v", got)
	}
	if got := s.Rows("SELECT sum(amount)::text || ' ' || state || ' ' || asked_by FROM refunds GROUP BY state, asked_by"); !slices.Equal(got, []string{"825 done provider"}) {
		t.Errorf("the book has %v", got)
	}
	if got := s.Rows("SELECT refunded FROM bills"); !slices.Equal(got, []string{"825"}) {
		t.Errorf("of the bill %v went back", got)
	}
	if got := s.Rows("SELECT kind FROM gateway_events WHERE applied_at IS NULL"); len(got) != 0 {
		t.Errorf("open are %v", got)
	}
	if held, err := m.contracts(); err != nil || len(held) != 1 || held[0].Group != "CONTRACT" {
		t.Errorf("the member sees %+v, %v", held, err)
	}
	s.Command("verify-ledger", "--provider")
}
