package paypalnvp

import (
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/money/gateway"
)

// ends is what every answer has, as PayPal encodes it.
const ends = "&TIMESTAMP=2026%2d11%2d23T02%3a40%3a00Z&CORRELATIONID=5ae9fc6ac5a5b&ACK=Success&VERSION=124%2e0&BUILD=46549960"

func failure(code string) string {
	return "200 TIMESTAMP=2026%2d11%2d23T02%3a40%3a00Z&CORRELATIONID=5ae9fc6ac5a5b&ACK=Failure&VERSION=124%2e0&BUILD=46549960&L_ERRORCODE0=" + code +
		"&L_SHORTMESSAGE0=Agreement%20canceled&L_LONGMESSAGE0=Billing%20Agreement%20was%20cancelled&L_SEVERITYCODE0=Error"
}

// answering is a merchant in front of a service that gives the answers in turn; the last one stays.
func answering(t *testing.T, answers ...string) (*Client, *[]string) {
	t.Helper()
	var all []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		all = append(all, string(body))
		status, text, _ := strings.Cut(answers[min(len(all), len(answers))-1], " ")
		w.WriteHeader(map[string]int{"200": 200, "302": 302, "403": 403, "429": 429, "500": 500, "503": 503}[status])
		_, _ = io.WriteString(w, text)
	}))
	t.Cleanup(server.Close)
	api, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	checkout, err := url.Parse("https://www.paypal.com/cgi-bin/webscr")
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(config.PayPalNVP{
		APIURL: api, CheckoutURL: checkout, User: "shop_api1.example.jp", Password: "QFZCWN5HZM8VBG7Q", Signature: "A.d9eRKfd1yVkRrtmMfCFLTqa6M9",
		Version: "124.0", BillingType: "MerchantInitiatedBilling",
	}, clock.At(time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)))
	if err != nil {
		t.Fatal(err)
	}
	return c, &all
}

var aCharge = gateway.ChargeRequest{OrderID: "bill-1-1", Kept: gateway.Kept{Reference: "B-3JN47303L0364062J"}, ItemID: "renewal", ItemName: "月額 A&B", Amount: 980, Tax: 89}

const head = "METHOD=%s&VERSION=124.0&USER=shop_api1.example.jp&PWD=QFZCWN5HZM8VBG7Q&SIGNATURE=A.d9eRKfd1yVkRrtmMfCFLTqa6M9"

