package store

import (
	"database/sql/driver"
	"testing"

	"github.com/lib/pq"
)

// saying is a transaction at whose commit PostgreSQL says something beside its answer.
type saying struct {
	driver.Tx
	hear   func(*pq.Error)
	notice *pq.Error
}

func (s saying) Commit() error { s.hear(s.notice); return nil }

// What PostgreSQL says when it gives up waiting for the standby, as its source has it.
var gaveUp = &pq.Error{Severity: "WARNING", Code: "01000", Routine: "SyncRepWaitForLSN", Message: "canceling wait for synchronous replication due to user request"}

func TestACommitThatIsOnOneMachineIsNotAcknowledged(t *testing.T) { // D-17
	t.Parallel()
	c := &conn{}
	err := awaited{saying{hear: c.hear, notice: gaveUp}, c}.Commit()
	if err == nil || FailureOf(t.Context(), err) != Busy {
		t.Errorf("given up: %v", err)
	}
	if err := (awaited{saying{hear: c.hear, notice: &pq.Error{Severity: "NOTICE", Code: "00000", Routine: "truncate_check_rel"}}, c}).Commit(); err != nil {
		t.Errorf("the next one, with another notice: %v", err)
	}
}
