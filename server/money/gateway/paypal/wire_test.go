package paypal

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/money/gateway"
)

// heard is what a merchant sent.
type heard struct {
	line string // method and path
	key  string
	body string
}

// answering is a merchant in front of a service that gives a token, and to everything else the
// answers in turn; the last one stays.
func answering(t *testing.T, answers ...string) (*Client, *[]heard) {
	t.Helper()
	var all []heard
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.URL.Path == "/v1/oauth2/token" {
			if user, password, _ := r.BasicAuth(); user != "client" || password != "secret" || string(body) != "grant_type=client_credentials" {
				t.Errorf("the token is asked for with %q, %q", user, body)
			}
			_, _ = io.WriteString(w, `{"scope":"https://uri.paypal.com/services/payments/payment","access_token":"A21AAtoken","token_type":"Bearer","app_id":"APP-80W284485P519543T","expires_in":31668,"nonce":"2026"}`)
			return
		}
		if r.Header.Get("Authorization") != "Bearer A21AAtoken" || len(body) > 0 && r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: %v", r.URL, r.Header)
		}
		all = append(all, heard{r.Method + " " + r.URL.Path, r.Header.Get("PayPal-Request-Id"), string(body)})
		status, text, _ := strings.Cut(answers[min(len(all), len(answers))-1], " ")
		code := map[string]int{"200": 200, "201": 201, "204": 204, "302": 302, "400": 400, "403": 403, "404": 404, "409": 409, "422": 422, "429": 429, "500": 500, "503": 503}[status]
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		_, _ = io.WriteString(w, text)
	}))
	t.Cleanup(server.Close)
	api, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(config.PayPal{APIURL: api, ClientID: "client", ClientSecret: "secret", TokenType: "SETUP_TOKEN", WebhookID: "WH1", CertHost: ".paypal.com"}, clock.New())
	if err != nil {
		t.Fatal(err)
	}
	return c, &all
}

const (
	made = `201 {"id":"5O190127TN364715T","status":"CREATED","links":[{"href":"https://api-m.paypal.com/v2/checkout/orders/5O190127TN364715T","rel":"self","method":"GET"}]}`
	held = `201 {"id":"5O190127TN364715T","status":"COMPLETED","purchase_units":[{"reference_id":"default","amount":{"currency_code":"JPY","value":"980"},"invoice_id":"bill-1-1","payments":{"authorizations":[{"status":"CREATED","id":"0AW2184448108334S","amount":{"currency_code":"JPY","value":"980"},"seller_protection":{"status":"ELIGIBLE"},"expiration_time":"2026-12-22T22:34:19Z"}]}}]}`
	took = `200 {"id":"5O190127TN364715T","status":"COMPLETED","purchase_units":[{"amount":{"currency_code":"JPY","value":"980"},"invoice_id":"bill-1-1","payments":{"authorizations":[{"status":"CAPTURED","id":"0AW2184448108334S","amount":{"currency_code":"JPY","value":"980"}}],"captures":[{"id":"2GG279541U471931P","status":"PARTIALLY_REFUNDED","amount":{"currency_code":"JPY","value":"980"}}],"refunds":[{"id":"1JU08902781691411","status":"COMPLETED","amount":{"currency_code":"JPY","value":"80"}}]}}]}`
)

var aCharge = gateway.ChargeRequest{OrderID: "bill-1-1", Kept: gateway.Kept{CustomerCode: "c1", Reference: "8kk8451t"}, ItemID: "renewal", ItemName: "スタンダード <月額>", Amount: 980, Tax: 89}

func refusal(t *testing.T, err error, reason gateway.Reason, code string) {
	t.Helper()
	refused, ok := errors.AsType[*gateway.Error](err)
	if !ok || refused.Reason != reason || refused.Code != code || errors.Is(err, gateway.ErrUnknownOutcome) {
		t.Errorf("got %v, want %s (%s)", err, reason, code)
	}
}

