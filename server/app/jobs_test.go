package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"kaiin/server/base/logs"
	"kaiin/server/base/notify"
	"kaiin/server/base/store"
	"kaiin/server/money/payment"
	"kaiin/server/staff/acts/actstest"
)

// lines is a log that tests read while it is written.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// of are the lines with the message.
func (l *lines) of(t *testing.T, message string) (found []map[string]any) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(l.text.String()) {
		var all map[string]any
		if err := json.Unmarshal([]byte(line), &all); err != nil {
			t.Fatal(err)
		}
		if all["msg"] == message {
			found = append(found, all)
		}
	}
	return found
}

// A job without a try left is an error with an alarm, and its line names no member. One that is
// tried again is a warning.
func TestAJobThatFailedForGoodRaisesAnAlarm(t *testing.T) {
	t.Parallel()
	var log lines
	l := jobLog{logs.New(&log, slog.LevelInfo, "work")}
	told := errors.New("550 <taro@example.jp>: no mailbox; SMS to +819012345678 and 09012345678; charge 01990000-0000-7000-8000-000000000001")
	job := &rivertype.JobRow{ID: 7, Kind: "payment.forget", Attempt: 24, MaxAttempts: 25}
	l.HandleError(t.Context(), job, told)
	if all := log.of(t, "job failed"); len(all) != 1 || all[0]["level"] != "WARN" || all[0]["attempt"] != 24.0 || all[0]["error"] != nil || all[0]["alarm"] != nil {
		t.Errorf("with a try left: %v", all)
	}
	job.Attempt = 25
	l.HandleError(t.Context(), job, told)
	all := log.of(t, "a job failed for good")
	if len(all) != 1 {
		t.Fatalf("%d lines: %v", len(all), all)
	}
	for _, key := range []string{"time", "instance", "version"} {
		delete(all[0], key)
	}
	want := map[string]any{
		"level": "ERROR", "msg": "a job failed for good", "alarm": "job.failed_for_good", "command": "work",
		"job": 7.0, "jobKind": "payment.forget", "attempt": 25.0,
		"error": "550 <…@…>: no mailbox; SMS to … and …; charge 01990000-0000-7000-8000-000000000001",
	}
	if !reflect.DeepEqual(all[0], want) {
		t.Errorf("%v", all[0])
	}
	l.HandlePanic(t.Context(), job, "no such film", "stack")
	if all := log.of(t, "a job failed for good"); len(all) != 2 || all[1]["error"] != "no such film" || len(log.of(t, "job panicked")) != 1 {
		t.Errorf("after a panic: %v", all)
	}
	job.Attempt = 1
	l.HandlePanic(t.Context(), job, "no such film", "stack")
	if all := log.of(t, "a job failed for good"); len(all) != 2 || len(log.of(t, "job panicked")) != 2 {
		t.Errorf("after a panic with tries left: %v", all)
	}
}

