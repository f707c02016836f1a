package edge

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/secret"
	"kaiin/server/base/store"
	"kaiin/server/base/useragent"
)

// visit is what is known of a request before anybody answers it.
type visit struct {
	id       string
	began    time.Time
	ip       string
	behind   string // the caller's address as a proxy says that the configuration does not name (realip.go)
	locale   string
	agent    string
	nonce    string // of this answer's Content-Security-Policy
	fromPage bool   // a page's call, made by Next on behalf of the member

	crossSite bool // the browser says that another site made it ask

	pattern    string // of the path, for the log: no ids, no keys
	statements *atomic.Int64

	ctx context.Context // until the caller has gone, which may be longer than a call may take
}

type visitKey struct{}

func withVisit(ctx context.Context, v *visit) context.Context {
	ctx, v.statements = store.CountStatements(ctx)
	v.ctx = context.WithValue(ctx, visitKey{}, v)
	return v.ctx
}

func visitOf(ctx context.Context) *visit { return ctx.Value(visitKey{}).(*visit) }

// Headers between this server and Next. From outside none of them counts.
const (
	headerContext = "X-Kaiin-Context"
	headerLocale  = "X-Kaiin-Locale"
	headerNonce   = "X-Kaiin-Nonce"
	ownPrefix     = "X-Kaiin-"
)

// arrive puts into the context what is known of a request.
func (e *Edge) arrive(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(withVisit(r.Context(), e.identify(r))))
	})
}

// identify finds out where a request comes from. A page's call carries the signed context of the request the page was made for.
func (e *Edge) identify(r *http.Request) *visit {
	v := &visit{began: e.system.Now(), nonce: newNonce(), pattern: patternOf(r.URL.Path)}
	passed, ok := e.openContext(r.Header.Get(headerContext), v.began)
	for name := range r.Header {
		if strings.HasPrefix(name, ownPrefix) {
			delete(r.Header, name)
		}
	}
	if ok {
		v.id, v.ip, v.behind, v.locale, v.agent, v.fromPage = passed.ID, passed.IP, passed.Behind, passed.Locale, passed.Agent, true
		v.crossSite = passed.CrossSite
		return v
	}
	id, err := uuid.NewV7()
	if err != nil {
		panic(err) // crypto/rand never fails
	}
	v.id = id.String()
	v.ip = realIP(r, e.Config.Trusted)
	if e.Config.Production { // which is on https, so something in front speaks it
		v.behind = unnamedProxy(r, e.Config.Trusted)
		e.watchProxies(r, v)
	}
	v.locale = localeOf(r)
	v.agent = useragent.Truncate(r.UserAgent())
	v.crossSite = r.Header.Get("Sec-Fetch-Site") == "cross-site"
	return v
}

// newNonce has 132 random bits. It is the same length in every answer.
func newNonce() string { return secret.Token()[:22] }

// patternOf is a path without what identifies anybody: long segments and those with many digits are ids or keys.
func patternOf(path string) string {
	segments := strings.Split(path, "/")
	if len(segments) > 8 {
		segments = append(segments[:8], "…")
	}
	for i, s := range segments {
		digits := strings.Count(s, "") - 1 - len(strings.Map(dropDigit, s))
		if len(s) > 24 || digits > 3 {
			segments[i] = "{id}"
		}
	}
	return strings.Join(segments, "/")
}

func dropDigit(r rune) rune {
	if r >= '0' && r <= '9' {
		return -1
	}
	return r
}
