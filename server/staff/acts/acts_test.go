package acts

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/reseal"
)

// verified are the findings, as "what chain sequence day".
func (r room) verified(ctx context.Context, t *testing.T, seal string) []string {
	t.Helper()
	found := []string{}
	_, err := r.Verify(ctx, seal, func(f Finding) {
		chain, _, _ := strings.Cut(f.Chain, ":")
		if f.To > 0 {
			chain = fmt.Sprintf("%s to %d of", chain, f.To)
		}
		found = append(found, strings.Join(strings.Fields(fmt.Sprintf("%s %s %s %d", f.What, f.Day, chain, f.Sequence)), " "))
	})
	r.must(t, err)
	slices.Sort(found)
	return found
}

func TestAnActIsKept(t *testing.T) {
	t.Parallel()
	r, member := setup(t), uuid.New()
	r.act(t, "hanako", member)
	r.act(t, "hanako", uuid.Nil)
	other := uuid.New()
	r.must(t, r.by(t, "jiro").Note(t.Context(), Act{Kind: NewsletterSent, Subjects: []uuid.UUID{other, member, other}}))
	list, err := r.List(t.Context(), Filter{}, 10)
	if err != nil || len(list) != 3 {
		t.Fatalf("%v, %v", list, err)
	}
	e := list[2]
	if e.By != "hanako" || e.Through != "cli" || e.Command != "refund" || e.Kind != "refund.asked" || *e.AccountID != member || e.TargetType != "charge" ||
		e.TargetID != "c-1" || e.Reason != "the film did not play" || e.Ticket != "T-1" || e.Outcome != "done" || e.At.Sub(morning).Abs() > time.Minute ||
		string(e.Details) != `{"amount":1100}` || len(e.Hash) != 64 {
		t.Errorf("%+v", e)
	}
	for name, c := range map[string]struct {
		filter Filter
		want   int
	}{
		"a member's, also among many": {Filter{AccountID: member}, 2}, "of one among many": {Filter{AccountID: other}, 1}, "another's": {Filter{AccountID: uuid.New()}, 0},
		"by a person": {Filter{By: "jiro"}, 1}, "of the day": {Filter{Day: clock.DayOf(morning)}, 3}, "of the next day": {Filter{Day: clock.DayOf(morning).AddDays(1)}, 0},
		"older ones": {Filter{Before: list[0].ID}, 2}, "all of these": {Filter{AccountID: member, By: "hanako", Day: clock.DayOf(morning), Before: list[1].ID}, 1},
	} {
		if got, err := r.List(t.Context(), c.filter, 10); err != nil || len(got) != c.want {
			t.Errorf("%s: %d, %v", name, len(got), err)
		}
	}
	if found := r.verified(t.Context(), t, ""); len(found) > 0 {
		t.Errorf("found %v", found)
	}
}

// Without its act nothing happens, and what is refused changes nothing but is an act.
func TestWithoutItsActNothingHappens(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.must(t, r.Store.Exec(t.Context(), `CREATE TABLE effects (n int)`))
	effect := func(ctx context.Context, _ *Act) error { return r.Store.Exec(ctx, `INSERT INTO effects VALUES (1)`) }
	count := func(table string) (n int) {
		t.Helper()
		r.must(t, r.Store.QueryRow(t.Context(), "SELECT count(*) FROM "+table).Scan(&n))
		return n
	}
	asked := Act{Kind: RefundAsked}
	if err := (Decision{}).Do(t.Context(), asked, effect); err == nil || count("effects") != 0 {
		t.Errorf("no decision, and there are %d effects: %v", count("effects"), err)
	}
	err := r.Store.Tx(t.Context(), func(ctx context.Context) error { return r.by(t, "hanako").Do(ctx, asked, effect) })
	if !errors.Is(err, errInTx) || count("effects") != 0 {
		t.Errorf("within a transaction there are %d effects: %v", count("effects"), err)
	}
	if err := r.by(t, "hanako").Do(t.Context(), Act{Kind: "no kind"}, effect); err == nil || count("effects") != 0 {
		t.Errorf("%d effects without an act: %v", count("effects"), err)
	}
	refusal := errors.New("more than is left")
	err = r.by(t, "hanako").Do(t.Context(), asked, func(ctx context.Context, a *Act) error {
		a.Target = Target{"charge", "c-2"}
		return errors.Join(effect(ctx, a), refusal)
	})
	list, failed := r.List(t.Context(), Filter{}, 10)
	if !errors.Is(err, refusal) || count("effects") != 0 || failed != nil || len(list) != 1 || list[0].Outcome != "refused" || list[0].TargetID != "c-2" ||
		!strings.Contains(string(list[0].Details), "more than is left") {
		t.Errorf("%v, %d effects, %+v, %v", err, count("effects"), list, failed)
	}
	err = r.by(t, "hanako").Do(t.Context(), asked, func(ctx context.Context, a *Act) error { a.Unchanged = true; return nil })
	if err != nil || count("acts") != 1 {
		t.Errorf("%v, %d acts: what changed nothing is none", err, count("acts"))
	}
	err = r.by(t, "hanako").Do(t.Context(), asked, func(ctx context.Context, a *Act) error { return r.Store.Exec(ctx, "SELECT 1/0") })
	if err == nil || count("acts") != 1 {
		t.Errorf("%v, %d acts: a fault of the database is no refusal", err, count("acts"))
	}
	for name, statement := range map[string]string{
		"acts":         `CREATE TRIGGER full_disk BEFORE INSERT ON acts EXECUTE FUNCTION full_disk()`,
		"act_details":  `CREATE TRIGGER full_disk BEFORE INSERT ON act_details EXECUTE FUNCTION full_disk()`,
		"act_subjects": `CREATE TRIGGER full_disk BEFORE INSERT ON act_subjects EXECUTE FUNCTION full_disk()`,
	} {
		r.must(t, r.Store.Exec(t.Context(), `CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$`))
		r.must(t, r.Store.Exec(t.Context(), statement))
		err := r.by(t, "hanako").Do(t.Context(), Act{Kind: RefundAsked, Details: 1, Subjects: []uuid.UUID{uuid.New()}}, effect)
		if err == nil || count("effects") != 0 || count("acts") != 1 {
			t.Errorf("%s cannot be written: %v, %d effects, %d acts", name, err, count("effects"), count("acts"))
		}
		r.must(t, r.Store.Exec(t.Context(), `DROP TRIGGER full_disk ON `+name))
	}
	r.must(t, r.by(t, "hanako").Do(t.Context(), asked, effect))
	if count("effects") != 1 || count("acts") != 2 {
		t.Errorf("%d effects, %d acts", count("effects"), count("acts"))
	}
}

