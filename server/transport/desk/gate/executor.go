package gate

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/99designs/gqlgen/graphql/handler/lru"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/jsonbody"
	"kaiin/server/base/telemetry"
	"kaiin/server/staff/acts"
	"kaiin/server/transport/gql"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/visit"
)

// Limits of an operation, and those of one that asks for nothing but the schema, which is deep.
var (
	Limits       = gql.Limits{Depth: 12, Fields: 500, Aliases: 20}
	limitsOfMeta = gql.Limits{Depth: 20, Fields: 500, Aliases: 5}
)

const (
	parsedKept = 1_000 // documents that need not be parsed again
	patience   = 10 * time.Second
)

// Executor runs what the staff ask. It is safe for concurrent use.
type Executor struct {
	exec    *executor.Executor
	sdl     *ast.Schema
	needs   needs
	parsed  *lru.LRU[*ast.QueryDocument]
	Meter   *Meter
	lane    chan struct{} // a place for each operation that may run at a time
	present graphql.ErrorPresenterFunc
	acts    *acts.Service
}

// laneWidth is how many operations of the staff run at a time at one server.
const laneWidth = 10

// New reads the scopes from the schema that build makes, whose fields ask the directive before they
// run. Its error means that the program was built from parts that do not fit together.
func New(record *acts.Service, log *slog.Logger, p Proposable, build func(Directive) graphql.ExecutableSchema) (*Executor, error) {
	es := build(p.directive)
	n, err := newNeeds(es.Schema(), p)
	if err != nil {
		return nil, err
	}
	e := &Executor{
		exec: executor.New(es), sdl: es.Schema(), needs: n, parsed: lru.New[*ast.QueryDocument](parsedKept), lane: make(chan struct{}, laneWidth),
		present: gql.Presenter(log), acts: record, Meter: &Meter{},
	}
	e.exec.SetQueryCache(e.parsed)
	e.exec.SetErrorPresenter(e.present)
	e.exec.SetRecoverFunc(gql.Recovered(log))
	return e, nil
}

// SDL is the schema of the staff, with its descriptions.
func (e *Executor) SDL() string {
	var b strings.Builder
	formatter.NewFormatter(&b).FormatSchema(e.sdl)
	return b.String()
}

// serve answers a request of the staff, whose viewer its context carries.
func (e *Executor) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		gql.WriteError(w, r, http.StatusMethodNotAllowed, fault.MethodNotAllowed)
		return
	}
	body, err := jsonbody.Read(w, r)
	if refused, ok := err.(*jsonbody.Error); ok {
		gql.WriteError(w, r, refused.Status, refused.Code)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	request, err := gql.ParseRequest(body)
	if err != nil {
		gql.Write(w, http.StatusBadRequest, gql.Refuse(ctx, err))
		return
	}
	dry := r.Header.Get(visit.HeaderDry) == "cost"
	response := e.run(ctx, request, dry)
	r.Pattern = "/graphql#staff" // for the log
	for _, err := range response.Errors {
		if seconds, ok := err.Extensions[gql.ExtensionRetryAfter].(int); ok {
			w.Header().Set("Retry-After", strconv.Itoa(seconds))
		}
	}
	status := http.StatusOK
	if response.Data == nil && len(response.Errors) > 0 { // refused before it ran
		status, _ = response.Errors[0].Extensions[gql.ExtensionStatus].(int)
	}
	gql.Write(w, status, response)
}

// run holds an operation against everything that is to be known before it runs, and runs it.
func (e *Executor) run(ctx context.Context, request gql.Request, dry bool) *graphql.Response {
	a := viewer.Actor(ctx)
	if wait := e.Meter.wait(callerOf(a.Staff)); wait > 0 {
		return gql.Refuse(ctx, fault.Throttled(fault.TooManyRequests, wait))
	}
	definition, errs := e.parse(request)
	if errs != nil {
		e.Meter.spend(callerOf(a.Staff), ofRefusal)
		return invalid(ctx, errs)
	}
	if err := missing(a, e.needs.of(a.Staff, definition.SelectionSet)); err != nil {
		return e.refused(ctx, a, definition, err)
	}
	if err := gql.CheckVariables(e.sdl, definition, request.Variables); err != nil {
		return e.refused(ctx, a, definition, err)
	}
	variables := gql.WithMissingTexts(e.sdl, definition, request.Variables)
	cost := CostOf(definition, variables)
	told := map[string]any{"requested": cost, "restoreRate": restoreRate}
	if cost > Dearest {
		response := e.refused(ctx, a, definition, fault.BadRequest(fault.TooDear).With(map[string]any{"max": Dearest}))
		response.Extensions = map[string]any{"cost": told}
		return response
	}
	if dry {
		return &graphql.Response{Data: []byte("null"), Extensions: map[string]any{"cost": told}}
	}
	left, wait, end := e.Meter.begin(callerOf(a.Staff), cost)
	told["available"] = left
	if end == nil {
		response := gql.Refuse(ctx, fault.Throttled(fault.TooManyRequests, wait))
		response.Extensions = map[string]any{"cost": told}
		return response
	}
	defer end()
	select {
	case e.lane <- struct{}{}:
		defer func() { <-e.lane }()
	case <-ctx.Done():
		return gql.Refuse(ctx, fault.Unavailable(fault.CodeUnavailable, nil))
	}
	response := e.execute(ctx, request, definition, variables)
	if response.Extensions == nil {
		response.Extensions = map[string]any{}
	}
	response.Extensions["cost"] = told
	if all := deprecations(definition.SelectionSet); len(all) > 0 {
		response.Extensions["deprecations"] = all
	}
	return response
}

