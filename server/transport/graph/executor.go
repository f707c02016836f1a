package graph

import (
	"context"
	"log/slog"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"

	"kaiin/schema"
	"kaiin/server/base/fault"
	"kaiin/server/base/telemetry"
	"kaiin/server/desk/members"
	"kaiin/server/transport/gql"
	"kaiin/server/transport/graph/generated"
)

// Executor runs the documents of the allow-list. It is safe for concurrent use.
type Executor struct {
	exec    *executor.Executor
	shows   *executor.Executor // what the staff are shown
	shown   map[members.Screen]*operation
	sdl     *ast.Schema
	allowed *allowList
	present graphql.ErrorPresenterFunc
}

// New reads the rules of access. Its error means that the program was built from parts that do not
// fit together. The resolvers are a *Resolver, or what a test answers with.
func New(r generated.ResolverRoot, log *slog.Logger) (*Executor, error) {
	es := generated.NewExecutableSchema(generated.Config{Resolvers: r})
	allowed := newAllowList(es.Schema(), schema.Documents())
	access, err := newAccess(es.Schema())
	if err != nil {
		return nil, err
	}
	shown, err := allowed.shown()
	if err != nil {
		return nil, err
	}
	open := gql.NewOpenEnums(es)
	newExecutor := func(present graphql.ErrorPresenterFunc) *executor.Executor {
		exec := executor.New(open)
		exec.SetQueryCache(allowed)
		exec.AroundRootFields(access.guard)
		exec.SetErrorPresenter(present)
		exec.SetRecoverFunc(gql.Recovered(log))
		return exec
	}
	present := gql.Presenter(log)
	e := &Executor{exec: newExecutor(present), shows: newExecutor(unpresented), shown: shown, sdl: es.Schema(), allowed: allowed, present: present}
	e.shows.AroundFields(inTurn)
	if own, ok := r.(*Resolver); ok {
		e.exec.AroundRootFields((&rootTexts{settings: own.Settings}).answer)
	}
	return e, nil
}

// Run answers the document of that name inside the process, for the viewer that ctx carries.
// Variables are as package jsonbody reads them. A document that does not exist is NOT_FOUND.
func (e *Executor) Run(ctx context.Context, document string, variables map[string]any) *graphql.Response {
	o, ok := e.allowed.byName[document]
	if !ok {
		return gql.Refuse(ctx, fault.NotFound())
	}
	return e.run(ctx, o, variables)
}

// Description is what a transport has to know of a document.
type Description struct {
	Mutation  bool
	Variables []string
	Input     []string // the fields of its variable input; nil without one
	Fields    []string // what it asks for, by the names in its answer
}

// Describe tells about the document of that name; false when there is none.
func (e *Executor) Describe(document string) (Description, bool) {
	o, ok := e.allowed.byName[document]
	if !ok {
		return Description{}, false
	}
	parsed, err := parser.ParseQuery(&ast.Source{Name: o.name, Input: o.text}) // the schema is not asked: it takes long
	if err != nil {
		return Description{}, false
	}
	definition := parsed.Operations[0]
	d := Description{Mutation: definition.Operation == ast.Mutation}
	for _, v := range definition.VariableDefinitions {
		d.Variables = append(d.Variables, v.Variable)
		if v.Variable == "input" {
			for _, field := range e.sdl.Types[v.Type.NamedType].Fields {
				d.Input = append(d.Input, field.Name)
			}
		}
	}
	for _, f := range gql.RootFields(definition.SelectionSet) {
		d.Fields = append(d.Fields, f.Alias)
	}
	return d, true
}

func (e *Executor) run(ctx context.Context, o *operation, variables map[string]any) *graphql.Response {
	if err := gql.CheckVariables(e.sdl, o.definition(), variables); err != nil {
		return gql.Refuse(ctx, err)
	}
	telemetry.Note(ctx, "graphql.operation.name", o.name)
	if response := e.runBy(e.exec, ctx, o, variables); response != nil {
		return response
	}
	// gqlgen drops the answer of a call whose context is over: its time was up, or the caller
	// has gone.
	return &graphql.Response{Errors: gqlerror.List{e.present(ctx, context.Cause(ctx))}}
}

// runBy is nil where the context is over.
func (e *Executor) runBy(exec *executor.Executor, ctx context.Context, o *operation, variables map[string]any) *graphql.Response {
	variables = gql.WithMissingTexts(e.sdl, o.definition(), variables)
	ctx = gql.WithBusy(graphql.StartOperationTrace(ctx))
	operation, errs := exec.CreateOperationContext(ctx, &graphql.RawParams{Query: o.text, OperationName: o.name, Variables: variables})
	if errs != nil {
		return exec.DispatchError(graphql.WithOperationContext(ctx, operation), errs)
	}
	next, ctx := exec.DispatchOperation(ctx, operation)
	return next(ctx)
}