func TestAStatementHasANameAndAReason(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		said Statement
		told string // "": it is right
	}{
		{Statement{"hanako", "as the law asks", ""}, ""},
		{Statement{" 花子 ", " 解約のため ", " T-1 "}, ""},
		{Statement{"花子", strings.Repeat("字", 500), strings.Repeat("字", 100)}, ""},
		{Statement{strings.Repeat("字", 100), "two\nlines", ""}, ""},
		{Statement{"", "a reason", ""}, "by has 2 to 100"},
		{Statement{" 花 ", "a reason", ""}, "by has 2 to 100"},
		{Statement{strings.Repeat("字", 101), "a reason", ""}, "by has 2 to 100"},
		{Statement{"hanako", "", ""}, "reason has 5 to 500"},
		{Statement{"hanako", "       four", ""}, "reason has 5 to 500"},
		{Statement{"hanako", strings.Repeat("字", 501), ""}, "reason has 5 to 500"},
		{Statement{"Provider ", "a reason", ""}, "by is the name"},
		{Statement{"SYSTEM", "a reason", ""}, "by is the name"},
		{Statement{"hanako", "a reason", strings.Repeat("字", 101)}, "ticket has 0 to 100"},
		{Statement{"hana\nko", "a reason", ""}, "by holds"},
		{Statement{"hana\x00ko", "a reason", ""}, "by holds"},
		{Statement{"hanako", "a reason\x1b[2J", ""}, "reason holds"},
		{Statement{"hanako", "a reason\xff", ""}, "reason holds"},
		{Statement{"hanako", "a reason", "T\n1"}, "ticket holds"},
		{Statement{"hanako", "a\treason", ""}, ""},
		{Statement{"\u200b\u200b", "a reason", ""}, "by holds"},
		{Statement{"hanako\u200b", "a reason", ""}, "by holds"},
		{Statement{"\u3164\u3164", "a reason", ""}, "by holds"},
		{Statement{"ha\u115fna\u1160", "a reason", ""}, "by holds"},
		{Statement{"ha\uffa0na", "a reason", ""}, "by holds"},
		{Statement{"ha\u2028na", "a reason", ""}, "by holds"},
		{Statement{"hana\tko", "a reason", ""}, "by holds"},
		{Statement{"ha\u2800na", "a reason", ""}, "by holds"},
		{Statement{"--..", "a reason", ""}, "by has at least 2 letters"},
		{Statement{"hanako", "a\u2029reason", ""}, "reason holds"},
		{Statement{"hanako", "a \u202ereason", ""}, "reason holds"},
		{Statement{"hanako", ".\n.\n.\n.", ""}, "reason has at least 2 letters"},
		{Statement{"hanako", "a reason", "\u202e1"}, "ticket holds"},
	} {
		got, err := c.said.Trimmed()
		if c.told == "" && (err != nil || strings.TrimSpace(got.By+got.Reason+got.Ticket) != got.By+got.Reason+got.Ticket) || c.told != "" && (err == nil || !strings.HasPrefix(err.Error(), c.told)) {
			t.Errorf("%+v: %v, want %q", c.said, err, c.told)
		}
	}
}

