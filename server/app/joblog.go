package app

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"unicode/utf8"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"kaiin/server/base/logs"
	"kaiin/server/base/store"
)

// jobLog puts failed jobs into the log, which River does only among what is usual. What the error
// of a try says to the letter is kept in river_job, under the id told here.
type jobLog struct{ log *slog.Logger }

// HandleError notes a failed try. River decides as usual whether there will be another.
func (l jobLog) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	ctx = store.ForLog(ctx, job)
	if job.Attempt >= job.MaxAttempts {
		l.forGood(ctx, err.Error())
		return nil
	}
	l.log.WarnContext(ctx, "job failed")
	return nil
}

// HandlePanic notes a defect of ours.
func (l jobLog) HandlePanic(ctx context.Context, job *rivertype.JobRow, value any, trace string) *river.ErrorHandlerResult {
	ctx = store.ForLog(ctx, job)
	l.log.ErrorContext(ctx, "job panicked", "alarm", logs.Panic, "panic", fmt.Sprint(value), "stack", trace)
	if job.Attempt >= job.MaxAttempts {
		l.forGood(ctx, fmt.Sprint(value))
	}
	return nil
}

func (l jobLog) forGood(ctx context.Context, what string) {
	l.log.ErrorContext(ctx, "a job failed for good", "alarm", logs.JobFailedForGood, "error", impersonal(what))
}

// longestError is how much is told of the error of a job, in bytes.
const longestError = 500

// What an error may quote of a member: an address, or a phone number with its country or without.
var (
	quotedAddress = regexp.MustCompile(`[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+`)
	quotedPhone   = regexp.MustCompile(`\+\d{8,15}\b|\b0\d{9,10}\b`)
)

// impersonal is the text of an error without addresses and phone numbers, cut to longestError.
func impersonal(text string) string {
	text = quotedPhone.ReplaceAllString(quotedAddress.ReplaceAllString(text, "…@…"), "…")
	if len(text) <= longestError {
		return text
	}
	end := longestError
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}
