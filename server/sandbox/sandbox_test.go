package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/smtp"
	"strings"
	"testing"
	"time"

	"kaiin/server/sandbox/mail"
	"kaiin/server/sandbox/sbps"
)

func config() Config {
	return Config{
		SMTPAddr: "127.0.0.1:0", Log: slog.New(slog.DiscardHandler),
		SBPS: sbps.Merchant{MerchantID: "12345", ServiceID: "678", HashKey: "k", BasicUser: "u", BasicPassword: "p"},
	}
}

// caller has connections of its own: httptest ends those of the default client whenever a server of
// another test closes.
var caller = &http.Client{Transport: new(http.Transport)}

// desk is a sandbox that is reached over HTTP.
type desk struct {
	*testing.T
	server *Server
	url    string
}

func setup(t *testing.T, cfg Config) *desk {
	t.Helper()
	server, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	web := httptest.NewServer(server.Handler())
	t.Cleanup(web.Close)
	return &desk{t, server, web.URL}
}

// do sends a request with a JSON body, or none, and reads the JSON answered into out.
func (d *desk) do(method, path, body string, out any) int {
	d.Helper()
	r, err := http.NewRequestWithContext(d.Context(), method, d.url+path, strings.NewReader(body))
	if err != nil {
		d.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := caller.Do(r)
	if err != nil {
		d.Fatal(err)
	}
	defer answer.Body.Close()
	if out != nil {
		if err := json.NewDecoder(answer.Body).Decode(out); err != nil {
			d.Fatalf("%s %s: %v", method, path, err)
		}
	}
	return answer.StatusCode
}

func (d *desk) mail(to, subject string) {
	d.Helper()
	raw := "Subject: " + subject + "\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<b>" + subject + "</b><script>alert(1)</script>\r\n"
	if err := smtp.SendMail(d.server.SMTPAddr(), nil, "kaiin@example.jp", []string{to}, []byte(raw)); err != nil {
		d.Fatal(err)
	}
}

type problem struct {
	Code, Message string
	Moved         bool
}

func TestRefusesToStart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"in production", func(c *Config) { c.Production = true }, "does not start in production"},
		{"product without token", func(c *Config) { c.ProductURL = "http://127.0.0.1:8080" }, "needs a token"},
		{"product URL", func(c *Config) { c.ProductURL, c.Token = "127.0.0.1:8080", "t" }, "product URL is not"},
		{"merchant", func(c *Config) { c.SBPS.MerchantID = "" }, "merchant id"},
		{"SMTP address", func(c *Config) { c.SMTPAddr = "256.0.0.1:1" }, "cannot receive mail on 256.0.0.1:1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cfg := config()
			c.change(&cfg)
			if s, err := New(cfg); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %v %v, want an error that says %q", s, err, c.want)
			}
		})
	}
}

func TestBadControlRequests(t *testing.T) {
	t.Parallel()
	d := setup(t, config())
	for _, c := range []struct {
		method, path, body string
		status             int
		says               string
	}{
		{"POST", "/next", `{"service":"paypay","outcome":"ok"}`, 400, "unknown service"},
		{"POST", "/next", `{"service":"sbps","outcome":"explode"}`, 400, "timeout_before"},
		{"POST", "/next", `{"service":"sbps","outcome":"ok","times":0}`, 400, "times must be"},
		{"POST", "/next", `{"service":"sbps","outcome":"slow","delay":"soon"}`, 400, "duration"},
		{"POST", "/next", `{"service":"sbps","outcome":"ok","function":"X"}`, 400, "ST01-00131-101"},
		{"POST", "/next", `{"outcom":"ok"}`, 400, "unknown field"},
		{"POST", "/next", `{"service":"sbps","outcome":"ok"} x`, 400, "follows"},
		{"POST", "/next", `[`, 400, "not the JSON expected"},
		{"POST", "/next", `{"service":"` + strings.Repeat("x", maxControlBody) + `"}`, 413, "too large"},
		{"POST", "/next", "", 415, "application/json"},
		{"POST", "/settings", `{"tdsReturn":"carrier pigeon"}`, 400, "get or post"},
		{"POST", "/clock", `{}`, 400, "either"},
		{"POST", "/clock", `{"advance":"1h","set":"2030-01-01T00:00:00Z"}`, 400, "either"},
		{"POST", "/clock", `{"advance":"a month"}`, 400, "duration"},
		{"POST", "/clock", `{"advance":"-1h"}`, 400, "backwards"},
		{"POST", "/clock", `{"advance":"2000000h"}`, 400, "20 years"},
		{"POST", "/clock", `{"set":"tomorrow"}`, 400, "not a time"},
		{"POST", "/clock", `{"set":"2001-01-01T00:00:00Z"}`, 400, "backwards"},
	} {
		var got problem
		if status := d.do(c.method, c.path, c.body, &got); status != c.status || !strings.Contains(got.Message, c.says) || got.Code == "" {
			t.Errorf("%s %.60s: status %d %+v, want %d and %q", c.path, c.body, status, got, c.status, c.says)
		}
	}
	var now clockState
	if d.do("GET", "/clock", "", &now); now.OffsetSeconds != 0 {
		t.Errorf("a refused request moved the clock by %d s", now.OffsetSeconds)
	}
	var waiting []next
	if d.do("GET", "/next", "", &waiting); len(waiting) != 0 {
		t.Errorf("a refused outcome waits: %+v", waiting)
	}
}

