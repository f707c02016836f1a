package store

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"
)

// What is shown of jobs tells nothing of a member.

// ShownArgs are the arguments of jobs that may be shown: they name what a job works on. Any other
// may name a member, or is sealed.
var ShownArgs = []string{
	"charge_id", "client_id", "day", "event_id", "export_id", "message_id", "method_id", "refund_id", "request_id", "request", "subscription_id",
}

// LongestError is how much is told of the error of a job, in bytes.
const LongestError = 500

// What an error may quote of a member: an address, or a phone number with its country or without.
var (
	quotedAddress = regexp.MustCompile(`[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+`)
	quotedPhone   = regexp.MustCompile(`\+\d{8,15}\b|\b0\d{9,10}\b`)
)

// Impersonal is the text of an error without addresses and phone numbers, cut to LongestError.
func Impersonal(text string) string {
	text = quotedPhone.ReplaceAllString(quotedAddress.ReplaceAllString(text, "…@…"), "…")
	if len(text) <= LongestError {
		return text
	}
	end := LongestError
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}

// Queue is what waits in a queue of jobs.
type Queue struct {
	Name    string     `json:"queue"`
	Waiting int        `json:"waiting"` // those due and those that wait for their time or for another try
	Running int        `json:"running"`
	Oldest  *time.Time `json:"oldest,omitempty"` // since when the oldest job that is due waits for a worker
	Failed  int        `json:"failed"`           // for good, and still kept
}

var queues = []string{QueueCodes, QueueMail, QueueNews, QueueMoney, QueueApps, QueueFiles, QueueScan}

// Queues are all queues of jobs, in the order of their names.
func (s *Store) Queues(ctx context.Context) (all []Queue, err error) {
	found := map[string]Queue{}
	for _, name := range queues {
		found[name] = Queue{Name: name}
	}
	rows, err := s.Query(ctx, `SELECT queue, count(*) FILTER (WHERE state NOT IN ('running', 'discarded')), count(*) FILTER (WHERE state = 'running'),
			min(scheduled_at) FILTER (WHERE state = 'available' AND scheduled_at <= now()), count(*) FILTER (WHERE state = 'discarded')
		FROM river_job WHERE state IN ('available', 'discarded', 'pending', 'retryable', 'running', 'scheduled') GROUP BY queue`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var q Queue
		if err := rows.Scan(&q.Name, &q.Waiting, &q.Running, &q.Oldest, &q.Failed); err != nil {
			return nil, err
		}
		found[q.Name] = q
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		all = append(all, found[name])
	}
	return all, rows.Err()
}
