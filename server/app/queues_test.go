package app

import (
	"context"
	"database/sql"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"kaiin/server/base/actor"
	"kaiin/server/base/config"
	"kaiin/server/base/notify"
	"kaiin/server/base/store"
	"kaiin/server/desk/search"
	"kaiin/server/desk/watch"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login"
	"kaiin/server/leaving/personaldata"
	"kaiin/server/leaving/withdrawal"
	"kaiin/server/money/payment"
	"kaiin/server/money/providerbilling"
	"kaiin/server/money/reconciliation"
	"kaiin/server/money/subscription"
	"kaiin/server/oidc"
)

// jobKinds are all kinds of jobs, with the queue of each.
var jobKinds = []struct {
	job interface {
		river.JobArgs
		river.JobArgsWithInsertOpts
	}
	queue string
}{
	{login.CodeArgs{}, store.QueueCodes},
	{credential.ResetArgs{}, store.QueueCodes},
	{notify.DeliverArgs{}, store.QueueMail}, // Send moves those that somebody waits for to codes
	{subscription.RenewArgs{}, store.QueueMoney},
	{payment.ResolveArgs{}, store.QueueMoney},
	{payment.RefundArgs{}, store.QueueMoney},
	{payment.ForgetArgs{}, store.QueueMoney},
	{reconciliation.ReconcileArgs{}, store.QueueMoney},
	{payment.NoticeArgs{}, store.QueueMoney},
	{providerbilling.MonthArgs{}, store.QueueMoney},
	{payment.EndArgs{}, store.QueueMoney},
	{oidc.LogoutArgs{}, store.QueueApps},
	{oidc.EventArgs{}, store.QueueApps},
	{personaldata.MakeArgs{}, store.QueueFiles},
	{search.KeepArgs{}, store.QueueFiles},
	{withdrawal.LeaveArgs{}, store.QueueMoney},
	{watch.WatchArgs{}, store.QueueFiles},
	{scanArgs{}, store.QueueScan},
	{purgeArgs{}, store.QueueScan},
}

func TestEveryKindOfJobHasAQueue(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	queues := new(App)
	queues.Config = &config.Config{MoneyWorkers: 1}
	for _, k := range jobKinds {
		known[k.job.Kind()] = true
		if got := k.job.InsertOpts().Queue; got != k.queue {
			t.Errorf("%s is in queue %q, not %q", k.job.Kind(), got, k.queue)
		}
		if queues.queues()[k.queue].MaxWorkers < 1 {
			t.Errorf("no worker takes jobs of queue %q", k.queue)
		}
	}
	kind := regexp.MustCompile(`\) Kind\(\) string\s*\{ return "([^"]+)" \}`)
	var found []string
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if strings.Contains(string(source), "river.AddWorker(") && path != filepath.Join("..", "base", "store", "job.go") {
			t.Errorf("%s adds a worker without the Job of package store", path)
		}
		for _, match := range kind.FindAllStringSubmatch(string(source), -1) {
			found = append(found, match[1])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range found {
		if !known[name] {
			t.Errorf("job %s: name it, with its queue, in the list of this test", name)
		}
	}
	if len(found) != len(jobKinds) {
		t.Errorf("%d kinds of jobs were found in the source: %v", len(found), slices.Sorted(slices.Values(found)))
	}
}

// Sixty renewals wait for a provider that does not answer, and all workers for money with them: who
// asks for a login code has it all the same.
func TestSlowProviderHoldsUpNoCode(t *testing.T) { // M-04
	t.Parallel()
	const due, atOnce = 60, 20
	w := manyDue(t, due, 0)
	w.provider.hang = make(chan struct{})
	answer := sync.OnceFunc(func() { close(w.provider.hang) })
	defer answer()
	a := w.process(t, atOnce)
	member := accounttest.Member(t, a.Account)
	a.working(t)
	await(t, "all workers for money wait", func() bool { return w.provider.waiting.Load() == atOnce })

	visitor := actor.Actor{Locale: "ja", IP: "192.0.2.1", UserAgent: "test"}
	var err error
	if _, visitor.SessionID, err = a.Session.Begin(t.Context(), visitor); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Login.RequestCode(t.Context(), visitor, login.CodeRequest{Identifier: *member.Email}); err != nil {
		t.Fatal(err)
	}
	await(t, "the code arrives", func() bool { _, ok := w.mails.arrived(*member.Email); return ok })
	if n := w.provider.waiting.Load(); n != atOnce || w.provider.settled() != 0 {
		t.Errorf("%d charges wait, %d are settled", n, w.provider.settled())
	}

	answer()
	await(t, "everything is renewed", func() bool { return w.provider.settled() == due })
	if err := a.Quiet(t.Context()); err != nil {
		t.Fatal(err)
	}
	if ids := w.provider.twice(); len(ids) > 0 || w.provider.settled() != due {
		t.Errorf("%d were settled, and more than once %v", w.provider.settled(), ids)
	}
}

// A process that starts takes over the jobs of one that was killed, what PostgreSQL is still doing
// for the dead one included: a job that is just marked as done stays done, one that is just taken
// is given back.
func TestJobsOfAKilledProcessAreReleased(t *testing.T) {
	t.Parallel()
	w := manyDue(t, 0, 0)
	a := w.process(t, 1)
	var ids []int64
	for range 3 {
		inserted, err := a.worker.Insert(t.Context(), payment.ForgetArgs{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, inserted.Job.ID)
	}
	run := func(db interface {
		ExecContext(context.Context, string, ...any) (sql.Result, error)
	}, statement string, args ...any) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), statement, args...); err != nil {
			t.Fatal(err)
		}
	}
	take := "UPDATE river_job SET state = 'running', attempt = 1, attempted_at = now() WHERE id = $1"
	run(a.Store.DB, take, ids[0])
	run(a.Store.DB, take, ids[1])
	late, err := a.Store.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = late.Rollback() }()
	run(late, "UPDATE river_job SET state = 'completed', finalized_at = now() WHERE id = $1", ids[0])
	run(late, take, ids[2])

	done := make(chan error, 1)
	go func() { done <- a.releaseJobs(t.Context()) }()
	for waiting := 0; waiting == 0; time.Sleep(5 * time.Millisecond) {
		err := a.Store.DB.QueryRowContext(t.Context(), "SELECT count(*) FROM pg_locks WHERE relation = 'river_job'::regclass AND NOT granted").Scan(&waiting)
		if err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-done:
			t.Fatalf("released while the killed process's statements were at work: %v", err)
		default:
		}
	}
	if err := late.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"completed", "available", "available"} {
		var state string
		if err := a.Store.DB.QueryRowContext(t.Context(), "SELECT state FROM river_job WHERE id = $1", ids[i]).Scan(&state); err != nil || state != want {
			t.Errorf("job %d is %s, not %s (%v)", i, state, want, err)
		}
	}
}
