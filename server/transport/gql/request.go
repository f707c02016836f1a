package gql

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"net/http"
	"strconv"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"kaiin/server/base/fault"
	"kaiin/server/transport/viewer"
)

// Request is what a caller sends.
type Request struct {
	OperationName string
	Query         string
	Hash          string // of a persisted query
	Variables     map[string]any
}

// ParseRequest accepts what the protocol knows and nothing else. Its error names the fields that
// are wrong, MostWrong at most.
func ParseRequest(body map[string]any) (Request, error) {
	var r Request
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
			text(name, value, &r.OperationName)
		case "query":
			text(name, value, &r.Query)
		case "variables":
			r.Variables = object(name, value)
		case "extensions": // clients add others; only this one is read
			text("extensions.persistedQuery.sha256Hash", object("extensions.persistedQuery", object(name, value)["persistedQuery"])["sha256Hash"], &r.Hash)
		default:
			wrong.add(name, codeUnknown)
		}
	}
	if len(wrong.Fields) > 0 {
		return r, wrong.fault()
	}
	return r, nil
}

// Refuse is the answer of an operation that did not run.
func Refuse(ctx context.Context, err error) *graphql.Response {
	f, _ := fault.As(err)
	return &graphql.Response{Errors: gqlerror.List{Present(ctx, f)}}
}

// WriteFault answers a call that is no document in the form of one that was refused.
func WriteFault(w http.ResponseWriter, r *http.Request, f *fault.Error) {
	if f.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(f.RetryAfter.Seconds()))))
	}
	Write(w, f.Status(), &graphql.Response{Errors: gqlerror.List{Present(r.Context(), f)}})
}

// WriteError answers a call that never became an operation, in the language of the viewer that its
// context carries.
func WriteError(w http.ResponseWriter, r *http.Request, status int, code fault.Code) {
	v := viewer.Of(r.Context())
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", strconv.Itoa(int(fault.RetrySoon.Seconds())))
	}
	Write(w, status, &graphql.Response{Errors: gqlerror.List{{
		Message:    fault.Text(v.Actor.Locale, code, "", nil),
		Extensions: map[string]any{extensionCode: string(code), ExtensionStatus: status, extensionRequestID: v.RequestID},
	}}})
}

// Write puts data into the answer as it is: the executor has just made it, and checking it again
// would cost as much.
func Write(w http.ResponseWriter, status int, response *graphql.Response) {
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
