package apptest

import (
	"context"
	"log/slog"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"kaiin/server/app"
	"kaiin/server/base/logs"
	"kaiin/server/base/settings"
	"kaiin/server/base/store/storetest"
	"kaiin/server/sandbox/sandboxtest"
	"kaiin/server/shop/catalog/catalogtest"
)

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

// Start brings a stack up and takes it down when the test ends. change, when not nil, alters the
// store's settings.
func Start(t testing.TB, change func(*settings.Settings)) *Stack {
	t.Helper()
	s := &Stack{Logged: new(Log)}
	databaseURL := storetest.URL(t)
	listener := listen(t)
	s.Site = "http://" + listener.Addr().String()
	world := sandboxtest.Start(t, sandboxtest.Setup{Site: s.Site})
	s.Sandbox = world.URL
	unused := listen(t)
	_ = unused.Close()

	var err error
	s.App, err = app.New(t.Context(), world.Config(t, map[string]string{
		"DATABASE_URL": databaseURL, "KAIIN_NEXT_URL": "http://" + unused.Addr().String(),
	}), logs.New(s.Logged, slog.LevelInfo, "test"))
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
