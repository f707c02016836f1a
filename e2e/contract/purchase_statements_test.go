package contract_test

import (
	"testing"

	"kaiin/server/app/apptest"
)

// What a purchase by a saved card costs the database: the press of the button, with the look at the
// session, and the return from the bank, with the charge and the contract that begins. The store's
// settings and campaigns are in memory. The return locks the account: a member whom the staff block
// in that moment is sold nothing. The mail and its job are two statements of the second, and where
// one watches, which the mail says, is another; what the job takes is not in it.
const (
	maxPressStatements = 12
	maxBackStatements  = 30
)

func TestStatementsOfAPurchase(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	press, back := 100, 100
	for range 3 { // the least counts: memory may just be too old
		_, member := s.Member(t)
		order := map[string]string{"purchaseToken": form(t, member, "standard", methodIn(t, s.RegisterCard(t, member, "/plans/standard")))}
		for name, token := range s.InfoTokens(t) {
			order[name] = token
		}
		pressed := member.Post("/zapi/purchase/standard", order)
		press = min(press, statements(t, s, pressed.Header.Get("X-Request-Id")))
		path := s.FromBank(t, member, pressed)
		member.Get("/plans/standard/screen-data") // reads the settings and campaigns
		came := member.Get(path)
		if to := came.Header.Get("Location"); to != "/plans/standard/complete" {
			t.Fatalf("the purchase ended at %s: %d %s", to, came.StatusCode, came.Text)
		}
		back = min(back, statements(t, s, came.Header.Get("X-Request-Id")))
	}
	t.Logf("%d with the press, %d with the return", press, back)
	if press > maxPressStatements || back > maxBackStatements {
		t.Errorf("a purchase takes %d and %d statements, at most %d and %d", press, back, maxPressStatements, maxBackStatements)
	}
}
