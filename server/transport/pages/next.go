package pages

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	pathpkg "path"
	"strings"
	"sync"
	"time"

	"kaiin/server/base/logs"
	"kaiin/server/base/store"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/visit"
)

// newTransport keeps connections to Next open: a new one for each page would cost more than the
// page. Next closes an idle one after 100 seconds, so this side does it first.
func newTransport() *http.Transport {
	return &http.Transport{
		DialContext:           (&net.Dialer{Timeout: 3 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		MaxIdleConns:          512,
		MaxIdleConnsPerHost:   512,
		IdleConnTimeout:       time.Minute,
		ResponseHeaderTimeout: 30 * time.Second,
		DisableCompression:    true,
	}
}

// newProxy passes pages on to Next with the headers this package decides, and takes nothing from
// Next but the page. No caller changes to another protocol: a caller who asks for one gets the page
// all the same (RFC 9110, 7.8). Only Next's development server tells pages by WebSocket that their
// source has changed.
func (p *Pages) newProxy() http.Handler {
	proxy := &httputil.ReverseProxy{
		Transport:      p.transport,
		BufferPool:     new(copyBuffers),
		Rewrite:        p.toNext,
		ModifyResponse: p.fromNext,
		ErrorHandler:   p.nextFailed,
		ErrorLog:       nil,
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !fromSource(p.Config) || !strings.HasPrefix(r.URL.Path, "/_next/") {
			r.Header.Del("Upgrade")
		}
		proxy.ServeHTTP(w, r)
	})
}

func (p *Pages) toNext(passed *httputil.ProxyRequest) {
	passed.Out.URL.Scheme, passed.Out.URL.Host = p.Config.NextURL.Scheme, p.Config.NextURL.Host
	passed.Out.Header.Del("Accept-Encoding") // answers are compressed here
	if !fromSource(p.Config) {
		passed.Out.Header = passedOn(passed.In, cookiesFor(p.Config, passed.In.URL.Path))
	}
	if isOfStaff(passed.In.URL.Path) {
		p.presentStaff(passed.Out)
	}
	p.present(passed.Out, visit.Of(passed.In.Context()))
}

// present says in a request to Next for whom the page is.
func (p *Pages) present(asked *http.Request, v *visit.Visit) {
	asked.Host = p.Config.Origin.Host
	h := asked.Header
	h.Set("X-Forwarded-For", v.IP)
	h.Set("X-Forwarded-Host", p.Config.Origin.Host)
	h.Set("X-Forwarded-Proto", p.Config.Origin.Scheme)
	h.Set("X-Request-Id", v.ID)
	h.Set(visit.HeaderLocale, v.Locale)
	h.Set(visit.HeaderNonce, v.Nonce)
	h.Set(visit.HeaderContext, p.Arrivals.Seal(v))
}

// Next refuses a head of more than 16 KB without a word. So of an address so much is taken
// (page.go), and of a browser's headers it gets those that pages and its files are made from, as
// long as they have an ordinary size: what else a browser carries, such as the cookies of other
// applications of the domain, must keep no visitor from a page.
const (
	longestAddress = 5 << 10
	longestHeader  = 1 << 10
	mostCookies    = 16
)

var forPages = []string{"Accept", "Accept-Language", "User-Agent", "Referer", "If-None-Match", "If-Modified-Since", "X-Nextjs-Data"}

// passedOn are the headers of a request that Next gets, with the cookies of the names beside those
// of members.
func passedOn(r *http.Request, cookies []string) http.Header {
	h := http.Header{}
	for _, name := range forPages {
		if value := r.Header.Get(name); value != "" && len(value) <= longestHeader {
			h.Set(name, value)
		}
	}
	if own := viewer.OwnCookies(r, mostCookies, cookies...); own != "" {
		h.Set("Cookie", own)
	}
	return h
}

func (p *Pages) fromNext(answer *http.Response) error {
	for _, name := range decidedHere {
		answer.Header.Del(name)
	}
	sayWhen(answer.Header, answer.StatusCode) // the API has told Next alone
	path := answer.Request.URL.Path
	kind := answer.Header.Get("Content-Type")
	if strings.HasPrefix(kind, "text/html") || strings.HasPrefix(path, "/_next/data/") || answer.Header["Set-Cookie"] != nil {
		answer.Header.Set("Cache-Control", "private, no-store") // a member's own (ASVS V14.3.2)
	}
	if strings.HasPrefix(kind, "text/html") && pathpkg.Ext(path) == "" && !p.isFound(answer.Request.Context(), answer.Request.URL) {
		answer.Header.Set("X-Robots-Tag", "noindex") // a step of somebody's own, what is sold no more, or no page at all
	}
	return reveal(answer)
}

// nextFailed answers in Next's place: 504 when it took too long, 502 for anything else.
func (p *Pages) nextFailed(w http.ResponseWriter, r *http.Request, err error) {
	v := visit.Of(r.Context())
	var timeout net.Error
	switch {
	case store.FailureOf(r.Context(), err) == store.Abandoned:
		panic(http.ErrAbortHandler)
	case errors.As(err, &timeout) && timeout.Timeout():
		p.Log.ErrorContext(r.Context(), "pages", "alarm", logs.PagesUnanswered, "path", v.Pattern, "error", err.Error())
		p.plainPage(w, r, http.StatusGatewayTimeout)
	default:
		p.Log.ErrorContext(r.Context(), "pages", "alarm", logs.PagesUnanswered, "path", v.Pattern, "error", err.Error())
		p.plainPage(w, r, http.StatusBadGateway)
	}
}

// Answers asks Next for something it has not: any answer will do.
func (p *Pages) Answers(ctx context.Context) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.Config.NextURL.JoinPath("/_next/health").String(), nil)
	if err != nil {
		return err
	}
	answer, err := p.transport.RoundTrip(r)
	if err != nil {
		return fmt.Errorf("pages: %w", err)
	}
	return answer.Body.Close()
}

// copyBuffers lends the proxy what it copies through.
type copyBuffers struct{ pool sync.Pool }

func (b *copyBuffers) Get() []byte {
	if p, ok := b.pool.Get().(*[]byte); ok {
		return *p
	}
	return make([]byte, 32<<10)
}

func (b *copyBuffers) Put(p []byte) { b.pool.Put(&p) }
