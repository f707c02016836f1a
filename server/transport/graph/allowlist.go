package graph

import (
	"context"
	"fmt"
	"sync"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"kaiin/schema"
	"kaiin/server/transport/gql"
)

// limits of an operation. The largest page of the site stays below two thirds of each.
var limits = gql.Limits{Depth: 10, Fields: 420, Aliases: 5}

// allowList is every operation that may run. Browsers name a document by its hash. The shim names
// it by its name, and gets an answer without the names of types, which are for the browser's cache
// alone.
type allowList struct {
	byName map[string]*operation
	byHash map[string]*operation
	byText map[string]*operation
}

// operation is one of them. It is parsed when it first runs: all of them together took four fifths
// of the processor time in which a server is put together, and memory for as long as it runs.
type operation struct {
	name  string
	text  string
	parse func() (*ast.QueryDocument, error)
}

func newAllowList(sdl *ast.Schema, documents map[string]schema.Document) *allowList {
	list := &allowList{map[string]*operation{}, map[string]*operation{}, map[string]*operation{}}
	for name, d := range documents {
		o := newOperation(sdl, name, d.Text)
		plain := o
		if text := d.Plain(); text != d.Text {
			plain = newOperation(sdl, name, text)
		}
		list.byHash[d.Hash], list.byName[name] = o, plain
		list.byText[o.text], list.byText[plain.text] = o, plain
	}
	return list
}

// newOperation's parse says which document does not fit the schema or the limits.
func newOperation(sdl *ast.Schema, name, text string) *operation {
	parse := func() (*ast.QueryDocument, error) {
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
		return parsed, nil
	}
	return &operation{name, text, sync.OnceValues(parse)}
}

// parsed is what runs. That each document can is shown by a test, when the program is built.
func (o *operation) parsed() *ast.QueryDocument {
	parsed, err := o.parse()
	if err != nil {
		panic(err)
	}
	return parsed
}

func (o *operation) definition() *ast.OperationDefinition { return o.parsed().Operations[0] }

// Get and Add make the list the executor's cache of parsed queries: what is on it is never parsed
// again, what is not never gets in.
func (l *allowList) Get(_ context.Context, text string) (*ast.QueryDocument, bool) {
	o, ok := l.byText[text]
	if !ok {
		return nil, false
	}
	return o.parsed(), true
}

func (l *allowList) Add(context.Context, string, *ast.QueryDocument) {}
