package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"strings"

	"kaiin/server/sandbox"
)

// runSandbox plays the outside world, or prints what a product needs to live in it.
func runSandbox(ctx context.Context, p *program, args []string) error {
	var environment bool
	if err := p.flags("sandbox", args, func(f *flag.FlagSet) {
		f.BoolVar(&environment, "environment", false, "print the variables of a product that has this sandbox for its outside world, as JSON")
	}); err != nil {
		return err
	}
	cfg := sandbox.ConfigFrom(p.getenv)
	if environment {
		return p.printEnvironment(cfg)
	}
	p.logTo(p.out)
	cfg.Log = p.log
	s, err := sandbox.New(cfg)
	if err != nil {
		return err
	}
	return s.Run(ctx)
}

// printEnvironment goes by the addresses of the sandbox, KAIIN_ORIGIN, KAIIN_SECRET and
// BOT_CHECK_PROVIDER, and makes what of them is not set.
func (p *program) printEnvironment(cfg sandbox.Config) error {
	_, port, err := net.SplitHostPort(cfg.ListenAddr)
	if err != nil {
		return fmt.Errorf("SANDBOX_LISTEN: %w", err)
	}
	at := sandbox.Addresses{
		Site: p.getenv("KAIIN_ORIGIN"), Product: cfg.ProductURL, Sandbox: cfg.PublicURL, Inside: "http://127.0.0.1:" + port,
		SMTP: cfg.SMTPAddr, BotCheck: p.getenv("BOT_CHECK_PROVIDER"),
	}
	if at.Site == "" {
		at.Site = at.Product
	}
	if at.Sandbox == "" {
		at.Sandbox = at.Inside
	}
	secret := make([]byte, 32)
	if kept, _, _ := strings.Cut(p.getenv("KAIIN_SECRET"), ","); kept == "" {
		_, _ = rand.Read(secret)
	} else if secret, err = base64.StdEncoding.DecodeString(kept); err != nil {
		return fmt.Errorf("KAIIN_SECRET: %w", err)
	}
	out := json.NewEncoder(p.out)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(sandbox.Environment(at, secret))
}
