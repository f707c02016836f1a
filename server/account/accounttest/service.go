package accounttest

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/message"
	"kaiin/server/account"
	"kaiin/server/catalog"
	"kaiin/server/catalog/catalogtest"
	"kaiin/server/clock"
	"kaiin/server/notify"
	"kaiin/server/secret"
	"kaiin/server/store"
	"kaiin/server/store/storetest"
)

// New is an account service with a clock of its own on a fresh database that holds the test store. change, when not nil,
// alters the store's settings first.
func New(t testing.TB, change func(*catalog.Settings)) *account.Service {
	t.Helper()
	st := storetest.Open(t)
	return On(t, st, catalogtest.Seed(t, st, change))
}

// On is an account service on the store, whose clock is the catalog's.
func On(t testing.TB, st *store.Store, c *catalog.Service) *account.Service {
	t.Helper()
	if c.Clock == nil {
		c.Clock = clock.New()
	}
	secrets, err := secret.NewBox(bytes.Repeat([]byte("s"), 32))
	if err != nil {
		t.Fatal(err)
	}
	return &account.Service{
		Store: st, Clock: c.Clock, Secrets: secrets, Catalog: c,
		Notify:    &notify.Service{Store: st, Clock: c.Clock, Secrets: secrets},
		Passwords: account.PasswordPool{Cost: CheapHash}, Access: new(Access),
	}
}

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
		plain, err := s.Secrets.Open("message", m.Data)
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

// Access notes what was asked of package login, in its place.
type Access struct {
	Ended     []uuid.UUID // accounts whose sessions were ended
	Kept      []uuid.UUID // the session that stayed each time; zero: none
	Forgotten []uuid.UUID // accounts whose devices were forgotten
	Forgiven  []uuid.UUID // accounts whose wrong tries were
	Lifted    []uuid.UUID // accounts whose duty to change the password was lifted
}

func (a *Access) EndSessions(_ context.Context, accountID, except uuid.UUID) error {
	a.Ended, a.Kept = append(a.Ended, accountID), append(a.Kept, except)
	return nil
}

func (a *Access) ForgetDevices(_ context.Context, accountID uuid.UUID) error {
	a.Forgotten = append(a.Forgotten, accountID)
	return nil
}

func (a *Access) LiftPasswordDuty(_ context.Context, accountID uuid.UUID) error {
	a.Lifted = append(a.Lifted, accountID)
	return nil
}

func (a *Access) ForgiveGuesses(_ context.Context, accountID uuid.UUID) error {
	a.Forgiven = append(a.Forgiven, accountID)
	return nil
}
