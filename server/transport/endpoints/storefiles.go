package endpoints

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strings"

	"kaiin/server/transport/visit"
)

// StoreFiles serves the store's own pictures and pages, which the store file names as /store/…,
// from a folder.
type StoreFiles struct {
	Site

	root *os.Root // nil: there is no folder
}

const storePrefix = "/store/"

// storeKinds are the files that are served; all others in the folder are not.
var storeKinds = map[string]string{
	".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp", ".avif": "image/avif", ".ico": "image/x-icon",
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".txt": "text/plain; charset=utf-8", ".pdf": "application/pdf", ".woff2": "font/woff2",
}

// storePolicy lets pages of the folder show its pictures and styles, and run nothing.
const storePolicy = "default-src 'none'; img-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Open opens the configured folder. One that is not there keeps nothing else from being served:
// workers have none, and a store may be without pictures of its own.
func (s *StoreFiles) Open(ctx context.Context) error {
	if s.Config.StoreFiles == "" {
		return nil
	}
	root, err := os.OpenRoot(s.Config.StoreFiles)
	if errors.Is(err, fs.ErrNotExist) {
		s.Log.WarnContext(ctx, "the folder of the store's files is not there: nothing is served below /store/", "folder", s.Config.StoreFiles)
		return nil
	}
	if err != nil {
		return fmt.Errorf("KAIIN_STORE_FILES: %w", err)
	}
	s.root = root
	return nil
}

// Mount puts the folder on the mux. Without one its addresses are unknown, like any other.
func (s *StoreFiles) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	if s.root == nil {
		return
	}
	show := s.Pages.Only(s.file, http.MethodGet, http.MethodHead)
	mux.Handle(storePrefix+"{name...}", before(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		visit.Of(r.Context()).Pattern = storePrefix
		show.ServeHTTP(w, r)
	})))
}

// file answers with a file of the folder. A browser asks after five minutes whether it is still the
// same. What begins with a dot, what leads out of the folder and what is of no known kind is not
// there.
func (s *StoreFiles) file(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	kind := storeKinds[strings.ToLower(path.Ext(name))]
	if kind == "" || !fs.ValidPath(name) || strings.Contains("/"+name, "/.") {
		s.Pages.Fail(w, r, http.StatusNotFound)
		return
	}
	file, err := s.root.Open(name)
	if err != nil {
		s.Pages.Fail(w, r, http.StatusNotFound)
		return
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		s.Pages.Fail(w, r, http.StatusNotFound)
		return
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Security-Policy", storePolicy)
	h.Set("Cache-Control", "public, max-age=300")
	h.Set("Etag", fmt.Sprintf(`"%x-%x"`, info.ModTime().UnixNano(), info.Size()))
	http.ServeContent(w, r, name, info.ModTime(), file)
}
