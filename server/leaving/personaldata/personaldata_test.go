package personaldata_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/migrate"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/base/spoken"
	"kaiin/server/base/words"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/leaving/personaldata"
)

type env struct {
	*personaldata.Service
	login *login.Service
}

func setup(t *testing.T) env {
	t.Helper()
	t.Parallel()
	l := logintest.New(t, nil)
	return env{&personaldata.Service{Store: l.Store, Clock: l.Clock, Secrets: l.Secrets, Throttle: l.Throttle, Account: l.Account}, l}
}

func (e env) member(t *testing.T) (a actor.Actor, email string) {
	t.Helper()
	row := accounttest.Member(t, e.Account)
	a, _ = logintest.Member(t, e.login, row.ID)
	a.Locale = "ja"
	return a, *row.Email
}

func (e env) state(t *testing.T, a actor.Actor) personaldata.State {
	t.Helper()
	page, err := e.Page(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	return page.State
}

func (e env) request(t *testing.T, a actor.Actor) uuid.UUID {
	t.Helper()
	if err := e.Request(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	return e.Store.Client(t.Context()).DataExport.Query().AllX(t.Context())[0].ID
}

func (e env) make(t *testing.T, id uuid.UUID) {
	t.Helper()
	if err := e.Make(t.Context(), id); err != nil {
		t.Fatal(err)
	}
}

// fetch is the whole file, or what was said instead.
func (e env) fetch(t *testing.T, a actor.Actor) ([]byte, string) {
	t.Helper()
	f, err := e.Fetch(t.Context(), a)
	if err != nil {
		return nil, faulttest.Said(err)
	}
	var all bytes.Buffer
	if err := f.Pieces(t.Context(), func(piece []byte) error { all.Write(piece); return nil }); err != nil {
		t.Fatal(err)
	}
	if int64(all.Len()) != f.Size || !json.Valid(all.Bytes()) {
		t.Fatalf("%d bytes, not %d of JSON", all.Len(), f.Size)
	}
	return all.Bytes(), ""
}

func (e env) rows(t *testing.T, table string) (n int) {
	t.Helper()
	if err := e.Store.DB.QueryRowContext(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// The file holds the picture as a data URL, and nothing by which it is found.
func TestTheFileHoldsThePicture(t *testing.T) {
	e := setup(t)
	a, _ := e.member(t)
	content := bytes.Repeat([]byte{0xff, 0xd8, 0x00}, 200)
	e.Store.Client(t.Context()).ProfileImage.Create().SetAccountID(a.AccountID).SetName("the-name").SetContent(content).SetCreatedAt(e.Clock.Now()).ExecX(t.Context())
	e.make(t, e.request(t, a))
	file, _ := e.fetch(t, a)
	if want := `"data:image/jpeg;base64,` + base64.StdEncoding.EncodeToString(content) + `"`; !bytes.Contains(file, []byte(want)) || bytes.Contains(file, []byte("the-name")) {
		t.Errorf("%s", file)
	}
}

// U-18: what a member was told a number of is in the file with that number.
func TestTheFileNamesOrdersByTheirNumbers(t *testing.T) {
	e := setup(t)
	a, _ := e.member(t)
	now := e.Clock.Now()
	order := e.Store.Client(t.Context()).Order.Create().SetAccountID(a.AccountID).SetSessionID(uuid.New()).SetPlanID("standard").SetTokenHash([]byte("x")).SetState("completed").
		SetAmount(1).SetPrice(1).SetTaxRate(10).SetTerms([]byte("{}")).SetExpiresAt(now).SetCreatedAt(now).SaveX(t.Context())
	e.make(t, e.request(t, a))
	file, _ := e.fetch(t, a)
	var read struct {
		Payments struct {
			Orders []struct{ ID, Number string } `json:"orders"`
		} `json:"payments"`
	}
	if err := json.Unmarshal(file, &read); err != nil {
		t.Fatal(err)
	}
	if all := read.Payments.Orders; len(all) != 1 || all[0].ID != order.ID.String() || all[0].Number != spoken.Of(spoken.Order, order.ID) {
		t.Errorf("%+v", all)
	}
}

// Every column of every table is in the list once: in the file or kept out of it; or its table
// holds nothing about members.
func TestEveryColumnIsInTheList(t *testing.T) {
	listed := map[string][]string{}
	for _, kind := range personaldata.Kinds {
		for _, table := range kind.Tables {
			listed[table.Name] = append(listed[table.Name], slices.Concat(table.Shown, table.Hidden)...)
			for _, secret := range []string{"hash", "secret", "token", "state_hash", "data", "content", "private", "mac"} {
				for _, column := range table.Shown {
					isPicture := table.Name == "profile_images" && column == "content"
					if !isPicture && (column == secret || strings.HasSuffix(column, "_"+secret)) {
						t.Errorf("the file shows %s of %s", column, table.Name)
					}
				}
			}
		}
	}
	for _, table := range migrate.Tables {
		if personaldata.HoldsNothing(table.Name) != (listed[table.Name] == nil) {
			t.Errorf("%s: name it in the list of kinds, or say why it holds nothing about members", table.Name)
			continue
		}
		if listed[table.Name] == nil {
			continue
		}
		var columns []string
		for _, c := range table.Columns {
			columns = append(columns, c.Name)
		}
		slices.Sort(columns)
		slices.Sort(listed[table.Name])
		if !slices.Equal(columns, listed[table.Name]) {
			t.Errorf("%s has the columns\n%v\nand the list\n%v", table.Name, columns, listed[table.Name])
		}
		delete(listed, table.Name)
	}
	for name := range listed {
		if personaldata.HoldsNothing(name) {
			t.Errorf("%s is in the list and holds nothing", name)
		}
	}
}

func TestAFileHoldsItsMembersDataAndNoOthers(t *testing.T) {
	e := setup(t)
	a, email := e.member(t)
	other, otherEmail := e.member(t)
	if got := e.state(t, a); got != personaldata.NotAsked {
		t.Errorf("%s", got)
	}
	id := e.request(t, a)
	if _, said := e.fetch(t, a); e.state(t, a) != personaldata.Making || said != "NOT_FOUND" {
		t.Errorf("before the job: %s %s", e.state(t, a), said)
	}
	e.make(t, id)
	e.make(t, id) // the job runs again
	file, said := e.fetch(t, a)
	if said != "" || !bytes.Contains(file, []byte(email)) || bytes.Contains(file, []byte(otherEmail)) || bytes.Contains(file, []byte(other.AccountID.String())) {
		t.Errorf("%s %s", said, file)
	}
	row := e.Store.Client(t.Context()).Account.GetX(t.Context(), a.AccountID)
	if row.PasswordHash == nil || bytes.Contains(file, []byte(*row.PasswordHash)) {
		t.Error("the password's hash is in the file")
	}
	for _, part := range e.Store.Client(t.Context()).DataExportPart.Query().AllX(t.Context()) {
		if bytes.Contains(part.Content, []byte(email)) {
			t.Error("the file can be read in the database")
		}
	}
	if _, said := e.fetch(t, other); said != "NOT_FOUND" || e.state(t, other) != personaldata.NotAsked {
		t.Errorf("another member: %s", said)
	}
	if _, said := e.fetch(t, actor.Actor{}); said != "UNAUTHENTICATED" {
		t.Errorf("a visitor: %s", said)
	}
	e.Clock.Advance(15 * time.Minute)
	if _, said := e.fetch(t, a); said != "REAUTHENTICATION_REQUIRED" {
		t.Errorf("without a recent proof: %s", said)
	}
	a.AuthenticatedAt = e.Clock.Now().Add(24 * time.Hour)
	e.Clock.Advance(23*time.Hour + 45*time.Minute)
	if _, said := e.fetch(t, a); said != "NOT_FOUND" || e.state(t, a) != personaldata.Expired {
		t.Errorf("after a day: %s %s", said, e.state(t, a))
	}
	e.Clock.Advance(2 * time.Hour)
	if err := e.Purge(t.Context()); err != nil || e.rows(t, "data_export_parts") != 0 || e.rows(t, "data_exports") != 1 {
		t.Errorf("%v: %d parts", err, e.rows(t, "data_export_parts"))
	}
	e.Clock.Advance(31 * 24 * time.Hour)
	if err := e.Purge(t.Context()); err != nil || e.rows(t, "data_exports") != 0 {
		t.Errorf("%v: the wish is still there", err)
	}
}

func TestManyRequestsAtOnceMakeOneFile(t *testing.T) {
	e := setup(t)
	a, _ := e.member(t)
	if got := faulttest.Races(4, func(int) error { return e.Request(t.Context(), a) }); got[""] != 4 {
		t.Errorf("%v", got)
	}
	var jobs int
	if err := e.Store.DB.QueryRowContext(t.Context(), "SELECT count(*) FROM river_job WHERE kind = 'personaldata.make'").Scan(&jobs); err != nil || jobs != 1 {
		t.Errorf("%d jobs (%v)", jobs, err)
	}
	id := e.request(t, a) // while it is being made: nothing new
	if got := faulttest.Races(4, func(int) error { return e.Make(t.Context(), id) }); got[""] != 4 {
		t.Errorf("%v", got)
	}
	if _, said := e.fetch(t, a); said != "" {
		t.Error(said)
	}
	if n := e.Store.Client(t.Context()).DataExport.GetX(t.Context(), id).Parts; e.rows(t, "data_export_parts") != n {
		t.Errorf("%d parts, not %d", e.rows(t, "data_export_parts"), n)
	}
	said := ""
	for range 6 {
		if err := e.Request(t.Context(), a); err != nil {
			said = faulttest.Said(err)
			break
		}
		e.make(t, e.Store.Client(t.Context()).DataExport.Query().OnlyIDX(t.Context()))
	}
	if said != "TOO_MANY_REQUESTS" {
		t.Errorf("%q", said)
	}
}

func TestLeavingEndsTheFile(t *testing.T) {
	for _, made := range []bool{true, false} {
		t.Run(fmt.Sprintf("made %v", made), func(t *testing.T) {
			e := setup(t)
			a, _ := e.member(t)
			id := e.request(t, a)
			if made {
				e.make(t, id)
			}
			if err := e.Store.Tx(t.Context(), func(ctx context.Context) error { return e.Leave(ctx, a.AccountID) }); err != nil {
				t.Fatal(err)
			}
			e.make(t, id)
			if e.rows(t, "data_exports")+e.rows(t, "data_export_parts") != 0 {
				t.Error("something is left")
			}
		})
	}
}

func TestAFileThatWasNeverMadeIsAskedForAgain(t *testing.T) {
	e := setup(t)
	a, _ := e.member(t)
	first := e.request(t, a)
	e.Clock.Advance(time.Hour)
	a.AuthenticatedAt = e.Clock.Now()
	second := e.request(t, a)
	if first == second || e.state(t, a) != personaldata.Making {
		t.Errorf("%s %s", first, second)
	}
	e.make(t, first)
	e.make(t, second)
	if _, said := e.fetch(t, a); said != "" {
		t.Error(said)
	}
}

func TestTenThousandRecords(t *testing.T) {
	e := setup(t)
	a, _ := e.member(t)
	if _, err := e.Store.DB.ExecContext(t.Context(), `INSERT INTO login_events (id, created_at, account_id, result, login_method, ip, user_agent)
		SELECT gen_random_uuid(), now(), $1, true, 'Password', '203.0.113.7', repeat('x', 200) FROM generate_series(1, 10000)`, a.AccountID); err != nil {
		t.Fatal(err)
	}
	e.make(t, e.request(t, a))
	file, _ := e.fetch(t, a)
	var read struct {
		LoginHistory struct {
			Events []json.RawMessage `json:"login_events"`
		} `json:"loginHistory"`
	}
	if err := json.Unmarshal(file, &read); err != nil || len(read.LoginHistory.Events) < 10_000 || e.rows(t, "data_export_parts") < 5 {
		t.Errorf("%d records in %d parts (%v)", len(read.LoginHistory.Events), e.rows(t, "data_export_parts"), err)
	}
}

// While a file is being fetched, another one takes its place, or its member leaves: there is no
// such file.
func TestAFileThatIsReplacedWhileItIsFetched(t *testing.T) {
	e := setup(t)
	a, _ := e.member(t)
	e.make(t, e.request(t, a))
	f, err := e.Fetch(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	e.request(t, a)
	err = f.Pieces(t.Context(), func([]byte) error { return nil })
	if got := faulttest.Said(err); got != "NOT_FOUND" {
		t.Errorf("%q", got)
	}
}

// A file is named by the day in Tokyo on which it was made, as the page says its days.
func TestAFileIsNamedByItsDayInTokyo(t *testing.T) {
	e := setup(t)
	a, _ := e.member(t)
	midnight := e.Clock.Today().AddDays(1).Start()
	for _, c := range []struct {
		at   time.Time
		days int
	}{{midnight.Add(-time.Hour), -1}, {midnight.Add(time.Hour), 0}} {
		e.Clock.Advance(c.at.Sub(e.Clock.Now()))
		a.AuthenticatedAt = e.Clock.Now()
		e.make(t, e.request(t, a))
		f, err := e.Fetch(t.Context(), a)
		if want := "my-data-" + clock.DayOf(midnight).AddDays(c.days).String() + ".json"; err != nil || f.Name != want {
			t.Errorf("made at %s: %q, want %q (%v)", c.at, f.Name, want, err)
		}
	}
}

// The page shows what a file holds: each table and column of it has a name there, in
// both languages.
func TestTheFileCanBeRead(t *testing.T) {
	t.Parallel()
	for _, locale := range words.Locales {
		text, err := os.ReadFile("../../../web/features/data/" + locale + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var names struct{ Table, Field map[string]string }
		if err := json.Unmarshal(text, &names); err != nil {
			t.Fatal(err)
		}
		for _, kind := range personaldata.Kinds {
			for _, table := range kind.Tables {
				if table.Shown != nil && names.Table[table.Name] == "" {
					t.Errorf("%s: the table %s has no name", locale, table.Name)
				}
				for _, column := range table.Shown {
					if names.Field[column] == "" {
						t.Errorf("%s: %s.%s has no name", locale, table.Name, column)
					}
				}
			}
		}
	}
}
