package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"

	"github.com/riverqueue/river/rivertype"

	"kaiin/server/base/logs"
	"kaiin/server/base/notify"
	"kaiin/server/money/payment"
	"kaiin/server/oidc"
)

// A job that no try is left of is an alarm, unless a scan adds another one or the job tells of it
// itself. What its error says stays out of the log.
func TestAJobThatFailedForGoodIsAnAlarm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind    string
		attempt int
		alarm   any
	}{
		{oidc.LogoutArgs{}.Kind(), 15, nil},
		{oidc.LogoutArgs{}.Kind(), 16, "job.failed_for_good"},
		{payment.ResolveArgs{}.Kind(), 16, nil},
		{notify.DeliverArgs{}.Kind(), 16, nil},
		{scanArgs{}.Kind(), 16, nil},
	} {
		var written bytes.Buffer
		l := jobLog{logs.New(&written, slog.LevelInfo, "work")}
		l.HandleError(t.Context(), &rivertype.JobRow{ID: 7, Kind: c.kind, Attempt: c.attempt, MaxAttempts: 16}, errors.New("to taro@example.jp"))
		var line map[string]any
		if err := json.Unmarshal(written.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		if line["alarm"] != c.alarm || (line["level"] == "ERROR") != (c.alarm != nil) || line["job"] != 7.0 || line["jobKind"] != c.kind ||
			line["attempt"] != float64(c.attempt) || line["last"] != (c.attempt == 16) || bytes.Contains(written.Bytes(), []byte("taro")) {
			t.Errorf("%s: %s", c.kind, written.Bytes())
		}
	}
}