func TestWhatIsSent(t *testing.T) {
	t.Parallel()
	c, sent := answering(t, made, held, took, `201 {"id":"0K35355239430361V","status":"COMPLETED"}`)
	id, err := c.Charge(t.Context(), aCharge)
	if err != nil || id != "5O190127TN364715T" {
		t.Fatal(id, err)
	}
	if err := c.Refund(t.Context(), id, 300); err != nil {
		t.Fatal(err)
	}
	for i, want := range []heard{
		{"POST /v2/checkout/orders", "create-bill-1-1", `{"intent":"AUTHORIZE","purchase_units":[{"amount":{"breakdown":{"item_total":{"currency_code":"JPY","value":"891"},"tax_total":{"currency_code":"JPY","value":"89"}},"currency_code":"JPY","value":"980"},"custom_id":"renewal","description":"スタンダード \u003c月額\u003e","invoice_id":"bill-1-1"}]}`},
		{"POST /v2/checkout/orders/5O190127TN364715T/authorize", "authorize-bill-1-1", `{"payment_source":{"paypal":{"vault_id":"8kk8451t"}}}`},
		{"GET /v2/checkout/orders/5O190127TN364715T", "", ""},
		{"POST /v2/payments/captures/2GG279541U471931P/refund", "refund-2GG279541U471931P-80-300", `{"amount":{"currency_code":"JPY","value":"300"}}`},
	} {
		if (*sent)[i] != want {
			t.Errorf("got  %q\nwant %q", (*sent)[i], want)
		}
	}
}

func TestRefusalsOnTheWire(t *testing.T) {
	t.Parallel()
	body := func(status, issue string) string {
		return status + ` {"name":"UNPROCESSABLE_ENTITY","message":"The requested action could not be performed, semantically incorrect, or failed business validation.","debug_id":"c9a75b43fc807","details":[{"issue":"` + issue + `","description":"…"}],"links":[]}`
	}
	for answer, want := range map[string]struct {
		reason gateway.Reason
		code   string
	}{
		body("422", "INSTRUMENT_DECLINED"):            {gateway.ReasonDeclined, "INSTRUMENT_DECLINED"},
		body("422", "PAYER_ACTION_REQUIRED"):          {gateway.ReasonDeclined, "PAYER_ACTION_REQUIRED"},
		body("422", "TRANSACTION_LIMIT_EXCEEDED"):     {gateway.ReasonDeclined, "TRANSACTION_LIMIT_EXCEEDED"},
		body("422", "PAYER_ACCOUNT_RESTRICTED"):       {gateway.ReasonHardDecline, "PAYER_ACCOUNT_RESTRICTED"},
		body("422", "AGREEMENT_ALREADY_CANCELLED"):    {gateway.ReasonEnded, "AGREEMENT_ALREADY_CANCELLED"},
		body("422", "TOKEN_ID_NOT_FOUND"):             {gateway.ReasonEnded, "TOKEN_ID_NOT_FOUND"},
		body("422", "DUPLICATE_INVOICE_ID"):           {gateway.ReasonDuplicate, "DUPLICATE_INVOICE_ID"},
		body("422", "ORDER_ALREADY_AUTHORIZED"):       {gateway.ReasonDuplicate, "ORDER_ALREADY_AUTHORIZED"},
		body("422", "SOMETHING_NEW"):                  {gateway.ReasonRejected, "SOMETHING_NEW"},
		body("422", "<script>"):                       {gateway.ReasonRejected, "HTTP 422"},
		`422 {"name":"UNPROCESSABLE_ENTITY","details`: {gateway.ReasonRejected, "HTTP 422"},
		`400 <html>`:                        {gateway.ReasonRejected, "HTTP 400"},
		body("404", "INVALID_RESOURCE_ID"):  {gateway.ReasonRejected, "INVALID_RESOURCE_ID"},
		`403 {"name":"NOT_AUTHORIZED"}`:     {gateway.ReasonRejected, "HTTP 403"},
		`429 {"name":"RATE_LIMIT_REACHED"}`: {gateway.ReasonTrouble, "HTTP 429"},
	} {
		c, _ := answering(t, made, answer)
		id, err := c.Charge(t.Context(), aCharge)
		if id != "" {
			t.Errorf("%s: a refused charge has the id %q", answer, id)
		}
		refusal(t, err, want.reason, want.code)
	}
}

