package paypal_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"hash/crc32"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/money/gateway"
	"kaiin/server/money/gateway/paypal"
)

func TestWhereCertificatesMayLie(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.request(t, "ok", "order-1")
	good := w.notices(t)[0]
	live := w.with(t, func(c *config.PayPal) {
		c.CertHost, c.APIURL = ".paypal.com", &url.URL{Scheme: "https", Host: "127.0.0.1:1"}
	})
	for address, may := range map[string]bool{
		"https://api.paypal.com/v1/notifications/certs/CERT-1":                   true,
		"https://API.PayPal.com/v1/notifications/certs/CERT-1":                   true,
		"https://paypal.com/v1/notifications/certs/CERT-1":                       false,
		"https://notpaypal.com/v1/notifications/certs/CERT-1":                    false,
		"https://api.paypal.com.example/v1/notifications/certs/CERT-1":           false,
		"https://api.paypal.com@example.com/v1/notifications/certs/CERT-1":       false,
		"https://example.com#.paypal.com/v1/notifications/certs/CERT-1":          false,
		"https://example.com\\.paypal.com/v1/notifications/certs/CERT-1":         false,
		"http://api.paypal.com/v1/notifications/certs/CERT-1":                    false,
		"ftp://api.paypal.com/v1/notifications/certs/CERT-1":                     false,
		"https://api.paypal.com:8443/v1/notifications/certs/CERT-1":              false,
		"https://api.paypal.com/v1/notifications/certs/":                         false,
		"https://api.paypal.com/v1/notifications/certs/..":                       false,
		"https://api.paypal.com/v1/notifications/certs/../../../redirect":        false,
		"https://api.paypal.com/v1/notifications/certs/%2e%2e%2fredirect":        false,
		"https://api.paypal.com/v1/notifications/certs/CERT-1?to=https://a.test": false,
		"https://api.paypal.com/v1/oauth2/token":                                 false,
		"//api.paypal.com/v1/notifications/certs/CERT-1":                         false,
		"CERT-1": false,
	} {
		h := good.header()
		h.Set("Paypal-Cert-Url", address)
		ended, cancel := canceled(t)
		_, err := live.Notice(ended, h, []byte(good.Body))
		cancel()
		// One that may be fetched cannot be, here, nor can PayPal be asked.
		if want := map[bool]error{true: gateway.ErrUnverified, false: gateway.ErrForged}[may]; !errors.Is(err, want) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// chain is a certificate made for a test: who it is made out to, until when, and who vouches
// for it.
type chain struct {
	name string
	ends time.Time
}

func (c chain) pem(t *testing.T) []byte {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: c.name}, DNSNames: []string{c.name}, NotBefore: time.Unix(0, 0), NotAfter: c.ends,
	}, testRoot(), testKey().Public(), testKey())
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

// signedNotice signs a body for the webhook "WH1".
func signedNotice(t *testing.T, address, body string) http.Header {
	t.Helper()
	text := fmt.Sprintf("id-1|2026-11-23T00:00:00Z|WH1|%d", crc32.ChecksumIEEE([]byte(body)))
	digest := sha256.Sum256([]byte(text))
	signature, err := rsa.SignPKCS1v15(rand.Reader, testKey(), crypto.SHA256, digest[:])
	if err != nil {
		t.Fatal(err)
	}
	h := http.Header{}
	h.Set("Paypal-Transmission-Id", "id-1")
	h.Set("Paypal-Transmission-Time", "2026-11-23T00:00:00Z")
	h.Set("Paypal-Transmission-Sig", base64.StdEncoding.EncodeToString(signature))
	h.Set("Paypal-Cert-Url", address+"/v1/notifications/certs/CERT-1")
	h.Set("Paypal-Auth-Algo", "SHA256withRSA")
	return h
}

func TestCertificates(t *testing.T) {
	t.Parallel()
	far := time.Now().Add(1e5 * time.Hour)
	good := chain{name: "messageverificationcerts.paypal.com", ends: far}
	for name, c := range map[string]struct {
		answer  []byte
		trusted bool
	}{
		"good":                   {good.pem(t), true},
		"over":                   {chain{name: good.name, ends: time.Now().Add(-time.Hour)}.pem(t), false},
		"somebody else's":        {chain{name: "paypal.com.example", ends: far}.pem(t), false},
		"somebody's of a tail":   {chain{name: "evilpaypal.com", ends: far}.pem(t), false},
		"an endless one":         {append(good.pem(t), strings.Repeat("x", 1<<20)...), false},
		"no certificate":         {[]byte("<html>"), false},
		"a broken certificate":   {pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte("x")}), false},
		"nothing":                {nil, false},
		"one with more after it": {append(good.pem(t), good.pem(t)...), true},
	} {
		var fetched, asked atomic.Int32
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/v1/notifications/certs/CERT-1":
				fetched.Add(1)
				_, _ = w.Write(c.answer)
			default:
				asked.Add(1)
				http.Error(w, "", http.StatusServiceUnavailable)
			}
		}))
		roots := x509.NewCertPool()
		roots.AddCert(testRoot())
		api, err := url.Parse(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		now := clock.New()
		client, err := paypal.New(config.PayPal{APIURL: api, ClientID: "a", ClientSecret: "b", WebhookID: "WH1", CertHost: api.Host, CertRoots: roots}, now)
		if err != nil {
			t.Fatal(err)
		}
		body := `{"id":"WH-1","event_type":"PAYMENT.SALE.COMPLETED","create_time":"2026-11-23T00:00:00Z","resource":{"amount":{"total":"9.80","currency":"JPY"}}}`
		for range 3 {
			got, err := client.Notice(t.Context(), signedNotice(t, server.URL, body), []byte(body))
			if c.trusted && (err != nil || got.Kind != gateway.NoticeOther || got.Key != "WH-1") || !c.trusted && !errors.Is(err, gateway.ErrUnverified) {
				t.Errorf("%s: %+v, %v", name, got, err)
			}
		}
		if fetched.Load() != 1 || c.trusted != (asked.Load() == 0) {
			t.Errorf("%s: fetched %d times, PayPal asked %d times", name, fetched.Load(), asked.Load())
		}
		now.Advance(2 * time.Minute) // what could not be had is tried again, what was had is kept
		_, _ = client.Notice(t.Context(), signedNotice(t, server.URL, body), []byte(body))
		if want := map[bool]int32{true: 1, false: 2}[c.trusted]; fetched.Load() != want {
			t.Errorf("%s: fetched %d times after two minutes", name, fetched.Load())
		}
		server.Close()
	}
}

var (
	testKey = sync.OnceValue(func() *rsa.PrivateKey {
		key, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			panic(err)
		}
		return key
	})
	testRoot = sync.OnceValue(func() *x509.Certificate {
		template := &x509.Certificate{
			SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Root"}, NotBefore: time.Unix(0, 0), NotAfter: time.Now().Add(1e6 * time.Hour),
			IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
		}
		der, err := x509.CreateCertificate(rand.Reader, template, template, testKey().Public(), testKey())
		if err != nil {
			panic(err)
		}
		root, err := x509.ParseCertificate(der)
		if err != nil {
			panic(err)
		}
		return root
	})
)
