package graph

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"kaiin/server/base/fault"
	"kaiin/server/base/jsonbody"
	"kaiin/server/transport/viewer"
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
		WriteError(w, r, http.StatusMethodNotAllowed, codeMethod)
		return
	}
	body, err := jsonbody.Read(w, r)
	var refused *jsonbody.Error
	if errors.As(err, &refused) {
		WriteError(w, r, refused.Status, refused.Code)
		return
	}
	request, err := parseRequest(body)
	if err != nil {
		write(w, http.StatusBadRequest, refuse(ctx, err))
		return
	}
	o := e.allowed.find(request)
	if o == nil {
		WriteError(w, r, http.StatusForbidden, codeDocument)
		return
	}
	r.Pattern = "/graphql#" + o.name // for the log
	response := e.run(ctx, o, request.variables)
	for _, err := range response.Errors {
		if seconds, ok := err.Extensions[extensionRetryAfter].(int); ok {
			w.Header().Set("Retry-After", strconv.Itoa(seconds))
		}
	}
	status := http.StatusOK
	if response.Data == nil && len(response.Errors) > 0 { // refused before it ran
		status, _ = response.Errors[0].Extensions[extensionStatus].(int)
	}
	write(w, status, response)
}

type request struct {
	operationName string
	query         string
	hash          string
	variables     map[string]any
}

// parseRequest accepts what the protocol knows and nothing else. Its error names the fields that
// are wrong, mostWrong at most.
func parseRequest(body map[string]any) (request, error) {
	var r request
	var wrong mistakes
	text := func(path string, value any, into *string) {
		if s, ok := value.(string); ok {
			*into = s
		} else if value != nil {
			wrong.add(path, codeWrongType)
		}
	}
	object := func(path string, value any) map[string]any {
		o, ok := value.(map[string]any)
		if !ok && value != nil {
			wrong.add(path, codeWrongType)
		}
		return o
	}
	for name, value := range body {
		switch name {
		case "operationName":
			text(name, value, &r.operationName)
		case "query":
			text(name, value, &r.query)
		case "variables":
			r.variables = object(name, value)
		case "extensions": // clients add others; only this one is read
			text("extensions.persistedQuery.sha256Hash", object("extensions.persistedQuery", object(name, value)["persistedQuery"])["sha256Hash"], &r.hash)
		default:
			wrong.add(name, codeUnknown)
		}
	}
	if len(wrong.Fields) > 0 {
		return r, wrong.fault()
	}
	return r, nil
}

// find is the operation a request means, nil when it is not on the list or the parts of the request
// contradict each other.
func (l *allowList) find(r request) *operation {
	o := l.byHash[r.hash]
	if r.hash == "" {
		o = l.byText[r.query]
	}
	if o == nil || (r.query != "" && r.query != o.text) || (r.operationName != "" && r.operationName != o.name) {
		return nil
	}
	return o
}

// WriteError answers a call that never became an operation, in the language of the viewer that its
// context carries.
func WriteError(w http.ResponseWriter, r *http.Request, status int, code fault.Code) {
	v := viewer.Of(r.Context())
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", strconv.Itoa(int(fault.RetrySoon.Seconds())))
	}
	write(w, status, &graphql.Response{Errors: gqlerror.List{{
		Message:    fault.Text(v.Actor.Locale, code, "", nil),
		Extensions: map[string]any{extensionCode: string(code), extensionStatus: status, extensionRequestID: v.RequestID},
	}}})
}

// write puts data into the answer as it is: the executor has just made it, and checking it again
// would cost as much.
func write(w http.ResponseWriter, status int, response *graphql.Response) {
	var b bytes.Buffer
	b.WriteByte('{')
	if len(response.Errors) > 0 {
		b.WriteString(`"errors":`)
		put(&b, response.Errors)
		b.WriteByte(',')
	}
	b.WriteString(`"data":`)
	if response.Data == nil {
		b.WriteString("null")
	} else {
		b.Write(response.Data)
	}
	if len(response.Extensions) > 0 {
		b.WriteString(`,"extensions":`)
		put(&b, response.Extensions)
	}
	b.WriteByte('}')
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

func put(b *bytes.Buffer, value any) {
	text, err := json.Marshal(value)
	if err != nil { // texts and numbers of ours
		panic(err)
	}
	b.Write(text)
}
