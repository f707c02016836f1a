package search

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/account"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

func TestEachFieldOfAFilterHolds(t *testing.T) {
	t.Parallel()
	h := setup(t)
	taro := h.member(t, func(a *ent.AccountCreate) {
		a.SetName("山田 太郎").SetNameKana("ヤマダ　タロウ").SetEmail("Taro@example.jp").SetEmailKey("taro@example.jp").SetUserID("Taro1980").SetUserIDKey("taro1980").
			SetPhoneNumber("09012345678").SetBirthday("19800501").SetPostalCode("1000001").SetPrefecture(13).SetStatus(account.StatusSuspended)
	})
	first := h.made
	h.contract(t, taro, "standard", "spring", "HOLD")
	h.card(t, taro, "4242")
	h.external(t, taro, "LINE")
	h.exec(t, `UPDATE payment_methods SET state = 'deleted' WHERE id = $1`, h.card(t, taro, "9999"))
	h.exec(t, `UPDATE payment_methods SET state = 'pending' WHERE id = $1`, h.card(t, taro, "8888"))
	hanako := h.member(t, func(a *ent.AccountCreate) {
		a.SetName("鈴木 花子").SetNameKana("スズキ　ハナコ").SetEmail("hanako@mail.example").SetEmailKey("hanako@mail.example").SetUserID("hanako").SetUserIDKey("hanako").
			SetPhoneNumber("09087654321").SetBirthday("19900611").SetPostalCode("2000002").SetPrefecture(14)
	})
	h.contract(t, hanako, "premium", "", "ONGOING_CONTRACT")
	h.card(t, hanako, "1111")
	h.external(t, hanako, "Google")
	h.paid(t, taro, 3000, 500)
	h.paid(t, hanako, 1000, 0)
	h.ordered(t, taro, "completed")
	h.ordered(t, taro, "completed")
	h.ordered(t, hanako, "completed")
	h.ordered(t, hanako, "failed")
	h.loggedIn(t, taro, "203.0.113.7", true, time.Date(2026, 5, 2, 15, 0, 0, 0, time.UTC)) // the 3rd in Tokyo
	h.loggedIn(t, taro, "203.0.113.7", true, time.Date(2026, 4, 2, 15, 0, 0, 0, time.UTC))
	h.loggedIn(t, taro, "203.0.113.9", false, time.Date(2026, 5, 9, 15, 0, 0, 0, time.UTC))
	h.loggedIn(t, hanako, "2001:db8::1", true, time.Date(2026, 5, 3, 15, 0, 0, 0, time.UTC))
	h.agreed(t, taro, "news")
	h.noted(t, taro, 2, false)
	h.noted(t, hanako, 2, true)
	for name, f := range map[string]Filter{
		"email":               {Email: "ｔａｒｏ@Example.jp"},
		"user ID":             {UserID: "TARO1980"},
		"phone":               {Phone: "090-1234-5678"},
		"reading":             {NameKana: "やまだ", EmailDomain: "example.jp"},
		"name":                {Name: "太郎", EmailDomain: "@example.jp"},
		"name and reading":    {Name: "太郎", NameKana: "タロウ"},
		"domain":              {EmailDomain: "EXAMPLE.jp"},
		"last four":           {PhoneLast4: "５６７８", Name: "山田"},
		"birthday":            {Birthday: "1980-5-1", Name: "山田"},
		"postal code":         {PostalCode: "〒100-0001", NameKana: "ヤマ"},
		"card":                {CardSuffix: "4242"},
		"birth month":         {BirthMonth: 5, CardSuffix: "4242", EmailDomain: "example.jp"},
		"prefecture":          {Prefectures: []int{13, 47}},
		"status":              {Statuses: []string{"suspended"}},
		"plan":                {Plans: []string{"standard"}},
		"campaign":            {Campaigns: []string{"spring"}},
		"contract's status":   {ContractStatuses: []string{"HOLD", "CANCELLED"}},
		"external account":    {ExternalAccounts: []string{"LINE"}},
		"signed up before":    {CreatedTo: first.Add(time.Nanosecond * 1000)},
		"signed up since":     {CreatedFrom: first, CreatedTo: first.Add(time.Second)},
		"two of one kind":     {Prefectures: []int{13, 14}, Plans: []string{"standard", "other"}},
		"spent from":          {SpentFrom: ptr(2500)},
		"spent between":       {SpentFrom: ptr(1001), SpentTo: ptr(2500)},
		"bought":              {Bought: ptr(2)},
		"last login until":    {LastLoginTo: clock.Date(2026, 5, 3)},
		"last login of a day": {LastLoginFrom: clock.Date(2026, 5, 3), LastLoginTo: clock.Date(2026, 5, 3)},
		"address of a login":  {LoginIP: " ２０３.0.113.7"},
		"of a failed one":     {LoginIP: "::ffff:203.0.113.9"},
		"a note":              {HasNote: ptr(true)},
		"a consent":           {Consent: "news"},
		"prefix":              {EmailPrefix: "TARO", PhoneLast4: "5678"},
		"key and a list":      {Plans: []string{"standard"}, Email: "taro@example.jp"},
		"prefix with domain":  {EmailPrefix: "TARO@e", CardSuffix: "4242"},
		"amounts and words":   {SpentFrom: ptr(1), Plans: []string{"standard"}},
		"method and a domain": {MethodTypes: []string{"SbpsCredit"}, EmailDomain: "example.jp"},
	} {
		hits, err := h.Members(t.Context(), f, Page{})
		if err != nil || !slices.Equal(found(hits), []uuid.UUID{taro}) {
			t.Errorf("%s: %v %v", name, found(hits), err)
		}
		if n, err := h.Count(t.Context(), f); err != nil || n != (Count{1, false}) {
			t.Errorf("%s: %+v %v", name, n, err)
		}
	}
	for name, f := range map[string]Filter{
		"two exact keys of two members": {Email: "taro@example.jp", UserID: "hanako"},
		"an unknown key":                {Phone: "0312345678"},
		"another's reading":             {CardSuffix: "4242", NameKana: "スズキ"},
		"fields of two":                 {Plans: []string{"premium"}, EmailDomain: "example.jp"},
		"signed up later":               {CreatedFrom: h.made.Add(time.Second)},
		"a card that was deleted":       {CardSuffix: "9999"},
		"a card that is not agreed to":  {CardSuffix: "8888"},
		"spent more than all":           {SpentFrom: ptr(2501)},
		"bought more than all":          {Bought: ptr(3)},
		"a login before all":            {LastLoginTo: clock.Date(2026, 5, 2)},
		"a login after all":             {LastLoginFrom: clock.Date(2026, 5, 5)},
		"part of an address":            {LoginIP: "203.0.113.0"},
		"another consent":               {Consent: "new"},
		"another prefix":                {EmailPrefix: "tarp", PhoneLast4: "5678"},
		"no note, of who has one":       {HasNote: ptr(false), Email: "taro@example.jp"},
		"wildcards":                     {Name: "%", NameKana: "ヤマ"},
	} {
		if hits, err := h.Members(t.Context(), f, Page{}); err != nil || len(hits.List) != 0 {
			t.Errorf("%s: %v %v", name, found(hits), err)
		}
	}
	if hits := must[*Hits](t)(h.Members(t.Context(), Filter{HasNote: ptr(false), Prefectures: []int{13, 14}}, Page{})); !slices.Equal(found(hits), []uuid.UUID{hanako}) {
		t.Errorf("without a note: %v", found(hits))
	}
	both := must[*Hits](t)(h.Members(t.Context(), Filter{Plans: []string{"premium", "standard"}}, Page{}))
	if !slices.Equal(found(both), []uuid.UUID{hanako, taro}) || both.List[0].Matched != nil {
		t.Errorf("%+v", both)
	}
	if hits := must[*Hits](t)(h.Members(t.Context(), Filter{Name: "山田", NameKana: "ヤマ", CardSuffix: "4242"}, Page{})); !slices.Equal(hits.List[0].Matched, []Kind{CardSuffix, Kana, Name}) {
		t.Errorf("%+v", hits)
	}
}

