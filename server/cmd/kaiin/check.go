package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"time"

	"kaiin/server/base/config"
)

func checkConfig(_ context.Context, p *program, args []string) error {
	if err := p.flags("check-config", args, nil); err != nil {
		return err
	}
	if err := config.Print(p.out, p.getenv); err != nil {
		return err
	}
	_, err := p.load()
	return err
}

// health asks /healthz of the server on this machine, or any other address. It is what containers
// are checked with.
func health(ctx context.Context, p *program, args []string) error {
	var url string
	if err := p.flags("health", args, func(f *flag.FlagSet) {
		f.StringVar(&url, "url", "", "what to ask; /healthz on KAIIN_LISTEN unless given")
	}); err != nil {
		return err
	}
	if url == "" {
		listen := p.getenv("KAIIN_LISTEN")
		if listen == "" {
			listen = ":8080"
		}
		host, port, err := net.SplitHostPort(listen)
		if err != nil {
			return fmt.Errorf("KAIIN_LISTEN: %w", err)
		}
		if ip := net.ParseIP(host); host == "" || (ip != nil && ip.IsUnspecified()) {
			host = "127.0.0.1"
		}
		url = "http://" + net.JoinHostPort(host, port) + "/healthz"
	}
	ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", url, answer.Status)
	}
	return nil
}
