package gql

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"runtime/debug"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"kaiin/server/base/fault"
	"kaiin/server/base/logs"
	"kaiin/server/base/store"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/viewer"
)

// Names of what an error tells beside its message, in extensions.
const (
	extensionCode       = "code"
	ExtensionStatus     = "status"
	ExtensionRetryAfter = "retryAfter" // seconds
	extensionRequestID  = "requestId"
	extensionFields     = "fields"
	extensionRedirectTo = "redirectTo" // where that is done which has to be done first
)

// FieldError is one wrong field of an input, as an answer names it.
type FieldError struct {
	Field   string `json:"field"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Presenter turns whatever a resolver returned into what the caller may know.
func Presenter(log *slog.Logger) graphql.ErrorPresenterFunc {
	return func(ctx context.Context, err error) *gqlerror.Error {
		f, ok := fault.As(err)
		switch failure := store.FailureOf(ctx, err); {
		case failure == store.Abandoned:
			f = fault.Abandoned()
		case ok && f.Kind == fault.KindUnavailable:
			report(ctx, log, slog.LevelWarn, err)
		case ok && f.Kind == fault.KindBroken:
			report(ctx, log, slog.LevelError, err)
		case ok:
		case failure == store.Busy:
			onceBusy(ctx, func() { report(ctx, log, slog.LevelError, err) })
			f = fault.Unavailable(fault.CodeUnavailable, nil)
		case errors.Is(err, errPanicked): // logged already
		default:
			report(ctx, log, slog.LevelError, err)
		}
		return Present(ctx, f)
	}
}

type busyKey struct{}

// WithBusy is the context of one operation, whose fields all fail at the same time when its time
// is up.
func WithBusy(ctx context.Context) context.Context {
	return context.WithValue(ctx, busyKey{}, new(sync.Once))
}

// onceBusy reports once for an operation that the database could not be asked.
func onceBusy(ctx context.Context, report func()) {
	if once, ok := ctx.Value(busyKey{}).(*sync.Once); ok {
		once.Do(report)
		return
	}
	report()
}

var errPanicked = errors.New("panic in a resolver")

// Recovered logs a panic with its stack; the presenter then hides it.
func Recovered(log *slog.Logger) graphql.RecoverFunc {
	return func(ctx context.Context, value any) error {
		log.ErrorContext(ctx, "panic", "alarm", logs.Panic, "document", documentName(ctx), "panic", fmt.Sprint(value), "stack", string(debug.Stack()))
		return errPanicked
	}
}

// report logs why an operation failed: as an alarm, or as a warning that something cannot be asked.
func report(ctx context.Context, log *slog.Logger, level slog.Level, err error) {
	line := []any{"document", documentName(ctx), "error", err.Error()}
	if level == slog.LevelError {
		line = append(line, "alarm", logs.RequestFailed)
	}
	log.Log(ctx, level, "request failed", line...)
}

func documentName(ctx context.Context) string {
	if !graphql.HasOperationContext(ctx) {
		return ""
	}
	return graphql.GetOperationContext(ctx).OperationName
}

// Present writes the fault, or INTERNAL when there is none.
func Present(ctx context.Context, f *fault.Error) *gqlerror.Error {
	v := viewer.Of(ctx)
	code, status, args := fault.Internal, http.StatusInternalServerError, map[string]any(nil)
	if f != nil {
		code, status, args = f.Code, f.Status(), f.Args
	}
	extensions := map[string]any{extensionCode: string(code), ExtensionStatus: status}
	if v.RequestID != "" {
		extensions[extensionRequestID] = v.RequestID
	}
	if f != nil && f.RetryAfter > 0 {
		extensions[ExtensionRetryAfter] = int(math.Ceil(f.RetryAfter.Seconds()))
	}
	if f != nil && !f.First.None() {
		extensions[extensionRedirectTo] = paths.Of(f.First)
	}
	if f != nil && len(f.Fields) > 0 {
		extensions[extensionFields] = FieldErrors(v.Actor.Locale, f)
	}
	presented := &gqlerror.Error{Message: fault.Text(v.Actor.Locale, code, "", args), Extensions: extensions}
	if graphql.GetFieldContext(ctx) != nil {
		presented.Path = graphql.GetPath(ctx)
	}
	return presented
}

// FieldErrors are the fault's fields with their messages.
func FieldErrors(locale string, f *fault.Error) []FieldError {
	var all []FieldError
	for _, field := range f.Fields {
		all = append(all, FieldError{field.Path, string(field.Code), fault.Text(locale, field.Code, field.Path, field.Args)})
	}
	return all
}