func TestWhatIsSent(t *testing.T) {
	t.Parallel()
	c, sent := answering(t, "200 TOKEN=EC%2d8P797793UC466090M"+ends,
		"200 TOKEN=EC%2d8P797793UC466090M&BILLINGAGREEMENTACCEPTEDSTATUS=1&EMAIL=taro%40example%2ejp&PAYERID=VYYFH3WJ4JPJQ"+ends,
		"200 BILLINGAGREEMENTID=B%2d3JN47303L0364062J"+ends,
		"200 TRANSACTIONID=4SG19416A9153154P&TRANSACTIONTYPE=merchtpmt&PAYMENTSTATUS=Pending&PENDINGREASON=authorization&AMT=980&CURRENCYCODE=JPY"+ends,
		"200 BILLINGAGREEMENTID=B%2d3JN47303L0364062J&BILLINGAGREEMENTSTATUS=Canceled"+ends)
	asked, err := c.Ask(t.Context(), gateway.Approval{CustomerCode: "c1", Locale: "ja", ReturnURL: "https://shop.test/ok?a=1&b=2", CancelURL: "https://shop.test/ng"})
	if want := (gateway.Asked{ID: "EC-8P797793UC466090M", URL: "https://www.paypal.com/cgi-bin/webscr?cmd=_express-checkout&token=EC-8P797793UC466090M"}); err != nil || asked != want {
		t.Fatal(asked, err)
	}
	agreed, err := c.Agreed(t.Context(), asked.ID)
	if want := (gateway.Agreement{Reference: "B-3JN47303L0364062J", Shown: "taro@example.jp"}); err != nil || agreed != want {
		t.Fatal(agreed, err)
	}
	id, err := c.Charge(t.Context(), aCharge)
	if err != nil || id != "4SG19416A9153154P" {
		t.Fatal(id, err)
	}
	if err := c.Forget(t.Context(), aCharge.Kept); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		strings.Replace(head, "%s", "SetExpressCheckout", 1) + "&PAYMENTREQUEST_0_AMT=0&PAYMENTREQUEST_0_CURRENCYCODE=JPY&PAYMENTREQUEST_0_PAYMENTACTION=AUTHORIZATION&L_BILLINGTYPE0=MerchantInitiatedBilling&L_BILLINGAGREEMENTDESCRIPTION0=%E4%BC%9A%E5%93%A1%E3%82%B5%E3%83%BC%E3%83%93%E3%82%B9%E3%81%AE%E3%81%8A%E6%94%AF%E6%89%95%E3%81%84&L_BILLINGAGREEMENTCUSTOM0=c1&L_PAYMENTTYPE0=InstantOnly&RETURNURL=https%3A%2F%2Fshop.test%2Fok%3Fa%3D1%26b%3D2&CANCELURL=https%3A%2F%2Fshop.test%2Fng&NOSHIPPING=1&LOCALECODE=ja_JP",
		strings.Replace(head, "%s", "GetExpressCheckoutDetails", 1) + "&TOKEN=EC-8P797793UC466090M",
		strings.Replace(head, "%s", "CreateBillingAgreement", 1) + "&TOKEN=EC-8P797793UC466090M",
		strings.Replace(head, "%s", "DoReferenceTransaction", 1) + "&REFERENCEID=B-3JN47303L0364062J&PAYMENTACTION=Authorization&PAYMENTTYPE=InstantOnly&AMT=980&CURRENCYCODE=JPY&ITEMAMT=891&TAXAMT=89&DESC=%E6%9C%88%E9%A1%8D+A%26B&INVNUM=bill-1-1&CUSTOM=nvp-renewal&MSGSUBID=" + messageID("charge bill-1-1"),
		strings.Replace(head, "%s", "BillAgreementUpdate", 1) + "&REFERENCEID=B-3JN47303L0364062J&BILLINGAGREEMENTSTATUS=Canceled",
	} {
		if (*sent)[i] != want {
			t.Errorf("got  %s\nwant %s", (*sent)[i], want)
		}
	}
	if len(messageID("x")) > 38 || messageID("a") == messageID("b") {
		t.Error("MSGSUBID is too long, or the same for two things")
	}
}

func TestRefusalsOnTheWire(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]struct {
		reason gateway.Reason
		code   string
	}{
		failure("10201"): {gateway.ReasonEnded, "10201"},
		failure("11451"): {gateway.ReasonEnded, "11451"},
		failure("10202"): {gateway.ReasonDeclined, "10202"},
		failure("10203"): {gateway.ReasonHardDecline, "10203"},
		failure("10204"): {gateway.ReasonHardDecline, "10204"},
		failure("11084"): {gateway.ReasonDeclined, "11084"},
		failure("11091"): {gateway.ReasonDeclined, "11091"},
		failure("10412"): {gateway.ReasonDuplicate, "10412"},
		failure("10002"): {gateway.ReasonRejected, "10002"},
		failure("10004"): {gateway.ReasonRejected, "10004"},
		failure("99999"): {gateway.ReasonRejected, "99999"},
		failure("10014"): {gateway.ReasonTrouble, "10014"},
		strings.Replace(failure("99999"), "ACK=Failure", "ACK=FailureWithWarning", 1) + "&L_ERRORCODE1=10201":                                                {gateway.ReasonEnded, "10201"},
		"200 TRANSACTIONID=4SG19416A9153154P&L_ERRORCODE0=11452&L_SEVERITYCODE0=Warning" + strings.Replace(ends, "ACK=Success", "ACK=SuccessWithWarning", 1): {gateway.ReasonRejected, "11452"},
		"200 TRANSACTIONID=4SG19416A9153154P&PAYMENTSTATUS=Denied&AMT=980&CURRENCYCODE=JPY" + ends:                                                           {gateway.ReasonDeclined, "Denied"},
		"403 ": {gateway.ReasonRejected, "HTTP 403"},
		"429 ": {gateway.ReasonTrouble, "HTTP 429"},
	} {
		c, _ := answering(t, answer)
		_, err := c.Charge(t.Context(), aCharge)
		refused, ok := errors.AsType[*gateway.Error](err)
		if !ok || refused.Reason != want.reason || refused.Code != want.code || errors.Is(err, gateway.ErrUnknownOutcome) {
			t.Errorf("%s: got %v, want %s (%s)", answer, err, want.reason, want.code)
		}
	}
}

