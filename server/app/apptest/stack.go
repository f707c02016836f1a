package apptest

import (
	"context"
	"log/slog"
	"net"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"kaiin/server/account/accounttest"
	"kaiin/server/app"
	"kaiin/server/catalog"
	"kaiin/server/catalog/catalogtest"
	"kaiin/server/config"
	"kaiin/server/sandbox"
	"kaiin/server/sandbox/sbps"
	"kaiin/server/sandbox/sms"
	"kaiin/server/store/storetest"
)

const sandboxToken = "sandbox-token-of-a-test"

var merchant = sbps.Merchant{
	MerchantID: "10001", ServiceID: "001", HashKey: "hash-key-of-a-test", BasicUser: "10001001", BasicPassword: "password-of-a-test",
	TDESKey: "0123456789abcdef01234567", TDESIV: "01234567",
}

// telephone is the store's account at Twilio.
var telephone = sms.Account{SID: "AC0123456789abcdef0123456789abcdef", Token: "twilio-token-of-a-test", From: "+815012345678"}

const botSecret = "bot-check-secret-of-a-test"

// Stack is a running Kaiin.
type Stack struct {
	*app.App
	Site    string // its origin, without a trailing slash
	Sandbox string // the same of the sandbox
	Logged  *Log
}

// Log is what the stack has logged.
type Log struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Start brings a stack up and takes it down when the test ends. change, when not nil, alters the store's settings.
func Start(t testing.TB, change func(*catalog.Settings)) *Stack {
	t.Helper()
	s := &Stack{Logged: new(Log)}
	databaseURL := storetest.URL(t)
	listener := listen(t)
	s.Site = "http://" + listener.Addr().String()
	smtp := s.startSandbox(t)

	var err error
	s.App, err = app.New(t.Context(), s.config(t, databaseURL, smtp), slog.New(slog.NewJSONHandler(s.Logged, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	catalogtest.Seed(t, s.Store, change)

	site := httptest.NewUnstartedServer(s.Handler())
	_ = site.Listener.Close()
	site.Listener = listener
	site.Start()
	t.Cleanup(site.Close)
	s.work(t)
	return s
}

// startSandbox returns where the sandbox takes mail.
func (s *Stack) startSandbox(t testing.TB) string {
	t.Helper()
	listener := listen(t)
	s.Sandbox = "http://" + listener.Addr().String()
	server, err := sandbox.New(sandbox.Config{
		SMTPAddr: "127.0.0.1:0", ProductURL: s.Site, PublicURL: s.Sandbox, Token: sandboxToken, SBPS: merchant, Social: socialClients,
		SMS: telephone, BotSecret: botSecret, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	outside := httptest.NewUnstartedServer(server.Handler())
	_ = outside.Listener.Close()
	outside.Listener = listener
	outside.Start()
	t.Cleanup(outside.Close)
	return server.SMTPAddr()
}

func (s *Stack) config(t testing.TB, databaseURL, smtp string) *config.Config {
	t.Helper()
	nobody := listen(t)
	_ = nobody.Close()
	return &config.Config{
		Origin: address(t, s.Site), Secret: []byte(strings.Repeat("k", 32)), NextURL: address(t, "http://"+nobody.Addr().String()),
		DatabaseURL: databaseURL, SMTP: address(t, "smtp://"+smtp+"?tls=none"), MailFrom: "Test <no-reply@test.example>",
		SBPS: config.SBPS{
			APIURL: address(t, s.Sandbox+"/api/xmlapi.do"), ScriptURL: address(t, s.Sandbox), MerchantID: merchant.MerchantID, ServiceID: merchant.ServiceID,
			HashKey: merchant.HashKey, BasicUser: merchant.BasicUser, BasicPassword: merchant.BasicPassword, TDESKey: merchant.TDESKey, TDESIV: merchant.TDESIV,
		},
		Social: s.social(t),
		SMS:    config.SMS{APIURL: address(t, s.Sandbox), AccountSID: telephone.SID, AuthToken: telephone.Token, From: telephone.From},
		BotCheck: config.BotCheck{
			Provider: config.BotCheckRecaptcha, Secret: botSecret,
			URL: address(t, s.Sandbox+"/recaptcha/api/siteverify"), ScriptURL: address(t, s.Sandbox+"/recaptcha/api.js"),
		},
		SandboxURL: address(t, s.Sandbox), SandboxToken: sandboxToken, PasswordCost: config.PasswordCost(accounttest.CheapHash),
	}
}

// work runs the worker until the test ends.
func (s *Stack) work(t testing.TB) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Work(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("worker: %v", err)
		}
	})
}

func listen(t testing.TB) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func address(t testing.TB, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
