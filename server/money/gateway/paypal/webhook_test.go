package paypal_test

import (
	"crypto/x509"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/config"
	"kaiin/server/money/gateway"
)

// sent is a notice as the sandbox keeps it.
type sent struct {
	Type, Outcome, Body string
	Header              map[string]string
}

func (s sent) header() http.Header {
	h := http.Header{}
	for name, value := range s.Header {
		h.Set(name, value)
	}
	return h
}

func (w *world) notices(t *testing.T) (list []sent) {
	t.Helper()
	w.Read(t, "/paypal/notices.json", &list)
	return list
}

func TestNoticesOfTheSandbox(t *testing.T) {
	t.Parallel()
	w := setup(t)
	in := w.request(t, "ok", "order-1")
	id, err := w.client.Charge(t.Context(), in)
	if err == nil {
		err = w.client.Commit(t.Context(), id)
	}
	if err == nil {
		err = w.client.Refund(t.Context(), id, 300)
	}
	if err == nil {
		err = w.client.Forget(t.Context(), in.Kept)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.act(t, "dispute")
	w.act(t, "reverse")
	want := []struct {
		kind           string
		of             gateway.NoticeKind
		order          string
		orderID, token string
		amount         int
	}{
		{"PAYMENT.CAPTURE.REVERSED", gateway.NoticeReversed, id, "order-1", "", 1100},
		{"CUSTOMER.DISPUTE.CREATED", gateway.NoticeDisputed, "", "order-1", "", 1100},
		{"VAULT.PAYMENT-TOKEN.DELETED", gateway.NoticeEnded, "", "", in.Reference, 0},
		{"PAYMENT.CAPTURE.REFUNDED", gateway.NoticeRefunded, "", "order-1", "", 300},
		{"PAYMENT.CAPTURE.COMPLETED", gateway.NoticeSettled, id, "order-1", "", 1100},
		{"VAULT.PAYMENT-TOKEN.CREATED", gateway.NoticeOther, "", "", "", 0},
	}
	list := w.notices(t)
	if len(list) != len(want) {
		t.Fatalf("%d notices: %+v", len(list), list)
	}
	captured, ids := "", map[string]bool{}
	for i, c := range slices.Backward(want) {
		got, err := w.client.Notice(t.Context(), list[i].header(), []byte(list[i].Body))
		if err != nil {
			t.Fatal(list[i].Type, err)
		}
		var about struct{ Type, Resource, Capture string }
		if err := json.Unmarshal(got.Body, &about); err != nil || about.Type != c.kind || about.Resource == "" {
			t.Errorf("kept %s, %v", got.Body, err)
		}
		switch c.of {
		case gateway.NoticeSettled:
			captured = about.Resource
		case gateway.NoticeRefunded, gateway.NoticeDisputed:
			if about.Capture != captured {
				t.Errorf("%s is about capture %q, not %q", c.kind, about.Capture, captured)
			}
		}
		if ids[got.Key] = true; got.Key == "" || time.Since(got.At) > time.Hour {
			t.Errorf("%+v", got)
		}
		if got.Kind != c.of || got.TrackingID != c.order || got.OrderID != c.orderID || got.Reference != c.token || got.Amount != c.amount {
			t.Errorf("got %+v\nwant %+v", got, c)
		}
	}
	if len(ids) != len(want) {
		t.Errorf("two notices have the same id")
	}
}

func TestNoticesThatAreNotPayPals(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for _, outcome := range []string{"webhook_bad_signature", "webhook_other_id", "webhook_foreign_cert"} {
		w.Next(t, outcome, "", "")
		w.request(t, "ok", "order-1")
		list := w.notices(t)
		if list[0].Outcome != outcome {
			t.Fatalf("%+v", list)
		}
		if _, err := w.client.Notice(t.Context(), list[0].header(), []byte(list[0].Body)); !errors.Is(err, gateway.ErrForged) {
			t.Errorf("%s: %v", outcome, err)
		}
	}
}

func TestNoticesThatWereChanged(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.request(t, "ok", "order-1")
	good := w.notices(t)[0]
	for name, change := range map[string]func(h http.Header, body *string){
		"a space more":         func(_ http.Header, body *string) { *body += " " },
		"another amount":       func(_ http.Header, body *string) { *body = strings.Replace(*body, "VAULT", "Vault", 1) },
		"not JSON":             func(_ http.Header, body *string) { *body = "a=b" },
		"nothing":              func(_ http.Header, body *string) { *body = "" },
		"10 MB":                func(_ http.Header, body *string) { *body = `"` + strings.Repeat("x", 10<<20) + `"` },
		"another time":         func(h http.Header, _ *string) { h.Set("Paypal-Transmission-Time", "2026-01-01T00:00:00Z") },
		"another transmission": func(h http.Header, _ *string) { h.Set("Paypal-Transmission-Id", "other") },
		"no signature":         func(h http.Header, _ *string) { h.Del("Paypal-Transmission-Sig") },
		"two signatures":       func(h http.Header, _ *string) { h.Add("Paypal-Transmission-Sig", "AAAA") },
		"not base64":           func(h http.Header, _ *string) { h.Set("Paypal-Transmission-Sig", "!!!!") },
		"a line break":         func(h http.Header, _ *string) { h["Paypal-Transmission-Id"] = []string{"a\nb"} },
		"no certificate":       func(h http.Header, _ *string) { h.Del("Paypal-Cert-Url") },
	} {
		h, body := good.header(), good.Body
		change(h, &body)
		if _, err := w.client.Notice(t.Context(), h, []byte(body)); !errors.Is(err, gateway.ErrForged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	none := w.with(t, func(c *config.PayPal) { c.WebhookID = "" })
	if _, err := none.Notice(t.Context(), good.header(), []byte(good.Body)); !errors.Is(err, gateway.ErrForged) {
		t.Errorf("no webhook registered: %v", err)
	}
}

func TestPayPalIsAskedWhereWeCannotTell(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.request(t, "ok", "order-1")
	good := w.notices(t)[0]
	gone := good.header()
	gone.Set("Paypal-Cert-Url", w.URL+"/v1/notifications/certs/CERT-gone")
	unknown := good.header()
	unknown.Set("Paypal-Auth-Algo", "SHA512withRSA")
	distrusted := w.with(t, func(c *config.PayPal) { c.CertRoots = x509.NewCertPool() })
	for name, ask := range map[string]func(body string) error{
		"a certificate that is gone": func(body string) error { _, err := w.client.Notice(t.Context(), gone, []byte(body)); return err },
		"another algorithm":          func(body string) error { _, err := w.client.Notice(t.Context(), unknown, []byte(body)); return err },
		"a root we do not know": func(body string) error {
			_, err := distrusted.Notice(t.Context(), good.header(), []byte(body))
			return err
		},
	} {
		if err := ask(good.Body); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := ask(strings.Replace(good.Body, "{", "{ ", 1)); !errors.Is(err, gateway.ErrForged) {
			t.Errorf("%s, changed: %v", name, err)
		}
	}
	stranger := w.with(t, func(c *config.PayPal) { c.ClientSecret = "other" })
	if _, err := stranger.Notice(t.Context(), gone, []byte(good.Body)); !errors.Is(err, gateway.ErrUnverified) {
		t.Errorf("PayPal does not answer us: %v", err)
	}
}
