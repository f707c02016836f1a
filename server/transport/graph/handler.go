package graph

import (
	"errors"
	"net/http"
	"strconv"

	"kaiin/server/base/fault"
	"kaiin/server/base/jsonbody"
	"kaiin/server/transport/gql"
)

// Codes of calls that never become an operation.
const (
	codeMethod   = fault.MethodNotAllowed
	codeDocument = fault.DocumentNotAllowed
)

// Mount puts /graphql on the mux. The middleware before it has to put a viewer into the request's
// context.
func (e *Executor) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	mux.Handle("/graphql", before(e))
}

// ServeHTTP answers POST /graphql: {operationName?, variables?, query} or {…, extensions:
// {persistedQuery: {sha256Hash}}}. A document that ran is answered with 200 whatever came of it, as
// GraphQL clients expect; extensions tell the rest. What never ran is answered with its real
// status, in the same shape.
func (e *Executor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		gql.WriteError(w, r, http.StatusMethodNotAllowed, codeMethod)
		return
	}
	body, err := jsonbody.Read(w, r)
	var refused *jsonbody.Error
	if errors.As(err, &refused) {
		gql.WriteError(w, r, refused.Status, refused.Code)
		return
	}
	request, err := gql.ParseRequest(body)
	if err != nil {
		gql.Write(w, http.StatusBadRequest, gql.Refuse(ctx, err))
		return
	}
	o := e.allowed.find(request)
	if o == nil {
		gql.WriteError(w, r, http.StatusForbidden, codeDocument)
		return
	}
	r.Pattern = "/graphql#" + o.name // for the log
	response := e.run(ctx, o, request.Variables)
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

// find is the operation a request means, nil when it is not on the list or the parts of the request
// contradict each other.
func (l *allowList) find(r gql.Request) *operation {
	o := l.byHash[r.Hash]
	if r.Hash == "" {
		o = l.byText[r.Query]
	}
	if o == nil || (r.Query != "" && r.Query != o.text) || (r.OperationName != "" && r.OperationName != o.name) {
		return nil
	}
	return o
}
