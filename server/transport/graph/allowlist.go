package graph

import (
	"context"
	"fmt"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"kaiin/schema"
	"kaiin/server/transport/gql"
)

// limits of an operation. The largest page of the site stays below two thirds of each.
var limits = gql.Limits{Depth: 10, Fields: 420, Aliases: 5}

// allowList is every operation that may run, parsed and checked. Browsers name a document by its
// hash. The shim names it by its name, and gets an answer without the names of types, which are for
// the browser's cache alone.
type allowList struct {
	byName map[string]*operation
	byHash map[string]*operation
	byText map[string]*operation
}

type operation struct {
	name       string
	text       string
	parsed     *ast.QueryDocument
	definition *ast.OperationDefinition
}

// newAllowList parses the documents. Its error says which of them does not fit the schema or
// the limits.
func newAllowList(sdl *ast.Schema, documents map[string]schema.Document) (*allowList, error) {
	list := &allowList{map[string]*operation{}, map[string]*operation{}, map[string]*operation{}}
	for name, d := range documents {
		o, err := newOperation(sdl, name, d.Text)
		if err != nil {
			return nil, err
		}
		plain := o
		if text := d.Plain(); text != d.Text {
			if plain, err = newOperation(sdl, name, text); err != nil {
				return nil, err
			}
		}
		list.byHash[d.Hash], list.byName[name] = o, plain
		list.byText[o.text], list.byText[plain.text] = o, plain
	}
	return list, nil
}

func newOperation(sdl *ast.Schema, name, text string) (*operation, error) {
	parsed, errs := gqlparser.LoadQueryWithRules(sdl, text, rules.NewDefaultRules())
	if errs != nil {
		return nil, fmt.Errorf("document %s: %w", name, errs)
	}
	definition := parsed.Operations.ForName(name)
	if definition == nil || len(parsed.Operations) != 1 {
		return nil, fmt.Errorf("document %s must hold the one operation of that name", name)
	}
	if err := limits.Check(definition); err != nil {
		return nil, fmt.Errorf("document %s: %w", name, err)
	}
	return &operation{name, text, parsed, definition}, nil
}

// Get and Add make the list the executor's cache of parsed queries: what is on it is never parsed
// again, what is not never gets in.
func (l *allowList) Get(_ context.Context, text string) (*ast.QueryDocument, bool) {
	o, ok := l.byText[text]
	if !ok {
		return nil, false
	}
	return o.parsed, true
}

func (l *allowList) Add(context.Context, string, *ast.QueryDocument) {}