// What cannot be told is never a refusal, and the order's id comes with it, so that it can be
// looked up.
func TestUnclearAnswers(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{
		`500 <html>`, `503 {"name":"SERVICE_UNAVAILABLE"}`, `302 `, `409 {"name":"RESOURCE_CONFLICT"}`,
		`422 {"details":[{"issue":"ORDER_COMPLETION_IN_PROGRESS"}]}`, `201 `, `201 {}`, `201 null`, `201 []`, `201 <html>`, held[:len(held)-40], held + held[4:],
		strings.Replace(held, "5O190127TN364715T", "another", 1), strings.Replace(held, "CREATED", "PENDING", 1), strings.Replace(held, "CREATED", "\xff", 1),
		strings.ReplaceAll(held, "JPY", "USD"), strings.ReplaceAll(held, `"980"`, `"980.50"`), strings.ReplaceAll(held, `"980"`, `"-980"`), strings.ReplaceAll(held, `"980"`, `980`),
		`201 {"id":"5O190127TN364715T","status":"COMPLETED"}`, "200 " + took[4:],
	} {
		c, _ := answering(t, made, answer)
		id, err := c.Charge(t.Context(), aCharge)
		if _, refused := errors.AsType[*gateway.Error](err); refused || !errors.Is(err, gateway.ErrUnknownOutcome) || id != "5O190127TN364715T" {
			t.Errorf("%.60q: got %q, %v", answer, id, err)
		}
	}
	c, _ := answering(t, made, strings.ReplaceAll(held, `"980"`, `"980.00"`))
	if _, err := c.Charge(t.Context(), aCharge); err != nil {
		t.Errorf("whole yen with decimals: %v", err)
	}
}

