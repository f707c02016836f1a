package store_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/account"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

func newAccount(t *testing.T, s *store.Store, email string) *ent.Account {
	t.Helper()
	now := time.Now()
	return s.Client(t.Context()).Account.Create().SetCreatedAt(now).SetUpdatedAt(now).SetEmail(email).SetEmailKey(email).SaveX(t.Context())
}

func TestAChangeOfOneRowIsOneStatement(t *testing.T) {
	t.Parallel()
	way, heard := storetest.Overhear(t, storetest.URL(t))
	s, err := store.Open(t.Context(), way)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	id := newAccount(t, s, "a@example.com").ID
	before := len(heard.Texts())
	row, err := s.Client(t.Context()).Account.UpdateOneID(id).SetLocale("en").Save(t.Context())
	if err != nil || row.Locale != "en" || *row.Email != "a@example.com" {
		t.Errorf("outside a transaction: %v, %v", row, err)
	}
	texts := heard.Texts()[before:]
	if len(texts) != 1 || !strings.HasPrefix(texts[0], "UPDATE ") {
		t.Errorf("outside a transaction: %q", texts)
	}
	ctx, n := store.CountStatements(t.Context())
	err = s.Tx(ctx, func(ctx context.Context) error {
		row, err = s.Client(ctx).Account.UpdateOneID(id).Where(account.Locale("en")).SetLocale("ja").Save(ctx)
		return err
	})
	if err != nil || row.Locale != "ja" || *row.Email != "a@example.com" || n.Load() != 1 {
		t.Errorf("in a transaction: %v, %v, %d statements", row, err, n.Load())
	}
	before = len(heard.Texts())
	if row, err = s.Client(t.Context()).Account.UpdateOneID(id).Save(t.Context()); err != nil || row.Locale != "ja" {
		t.Errorf("without a change: %v, %v", row, err)
	}
	if texts = heard.Texts()[before:]; slices.ContainsFunc(texts, func(text string) bool { return strings.HasPrefix(text, "UPDATE ") }) {
		t.Errorf("without a change: %q", texts)
	}
}

func TestAChangeThatFailsIsAnError(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	id := newAccount(t, s, "a@example.com").ID
	newAccount(t, s, "b@example.com")
	accounts := s.Client(t.Context()).Account
	if err := accounts.UpdateOneID(uuid.New()).SetLocale("en").Exec(t.Context()); !ent.IsNotFound(err) {
		t.Errorf("no row: %v", err)
	}
	if err := accounts.UpdateOneID(id).Where(account.Locale("en")).SetUserID("x").Exec(t.Context()); !ent.IsNotFound(err) {
		t.Errorf("a row that is not in the state: %v", err)
	}
	if err := accounts.UpdateOneID(id).SetEmailKey("b@example.com").Exec(t.Context()); !ent.IsConstraintError(err) || !store.Violates(err, "accounts_email_key") {
		t.Errorf("another's address: %v", err)
	}
	if row := accounts.GetX(t.Context(), id); row.Locale != "ja" || row.UserID != nil || *row.EmailKey != "a@example.com" {
		t.Errorf("something was changed: %v", row)
	}
}

// What fails only as PostgreSQL commits has failed, too.
func TestAChangeThatCannotBeCommittedIsAnError(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	id := newAccount(t, s, "a@example.com").ID
	_, err := s.DB.Exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
		CREATE CONSTRAINT TRIGGER refuse AFTER UPDATE ON accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Client(t.Context()).Account.UpdateOneID(id).SetLocale("en").Exec(t.Context()); err == nil {
		t.Error("the change is taken for done")
	}
	if row := s.Client(t.Context()).Account.GetX(t.Context(), id); row.Locale != "ja" {
		t.Error("the row was changed")
	}
}

// A row that was read before a transaction is not changed past it.
func TestNothingGoesPastATransaction(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	row := newAccount(t, s, "a@example.com")
	for name, past := range map[string]func(ctx context.Context) error{
		"a change":   func(ctx context.Context) error { return row.Update().SetLocale("en").Exec(ctx) },
		"a deletion": func(ctx context.Context) error { return s.Client(t.Context()).Account.DeleteOne(row).Exec(ctx) },
		"a reading":  func(ctx context.Context) error { _, err := s.Client(t.Context()).Account.Query().All(ctx); return err },
	} {
		if err := s.Tx(t.Context(), past); err == nil || !strings.Contains(err.Error(), "past it") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if row = s.Client(t.Context()).Account.GetX(t.Context(), row.ID); row.Locale != "ja" {
		t.Error("it was changed")
	}
}
