package sbps

import (
	"errors"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/japanese"

	"kaiin/ent/paymentmethod"
	"kaiin/server/clock"
	"kaiin/server/config"
	"kaiin/server/payment"
)

func withCarriers(cfg *config.SBPS) {
	page := &url.URL{Scheme: "https", Host: "link.test", Path: "/D01"}
	carrier := func(method, code string) config.SBPSCarrier {
		return config.SBPSCarrier{Offered: true, PayMethod: method, Charge: "ST01-00104-" + code, PayType: "1", AutoCharge: "0", DivSettle: "0", CampType: "1"}
	}
	cfg.Carriers = config.SBPSCarriers{
		AgreementURL: page, PurchaseURL: &url.URL{Scheme: "https", Host: "link.test", Path: "/A01"},
		Docomo: carrier("docomo", "401"), Au: carrier("auone", "402"), AuSimple: carrier("auone", "402"), Softbank: carrier("softbank2", "405"),
		SoftbankYahoo: carrier("softbank2", "405"), Paypay: carrier("paypay", "311"),
	}
}

// carriers are all kinds, by their names, whose clock stands at 12:34:56 in Tokyo on New Year's Day.
func carriersAt(t testing.TB, address string) map[string]*Carrier {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	cfg := config.SBPS{APIURL: u, MerchantID: "12345", ServiceID: "678", HashKey: "hash-key", BasicUser: "basic-user", BasicPassword: "basic-password"}
	withCarriers(&cfg)
	client, err := New(cfg, clock.At(time.Date(2027, 1, 1, 3, 34, 56, 0, time.UTC)), WithTimeouts(time.Second, 2*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	all, err := client.Carriers()
	if err != nil || len(all) != 6 {
		t.Fatalf("%d carriers, %v", len(all), err)
	}
	byName := map[string]*Carrier{}
	for _, c := range all {
		byName[c.Name()] = c
	}
	return byName
}

func formRequest(kind paymentmethod.PaymentMethodType, amount int) payment.FormRequest {
	return payment.FormRequest{
		OrderID: "form-1", Kind: kind, CustomerCode: "customer-1", ItemID: "plan", ItemName: "プラン A", Amount: amount, Tax: amount / 11,
		ReturnURL: "https://shop.test/ok?a=1", CancelURL: "https://shop.test/cancel", ErrorURL: "https://shop.test/ng", NoticeURL: "https://shop.test/notice",
	}
}

// The hashes and seals were computed apart from this package, over the values joined by hand in UTF-8, with the key at the end:
// docomo 12345 678 customer-1 form-1 plan プラン A 0 (nothing) 0, the four addresses, seal, name, 20270101123456 600 hash-key.
func TestFormsOnTheWire(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind   paymentmethod.PaymentMethodType
		amount int
		url    string
		want   string
	}{
		NameDocomo: {paymentmethod.PaymentMethodTypeSbpsDocomo, 0, "https://link.test/D01", `pay_method=docomo
merchant_id=12345
service_id=678
cust_code=customer-1
order_id=form-1
item_id=plan
item_name=プラン A
service_type=0
tracking_id=
terminal_type=0
success_url=https://shop.test/ok?a=1
cancel_url=https://shop.test/cancel
error_url=https://shop.test/ng
pagecon_url=https://shop.test/notice
free1=785df4b9101881bd972a
free2=sbps_docomo
free3=
request_date=20270101123456
limit_second=600
sps_hashcode=425c04cf4edf538eaab0b9ca3a03b0172a3be97f
`},
		NameAuSimple: {paymentmethod.PaymentMethodTypeSbpsAuSimple, 1100, "https://link.test/A01", `pay_method=auone
merchant_id=12345
service_id=678
cust_code=customer-1
sps_cust_no=
sps_payment_no=
order_id=form-1
item_id=plan
pay_item_id=
item_name=プラン A
tax=100
amount=1100
pay_type=1
auto_charge_type=0
service_type=0
div_settele=0
last_charge_month=
camp_type=1
tracking_id=
terminal_type=0
success_url=https://shop.test/ok?a=1
cancel_url=https://shop.test/cancel
error_url=https://shop.test/ng
pagecon_url=https://shop.test/notice
free1=2afb929b12c49d27a095
free2=sbps_au_simple
free3=
free_csv=
request_date=20270101123456
limit_second=600
sps_hashcode=bb180d04b9802dd57f828daeb30eb0b5c15197e2
`},
	} {
		form, err := carriersAt(t, "https://api.test")[name].Form(formRequest(c.kind, c.amount))
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for _, p := range form.Params {
			got.WriteString(p.Name + "=" + p.Value + "\n")
		}
		if form.URL != c.url || form.Charset != "Shift_JIS" || got.String() != c.want {
			t.Errorf("%s: %s %s, got\n%s\nwant\n%s", name, form.URL, form.Charset, &got, c.want)
		}
	}
}

func TestFormsThatWouldBeRefused(t *testing.T) {
	t.Parallel()
	all := carriersAt(t, "https://api.test")
	for name, change := range map[string]func(*payment.FormRequest){
		"another kind":     func(in *payment.FormRequest) { in.Kind = paymentmethod.PaymentMethodTypeSbpsAuone },
		"no order id":      func(in *payment.FormRequest) { in.OrderID = "" },
		"long order id":    func(in *payment.FormRequest) { in.OrderID = strings.Repeat("1", 39) },
		"wide order id":    func(in *payment.FormRequest) { in.OrderID = "注文" },
		"spaced customer":  func(in *payment.FormRequest) { in.CustomerCode = "a b" },
		"long customer":    func(in *payment.FormRequest) { in.CustomerCode = strings.Repeat("1", 65) },
		"an amount":        func(in *payment.FormRequest) { in.Amount = 1 },
		"less than none":   func(in *payment.FormRequest) { in.Amount = -1 },
		"no address":       func(in *payment.FormRequest) { in.NoticeURL = "/notice" },
		"a script":         func(in *payment.FormRequest) { in.ReturnURL = "javascript:alert(1)" },
		"a long address":   func(in *payment.FormRequest) { in.ErrorURL = "https://shop.test/" + strings.Repeat("x", 1024) },
		"ends no number":   func(in *payment.FormRequest) { in.Ends = "1' or '1" },
		"ends a long one":  func(in *payment.FormRequest) { in.Ends = strings.Repeat("1", 15) },
		"a line in an url": func(in *payment.FormRequest) { in.CancelURL = "https://shop.test/\r\nx" },
	} {
		in := formRequest(paymentmethod.PaymentMethodTypeSbpsDocomo, 0)
		change(&in)
		form, err := all[NameDocomo].Form(in)
		refused, ok := errors.AsType[*payment.GatewayError](err)
		if !ok || refused.Reason != payment.ReasonRejected || len(form.Params) > 0 {
			t.Errorf("%s: got %+v, %v", name, form, err)
		}
	}
	for name, in := range map[string]payment.FormRequest{
		"a purchase of nothing":     formRequest(paymentmethod.PaymentMethodTypeSbpsAuSimple, 0),
		"a purchase of eight zeros": formRequest(paymentmethod.PaymentMethodTypeSbpsAuSimple, 100_000_000),
	} {
		if _, err := all[NameAuSimple].Form(in); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

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

// agreed is the result of the form above, as the service sends it: in any order, in Shift_JIS, its hash over UTF-8 in capitals. The
// hashes were computed apart from this package.
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
		want := payment.Notice{
			Key: "form-1/00000000000001/OK/20270101123500/", Kind: payment.NoticeAgreed, At: time.Date(2027, 1, 1, 3, 35, 0, 0, time.UTC),
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
	if err != nil || n.Kind != payment.NoticeDeclined || n.Reference != "00000000000001" || n.TrackingID != "00000000000001/202702" || n.Code != "402L4999" || n.Amount != 1100 {
		t.Errorf("got %+v, %v", n, err)
	}
}

// The hashes were computed over the values joined by hand, in Shift_JIS: 12345 678 00000000000001 customer-1 order-1 plan プラン A 100 1100
// sbps_docomo, and 12345 678 00000000000001 300 202701; then 20270101123456 600 hash-key.
func TestCarrierRequestsOnTheWire(t *testing.T) {
	t.Parallel()
	charge, err := carriersAt(t, "https://api.test")[NameDocomo].client.encode(function{"ST01-00104-401", true}, []field{
		text("tracking_id", "00000000000001", 14), text("cust_code", "customer-1", 64), text("order_id", "order-1", 38), text("item_id", "plan", 32),
		wide("item_name", "プラン A", 40), yen("tax", 100), yen("amount", 1100), wide("free1", "", 20), wide("free2", "sbps_docomo", 20), wide("free3", "", 20),
	})
	if err != nil {
		t.Fatal(err)
	}
	const head = `<?xml version="1.0" encoding="Shift_JIS"?>` + "\n"
	const tail = "<request_date>20270101123456</request_date>\n<limit_second>600</limit_second>\n<sps_hashcode>"
	asks := map[string]string{
		"ST01-00104-401": head + `<sps-api-request id="ST01-00104-401">
<merchant_id>12345</merchant_id>
<service_id>678</service_id>
<tracking_id>00000000000001</tracking_id>
<cust_code>customer-1</cust_code>
<order_id>order-1</order_id>
<item_id>plan</item_id>
<item_name>g3aDiYOTIEE=</item_name>
<tax>100</tax>
<amount>1100</amount>
<free2>c2Jwc19kb2NvbW8=</free2>
` + tail + "f591c6a9484efcd5b87bc1511c422571cd8321bb</sps_hashcode>\n</sps-api-request>\n",
		"ST02-00303-402": head + `<sps-api-request id="ST02-00303-402">
<merchant_id>12345</merchant_id>
<service_id>678</service_id>
<tracking_id>00000000000001</tracking_id>
<pay_option_manage>
<amount>300</amount>
<cancel_target_month>202701</cancel_target_month>
</pay_option_manage>
` + tail + "89bba80b88dd75f74ffd82775a77b6c1c11f5dbf</sps_hashcode>\n</sps-api-request>\n",
	}
	if string(charge) != asks["ST01-00104-401"] {
		t.Errorf("got\n%s\nwant\n%s", charge, asks["ST01-00104-401"])
	}
	for id, want := range asks {
		fn := function{id, true}
		address, sent := recording(t, okReply(fn, "<res_tracking_id>00000000000001</res_tracking_id>"))
		all := carriersAt(t, address)
		if id == "ST02-00303-402" {
			err = all[NameAuSimple].Refund(t.Context(), "00000000000001/202701", 300)
		} else { // the answer names the agreement and no charge
			_, err = all[NameDocomo].Charge(t.Context(), payment.ChargeRequest{
				OrderID: "order-1", Kept: payment.Kept{CustomerCode: "customer-1", Reference: "00000000000001"}, ItemID: "plan", ItemName: "プラン A", Amount: 1100, Tax: 100,
			})
			if !errors.Is(err, payment.ErrUnknownOutcome) {
				t.Errorf("%s: got %v", id, err)
			}
			err = nil
		}
		if err != nil || *sent != want {
			t.Errorf("%s: %v, sent\n%s\nwant\n%s", id, err, *sent, want)
		}
	}
}

func TestErrorTableOfCarriers(t *testing.T) {
	t.Parallel()
	const unknown = payment.Reason("unknown outcome")
	for code, want := range map[string]payment.Reason{
		"402L3999": payment.ReasonEnded, "401L2999": payment.ReasonEnded, "40532999": payment.ReasonEnded, "311L3999": payment.ReasonEnded,
		"401L0027": payment.ReasonNoCard, "401L1003": payment.ReasonRejected,
		"401L4999": payment.ReasonDeclined, "402U1999": payment.ReasonDeclined,
		"40135999": payment.ReasonTrouble, // closed at this hour: nothing happened
		"40136999": unknown, "402L5999": unknown, "40290999": unknown, "31185999": unknown,
		"40596999": payment.ReasonDuplicate, "40109025": payment.ReasonRejected, "40228999": payment.ReasonRejected, "40230999": payment.ReasonRejected,
		"101L3999": payment.ReasonRejected, // nothing of the kind is known of cards
	} {
		err := function{"ST01-00104-401", true}.refuse(code)
		got := payment.Reason("")
		if refused, ok := errors.AsType[*payment.GatewayError](err); ok {
			got = refused.Reason
		} else if errors.Is(err, payment.ErrUnknownOutcome) {
			got = unknown
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", code, got, want)
		}
	}
}

func TestStatesOfPayPay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status, amount, refunded string
		state                    payment.TransactionState // empty: left open
		back                     int
	}{
		{"0", "1100", "0", "", 0}, {"1", "1100", "0", payment.TransactionAuthorized, 0}, {"2", "1100", "0", "", 0}, {"3", "1100", "0", payment.TransactionSettled, 0},
		{"4", "1100", "0", payment.TransactionCanceled, 0}, {"5", "1100", "1100", payment.TransactionCanceled, 1100}, {"5", "1100", "300", payment.TransactionSettled, 300},
		{"5", "", "", "", 0}, {"5", "1100", "0", "", 0}, {"5", "1100", "1101", "", 0}, {"9", "1100", "0", "", 0}, {"", "", "", "", 0}, {"3", "1100", "1", "", 0},
	} {
		fn := function{"MG01-00101-311", false}
		address, _ := answering(t, 200, okReply(fn, "<res_tracking_id>00000000000001</res_tracking_id><res_pay_method_info><payment_status>"+
			c.status+"</payment_status><amount>"+c.amount+"</amount><refund_amount>"+c.refunded+"</refund_amount></res_pay_method_info>"))
		tx, err := carriersAt(t, address)[NamePaypay].Lookup(t.Context(), "order-1", "00000000000001")
		if tx.State != c.state || tx.Refunded != c.back || (c.state == "") != isUnclear(fn, err) {
			t.Errorf("%+v: got %+v, %v", c, tx, err)
		}
	}
}

const resultHead = "マーチャントID,サービスID,受注ID,トラッキングID,対象年月,処理区分,金額,エラーコード,処理日時\r\n"

func resultFile(t testing.TB, rows ...string) []byte {
	t.Helper()
	out, err := japanese.ShiftJIS.NewEncoder().Bytes([]byte(resultHead + strings.Join(append(rows, ""), "\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestResultFiles(t *testing.T) {
	t.Parallel()
	cfg := config.SBPS{MerchantID: "12345", ServiceID: "678"}
	got, err := all(ReadResults(strings.NewReader(string(resultFile(t, "12345,678,form-1,00000000000001,202702,売上,1100,,2027/02/01 09:00:00",
		"12345,999,x,y,z,?,-,,", "12345,678,form-2,00000000000002,202702,失敗,1100,402L4999,2027/02/01 09:00:00",
		"12345,678,form-2,00000000000002,202702,解約,0,402L3999,2027/02/03 09:00:00", "12345,678,form-1,00000000000001,202701,返金,500,,2027/02/02 00:00:00"))), cfg))
	if err != nil || len(got) != 4 {
		t.Fatalf("got %+v, %v", got, err)
	}
	want := payment.ProviderCharge{
		Provider: NameAuSimple, Reference: "00000000000001", TrackingID: "00000000000001/202702", OrderID: "form-1", Month: "202702", Amount: 1100,
		Result: payment.ProviderChargeSettled, At: time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC),
	}
	if got[0] != want || got[1].Result != payment.ProviderChargeDeclined || got[1].Code != "402L4999" || got[2].Result != payment.ProviderChargeEnded ||
		got[3].Result != payment.ProviderChargeRefunded || got[3].Month != "202701" {
		t.Errorf("got %+v", got)
	}
	good := "12345,678,form-1,00000000000001,202702,売上,1100,,2027/02/01 09:00:00"
	for name, row := range map[string]string{
		"another merchant": strings.Replace(good, "12345", "54321", 1), "no month": strings.Replace(good, "202702", "202713", 1),
		"no kind": strings.Replace(good, "売上", "売掛", 1), "no amount": strings.Replace(good, "1100", "0", 1), "a negative amount": strings.Replace(good, "1100", "-1", 1),
		"no number": strings.Replace(good, "00000000000001", "1' or '1", 1), "no date": strings.Replace(good, "02/01", "02/30", 1),
		"a column too few": "12345,678", "a quote": `12345,678,"form`, "no order": strings.Replace(good, "form-1", "", 1), "a code": strings.Replace(good, ",,2027", ",boom,2027", 1),
	} {
		if got, err := all(ReadResults(strings.NewReader(string(resultFile(t, good, row))), cfg)); err == nil || len(got) != 1 || strings.Contains(err.Error(), "form-1") {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
	for name, text := range map[string]string{
		"nothing": "", "UTF-8": resultHead + good + "\r\n", "cut": string(resultFile(t, good))[:100], "no names": good + "\r\n", "bytes": strings.Repeat("\xff", 1000),
	} {
		if got, err := all(ReadResults(strings.NewReader(text), cfg)); err == nil {
			t.Errorf("%s: got %+v", name, got)
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
		if err != nil && !errors.Is(err, payment.ErrForged) {
			t.Errorf("got %v", err)
		}
		if err == nil && (n.OrderID != "form-1" || n.Kind != payment.NoticeAgreed) {
			t.Errorf("taken for the service's: %+v", n)
		}
	})
}

func FuzzForm(f *testing.F) {
	c := carriersAt(f, "https://api.test")[NameDocomo]
	f.Add("form-1", "customer-1", "plan", "プラン①〜", "https://shop.test/ok")
	f.Add("", "a b", "\x00", "\xff", "javascript:x")
	f.Fuzz(func(t *testing.T, order, customer, item, title, address string) {
		form, err := c.Form(payment.FormRequest{
			OrderID: order, Kind: paymentmethod.PaymentMethodTypeSbpsDocomo, CustomerCode: customer, ItemID: item, ItemName: title,
			ReturnURL: address, CancelURL: address, ErrorURL: address, NoticeURL: address,
		})
		if err != nil {
			return
		}
		for _, p := range form.Params {
			if raw, err := japanese.ShiftJIS.NewEncoder().String(p.Value); err != nil || strings.ContainsFunc(raw, func(r rune) bool { return r < ' ' }) {
				t.Errorf("%s cannot be sent: %q", p.Name, p.Value)
			}
		}
	})
}

// all reads to the end, or to the first error.
func all(file iter.Seq2[payment.ProviderCharge, error]) (results []payment.ProviderCharge, err error) {
	for r, err := range file {
		if err != nil {
			return results, err
		}
		results = append(results, r)
	}
	return results, nil
}

func FuzzReadResults(f *testing.F) {
	f.Add(resultFile(f, "12345,678,form-1,00000000000001,202702,売上,1100,,2027/02/01 09:00:00"))
	f.Add(resultFile(f, "12345,999,,,,,,,"))
	f.Add([]byte("\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file := ReadResults(strings.NewReader(string(text)), config.SBPS{MerchantID: "12345", ServiceID: "678"})
		results, err := all(file)
		if again, errAgain := all(file); !slices.Equal(again, results) || (errAgain == nil) != (err == nil) {
			t.Errorf("read again: %+v, %v, not %+v, %v", again, errAgain, results, err)
		}
		for _, r := range results {
			if r.Amount < 0 || r.Amount > 9_999_999 || r.OrderID == "" || r.Result == "" || !monthForm.MatchString(r.Month) || !trackingForm.MatchString(r.Reference) {
				t.Errorf("taken for a result: %+v", r)
			}
		}
	})
}

// A refused ending says nothing, since its member can try again; one that is refused because the agreement is over says just that.
func TestWhatEndingsTell(t *testing.T) {
	t.Parallel()
	carrier := carriersAt(t, "https://api.test")[NamePaypay]
	for _, c := range []struct {
		result, code string
		want         payment.NoticeKind
	}{
		{"OK", "", payment.NoticeEnded},
		{"NG", "311L2999", payment.NoticeEnded}, {"NG", "31132999", payment.NoticeEnded}, {"NG", "311L3999", payment.NoticeEnded},
		{"NG", "311L4999", payment.NoticeOther}, {"NG", "", payment.NoticeOther}, {"CN", "", payment.NoticeOther}, {"PY", "", payment.NoticePending},
	} {
		n := payment.Notice{Code: c.code}
		err := carrier.tell(&n, map[string]string{
			"service_type": serviceEnd, "tracking_id": "00000000000007", "res_tracking_id": "00000000000007", "res_result": c.result,
		})
		if err != nil || n.Kind != c.want || (n.Reference == "00000000000007") != (c.want == payment.NoticeEnded) {
			t.Errorf("%s %s: %+v, %v", c.result, c.code, n, err)
		}
	}
}