// A masked field cannot be found out by filters, letter by letter.
func TestAMaskedFieldNeedsAnother(t *testing.T) {
	t.Parallel()
	h := setup(t)
	for name, f := range map[string]Filter{
		"nothing":                 {},
		"reading":                 {NameKana: "ヤマダ"},
		"name":                    {Name: "山田", Statuses: []string{"active"}},
		"last four":               {PhoneLast4: "1234", Prefectures: []int{13}},
		"birthday":                {Birthday: "19800101", Plans: []string{"standard"}, CreatedFrom: h.made},
		"birth month":             {BirthMonth: 1, ContractStatuses: []string{"HOLD"}},
		"postal code":             {PostalCode: "1000001"},
		"beginning of an address": {EmailPrefix: "taro", SpentFrom: ptr(1), HasNote: ptr(true)},
		"no note":                 {HasNote: ptr(false)},
		"a month and one of them": {BirthMonth: 1, Birthday: "19800101"},

		"reading beside an address":       {Email: "taro@example.jp", NameKana: "ヤマ"},
		"name beside a user ID":           {UserID: "taro", Name: "山田"},
		"beginning beside a phone":        {Phone: "09012341234", EmailPrefix: "taro"},
		"month beside an address":         {Email: "taro@example.jp", BirthMonth: 1},
		"birthday beside a phone":         {Phone: "09012341234", Birthday: "19800101"},
		"postal code beside a user ID":    {UserID: "taro", PostalCode: "1000001", CardSuffix: "4242"},
		"last four beside an address":     {Email: "taro@example.jp", PhoneLast4: "1234"},
		"a login's place beside one":      {Email: "taro@example.jp", LoginIP: "203.0.113.7"},
		"reading beside a whole address":  {EmailPrefix: "taro@example.jp", NameKana: "ヤマ"},
		"a place beside a whole address":  {EmailPrefix: "taro@example.jp", LoginIP: "203.0.113.7"},
		"a month beside the same":         {EmailPrefix: "taro@e", BirthMonth: 1, CardSuffix: "4242"},
		"a beginning beside the address":  {Email: "taro@example.jp", EmailPrefix: "taro@e"},
		"a whole address, and no other":   {EmailPrefix: "taro@example.jp"},
		"both, as if one were of no help": {Email: "taro@example.jp", NameKana: "ヤマ", Name: "山田"},
	} {
		_, err := h.Members(t.Context(), f, Page{})
		says(t, name, err, fault.TooBroad, "filter")
		_, err = h.Count(t.Context(), f)
		says(t, name, err, fault.TooBroad, "filter")
	}
	for name, c := range map[string]struct {
		f     Filter
		field string
		code  fault.Code
	}{
		"reading":           {Filter{NameKana: "山田"}, "nameKana", fault.InvalidFormat},
		"email":             {Filter{Email: "taro"}, "email", fault.InvalidFormat},
		"phone":             {Filter{Phone: "123"}, "phone", fault.InvalidFormat},
		"last four":         {Filter{PhoneLast4: "12a4"}, "phoneLast4", fault.InvalidFormat},
		"birthday":          {Filter{Birthday: "1980"}, "birthday", fault.InvalidFormat},
		"postal code":       {Filter{PostalCode: "100"}, "postalCode", fault.InvalidFormat},
		"card":              {Filter{CardSuffix: "42424"}, "cardSuffix", fault.InvalidFormat},
		"birth month":       {Filter{BirthMonth: 13}, "birthMonth", fault.InvalidFormat},
		"birth month 0":     {Filter{BirthMonth: -1}, "birthMonth", fault.InvalidFormat},
		"a NUL":             {Filter{Name: "a\x00b"}, "name", fault.InvalidCharacters},
		"no text":           {Filter{Name: "\xff"}, "name", fault.InvalidCharacters},
		"a NUL in a list":   {Filter{Plans: []string{"a\x00"}}, "plan", fault.InvalidCharacters},
		"who left":          {Filter{Statuses: []string{"withdrawn"}}, "status", fault.InvalidChoice},
		"a name of nothing": {Filter{Name: "ー"}, "name", fault.InvalidFormat},
	} {
		_, err := h.Members(t.Context(), c.f, Page{})
		says(t, name, err, c.code, "filter."+c.field)
	}
}

