package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

func TestJobsCommand(t *testing.T) {
	t.Parallel()
	url := storetest.URL(t)
	st, err := store.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	env := map[string]string{"DATABASE_URL": url}
	if status, out, problems := run(t, env, "jobs"); status != 0 || !strings.Contains(out, "mail: 0 waiting, 0 running, 0 failed for good\n") {
		t.Fatalf("%d %s %s", status, out, problems)
	}
	err = st.Exec(t.Context(), `INSERT INTO river_job (kind, queue, args, state, attempt, max_attempts, finalized_at, errors)
		SELECT 'oidc.event', 'apps', '{"client_id": "my-app", "account_id": "01990000-0000-7000-8000-000000000001"}', 'discarded', 3, 3, now() - n * interval '1 second',
			ARRAY['{"error": "first"}', '{"error": "mail to taro@example.jp"}']::jsonb[] FROM generate_series(1, $1) AS n`, mostFailed+3)
	if err != nil {
		t.Fatal(err)
	}
	var newest int64
	if err := st.QueryRow(t.Context(), "SELECT id FROM river_job ORDER BY finalized_at DESC LIMIT 1").Scan(&newest); err != nil {
		t.Fatal(err)
	}
	status, out, problems := run(t, env, "jobs", "--failed")
	first := fmt.Sprintf(`%d oidc.event client_id="my-app" failed for good at `, newest)
	if status != 0 || !strings.HasPrefix(out, first) || strings.Count(out, "after 3 tries: mail to …@…\n") != mostFailed ||
		!strings.HasSuffix(out, "3 older ones are not listed.\n103 failed for good.\n") || strings.Contains(out, "taro") || strings.Contains(out, "0199") {
		t.Errorf("%d %s %s", status, out, problems)
	}
	var failed struct {
		Total  int
		Failed []struct{ ID int64 }
	}
	status, out, problems = run(t, env, "jobs", "--failed", "--json")
	if err := json.Unmarshal([]byte(out), &failed); err != nil || status != 0 || failed.Total != mostFailed+3 || len(failed.Failed) != mostFailed || failed.Failed[0].ID != newest {
		t.Errorf("%d %v %s %s", status, err, out, problems)
	}
	retry := []string{"jobs", "--retry", strconv.FormatInt(newest, 10), "--by", "hanako", "--reason", "the app is back"}
	if status, out, problems := run(t, env, retry...); status != 0 || !strings.Contains(out, "runs again") {
		t.Errorf("%d %s %s", status, out, problems)
	}
	if status, _, problems := run(t, env, retry...); status != 1 || !strings.Contains(problems, "waits for a worker already") {
		t.Errorf("twice: %d %s", status, problems)
	}
	var queues []struct {
		Queue                    string
		Waiting, Running, Failed int
		Oldest                   string
	}
	status, out, problems = run(t, env, "jobs", "--json")
	if err := json.Unmarshal([]byte(out), &queues); err != nil || status != 0 || queues[0].Queue != "apps" || queues[0].Waiting != 1 || queues[0].Oldest == "" ||
		queues[0].Failed != mostFailed+2 {
		t.Errorf("%d %v %s %s", status, err, out, problems)
	}
	if status, out, _ := run(t, env, "jobs"); status != 0 || !strings.HasPrefix(out, "apps: 1 waiting, the oldest that is due since ") {
		t.Errorf("%d %s", status, out)
	}
	for args, told := range map[string]string{
		"--retry x --by me --reason r": "number of a job", "--retry 0 --by me --reason r": "number of a job", "--retry 7": "--by and --reason",
		"--by me": "go with --retry", "--failed --reason r": "go with --retry", "--retry 7 --by me --reason r --json": "for lists", "now": "not understood",
		"--retry 99999999999999999999 --by me --reason r": "number of a job",
	} {
		if status, _, problems := run(t, env, append([]string{"jobs"}, strings.Fields(args)...)...); status != 2 || !strings.Contains(problems, told) {
			t.Errorf("kaiin jobs %s: %d %s", args, status, problems)
		}
	}
}
