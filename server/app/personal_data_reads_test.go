package app

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/migrate"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/leaving/personaldata"
)

// What is read for a member's file, to count what is kept about them, and to close their books is
// theirs, however many members there are: no table is read from end to end, nor by an index that
// has nothing to do with the member.
func TestAMembersDataIsReadByIndexes(t *testing.T) {
	t.Parallel()
	const others = 3000
	address, now := storetest.URL(t), time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
	member := uuid.New()
	var all, own []string // the member's rows, made anew
	for _, table := range migrate.Tables {
		if !holdsMembers(table.Name) || strings.HasPrefix(table.Name, "data_export") {
			continue
		}
		all = append(all, fill(table, others, now))
		own = append(own, ownRow.ReplaceAllString(fill(table, 1, now), "'"+member.String()+"'::uuid$1")+" ON CONFLICT DO NOTHING")
	}
	execute(t, address, append([]string{dropChecks}, append(all, own...)...)...)
	execute(t, address, "UPDATE accounts SET withdrawn_at = NULL WHERE id <> '"+member.String()+"'")
	box, err := secret.NewBox(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	for name, act := range map[string]func(ctx context.Context, s *personaldata.Service) error{
		"the file and the page": func(ctx context.Context, s *personaldata.Service) error {
			made, err := s.Store.Client(ctx).DataExport.Create().SetAccountID(member).SetCreatedAt(now).SetExpiresAt(now).Save(ctx)
			if err != nil {
				return err
			}
			if err := s.Make(ctx, made.ID); err != nil {
				return err
			}
			_, err = s.Page(ctx, actor.Actor{AccountID: member, SessionID: uuid.New(), AuthenticatedAt: now})
			return err
		},
		"the end of the books": func(ctx context.Context, s *personaldata.Service) error {
			s.Clock = clock.At(now.AddDate(11, 0, 0))
			return s.Purge(ctx)
		},
	} {
		for _, generic := range []bool{false, true} {
			reads := storetest.ReadsOf(t, address, generic, func(st *store.Store) {
				if err := act(t.Context(), &personaldata.Service{Store: st, Clock: clock.At(now), Secrets: box}); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			})
			for table, r := range reads {
				if holdsMembers(table) && !strings.HasPrefix(table, "data_export") && (r.Scans > 0 || r.Rows > 100) {
					t.Errorf("%s, generic plans %v: of %s %d rows were read, and the whole table %d times", name, generic, table, r.Rows, r.Scans)
				}
			}
			execute(t, address, append([]string{"DELETE FROM data_exports", "DELETE FROM data_export_parts"}, own...)...)
		}
	}
}

// execute runs statements on connections of its own, and closes these at the end.
func execute(t *testing.T, address string, statements ...string) {
	t.Helper()
	st, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	for _, statement := range statements {
		if _, err := st.DB.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%v: %s", err, statement)
		}
	}
}

// dropChecks lets rows of any values be made: neither checks nor triggers refuse them.
const dropChecks = `DO $$ DECLARE c record; BEGIN FOR c IN SELECT conrelid::regclass AS t, conname FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace
	LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.t, c.conname); END LOOP;
	FOR c IN SELECT DISTINCT tgrelid::regclass AS t FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE NOT tgisinternal AND relnamespace = 'public'::regnamespace
	LOOP EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', c.t); END LOOP; END $$`

// ownRow finds the ids of a statement of fill, to put one in their place.
var ownRow = regexp.MustCompile(`gen_random_uuid\(\)([,) ])`)
