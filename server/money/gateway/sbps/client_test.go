package sbps

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/server/base/config"
	"kaiin/server/money/gateway"
)

// answering is a service that always answers the same. The counter tells how often it was asked.
func answering(t *testing.T, status int, body string) (address string, asked *atomic.Int32) {
	t.Helper()
	asked = new(atomic.Int32)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/xml;charset=Shift_JIS")
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	return server.URL, asked
}

const declaration = `<?xml version="1.0" encoding="Shift_JIS"?>` + "\n"

func okReply(fn function, fields string) string {
	return declaration + `<sps-api-response id="` + fn.id + `"><res_result>OK</res_result>` + fields +
		`<res_process_date>20270101123456</res_process_date><res_err_code></res_err_code><res_date>20270101123456</res_date></sps-api-response>`
}

func ngReply(code string) string {
	return declaration + `<sps-api-response><res_result>NG</res_result><res_err_code>` + code + `</res_err_code></sps-api-response>`
}

// calls is every method of the port, with whatever it returns thrown away.
var calls = map[function]func(context.Context, *Client) error{
	fnSaveCard: func(ctx context.Context, c *Client) error {
		_, err := c.SaveCard(ctx, "customer-1", gateway.CardToken{Token: "t0k3n", Key: "k3y"})
		return err
	},
	fnDeleteCard: func(ctx context.Context, c *Client) error {
		return c.Forget(ctx, gateway.Kept{CustomerCode: "customer-1"})
	},
	fnAuthenticate: func(ctx context.Context, c *Client) error {
		_, err := c.Authenticate(ctx, gateway.Authenticate{
			CustomerCode: "customer-1", Amount: 1100, Info: gateway.CardToken{Token: "1nf0", Key: "k3y"},
			OKURL: "https://shop.test/ok", NGURL: "https://shop.test/ng",
		})
		return err
	},
	fnVerdict: func(ctx context.Context, c *Client) error { _, err := c.Verdict(ctx, "tds-1"); return err },
	fnChargeSaved: func(ctx context.Context, c *Client) error {
		_, err := c.Charge(ctx, gateway.ChargeRequest{OrderID: "order-1", Kept: gateway.Kept{CustomerCode: "customer-1"}, ItemID: "plan", ItemName: "プラン", Amount: 1100})
		return err
	},
	fnChargeTDS: func(ctx context.Context, c *Client) error {
		_, err := c.Charge(ctx, gateway.ChargeRequest{OrderID: "order-1", Kept: gateway.Kept{CustomerCode: "customer-1"}, ItemID: "plan", Amount: 1100, AuthenticationID: "tds-1"})
		return err
	},
	fnCommit:     func(ctx context.Context, c *Client) error { return c.Commit(ctx, "00000000000001") },
	fnRefund:     func(ctx context.Context, c *Client) error { return c.Refund(ctx, "00000000000001", 0) },
	fnRefundPart: func(ctx context.Context, c *Client) error { return c.Refund(ctx, "00000000000001", 100) },
	fnLookup:     func(ctx context.Context, c *Client) error { _, err := c.Lookup(ctx, "order-1", ""); return err },
}

// isUnclear tells whether the error says what the function must say when it cannot be told
// what happened.
func isUnclear(fn function, err error) bool {
	refused, isRefusal := errors.AsType[*gateway.Error](err)
	if fn.effect {
		return errors.Is(err, gateway.ErrUnknownOutcome) && !isRefusal
	}
	return isRefusal && refused.Reason == gateway.ReasonTrouble && !errors.Is(err, gateway.ErrUnknownOutcome)
}

