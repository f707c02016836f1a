package sandbox

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"kaiin/server/sandbox/paypal"
)

func withPayPal(change func(*Config)) Config {
	cfg := config()
	cfg.PayPal = paypal.Merchant{ClientID: "client", ClientSecret: "secret", WebhookID: "WH1", User: "u", Password: "p", Signature: "s"}
	if change != nil {
		change(&cfg)
	}
	return cfg
}

// nvp calls the Classic API and reads the answer.
func (d *desk) nvp(method string, pairs ...string) url.Values {
	d.Helper()
	form := url.Values{"METHOD": {method}, "VERSION": {"124.0"}, "USER": {"u"}, "PWD": {"p"}, "SIGNATURE": {"s"}}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return d.form("/nvp", form)
}

func (d *desk) form(path string, form url.Values) url.Values {
	d.Helper()
	client := &http.Client{Transport: caller.Transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.PostForm(d.url+path, form)
	if err != nil {
		d.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, _ := io.ReadAll(res.Body)
	values, _ := url.ParseQuery(string(text))
	return values
}

// agreement makes one of the payer who always pays.
func (d *desk) agreement() string {
	d.Helper()
	token := d.nvp("SetExpressCheckout", "PAYMENTREQUEST_0_AMT", "0", "PAYMENTREQUEST_0_CURRENCYCODE", "JPY", "L_BILLINGTYPE0", "MerchantInitiatedBilling",
		"RETURNURL", "https://shop.test/ok", "CANCELURL", "https://shop.test/ng").Get("TOKEN")
	d.form("/paypal/approve/"+token, url.Values{"payer": {"ok"}})
	id := d.nvp("CreateBillingAgreement", "TOKEN", token).Get("BILLINGAGREEMENTID")
	if !strings.HasPrefix(id, "B-") {
		d.Fatalf("agreement %q", id)
	}
	return id
}

func (d *desk) page(path string) string {
	d.Helper()
	res, err := caller.Get(d.url + path)
	if err != nil {
		d.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, _ := io.ReadAll(res.Body)
	return string(text)
}

func TestPayPalIsListedAndKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cfg := withPayPal(func(c *Config) { c.StateDir = dir })
	d := setup(t, cfg)
	id := d.agreement()
	held := d.nvp("DoReferenceTransaction", "REFERENCEID", id, "PAYMENTACTION", "Authorization", "AMT", "980", "CURRENCYCODE", "JPY", "INVNUM", "order-1").Get("TRANSACTIONID")
	if got := d.nvp("DoCapture", "AUTHORIZATIONID", held, "AMT", "980", "CURRENCYCODE", "JPY", "COMPLETETYPE", "Complete").Get("PAYMENTSTATUS"); got != "Completed" {
		t.Fatal(got)
	}
	for path, wants := range map[string][]string{"/": {`href="/paypal"`, "order-1"}, "/paypal": {id, "order-1", "DoCapture", "webhook_bad_signature", "PayPal側で解約する", "異議を申し立てる", "always pays"}} {
		text := d.page(path)
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not show %s", path, want)
			}
		}
	}
	if strings.Contains(setup(t, config()).page("/"), `href="/paypal"`) {
		t.Error("PayPal is listed although it is not played")
	}
	d.server.Close()
	again := setup(t, cfg)
	var kept map[string]int
	if again.do("GET", "/kept.json", "", &kept); kept["order-1"] != 980 {
		t.Errorf("after a restart: %v", kept)
	}
	if again.do("POST", "/reset", "", nil); again.nvp("GetTransactionDetails", "TRANSACTIONID", held).Get("ACK") != "Failure" {
		t.Error("a reset forgets nothing")
	}
}

func TestYenHaveNoDecimalsAtPayPal(t *testing.T) {
	t.Parallel()
	d := setup(t, withPayPal(nil))
	id := d.agreement()
	for amount, code := range map[string]string{"980.00": "10004", "0": "10004", "-1": "10004", "９８０": "10004", "": "10004", "980": ""} {
		got := d.nvp("DoReferenceTransaction", "REFERENCEID", id, "PAYMENTACTION", "Authorization", "AMT", amount, "CURRENCYCODE", "JPY", "INVNUM", "order-"+amount)
		if got.Get("L_ERRORCODE0") != code {
			t.Errorf("%q: %v", amount, got)
		}
	}
	if got := d.nvp("DoReferenceTransaction", "REFERENCEID", id, "PAYMENTACTION", "Authorization", "AMT", "980", "CURRENCYCODE", "USD"); got.Get("L_ERRORCODE0") != "10004" {
		t.Errorf("dollars: %v", got)
	}
}