// Every member comes once, the newest first, on pages of any size; and a cursor is of its own
// search alone.
func TestPages(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.sizes = &sizes{newest: 4, most: 100, common: 1000, count: 5, batch: 100, patience: "2s"}
	var all, yamada []uuid.UUID
	for i := range 23 {
		kana := "スズキ"
		if i%3 == 0 || i < 4 {
			kana = "ヤマダ"
		}
		if i%5 == 0 {
			h.made = h.made.Add(-time.Second) // two at the same moment: then the id decides
		}
		id := h.named(t, "x", kana)
		all = append([]uuid.UUID{id}, all...)
		if kana == "ヤマダ" {
			yamada = append([]uuid.UUID{id}, yamada...)
		}
	}
	from := Filter{CreatedFrom: h.made.Add(-time.Hour)}
	for i, first := range []int{1, 1, 2, 2, 3, 3, 4, 5, 7, 7, 100, 100} {
		h.sizes.first = []way{byOrder, byIndex}[i%2]
		if got := h.through(t, first, func(p Page) (*Hits, error) { return h.Find(t.Context(), "ヤマダ", p) }); !slices.Equal(got, yamada) {
			t.Errorf("pages of %d: %d found, want %d", first, len(got), len(yamada))
		}
		if got := h.through(t, first, func(p Page) (*Hits, error) { return h.Members(t.Context(), from, p) }); !slices.Equal(got, all) {
			t.Errorf("pages of %d: %d listed, want %d", first, len(got), len(all))
		}
	}
	if n := must[Count](t)(h.Count(t.Context(), from)); n != (Count{5, true}) {
		t.Errorf("%+v", n)
	}
	h.sizes.count = len(all)
	if n := must[Count](t)(h.Count(t.Context(), from)); n != (Count{len(all), false}) {
		t.Errorf("%+v", n)
	}
	hits := must[*Hits](t)(h.Find(t.Context(), "ヤマダ", Page{First: ptr(2)}))
	cursor := hits.List[1].Cursor
	place, mac, _ := strings.Cut(cursor, ".")
	elsewhere, _, _ := strings.Cut(hits.List[0].Cursor, ".")
	for name, after := range map[string]string{
		"nothing": "", "no cursor": "x", "no MAC": place, "an empty MAC": place + ".", "another place": elsewhere + "." + mac, "another's MAC": place + ".AAAA", "twice": cursor + "." + mac,
	} {
		_, err := h.Find(t.Context(), "ヤマダ", Page{After: &after})
		says(t, name, err, fault.InvalidFormat, "after")
	}
	_, err := h.Find(t.Context(), "スズキ", Page{After: &cursor})
	says(t, "of another term", err, fault.InvalidFormat, "after")
	_, err = h.Members(t.Context(), from, Page{After: &cursor})
	says(t, "of another list", err, fault.InvalidFormat, "after")
	listed := must[*Hits](t)(h.Members(t.Context(), from, Page{}))
	narrower := from
	narrower.Plans = []string{"x"}
	_, err = h.Members(t.Context(), narrower, Page{After: &listed.List[0].Cursor})
	says(t, "of another filter", err, fault.InvalidFormat, "after")
	for _, first := range []int{0, -1, 101} {
		_, err = h.Find(t.Context(), "ヤマダ", Page{First: &first})
		says(t, fmt.Sprint(first), err, fault.InvalidFormat, "first")
	}
	if again := must[*Hits](t)(h.Find(t.Context(), "ヤマダ", Page{First: ptr(2), After: &cursor})); !slices.Equal(found(again), yamada[2:4]) {
		t.Errorf("%v", found(again))
	}
}

