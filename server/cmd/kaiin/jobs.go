package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"slices"
	"time"

	"kaiin/server/app"
	"kaiin/server/base/written"
	"kaiin/server/staff/acts"
)

// mostFailed is how many failed jobs are listed at the most.
const mostFailed = 100

// jobs lists what waits in the queues and what failed for good, and has a job run again.
func jobs(ctx context.Context, p *program, args []string) error {
	var failed, asJSON bool
	var retry int64
	d := deciding{command: "jobs --retry"}
	err := p.flags("jobs", args, func(f *flag.FlagSet) {
		f.BoolVar(&failed, "failed", false, fmt.Sprintf("list the jobs that failed for good, the newest %d", mostFailed))
		f.BoolVar(&asJSON, "json", false, "as JSON")
		f.Func("retry", "the job to run again", func(text string) error {
			id, err := written.WholeNumber(text)
			if err != nil || id <= 0 {
				return fmt.Errorf("it is the number of a job, as `kaiin jobs --failed` lists it")
			}
			retry = int64(id)
			return nil
		})
		d.define(f, "", "")
	})
	switch {
	case err != nil:
		return err
	case retry != 0 && (failed || asJSON):
		return fmt.Errorf("%w: --failed and --json are for lists, not for --retry", errUsage)
	case retry == 0 && d.given():
		return fmt.Errorf("%w: --by and --reason go with --retry", errUsage)
	}
	if retry != 0 {
		return p.retryJob(ctx, d, retry)
	}
	return p.withStaff(ctx, func(a *app.App) error {
		if failed {
			return p.listFailed(ctx, a, asJSON)
		}
		return p.listQueues(ctx, a, asJSON)
	})
}

func (p *program) retryJob(ctx context.Context, d deciding, id int64) error {
	if err := d.check(); err != nil {
		return err
	}
	return p.withStaff(ctx, d.as(func(a *app.App, by acts.Decision) error {
		return p.say(a.RetryJob(ctx, by, id), "Job %d runs again.\n", id)
	}))
}

func (p *program) listQueues(ctx context.Context, a *app.App, asJSON bool) error {
	queues, err := a.Store.Queues(ctx)
	if err != nil {
		return err
	}
	if asJSON {
		return p.json(queues)
	}
	for _, q := range queues {
		since := ""
		if q.Oldest != nil {
			since = ", the oldest that is due since " + q.Oldest.Format(time.RFC3339)
		}
		err = p.say(err, "%s: %d waiting%s, %d running, %d failed for good\n", q.Name, q.Waiting, since, q.Running, q.Failed)
	}
	return err
}

func (p *program) listFailed(ctx context.Context, a *app.App, asJSON bool) error {
	list, total, err := a.FailedJobs(ctx, mostFailed)
	if err != nil {
		return err
	}
	if asJSON {
		return p.json(map[string]any{"total": total, "failed": list})
	}
	for _, j := range list {
		err = p.say(err, "%d %s%s failed for good at %s, after %d tries: %s\n", j.ID, j.Kind, argsOf(j.Args), j.At.Format(time.RFC3339), j.Attempts, j.Error)
	}
	if more := total - len(list); more > 0 {
		err = p.say(err, "%d older ones are not listed.\n", more)
	}
	return p.say(err, "%d failed for good.\n", total)
}

// argsOf are the arguments of a job in a line, each after a space.
func argsOf(args map[string]json.RawMessage) (line string) {
	for _, name := range slices.Sorted(maps.Keys(args)) {
		line += fmt.Sprintf(" %s=%s", name, args[name])
	}
	return line
}
