package pages_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kaiin/server/base/config"
	"kaiin/server/transport/edge/edgetest"
)

func TestStaticFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	script := strings.Repeat("console.log(1);", 200)
	for name, text := range map[string]string{"chunks/a.js": script, "chunks/b.js": script, "chunks/b.js.br": "packed", "chunks/b.js.gz": "zipped", "secret": "x"} {
		path := filepath.Join(folder, "static", name)
		if name == "secret" {
			path = filepath.Join(folder, name)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w := edgetest.New(t, func(c *config.Config) { c.NextStatic = filepath.Join(folder, "static") })
	plain := w.Call("GET", "/_next/static/chunks/a.js", "")
	if plain.Text != script || plain.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" || !strings.HasPrefix(plain.Header.Get("Content-Type"), "text/javascript") {
		t.Errorf("%d %v", plain.StatusCode, plain.Header)
	}
	if got := w.Call("GET", "/_next/static/chunks/a.js", "", "Accept-Encoding", "gzip"); got.Header.Get("Content-Encoding") != "gzip" || len(got.Text) >= len(script)/2 {
		t.Errorf("%v, %d bytes", got.Header, len(got.Text))
	}
	if got := w.Call("GET", "/_next/static/chunks/a.js", "", "If-None-Match", plain.Header.Get("Etag")); got.StatusCode != http.StatusNotModified {
		t.Errorf("%d", got.StatusCode)
	}
	for encoding, want := range map[string]string{"gzip, br": "packed", "gzip": "zipped", "br;q=0, gzip": "zipped"} {
		if got := w.Call("GET", "/_next/static/chunks/b.js", "", "Accept-Encoding", encoding); got.Text != want || got.Header.Get("Vary") == "" {
			t.Errorf("%s: %q %v", encoding, got.Text, got.Header)
		}
	}
	for _, path := range []string{"/_next/static/chunks/none.js", "/_next/static/chunks", "/_next/static/%2e%2e/secret", "/_next/static/chunks/..%2f..%2fsecret"} {
		if got := w.Call("GET", path, ""); strings.Contains(got.Header.Get("Cache-Control"), "immutable") || got.Text == "x" {
			t.Errorf("%s: %d %q", path, got.StatusCode, got.Text)
		}
	}
}
