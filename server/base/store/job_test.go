package store_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"

	"kaiin/server/base/logs"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

// measure is a job that tells how long it may take.
type measure struct {
	N int `json:"n"`
}

var measureJob = store.Job[measure]{Queue: store.QueueFiles, Tries: 3, Timeout: 20 * time.Second, Unique: store.AmongUnfinished}

func (measure) Kind() string                 { return "measure" }
func (measure) InsertOpts() river.InsertOpts { return measureJob.InsertOpts() }

func TestAJobIsWorkedOnAsDeclared(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	err := s.Tx(t.Context(), func(ctx context.Context) error {
		return s.EnqueueMany(ctx, measure{1}, measure{1}, measure{2})
	})
	if err != nil {
		t.Fatal(err)
	}
	var written bytes.Buffer
	log := slog.New(logs.Carried(slog.NewTextHandler(&written, nil)))
	type seen struct {
		queue       string
		n, attempts int
		limit       time.Duration
	}
	worked := make(chan seen, 3)
	workers := river.NewWorkers()
	measureJob.Add(workers, func(ctx context.Context, job *river.Job[measure]) error {
		log.InfoContext(ctx, "worked on", "n", job.Args.N)
		deadline, _ := ctx.Deadline()
		worked <- seen{job.Queue, job.Args.N, job.MaxAttempts, time.Until(deadline)}
		return nil
	})
	client, err := river.NewClient(riverdatabasesql.New(s.DB), &river.Config{
		Workers: workers, Queues: map[string]river.QueueConfig{store.QueueFiles: {MaxWorkers: 1}}, FetchPollInterval: 100 * time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.StopAndCancel(context.WithoutCancel(t.Context())) }()
	for _, n := range []int{1, 2} { // the second job of the same arguments was not added
		got := <-worked
		if got.queue != store.QueueFiles || got.n != n || got.attempts != 3 || got.limit <= 0 || got.limit > measureJob.Timeout {
			t.Errorf("job %d: %+v", n, got)
		}
	}
	for i, line := range strings.Split(strings.TrimSpace(written.String()), "\n") {
		if !strings.Contains(line, fmt.Sprintf("n=%d job=", i+1)) || !strings.HasSuffix(line, "jobKind=measure attempt=1") {
			t.Errorf("a line does not name its job: %s", line)
		}
	}
}