// A name is one person's, whether its marks were typed with the letters or apart.
func TestANameIsOnePersons(t *testing.T) {
	t.Parallel()
	r := setup(t)
	const together, apart = "がく", "か\u3099く"
	r.act(t, together, uuid.Nil)
	r.act(t, " "+apart, uuid.Nil)
	for _, name := range []string{together, apart, apart + " "} {
		if list, err := r.List(t.Context(), Filter{By: name}, 10); err != nil || len(list) != 2 {
			t.Errorf("%+q: %d acts, %v", name, len(list), err)
		}
	}
	var chains int
	if err := r.Store.QueryRow(t.Context(), `SELECT count(DISTINCT chain) FROM acts`).Scan(&chains); err != nil || chains != 1 {
		t.Errorf("%d chains, %v", chains, err)
	}
}

// What people write stays within one line of the log, and within its field of it; a reason and a
// ticket are in none, since no log forgets them when the act does.
func TestWhatPeopleWriteStaysInItsField(t *testing.T) {
	var lines bytes.Buffer
	usual := slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(&lines, nil)))
	defer slog.SetDefault(usual)
	r := setup(t)
	const name, reason = `x","alarm":"panic`, "a reason\n{\"level\":\"ERROR\"} \" by \"another"
	d, err := r.Decide("refund", Statement{By: name, Reason: reason, Ticket: "T-815"})
	r.must(t, err)
	r.must(t, d.Note(t.Context(), Act{Kind: KeysRotated}))
	var line map[string]any
	if err := json.Unmarshal(lines.Bytes(), &line); err != nil || bytes.Count(lines.Bytes(), []byte("\n")) != 1 || line["by"] != name || strings.Contains(lines.String(), "a reason") || strings.Contains(lines.String(), "T-815") || line["alarm"] != nil {
		t.Errorf("%v: %s", err, lines.String())
	}
	list, err := r.List(t.Context(), Filter{}, 1)
	r.must(t, err)
	if text := list[0].String(); strings.Contains(text, "\n") || !strings.Contains(text, fmt.Sprintf("by %q: %q", name, reason)) {
		t.Error(text)
	}
}

// Forty acts about one member and some by one person, at once: each chain is without a gap.
func TestActsAtOnceKeepTheirChains(t *testing.T) {
	t.Parallel()
	r, member := setup(t), uuid.New()
	var group sync.WaitGroup
	for i := range 60 {
		group.Go(func() {
			if i%3 == 0 {
				r.act(t, "jiro", uuid.Nil)
			} else {
				r.act(t, []string{"hanako", "jiro"}[i%2], member)
			}
		})
	}
	group.Wait()
	for chain, want := range map[string]int{"member:" + member.String(): 40, "cli:jiro": 20} {
		var n, last int
		r.must(t, r.Store.QueryRow(t.Context(), `SELECT count(*), max(sequence) FROM acts WHERE chain = $1`, chain).Scan(&n, &last))
		if n != want || last != want {
			t.Errorf("%s: %d acts, the last is %d, want %d", chain, n, last, want)
		}
	}
	if found := r.verified(t.Context(), t, ""); len(found) > 0 {
		t.Errorf("found %v", found)
	}
}

