package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"kaiin/server/sandbox/app"
	"kaiin/server/sandbox/captcha"
	"kaiin/server/sandbox/idp"
	"kaiin/server/sandbox/mail"
	"kaiin/server/sandbox/outcome"
	"kaiin/server/sandbox/paypal"
	"kaiin/server/sandbox/sbps"
	"kaiin/server/sandbox/sms"
	"kaiin/server/sandbox/streaks"
)

// Server is the sandbox. Mail is received from New on; HTTP is served by Run, or by the caller that
// takes Handler.
type Server struct {
	cfg     Config
	log     *slog.Logger
	time    *timekeeper
	queue   *outcome.Queue
	sbps    *sbps.Service
	paypal  *paypal.Service
	idp     *idp.Service
	sms     *sms.Service
	captcha *captcha.Service
	streaks *streaks.Service
	apps    *app.Service
	inbox   *mail.Inbox
	smtp    *mail.Server // nil when Config.SMTPAddr is empty
	store   *store
	once    sync.Once
}

// New checks the configuration, restores what an earlier run left in Config.StateDir and starts the
// mail server. Every successful New needs a Close.
func New(cfg Config) (*Server, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	cfg.ProductURL, cfg.PublicURL = strings.TrimRight(cfg.ProductURL, "/"), strings.TrimRight(cfg.PublicURL, "/")
	s := &Server{cfg: cfg, log: cfg.Log}
	if s.log == nil {
		s.log = slog.Default()
	}
	s.store = newStore(cfg.StateDir, s.log)
	s.time = newTimekeeper(cfg.ProductURL, cfg.Token, s.store.touch)
	scripts := map[string]outcome.Service{
		sbps.Name: {Outcomes: sbps.Outcomes, Functions: sbps.FunctionIDs()}, sms.Name: sms.Script, captcha.Name: captcha.Script,
		streaks.Name: streaks.Script, paypal.Name: paypal.Script,
	}
	maps.Copy(scripts, idp.Scripts())
	s.queue = outcome.NewQueue(scripts)
	s.inbox = mail.NewInbox(s.time.Now, s.store.touch)
	var err error
	s.sbps, err = sbps.New(sbps.Config{Merchant: cfg.SBPS, PublicURL: cfg.PublicURL, Clock: s.time, Queue: s.queue, Changed: s.store.touch})
	if err != nil {
		return nil, err
	}
	s.paypal, err = paypal.New(paypal.Config{
		Merchant: cfg.PayPal, PublicURL: cfg.PublicURL, NoticeURL: cfg.NoticeURL, Clock: s.time, Queue: s.queue, Changed: s.store.touch,
	})
	if err != nil {
		return nil, err
	}
	if s.idp, err = idp.New(idp.Config{Clients: cfg.Social, PublicURL: cfg.PublicURL, Clock: s.time, Queue: s.queue}); err != nil {
		return nil, err
	}
	if s.sms, err = sms.New(sms.Config{Account: cfg.SMS, Inbox: s.inbox, Clock: s.time, Queue: s.queue}); err != nil {
		return nil, err
	}
	s.captcha = captcha.New(captcha.Config{Secret: cfg.BotSecret, Clock: s.time, Queue: s.queue})
	s.streaks = streaks.New(streaks.Config{Account: cfg.Streaks, PublicURL: cfg.PublicURL, Clock: s.time, Queue: s.queue})
	cfg.Apps.Inside, cfg.Apps.Clock = cfg.ProductURL, s.time
	if s.apps, err = app.New(cfg.Apps); err != nil {
		return nil, err
	}
	if err := s.store.load(s.restore); err != nil {
		return nil, err
	}
	if cfg.SMTPAddr != "" {
		if s.smtp, err = mail.Listen(cfg.SMTPAddr, s.inbox); err != nil {
			return nil, fmt.Errorf("the sandbox cannot receive mail on %s: %w", cfg.SMTPAddr, err)
		}
	}
	s.store.start(s.snapshot)
	return s, nil
}

// SMTPAddr is where mail is received, with the port that was really taken; empty without a
// mail server.
func (s *Server) SMTPAddr() string {
	if s.smtp == nil {
		return ""
	}
	return s.smtp.Addr()
}

// Run serves on Config.ListenAddr until the context ends, then lets open requests finish for a
// moment and closes.
func (s *Server) Run(ctx context.Context) error {
	defer s.Close()
	listener, err := net.Listen("tcp", s.cfg.ListenAddr)
	if err != nil {
		return fmt.Errorf("the sandbox cannot listen on %s: %w", s.cfg.ListenAddr, err)
	}
	s.log.InfoContext(ctx, "sandbox is up", "http", listener.Addr().String(), "smtp", s.SMTPAddr())
	server := &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		_ = server.Close()
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Close stops the mail server and writes the state down. It may be called more than once.
func (s *Server) Close() {
	s.once.Do(func() {
		if s.smtp != nil {
			_ = s.smtp.Close()
		}
		s.store.close()
	})
}
