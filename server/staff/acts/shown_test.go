package acts

import (
	"context"
	"errors"
	"testing"

	"github.com/lib/pq"
)

// A decision about a row as it was shown does nothing unless its effect has looked at that, in the
// try that counts.
func TestShownIsLookedAt(t *testing.T) {
	t.Parallel()
	r := setup(t)
	changed := errors.New("it was changed")
	for name, c := range map[string]struct {
		still func(context.Context) error
		looks bool
		again bool // the first try looks, and is taken back
		want  error
		fails bool
	}{
		"as it was shown":  {still: func(context.Context) error { return nil }, looks: true},
		"changed":          {still: func(context.Context) error { return changed }, looks: true, want: changed, fails: true},
		"not looked at":    {still: func(context.Context) error { return nil }, fails: true},
		"looked at before": {still: func(context.Context) error { return nil }, again: true, fails: true},
		"nothing was said": {},
	} {
		by, tries, done := r.by(t, "hanako").AsShown(c.still), 0, false
		err := by.Do(t.Context(), Act{Kind: ContractKept}, func(ctx context.Context, _ *Act) error {
			tries++
			if c.looks || c.again && tries == 1 {
				if err := by.Still(ctx); err != nil {
					return err
				}
			}
			if c.again && tries == 1 {
				return &pq.Error{Code: "40001"}
			}
			done = true
			return nil
		})
		if (err != nil) != c.fails || c.want != nil && !errors.Is(err, c.want) || c.again && tries != 2 {
			t.Errorf("%s: %v after %d tries", name, err, tries)
		}
		if c.want != nil && done {
			t.Errorf("%s: it was done", name)
		}
	}
}
