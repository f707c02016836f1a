package endpoints_test

import (
	"context"
	"testing"
	"time"

	"kaiin/server/base/config"
	"kaiin/server/transport/edge/edgetest"
)

func TestSandboxClock(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, func(c *config.Config) { c.Production, c.SandboxToken = false, "sesame" })
	var moved time.Duration
	w.Clock.Move = func(_ context.Context, d time.Duration) error { moved = d; return nil }
	for _, c := range []struct {
		name, bearer, body string
		status             int
	}{
		{"moved", "Bearer sesame", `{"offsetSeconds":3600}`, 200},
		{"no token", "", `{"offsetSeconds":7200}`, 401},
		{"another token", "Bearer sesam", `{"offsetSeconds":7200}`, 401},
		{"backwards", "Bearer sesame", `{"offsetSeconds":-1}`, 400},
		{"a text", "Bearer sesame", `{"offsetSeconds":"7200"}`, 400},
		{"more", "Bearer sesame", `{"offsetSeconds":7200,"x":1}`, 400},
		{"nothing", "Bearer sesame", ``, 400},
		{"broken", "Bearer sesame", `{`, 400},
	} {
		got := w.Call("POST", "/internal/sandbox/clock", c.body, "Authorization", c.bearer, "Content-Type", "application/json")
		if got.StatusCode != c.status || moved != time.Hour {
			t.Errorf("%s: %d, moved %v", c.name, got.StatusCode, moved)
		}
	}
}
