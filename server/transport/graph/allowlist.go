package graph

import (
	"context"
	"fmt"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"kaiin/schema"
)

// allowList is every operation that may run, parsed and checked.
type allowList struct {
	byName map[string]*operation
	byHash map[string]*operation
	byText map[string]*operation
}

type operation struct {
	schema.Document
	parsed     *ast.QueryDocument
	definition *ast.OperationDefinition
}

// newAllowList parses the documents. Its error says which of them does not fit the schema or the limits.
func newAllowList(sdl *ast.Schema, documents map[string]schema.Document) (*allowList, error) {
	list := &allowList{map[string]*operation{}, map[string]*operation{}, map[string]*operation{}}
	for name, d := range documents {
		parsed, errs := gqlparser.LoadQueryWithRules(sdl, d.Text, rules.NewDefaultRules())
		if errs != nil {
			return nil, fmt.Errorf("document %s: %w", name, errs)
		}
		definition := parsed.Operations.ForName(name)
		if definition == nil || len(parsed.Operations) != 1 {
			return nil, fmt.Errorf("document %s must hold the one operation of that name", name)
		}
		if err := withinLimits(definition); err != nil {
			return nil, fmt.Errorf("document %s: %w", name, err)
		}
		o := &operation{Document: d, parsed: parsed, definition: definition}
		list.byName[name], list.byHash[d.Hash], list.byText[d.Text] = o, o, o
	}
	return list, nil
}

// Get and Add make the list the executor's cache of parsed queries: what is on it is never parsed again, what is not never
// gets in.
func (l *allowList) Get(_ context.Context, text string) (*ast.QueryDocument, bool) {
	o, ok := l.byText[text]
	if !ok {
		return nil, false
	}
	return o.parsed, true
}

func (l *allowList) Add(context.Context, string, *ast.QueryDocument) {}
