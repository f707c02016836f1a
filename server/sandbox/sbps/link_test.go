package sbps

import (
	"crypto/sha1"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/text/encoding/japanese"

	"kaiin/server/base/clock"
	"kaiin/server/sandbox/outcome"
)

// carrierShop is a merchant that sends browsers to the pages of carriers, with forms of its
// own making.
type carrierShop struct {
	*shop
	notify string // our address for notices

	mu      sync.Mutex
	notices []string
}

func setupCarriers(t *testing.T) *carrierShop {
	t.Helper()
	s := &carrierShop{shop: setup(t)}
	inbox := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.notices = append(s.notices, string(body))
		s.mu.Unlock()
		_, _ = io.WriteString(w, "OK,")
	}))
	t.Cleanup(inbox.Close)
	s.notify = inbox.URL
	return s
}

func (s *carrierShop) told() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.notices)
}

// agreement are the fields of D01-1 in their order.
func (s *carrierShop) agreement(order string) []at {
	return []at{
		{"pay_method", "docomo"}, {"merchant_id", merchant.MerchantID}, {"service_id", merchant.ServiceID}, {"cust_code", "m"}, {"order_id", order},
		{"item_id", "plan"}, {"item_name", "プラン"}, {"service_type", "0"}, {"tracking_id", ""}, {"terminal_type", "0"},
		{"success_url", "https://shop.test/ok"}, {"cancel_url", "https://shop.test/cancel"}, {"error_url", "https://shop.test/ng"}, {"pagecon_url", s.notify},
		{"free1", ""}, {"free2", "docomo"}, {"free3", ""}, {"request_date", s.clock.Now().In(clock.Tokyo).Format("20060102150405")}, {"limit_second", "600"},
	}
}

// purchase are the fields of A01-1 in their order.
func (s *carrierShop) purchase(order, amount string) []at {
	return []at{
		{"pay_method", "auone"}, {"merchant_id", merchant.MerchantID}, {"service_id", merchant.ServiceID}, {"cust_code", "m"}, {"sps_cust_no", ""}, {"sps_payment_no", ""},
		{"order_id", order}, {"item_id", "plan"}, {"pay_item_id", ""}, {"item_name", "プラン"}, {"tax", "100"}, {"amount", amount},
		{"pay_type", "1"}, {"auto_charge_type", "0"}, {"service_type", "0"}, {"div_settele", "0"}, {"last_charge_month", ""}, {"camp_type", "1"},
		{"tracking_id", ""}, {"terminal_type", "0"}, {"success_url", "https://shop.test/ok"}, {"cancel_url", "https://shop.test/cancel"},
		{"error_url", "https://shop.test/ng"}, {"pagecon_url", s.notify}, {"free1", ""}, {"free2", "au"}, {"free3", ""}, {"free_csv", ""},
		{"request_date", s.clock.Now().In(clock.Tokyo).Format("20060102150405")}, {"limit_second", "600"},
	}
}

func with(fields []at, name, value string) []at {
	fields = slices.Clone(fields)
	for i := range fields {
		if fields[i].path == name {
			fields[i].value = value
		}
	}
	return fields
}

