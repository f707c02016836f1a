package sbps

import (
	"crypto/sha1"
	"encoding/hex"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/sandbox/outcome"
)

// What a notice can come to.
const (
	noticeAfter         = "notice_after"          // after the browser's return
	noticeLate          = "notice_late"           // later than that
	noticeLost          = "notice_lost"           // never; of a month: missing in the file
	noticeTwice         = "notice_doubled"        // sent twice
	noticeBadHash       = "notice_bad_hash"       // with a wrong hash
	noticeMisencoded    = "notice_misencoded"     // in UTF-8
	noticeOtherMerchant = "notice_other_merchant" // for another merchant
	noticeWrongAmount   = "notice_wrong_amount"   // a yen more
)

var noticeOutcomes = []string{
	noticeAfter, noticeLate, noticeLost, noticeTwice, noticeBadHash, noticeMisencoded, noticeOtherMerchant, noticeWrongAmount,
}

const (
	keptNotices = 200
	afterReturn = 500 * time.Millisecond
	lateNotice  = 3 * time.Second
)

// noticeFields are the fields of a result in the order in which the hash runs over them.
var noticeFields = strings.Fields(`pay_method merchant_id service_id cust_code sps_cust_no sps_payment_no order_id item_id pay_item_id item_name tax amount
	pay_type auto_charge_type service_type div_settele last_charge_month camp_type tracking_id terminal_type free1 free2 free3 request_date
	res_pay_method res_result res_tracking_id res_sps_cust_no res_sps_payment_no res_payinfo_key res_payment_date res_err_code res_date limit_second`)

// Notice is a result that is told to the product's server.
type Notice struct {
	Number  int       `json:"number"`
	At      time.Time `json:"at"`
	OrderID string    `json:"orderId"`
	Result  string    `json:"result"`
	Outcome string    `json:"outcome"`
	URL     string    `json:"url"`
	Body    string    `json:"body"`
	Tries   int       `json:"tries"`
	Answer  string    `json:"answer"` // the last one; empty: none
}

// Notices lists the latest ones, newest first.
func (s *Service) Notices() []Notice {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]Notice, 0, len(s.notices))
	for _, n := range slices.Backward(s.notices) {
		list = append(list, *n)
	}
	return list
}

// resultOf are the fields that tell the result of a form: what it sent, but for the addresses, and
// what came of it.
func (s *Service) resultOf(a *application, result, tracking, code string) map[string]string {
	values := map[string]string{}
	for name, value := range a.Values {
		if slices.Contains(noticeFields, name) {
			values[name] = value
		}
	}
	now := s.Clock.Now().In(clock.Tokyo).Format(stamp)
	maps.Copy(values, map[string]string{
		"res_pay_method": a.Values["pay_method"], "res_result": result, "res_tracking_id": tracking, "res_sps_cust_no": "", "res_sps_payment_no": "",
		"res_payinfo_key": "", "res_payment_date": "", "res_err_code": code, "res_date": now,
	})
	if result == "OK" {
		values["res_payment_date"] = now
	}
	return values
}

// sign adds the hash to the fields of a result, over their values in UTF-8, or in Shift_JIS
// for browsers.
func (s *Service) sign(values map[string]string, shiftJIS bool) {
	var text strings.Builder
	for _, name := range noticeFields {
		text.WriteString(strings.TrimSpace(values[name]))
	}
	raw := []byte(text.String())
	if shiftJIS {
		raw = toShiftJIS(text.String())
	}
	sum := sha1.Sum(append(raw, s.Merchant.HashKey...))
	values["sps_hashcode"] = hex.EncodeToString(sum[:])
	if !shiftJIS {
		values["sps_hashcode"] = strings.ToUpper(values["sps_hashcode"])
	}
}

// notice makes what is told to the product's server, as the script has it, and keeps it for people
// to look at.
func (s *Service) notice(a *application, values map[string]string, script string) *Notice {
	values = maps.Clone(values)
	switch script {
	case noticeOtherMerchant:
		values["merchant_id"] = "99999"
	case noticeWrongAmount:
		if a.Purchase {
			values["amount"] = strconv.Itoa((&request{values: a.Values}).yen("amount") + 1)
		}
	}
	s.sign(values, false)
	if script == noticeBadHash {
		values["sps_hashcode"] = strings.Repeat("0", 40)
	}
	var pairs []string
	for name, value := range values {
		raw := toShiftJIS(value)
		if script == noticeMisencoded {
			raw = []byte(value)
		}
		pairs = append(pairs, name+"="+url.QueryEscape(string(raw)))
	}
	rand.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	n := &Notice{
		Number: 1, At: s.Clock.Now(), OrderID: values["order_id"], Result: values["res_result"], Outcome: script, URL: a.Values["pagecon_url"],
		Body: strings.Join(pairs, "&"),
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := len(s.notices); last > 0 {
		n.Number = s.notices[last-1].Number + 1
	}
	if s.notices = append(s.notices, n); len(s.notices) > keptNotices {
		s.notices = slices.Delete(s.notices, 0, len(s.notices)-keptNotices)
	}
	return n
}

// deliver tells the product, before the browser returns or after it, as the script has it. It tells
// whether the browser may go back to where it said: a notice that was to come first has to be
// answered by OK.
func (s *Service) deliver(n *Notice, script outcome.Entry) bool {
	later := func(pause time.Duration) {
		if script.Delay > 0 {
			pause = script.Delay
		}
		time.AfterFunc(pause, func() { s.post(n) })
	}
	switch script.Outcome {
	case noticeLost:
		return true
	case noticeAfter:
		later(afterReturn)
		return true
	case noticeLate:
		later(lateNotice)
		return true
	case noticeTwice:
		s.post(n)
	}
	return s.post(n)
}

var noticeClient = &http.Client{
	Timeout:       10 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// post sends a notice once and tells whether it was answered by OK.
func (s *Service) post(n *Notice) bool {
	answer := ""
	res, err := noticeClient.Post(n.URL, "application/x-www-form-urlencoded", strings.NewReader(n.Body))
	if err == nil {
		text, _ := io.ReadAll(io.LimitReader(res.Body, 200))
		_ = res.Body.Close()
		if answer = string(text); res.StatusCode != http.StatusOK {
			answer = res.Status
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n.Tries, n.Answer = n.Tries+1, answer
	return strings.HasPrefix(answer, "OK,")
}

func (s *Service) resend(w http.ResponseWriter, r *http.Request) {
	if foreign(w, r) {
		return
	}
	number, _ := strconv.Atoi(r.PathValue("n"))
	s.mu.Lock()
	i := slices.IndexFunc(s.notices, func(n *Notice) bool { return n.Number == number })
	var n *Notice
	if i >= 0 {
		n = s.notices[i]
	}
	s.mu.Unlock()
	if n == nil {
		http.NotFound(w, r)
		return
	}
	s.post(n)
	http.Redirect(w, r, "/carriers", http.StatusSeeOther)
}

// isNotice tells which scripted outcomes are about notices.
func isNotice(e outcome.Entry) bool {
	return slices.Contains(noticeOutcomes, e.Outcome) && (e.Function == "" || e.Function == fnNotice)
}
