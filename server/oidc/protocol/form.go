package protocol

import (
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ory/fosite"
)

// maxBody is more than any request needs; a request object would be the longest, and is not taken.
const maxBody = 64 << 10

// posted reads the form of a POST. What is neither a form nor short, and parameters in the address
// are refused.
func posted(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, fosite.ErrInvalidRequest.WithHint("The body must be application/x-www-form-urlencoded.")
	}
	if r.URL.RawQuery != "" {
		return nil, fosite.ErrInvalidRequest.WithHint("Parameters belong in the body, not in the address.")
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if err := r.ParseForm(); err != nil {
		return nil, fosite.ErrInvalidRequest.WithHint("The body cannot be read as a form.")
	}
	return r.PostForm, nil
}

// postedOnce is posted for a form that gives no parameter twice.
func postedOnce(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	form, err := posted(w, r)
	if err == nil {
		err = once(form)
	}
	return form, err
}

// once refuses parameters that are given twice, takes away those without a value (RFC 6749 3.1,
// 3.2), and refuses what is no text.
func once(form url.Values) error {
	for name, values := range form {
		if len(values) != 1 {
			return fosite.ErrInvalidRequest.WithHint("A parameter is given twice.")
		}
		if !isText(name) || !isText(values[0]) {
			return fosite.ErrInvalidRequest.WithHint("A parameter holds what is no text.")
		}
		if values[0] == "" {
			delete(form, name)
		}
	}
	return nil
}

func isText(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(c rune) bool { return unicode.IsControl(c) && c != '\n' && c != '\r' && c != '\t' })
}