// submit posts a form as a browser does, with its hash over UTF-8; it tells the page, "" when the
// form is refused.
func (s *carrierShop) submit(path string, fields []at, encode func(string) []byte) string {
	s.Helper()
	var hashed strings.Builder
	var pairs []string
	for _, f := range fields {
		hashed.WriteString(strings.TrimSpace(f.value))
		pairs = append(pairs, f.path+"="+url.QueryEscape(string(encode(f.value))))
	}
	sum := sha1.Sum([]byte(hashed.String() + s.hashKey))
	pairs = append(pairs, "sps_hashcode="+hex.EncodeToString(sum[:]))
	res, err := s.http.Post(s.url+path, "application/x-www-form-urlencoded", strings.NewReader(strings.Join(pairs, "&")))
	if err != nil {
		s.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusSeeOther {
		return ""
	}
	return res.Header.Get("Location")
}

const (
	agreementPath = "/f02/agreement.do"
	purchasePath  = "/f01/FepBuyInfoReceive.do"
)

func (s *carrierShop) answer(page string, form url.Values) (status int, text string) {
	s.Helper()
	res, err := s.http.PostForm(s.url+page, form)
	if err != nil {
		s.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		s.Fatal(err)
	}
	return res.StatusCode, string(body)
}

func TestFormsAreCheckedWhole(t *testing.T) {
	t.Parallel()
	s := setupCarriers(t)
	good := s.agreement("form-1")
	for name, c := range map[string]struct {
		fields []at
		encode func(string) []byte
		hash   string
	}{
		"UTF-8":                 {good, func(text string) []byte { return []byte(text) }, ""},
		"another hash":          {good, sjis, "other"},
		"an element is missing": {slices.Delete(slices.Clone(good), 16, 17), sjis, ""},
		"one element more":      {slices.Insert(slices.Clone(good), 16, at{"free4", ""}), sjis, ""},
		"another order":         {append([]at{good[1], good[0]}, good[2:]...), sjis, ""},
		"another merchant":      {with(good, "merchant_id", "99999"), sjis, ""},
		"another method":        {with(good, "pay_method", "cheque"), sjis, ""},
		"no order id":           {with(good, "order_id", ""), sjis, ""},
		"no address":            {with(good, "pagecon_url", "/notice"), sjis, ""},
		"late":                  {with(good, "request_date", "20261201114959"), sjis, ""},
		"ends nothing":          {with(good, "service_type", "1"), sjis, ""},
		"a service of its own":  {with(good, "service_type", "7"), sjis, ""},
	} {
		s.hashKey = merchant.HashKey + c.hash
		if page := s.submit(agreementPath, c.fields, c.encode); page != "" {
			t.Errorf("%s: taken", name)
		}
	}
	s.hashKey = merchant.HashKey
	for name, fields := range map[string][]at{
		"PayPay charges nothing by itself": with(s.purchase("form-2", "1100"), "pay_method", "paypay"),
		"no amount":                        s.purchase("form-2", "0"),
		"an amount that is none":           s.purchase("form-2", "01100"),
		"once":                             with(s.purchase("form-2", "1100"), "pay_type", "0"),
	} {
		if page := s.submit(purchasePath, fields, sjis); page != "" {
			t.Errorf("%s: taken", name)
		}
	}
	if len(s.told()) != 0 {
		t.Error("a refused form is told")
	}
	if page := s.submit(agreementPath, good, sjis); page == "" {
		t.Error("the form is refused")
	}
	if page := s.submit(agreementPath, good, sjis); page != "" {
		t.Error("the order id is taken twice")
	}
}

// The notice comes before the browser's return, in Shift_JIS with a hash over UTF-8; the browser
// carries the same with a hash over Shift_JIS.
func TestANoticeComesBeforeTheReturn(t *testing.T) {
	t.Parallel()
	s := setupCarriers(t)
	page := s.submit(agreementPath, s.agreement("form-1"), sjis)
	if status, _ := s.answer(page, url.Values{"payer": {"stranger"}}); status != http.StatusBadRequest {
		t.Errorf("answered %d", status)
	}
	if _, text := s.answer(page, url.Values{"answer": {"close"}}); !strings.Contains(text, "手続きは済んでいません") || len(s.told()) != 0 {
		t.Errorf("closing the tab: %s", text)
	}
	_, text := s.answer(page, url.Values{"payer": {"ok"}})
	if len(s.told()) != 1 || !strings.Contains(text, `action="https://shop.test/ok"`) || !strings.Contains(text, `name="res_result" value="OK"`) {
		t.Fatalf("%d notices, %s", len(s.told()), text)
	}
	if status, _ := s.answer(page, url.Values{"payer": {"ok"}}); status != http.StatusNotFound || len(s.told()) != 1 {
		t.Errorf("answered twice: %d", status)
	}
	values := map[string]string{}
	for pair := range strings.SplitSeq(s.told()[0], "&") {
		name, escaped, _ := strings.Cut(pair, "=")
		raw, err := url.QueryUnescape(escaped)
		if err != nil {
			t.Fatal(err)
		}
		if values[name], err = japanese.ShiftJIS.NewDecoder().String(raw); err != nil {
			t.Fatal(err)
		}
	}
	now := "20261201120000"
	sum := func(text []byte) string { h := sha1.Sum(text); return hex.EncodeToString(h[:]) }
	joined := "docomo12345678mform-1planプラン00docomo" + now + "docomoOK" + values["res_tracking_id"] + now + now + "600" + merchant.HashKey
	if want := strings.ToUpper(sum([]byte(joined))); values["sps_hashcode"] != want || values["item_name"] != "プラン" || values["success_url"] != "" {
		t.Errorf("got %v, want the hash %s", values, want)
	}
	if want := sum(sjis(joined)); !strings.Contains(text, `name="sps_hashcode" value="`+want+`"`) {
		t.Errorf("the browser carries another hash than %s: %s", want, text)
	}
}

func TestWhatAMemberDoesAtTheCarrier(t *testing.T) {
	t.Parallel()
	s := setupCarriers(t)
	for i, c := range []struct {
		form url.Values
		told int
		back string
	}{
		{url.Values{"answer": {"cancel"}}, 0, "https://shop.test/cancel"},
		{url.Values{"answer": {"refuse"}}, 1, "https://shop.test/ng"},
		{url.Values{"payer": {"ok"}, "answer": {"close"}}, 2, ""},
		{url.Values{"payer": {"limit"}}, 3, "https://shop.test/ok"},
	} {
		page := s.submit(agreementPath, s.agreement("form-"+string(rune('a'+i))), sjis)
		_, text := s.answer(page, c.form)
		if len(s.told()) != c.told || c.back != "" && !strings.Contains(text, `action="`+c.back+`"`) || c.back == "" && strings.Contains(text, "shop.test") {
			t.Errorf("%v: %d notices, %s", c.form, len(s.told()), text)
		}
	}
	contracts := s.service.Contracts()
	if len(contracts) != 2 {
		t.Fatalf("got %+v", contracts)
	}
	limited := contracts[0].TrackingID
	s.want(s.call("ST01-00104-401", contractFields(limited, "o-1", "1100")...), "NG401L4999")
	if len(s.service.Ledger()) != 0 {
		t.Errorf("money moved: %+v", s.service.Ledger())
	}
}

func contractFields(tracking, order, amount string) []at {
	return []at{
		{"merchant_id", merchant.MerchantID}, {"service_id", merchant.ServiceID}, {"tracking_id", tracking}, {"cust_code", "m"}, {"order_id", order},
		{"item_id", "plan"}, {"item_name", "プラン"}, {"amount", amount},
	}
}

// The carrier charges each first of a month at nine in the morning in Tokyo, however far the
// clock is moved at once, until the agreement is over; what it could not take is in the file and
// in no book.
func TestTheMonthlyCharger(t *testing.T) {
	t.Parallel()
	s := setupCarriers(t) // 12:00 in Tokyo on 2026-12-01
	s.answer(s.submit(purchasePath, s.purchase("form-1", "1100"), sjis), url.Values{"payer": {"ok"}})
	for _, o := range []string{outcome.OK, outcome.Decline, noticeLost, agreementCancelled} {
		if err := s.queue.Push(outcome.Entry{Service: Name, Outcome: o, Function: fnMonthly, Times: 1}); err != nil {
			t.Fatal(err)
		}
	}
	s.clock.advance(31*24*time.Hour - 3*time.Hour - time.Second) // a second before nine on the first of January
	if n := len(s.service.Ledger()); n != 1 {
		t.Fatalf("%d charges", n)
	}
	s.clock.advance(200 * 24 * time.Hour)
	tracking := s.service.Contracts()[0].TrackingID
	got, err := japanese.ShiftJIS.NewDecoder().String(string(s.service.results("")))
	row := func(month, rest string) string {
		return "12345,678,form-1," + tracking + "," + month + "," + rest + "\r\n"
	}
	want := strings.Join(resultColumns, ",") + "\r\n" + row("202612", "売上,1100,,2026/12/01 12:00:00") + row("202701", "売上,1100,,2027/01/01 09:00:00") +
		row("202702", "失敗,1100,402L4999,2027/02/01 09:00:00") + row("202704", "解約,0,402L3999,2027/04/01 09:00:00")
	if err != nil || got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if entries := s.service.Ledger(); len(entries) != 3 { // March was taken, and the file does not tell
		t.Errorf("got %+v", entries)
	}
	if one, _ := japanese.ShiftJIS.NewDecoder().String(string(s.service.results("202702"))); one != strings.Join(resultColumns, ",")+"\r\n"+row("202702", "失敗,1100,402L4999,2027/02/01 09:00:00") {
		t.Errorf("of one month: %q", one)
	}
	saved, err := s.service.Save()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.service.Restore(saved); err != nil || s.service.Contracts()[0].State != contractEndedByPayer || len(s.service.Ledger()) != 3 {
		t.Errorf("after a restart: %+v, %v", s.service.Contracts(), err)
	}
}
