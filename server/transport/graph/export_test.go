package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
)

// RunText runs an operation that no document holds, within the limits, as one of the list runs.
func (e *Executor) RunText(ctx context.Context, name, text string, variables map[string]any) (*graphql.Response, error) {
	o := newOperation(e.sdl, name, text)
	if _, err := o.parse(); err != nil {
		return nil, err
	}
	e.allowed.byText[text] = o
	defer delete(e.allowed.byText, text)
	return e.run(ctx, o, variables), nil
}
