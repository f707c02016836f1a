package edgetest

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/base/fault"
	"kaiin/server/base/logs"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
	"kaiin/server/desk/people"
	"kaiin/server/leaving/personaldata"
	"kaiin/server/oidc"
	"kaiin/server/transport/edge"
	"kaiin/server/transport/endpoints"
	"kaiin/server/transport/graph"
	"kaiin/server/transport/graph/generated"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/graph/payload"
	"kaiin/server/transport/guard"
	"kaiin/server/transport/pages"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/visit"
	"kaiin/server/transport/zapi"
)

// World is the whole handler with a Next and with resolvers that tests write themselves.
type World struct {
	*edge.Edge
	Site   *httptest.Server                                    // answers by the handler
	Next   http.HandlerFunc                                    // answers in place of Next; by default with "page" and the address
	Header func(context.Context) (*model.AccountHeader, error) // resolves what HeaderData asks for
	Logged *Log
	Member *ent.Session // has Token in the session cookie

	t testing.TB
}

// Log keeps what is logged.
type Log struct {
	mu sync.Mutex
	bytes.Buffer
}

// Write keeps a line.
func (b *Log) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

// String is all that was logged.
func (b *Log) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.String()
}

type resolvers struct {
	generated.ResolverRoot
	generated.QueryResolver
	generated.MutationResolver
	w *World
}

func (r resolvers) Query() generated.QueryResolver { return r }

func (r resolvers) Mutation() generated.MutationResolver { return r }

func (r resolvers) SendLoginCode(context.Context, model.SendLoginCodeInput) (*payload.SendLoginCodePayload, error) {
	return nil, fault.NotFound()
}

func (r resolvers) AccountHeader(ctx context.Context) (*model.AccountHeader, error) {
	return r.w.Header(ctx)
}

// Token is in the session cookie of the world's member.
const Token = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"

// New is a world with the configuration of a production site, which change may alter; nil leaves it
// as it is.
func New(t testing.TB, change func(*config.Config)) *World {
	t.Helper()
	accountID := uuid.New()
	w := &World{t: t, Logged: new(Log), Member: &ent.Session{ID: uuid.New(), AccountID: &accountID}}
	log := slog.New(logs.Carried(slog.NewTextHandler(w.Logged, &slog.HandlerOptions{Level: slog.LevelDebug})))
	next := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) { w.Next(out, r) }))
	t.Cleanup(next.Close)
	w.Next = func(out http.ResponseWriter, r *http.Request) {
		out.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(out, "page "+r.URL.RequestURI())
	}
	w.Header = func(context.Context) (*model.AccountHeader, error) { return &model.AccountHeader{}, nil }

	parse := func(address string) *url.URL {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	cfg := &config.Config{
		Production: true, Origin: parse("https://member.example.jp"), NextURL: parse(next.URL),
		SBPS: config.SBPS{ScriptURL: parse("https://token.example.jp/scripts")}, Trusted: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
	}
	if change != nil {
		change(cfg)
	}
	secrets, err := secret.NewBox([]byte(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	arrivals := &visit.Arrivals{Config: cfg, Log: log, Secrets: secrets}
	guard := &guard.Guard{
		Config: cfg, Log: log, Patience: guard.Patience, Viewers: &viewer.Finder{Secure: true, Resume: w.resume},
		Settings: func(context.Context) (*settings.Settings, error) { return &settings.Settings{}, nil },
		Country:  func(string) string { return "" },
	}
	pages := &pages.Pages{
		Config: cfg, Log: log, Time: clock.New(), Arrivals: arrivals, Guard: guard,
		Plans: func(context.Context) ([]*ent.Plan, error) {
			return []*ent.Plan{{ID: "standard"}, {ID: "年"}, {ID: "over", SalesEndAt: new(time.Time)}}, nil
		},
	}
	w.Edge = &edge.Edge{Config: cfg, Log: log, Arrivals: arrivals, Guard: guard, Pages: pages}
	members, err := graph.New(resolvers{w: w}, log)
	if err != nil {
		t.Fatal(err)
	}
	w.Graph = members
	if w.Shim, err = zapi.New(members); err != nil {
		t.Fatal(err)
	}
	w.endpoints(endpoints.Site{Config: cfg, Log: log, Guard: guard, Pages: pages})
	if err := w.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Site = httptest.NewServer(w.Edge)
	t.Cleanup(w.Site.Close)
	return w
}

// resume knows the world's member alone.
func (w *World) resume(_ context.Context, got string) (*ent.Session, *ent.Account, error) {
	if got == Token {
		return w.Member, nil, nil
	}
	return nil, nil, nil
}

// endpoints are those of a site where nothing is found.
func (w *World) endpoints(site endpoints.Site) {
	w.Social = &endpoints.Social{Site: site}
	w.Bank = &endpoints.Bank{
		Site:   site,
		Return: func(context.Context, string) (step.Step, error) { return step.Step{}, fault.NotFound() },
		GiveUp: func(context.Context, string) error { return nil },
		Mine:   func(context.Context, string, func() (uuid.UUID, error)) (bool, error) { return true, nil },
	}
	w.Notices = &endpoints.Notices{
		Site: site,
		Receive: func(context.Context, string, string, http.Header, []byte) (int, string) {
			return http.StatusNotFound, ""
		},
	}
	w.Newsletters = &endpoints.Newsletters{Site: site, Stop: func(context.Context, actor.Actor, string) error { return fault.NotFound() }}
	w.Apps = &endpoints.Apps{Site: site, Provider: new(oidc.Service)}
	w.Data = &endpoints.Data{Site: site, Service: &personaldata.Service{Clock: clock.New()}}
	w.Staff = &endpoints.Staff{Site: site, People: new(people.Service)}
	w.Pictures = &endpoints.Pictures{Site: site, Find: picture}
	w.StoreFiles = &endpoints.StoreFiles{Site: site}
	w.Health = &endpoints.Health{Site: site, Ready: func(context.Context) error { return nil }}
	w.WellKnown = &endpoints.WellKnown{Site: site, Time: clock.New()}
	if w.Config.SandboxToken != "" {
		w.Clock = &endpoints.SandboxClock{Site: site, Move: func(context.Context, time.Duration) error { return nil }}
	}
}

// picture finds one by the name of Token, and fails for "broken".
func picture(_ context.Context, name string) ([]byte, error) {
	switch name {
	case Token:
		return []byte("a picture"), nil
	case "broken":
		return nil, errors.New("no database")
	}
	return nil, fault.NotFound()
}

// Answer is an answer with the text of its body.
type Answer struct {
	*http.Response
	Text string
}

// Call sends a request to the site; headers are name, value pairs.
func (w *World) Call(method, path, body string, headers ...string) Answer {
	w.t.Helper()
	r, err := http.NewRequest(method, w.Site.URL+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	transport := &http.Transport{DisableCompression: true, DisableKeepAlives: true}
	got, err := transport.RoundTrip(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return Answer{got, string(text)}
}

// HeaderData is the address of a call that World.Header resolves.
const HeaderData = "/zapi/internal/account-header/screen-data"

// Unpacked is the body of an answer that may have left compressed.
func Unpacked(t testing.TB, answer *http.Response) string {
	t.Helper()
	defer func() { _ = answer.Body.Close() }()
	var body io.Reader = answer.Body
	if answer.Header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		body = z
	}
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
