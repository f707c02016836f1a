package endpoints_test

import (
	"strings"
	"testing"

	"kaiin/server/transport/edge/edgetest"
)

// A program gets the error of an app as data, with its status; a browser gets the page.
func TestFaultOfAnAppAsData(t *testing.T) { // E-034, E-035, E-036, A-087
	t.Parallel()
	w := edgetest.New(t, nil)
	for _, c := range []struct {
		query  string
		status int
		want   string
	}{
		{"", 500, `{"message":"OIDC Error"}`},
		{"?status=403&error=access_denied", 403, `{"error":"access_denied","message":"OIDC Error","status":"403"}`},
		{"?status=200", 500, `{"message":"OIDC Error","status":"200"}`},
		{"?status=-1", 500, `{"message":"OIDC Error","status":"-1"}`},
		{"?message=mine&error=<b>", 500, `{"error":"\u003cb\u003e","message":"OIDC Error"}`},
		{"?error=" + strings.Repeat("x", 300), 500, `{"error":"` + strings.Repeat("x", 200) + `","message":"OIDC Error"}`},
	} {
		got := w.Call("GET", "/oidc/error"+c.query, "", "Accept", "application/json")
		if got.StatusCode != c.status || strings.TrimSpace(got.Text) != c.want || got.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: %d %s", c.query, got.StatusCode, got.Text)
		}
	}
	for _, accept := range []string{"", "*/*", "text/html,application/json;q=0.5"} {
		if got := w.Call("GET", "/oidc/error?status=403", "", "Accept", accept); got.Text != "page /oidc/error?status=403" {
			t.Errorf("%q: %s", accept, got.Text)
		}
	}
}
