package edge

import (
	"context"
	"strings"
	"sync/atomic"
	"time"

	"kaiin/server/base/store"
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