func TestUnclearAnswers(t *testing.T) {
	t.Parallel()
	good := "200 TRANSACTIONID=4SG19416A9153154P&PAYMENTSTATUS=Pending&PENDINGREASON=authorization&AMT=980&CURRENCYCODE=JPY" + ends
	for _, answer := range []string{
		failure("10001"), failure("x"), "500 <html>", "503 ", "302 ", "200 ", "200 <html></html>", good[:len(good)-30], good + good[4:], good + "&x", good + "&NOTE=%zz", good + "&NOTE=%8e",
		strings.Replace(good, "ACK=Success", "ACK=Perhaps", 1), strings.Replace(good, "AMT=980", "AMT=981", 1), strings.Replace(good, "AMT=980", "AMT=980%2e50", 1),
		strings.Replace(good, "JPY", "USD", 1), strings.Replace(good, "Pending&", "Completed&", 1), strings.Replace(good, "=authorization", "=echeck", 1),
		strings.Replace(good, "4SG19416A9153154P", "a%2fb", 1),
	} {
		c, _ := answering(t, answer)
		_, err := c.Charge(t.Context(), aCharge)
		if _, refused := errors.AsType[*gateway.Error](err); refused || !errors.Is(err, gateway.ErrUnknownOutcome) {
			t.Errorf("%s: got %v", answer, err)
		}
	}
	for _, answer := range []string{good, strings.Replace(good, "AMT=980", "AMT=980%2e00", 1), strings.Replace(good, "ACK=Success", "ACK=SuccessWithWarning&L_ERRORCODE0=11607", 1)} {
		c, _ := answering(t, answer)
		if id, err := c.Charge(t.Context(), aCharge); err != nil || id != "4SG19416A9153154P" {
			t.Errorf("%s: got %q, %v", answer, id, err)
		}
	}
}