func TestTheTriggersRefuse(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.act(t, "hanako", uuid.New())
	r.must(t, r.by(t, "hanako").Note(t.Context(), Act{Kind: NewsletterSent, Subjects: []uuid.UUID{uuid.New()}}))
	r.Clock.Advance(24 * time.Hour)
	r.must(t, r.Seal(t.Context()))
	r.act(t, "hanako", uuid.New())
	const forget = `UPDATE acts SET forgotten_at = keep_until, name = NULL, through = NULL, command = NULL, kind = NULL, account_id = NULL, target_type = NULL,
		target_id = NULL, reason = NULL, ticket = NULL, outcome = NULL, detail_hash = NULL, salt = NULL`
	for statement, told := range map[string]string{
		`DELETE FROM acts`: "only added", `TRUNCATE acts`: "only added", `UPDATE acts SET reason = 'another'`: "only added", `UPDATE acts SET sequence = sequence + 1`: "only added",
		`DELETE FROM act_seals`: "only added", `TRUNCATE act_seals`: "only added", `UPDATE act_seals SET count = 0`: "only added",
		forget + ` WHERE at > '2026-05-16'`: "is not sealed", forget + `, hash = previous_hash WHERE at < '2026-05-16'`: "only added",
		strings.Replace(forget, "keep_until", "keep_until - interval '1 second'", 1):                                                                                                           "is not over",
		`INSERT INTO acts (id, chain, sequence, at, keep_until, previous_hash, hash) VALUES (gen_random_uuid(), 'cli:x', 2, '2026-05-16 12:00+09', now(), '', '')`:                             "is not the next one",
		`INSERT INTO acts (id, chain, sequence, at, keep_until, previous_hash, hash) VALUES (gen_random_uuid(), 'cli:x', 9223372036854775807, '2026-05-16 12:00+09', now(), '', '')`:           "is not the next one",
		`INSERT INTO acts (id, chain, sequence, at, keep_until, previous_hash, hash, forgotten_at) VALUES (gen_random_uuid(), 'cli:x', 1, '2026-05-16 12:00+09', now(), '', '', '2050-01-01')`: "says nothing",
		`INSERT INTO act_seals (id, created_at, day, count, previous_hash, hash) VALUES (gen_random_uuid(), '2026-05-18', '2026-05-15', 1, '', '')`:                                            "is sealed",
		`INSERT INTO act_seals (id, created_at, day, count, previous_hash, hash) VALUES (gen_random_uuid(), '2026-05-18', '9999-12-31', 1, '', '')`:                                            "is not over",
		`INSERT INTO act_seals (id, created_at, day, count, previous_hash, hash) VALUES (gen_random_uuid(), '2026-05-18', '2026-05-17', 0, '', '')`:                                            "has not 0 acts",
		`INSERT INTO act_seals (id, created_at, day, count, previous_hash, hash) VALUES (gen_random_uuid(), '2026-05-18', '2026-05-16', 2, '', '')`:                                            "has not 2 acts",
		`INSERT INTO acts (id, chain, sequence, at, keep_until, previous_hash, hash) VALUES (gen_random_uuid(), 'cli:x', 1, 'infinity', now(), '', '')`:                                        "no day of ours",
		`INSERT INTO acts (id, chain, sequence, at, keep_until, previous_hash, hash) VALUES (gen_random_uuid(), 'cli:x', 1, now(), 'infinity', '', '')`:                                        "no day of ours",
		`DELETE FROM act_details`: "only added", `TRUNCATE act_details`: "only added", `UPDATE act_details SET keep_until = now()`: "only added",
		`DELETE FROM act_subjects`: "only added", `TRUNCATE act_subjects`: "only added", `UPDATE act_subjects SET account_id = gen_random_uuid()`: "only added",
		`UPDATE acts SET name = NULL, forgotten_at = now() WHERE at < '2026-05-16'`:                                                                                   "only added",
		`INSERT INTO acts (id, chain, sequence, at, keep_until, previous_hash, hash) VALUES (gen_random_uuid(), 'cli:x', 1, '2026-05-15 23:59:59+09', now(), '', '')`: "is sealed",
	} {
		if err := r.Store.Exec(t.Context(), statement); err == nil || !strings.Contains(err.Error(), told) {
			t.Errorf("%s: %v, want %q", statement, err, told)
		}
	}
	r.must(t, r.Store.Exec(t.Context(), forget+` WHERE at < '2026-05-16'`))
	err := r.Store.Tx(t.Context(), func(ctx context.Context) error {
		r.must(t, r.Store.Exec(ctx, `CREATE TEMP TABLE act_seals (day date)`)) // which hides the real one
		return r.Store.Exec(ctx, `INSERT INTO public.acts (id, chain, sequence, at, keep_until, previous_hash, hash) VALUES (gen_random_uuid(), 'cli:x', 1, '2026-05-15 12:00+09', now(), '', '')`)
	})
	if err == nil || !strings.Contains(err.Error(), "is sealed") {
		t.Errorf("with another table of the name: %v", err)
	}
}

