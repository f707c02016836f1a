package edge

import (
	"net/http"
	"slices"
	"strings"

	"kaiin/server/transport/guard"
	"kaiin/server/transport/pages"

	"github.com/klauspost/compress/gzhttp"
)

const (
	worthCompressing = 1 << 10 // bytes; below it the answer would not even save a packet
	answerLevel      = 1       // of what is made for one caller, where the processor's time weighs more than the last eighth of the bytes
	fileLevel        = 5       // of what a browser keeps for ever
	gzippedAtOnce    = 64      // each holds up to a megabyte; beyond them answers leave as they are
)

// compressed are the content types that gain by it. Whatever else there is, pictures above all, is
// compressed already.
var compressed = []string{
	"text/html", "text/css", "text/plain", "text/javascript", "application/javascript", "application/json", "image/svg+xml", "application/manifest+json",
}

// newCompress is the middleware that compresses answers for callers who take gzip. What has a
// Content-Encoding stays as it is.
func newCompress() (guard.Middleware, error) {
	answers, err := compressAt(answerLevel)
	if err != nil {
		return nil, err
	}
	files, err := compressAt(fileLevel)
	if err != nil {
		return nil, err
	}
	slots := make(chan struct{}, gzippedAtOnce)
	return func(next http.Handler) http.Handler {
		compressing := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(&whole{ResponseWriter: w, gzip: pages.Accepts(r, "gzip") && r.Method != http.MethodHead}, r)
		})
		answer, file := answers(compressing), files(compressing)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			select {
			case slots <- struct{}{}:
				defer func() { <-slots }()
				if strings.HasPrefix(r.URL.Path, pages.FilesPrefix) {
					file.ServeHTTP(w, r)
				} else {
					answer.ServeHTTP(w, r)
				}
			default:
				w.Header().Add("Vary", "Accept-Encoding")
				next.ServeHTTP(w, r)
			}
		})
	}, nil
}

func compressAt(level int) (func(http.Handler) http.HandlerFunc, error) {
	return gzhttp.NewWrapper(
		gzhttp.MinSize(worthCompressing), gzhttp.CompressionLevel(level), gzhttp.ContentTypes(compressed), gzhttp.EnableZstd(false), gzhttp.SetContentType(false),
	)
}

// whole is an answer that may leave compressed.
type whole struct {
	http.ResponseWriter
	gzip    bool
	started bool
}

// WriteHeader weakens the tag of what may be compressed: it is the same content in other bytes.
func (w *whole) WriteHeader(status int) {
	if tag := w.Header().Get("Etag"); status >= 200 && !w.started && w.gzip && strings.HasPrefix(tag, `"`) && w.gains() {
		w.Header().Set("Etag", "W/"+tag)
	}
	w.started = w.started || status >= 200
	w.ResponseWriter.WriteHeader(status)
}

func (w *whole) Write(p []byte) (int, error) {
	if !w.started {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(p)
}

// FlushError passes on only the flush of what is not compressed: Next's pages arrive here in many
// pieces, and compressing each by itself would make the page larger.
func (w *whole) FlushError() error {
	if w.gzip && w.gains() {
		return nil
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Unwrap lets http.ResponseController, and through it upgrades of the connection, pass.
func (w *whole) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *whole) gains() bool {
	kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
	return w.Header().Get("Content-Encoding") == "" && slices.Contains(compressed, kind)
}
