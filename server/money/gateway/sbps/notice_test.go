package sbps

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/japanese"

	"kaiin/server/money/gateway"
)

// sjisForm writes pairs as they come over the wire, in Shift_JIS.
func sjisForm(t testing.TB, pairs ...string) []byte {
	t.Helper()
	var all []string
	for i := 0; i < len(pairs); i += 2 {
		raw, err := japanese.ShiftJIS.NewEncoder().String(pairs[i+1])
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, pairs[i]+"="+url.QueryEscape(raw))
	}
	return []byte(strings.Join(all, "&"))
}

var formHeader = http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}

// agreed is the result of the form above, as the service sends it: in any order, in Shift_JIS, its
// hash over UTF-8 in capitals. The hashes were computed apart from this package.
func agreed(t testing.TB, hash string) []byte {
	t.Helper()
	return sjisForm(t, "res_result", "OK", "pay_method", "docomo", "merchant_id", "12345", "service_id", "678", "cust_code", "customer-1", "order_id", "form-1",
		"sps_hashcode", hash, "item_id", "plan", "item_name", "プラン A", "service_type", "0", "tracking_id", "", "terminal_type", "0", "free1", "785df4b9101881bd972a",
		"free2", "sbps_docomo", "free3", "", "request_date", "20270101123456", "limit_second", "600", "res_pay_method", "docomo", "res_tracking_id", "00000000000001",
		"res_sps_cust_no", "", "res_sps_payment_no", "", "res_payinfo_key", "", "res_payment_date", "20270101123500", "res_err_code", "", "res_date", "20270101123501")
}

const agreedHash = "91178692E66A3CE487EF3A50F81A435FCC1B7E61"

func TestNoticesOnTheWire(t *testing.T) {
	t.Parallel()
	all := carriersAt(t, "https://api.test")
	for _, hash := range []string{agreedHash, strings.ToLower(agreedHash)} {
		n, err := all[NameDocomo].Notice(t.Context(), formHeader, agreed(t, hash))
		if err != nil {
			t.Fatal(err)
		}
		body := string(n.Body)
		n.Body = nil
		want := gateway.Notice{
			Key: "form-1/00000000000001/OK/20270101123500/", Kind: gateway.NoticeAgreed, At: time.Date(2027, 1, 1, 3, 35, 0, 0, time.UTC),
			OrderID: "form-1", Reference: "00000000000001",
		}
		if n.Key != want.Key || n.Kind != want.Kind || !n.At.Equal(want.At) || n.OrderID != want.OrderID || n.Reference != want.Reference || n.Amount != 0 || n.TrackingID != "" {
			t.Errorf("got %+v, want %+v", n, want)
		}
		if strings.Contains(body, "customer-1") || strings.Contains(body, "プラン") || !strings.Contains(body, `"res_result":"OK"`) {
			t.Errorf("kept: %s", body)
		}
	}
	if status, answer := all[NameDocomo].Answer(nil); status != 200 || answer != "OK," {
		t.Errorf("answered %d %q", status, answer)
	}
	// A month that au could not charge: the form's fields again, with the agreement's id.
	n, err := all[NameAuSimple].Notice(t.Context(), formHeader, sjisForm(t, "pay_method", "auone", "merchant_id", "12345", "service_id", "678", "cust_code", "customer-1",
		"order_id", "form-1", "item_id", "plan", "item_name", "プラン A", "tax", "100", "amount", "1100", "pay_type", "1", "auto_charge_type", "0", "service_type", "0",
		"div_settele", "0", "camp_type", "1", "tracking_id", "00000000000001", "terminal_type", "0", "free1", "2afb929b12c49d27a095", "free2", "sbps_au_simple",
		"request_date", "20270101123456", "res_pay_method", "auone", "res_result", "NG", "res_err_code", "402L4999", "res_date", "20270201090000", "limit_second", "600",
		"sps_hashcode", "247F6C5B46DAB4A44F59E83976A880136352D560"))
	if err != nil || n.Kind != gateway.NoticeDeclined || n.Reference != "00000000000001" || n.TrackingID != "00000000000001/202702" || n.Code != "402L4999" || n.Amount != 1100 {
		t.Errorf("got %+v, %v", n, err)
	}
}

// A refused ending says nothing, since its member can try again; one that is refused because the
// agreement is over says just that.
func TestWhatEndingsTell(t *testing.T) {
	t.Parallel()
	carrier := carriersAt(t, "https://api.test")[NamePaypay]
	for _, c := range []struct {
		result, code string
		want         gateway.NoticeKind
	}{
		{"OK", "", gateway.NoticeEnded},
		{"NG", "311L2999", gateway.NoticeEnded}, {"NG", "31132999", gateway.NoticeEnded}, {"NG", "311L3999", gateway.NoticeEnded},
		{"NG", "311L4999", gateway.NoticeOther}, {"NG", "", gateway.NoticeOther}, {"CN", "", gateway.NoticeOther}, {"PY", "", gateway.NoticePending},
	} {
		n := gateway.Notice{Code: c.code}
		err := carrier.tell(&n, map[string]string{
			"service_type": serviceEnd, "tracking_id": "00000000000007", "res_tracking_id": "00000000000007", "res_result": c.result,
		})
		if err != nil || n.Kind != c.want || (n.Reference == "00000000000007") != (c.want == gateway.NoticeEnded) {
			t.Errorf("%s %s: %+v, %v", c.result, c.code, n, err)
		}
	}
}

func FuzzNotice(f *testing.F) {
	c := carriersAt(f, "https://api.test")[NameDocomo]
	whole := agreed(f, agreedHash)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte("res_result=OK&res_result=NG"))
	f.Add([]byte("%81=%81&&=&"))
	f.Fuzz(func(t *testing.T, body []byte) {
		n, err := c.Notice(t.Context(), formHeader, body)
		if err != nil && !errors.Is(err, gateway.ErrForged) {
			t.Errorf("got %v", err)
		}
		if err == nil && (n.OrderID != "form-1" || n.Kind != gateway.NoticeAgreed) {
			t.Errorf("taken for the service's: %+v", n)
		}
	})
}
