package accounttest

import (
	"encoding/json"
	"testing"

	"kaiin/ent"
	"kaiin/ent/message"
	"kaiin/server/base/notify"
	"kaiin/server/identity/account"
)

// Mails are the templates of the mails queued for the address, oldest first.
func Mails(t testing.TB, s *account.Service, address string) []string {
	t.Helper()
	var templates []string
	for _, m := range mailsTo(t, s, address) {
		templates = append(templates, m.Template)
	}
	return templates
}

// PinCode is the code in the newest mail of a code to the address.
func PinCode(t testing.TB, s *account.Service, address string) string {
	t.Helper()
	return Mail[notify.PinCode](t, s, address).Code
}

// Mail is the newest mail of its kind to the address.
func Mail[M notify.Message](t testing.TB, s *account.Service, address string) M {
	t.Helper()
	var newest M
	found := false
	for _, m := range mailsTo(t, s, address) {
		if m.Template != newest.Template() {
			continue
		}
		plain, err := s.Notify.Secrets.Open("message", m.Data)
		if err != nil {
			t.Fatal(err)
		}
		var fresh M
		if err := json.Unmarshal(plain, &fresh); err != nil {
			t.Fatal(err)
		}
		newest, found = fresh, true
	}
	if !found {
		t.Fatalf("no %s was mailed to %s", newest.Template(), address)
	}
	return newest
}

func mailsTo(t testing.TB, s *account.Service, address string) []*ent.Message {
	t.Helper()
	rows, err := s.Store.Client(t.Context()).Message.Query().Where(message.Recipient(address)).Order(message.ByID()).All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
