package edge

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
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
	"kaiin/server/leaving/personaldata"
	"kaiin/server/oidc"
	"kaiin/server/transport/graph"
	"kaiin/server/transport/graph/generated"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/graph/payload"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/zapi"
)

// world is an edge with a Next and with resolvers that tests write themselves.
type world struct {
	*Edge
	t      testing.TB
	site   *httptest.Server
	next   http.HandlerFunc
	header func(context.Context) (*model.AccountHeader, error)
	logged *syncBuffer
	member *ent.Session
}

type syncBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.String()
}

type resolvers struct {
	generated.ResolverRoot
	generated.QueryResolver
	generated.MutationResolver
	w *world
}

func (r resolvers) Query() generated.QueryResolver { return r }

func (r resolvers) Mutation() generated.MutationResolver { return r }

func (r resolvers) SendLoginCode(context.Context, model.SendLoginCodeInput) (*payload.SendLoginCodePayload, error) {
	return nil, fault.NotFound()
}

func (r resolvers) AccountHeader(ctx context.Context) (*model.AccountHeader, error) {
	return r.w.header(ctx)
}

const token = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"

func newWorld(t testing.TB, change func(*config.Config)) *world {
	t.Helper()
	accountID := uuid.New()
	w := &world{t: t, logged: new(syncBuffer), member: &ent.Session{ID: uuid.New(), AccountID: &accountID}}
	w.Edge = &Edge{Log: slog.New(slog.NewTextHandler(w.logged, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	next := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) { w.next(out, r) }))
	t.Cleanup(next.Close)
	w.next = func(out http.ResponseWriter, r *http.Request) {
		out.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(out, "page "+r.URL.RequestURI())
	}
	w.header = func(context.Context) (*model.AccountHeader, error) { return &model.AccountHeader{}, nil }

	parse := func(address string) *url.URL {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	w.Time = clock.New()
	w.Config = &config.Config{
		Production: true, Origin: parse("https://member.example.jp"), NextURL: parse(next.URL),
		SBPS: config.SBPS{ScriptURL: parse("https://token.example.jp/scripts")}, Trusted: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
	}
	w.Plans = func(context.Context) ([]*ent.Plan, error) { return []*ent.Plan{{ID: "standard"}, {ID: "年"}}, nil }
	if change != nil {
		change(w.Config)
	}
	var err error
	if w.Secrets, err = secret.NewBox([]byte(strings.Repeat("k", 32))); err != nil {
		t.Fatal(err)
	}
	if w.Graph, err = graph.New(resolvers{w: w}, w.Log); err != nil {
		t.Fatal(err)
	}
	if w.Shim, err = zapi.New(w.Graph); err != nil {
		t.Fatal(err)
	}
	w.Social, w.Bank, w.Notices, w.Newsletters, w.Data, w.Apps = new(Social), new(Bank), new(Notices), new(Newsletters), &Data{Service: &personaldata.Service{Clock: clock.New()}}, &Apps{Provider: new(oidc.Service)}
	w.Pictures = &Pictures{Find: func(_ context.Context, name string) ([]byte, error) {
		switch name {
		case token:
			return []byte("a picture"), nil
		case "broken":
			return nil, errors.New("no database")
		}
		return nil, fault.NotFound()
	}}
	if w.Config.SandboxToken != "" {
		w.Clock = &SandboxClock{Move: func(context.Context, time.Duration) error { return nil }}
	}
	w.Viewers = &viewer.Finder{Secure: true}
	w.Viewers.Resume = func(_ context.Context, got string) (*ent.Session, *ent.Account, error) {
		if got == token {
			return w.member, nil, nil
		}
		return nil, nil, nil
	}
	w.Bank.Return = func(context.Context, string) (step.Step, error) { return step.Step{}, fault.NotFound() }
	w.Notices.Receive = func(context.Context, string, string, http.Header, []byte) (int, string) {
		return http.StatusNotFound, ""
	}
	w.Newsletters.Stop = func(context.Context, actor.Actor, string) error { return fault.NotFound() }
	w.Bank.Mine = func(context.Context, string, func() (uuid.UUID, error)) (bool, error) { return true, nil }
	w.Bank.GiveUp = func(context.Context, string) error { return nil }
	w.Settings = func(context.Context) (*settings.Settings, error) { return &settings.Settings{}, nil }
	w.Country = func(string) string { return "" }
	w.Ready = func(context.Context) error { return nil }
	if err := w.Prepare(); err != nil {
		t.Fatal(err)
	}
	w.site = httptest.NewServer(w.Edge)
	t.Cleanup(w.site.Close)
	return w
}

type answer struct {
	*http.Response
	body string
}

// call sends a request; headers are name, value pairs.
func (w *world) call(method, path, body string, headers ...string) answer {
	w.t.Helper()
	r, err := http.NewRequest(method, w.site.URL+path, strings.NewReader(body))
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
	return answer{got, string(text)}
}

const headerData = "/zapi/internal/account-header/screen-data"

func unpacked(t *testing.T, answer *http.Response) string {
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
