package edge

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// A visitor who asks for a file is led to the login and back to the page, and no cache keeps that.
func TestAVisitorHasNoFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	answer := httptest.NewRecorder()
	w.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/mypage/data/file", nil))
	if got := answer.Header(); answer.Code != http.StatusSeeOther || got.Get("Location") != "/login?returnTo=%2Fmypage%2Fdata" || got.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", answer.Code, got)
	}
	answer = httptest.NewRecorder()
	w.ServeHTTP(answer, httptest.NewRequest(http.MethodHead, "/mypage/data/file", nil))
	if answer.Code != http.StatusMethodNotAllowed {
		t.Errorf("HEAD: %d", answer.Code)
	}
}
