package edge_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"kaiin/ent"
	"kaiin/server/base/step"
	"kaiin/server/transport/edge"
	"kaiin/server/transport/edge/edgetest"
	"kaiin/server/transport/graph/model"
)

func TestPanicsStayHere(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	w.Guard.Viewers.Resume = func(context.Context, string) (*ent.Session, *ent.Account, error) { panic("hunter2") }
	got := w.Call("GET", edgetest.HeaderData, "", "Cookie", "sid="+edgetest.Token)
	if got.StatusCode != 500 || !strings.Contains(got.Text, `"code":"INTERNAL"`) || strings.Contains(got.Text, "hunter2") {
		t.Errorf("%d %s", got.StatusCode, got.Text)
	}
	w.Bank.Return = func(context.Context, string) (step.Step, error) { panic("hunter2") }
	if got := w.Call("GET", "/payment/tds/"+edgetest.Token+"/ok", ""); got.StatusCode != 500 || !strings.Contains(got.Text, "page /errors/500") {
		t.Errorf("%d %s", got.StatusCode, got.Text)
	}
	if log := w.Logged.String(); strings.Count(log, "msg=panic") != 2 || !strings.Contains(log, got.Header.Get("X-Request-Id")) {
		t.Error(log)
	}
}

func TestDatabaseIsAway(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	w.Guard.Viewers.Resume = func(context.Context, string) (*ent.Session, *ent.Account, error) {
		return nil, nil, &net.OpError{Op: "dial", Err: errors.New("10.0.0.7 refused")}
	}
	for path, part := range map[string]string{edgetest.HeaderData: `"status":503`, "/graphql": `"errors"`} {
		method := map[bool]string{true: "POST", false: "GET"}[path == "/graphql"]
		got := w.Call(method, path, "{}", "Cookie", "sid="+edgetest.Token, "Content-Type", "application/json")
		if got.StatusCode != 503 || !strings.Contains(got.Text, part) || strings.Contains(got.Text, "10.0.0.7") {
			t.Errorf("%s: %d %s", path, got.StatusCode, got.Text)
		}
	}
}

func TestAccessLogHasNothingPersonal(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	w.Header = func(context.Context) (*model.AccountHeader, error) { return nil, nil }
	w.Call("GET", "/password/reset?token=hunter2", "", "X-Forwarded-For", "203.0.113.7", "Cookie", "sid="+edgetest.Token)
	w.Call("GET", "/mypage/subscription/0199f1c2-7a3b-7c11-8f11-000000000001", "")
	w.Call("GET", edgetest.HeaderData+"?returnTo=hunter2", "")
	log := w.Logged.String()
	for _, secret := range []string{"hunter2", "203.0.113.7", edgetest.Token, "0199f1c2"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log has %s: %s", secret, log)
		}
	}
	for _, want := range []string{"path=/password/reset", "path=/mypage/subscription/{id}", "path=" + edgetest.HeaderData, "status=200", "requestId=", "statements=0"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %s: %s", want, log)
		}
	}
}

func TestServeDrains(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	entered, release := make(chan struct{}), make(chan struct{})
	enter := sync.OnceFunc(func() { close(entered) }) // a page that cannot be shared is asked for again
	w.Next = func(out http.ResponseWriter, _ *http.Request) {
		enter()
		<-release
		_, _ = io.WriteString(out, "done")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended, draining := make(chan error, 1), make(chan struct{})
	drain := func() { w.Drain(); close(draining) }
	go func() { ended <- edge.Serve(ctx, listener, w.Edge, drain, w.Log) }()
	page := make(chan string, 1)
	go func() {
		got, err := http.Get("http://" + listener.Addr().String() + "/login")
		if err != nil {
			page <- err.Error()
			return
		}
		page <- edgetest.Unpacked(t, got)
	}()
	<-entered
	stop()
	<-draining
	if got := w.Call("GET", "/readyz", ""); got.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("still ready while stopping: %d", got.StatusCode)
	}
	close(release)
	if got := <-page; got != "done" {
		t.Errorf("the open request ended with %q", got)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
