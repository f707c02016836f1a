package store

import (
	"context"
	"sync/atomic"

	"entgo.io/ent/dialect"
)

type countKey struct{}

// CountStatements returns a context under which every statement ent runs is counted, for tests and
// the request log.
func CountStatements(ctx context.Context) (context.Context, *atomic.Int64) {
	n := new(atomic.Int64)
	return context.WithValue(ctx, countKey{}, n), n
}

type counting struct{ dialect.Driver }

func (d counting) Exec(ctx context.Context, query string, args, v any) error {
	count(ctx)
	return d.Driver.Exec(ctx, query, args, v)
}

func (d counting) Query(ctx context.Context, query string, args, v any) error {
	count(ctx)
	return d.Driver.Query(ctx, query, args, v)
}

func count(ctx context.Context) {
	if n, ok := ctx.Value(countKey{}).(*atomic.Int64); ok {
		n.Add(1)
	}
}
