package pages_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/server/base/settings"
	"kaiin/server/transport/pages"
	"kaiin/server/transport/visit"
)

// memory answers in the place of Next without a network between.
type memory func(*http.Request) *http.Response

func (m memory) RoundTrip(r *http.Request) (*http.Response, error) {
	answer := m(r)
	answer.Request = r
	return answer, nil
}

// counted is an answer that is counted and not kept.
type counted struct {
	header        http.Header
	status, bytes int
}

func (c *counted) Header() http.Header { return c.header }

func (c *counted) WriteHeader(status int) { c.status = status }

func (c *counted) Write(p []byte) (int, error) {
	c.bytes += len(p)
	return len(p), nil
}

// S-07: twenty thousand addresses, queries, languages and agents make no more pages than there are,
// and hold no memory. (What the cache itself keeps of a hundred thousand is tested in package
// pagecache.)
func TestManyAddressesHoldNoMemory(t *testing.T) {
	c := newCrowd(t, nil)
	var homes atomic.Int64
	text := strings.Repeat("<p>kaiin</p>", 100)
	c.Pages.SetTransport(memory(func(r *http.Request) *http.Response {
		if r.URL.Path == "/" {
			homes.Add(1)
		}
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/html"}}, Body: io.NopCloser(strings.NewReader(text))}
	}))
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	ask := func(path string, i int) {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Language", fmt.Sprintf("x-%d", i))
		r.Header.Set("User-Agent", fmt.Sprintf("agent/%d", i))
		r.Header.Set("Cookie", fmt.Sprintf("a%d=b", i))
		w := &counted{header: http.Header{}}
		if c.Pages.ServeHTTP(w, r.WithContext(visit.With(t.Context(), c.Arrivals.Identify(r)))); w.status != 200 || w.bytes != len(text) {
			t.Fatalf("%s: %d, %d bytes", path, w.status, w.bytes)
		}
	}
	ask("/", 0)
	before := heap()
	for i := range 20_000 {
		ask(fmt.Sprintf("/?q=%d", i), i)
		if i%100 == 0 {
			ask(fmt.Sprintf("/plans/%d", i), i)
		}
	}
	if after := heap(); after > before+2<<20 {
		t.Errorf("the heap has grown from %d to %d bytes", before, after)
	}
	if homes.Load() != 1 {
		t.Errorf("Next was asked for the home page %d times", homes.Load())
	}
}

// S-07: 50 who come at once to a page that no visitor has asked for yet cost one page; the first of
// them may leave.
func TestACrowdAsksNextOnce(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	var came atomic.Int64
	c.Guard.Settings = func(context.Context) (*settings.Settings, error) { came.Add(1); return &settings.Settings{}, nil }
	answering, asked := c.Next, make(chan struct{}, 100)
	release := make(chan struct{})
	c.Next = func(out http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-release
		answering(out, r)
	}
	first, leave := context.WithCancel(t.Context())
	left := make(chan error)
	go func() {
		r, _ := http.NewRequestWithContext(first, "GET", c.Site.URL+"/", nil)
		_, err := new(http.Transport).RoundTrip(r)
		left <- err
	}()
	<-asked
	var all sync.WaitGroup
	var nonces sync.Map
	for range 50 {
		all.Go(func() {
			got := c.Call("GET", "/", "")
			if _, twice := nonces.LoadOrStore(nonceOf(t, got), true); twice || got.StatusCode != 200 {
				t.Errorf("%d, the nonce of another: %t", got.StatusCode, twice)
			}
		})
	}
	for came.Load() < 51 {
		time.Sleep(time.Millisecond)
	}
	leave()
	if err := <-left; err == nil {
		t.Error("the first one did not leave")
	}
	close(release)
	all.Wait()
	c.askedTimes(t, 1, "51 visitors")
}

// S-07: a visitor who does not read delays no other visitor.
func TestASlowVisitorDelaysNoOther(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	random, text := rand.New(rand.NewPCG(1, 2)), strings.Builder{}
	for text.Len() < pages.MaxShared-1000 {
		fmt.Fprint(&text, random.Uint64())
	}
	c.Next = func(out http.ResponseWriter, _ *http.Request) {
		out.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(out, text.String())
	}
	for range 20 {
		slow, err := net.Dial("tcp", c.Site.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = slow.Close() }()
		for range 20 { // more than the connection takes without being read
			_, _ = io.WriteString(slow, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		}
	}
	for range 5 {
		if got := c.Call("GET", "/", ""); got.StatusCode != 200 || got.Text != text.String() {
			t.Errorf("%d, %d bytes", got.StatusCode, len(got.Text))
		}
	}
}