// many makes members of a common and of a rare name, the rare ones the oldest.
func many(t testing.TB, h *house, rare, common int) {
	t.Helper()
	h.exec(t, `INSERT INTO accounts (id, created_at, updated_at, status, locale, name_kana, prefecture, phone_number)
		SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1::timestamptz + n * interval '1 second', $1, 'active', 'ja', CASE WHEN n <= $2::int THEN 'オオイシ' ELSE 'ヤマダ' END, 13, '0901234' || (1000 + n % 9000)::text
		FROM generate_series(1, $2::int + $3::int) AS n`, h.made, rare, common)
	for more := true; more; {
		more = must[bool](t)(h.CatchUp(t.Context()))
	}
}

// A word that the newest members do not have is found by the index, and one that too many have is
// refused.
func TestARareWordIsFoundHoweverOldItsMembersAre(t *testing.T) {
	t.Parallel()
	h := on(t, must[*store.Store](t)(store.Open(context.Background(), storetest.URL(t))))
	defer func() { _ = h.Store.Close() }()
	h.sizes = &sizes{newest: 20, most: 30, first: byOrder, common: 150, count: 40, batch: 1000, patience: "2s"}
	many(t, h, 30, 170)
	if hits := must[*Hits](t)(h.Find(t.Context(), "オオイシ", Page{First: ptr(100)})); len(hits.List) != 30 || hits.More {
		t.Errorf("%d found", len(hits.List))
	}
	h.sizes.most = 29
	for _, first := range []way{byOrder, byIndex} {
		h.sizes.first = first
		_, err := h.Find(t.Context(), "オオイシ", Page{})
		says(t, "one more than may be", err, fault.TooBroad, "term")
	}
	if hits := must[*Hits](t)(h.Find(t.Context(), "ヤマダ", Page{First: ptr(10)})); len(hits.List) != 10 || !hits.More {
		t.Errorf("the newest members fill the page: %+v", hits)
	}
	h.exec(t, `ANALYZE account_search`)
	h.counted.Forget()
	_, err := h.Find(t.Context(), "ヤマダ", Page{})
	says(t, "a word that is common", err, fault.TooBroad, "term")
	_, err = h.Members(t.Context(), Filter{Prefectures: []int{13}}, Page{})
	says(t, "a filter that all pass", err, fault.TooBroad, "filter")
	_, err = h.Members(t.Context(), Filter{Prefectures: []int{13, 14}}, Page{})
	says(t, "a filter one of whose values all pass", err, fault.TooBroad, "filter")
	if n := must[Count](t)(h.Count(t.Context(), Filter{Prefectures: []int{13}})); n != (Count{40, true}) {
		t.Errorf("%+v", n)
	}
	if hits := must[*Hits](t)(h.Members(t.Context(), Filter{Prefectures: []int{13}, CreatedTo: h.made.Add(11 * time.Second)}, Page{First: ptr(3)})); len(hits.List) != 3 || !hits.More {
		t.Errorf("a common word of some time: %+v", hits)
	}
	if hits := must[*Hits](t)(h.Find(t.Context(), "1234", Page{})); len(hits.List) != 0 {
		t.Errorf("%+v", hits)
	}
}