func TestALongErrorIsCut(t *testing.T) {
	t.Parallel()
	if got := store.Impersonal(strings.Repeat("会", 1000)); len(got) > store.LongestError+len("…") || !strings.HasSuffix(got, "会…") {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}

// What a job works on may be shown, and never whose it is.
func TestNoArgumentThatNamesAMemberIsShown(t *testing.T) {
	t.Parallel()
	hidden := []string{"account_id", "session_id", "sealed"}
	found := map[string]bool{}
	for _, k := range jobKinds {
		args := reflect.TypeOf(k.job)
		for i := range args.NumField() {
			name := args.Field(i).Tag.Get("json")
			found[name] = true
			if name != "-" && slices.Contains(hidden, name) == slices.Contains(store.ShownArgs, name) {
				t.Errorf("%s: decide whether %q is shown, in store.ShownArgs or in this test", k.job.Kind(), name)
			}
		}
	}
	for _, name := range slices.Concat(hidden, store.ShownArgs) {
		if !found[name] {
			t.Errorf("no job has an argument %q", name)
		}
	}
}

// A job of the real worker that fails for good is listed, and runs again once the staff say so.
func TestFailedJobsAreListedAndRunAgain(t *testing.T) {
	t.Parallel()
	var log lines
	w := manyDue(t, 0, 0)
	a := w.process(t, 1)
	a.Log = logs.New(&log, slog.LevelInfo, "work")
	if err := a.buildWorker(); err != nil {
		t.Fatal(err)
	}
	id := func(state rivertype.JobState, args river.JobArgs, opts *river.InsertOpts) (id int64) {
		t.Helper()
		inserted, err := a.worker.Insert(t.Context(), args, opts)
		if err != nil {
			t.Fatal(err)
		}
		err = a.Store.Exec(t.Context(), `UPDATE river_job SET state = $2, attempt = least(attempt + 1, max_attempts),
				finalized_at = CASE WHEN $2 IN ('completed', 'cancelled', 'discarded') THEN now() END
			WHERE id = $1 AND state <> $2`, inserted.Job.ID, state)
		if err != nil {
			t.Fatal(err)
		}
		return inserted.Job.ID
	}
	broken := id(rivertype.JobStateAvailable, notify.DeliverArgs{MessageID: uuid.New()}, &river.InsertOpts{MaxAttempts: 1})
	spoil := `UPDATE river_job SET args = '{"message_id": "taro@example.jp", "account_id": "x"}' WHERE id = $1` // so the worker cannot read them
	if err := a.Store.Exec(t.Context(), spoil, broken); err != nil {
		t.Fatal(err)
	}
	stop := a.working(t)
	await(t, "the job fails for good", func() bool { return len(log.of(t, "a job failed for good")) == 1 })
	var list []FailedJob
	await(t, "it is listed", func() bool {
		var total int
		var err error
		if list, total, err = a.FailedJobs(t.Context(), 10); err != nil || total != len(list) {
			t.Fatal(total, err)
		}
		return len(list) == 1
	})
	stop()
	j := list[0]
	if j.ID != broken || j.Kind != "notify.deliver" || j.Queue != "mail" || j.Attempts != 1 || j.Error == "" || time.Since(j.At) > time.Hour ||
		string(j.Args["message_id"]) != `"taro@example.jp"` || len(j.Args) != 1 {
		t.Errorf("%+v", j)
	}

	method := payment.EndArgs{MethodID: uuid.New()}
	refused := map[string]int64{
		"there is no job": 1 << 40,
		"is done":         id(rivertype.JobStateCompleted, payment.ForgetArgs{}, nil),
		"runs":            id(rivertype.JobStateRunning, payment.ForgetArgs{}, nil),
		"given up":        id(rivertype.JobStateCancelled, payment.ForgetArgs{}, nil),
		"for a worker":    id(rivertype.JobStateAvailable, payment.ForgetArgs{}, nil),
		"for its time":    id(rivertype.JobStateScheduled, payment.ForgetArgs{}, &river.InsertOpts{ScheduledAt: time.Now().Add(time.Hour)}),
		"not needed":      id(rivertype.JobStateDiscarded, method, nil),
	}
	id(rivertype.JobStateAvailable, method, nil) // does the work of the last one
	for told, id := range refused {
		if err := a.RetryJob(t.Context(), actstest.By(a.Store), id); err == nil || !strings.Contains(err.Error(), told) {
			t.Errorf("%s: %v", told, err)
		}
		var n int
		err := a.Store.QueryRow(t.Context(), `SELECT count(*) FROM acts WHERE kind = 'job.retried' AND outcome = 'refused' AND target_id = $1`, strconv.FormatInt(id, 10)).Scan(&n)
		if err != nil || n != 1 {
			t.Errorf("%s: %d acts say that it was refused: %v", told, n, err)
		}
	}
	waiting := id(rivertype.JobStateRetryable, payment.ForgetArgs{}, nil)
	for _, id := range []int64{broken, waiting} {
		if err := a.RetryJob(t.Context(), actstest.By(a.Store), id); err != nil {
			t.Error(err)
		}
	}
	var state, by, reason string
	var attempt, most int
	err := a.Store.QueryRow(t.Context(), `SELECT state, attempt, max_attempts, metadata->'retried'->0->>'by', metadata->'retried'->0->>'reason' FROM river_job WHERE id = $1`, broken).
		Scan(&state, &attempt, &most, &by, &reason)
	if err != nil || state != "available" || attempt != 1 || most != 2 || by != "hanako" || reason != "a wrong film" {
		t.Errorf("%s after %d of %d tries, by %s: %s (%v)", state, attempt, most, by, reason, err)
	}
	if err := a.Store.Exec(t.Context(), `DELETE FROM river_job WHERE kind = 'payment.reconcile'`); err != nil { // there is one at some hours of a day
		t.Fatal(err)
	}
	queues, err := a.Store.Queues(t.Context())
	if err != nil || len(queues) != len(a.queues()) {
		t.Fatal(queues, err)
	}
	for _, q := range queues {
		if q.Name == "money" && (q.Waiting != 4 || q.Running != 1 || q.Failed != 1 || q.Oldest == nil || time.Since(*q.Oldest) > time.Hour) {
			t.Errorf("%+v", q)
		}
	}

	if err := a.Store.Exec(t.Context(), `UPDATE river_job SET args = '{"message_id": "01990000-0000-7000-8000-000000000001"}' WHERE id = $1`, broken); err != nil {
		t.Fatal(err)
	}
	a = w.process(t, 1)
	a.working(t)
	await(t, "it is done", func() bool {
		err := a.Store.QueryRow(t.Context(), `SELECT state FROM river_job WHERE id = $1`, broken).Scan(&state)
		return err == nil && state == "completed"
	})
}