func (e *Executor) execute(ctx context.Context, request gql.Request, definition *ast.OperationDefinition, variables map[string]any) *graphql.Response {
	telemetry.Note(ctx, "graphql.operation.name", "staff")
	ctx = gql.WithBusy(graphql.StartOperationTrace(ctx))
	operation, errs := e.exec.CreateOperationContext(ctx, &graphql.RawParams{Query: request.Query, OperationName: definition.Name, Variables: variables})
	if errs != nil {
		return invalid(ctx, errs) // a value that is none of an enum's
	}
	operation.DisableIntrospection = false // the staff may read their schema
	next, ctx := e.exec.DispatchOperation(ctx, operation)
	if response := next(ctx); response != nil {
		return response
	}
	return &graphql.Response{Errors: gqlerror.List{e.present(ctx, context.Cause(ctx))}}
}

// parse is the operation that the request means, once it is valid and no larger than it may be.
func (e *Executor) parse(request gql.Request) (*ast.OperationDefinition, gqlerror.List) {
	if request.Query == "" {
		return nil, gqlerror.List{gqlerror.Errorf("query is missing; only documents of members are named by their hash")}
	}
	document, ok := e.parsed.Get(context.Background(), request.Query)
	if !ok {
		var err error
		if document, err = parser.ParseQuery(&ast.Source{Input: request.Query}); err == nil {
			err = limitsOfMeta.CheckParsed(document)
		}
		if err != nil {
			return nil, gqlerror.List{gqlerror.WrapIfUnwrapped(err)}
		}
		if errs := validator.ValidateWithRules(e.sdl, document, rules.NewDefaultRules()); errs != nil {
			return nil, errs
		}
	}
	definition := document.Operations.ForName(request.OperationName)
	switch {
	case definition == nil:
		return nil, gqlerror.List{gqlerror.Errorf("operationName names no operation of the document")}
	case definition.Operation == ast.Subscription:
		return nil, gqlerror.List{gqlerror.Errorf("there are no subscriptions")}
	}
	most := Limits
	if isMeta(definition.SelectionSet) {
		most = limitsOfMeta
	}
	if err := most.Check(definition); err != nil {
		return nil, gqlerror.List{gqlerror.Errorf("%v", err)}
	}
	e.parsed.Add(context.Background(), request.Query, document)
	return definition, nil
}

// isMeta tells an operation that asks for nothing but the schema.
func isMeta(set ast.SelectionSet) bool {
	for _, f := range gql.RootFields(set) {
		if f.Name != "__schema" && f.Name != "__type" && f.Name != "__typename" {
			return false
		}
	}
	return true
}

// An answer tells so many faults of a document, each by so many characters.
const (
	mostInvalid    = 20
	longestMessage = 300
)

// invalid says what is wrong with a document, in the words of the GraphQL specification.
func invalid(ctx context.Context, errs gqlerror.List) *graphql.Response {
	response := gql.Refuse(ctx, fault.BadRequest(fault.DocumentInvalid))
	extensions := response.Errors[0].Extensions
	response.Errors = nil
	for _, err := range errs[:min(len(errs), mostInvalid)] {
		text := []rune(err.Message)
		response.Errors = append(response.Errors, &gqlerror.Error{Message: string(text[:min(len(text), longestMessage)]), Locations: err.Locations, Extensions: extensions})
	}
	return response
}

// refused answers why an operation does not run, and writes that it was refused.
func (e *Executor) refused(ctx context.Context, a actor.Actor, definition *ast.OperationDefinition, why error) *graphql.Response {
	e.Meter.spend(callerOf(a.Staff), ofRefusal)
	fields := []string{}
	for _, f := range gql.RootFields(definition.SelectionSet) {
		fields = append(fields, f.Name)
	}
	act := acts.Act{Kind: acts.CallRefused, Details: map[string]any{"fields": fields}}
	if err := e.acts.Refuse(ctx, a, Origin(ctx), fields[0], act, why); err != nil {
		return &graphql.Response{Errors: gqlerror.List{e.present(ctx, err)}}
	}
	return gql.Refuse(ctx, why)
}

// Origin is where a decision of the caller comes from.
func Origin(ctx context.Context) acts.Origin {
	v := viewer.Of(ctx)
	return acts.Origin{IP: v.Actor.IP, RequestID: v.RequestID}
}

// callerOf is the name by which the meter knows a caller.
func callerOf(s *actor.Staff) string {
	if s.IsPerson() {
		return s.ID.String()
	}
	return "program " + s.Program
}