// What takes too long ends, and is told as too broad.
func TestASearchEndsInTime(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.sizes = &sizes{patience: "20ms"}
	err := h.bounded(t.Context(), "term", func(ctx context.Context) error { return h.Store.Exec(ctx, `SELECT pg_sleep(5)`) })
	says(t, "too long", err, fault.TooBroad, "term")
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	h.sizes = &sizes{patience: "2s"}
	err = h.bounded(ctx, "term", func(ctx context.Context) error { return h.Store.Exec(ctx, `SELECT pg_sleep(5)`) })
	if f, is := fault.As(err); err == nil || is {
		t.Errorf("where the caller waits no more: %v", f)
	}
}

// What is collected by the index of words is so collected, whatever the planner thinks of it: it
// would read a small table from one end to the other.
func TestThePlannerHasNoChoice(t *testing.T) {
	t.Parallel()
	address := storetest.URL(t)
	filling := on(t, must[*store.Store](t)(store.Open(t.Context(), address)))
	many(t, filling, 3, 30)
	if err := filling.Store.Close(); err != nil {
		t.Fatal(err)
	}
	reads := storetest.ReadsOf(t, address, false, func(st *store.Store) {
		h := on(t, st)
		h.sizes = &sizes{newest: 1, most: 100, common: 1000, count: 100, batch: 100, patience: "2s", first: byIndex}
		if n, err := length(h.Find(context.Background(), "オオイシ", Page{})); n != 3 || err != nil {
			t.Errorf("%d found: %v", n, err)
		}
		if n, err := h.Count(context.Background(), Filter{NameKana: "オオイシ", PhoneLast4: "1001"}); n.Members != 1 || err != nil {
			t.Errorf("%+v: %v", n, err)
		}
	})
	if r := reads["account_search"]; r.Scans > 0 {
		t.Errorf("%+v", r)
	}
}

