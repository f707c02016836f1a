package money

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kaiin/server/money/gateway"
)

// removes deletes the payment method and goes on to the carrier's page where the answer leads
// there; page is empty where it does not.
func (m *member) removes(t testing.TB, id string) (page string) {
	t.Helper()
	a, err := want(m.Send("DELETE", "/zapi/account/payment-method/"+id, []byte("{}"), nil))
	must(t, err)
	next := "/mypage/payment-method/delete/complete"
	form, _ := a.Body["ending"].(map[string]any)
	if form != nil {
		next += "?paymentMethodId=" + id
		page = m.atPageOf(t, form)
	}
	if a.Text("redirectTo") != next {
		t.Errorf("deleted: %s", a)
	}
	return page
}

// endsAtCarrier ends the agreement on the carrier's page and comes back.
func (m *member) endsAtCarrier(t testing.TB, page, id string) {
	t.Helper()
	back := m.answerCarrier(t, page, approves)
	if a := m.posts(t, back, "res_result=NG"); a.Status != http.StatusSeeOther || !strings.HasSuffix(a.Header.Get("Location"), "?paymentMethodId="+id) {
		t.Fatalf("coming back: %s", a)
	}
	until(t, "the agreement is over", func() bool { return m.openAgreement(t, id) == "" })
}

// openAgreement is what the page of the deletion says is still open at the carrier.
func (m *member) openAgreement(t testing.TB, id string) string {
	t.Helper()
	a, err := want(m.Get("/mypage/payment-method/delete/complete/screen-data?paymentMethodId=" + id))
	must(t, err)
	open, _ := a.Body["openAgreement"].(map[string]any)
	if open == nil {
		return ""
	}
	return open["paymentMethodType"].(string)
}

// An agreement that its member alone can end stays in sight until the carrier has told that it is
// over, whatever they do on its page.
func TestEndingAtACarrier(t *testing.T) { // F-203
	t.Parallel()
	s := running(t)
	joined := func(kind string) (m *member, tracking string) {
		m = s.visitor("ja")
		must(t, m.SignUp())
		m.joinCarrier(t, kind)
		return m, s.Rows("SELECT reference FROM payment_methods WHERE id = $1", m.Card)[0]
	}
	for name, c := range map[string]struct {
		pressed url.Values
		notice  string
		there   string // how the carrier has it then
		ended   bool   // as we know it
	}{
		"the tab is closed":                       {url.Values{"answer": {"close"}}, "", "open", false},
		"the member goes back":                    {url.Values{"answer": {"cancel"}}, "", "open", false},
		"the carrier refuses":                     {url.Values{"answer": {"refuse"}}, "", "open", false},
		"ended, and the tab closed":               {url.Values{"payer": {"ok"}, "answer": {"close"}}, "", "ended", true},
		"ended, and told twice":                   {approves, "notice_doubled", "ended", true},
		"ended, and told later":                   {approves, "notice_late", "ended", true},
		"ended, and the notice is lost":           {approves, "notice_lost", "ended", false},
		"ended, and the notice is badly signed":   {approves, "notice_bad_hash", "ended", false},
		"ended, and told as for another merchant": {approves, "notice_other_merchant", "ended", false},
	} {
		t.Run(name, func(t *testing.T) {
			m, tracking := joined("SbpsPaypay")
			page := m.removes(t, m.Card)
			if c.notice != "" {
				s.sbps(t, c.notice, 1)
			}
			m.answerCarrier(t, page, c.pressed)
			if c.ended {
				until(t, "it is known to be over", func() bool { return m.openAgreement(t, m.Card) == "" })
			} else if got := m.openAgreement(t, m.Card); got != "SbpsPaypay" {
				t.Errorf("the page says %q is open", got)
			}
			if state := s.atCarriers(t)[tracking]; state != c.there {
				t.Errorf("the carrier has it %q", state)
			}
			if got := fmt.Sprint(m.walletPage(t).Body["openAgreements"]); strings.Contains(got, m.Card) == c.ended || len(m.wallet(t)) != 0 {
				t.Errorf("the wallet's page: %s, %v", got, m.wallet(t))
			}
			if c.there == "open" { // they change their mind, days later
				m.endsAtCarrier(t, m.removes(t, m.Card), m.Card)
			}
			if !c.ended && c.there == "ended" { // the staff see it, look at the carrier, and note it
				s.Command("agreements", "--open", "--json")
				s.Command("agreements", "--close", m.Card, "--by", "hanako", "--reason", "seen at the carrier")
			}
			if got := m.openAgreement(t, m.Card); got != "" {
				t.Errorf("at last %q is open", got)
			}
		})
	}
	if got := s.Rows("SELECT count(*) FROM payment_methods WHERE ended_at IS NULL"); got[0] != "0" {
		t.Errorf("%s are open", got[0])
	}

	m, tracking := joined("SbpsSoftbank")
	thief := s.visitor("ja")
	must(t, thief.SignUp())
	m.removes(t, m.Card)
	for _, address := range []string{"/mypage/payment-method/delete/complete/screen-data?paymentMethodId=" + m.Card} {
		if a, err := thief.Get(address); err != nil || refusal(a, 404, "NOT_FOUND") != nil {
			t.Errorf("another's agreement: %s, %v", a, err)
		}
	}
	if a, err := thief.Send("DELETE", "/zapi/account/payment-method/"+m.Card, []byte("{}"), nil); err != nil || refusal(a, 404, "NOT_FOUND") != nil {
		t.Errorf("another's form: %s, %v", a, err)
	}
	if a, err := m.Get("/payment/tds/ending-" + m.Card + "/ok"); err != nil || a.Status != http.StatusSeeOther || s.atCarriers(t)[tracking] != "open" || m.openAgreement(t, m.Card) == "" {
		t.Errorf("coming back without having been there: %s, %v", a, err)
	}
	if got := s.Rows("SELECT count(*) FROM gateway_events WHERE applied_at IS NULL"); got[0] != "0" {
		t.Errorf("%s notices are open", got[0])
	}
}

