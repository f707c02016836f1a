package edge

import (
	"embed"
	"html/template"
	"net/http"
	"net/url"
	"strconv"

	"kaiin/server/base/fault"
	"kaiin/server/base/store"
	"kaiin/server/base/words"
	"kaiin/server/transport/zapi"
)

// fail answers in the form of the path: the error object to API callers, a page to everybody else.
func (e *Edge) fail(w http.ResponseWriter, r *http.Request, status int) {
	if r.URL.Path == "/graphql" || zapi.Owns(r.URL.Path) || (r.Method != http.MethodGet && r.Method != http.MethodHead) {
		zapi.WriteError(w, e.speaking(r), status, codeOf(status))
		return
	}
	e.failPage(w, r, status)
}

func codeOf(status int) fault.Code {
	switch status {
	case http.StatusNotFound:
		return fault.CodeNotFound
	case http.StatusServiceUnavailable:
		return fault.CodeUnavailable
	default:
		return fault.Internal
	}
}

// failed is the status for an error that stopped a request and is no answer to the caller: 503
// where something cannot be asked or the time was up, 500 for a defect. It writes the one line
// about it. When the caller has gone it writes none and ends the request.
func (e *Edge) failed(r *http.Request, during string, err error) int {
	failure, v := store.FailureOf(r.Context(), err), visitOf(r.Context())
	if failure == store.Abandoned {
		panic(http.ErrAbortHandler)
	}
	e.Log.ErrorContext(r.Context(), during, "requestId", v.id, "path", v.pattern, "error", err.Error())
	if f, ok := fault.As(err); ok && f.Kind == fault.KindUnavailable || failure == store.Busy {
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// failPage shows the site's error page of the status (E-097), which Next renders with the store's look.
func (e *Edge) failPage(w http.ResponseWriter, r *http.Request, status int) {
	v := visitOf(r.Context())
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", strconv.Itoa(int(fault.RetrySoon.Seconds())))
	}
	asked := r.Clone(v.ctx) // there is time for the page though the time for the call may be up
	asked.Method, asked.Body, asked.ContentLength = http.MethodGet, http.NoBody, 0
	asked.URL = &url.URL{Path: "/errors/" + strconv.Itoa(status)}
	for _, name := range []string{"Content-Type", "Content-Length", "Range", "If-None-Match", "If-Modified-Since"} {
		asked.Header.Del(name)
	}
	w.Header().Set("Content-Security-Policy", e.pagePolicy(r, v.nonce, e.settings(r.Context())))
	e.next.ServeHTTP(&statusWriter{ResponseWriter: w, status: status}, asked)
}

// statusWriter keeps the status that was decided here, whatever the error page itself is answered with, unless that fails.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	if status >= 200 {
		status = w.status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// plainPage is what is shown when Next cannot: the same three parts in the member's language, and the way back.
func (e *Edge) plainPage(w http.ResponseWriter, r *http.Request, status int) {
	v := visitOf(r.Context())
	if s, ok := w.(*statusWriter); ok { // the error page failed too; its own status is the one to tell
		status, w = s.status, s.ResponseWriter
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'nonce-"+v.nonce+"'; base-uri 'none'; frame-ancestors 'none'")
	if status == http.StatusServiceUnavailable || status == http.StatusBadGateway || status == http.StatusGatewayTimeout {
		h.Set("Retry-After", "10")
	}
	w.WriteHeader(status)
	_ = plainHTML.Execute(w, map[string]any{"Locale": v.locale, "Nonce": v.nonce, "Status": status, "Text": plainIn(v.locale, status), "ID": v.id})
}

//go:embed plain.html plain.ja.json plain.en.json
var plainFiles embed.FS

var (
	plainHTML  = template.Must(template.ParseFS(plainFiles, "plain.html"))
	plainTexts = words.Read(plainFiles, "plain")
)

type plainText struct{ Title, Message, Code, Back string }

func plainIn(locale string, status int) plainText {
	texts, key := plainTexts.In(locale), strconv.Itoa(status)
	if _, ok := texts.Lookup(key + ".title"); !ok {
		key = strconv.Itoa(http.StatusInternalServerError)
	}
	return plainText{texts.Say(key + ".title"), texts.Say(key + ".message"), texts.Say("code"), texts.Say("back")}
}