func TestAnotherSitesPageCannotActAtPayPal(t *testing.T) {
	t.Parallel()
	d := setup(t, withPayPal(nil))
	for _, path := range []string{"/paypal/wallets/x/end", "/paypal/payments/x/deny", "/paypal/approve/x", "/paypal/notices/1/resend"} {
		r, err := http.NewRequestWithContext(d.Context(), http.MethodPost, d.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		res, err := caller.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %s", path, res.Status)
		}
	}
}

// Notices reach the product in the way that is scripted for them.
func TestNoticesOfPayPalAreSent(t *testing.T) {
	t.Parallel()
	got := make(chan string, 32)
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Header.Get("Paypal-Transmission-Sig") == "" || r.Header.Get("Paypal-Auth-Algo") != "SHA256withRSA" {
			t.Errorf("%v", r.Header)
		}
		_, kind, _ := strings.Cut(string(body), `"event_type":"`)
		kind, _, _ = strings.Cut(kind, `"`)
		got <- kind
	}))
	t.Cleanup(shop.Close)
	d := setup(t, withPayPal(func(c *Config) { c.NoticeURL = shop.URL }))
	next := func(want string) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		defer cancel()
		select {
		case kind := <-got:
			if kind != want {
				t.Errorf("got %s, want %s", kind, want)
			}
		case <-ctx.Done():
			t.Fatalf("no notice, want %s", want)
		}
	}
	kept, ended := "VAULT.PAYMENT-TOKEN.CREATED", "VAULT.PAYMENT-TOKEN.DELETED"
	d.wallet()
	next(kept)
	d.script("webhook_doubled")
	d.wallet()
	next(kept)
	next(kept)
	d.script("webhook_reordered")
	id := d.wallet()
	d.form("/paypal/wallets/"+id+"/end", nil)
	next(ended)
	next(kept)
	d.script("webhook_lost")
	d.wallet()
	var list []paypal.Notice
	d.do("GET", "/paypal/notices.json", "", &list)
	if list[0].Outcome != "webhook_lost" || list[0].Tries != 0 {
		t.Fatalf("%+v", list[0])
	}
	d.form("/paypal/notices/5/resend", nil)
	next(kept)
}

func (d *desk) script(outcome string) {
	d.Helper()
	if status := d.do("POST", "/next", `{"service":"paypal","outcome":"`+outcome+`"}`, nil); status != http.StatusOK {
		d.Fatal(status)
	}
}

// wallet keeps one by the REST API.
func (d *desk) wallet() string {
	d.Helper()
	var token struct {
		AccessToken string `json:"access_token"`
	}
	var made struct{ ID string }
	call := func(path, kind, authorization, body string, out any) {
		d.Helper()
		r, err := http.NewRequestWithContext(d.Context(), http.MethodPost, d.url+path, strings.NewReader(body))
		if err != nil {
			d.Fatal(err)
		}
		r.Header.Set("Content-Type", kind)
		r.Header.Set("Authorization", authorization)
		res, err := caller.Do(r)
		if err != nil {
			d.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		if err := json.NewDecoder(res.Body).Decode(out); err != nil {
			d.Fatal(err)
		}
	}
	call("/v1/oauth2/token", "application/x-www-form-urlencoded", "Basic "+base64.StdEncoding.EncodeToString([]byte("client:secret")), "grant_type=client_credentials", &token)
	call("/v3/vault/setup-tokens", "application/json", "Bearer "+token.AccessToken,
		`{"payment_source":{"paypal":{"usage_type":"MERCHANT","experience_context":{"return_url":"https://shop.test/ok","cancel_url":"https://shop.test/ng"}}}}`, &made)
	d.form("/paypal/approve/"+made.ID, url.Values{"payer": {"ok"}})
	call("/v3/vault/payment-tokens", "application/json", "Bearer "+token.AccessToken, `{"payment_source":{"token":{"id":"`+made.ID+`","type":"SETUP_TOKEN"}}}`, &made)
	return made.ID
}