// Members who leave are told before, and in the mail after, what does not end with the membership.
func TestLeavingWithAnAgreement(t *testing.T) {
	t.Parallel()
	s := running(t)
	m := s.visitor("ja")
	must(t, m.SignUp())
	m.joinCarrier(t, "SbpsSoftbank")
	page, err := want(m.Get("/withdraw/screen-data"))
	must(t, err)
	if got := fmt.Sprint(page.Body["openAgreements"]); !strings.Contains(got, "SbpsSoftbank") {
		t.Errorf("the page of leaving says %s", got)
	}
	m.leave()
	all, err := s.Outside.Mails(m.Email)
	must(t, err)
	said := 0
	for _, mail := range all {
		if strings.Contains(mail.Text, "ソフトバンクまとめて支払いの継続課金の契約は、退会では終了しません") {
			said++
		}
	}
	if said != 1 {
		t.Errorf("%d mails say so: %+v", said, all)
	}
	if got := s.Rows("SELECT count(*) FROM payment_methods WHERE state = 'deleted' AND ended_at IS NULL"); got[0] != "1" {
		t.Errorf("%s are left to the staff", got[0])
	}
	s.Command("agreements", "--open")
}

// A notice of a carrier that it did not send, not to us, not like this or about nothing of ours
// changes nothing, is told in the log, and is counted; one that is sent again changes nothing more.
func TestForgedCarrierNotices(t *testing.T) { // security 52
	t.Parallel()
	for _, kind := range []string{"SbpsDocomo", "SbpsAuone", "SbpsSoftbank", "SbpsSoftbankYahoo", "SbpsPaypay", "SbpsAuSimple"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			s := running(t)
			m := s.visitor("ja")
			must(t, m.SignUp())
			if kind == "SbpsAuSimple" {
				m.answerCarrier(t, m.orderAtCarrier(t), approves)
				until(t, "the order is paid", func() bool { got, err := m.contracts(); return err == nil && len(got) == 1 })
			} else {
				m.joinCarrier(t, kind)
			}
			var sent []struct{ URL, Body string }
			must(t, s.Outside.Call("GET", "/sbps/notices.json", nil, &sent))
			good, err := url.ParseQuery(sent[0].Body)
			must(t, err)
			s.Outside.Advance(t, 0)
			before := s.Everything()
			log := len(s.Log.String())
			with := func(name, value string) string {
				changed := url.Values{}
				for field, values := range good {
					changed[field] = values
				}
				changed.Set(name, value)
				return changed.Encode()
			}
			forged := map[string]string{
				"a wrong hash": with("sps_hashcode", strings.Repeat("0", 40)), "no hash": with("sps_hashcode", ""), "UTF-8": with("item_name", "会員"),
				"an amount": with("amount", "1"), "a higher amount": with("amount", "9999999"), "an unknown order": with("order_id", "unknown"),
				"another result": with("res_result", "NG"), "an ending": with("service_type", "1"), "another agreement": with("res_tracking_id", "99999999999999"),
				"another merchant": with("merchant_id", "99999"), "another carrier": with("free2", "sbps_x"), "a field twice": sent[0].Body + "&order_id=1",
				"nothing": "", "no form": "{}", "NUL": with("free3", "\x00"), "long": with("free3", strings.Repeat("x", 200<<10)),
			}
			post := func(body, media string) (answer, error) {
				return s.visitor("ja").Send("POST", sent[0].URL, []byte(body), func(r *http.Request) { r.Header.Set("Content-Type", media) })
			}
			const media = "application/x-www-form-urlencoded"
			for name, body := range forged {
				if a, err := post(body, media); err != nil || a.Status != http.StatusOK || !strings.HasPrefix(string(a.Raw), "NG,") {
					t.Errorf("%s is answered %s, %v", name, a, err)
				}
			}
			if a, err := post(sent[0].Body, "application/json"); err != nil || !strings.HasPrefix(string(a.Raw), "NG,") {
				t.Errorf("as JSON: %s, %v", a, err)
			}
			if a, err := post(strings.Repeat("x", 10<<20), media); err == nil && a.Status != http.StatusRequestEntityTooLarge {
				t.Errorf("10 MB: %s", a)
			}
			for range 2 { // a replay
				if a, err := post(sent[0].Body, media); err != nil || !strings.HasPrefix(string(a.Raw), "OK,") {
					t.Errorf("again: %s, %v", a, err)
				}
			}
			s.Outside.Advance(t, 0)
			s.Unchanged(before)
			if got := strings.Count(s.Log.String()[log:], "a notice is refused"); got != len(forged)+1 {
				t.Errorf("%d lines in the log, want %d", got, len(forged)+1)
			}
			if got := s.Rows("SELECT coalesce(sum(count), 0) FROM throttles WHERE key LIKE 'notice-forged:%'")[0]; got != fmt.Sprint(len(forged)+1) {
				t.Errorf("%s were counted, want %d", got, len(forged)+1)
			}
		})
	}
}

