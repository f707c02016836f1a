package app

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"kaiin/server/base/store"
)

// What a job waits for is polled, since database/sql cannot listen: half of it on average, where a
// worker is free.
const (
	pollSoon  = 200 * time.Millisecond // somebody waits
	pollLater = 400 * time.Millisecond
	// cooldown is the least time between two looks of a busy queue. So often are workers that have
	// become free given new jobs.
	cooldown = 50 * time.Millisecond
)

// How many jobs of a queue a process works on at once. Jobs about money wait for the provider
// nearly all of their time, so their number depends on the provider and is in the configuration.
const (
	codesAtOnce = 10
	mailsAtOnce = 10
	newsAtOnce  = 4
	appsAtOnce  = 10
	filesAtOnce = 1
	scansAtOnce = 2 // a purge, which may take long, and a scan
)

func (a *App) queues() map[string]river.QueueConfig {
	return map[string]river.QueueConfig{
		store.QueueCodes: {MaxWorkers: codesAtOnce, FetchPollInterval: pollSoon},
		store.QueueMail:  {MaxWorkers: mailsAtOnce, FetchPollInterval: pollLater},
		store.QueueNews:  {MaxWorkers: newsAtOnce, FetchPollInterval: pollLater},
		store.QueueMoney: {MaxWorkers: a.Config.MoneyWorkers, FetchPollInterval: pollSoon},
		store.QueueApps:  {MaxWorkers: appsAtOnce, FetchPollInterval: pollSoon},
		store.QueueFiles: {MaxWorkers: filesAtOnce, FetchPollInterval: pollLater},
		store.QueueScan:  {MaxWorkers: scansAtOnce, FetchPollInterval: pollLater},
	}
}

// adoptJobs gives a queue to jobs that wait without one: a former version has put them there.
func (a *App) adoptJobs(ctx context.Context) error {
	return a.Store.Exec(ctx, `UPDATE river_job SET queue = CASE
			WHEN kind IN ('login.code', 'account.reset') THEN $2
			WHEN kind = 'notify.deliver' THEN $3
			WHEN kind LIKE 'app.%' THEN $4
			WHEN kind LIKE 'oidc.%' THEN $6
			WHEN kind LIKE 'personaldata.%' THEN $7
			ELSE $5 END
		WHERE queue = $1 AND state IN ('available', 'retryable', 'scheduled', 'running')`,
		river.QueueDefault, store.QueueCodes, store.QueueMail, store.QueueScan, store.QueueMoney, store.QueueApps, store.QueueFiles)
}
