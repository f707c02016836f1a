package sbps

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"

	"kaiin/server/money/gateway"
)

func formRequest(kind gateway.MethodType, amount int) gateway.FormRequest {
	return gateway.FormRequest{
		OrderID: "form-1", Kind: kind, CustomerCode: "customer-1", ItemID: "plan", ItemName: "プラン A", Amount: amount, Tax: amount / 11,
		ReturnURL: "https://shop.test/ok?a=1", CancelURL: "https://shop.test/cancel", ErrorURL: "https://shop.test/ng", NoticeURL: "https://shop.test/notice",
	}
}

// The hashes and seals were computed apart from this package, over the values joined by hand in
// UTF-8, with the key at the end: docomo 12345 678 customer-1 form-1 plan プラン A 0 (nothing) 0, the
// four addresses, seal, name, 20270101123456 600 hash-key.
func TestFormsOnTheWire(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind   gateway.MethodType
		amount int
		url    string
		want   string
	}{
		NameDocomo: {gateway.SbpsDocomo, 0, "https://link.test/D01", `pay_method=docomo
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
		NameAuSimple: {gateway.SbpsAuSimple, 1100, "https://link.test/A01", `pay_method=auone
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
	for name, change := range map[string]func(*gateway.FormRequest){
		"another kind":     func(in *gateway.FormRequest) { in.Kind = gateway.SbpsAuone },
		"no order id":      func(in *gateway.FormRequest) { in.OrderID = "" },
		"long order id":    func(in *gateway.FormRequest) { in.OrderID = strings.Repeat("1", 39) },
		"wide order id":    func(in *gateway.FormRequest) { in.OrderID = "注文" },
		"spaced customer":  func(in *gateway.FormRequest) { in.CustomerCode = "a b" },
		"long customer":    func(in *gateway.FormRequest) { in.CustomerCode = strings.Repeat("1", 65) },
		"an amount":        func(in *gateway.FormRequest) { in.Amount = 1 },
		"less than none":   func(in *gateway.FormRequest) { in.Amount = -1 },
		"no address":       func(in *gateway.FormRequest) { in.NoticeURL = "/notice" },
		"a script":         func(in *gateway.FormRequest) { in.ReturnURL = "javascript:alert(1)" },
		"a long address":   func(in *gateway.FormRequest) { in.ErrorURL = "https://shop.test/" + strings.Repeat("x", 1024) },
		"ends no number":   func(in *gateway.FormRequest) { in.Ends = "1' or '1" },
		"ends a long one":  func(in *gateway.FormRequest) { in.Ends = strings.Repeat("1", 15) },
		"a line in an url": func(in *gateway.FormRequest) { in.CancelURL = "https://shop.test/\r\nx" },
	} {
		in := formRequest(gateway.SbpsDocomo, 0)
		change(&in)
		form, err := all[NameDocomo].Form(in)
		refused, ok := errors.AsType[*gateway.Error](err)
		if !ok || refused.Reason != gateway.ReasonRejected || len(form.Params) > 0 {
			t.Errorf("%s: got %+v, %v", name, form, err)
		}
	}
	for name, in := range map[string]gateway.FormRequest{
		"a purchase of nothing":     formRequest(gateway.SbpsAuSimple, 0),
		"a purchase of eight zeros": formRequest(gateway.SbpsAuSimple, 100_000_000),
	} {
		if _, err := all[NameAuSimple].Form(in); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

func FuzzForm(f *testing.F) {
	c := carriersAt(f, "https://api.test")[NameDocomo]
	f.Add("form-1", "customer-1", "plan", "プラン①〜", "https://shop.test/ok")
	f.Add("", "a b", "\x00", "\xff", "javascript:x")
	f.Fuzz(func(t *testing.T, order, customer, item, title, address string) {
		form, err := c.Form(gateway.FormRequest{
			OrderID: order, Kind: gateway.SbpsDocomo, CustomerCode: customer, ItemID: item, ItemName: title,
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
