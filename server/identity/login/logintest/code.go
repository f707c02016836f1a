package logintest

import (
	"encoding/json"
	"testing"

	"kaiin/server/identity/login"
)

// MailCodes does the waiting jobs that mail login codes.
func MailCodes(t testing.TB, s *login.Service) {
	t.Helper()
	rows, err := s.Store.DB.QueryContext(t.Context(), "DELETE FROM river_job WHERE kind = $1 RETURNING args", login.CodeArgs{}.Kind())
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var all []login.CodeArgs
	for rows.Next() {
		var plain []byte
		var args login.CodeArgs
		if err := rows.Scan(&plain); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(plain, &args); err != nil {
			t.Fatal(err)
		}
		all = append(all, args)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for _, args := range all {
		if err := s.MailCode(t.Context(), args); err != nil {
			t.Fatal(err)
		}
	}
}
