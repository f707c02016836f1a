package money

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/server/money/gateway"
)

// A notice that PayPal did not send, not to us, or not like this, changes nothing, and one that is
// sent again changes nothing more.
func TestForgedNotices(t *testing.T) { // security 52
	t.Parallel()
	s := running(t)
	m := s.payer(t)
	s.heard(t, gateway.NoticeSettled, 1)
	before := s.Everything()
	entries := s.Outside.Ledger(t)
	pay := "payments/" + entries[len(entries)-1].TrackingID
	for _, outcome := range []string{"webhook_bad_signature", "webhook_other_id", "webhook_foreign_cert"} {
		s.next(t, outcome)
		s.atPayPalDo(t, pay+"/dispute")
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		all := s.notices(t)[:3]
		if !slices.ContainsFunc(all, func(n sent) bool { return n.Tries < 3 }) {
			for _, n := range all {
				if n.Status != http.StatusBadRequest {
					t.Errorf("%s is answered %d", n.Outcome, n.Status)
				}
			}
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("not sent: %+v", all)
		}
	}
	all := s.notices(t)
	i := slices.IndexFunc(all, func(n sent) bool { return n.Type == "PAYMENT.CAPTURE.COMPLETED" })
	good := all[i]
	post := func(body string, change func(http.Header)) int {
		a, err := s.visitor("ja").Send("POST", s.Origin+"/payment/notice/paypal", []byte(body), func(r *http.Request) {
			r.Header = http.Header{}
			for name, value := range good.Header {
				r.Header.Set(name, value)
			}
			if change != nil {
				change(r.Header)
			}
		})
		if err != nil { // the server hangs up on who sends too much
			return http.StatusRequestEntityTooLarge
		}
		return a.Status
	}
	var event map[string]any
	must(t, json.Unmarshal([]byte(good.Body), &event))
	event["event_type"] = "PAYMENT.CAPTURE.REFUNDED"
	forged, err := json.Marshal(event)
	must(t, err)
	for name, c := range map[string]struct {
		body   string
		change func(http.Header)
		status int
	}{
		"again":            {good.Body, nil, 200},
		"another event":    {string(forged), nil, 400},
		"a longer one":     {good.Body + " ", nil, 400},
		"nothing":          {"", nil, 400},
		"10 MB":            {strings.Repeat("x", 10<<20), nil, 413},
		"unsigned":         {good.Body, func(h http.Header) { h.Del("Paypal-Transmission-Sig") }, 400},
		"another encoding": {"\xff\xfe" + good.Body, nil, 400},
		"another one's certificate": {good.Body, func(h http.Header) {
			u, _ := url.Parse(h.Get("Paypal-Cert-Url"))
			u.Host = "certificates.example"
			h.Set("Paypal-Cert-Url", u.String())
		}, 400},
	} {
		if got := post(c.body, c.change); got != c.status {
			t.Errorf("%s is answered %d, not %d", name, got, c.status)
		}
	}
	for _, unknown := range []string{"sbps-x", "paypalnvp", "PAYPAL", "paypal%2F"} {
		a, err := s.visitor("ja").Send("POST", s.Origin+"/payment/notice/"+unknown, []byte(good.Body), nil)
		if err != nil || a.Status != http.StatusNotFound && a.Status != http.StatusBadRequest {
			t.Errorf("a notice of %s: %s, %v", unknown, a, err)
		}
	}
	s.Unchanged(before)
	once(t, m, 1100, "monthly")
	s.keptSecret(m)
	if got := strings.Count(s.Log.String(), "a notice is refused"); got < 12 {
		t.Errorf("%d lines in the log", got)
	}
}