func TestAnswersThatSayNothing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		status int
		body   string
	}{
		{"empty", 200, ""},
		{"HTML", 200, "<html><body><h1>maintenance</h1></body></html>"},
		{"error page", 500, "<html>500</html>"},
		{"gateway", 502, "bad gateway"},
		{"unavailable with an answer", 503, ngReply("10123999")},
		{"redirect", 302, ""},
		{"too many requests", 429, ""},
		{"cut short", 200, declaration + `<sps-api-response><res_result>OK</res_result><res_tracking_id>0000`},
		{"neither OK nor NG", 200, declaration + `<sps-api-response><res_result>MAYBE</res_result></sps-api-response>`},
		{"no result", 200, declaration + `<sps-api-response></sps-api-response>`},
		{"NG without code", 200, declaration + `<sps-api-response><res_result>NG</res_result></sps-api-response>`},
		{"NG with half a code", 200, ngReply("101")},
		{"another function's", 200, okReply(function{id: "NT01-00103-703"}, `<res_tracking_id>00000000000001</res_tracking_id>`)},
		{"unknown charset", 200, `<?xml version="1.0" encoding="EBCDIC"?><sps-api-response><res_result>OK</res_result></sps-api-response>`},
		{"endless", 200, declaration + `<sps-api-response><res_result>NG</res_result><res_err_code>10123999</res_err_code>` + strings.Repeat(" ", maxReply) + `</sps-api-response>`},
		{"trouble", 200, ngReply("10185999")},
		{"twice", 200, strings.Repeat(ngReply("10123999"), 2)},
		{"an answer and another root", 200, ngReply("10123999") + "<sps-api-response><x></x></sps-api-response>"},
		{"an answer and something", 200, ngReply("10123999") + "x"},
		{"two results", 200, strings.Replace(ngReply("10123999"), "<res_err", "<res_result>OK</res_result><res_err", 1)},
		{"two codes", 200, strings.Replace(ngReply("10123999"), "<res_err", "<res_err_code>10196999</res_err_code><res_err", 1)},
		{"a result in a result", 200, declaration + `<sps-api-response><x><res_result>NG</res_result><res_err_code>10123999</res_err_code></x></sps-api-response>`},
		{"a document type", 200, strings.Replace(ngReply("10123999"), "<sps", `<!DOCTYPE x [<!ENTITY a "b">]><sps`, 1)},
		{"deep", 200, declaration + "<sps-api-response>" + strings.Repeat("<a>", 1000) + strings.Repeat("</a>", 1000) + "<res_result>NG</res_result></sps-api-response>"},
		{"UTF-8 that says Shift_JIS", 200, strings.Replace(ngReply("10123999"), "<res_err", "<res_note>処理結果</res_note><res_err", 1)},
		{"Shift_JIS that says UTF-8", 200, strings.NewReplacer("Shift_JIS", "UTF-8", "<res_err", "<res_note>\x83v\x83\x89\x83\x93</res_note><res_err").Replace(ngReply("10123999"))},
		{"UTF-16", 200, "\xff\xfe<\x00s\x00p\x00s\x00"},
		{"a tracking id that is none", 200, strings.Replace(ngReply("10123999"), "<res_err", "<res_tracking_id>1' or '1</res_tracking_id><res_err", 1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			address, asked := answering(t, c.status, c.body)
			client := merchant(t, address)
			n := int32(0)
			for fn, call := range calls {
				if err := call(t.Context(), client); !isUnclear(fn, err) {
					t.Errorf("%s: got %v", fn.id, err)
				}
				if n++; asked.Load() != n {
					t.Errorf("%s: asked more than once", fn.id)
					n = asked.Load()
				}
			}
		})
	}
}

func TestOKWithoutWhatWasAskedFor(t *testing.T) {
	t.Parallel()
	for _, fn := range []function{fnAuthenticate, fnVerdict, fnChargeSaved, fnChargeTDS, fnLookup} {
		address, _ := answering(t, 200, okReply(fn, ""))
		if err := calls[fn](t.Context(), merchant(t, address)); !isUnclear(fn, err) {
			t.Errorf("%s: got %v", fn.id, err)
		}
	}
}

func TestNothingWasSent(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(nil)
	gone.Close()
	for fn, call := range calls {
		err := call(t.Context(), merchant(t, gone.URL))
		if refused, ok := errors.AsType[*gateway.Error](err); !ok || refused.Reason != gateway.ReasonTrouble {
			t.Errorf("%s with no server there: got %v, want trouble, since nothing happened", fn.id, err)
		}
	}
	for _, status := range []int{401, 403, 404} {
		address, _ := answering(t, status, "go away")
		for fn, call := range calls {
			err := call(t.Context(), merchant(t, address))
			if refused, ok := errors.AsType[*gateway.Error](err); !ok || refused.Reason != gateway.ReasonRejected {
				t.Errorf("%s turned away with %d: got %v", fn.id, status, err)
			}
		}
	}
}