// A stranger's thousand forged notices keep no other notice from being taken.
func TestAThousandForgedNotices(t *testing.T) { // security 52
	t.Parallel()
	s := running(t)
	stranger := s.visitor("ja")
	answers, began := map[int]int{}, time.Now()
	for range 1000 {
		a, err := stranger.Send("POST", s.Origin+"/payment/notice/paypal", []byte("{}"), nil)
		must(t, err)
		answers[a.Status]++
	}
	refused := answers[http.StatusBadRequest]
	after := int(time.Since(began) / (30 * time.Second)) // one more is read after each wait, where the machine takes that long
	if refused < 100 || refused > 100+after || refused+answers[http.StatusTooManyRequests] != 1000 {
		t.Errorf("answered %v", answers)
	}
	m := s.payer(t)
	s.heard(t, gateway.NoticeSettled, 1)
	once(t, m, 1100, "monthly")
	if got := strings.Count(s.Log.String(), "a notice is refused"); got != refused {
		t.Errorf("%d lines in the log, want %d", got, refused)
	}
	s.Outside.Advance(t, 15*time.Minute) // the longest wait
	if a, err := stranger.Send("POST", s.Origin+"/payment/notice/paypal", []byte("{}"), nil); err != nil || a.Status != http.StatusBadRequest {
		t.Errorf("after the wait: %s, %v", a, err)
	}
}