func TestStatesOfALookUp(t *testing.T) {
	t.Parallel()
	type want struct {
		state    gateway.TransactionState // "": trouble
		refunded int
	}
	captured := func(status, refunds string) string {
		return `200 {"id":"O1","status":"COMPLETED","purchase_units":[{"invoice_id":"b","payments":{"authorizations":[{"status":"CAPTURED","id":"A","amount":{"currency_code":"JPY","value":"980"}}],"captures":[{"id":"C","status":"` +
			status + `","amount":{"currency_code":"JPY","value":"980"}}],"refunds":[` + refunds + `]}}]}`
	}
	back := func(status, amount string) string {
		return `{"id":"R","status":"` + status + `","amount":{"currency_code":"JPY","value":"` + amount + `"}}`
	}
	authorization := func(status string) string {
		return strings.Replace(strings.Replace(strings.Replace(held, "5O190127TN364715T", "O1", 1), "bill-1-1", "b", 1), `"CREATED"`, `"`+status+`"`, 1)
	}
	for answer, w := range map[string]want{
		`404 {"name":"RESOURCE_NOT_FOUND","details":[{"issue":"INVALID_RESOURCE_ID"}]}`: {gateway.TransactionNone, 0},
		`200 {"id":"O1","status":"CREATED"}`:                                            {gateway.TransactionNone, 0},
		`200 {"id":"O1","status":"CREATED","purchase_units":[{"invoice_id":"b"}]}`:      {gateway.TransactionNone, 0},
		`200 {"id":"O1","status":"NEW","purchase_units":[{"invoice_id":"b"}]}`:          {},
		`200 {"id":"O2","status":"CREATED"}`:                                            {},
		`500 `:                                                                          {},
		authorization("CREATED"):                                                        {gateway.TransactionAuthorized, 0},
		authorization("VOIDED"):                                                         {gateway.TransactionCanceled, 0},
		authorization("EXPIRED"):                                                        {gateway.TransactionCanceled, 0},
		authorization("DENIED"):                                                         {gateway.TransactionNone, 0},
		authorization("PENDING"):                                                        {},
		authorization("CAPTURED"):                                                       {},
		captured("COMPLETED", ""):                                                       {gateway.TransactionSettled, 0},
		captured("PENDING", ""):                                                         {},
		captured("DECLINED", ""):                                                        {gateway.TransactionNone, 0},
		captured("PARTIALLY_REFUNDED", back("COMPLETED", "80")):                         {gateway.TransactionSettled, 80},
		captured("PARTIALLY_REFUNDED", back("PENDING", "80")):                           {gateway.TransactionSettled, 80},
		captured("REFUNDED", back("COMPLETED", "980")):                                  {gateway.TransactionCanceled, 980},
		captured("COMPLETED", back("FAILED", "980")):                                    {gateway.TransactionSettled, 0},
		captured("REFUNDED", back("COMPLETED", "80")):                                   {},
		captured("COMPLETED", back("COMPLETED", "80")):                                  {},
		captured("PARTIALLY_REFUNDED", back("COMPLETED", "980")):                        {},
		captured("PARTIALLY_REFUNDED", back("COMPLETED", "99999999999999")):             {},
	} {
		c, _ := answering(t, answer)
		tx, err := c.Lookup(t.Context(), "b", "O1")
		if w.state == "" {
			if _, ok := errors.AsType[*gateway.Error](err); !ok || errors.Is(err, gateway.ErrUnknownOutcome) {
				t.Errorf("%s: got %+v, %v", answer, tx, err)
			}
			continue
		}
		if err != nil || tx.State != w.state || tx.Refunded != w.refunded || w.state != gateway.TransactionNone && (tx.Amount != 980 || tx.TrackingID != "O1") {
			t.Errorf("%s: got %+v, %v", answer, tx, err)
		}
	}
}

func TestApprovalOnTheWire(t *testing.T) {
	t.Parallel()
	c, sent := answering(t,
		`201 {"id":"5C991763VB2781612","customer":{"id":"customer_4029352050"},"status":"PAYER_ACTION_REQUIRED","payment_source":{"paypal":{}},"links":[{"href":"https://api-m.paypal.com/v3/vault/setup-tokens/5C991763VB2781612","rel":"self","method":"GET"},{"href":"https://www.paypal.com/agreements/approve?approval_session_id=5C991763VB2781612","rel":"approve","method":"GET"}]}`,
		`201 {"id":"jwgvx42","customer":{"id":"customer_4029352050"},"payment_source":{"paypal":{"email_address":"taro@example.jp","account_id":"VYYFH3WJ4JPJQ"}},"links":[]}`,
		`204 `)
	asked, err := c.Ask(t.Context(), gateway.Approval{CustomerCode: "01a001230767710080000123456789ab", Locale: "ja", ReturnURL: "https://shop.test/ok", CancelURL: "https://shop.test/ng"})
	if err != nil || asked.URL != "https://www.paypal.com/agreements/approve?approval_session_id=5C991763VB2781612" {
		t.Fatal(asked, err)
	}
	agreed, err := c.Agreed(t.Context(), asked.ID)
	if err != nil || agreed != (gateway.Agreement{Reference: "jwgvx42", Shown: "taro@example.jp"}) {
		t.Fatal(agreed, err)
	}
	if err := c.Forget(t.Context(), gateway.Kept{Reference: agreed.Reference}); err != nil {
		t.Fatal(err)
	}
	for i, want := range []heard{
		{"POST /v3/vault/setup-tokens", "", `{"customer":{"id":"AaABIwdncQCAAAEjRWeJqw"},"payment_source":{"paypal":{"description":"会員サービスのお支払い","experience_context":{"cancel_url":"https://shop.test/ng","locale":"ja-JP","return_url":"https://shop.test/ok","shipping_preference":"NO_SHIPPING","vault_instruction":"ON_PAYER_APPROVAL"},"usage_type":"MERCHANT"}}}`},
		{"POST /v3/vault/payment-tokens", "keep-5C991763VB2781612", `{"payment_source":{"token":{"id":"5C991763VB2781612","type":"SETUP_TOKEN"}}}`},
		{"DELETE /v3/vault/payment-tokens/jwgvx42", "", ""},
	} {
		if (*sent)[i] != want {
			t.Errorf("got  %q\nwant %q", (*sent)[i], want)
		}
	}
	for _, href := range []string{"javascript:alert(1)", "ftp://paypal.com/x", "/approve", ""} {
		c, _ := answering(t, `201 {"id":"1","links":[{"href":"`+href+`","rel":"approve"}]}`)
		if _, err := c.Ask(t.Context(), gateway.Approval{}); err == nil {
			t.Errorf("the browser is sent to %q", href)
		}
	}
}

