package app

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/logs"
	"kaiin/server/base/telemetry"
)

const (
	// figuresFor is how long what was read from the database is answered: however many ask,
	// PostgreSQL is asked so often.
	figuresFor = 10 * time.Second
	// figuresWithin bounds the reading, and figuresPatience how long a scrape waits for its end:
	// what the process knows of itself is answered also while every connection is in use.
	figuresWithin   = 5 * time.Second
	figuresPatience = 500 * time.Millisecond
	// figuresLife is after how long without another reading they are answered no more, unless one
	// is under way and the last one did not fail: scrapes may be a minute apart.
	figuresLife = 20 * time.Second
)

// figures are those of the whole installation, which come from the database. Every process that
// listens answers them.
type figures struct {
	app *App

	mu      sync.Mutex
	began   time.Time     // of the last reading
	reading chan struct{} // closed when the present reading has ended; nil: there is none
	read    time.Time     // when the present ones were read
	failed  bool          // the last reading
	set     []func(telemetry.Reading)
}

// observe reports the figures. While they cannot be read there are none but that.
func (f *figures) observe(ctx context.Context, r telemetry.Reading) {
	if reading := f.refresh(ctx); reading != nil {
		select {
		case <-reading:
		case <-time.After(figuresPatience):
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	up := clock.Machine.Now().Sub(f.read) < figuresLife || f.reading != nil && !f.failed && !f.read.IsZero()
	r.Set(telemetry.DatabaseFigures, number(up))
	if up {
		for _, set := range f.set {
			set(r)
		}
	}
}

// refresh begins a reading unless the last one is new enough, and returns what is closed at the end
// of the present one.
func (f *figures) refresh(ctx context.Context) <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := clock.Machine.Now()
	if f.reading != nil || now.Sub(f.began) < figuresFor {
		return f.reading
	}
	reading := make(chan struct{})
	f.began, f.reading = now, reading
	go func() {
		defer logs.Crash(ctx)
		defer close(reading)
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), figuresWithin)
		defer cancel()
		found := &found{app: f.app}
		err := errors.Join(found.queues(ctx), found.workers(ctx), found.money(ctx), found.versions(ctx))
		if err != nil {
			f.app.Log.WarnContext(ctx, "the figures of the installation could not be read", "error", err.Error())
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		f.reading, f.failed = nil, err != nil
		if err == nil {
			f.read, f.set = clock.Machine.Now(), found.set
		}
	}()
	return reading
}

// found is what one reading finds.
type found struct {
	app *App
	set []func(telemetry.Reading)
}

func (f *found) keep(g *telemetry.Gauge, value float64, labels ...string) {
	f.set = append(f.set, func(r telemetry.Reading) { r.Set(g, value, labels...) })
}

func (f *found) queues(ctx context.Context) error {
	queues, err := f.app.Store.Queues(ctx)
	for _, q := range queues {
		f.keep(telemetry.QueueJobs, float64(q.Waiting), q.Name, "waiting")
		f.keep(telemetry.QueueJobs, float64(q.Running), q.Name, "running")
		f.keep(telemetry.QueueJobs, float64(q.Failed), q.Name, "failed")
		age := 0.0
		if q.Oldest != nil {
			age = max(0, clock.Machine.Now().Sub(*q.Oldest).Seconds())
		}
		f.keep(telemetry.QueueOldest, age, q.Name)
	}
	return err
}

// workers reports whether any process works on jobs. Those that do have one of them keep a row up
// to date.
func (f *found) workers(ctx context.Context) error {
	var up bool
	err := f.app.Store.QueryRow(ctx, `SELECT EXISTS (SELECT FROM river_leader WHERE expires_at > now())`).Scan(&up)
	f.keep(telemetry.WorkerUp, number(up))
	return err
}

func (f *found) money(ctx context.Context) error {
	open, since, failed := f.app.Payment.Open(ctx)
	age := 0.0
	if open > 0 {
		age = max(0, f.app.Clock.Now().Sub(since).Seconds())
	}
	f.keep(telemetry.OpenCharges, float64(open))
	f.keep(telemetry.OpenCharge, age)
	waiting, err := f.app.Subscription.Waiting(ctx)
	f.keep(telemetry.RenewalsWaiting, float64(waiting))
	missed, err2 := f.app.Reconciliation.Missed(ctx)
	for provider, days := range missed {
		f.keep(telemetry.ReconciliationMissed, float64(days), provider)
	}
	return errors.Join(failed, err, err2)
}

func (f *found) versions(ctx context.Context) error {
	database, program, err := f.app.Store.Versions(ctx)
	if err != nil {
		return err
	}
	for of, version := range map[string]string{"database": database, "program": program} {
		n, err := strconv.ParseFloat(version, 64)
		if err != nil {
			return err
		}
		f.keep(telemetry.MigrationVersion, n, of)
	}
	return nil
}