func TestNoAnswer(t *testing.T) {
	t.Parallel()
	for name, hangUp := range map[string]func(http.ResponseWriter, *http.Request){
		"connection dropped": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"dropped on the way": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "5000")
			_, _ = io.WriteString(w, declaration+`<sps-api-response>`)
			panic(http.ErrAbortHandler)
		},
		"too late": func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // lets the server notice that the client is gone
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked atomic.Int32
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked.Add(1)
				hangUp(w, r)
			}))
			t.Cleanup(server.Close)
			client := merchant(t, server.URL)
			if name == "too late" {
				WithTimeouts(time.Minute, 2*time.Second)(client) // long enough to be sent, on a busy machine too
			}
			var group sync.WaitGroup
			for fn, call := range calls {
				group.Go(func() {
					if err := call(t.Context(), client); !isUnclear(fn, err) {
						t.Errorf("%s: got %v", fn.id, err)
					}
				})
			}
			group.Wait()
			if int(asked.Load()) != len(calls) {
				t.Errorf("%d requests for %d calls", asked.Load(), len(calls))
			}
		})
	}
}

// On a connection that has been used before, the HTTP client is tempted to send again.
func TestNothingIsSentTwiceOnAnOldConnection(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if asked.Add(1) > 1 {
			panic(http.ErrAbortHandler)
		}
		_, _ = io.WriteString(w, okReply(fnChargeSaved, "<res_tracking_id>00000000000001</res_tracking_id>"))
	}))
	t.Cleanup(server.Close)
	client := merchant(t, server.URL)
	if err := calls[fnChargeSaved](t.Context(), client); err != nil {
		t.Fatal(err)
	}
	if err := calls[fnChargeSaved](t.Context(), client); !isUnclear(fnChargeSaved, err) || asked.Load() != 2 {
		t.Errorf("got %v after %d requests, want 2", err, asked.Load())
	}
}

// A caller that gives up must not read "cancelled" where money may have moved.
func TestCancelledContext(t *testing.T) {
	t.Parallel()
	arrived, ctx := make(chan struct{}), context.Background()
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		close(arrived)
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	ctx, cancel := context.WithCancel(ctx)
	go func() { <-arrived; cancel() }()
	if err := calls[fnChargeSaved](ctx, merchant(t, server.URL)); !errors.Is(err, gateway.ErrUnknownOutcome) || errors.Is(err, context.Canceled) {
		t.Errorf("given up on the way: got %v", err)
	}
	err := calls[fnChargeSaved](ctx, merchant(t, server.URL)) // given up before
	if refused, ok := errors.AsType[*gateway.Error](err); !ok || refused.Reason != gateway.ReasonTrouble {
		t.Errorf("given up before: got %v, want trouble, since nothing was sent", err)
	}
}

func TestErrorsTellNoSecret(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"", "<html>t0k3n</html>", ngReply("101T1227"), ngReply("10185999"), okReply(fnFindCard, "<res_pay_method_info><cc_number>4111111111111111</cc_number></res_pay_method_info>")} {
		address, _ := answering(t, 200, body)
		for fn, call := range calls {
			err := call(t.Context(), merchant(t, address))
			if err == nil {
				continue
			}
			for _, secret := range []string{"t0k3n", "k3y", "1nf0", "basic-password", "hash-key", "41111111", address} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("%s: %q is told by %v", fn.id, secret, err)
				}
			}
		}
	}
}

func TestNewRefusesHalfAConfiguration(t *testing.T) {
	t.Parallel()
	u := merchant(t, "https://api.test").cfg.APIURL
	for _, cfg := range []config.SBPS{{}, {APIURL: u, TDESKey: testKey}, {APIURL: u, TDESIV: testIV}, {APIURL: u, TDESKey: "short", TDESIV: testIV}} {
		if _, err := New(cfg, nil); err == nil {
			t.Errorf("%+v was taken", cfg)
		}
	}
}

// recording is a service that always answers the same, and keeps what it was asked last.
func recording(t *testing.T, body string) (address string, sent *string) {
	t.Helper()
	sent = new(string)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		*sent = string(text)
		w.Header().Set("Content-Type", "text/xml;charset=Shift_JIS")
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	return server.URL, sent
}