// The CRC32 of the digits 1 to 9 is 0xcbf43926 by its definition; PayPal writes it as a
// decimal number.
func TestTheTextThatIsSigned(t *testing.T) {
	t.Parallel()
	got := string(signed(transmission{ID: "69cd13f0-d67a-11e5-baa3-778b53f4ae55", Time: "2016-02-18T20:01:35Z"}, "4JH86294D6297924G", []byte("123456789")))
	if want := "69cd13f0-d67a-11e5-baa3-778b53f4ae55|2016-02-18T20:01:35Z|4JH86294D6297924G|3421780262"; got != want {
		t.Errorf("got %s", got)
	}
}

func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{made, held, took, `201 {"details":[{"issue":"X"}]}`} {
		f.Add([]byte(seed[4:]), 200)
	}
	f.Fuzz(func(t *testing.T, text []byte, status int) {
		var out order
		if decode(text, &out) == nil {
			tx, err := out.transaction()
			if err == nil && (tx.Amount < 0 || tx.Refunded < 0 || tx.Refunded > tx.Amount || tx.State != gateway.TransactionNone && tx.TrackingID != out.ID) {
				t.Errorf("%q: %+v", text, tx)
			}
		}
		err := opAuthorize.refuse(status, text)
		if _, refused := errors.AsType[*gateway.Error](err); refused == errors.Is(err, gateway.ErrUnknownOutcome) {
			t.Errorf("%d %q: %v", status, text, err)
		}
	})
}

func FuzzNotice(f *testing.F) {
	f.Add([]byte(`{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED","create_time":"2026-11-23T00:00:00.000Z","resource":{"id":"C","amount":{"currency_code":"JPY","value":"980"},"links":[{"rel":"up","href":"/a/b"}]}}`), "a", "b")
	c, err := New(config.PayPal{APIURL: &url.URL{Scheme: "https", Host: "127.0.0.1:1"}, ClientID: "c", ClientSecret: "s", WebhookID: "W", CertHost: ".paypal.com"}, clock.New())
	if err != nil {
		f.Fatal(err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	f.Fuzz(func(t *testing.T, body []byte, certificate, signature string) {
		if n, err := readNotice(body); err == nil && (n.Key == "" || n.Kind == "" || n.Amount < 0 || !json.Valid(n.Body)) {
			t.Errorf("%q: %+v", body, n)
		}
		h := http.Header{"Paypal-Transmission-Id": {"1"}, "Paypal-Transmission-Time": {"2"}, "Paypal-Transmission-Sig": {signature}, "Paypal-Cert-Url": {certificate}, "Paypal-Auth-Algo": {"SHA256withRSA"}}
		if _, err := c.Notice(ended, h, body); !errors.Is(err, gateway.ErrForged) && !errors.Is(err, gateway.ErrUnverified) {
			t.Errorf("%q, %q, %q: %v", body, certificate, signature, err)
		}
	})
}
