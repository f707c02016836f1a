package app

import (
	"context"
	"fmt"
	"sync"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/telemetry"
)

// startTelemetry opens the listener of metrics and sends traces, where the configuration asks for
// it, until the function that it returns is called.
func (a *App) startTelemetry(ctx context.Context) (end func(), err error) {
	var ends []func()
	end = func() {
		for _, f := range ends {
			f()
		}
	}
	if to := a.Config.TracesTo; to != nil {
		send, err := telemetry.Send(ctx, to, a.Config.TracesRatio)
		if err != nil {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT: %w", err)
		}
		ends = append(ends, send)
	}
	if a.Config.TelemetryListen != "" {
		listen, err := telemetry.Listen(ctx, a.Config.TelemetryListen, a.Log)
		if err != nil {
			end()
			return nil, fmt.Errorf("KAIIN_TELEMETRY_LISTEN: %w", err)
		}
		figures := &figures{app: a}
		ends = append(ends, telemetry.Observe(a.observe), telemetry.Observe(figures.observe), listen)
	}
	return end, nil
}

// observe reports what this process knows of itself.
func (a *App) observe(_ context.Context, r telemetry.Reading) {
	pool := a.Store.DB.Stats()
	r.Set(telemetry.Connections, float64(pool.InUse), "used")
	r.Set(telemetry.Connections, float64(pool.Idle), "idle")
	r.Set(telemetry.ConnectionsMost, float64(pool.MaxOpenConnections))
	r.Set(telemetry.ConnectionWaits, float64(pool.WaitCount))
	r.Set(telemetry.ConnectionWaited, pool.WaitDuration.Seconds())
	for _, p := range a.Payment.Providers {
		if p.CircuitOpen != nil {
			r.Set(telemetry.CircuitOpen, number(p.CircuitOpen()), p.Name)
		}
	}
	members, strangers, working := a.Credential.Passwords.Load()
	r.Set(telemetry.PasswordsWaiting, float64(members), "members")
	r.Set(telemetry.PasswordsWaiting, float64(strangers), "strangers")
	r.Set(telemetry.PasswordsInWork, float64(working))
	a.runs.report(r)
}

func number(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// runs are the last scan and the last purge of this process.
type runs struct {
	mu   sync.Mutex
	last map[string]time.Time
}

// ran returns what tells, in the end, that a run has ended and how long it took.
func (a *App) ran(kind string) func(context.Context) {
	began := clock.Machine.Now()
	return func(ctx context.Context) {
		now := clock.Machine.Now()
		telemetry.Scans.Record(ctx, now.Sub(began).Seconds(), kind)
		a.runs.mu.Lock()
		defer a.runs.mu.Unlock()
		if a.runs.last == nil {
			a.runs.last = map[string]time.Time{}
		}
		a.runs.last[kind] = now
	}
}

func (l *runs) report(r telemetry.Reading) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for kind, at := range l.last {
		r.Set(telemetry.LastRun, float64(at.UnixMilli())/1000, kind)
	}
}
