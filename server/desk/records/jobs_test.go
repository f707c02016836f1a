package records

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
)

// Jobs are listed the newest first, without what names a member.
func TestJobsAreListed(t *testing.T) {
	t.Parallel()
	d := setup(t, "2026-05-20")
	d.exec(t, `INSERT INTO river_job (kind, queue, state, args, attempt, max_attempts, errors, finalized_at, attempted_at)
		SELECT CASE WHEN n % 3 = 0 THEN 'payment.refund' ELSE 'notify.send' END, CASE WHEN n % 2 = 0 THEN 'money' ELSE 'mail' END,
			(CASE WHEN n % 5 = 0 THEN 'discarded' WHEN n % 7 = 0 THEN 'completed' ELSE 'available' END)::river_job_state,
			jsonb_build_object('account_id', 'HIDDEN', 'refund_id', n), 1, 4, ARRAY['{"error": "first"}', '{"error": "550 <HIDDEN@example.jp>: no mailbox"}']::jsonb[],
			CASE WHEN n % 5 = 0 OR n % 7 = 0 THEN now() END, now() FROM generate_series(1, 150) AS n`)
	list := func(in JobFilter) []Job {
		return walked(t, JobCursor, func() {}, func(ctx context.Context, p keyset.Page) ([]Job, bool, error) { return d.JobList(ctx, in, p) })
	}
	every := list(JobFilter{})
	if len(every) != 150 || !slices.IsSortedFunc(every, func(a, b Job) int { return int(b.ID - a.ID) }) {
		t.Errorf("%d jobs", len(every))
	}
	if text := fmt.Sprintf("%+v", every); strings.Contains(text, hidden) || every[0].Error != "550 <…@…>: no mailbox" || string(every[0].Args["refund_id"]) != "150" {
		t.Errorf("%+v", every[0])
	}
	for i, c := range []struct {
		in   JobFilter
		keep func(Job) bool
	}{
		{JobFilter{Failed: true}, func(j Job) bool { return j.State == "discarded" }},
		{JobFilter{States: []string{"completed", "available"}}, func(j Job) bool { return j.State != "discarded" }},
		{JobFilter{Kinds: []string{"payment.refund"}, Queues: []string{"money"}}, func(j Job) bool { return j.Kind == "payment.refund" && j.Queue == "money" }},
	} {
		want := slices.DeleteFunc(slices.Clone(every), func(j Job) bool { return !c.keep(j) })
		if got := list(c.in); len(want) == 0 || !slices.EqualFunc(got, want, func(a, b Job) bool { return a.ID == b.ID }) {
			t.Errorf("filter %d: %d, want %d", i, len(got), len(want))
		}
	}
	if _, _, err := d.JobList(t.Context(), JobFilter{States: []string{"x"}}, keyset.Page{First: 1}); !fault.Is(err, fault.InvalidFormat) {
		t.Error(err)
	}
	if j, err := d.Job(t.Context(), every[3].ID); err != nil || Version(j) != Version(every[3]) {
		t.Error(j, err)
	}
	queues, err := d.Queues(t.Context())
	if err != nil || len(queues) != 7 || queues[4].Name != "money" || queues[4].Failed != 15 {
		t.Errorf("%+v %v", queues, err)
	}
}
