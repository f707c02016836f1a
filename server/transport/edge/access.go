package edge

import (
	"bufio"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strings"

	"kaiin/server/base/fault"
	"kaiin/server/base/logs"
	"kaiin/server/base/telemetry"
	"kaiin/server/transport/guard"
	"kaiin/server/transport/visit"
	"kaiin/server/transport/zapi"
)

// recorder remembers what was answered.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 && status >= 200 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// Flush and Hijack are what the compressing writer asks for by name.
func (w *recorder) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() }

func (w *recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(w.ResponseWriter).Hijack()
}

// Unwrap lets http.ResponseController reach the connection.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// log writes a line for every request.
func (e *Edge) log(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out, v := &recorder{ResponseWriter: w}, visit.Of(r.Context())
		ctx, span := begin(r, v)
		r = r.WithContext(ctx)
		defer e.leave(out, r, v, span)
		next.ServeHTTP(out, r)
	})
}

// leave writes the one line of a request: no query, no ids, no address. Where the caller has gone
// before an answer, its status is 499.
func (e *Edge) leave(w *recorder, r *http.Request, v *visit.Visit, span telemetry.Span) {
	if w.status == 0 && r.Context().Err() != nil {
		w.status = fault.StatusAbandoned
	}
	level := slog.LevelInfo
	if strings.HasPrefix(v.Pattern, "/_next/") || v.Pattern == "/healthz" || v.Pattern == "/readyz" {
		level = slog.LevelDebug
	}
	e.Log.Log(r.Context(), level, "request",
		"method", knownMethod(r.Method), "path", v.Pattern, "status", w.status,
		"ms", visit.Now().Sub(v.Began).Milliseconds(), "bytes", w.bytes, "statements", v.Statements(), "fromPage", v.FromPage)
	e.measure(w, r, v, span)
}

// recover turns a panic into a failure, logged once with its stack.
func (e *Edge) recover(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := &recorder{ResponseWriter: w}
		defer func() {
			value := recover()
			if value == nil {
				return
			}
			if value == http.ErrAbortHandler { // the proxy's way to say that the caller has gone
				panic(value)
			}
			v := visit.Of(r.Context())
			e.Log.ErrorContext(r.Context(), "panic", "alarm", logs.Panic, "path", v.Pattern, "panic", fmt.Sprint(value), "stack", string(debug.Stack()))
			if out.status == 0 {
				e.fail(out, r, http.StatusInternalServerError)
			}
		}()
		next.ServeHTTP(out, r)
	})
}

// fail answers in the form of the path: the error object to API callers, a page to everybody else.
func (e *Edge) fail(w http.ResponseWriter, r *http.Request, status int) {
	if r.URL.Path == "/graphql" || zapi.Owns(r.URL.Path) || (r.Method != http.MethodGet && r.Method != http.MethodHead) {
		zapi.WriteError(w, visit.AsStranger(r), status, guard.CodeOf(status))
		return
	}
	e.Pages.Fail(w, r, status)
}
