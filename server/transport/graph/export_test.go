package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// RunText runs an operation that no document holds, within the limits, as one of the list runs.
func (e *Executor) RunText(ctx context.Context, name, text string, variables map[string]any) (*graphql.Response, error) {
	parsed, errs := gqlparser.LoadQueryWithRules(e.sdl, text, rules.NewDefaultRules())
	if errs != nil {
		return nil, errs
	}
	definition := parsed.Operations.ForName(name)
	if err := limits.Check(definition); err != nil {
		return nil, err
	}
	o := &operation{name, text, parsed, definition}
	e.allowed.byText[text] = o
	defer delete(e.allowed.byText, text)
	return e.run(ctx, o, variables), nil
}
