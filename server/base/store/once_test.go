package store_test

import (
	"context"
	"errors"
	"testing"

	"kaiin/server/base/clock"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

func TestATransactionLoadsOnce(t *testing.T) {
	t.Parallel()
	s, loads := storetest.Open(t), 0
	load := func(context.Context) (int, error) { loads++; return loads, nil }
	kept := &store.Cached[int]{}
	for name, get := range map[string]func(context.Context) (int, error){
		"by a key": func(ctx context.Context) (int, error) { return store.Once(ctx, "key", load) },
		"cached":   func(ctx context.Context) (int, error) { return kept.Get(ctx, clock.New(), load) },
	} {
		loads = 0
		for try := range 2 {
			err := s.Tx(t.Context(), func(ctx context.Context) error {
				for range 2 {
					if value, err := get(ctx); value != try+1 || err != nil {
						t.Errorf("%s, transaction %d: %d, %v", name, try, value, err)
					}
				}
				kept.Forget()
				if value, err := kept.Get(ctx, clock.New(), func(context.Context) (int, error) { return -1, nil }); value != -1 || err != nil {
					t.Errorf("%s, forgotten: %d, %v", name, value, err)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	loads = 0
	for range 2 {
		if _, err := store.Once(t.Context(), "key", load); err != nil {
			t.Fatal(err)
		}
	}
	if loads != 2 {
		t.Errorf("%d loads outside of a transaction", loads)
	}
	fails := errors.New("not now")
	err := s.Tx(t.Context(), func(ctx context.Context) error {
		if _, err := store.Once(ctx, "key", func(context.Context) (int, error) { return 0, fails }); !errors.Is(err, fails) {
			t.Errorf("a load that fails: %v", err)
		}
		_, err := store.Once(ctx, "key", load)
		return err
	})
	if err != nil || loads != 3 {
		t.Errorf("after a load that failed: %v, %d loads", err, loads)
	}
}
