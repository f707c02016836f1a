package main

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/identity/account"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/money/evidence"
)

func TestVerifyEvidence(t *testing.T) {
	t.Parallel()
	url := storetest.URL(t)
	st, err := store.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	accounts := &account.Service{Store: st, Clock: clock.New()}
	keeper, member := &evidence.Service{Store: st, Clock: accounts.Clock}, accounttest.Member(t, accounts)
	for range 3 {
		err := st.Tx(t.Context(), func(ctx context.Context) error {
			return keeper.Freeze(ctx, evidence.Shown{AccountID: member.ID, OrderID: uuid.New(), Locale: "ja", Terms: json.RawMessage("{}"), Button: "購入する"})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	env := map[string]string{"DATABASE_URL": url}
	if status, out, problems := run(t, env, "verify-evidence"); status != 0 || out != "3 rows were looked at.\n" {
		t.Errorf("status %d: %s%s", status, out, problems)
	}
	for _, change := range []string{"UPDATE order_evidence SET html = '' WHERE sequence = 3", "DELETE FROM order_evidence WHERE sequence = 2"} {
		if err := st.Exec(t.Context(), change); err != nil {
			t.Fatal(err)
		}
	}
	status, out, problems := run(t, env, "verify-evidence")
	if status != 1 || !strings.Contains(out, "missing: row 2 of account "+member.ID.String()+" (order unknown)\naltered: row 3 of account") ||
		!strings.Contains(problems, "2 findings") {
		t.Errorf("status %d: %s%s", status, out, problems)
	}
	status, out, _ = run(t, env, "verify-evidence", "--json")
	var report struct {
		Rows     int
		Findings []evidence.Finding
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil || status != 1 || report.Rows != 2 || len(report.Findings) != 2 ||
		report.Findings[0] != (evidence.Finding{What: evidence.Missing, Account: member.ID, Sequence: 2}) || report.Findings[1].What != evidence.Altered {
		t.Errorf("status %d, %v: %s", status, err, out)
	}
	if err := st.Exec(t.Context(), `UPDATE order_evidence SET sequence = 2000000000 WHERE sequence = 3`); err != nil {
		t.Fatal(err)
	}
	if _, out, problems := run(t, env, "verify-evidence"); !strings.Contains(out, "missing: rows 2 to 1999999999 of account "+member.ID.String()+" (order unknown)\n") ||
		!strings.Contains(problems, "2 findings") {
		t.Errorf("many rows: %s%s", out, problems)
	}
	if status, _, _ := run(t, env, "verify-evidence", "now"); status != 2 {
		t.Errorf("wrong usage: %d", status)
	}
}
