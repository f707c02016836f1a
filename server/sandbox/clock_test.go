package sandbox

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"
)

// product is a product that only has a clock.
type product struct {
	offset atomic.Int64
	status atomic.Int64
	during atomic.Pointer[func()] // what happens while it catches up
}

func (p *product) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var in struct{ OffsetSeconds int64 }
	body, _ := io.ReadAll(r.Body)
	if json.Unmarshal(body, &in) != nil || r.URL.Path != "/internal/sandbox/clock" || r.Header.Get("Authorization") != "Bearer secret" {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if during := p.during.Load(); during != nil {
		(*during)()
	}
	if status := p.status.Load(); status != 0 {
		w.WriteHeader(int(status))
		_, _ = io.WriteString(w, "cannot")
		return
	}
	p.offset.Store(in.OffsetSeconds)
}

func withProduct(t *testing.T, p *product) *desk {
	t.Helper()
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	cfg := config()
	cfg.ProductURL, cfg.Token = server.URL+"/", "secret"
	return setup(t, cfg)
}

func TestClockMovesTheProductBeforeItAnswers(t *testing.T) {
	t.Parallel()
	p := &product{}
	d := withProduct(t, p)
	var inside clockState
	look := func() { inside = clockState{d.server.time.Now(), d.server.time.offset()} }
	p.during.Store(&look)
	var now clockState
	if status := d.do("POST", "/clock", `{"advance":"720h"}`, &now); status != 200 || now.OffsetSeconds != 720*3600 || p.offset.Load() != 720*3600 {
		t.Fatalf("status %d, sandbox %d, product %d", status, now.OffsetSeconds, p.offset.Load())
	}
	if inside.OffsetSeconds != now.OffsetSeconds {
		t.Fatal("the product caught up while the sandbox still lived in the old time")
	}
	target := now.Now.Add(48 * time.Hour).Truncate(time.Millisecond)
	if status := d.do("POST", "/clock", `{"set":"`+target.Format(time.RFC3339Nano)+`"}`, &now); status != 200 || now.Now.Before(target) || now.Now.After(target.Add(3*time.Second)) {
		t.Fatalf("status %d, set to %s, it is %s", status, target, now.Now)
	}
	if p.offset.Load() != now.OffsetSeconds {
		t.Fatal("the product is in another time")
	}
}

func TestClockWhenTheProductFails(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		spoil func(p *product, d *desk)
		code  string
		moved bool
	}{
		{"no product there", func(_ *product, d *desk) { d.server.time.productURL = "http://127.0.0.1:1" }, "PRODUCT_UNREACHABLE", false},
		{"refuses", func(p *product, _ *desk) { p.status.Store(409) }, "PRODUCT_REFUSED", false},
		{"another token", func(_ *product, d *desk) { d.server.time.token = "guess" }, "PRODUCT_REFUSED", false},
		{"fails on the way", func(p *product, _ *desk) { p.status.Store(500) }, "PRODUCT_FAILED", true},
		{"dies on the way", func(p *product, _ *desk) { die := func() { panic(http.ErrAbortHandler) }; p.during.Store(&die) }, "PRODUCT_FAILED", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := &product{}
			d := withProduct(t, p)
			d.do("POST", "/clock", `{"advance":"1h"}`, nil)
			url, token := d.server.time.productURL, d.server.time.token
			c.spoil(p, d)
			var got problem
			if status := d.do("POST", "/clock", `{"advance":"2h"}`, &got); status != http.StatusBadGateway || got.Code != c.code || got.Moved != c.moved {
				t.Fatalf("status %d %+v", status, got)
			}
			want := int64(3600)
			if c.moved {
				want = 3 * 3600
			}
			if d.server.time.offset() != want {
				t.Fatalf("the clock is %d s ahead, want %d", d.server.time.offset(), want)
			}
			p.status.Store(0)
			p.during.Store(nil)
			d.server.time.productURL, d.server.time.token = url, token
			if status := d.do("POST", "/clock", `{"advance":"0s"}`, nil); status != 200 || p.offset.Load() != want {
				t.Fatalf("told again: status %d, the product is %d s ahead, want %d", status, p.offset.Load(), want)
			}
		})
	}
}

func TestRequestsOfTheOldTimeAreStillInTime(t *testing.T) {
	t.Parallel()
	p := &product{}
	d := withProduct(t, p)
	k := d.server.time
	ahead := func() time.Duration { return k.Slowest().Sub(k.system.Now()).Round(time.Second) }
	look := func() {
		if ahead() != 0 {
			t.Errorf("while the product catches up the slowest clock is %s ahead", ahead())
		}
	}
	p.during.Store(&look)
	d.do("POST", "/clock", `{"advance":"720h"}`, nil)
	if ahead() != 0 {
		t.Errorf("right after it the slowest clock is %s ahead", ahead())
	}
	k.mu.Lock()
	k.ended = k.ended.Add(-graceAfter - time.Second)
	k.mu.Unlock()
	if ahead() != 720*time.Hour {
		t.Errorf("later the slowest clock is %s ahead", ahead())
	}
}
