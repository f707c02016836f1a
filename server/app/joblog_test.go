package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"

	"github.com/riverqueue/river/rivertype"

	"kaiin/server/base/logs"
	"kaiin/server/oidc"
)

// A job that no try is left of is an alarm, which tells its error without a member's address.
func TestAJobThatFailedForGoodIsAnAlarm(t *testing.T) {
	t.Parallel()
	for attempt, level := range map[int]string{15: "WARN", 16: "ERROR"} {
		var written bytes.Buffer
		l := jobLog{logs.New(&written, slog.LevelInfo, "work")}
		kind := oidc.LogoutArgs{}.Kind()
		l.HandleError(t.Context(), &rivertype.JobRow{ID: 7, Kind: kind, Attempt: attempt, MaxAttempts: 16}, errors.New("no answer for taro@example.jp"))
		var line map[string]any
		if err := json.Unmarshal(written.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		alarm, told := line["alarm"], line["error"]
		if line["level"] != level || line["job"] != 7.0 || line["jobKind"] != kind || line["attempt"] != float64(attempt) ||
			(level == "ERROR") != (alarm == "job.failed_for_good" && told == "no answer for …@…") || (level == "WARN") != (alarm == nil && told == nil) {
			t.Errorf("try %d: %s", attempt, written.Bytes())
		}
	}
}