func TestVerifyFindsWhatWasChanged(t *testing.T) {
	t.Parallel()
	r, member := setup(t), uuid.New()
	for range 4 {
		r.act(t, "hanako", member)
		r.Clock.Advance(time.Hour)
	}
	r.act(t, "jiro", uuid.Nil)
	r.Clock.Advance(24 * time.Hour)
	r.must(t, r.Seal(t.Context()))
	r.act(t, "jiro", uuid.Nil)
	if found := r.verified(t.Context(), t, ""); len(found) > 0 {
		t.Fatalf("before anything was changed: %v", found)
	}
	var seal string
	r.must(t, r.Store.QueryRow(t.Context(), `SELECT encode(hash, 'hex') FROM act_seals`).Scan(&seal))
	second := "UPDATE acts SET %s WHERE sequence = 2 AND account_id IS NOT NULL"
	set := func(change string) []string { return []string{fmt.Sprintf(second, change)} }
	const copied = `INSERT INTO acts SELECT (jsonb_populate_record(a, '{"id": "0199f1c2-7a3b-7c11-8f11-000000000001", "sequence": 5}')).* FROM acts AS a WHERE sequence = 4`
	for name, c := range map[string]struct {
		changes []string
		want    string
	}{
		"who":                          {set(`name = 'jiro'`), "altered member 2"},
		"through what":                 {set(`through = 'tool'`), "altered member 2"},
		"the command":                  {set(`command = 'seed'`), "altered member 2"},
		"what":                         {set(`kind = 'charge.decided'`), "altered member 2"},
		"the member":                   {set(`account_id = gen_random_uuid()`), "altered member 2"},
		"on what":                      {set(`target_id = 'c-2'`), "altered member 2"},
		"of what kind":                 {set(`target_type = 'refund'`), "altered member 2"},
		"why":                          {set(`reason = reason || '.'`), "altered member 2"},
		"the ticket":                   {set(`ticket = ''`), "altered member 2"},
		"the outcome":                  {set(`outcome = 'refused'`), "altered member 2"},
		"the time":                     {set(`at = at + interval '1 microsecond'`), "altered member 2"},
		"how long it is kept":          {set(`keep_until = now()`), "altered member 2"},
		"the hash of its details":      {set(`detail_hash = NULL`), "altered member 2, altered member 2"},
		"a time that no hash has":      {set(`at = '20000-01-01'`), "altered member 2, missing 2026-05-15 0"},
		"the hash before":              {set(`previous_hash = sha256(previous_hash)`), "altered member 2"},
		"its hash":                     {set(`hash = sha256(hash)`), "altered 2026-05-15 0, altered member 2, reordered member 3"},
		"forgotten before its time":    {set(`forgotten_at = keep_until - interval '1 second'`), "forgotten member 2"},
		"forgotten in the future":      {set(`forgotten_at = '2999-01-01'`), "forgotten member 2"},
		"forgotten, its time shorter":  {set(`keep_until = at, forgotten_at = at`), "altered member 2"},
		"the salt":                     {set(`salt = sha256(salt)`), "altered member 2"},
		"the hash of what it says":     {set(`content_hash = sha256(content_hash)`), "altered member 2"},
		"many rows before one":         {set(`sequence = 9223372036854775807`), "altered member 9223372036854775807, missing member 2, missing member to 9223372036854775806 of 5"},
		"a seal of a day to come":      {[]string{`UPDATE act_seals SET day = '9999-12-31'`}, "missing 9999-12-31 0"},
		"its id":                       {set(`id = gen_random_uuid()`), "altered member 2, erased member 2, missing 0"},
		"its details":                  {[]string{`UPDATE act_details SET sealed = (SELECT sealed FROM act_details ORDER BY id LIMIT 1) WHERE id = (SELECT id FROM acts WHERE sequence = 2 AND account_id IS NOT NULL)`}, "unopened member 2"},
		"details that were erased":     {[]string{`DELETE FROM act_details`}, "erased cli 1, erased cli 2, erased member 1, erased member 2, erased member 3, erased member 4"},
		"a row in the middle":          {[]string{`DELETE FROM acts WHERE sequence = 2 AND account_id IS NOT NULL`}, "missing 0, missing 2026-05-15 0, missing member 2"},
		"the first row":                {[]string{`DELETE FROM acts WHERE sequence = 1 AND account_id IS NOT NULL`}, "missing 0, missing 2026-05-15 0, missing member 1"},
		"the last row":                 {[]string{`DELETE FROM acts WHERE sequence = 4`}, "missing 0, missing 2026-05-15 0"},
		"a row that is not sealed":     {[]string{`DELETE FROM acts WHERE at > '2026-05-16'`}, "missing 0"},
		"all of a day":                 {[]string{`DELETE FROM acts WHERE at < '2026-05-16'`, `DELETE FROM act_details`}, "erased cli 2, missing 2026-05-15 0, missing cli 1"},
		"a row put in":                 {[]string{copied}, "altered member 5, erased member 5, inserted 2026-05-15 0"},
		"two rows' places":             {[]string{fmt.Sprintf(second, "sequence = 9"), `UPDATE acts SET sequence = 2 WHERE sequence = 3`, `UPDATE acts SET sequence = 3 WHERE sequence = 9`}, "altered member 2, altered member 3, reordered member 4"},
		"the order of a day":           {[]string{fmt.Sprintf(second, "at = at + interval '90 minutes'")}, "altered 2026-05-15 0, altered member 2"},
		"a seal":                       {[]string{`UPDATE act_seals SET hash = sha256(hash)`}, "altered 2026-05-15 0, unknown 0"},
		"the number of a seal":         {[]string{`UPDATE act_seals SET count = count + 1`}, "missing 2026-05-15 0"},
		"the seal before":              {[]string{`UPDATE act_seals SET previous_hash = sha256(previous_hash)`}, "altered 2026-05-15 0"},
		"no seal":                      {[]string{`DELETE FROM act_seals`}, "unknown 0"},
		"a record that is empty":       {[]string{`DELETE FROM act_seals`, `DELETE FROM acts`, `DELETE FROM act_details`}, "unknown 0"},
		"a database of the day before": {[]string{`DELETE FROM act_seals`, `DELETE FROM acts WHERE at > '2026-05-16'`, `DELETE FROM act_details AS d WHERE NOT EXISTS (SELECT FROM acts WHERE id = d.id)`}, "unknown 0"},
	} {
		err := r.Store.Tx(t.Context(), func(ctx context.Context) error {
			r.past(ctx, t, c.changes...)
			if got := strings.Join(r.verified(ctx, t, strings.ToUpper(seal)), ", "); got != c.want {
				t.Errorf("%s: found %q, want %q", name, got, c.want)
			}
			return errUndo
		})
		if !errors.Is(err, errUndo) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A row that has forgotten is proved to have had its place: its time cannot be made shorter to
// have it forget, and its place cannot be changed later.
func TestVerifyProvesThePlaceOfWhatIsForgotten(t *testing.T) {
	t.Parallel()
	r, member := setup(t), uuid.New()
	for range 2 {
		r.act(t, "hanako", member)
	}
	r.Clock.Advance(2 * 365 * 24 * time.Hour)
	r.must(t, r.Seal(t.Context()))
	const shorter = `UPDATE acts SET keep_until = at + interval '1 year' WHERE sequence = 1`
	for name, c := range map[string]struct{ before, after string }{
		"its time is shorter":           {shorter, `DELETE FROM act_details WHERE NOT EXISTS (SELECT FROM acts WHERE id = act_details.id AND forgotten_at IS NULL)`},
		"its time is made longer again": {shorter, `UPDATE acts SET keep_until = keep_until + interval '1 month' WHERE sequence = 1`},
		"its id":                        {shorter, `UPDATE acts SET id = gen_random_uuid(), keep_until = at + interval '1 year' WHERE sequence = 1`},
	} {
		err := r.Store.Tx(t.Context(), func(ctx context.Context) error {
			now := r.Clock.Now().Format(time.RFC3339Nano)
			forget := fmt.Sprintf(`UPDATE acts SET %s = NULL, forgotten_at = '%s' WHERE keep_until < '%s'`, strings.Join(contents, " = NULL, "), now, now) // as Purge does
			r.past(ctx, t, c.before, forget, c.after)
			found := r.verified(ctx, t, "")
			if !slices.Contains(found, "altered member 1") {
				t.Errorf("%s: found %v", name, found)
			}
			return errUndo
		})
		if !errors.Is(err, errUndo) {
			t.Errorf("%s: %v", name, err)
		}
	}
	r.Clock.Advance(9 * 365 * 24 * time.Hour)
	r.must(t, r.Purge(t.Context()))
	if found := r.verified(t.Context(), t, ""); len(found) > 0 {
		t.Fatalf("forgotten in time: %v", found)
	}
	for name, change := range map[string]string{
		"id": `id = gen_random_uuid()`, "chain": `chain = 'cli:x'`, "time": `at = at - interval '1 microsecond'`, "end": `keep_until = keep_until - interval '1 day'`,
		"content": `content_hash = sha256(content_hash)`,
	} {
		err := r.Store.Tx(t.Context(), func(ctx context.Context) error {
			r.past(ctx, t, `UPDATE acts SET `+change+` WHERE sequence = 1`)
			if found := r.verified(ctx, t, ""); !slices.ContainsFunc(found, func(f string) bool { return strings.HasPrefix(f, "altered") && strings.HasSuffix(f, " 1") }) {
				t.Errorf("%s: found %v", name, found)
			}
			return errUndo
		})
		if !errors.Is(err, errUndo) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A row that was written anew, its hash included, is found by the row after it and by the seal; all
// rows, seals included, by a seal that left the house.
func TestVerifyFindsARecordWrittenAnew(t *testing.T) {
	t.Parallel()
	r, member := setup(t), uuid.New()
	for range 3 {
		r.act(t, "hanako", member)
	}
	r.Clock.Advance(24 * time.Hour)
	r.must(t, r.Seal(t.Context()))
	all, err := r.read(t.Context(), "true ORDER BY sequence", 10)
	r.must(t, err)
	var seal string
	r.must(t, r.Store.QueryRow(t.Context(), `SELECT encode(hash, 'hex') FROM act_seals`).Scan(&seal))
	forge := func(from *row, before []byte, ctx context.Context) []byte {
		from.Reason, from.previous = "another reason", before
		said, err := from.content.hashed(from.salt)
		r.must(t, err)
		from.contentHash = said
		hash, err := from.hashed()
		r.must(t, err)
		r.past(ctx, t, fmt.Sprintf(`UPDATE acts SET reason = 'another reason', content_hash = '\x%x', hash = '\x%x', previous_hash = '\x%x' WHERE id = '%s'`,
			said, hash, before, from.ID))
		return hash
	}
	err = r.Store.Tx(t.Context(), func(ctx context.Context) error {
		last := forge(all[1], all[1].previous, ctx)
		if found := r.verified(ctx, t, ""); !slices.Equal(found, []string{"altered 2026-05-15 0", "reordered member 3"}) {
			t.Errorf("one row: %v", found)
		}
		forge(all[2], last, ctx)
		r.past(ctx, t, `DELETE FROM act_seals`)
		r.must(t, r.Seal(ctx))
		if found := r.verified(ctx, t, ""); len(found) > 0 {
			t.Errorf("all rows: %v", found)
		}
		if found := r.verified(ctx, t, seal); !slices.Equal(found, []string{"unknown 0"}) {
			t.Errorf("all rows, with the seal: %v", found)
		}
		return errUndo
	})
	if !errors.Is(err, errUndo) {
		t.Error(err)
	}
}

func TestDaysAreSealed(t *testing.T) {
	t.Parallel()
	r := setup(t)
	day := clock.DayOf(morning)
	seals := func(want ...string) {
		t.Helper()
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				if err := r.Seal(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		all, err := r.seals(t.Context())
		got := []string{}
		for _, one := range all {
			got = append(got, fmt.Sprint(one.Day, " ", one.Count))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%v, %v, want %v", got, err, want)
		}
	}
	r.act(t, "hanako", uuid.Nil)
	r.act(t, "jiro", uuid.Nil)
	r.Clock.Advance(day.AddDays(1).Start().Sub(r.Clock.Now()) + sealedAfter - time.Minute)
	r.act(t, "jiro", uuid.Nil)
	seals()
	r.Clock.Advance(time.Minute)
	seals("2026-05-15 2")
	r.Clock.Advance(72 * time.Hour)
	r.act(t, "jiro", uuid.Nil)
	if found := r.verified(t.Context(), t, ""); !slices.Equal(found, []string{"unsealed 2026-05-16 0"}) {
		t.Errorf("found %v", found)
	}
	r.Clock.Advance(24 * time.Hour)
	seals("2026-05-15 2", "2026-05-16 1", "2026-05-19 1")
	if found := r.verified(t.Context(), t, ""); len(found) > 0 {
		t.Errorf("found %v", found)
	}
	r.Clock.Advance(-72 * time.Hour) // as a sandbox that starts anew
	r.act(t, "jiro", uuid.Nil)
	list, err := r.List(t.Context(), Filter{}, 1)
	if err != nil || !list[0].At.Equal(day.AddDays(5).Start()) {
		t.Errorf("%v, %v", list, err)
	}
	r.Clock.Advance(72 * time.Hour)
	if found := r.verified(t.Context(), t, ""); len(found) > 0 {
		t.Errorf("found %v", found)
	}
}

// An act whose time is over forgets what it says, once its day is sealed. Chain and seal stay
// right.
func TestWhatIsOverIsForgotten(t *testing.T) {
	t.Parallel()
	r, member := setup(t), uuid.New()
	short := func() {
		r.must(t, r.by(t, "hanako").Note(t.Context(), Act{Kind: SessionsEnded, AccountID: member, Subjects: []uuid.UUID{member}, Details: 1}))
	}
	short()
	r.act(t, "hanako", member)
	short()
	left := func() string {
		t.Helper()
		var said, forgotten, details, subjects int
		r.must(t, r.Store.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM acts WHERE account_id = $1 AND reason IS NOT NULL), (SELECT count(*) FROM acts WHERE forgotten_at IS NOT NULL),
			(SELECT count(*) FROM act_details), (SELECT count(*) FROM act_subjects)`, member).Scan(&said, &forgotten, &details, &subjects))
		return fmt.Sprint(said, forgotten, details, subjects)
	}
	r.Clock.Advance(morning.AddDate(1, 0, 0).Sub(morning) - time.Minute)
	r.must(t, r.Purge(t.Context()))
	if left() != "3 0 3 2" {
		t.Errorf("a moment before: %s", left())
	}
	r.Clock.Advance(time.Minute)
	r.must(t, r.Purge(t.Context()))
	if left() != "1 2 1 0" {
		t.Errorf("after a year: %s", left())
	}
	if found := r.verified(t.Context(), t, ""); len(found) > 0 {
		t.Errorf("found %v", found)
	}
	if list, err := r.List(t.Context(), Filter{AccountID: member}, 10); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
	short()
	if found := r.verified(t.Context(), t, ""); len(found) > 0 {
		t.Errorf("one more: %v", found)
	}
	r.Clock.Advance(10 * 366 * 24 * time.Hour)
	r.must(t, r.Purge(t.Context()))
	if left() != "0 4 0 0" {
		t.Errorf("after ten years: %s", left())
	}
	if found := r.verified(t.Context(), t, ""); len(found) > 0 {
		t.Errorf("found %v", found)
	}
	r.Clock.Advance(-10 * 366 * 24 * time.Hour)
	r.must(t, r.Store.Exec(t.Context(), `INSERT INTO acts (id, chain, sequence, at, keep_until, content_hash, previous_hash, hash)
		SELECT gen_random_uuid(), 'cli:x', 1, max(day) + 2, now() - interval '1 day', '', '', '' FROM act_seals`))
	now := time.Now().AddDate(100, 0, 0)
	if err := r.Store.ClearBefore(t.Context(), "acts", "keep_until", now, contents, "forgotten_at", now, "forgotten_at IS NULL"); err == nil || !strings.Contains(err.Error(), "is not sealed") {
		t.Errorf("forgotten before its day is sealed: %v", err)
	}
}

// Details that are sealed with another secret leave the chain as it is.
func TestResealingKeepsTheChain(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.act(t, "hanako", uuid.New())
	r.act(t, "hanako", uuid.Nil)
	rotation := &reseal.Rotation{Store: r.Store, Clock: r.Clock, Secrets: box(t, 8, 7), Columns: r.Sealed()}
	if done, err := rotation.Rotate(t.Context()); err != nil || done[0].Resealed != 2 || done[0].Lost != 0 {
		t.Fatalf("%+v, %v", done, err)
	}
	r.Secrets = box(t, 9)
	if found := r.verified(t.Context(), t, ""); !slices.Equal(found, []string{"unopened cli 1", "unopened member 1"}) {
		t.Errorf("with another secret: found %v", found)
	}
	r.Secrets = box(t, 8)
	if found := r.verified(t.Context(), t, ""); len(found) > 0 {
		t.Errorf("found %v", found)
	}
	list, err := r.List(t.Context(), Filter{}, 10)
	if err != nil || len(list) != 2 || string(list[0].Details) != `{"amount":1100}` {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestARecordIsReadInBatches(t *testing.T) {
	t.Parallel()
	r, member := setup(t), uuid.New()
	d := r.by(t, "hanako")
	r.must(t, r.Store.Tx(t.Context(), func(ctx context.Context) error {
		for range 2*batch + 1 {
			if _, err := d.record(ctx, Act{Kind: RefundAsked, AccountID: member, Details: 1}, Done); err != nil {
				return err
			}
		}
		return nil
	}))
	n, err := r.Verify(t.Context(), "", func(f Finding) { t.Errorf("found %+v", f) })
	if err != nil || n.Acts != 2*batch+1 {
		t.Errorf("%+v, %v", n, err)
	}
	err = r.Store.Tx(t.Context(), func(ctx context.Context) error {
		r.past(ctx, t, fmt.Sprintf(`UPDATE acts SET reason = 'x' WHERE sequence IN (%d, %d)`, batch, batch+1))
		want := []string{fmt.Sprint("altered member ", batch), fmt.Sprint("altered member ", batch+1)}
		slices.Sort(want)
		if found := r.verified(ctx, t, ""); !slices.Equal(found, want) {
			t.Errorf("found %v, want %v", found, want)
		}
		return errUndo
	})
	if !errors.Is(err, errUndo) {
		t.Error(err)
	}
}

// A row of the version before, which hashed place and content in one, is proved as that version
// made it, and one that follows on it, too.
func TestVerifyProvesRowsOfTheVersionBefore(t *testing.T) {
	t.Parallel()
	r, member := setup(t), uuid.New()
	r.act(t, "hanako", member)
	older := func(ctx context.Context) {
		rows, err := r.read(ctx, "true ORDER BY sequence", 1)
		r.must(t, err)
		made := older{rows[0].place, rows[0].content}
		made.At, made.KeepUntil = made.At.UTC(), made.KeepUntil.UTC()
		text, err := json.Marshal(made)
		r.must(t, err)
		hash := sha256.Sum256(append(beginning[:], text...))
		r.past(ctx, t, fmt.Sprintf(`UPDATE acts SET salt = NULL, content_hash = NULL, hash = '\x%x'`, hash))
	}
	r.must(t, r.Store.Tx(t.Context(), func(ctx context.Context) error { older(ctx); return nil }))
	r.act(t, "hanako", member)
	if found := r.verified(t.Context(), t, ""); len(found) > 0 {
		t.Fatalf("found %v", found)
	}
	err := r.Store.Tx(t.Context(), func(ctx context.Context) error {
		r.past(ctx, t, `UPDATE acts SET reason = 'another one' WHERE sequence = 1`)
		if found := r.verified(ctx, t, ""); !slices.Contains(found, "altered member 1") {
			t.Errorf("altered, and found %v", found)
		}
		return errUndo
	})
	if !errors.Is(err, errUndo) {
		t.Error(err)
	}
}
