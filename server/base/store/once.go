package store

import "context"

// Once is what load answers. A transaction calls load once for each key: it is for what hardly ever
// changes and is asked for in many places. Outside of a transaction load is called each time.
func Once[T any](ctx context.Context, key any, load func(context.Context) (T, error)) (T, error) {
	t, ok := ctx.Value(txKey{}).(*transaction)
	if !ok {
		return load(ctx)
	}
	if value, known := t.once[key].(T); known {
		return value, nil
	}
	value, err := load(ctx)
	if err == nil {
		t.once[key] = value
	}
	return value, err
}
