package pages

import (
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path"
	"strings"
)

// FilesPrefix begins the addresses of the files that pages load, which never change.
const FilesPrefix = "/_next/static/"

// Files serves what Next's build left in .next/static. The names carry a hash of the content, so a
// browser keeps them for ever. A compressed twin beside a file (.br, .gz) is preferred; a file that
// is not there is asked of Next, which may be of another build while one replaces the other.
type Files struct {
	root    *os.Root // nil: there is no folder
	missing http.Handler
}

// Files serves the configured folder; without one it asks Next for everything.
func (p *Pages) Files() (*Files, error) {
	if p.Config.NextStatic == "" {
		return &Files{missing: p.next}, nil
	}
	root, err := os.OpenRoot(p.Config.NextStatic)
	if err != nil {
		return nil, fmt.Errorf("KAIIN_NEXT_STATIC: %w", err)
	}
	return &Files{root: root, missing: p.next}, nil
}

// Mount puts the folder on the mux.
func (s *Files) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	mux.Handle("GET "+FilesPrefix, before(s))
}

// ServeHTTP answers with a file, or asks Next for it.
func (s *Files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, FilesPrefix)
	if s.root == nil || !fs.ValidPath(name) {
		s.missing.ServeHTTP(w, r)
		return
	}
	file, info, ok := s.open(name)
	if !ok {
		s.missing.ServeHTTP(w, r)
		return
	}
	defer func() { _ = file.Close() }()
	h := w.Header()
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		h.Set("Content-Type", kind)
	}
	tag := fmt.Sprintf("%x-%x", info.ModTime().Unix(), info.Size())
	for _, twin := range []struct{ encoding, extension string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if !Accepts(r, twin.encoding) {
			continue
		}
		packed, _, ok := s.open(name + twin.extension)
		if !ok {
			continue
		}
		defer func() { _ = packed.Close() }()
		h.Set("Content-Encoding", twin.encoding)
		file, tag = packed, tag+"-"+twin.encoding
		break
	}
	h.Set("Etag", `"`+tag+`"`)
	http.ServeContent(w, r, name, info.ModTime(), file)
}

type content interface {
	io.ReadSeeker
	io.Closer
}

func (s *Files) open(name string) (content, fs.FileInfo, bool) {
	file, err := s.root.Open(name)
	if err != nil {
		return nil, nil, false
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		_ = file.Close()
		return nil, nil, false
	}
	return file, info, true
}

// Accepts reads Accept-Encoding; q=0 is a refusal.
func Accepts(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, parameters, _ := strings.Cut(part, ";")
		if strings.TrimSpace(name) == encoding {
			q := strings.ReplaceAll(parameters, " ", "")
			return q != "q=0" && !strings.HasPrefix(q, "q=0.000") && q != "q=0.0" && q != "q=0.00"
		}
	}
	return false
}