// With plans for any arguments, too, a search reads what is asked for and not the table: the rarest
// word, a word of the oldest members, one that no member has, and a late page.
func TestASearchReadsNoMoreThanItFinds(t *testing.T) {
	t.Parallel()
	address := storetest.URL(t)
	filling := on(t, must[*store.Store](t)(store.Open(t.Context(), address)))
	many(t, filling, 20, 8000)
	filling.exec(t, `UPDATE accounts SET email_key = CASE WHEN name_kana = 'オオイシ' THEN 'rare' ELSE 'usual' END || id || '@example.jp'`)
	filling.exec(t, `UPDATE account_search SET spent = 50000, last_login_day = '2026-05-01' WHERE readings = 'オオイシ'`)
	filling.exec(t, `INSERT INTO login_events (id, created_at, account_id, result, login_method, ip, user_agent)
		SELECT gen_random_uuid(), created_at, id, true, '', CASE WHEN name_kana = 'オオイシ' THEN '203.0.113.7' ELSE id::text END, '' FROM accounts`)
	filling.exec(t, `DELETE FROM account_search_marks`)
	filling.exec(t, `VACUUM ANALYZE account_search, accounts, login_events`)
	if err := filling.Store.Close(); err != nil {
		t.Fatal(err)
	}
	made := on(t, nil).made
	for name, c := range map[string]struct {
		run  func(h *house) (int, error)
		want int
		most int // rows and entries of indexes
	}{
		"a word of the oldest": {func(h *house) (int, error) { return length(h.Find(context.Background(), "オオイシ", Page{})) }, 20, 100},
		"a word of none":       {func(h *house) (int, error) { return length(h.Find(context.Background(), "タナカ", Page{})) }, 0, 20},
		"a word of all, by the newest": {func(h *house) (int, error) {
			return length(h.Find(context.Background(), "ヤマダ", Page{}))
		}, 20, 100},
		"a late page": {func(h *house) (int, error) {
			f := Filter{CreatedTo: made.Add(100 * time.Second)}
			return length(h.Members(context.Background(), f, Page{}))
		}, 20, 100},
		"an amount of the oldest": {func(h *house) (int, error) {
			return length(h.Members(context.Background(), Filter{SpentFrom: ptr(50_000)}, Page{}))
		}, 20, 150},
		"a day of the oldest": {func(h *house) (int, error) {
			return length(h.Members(context.Background(), Filter{LastLoginTo: clock.Date(2026, 5, 1), Statuses: []string{"active"}}, Page{}))
		}, 20, 150},
		"an address of the network": {func(h *house) (int, error) {
			return length(h.Members(context.Background(), Filter{LoginIP: "203.0.113.7"}, Page{}))
		}, 20, 150},
		"a beginning of an email address": {func(h *house) (int, error) {
			return length(h.Members(context.Background(), Filter{EmailPrefix: "rare", Consent: "news"}, Page{}))
		}, 0, 150},
		"an exact key": {func(h *house) (int, error) {
			return length(h.Find(context.Background(), "090-1234-1001", Page{}))
		}, 1, 20},
		"an exact key in a filter": {func(h *house) (int, error) {
			return length(h.Members(context.Background(), Filter{Phone: "090-1234-1001"}, Page{}))
		}, 1, 30},
	} {
		for _, generic := range []bool{false, true} {
			reads := storetest.ReadsOf(t, address, generic, func(st *store.Store) {
				h := on(t, st)
				h.sizes = &sizes{newest: 250, most: 5000, common: 1_000_000, count: 100, batch: 100, patience: "2s"}
				for range 3 {
					if n, err := c.run(h); err != nil || n != c.want {
						t.Errorf("%s: %d found, want %d: %v", name, n, c.want, err)
					}
				}
			})
			for _, table := range []string{"account_search", "accounts", "login_events"} {
				if r := reads[table]; r.Scans > 0 || r.Rows > 3*c.most {
					t.Errorf("%s, generic plans %v: %s: %+v, want at most %d rows a search", name, generic, table, r, c.most)
				}
			}
		}
	}
}

func length(hits *Hits, err error) (int, error) { return len(found(hits)), err }

// The way is taken that reads less, by what is counted.
func TestTheWayThatReadsLessIsTriedFirst(t *testing.T) {
	t.Parallel()
	s, p := &Service{}, keyset.Page{First: 20}
	for _, c := range []struct {
		holders, members int
		want             way
	}{
		{0, 0, byIndex}, {0, 1_000_000, byIndex}, {1_400, 100_000, byIndex}, {1_500, 100_000, byOrder}, {25_000, 1_000_000, byOrder}, {5_000, 100_000_000, byIndex}, {5_001, 100_000_000, byOrder},
		{math.MaxInt32, 1_000_000, byOrder},
	} {
		if got := s.first(c.holders, c.members, p); got != c.want {
			t.Errorf("%d of %d: by %s", c.holders, c.members, got)
		}
	}
}
