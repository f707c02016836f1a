package visit

import (
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"kaiin/server/base/logs"
	"kaiin/server/base/store"
)

// Visit is what is known of a request before anyone answers it. Arrivals.Arrive keeps it in the
// context of the request.
type Visit struct {
	ID       string // of the request: in the answer, in the log and on the error pages
	Began    time.Time
	IP       string // the caller's address (realip.go)
	Behind   string // the caller's address as a proxy says that the configuration does not name (realip.go)
	Locale   string // of the answer: ja or en
	Agent    string // User-Agent, of an ordinary length
	Nonce    string // of this answer's Content-Security-Policy
	FromPage bool   // a page's call, made by Next on behalf of the member

	CrossSite bool // the browser says that another site made it ask

	// Pattern is the path for the log: without ids and keys. An endpoint whose path holds a secret
	// sets its own.
	Pattern string
	// Route is the pattern of the route that answers, for metrics and traces: one of a few.
	Route string
	// Connection ends when the caller has gone, which may be later than a call may take.
	Connection context.Context

	statements *atomic.Int64
}

type visitKey struct{}

// With returns a context that carries the visit, its id also for the log, and counts the statements
// of the database that are made in it.
func With(ctx context.Context, v *Visit) context.Context {
	ctx, v.statements = store.CountStatements(logs.With(ctx, slog.String(logs.RequestID, v.ID)))
	v.Connection = context.WithValue(ctx, visitKey{}, v)
	return v.Connection
}

// Of is the visit that ctx carries. Every request has one from Arrive on.
func Of(ctx context.Context) *Visit { return ctx.Value(visitKey{}).(*Visit) }

// Statements is how many statements of the database the request has made so far.
func (v *Visit) Statements() int64 { return v.statements.Load() }

// patternOf is a path without what identifies anybody: long segments and those with many digits are
// ids or keys.
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
