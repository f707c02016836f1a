package jsonbody

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"kaiin/server/base/fault"
)

// Limit is the most bytes a body may have, where no call says otherwise.
const Limit = 64 << 10

const maxDepth = 32

// Error says why a body was refused: the status of the answer and a code of the message catalogue.
type Error struct {
	Status int
	Code   fault.Code
}

func (e *Error) Error() string { return string(e.Code) }

var (
	errMediaType = &Error{http.StatusUnsupportedMediaType, fault.UnsupportedMediaType}
	errTooLarge  = &Error{http.StatusRequestEntityTooLarge, fault.BodyTooLarge}
	errNoJSON    = &Error{http.StatusBadRequest, fault.InvalidJSON}
)

// Read returns the object in the request's body. An empty body is an empty object; of all requests
// only that one may come without a content type, which no form of another site can do. The error is
// an *Error.
func Read(w http.ResponseWriter, r *http.Request) (map[string]any, error) {
	return ReadUpTo(w, r, Limit)
}

// ReadUpTo is Read for a body that may have so many bytes.
func ReadUpTo(w http.ResponseWriter, r *http.Request, limit int64) (map[string]any, error) {
	kind := r.Header.Get("Content-Type")
	if kind != "" && !isJSON(kind) {
		return nil, errMediaType
	}
	var text bytes.Buffer
	if r.ContentLength > Limit && r.ContentLength <= limit {
		text.Grow(int(r.ContentLength) + bytes.MinRead) // or it would be copied again and again
	}
	_, err := text.ReadFrom(http.MaxBytesReader(w, r.Body, limit))
	body := text.Bytes()
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, errTooLarge
	case err != nil: // the connection broke off
		return nil, errNoJSON
	case len(body) == 0:
		return map[string]any{}, nil
	case kind == "":
		return nil, errMediaType
	}
	return Parse(body)
}

func isJSON(kind string) bool {
	media, parameters, err := mime.ParseMediaType(kind)
	if err != nil || media != "application/json" {
		return false
	}
	charset, ok := parameters["charset"]
	return !ok || strings.EqualFold(charset, "utf-8")
}

// Parse returns the object that the text is. The error is an *Error.
func Parse(text []byte) (map[string]any, error) {
	if !utf8.Valid(text) {
		return nil, errNoJSON
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	value, err := read(d, 0)
	if err != nil {
		return nil, errNoJSON
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errNoJSON
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, errNoJSON
	}
	return object, nil
}

func read(d *json.Decoder, depth int) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token := token.(type) {
	case string:
		if strings.ContainsRune(token, 0) { // PostgreSQL cannot keep it
			return nil, errNoJSON
		}
		return token, nil
	case json.Delim:
		if depth == maxDepth {
			return nil, errNoJSON
		}
		if token == '{' {
			return readObject(d, depth+1)
		}
		return readList(d, depth+1)
	}
	return token, nil
}

func readObject(d *json.Decoder, depth int) (map[string]any, error) {
	object := map[string]any{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		key, ok := name.(string)
		if _, twice := object[key]; !ok || twice {
			return nil, errNoJSON
		}
		if object[key], err = read(d, depth); err != nil {
			return nil, err
		}
	}
	_, err := d.Token()
	return object, err
}

func readList(d *json.Decoder, depth int) ([]any, error) {
	list := []any{}
	for d.More() {
		value, err := read(d, depth)
		if err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	_, err := d.Token()
	return list, err
}
