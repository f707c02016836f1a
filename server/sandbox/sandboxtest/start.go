package sandboxtest

import (
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"kaiin/server/base/config"
	"kaiin/server/sandbox"
)

// Setup is how a test wants its sandbox.
type Setup struct {
	Site     string                          // the product's origin; empty: there is no product, and no call is made when the clock moves
	BotCheck string                          // recaptcha or turnstile; empty: recaptcha
	Change   map[string]string               // variables that differ from sandbox.Environment
	Around   func(http.Handler) http.Handler // what wraps the sandbox; nil: nothing
}

// World is a running sandbox.
type World struct {
	*httptest.Server
	Variables sandbox.Variables // the environment of a product in it, the database and the pages left out
}

// Start runs a sandbox until the test ends.
func Start(t testing.TB, setup Setup) *World {
	t.Helper()
	secret := make([]byte, 32)
	_, _ = rand.Read(secret)
	server := httptest.NewUnstartedServer(nil)
	at := sandbox.Addresses{
		Site: setup.Site, Sandbox: "http://" + server.Listener.Addr().String(), SMTP: "127.0.0.1:0", BotCheck: setup.BotCheck,
	}
	cfg := sandbox.ConfigFrom(environment(at, secret, setup).Get)
	cfg.ProductURL, cfg.Log = setup.Site, slog.New(slog.DiscardHandler)
	box, err := sandbox.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(box.Close)
	server.Config.Handler = box.Handler()
	if setup.Around != nil {
		server.Config.Handler = setup.Around(server.Config.Handler)
	}
	server.Start()
	t.Cleanup(server.Close)
	at.SMTP = box.SMTPAddr()
	return &World{Server: server, Variables: environment(at, secret, setup)}
}

func environment(at sandbox.Addresses, secret []byte, setup Setup) sandbox.Variables {
	variables := sandbox.Environment(at, secret)
	variables["KAIIN_PASSWORD_COST"] = "m=64,t=1" // a test about the cost of a password says so
	for name, value := range setup.Change {
		variables[name] = value
	}
	return variables
}

// Config is the product's configuration, with more variables if need be.
func (w *World) Config(t testing.TB, more map[string]string) *config.Config {
	t.Helper()
	cfg, err := config.Load(func(name string) string {
		if value, ok := more[name]; ok {
			return value
		}
		return w.Variables[name]
	})
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

// Adapters is the configuration of adapters in a test that has no product.
func (w *World) Adapters(t testing.TB) *config.Config {
	t.Helper()
	return w.Config(t, map[string]string{"KAIIN_ORIGIN": "http://product.test", "DATABASE_URL": "postgres://none.test"})
}