func TestStatesOfALookUp(t *testing.T) {
	t.Parallel()
	one := func(id, parent, status, amount string) string {
		text := "200 TRANSACTIONID=" + id + "&PAYMENTSTATUS=" + status + "&AMT=" + amount + "&CURRENCYCODE=JPY&INVNUM=b&PENDINGREASON=None"
		if status == "Held" {
			text = strings.NewReplacer("Held", "Pending", "None", "authorization").Replace(text)
		}
		if parent != "" {
			text += "&PARENTTRANSACTIONID=" + parent
		}
		return text + ends
	}
	type want struct {
		state    gateway.TransactionState // "": trouble
		refunded int
	}
	for name, c := range map[string]struct {
		found []string
		want  want
	}{
		"nothing":               {nil, want{gateway.TransactionNone, 0}},
		"held":                  {[]string{one("A", "", "Held", "980")}, want{gateway.TransactionAuthorized, 0}},
		"released":              {[]string{one("A", "", "Voided", "980")}, want{gateway.TransactionCanceled, 0}},
		"over":                  {[]string{one("A", "", "Expired", "980")}, want{gateway.TransactionCanceled, 0}},
		"denied":                {[]string{one("A", "", "Denied", "980")}, want{gateway.TransactionNone, 0}},
		"taken":                 {[]string{one("C", "A", "Completed", "980"), one("A", "", "Completed", "980")}, want{gateway.TransactionSettled, 0}},
		"taken, a part back":    {[]string{one("R", "C", "Completed", "-80"), one("C", "A", "PartiallyRefunded", "980"), one("A", "", "Completed", "980")}, want{gateway.TransactionSettled, 80}},
		"all back":              {[]string{one("R", "C", "Completed", "-980"), one("C", "A", "Refunded", "980"), one("A", "", "Completed", "980")}, want{gateway.TransactionCanceled, 980}},
		"held back":             {[]string{one("C", "A", "Pending", "980"), one("A", "", "Completed", "980")}, want{}},
		"taken, not to be seen": {[]string{one("A", "", "Completed", "980")}, want{}},
		"a refund is missing":   {[]string{one("C", "A", "Refunded", "980"), one("A", "", "Completed", "980")}, want{}},
		"held twice":            {[]string{one("A", "", "Held", "980"), one("A2", "", "Held", "980")}, want{}},
		"taken twice":           {[]string{one("C", "A", "Completed", "980"), one("C2", "A", "Completed", "980"), one("A", "", "Completed", "980")}, want{}},
		"another's capture":     {[]string{one("C", "X", "Completed", "980"), one("A", "", "Completed", "980")}, want{}},
		"nothing held":          {[]string{one("A", "", "Held", "0")}, want{}},
		"dollars":               {[]string{strings.Replace(one("A", "", "Held", "980"), "JPY", "USD", 1)}, want{}},
		"cut short":             {[]string{strings.Replace(one("A", "", "Held", "980"), "&INVNUM=b", "", 1)}, want{}},
		"another's details":     {[]string{strings.Replace(one("A", "", "Held", "980"), "ID=A", "ID=Z", 1)}, want{}},
	} {
		list := "200 "
		for i, text := range c.found {
			id, _, _ := strings.Cut(strings.TrimPrefix(text, "200 TRANSACTIONID="), "&")
			if id == "Z" {
				id = "A"
			}
			list += "L_TRANSACTIONID" + string(rune('0'+i)) + "=" + id + "&"
		}
		client, _ := answering(t, append([]string{list + ends[1:]}, c.found...)...)
		tx, err := client.Lookup(t.Context(), "b", "")
		if c.want.state == "" {
			if _, ok := errors.AsType[*gateway.Error](err); !ok || errors.Is(err, gateway.ErrUnknownOutcome) {
				t.Errorf("%s: got %+v, %v", name, tx, err)
			}
			continue
		}
		if err != nil || tx.State != c.want.state || tx.Refunded != c.want.refunded || tx.State != gateway.TransactionNone && (tx.Amount != 980 || tx.TrackingID != "A") {
			t.Errorf("%s: got %+v, %v", name, tx, err)
		}
	}
}

// The parts of a message cannot be mistaken for each other, whatever a name holds.
func TestNothingCanBeSlippedIn(t *testing.T) {
	t.Parallel()
	c, sent := answering(t, failure("10201"))
	in := aCharge
	in.ItemName, in.OrderID = "x&AMT=1&PAYMENTACTION=Sale ＆＝％00", "a&AMT=1"
	_, _ = c.Charge(t.Context(), in)
	form, err := url.ParseQuery((*sent)[0])
	if err != nil || len(form["AMT"]) != 1 || form.Get("AMT") != "980" || form.Get("DESC") != in.ItemName || form.Get("INVNUM") != in.OrderID {
		t.Errorf("%v, %v", form, err)
	}
	for _, bad := range []string{"", "zahlung-ü", "a b", "a\nb", strings.Repeat("x", 128)} {
		in.OrderID = bad
		if _, err := c.Charge(t.Context(), in); err == nil || len(*sent) != 1 {
			t.Errorf("the order id %q is sent", bad)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("TOKEN=EC%2d8P797793UC466090M" + ends))
	f.Add([]byte(failure("10201")[4:]))
	f.Add([]byte("<html>"))
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := decode(text)
		if err != nil {
			return
		}
		var pairs []pair
		for name, value := range a {
			pairs = append(pairs, pair{name, value})
		}
		again, err := decode([]byte(encode(pairs)))
		if err != nil || !maps.Equal(a, again) {
			t.Errorf("%q: %v, %v", text, again, err)
		}
		judged := reference.judge(a)
		if judged != nil && !errors.Is(judged, gateway.ErrUnknownOutcome) {
			if _, ok := errors.AsType[*gateway.Error](judged); !ok {
				t.Errorf("%q: %v", text, judged)
			}
		}
		if _, err := (found{orderID: a["INVNUM"]}).add([]answer{a}); err != nil {
			if _, ok := errors.AsType[*gateway.Error](err); !ok {
				t.Errorf("%q: %v", text, err)
			}
		}
	})
}
