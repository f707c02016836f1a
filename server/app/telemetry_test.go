package app

import (
	"log/slog"
	"testing"

	"kaiin/server/base/config"
	"kaiin/server/base/telemetry"
)

// No port is open and nothing is measured or sent unless the configuration says so.
func TestTelemetryIsOffByDefault(t *testing.T) { // G-03
	a := &App{Config: &config.Config{}, Log: slog.New(slog.DiscardHandler)}
	end, err := a.startTelemetry(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, _ := telemetry.Begin(t.Context(), telemetry.Server, "request")
	if telemetry.Measuring() || telemetry.Recording(ctx) {
		t.Error("something is measured or sent without being asked for")
	}
	end()
	a.Config.TelemetryListen = "127.0.0.1:0"
	if end, err = a.startTelemetry(t.Context()); err != nil || !telemetry.Measuring() {
		t.Fatalf("nothing is measured: %v", err)
	}
	if end(); telemetry.Measuring() {
		t.Error("something is measured after the end")
	}
	a.Config.TelemetryListen = "127.0.0.1:none"
	if _, err = a.startTelemetry(t.Context()); err == nil {
		t.Error("a port that cannot be opened is no error")
	}
}