func TestNextListsAndClears(t *testing.T) {
	t.Parallel()
	d := setup(t, config())
	var waiting []next
	if status := d.do("POST", "/next", `{"service":"sbps","outcome":"decline","times":2}`, &waiting); status != 200 || len(waiting) != 1 {
		t.Fatalf("status %d %+v", status, waiting)
	}
	d.do("POST", "/next", `{"service":"sbps","outcome":"slow","function":"ST02-00101-101","delay":"1s"}`, &waiting)
	if len(waiting) != 2 || *waiting[0].Times != 2 || waiting[1].Delay != "1s" || waiting[1].Function != "ST02-00101-101" {
		t.Fatalf("%+v", waiting)
	}
	d.do("DELETE", "/next", "", nil)
	if d.do("GET", "/next", "", &waiting); len(waiting) != 0 {
		t.Fatalf("%+v", waiting)
	}
}

func TestResetKeepsTheClock(t *testing.T) {
	t.Parallel()
	d := setup(t, config())
	d.mail("taro@example.jp", "x")
	d.do("POST", "/next", `{"service":"sbps","outcome":"decline"}`, nil)
	d.do("POST", "/settings", `{"tdsReturn":"post"}`, nil)
	d.do("POST", "/clock", `{"advance":"24h"}`, nil)

	r, _ := http.NewRequest(http.MethodPost, d.url+"/reset", nil)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	answer, err := caller.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusForbidden || len(d.server.inbox.List("")) != 1 {
		t.Fatal("another site's page may reset the sandbox")
	}

	if status := d.do("POST", "/reset", "", nil); status != http.StatusNoContent {
		t.Fatal(status)
	}
	var now clockState
	d.do("GET", "/clock", "", &now)
	var set settings
	d.do("GET", "/settings", "", &set)
	if len(d.server.inbox.List("")) != 0 || len(d.server.queue.List()) != 0 || set.TDSReturn != "get" || now.OffsetSeconds != 86400 {
		t.Fatalf("after the reset: %+v %+v", set, now)
	}
}

func TestStateIsKeptInItsFolder(t *testing.T) {
	t.Parallel()
	cfg := config()
	cfg.StateDir = t.TempDir() + "/not/there/yet"
	first := setup(t, cfg)
	first.mail("taro@example.jp", "kept")
	first.do("POST", "/clock", `{"advance":"36h"}`, nil)
	first.server.Close()
	first.server.Close() // twice does no harm

	second := setup(t, cfg)
	var got []mail.Message
	second.do("GET", "/inbox.json", "", &got)
	var now clockState
	second.do("GET", "/clock", "", &now)
	if len(got) != 1 || got[0].Subject != "kept" || now.OffsetSeconds != 36*3600 {
		t.Fatalf("after the restart: %+v %+v", got, now)
	}
}

func TestBrokenStateIsSaid(t *testing.T) {
	t.Parallel()
	cfg := config()
	cfg.StateDir = t.TempDir()
	st := newStore(cfg.StateDir, cfg.Log)
	st.snapshot = func() ([]byte, error) { return []byte("{"), nil }
	if err := st.write(); err != nil {
		t.Fatal(err)
	}
	if _, err := New(cfg); err == nil || !strings.Contains(err.Error(), "delete "+st.file()) {
		t.Fatalf("got %v", err)
	}
}

func TestRunServesUntilTold(t *testing.T) {
	t.Parallel()
	cfg := config()
	cfg.ListenAddr = "127.0.0.1:0"
	var log bytes.Buffer
	cfg.Log = slog.New(slog.NewTextHandler(&log, nil))
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Run(ctx) }()
	time.Sleep(50 * time.Millisecond)
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "sandbox is up") {
		t.Fatalf("log: %s", log.String())
	}

	taken := httptest.NewServer(http.NotFoundHandler())
	defer taken.Close()
	cfg.ListenAddr = strings.TrimPrefix(taken.URL, "http://")
	if s, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	if err := s.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "cannot listen on "+cfg.ListenAddr) {
		t.Fatalf("a busy port: %v", err)
	}
}
