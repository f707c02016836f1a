package endpoints_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kaiin/server/transport/edge/edgetest"
)

func TestPictures(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	ask := func(method, path string) *httptest.ResponseRecorder {
		answer := httptest.NewRecorder()
		w.ServeHTTP(answer, httptest.NewRequest(method, path, nil))
		return answer
	}
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		got := ask(method, "/picture/"+edgetest.Token)
		if want := map[string]string{"GET": "a picture", "HEAD": ""}[method]; got.Code != http.StatusOK || got.Body.String() != want {
			t.Errorf("%s: %d %q", method, got.Code, got.Body)
		}
		for name, want := range map[string]string{
			"Content-Type": "image/jpeg", "Content-Length": "9", "Content-Disposition": "inline", "Content-Security-Policy": "default-src 'none'; sandbox",
			"X-Content-Type-Options": "nosniff", "Cache-Control": "public, max-age=31536000, immutable", "Cross-Origin-Resource-Policy": "cross-origin", "Set-Cookie": "",
		} {
			if got := got.Header().Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", method, name, got, want)
			}
		}
	}
	for path, want := range map[string]int{"/picture/another": 404, "/picture/broken": 500} {
		if got := ask(http.MethodGet, path); got.Code != want || got.Body.Len() > 0 || got.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %q %v", path, got.Code, got.Body, got.Header())
		}
	}
	if got := ask(http.MethodPost, "/picture/"+edgetest.Token); got.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", got.Code)
	}
	if strings.Contains(w.Logged.String(), edgetest.Token) {
		t.Error("the log tells where a picture is")
	}
}
