package zapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/99designs/gqlgen/graphql"

	"kaiin/server/base/fault"
	"kaiin/server/base/jsonbody"
	"kaiin/server/transport/gql"
	"kaiin/server/transport/viewer"
)

// failure is the error object (F-050).
type failure struct {
	Status     int              `json:"status"`
	Code       string           `json:"code"`
	Message    string           `json:"message"`
	RequestID  string           `json:"requestId"`
	Fields     []gql.FieldError `json:"fields,omitempty"`
	RedirectTo string           `json:"redirectTo,omitempty"`
}

// answer writes what a document answered.
func answer(w http.ResponseWriter, r *http.Request, t *route, response *graphql.Response) {
	if len(response.Errors) > 0 {
		fail(w, r, t, response)
		return
	}
	name, value := lone(response.Data)
	if name == "result" {
		settle(w, r, value, response.Extensions)
		return
	}
	writeRaw(w, value)
}

// lone takes apart the object of one member that every document of the table is answered with. The
// executor has just written it, so it is not read again.
func lone(object []byte) (name string, value json.RawMessage) {
	object = bytes.TrimSuffix(bytes.TrimPrefix(object, []byte(`{"`)), []byte("}"))
	key, rest, _ := bytes.Cut(object, []byte(`":`))
	return string(key), rest
}

// settle writes what an action answered: the member's mistakes as a failure, anything else without
// what is empty.
func settle(w http.ResponseWriter, r *http.Request, result json.RawMessage, extensions map[string]any) {
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(result, &members); err != nil || members == nil {
		WriteError(w, r, http.StatusInternalServerError, fault.Internal)
		return
	}
	var mistakes []gql.FieldError
	if err := json.Unmarshal(members["userErrors"], &mistakes); err == nil && len(mistakes) > 0 {
		f := failure{Status: http.StatusBadRequest, Code: mistakes[0].Code, Message: mistakes[0].Message, RequestID: viewer.Of(r.Context()).RequestID}
		if status, ok := extensions["status"].(int); ok {
			f.Status = status
		}
		for _, m := range mistakes {
			if m.Field != "" {
				f.Fields = append(f.Fields, m)
			}
		}
		writeJSON(w, f.Status, f)
		return
	}
	delete(members, "userErrors")
	for _, name := range []string{"redirectTo", "flowError"} {
		if string(members[name]) == "null" {
			delete(members, name)
		}
	}
	writeJSON(w, http.StatusOK, members)
}

// fail writes the first error of a document.
func fail(w http.ResponseWriter, r *http.Request, t *route, response *graphql.Response) {
	first := response.Errors[0]
	f := failure{Status: http.StatusInternalServerError, Code: string(fault.Internal), Message: first.Message, RequestID: viewer.Of(r.Context()).RequestID}
	if status, ok := first.Extensions["status"].(int); ok {
		f.Status = status
	}
	if code, ok := first.Extensions["code"].(string); ok {
		f.Code = code
	}
	f.Fields, _ = first.Extensions["fields"].([]gql.FieldError)
	for i, field := range f.Fields {
		f.Fields[i].Field = cmp.Or(t.names[field.Field], field.Field)
	}
	if seconds, ok := first.Extensions["retryAfter"].(int); ok {
		w.Header().Set("Retry-After", strconv.Itoa(seconds))
	}
	f.RedirectTo = elsewhere(response) // tells a lost session from a wrong password
	writeJSON(w, f.Status, f)
}

// elsewhere is where that is done which has to be done first, such as logging in; "" when
// nothing has.
func elsewhere(response *graphql.Response) string {
	if len(response.Errors) == 0 {
		return ""
	}
	path, _ := response.Errors[0].Extensions["redirectTo"].(string)
	return path
}

func andBack(path, returnTo string) string { return path + "?returnTo=" + url.QueryEscape(returnTo) }

func refuse(w http.ResponseWriter, r *http.Request, err error) {
	var body *jsonbody.Error
	if errors.As(err, &body) {
		WriteError(w, r, body.Status, body.Code)
		return
	}
	f, ok := fault.As(err)
	if !ok {
		WriteError(w, r, http.StatusInternalServerError, fault.Internal)
		return
	}
	v := viewer.Of(r.Context())
	out := failure{Status: f.Status(), Code: string(f.Code), Message: fault.Text(v.Actor.Locale, f.Code, "", f.Args), RequestID: v.RequestID}
	out.Fields = gql.FieldErrors(v.Actor.Locale, f)
	if f.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(f.RetryAfter.Seconds())))
	}
	writeJSON(w, out.Status, out)
}

// WriteError answers with the error object, in the language of the viewer that the request's
// context carries.
func WriteError(w http.ResponseWriter, r *http.Request, status int, code fault.Code) {
	v := viewer.Of(r.Context())
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", strconv.Itoa(int(fault.RetrySoon.Seconds())))
	}
	writeJSON(w, status, failure{Status: status, Code: string(code), Message: fault.Text(v.Actor.Locale, code, "", nil), RequestID: v.RequestID})
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil { // texts and numbers of ours
		panic(err)
	}
	head(w, status)
	_, _ = w.Write(body)
}

// writeRaw writes JSON that the executor has just made; an absent object is an empty one.
func writeRaw(w http.ResponseWriter, body json.RawMessage) {
	if len(body) == 0 || string(body) == "null" {
		body = json.RawMessage("{}")
	}
	head(w, http.StatusOK)
	_, _ = w.Write(body)
}

func head(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
}
