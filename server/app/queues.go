package app

import (
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
