package endpoints_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kaiin/server/base/config"
	"kaiin/server/transport/edge/edgetest"
)

func TestStoreFiles(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	folder := filepath.Join(outside, "files")
	for name, text := range map[string]string{
		"files/logo.svg": "<svg/>", "files/pages/law.html": "<p>law", "files/.hidden.svg": "x", "files/.git/a.svg": "x", "files/store.yaml": "settings:", "secret.txt": "of the machine", "files/photo.JPG": "jpg",
	} {
		path := filepath.Join(outside, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../secret.txt", filepath.Join(folder, "way-out.txt")); err != nil {
		t.Fatal(err)
	}
	w := edgetest.New(t, func(c *config.Config) { c.StoreFiles = folder })
	ask := func(path string, header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		answer := httptest.NewRecorder()
		w.ServeHTTP(answer, r)
		return answer
	}
	for path, kind := range map[string]string{"/store/logo.svg": "image/svg+xml", "/store/pages/law.html": "text/html; charset=utf-8", "/store/photo.JPG": "image/jpeg"} {
		got := ask(path)
		if got.Code != http.StatusOK || got.Header().Get("Content-Type") != kind || got.Header().Get("Set-Cookie") != "" ||
			got.Header().Get("Cache-Control") != "public, max-age=300" || got.Header().Get("X-Content-Type-Options") != "nosniff" ||
			!strings.HasPrefix(got.Header().Get("Content-Security-Policy"), "default-src 'none';") {
			t.Errorf("%s: %d %v", path, got.Code, got.Header())
		}
		if again := ask(path, "If-None-Match", got.Header().Get("Etag")); again.Code != http.StatusNotModified {
			t.Errorf("%s once more: %d", path, again.Code)
		}
	}
	for _, path := range []string{
		"/store/", "/store/pages", "/store/pages/", "/store/gone.svg", "/store/.hidden.svg", "/store/.git/a.svg", "/store/store.yaml", "/store/way-out.txt",
	} {
		if got := ask(path); got.Code != http.StatusNotFound || strings.Contains(got.Body.String(), "settings:") {
			t.Errorf("%s: %d %s", path, got.Code, got.Body)
		}
	}
	for _, path := range []string{"/store/../secret.txt", "/store/%2e%2e/secret.txt", "/store/..%2fsecret.txt"} {
		if got := ask(path); strings.Contains(got.Body.String(), "of the machine") { // not clean, so it is asked of Next
			t.Errorf("%s: %d %s", path, got.Code, got.Body)
		}
	}
	posted := httptest.NewRecorder()
	w.ServeHTTP(posted, httptest.NewRequest(http.MethodPost, "/store/logo.svg", nil))
	if posted.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", posted.Code)
	}
	for _, none := range []string{"", filepath.Join(outside, "gone")} { // the containers of workers have no such folder
		without := edgetest.New(t, func(c *config.Config) { c.StoreFiles = none })
		answer := httptest.NewRecorder()
		without.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/store/logo.svg", nil))
		if strings.Contains(answer.Body.String(), "<svg/>") {
			t.Error("served without a folder")
		}
	}
}
