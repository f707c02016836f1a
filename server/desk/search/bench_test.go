package search

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/lib/pq"

	"kaiin/server/base/clock"
	"kaiin/server/base/keyset"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

// families and givens are the names of invented members, each with its reading. One in forty has
// the name Yamada.
var families, givens = [][2]string{{"山田", "ヤマダ"}, {"佐藤", "サトウ"}, {"鈴木", "スズキ"}, {"高橋", "タカハシ"}, {"田中", "タナカ"}, {"伊藤", "イトウ"}, {"渡辺", "ワタナベ"}, {"中村", "ナカムラ"}, {"小林", "コバヤシ"}, {"加藤", "カトウ"},
	{"吉田", "ヨシダ"}, {"佐々木", "ササキ"}, {"井上", "イノウエ"}, {"木村", "キムラ"}, {"林", "ハヤシ"}, {"清水", "シミズ"}, {"斎藤", "サイトウ"}, {"森", "モリ"}, {"池田", "イケダ"}, {"橋本", "ハシモト"},
	{"阿部", "アベ"}, {"石川", "イシカワ"}, {"前田", "マエダ"}, {"藤田", "フジタ"}, {"小川", "オガワ"}, {"後藤", "ゴトウ"}, {"岡田", "オカダ"}, {"長谷川", "ハセガワ"}, {"村上", "ムラカミ"}, {"近藤", "コンドウ"},
	{"石井", "イシイ"}, {"坂本", "サカモト"}, {"遠藤", "エンドウ"}, {"青木", "アオキ"}, {"藤井", "フジイ"}, {"西村", "ニシムラ"}, {"福田", "フクダ"}, {"太田", "オオタ"}, {"三浦", "ミウラ"}, {"岡本", "オカモト"}},
	[][2]string{{"太郎", "タロウ"}, {"花子", "ハナコ"}, {"健", "ケン"}, {"由美", "ユミ"}, {"翔", "ショウ"}, {"葵", "アオイ"}, {"蓮", "レン"}, {"陽菜", "ヒナ"}, {"大輔", "ダイスケ"}, {"恵子", "ケイコ"}, {"直樹", "ナオキ"}, {"愛", "アイ"}, {"拓也", "タクヤ"}}

// oldest is how many of the oldest members have a name that no other has.
const oldest = 20

// invented is the nth member of a crowd.
func invented(n int) Member {
	family, given := families[n%len(families)], givens[n/len(families)%len(givens)]
	if n <= oldest {
		family = [2]string{"大石", "オオイシ"}
	}
	m := Member{
		Status: "active", Name: family[0] + given[0], NameKana: family[1] + given[1], Email: fmt.Sprintf("m%d@%s", n, [...]string{"docomo.ne.jp", "gmail.com", "example.jp"}[n%3]),
		PhoneNumber: fmt.Sprintf("090%08d", n*7919%100_000_000), Birthday: fmt.Sprintf("%d%02d%02d", 1950+n*31%60, 1+n*17%12, 1+n*13%28), PostalCode: fmt.Sprintf("%07d", n*101%10_000_000),
		Prefecture: 1 + n*29%47,
	}
	if n%2 == 0 {
		m.Contracts = []Contract{{Plan: "standard", Status: [...]string{"ONGOING_CONTRACT", "HOLD", "CANCELLED"}[n/2%3]}}
		m.Methods = []Method{{Type: "SbpsCredit", CardSuffix: fmt.Sprintf("%04d", n*37%10_000)}}
	}
	return m
}

// spent is what the nth member paid: half of them something, and the oldest more than all others.
func spent(n int) int {
	switch {
	case n <= oldest:
		return 1_000_000
	case n%2 == 0:
		return 1100 * (1 + n%24)
	}
	return 0
}

// lastLogin is the day on which the nth member logged in last: of the oldest, before all others.
func lastLogin(n int) string {
	if n <= oldest {
		return "2025-01-01"
	}
	return fmt.Sprintf("2026-%02d-%02d", 1+n%5, 1+n%28)
}

// crowd is a database of so many invented members. Triggers would mark each, and its words are here
// already.
func crowd(b *testing.B, members int) *house {
	b.Helper()
	st := must[*store.Store](b)(store.Open(b.Context(), storetest.URL(b)))
	b.Cleanup(func() { _ = st.Close() })
	h := on(b, st)
	h.exec(b, `ALTER TABLE accounts DISABLE TRIGGER USER`)
	h.exec(b, `DROP INDEX account_search_words`)
	h.exec(b, `ALTER TABLE login_events DISABLE TRIGGER USER`)
	h.exec(b, `INSERT INTO login_events (id, created_at, account_id, result, login_method, ip, user_agent)
		SELECT gen_random_uuid(), $1::timestamptz, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, true, 'Password',
			CASE WHEN n <= $3::int THEN '203.0.113.7' ELSE '2001:db8::' || to_hex(n % 60000) END, '' FROM generate_series(1, $2::int) AS n`, h.made, members, oldest)
	const id = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1::timestamptz + n * interval '1 second'`
	h.exec(b, `INSERT INTO accounts (id, created_at, updated_at, status, locale, email, email_key, phone_number)
		SELECT `+id+`, $1, 'active', 'ja', 'm' || n || '@docomo.ne.jp', 'm' || n || '@docomo.ne.jp', '090' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0') FROM generate_series(1, $2::int) AS n`, h.made, members)
	tx, err := st.DB.BeginTx(b.Context(), nil)
	if err != nil {
		b.Fatal(err)
	}
	into, err := tx.Prepare(`COPY account_search (account_id, created_at, words, names, readings, spent, bought, last_login_day) FROM STDIN`)
	if err != nil {
		b.Fatal(err)
	}
	for n := 1; n <= members; n++ {
		m := invented(n)
		if _, err := into.Exec(fmt.Sprintf("00000000-0000-7000-8000-%012x", n), h.made.Add(time.Duration(n)*time.Second), pq.Array(Words(m)), m.names(), m.readings(), spent(n), n%3, lastLogin(n)); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := into.Exec(); err != nil {
		b.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
	h.exec(b, `CREATE INDEX account_search_words ON account_search USING gin (words) WITH (fastupdate = off)`)
	h.exec(b, `VACUUM ANALYZE accounts, login_events`)
	h.exec(b, `VACUUM ANALYZE account_search`)
	h.made = h.made.Add(time.Duration(members) * time.Second)
	return h
}

// BenchmarkSearch tells how many µs searches of 1,000,000 members take, and how many times what
// they take of 1,000. It knows no bounds.
func BenchmarkSearch(b *testing.B) {
	few, many := 1000, 1_000_000
	if testing.Short() {
		few, many = 100, 1000
	}
	small, large := crowd(b, few), crowd(b, many)
	for _, c := range []struct {
		name string
		find func(ctx context.Context, h *house, members int) error
	}{
		{"an address", func(ctx context.Context, h *house, members int) error {
			return finds(1)(h.Find(ctx, fmt.Sprintf("m%d@docomo.ne.jp", members/2), Page{}))
		}},
		{"a phone number", func(ctx context.Context, h *house, members int) error {
			return finds(1)(h.Find(ctx, invented(members/2).PhoneNumber, Page{}))
		}},
		{"a reading and four digits", func(ctx context.Context, h *house, members int) error {
			m := invented(members / 40 * 20)
			return finds(some)(h.Members(ctx, Filter{NameKana: m.NameKana, PhoneLast4: lastFour(m.PhoneNumber)}, Page{}))
		}},
		{"a reading of none", func(ctx context.Context, h *house, _ int) error {
			return finds(0)(h.Find(ctx, "ヤマダゾ", Page{}))
		}},
		{"a reading of the oldest", func(ctx context.Context, h *house, _ int) error {
			return finds(20)(h.Find(ctx, "オオイシ", Page{}))
		}},
		{"a reading of one in forty", func(ctx context.Context, h *house, _ int) error {
			return finds(2)(h.Find(ctx, "ヤマダ", Page{First: ptr(2)}))
		}},
		{"a word of all", func(ctx context.Context, h *house, _ int) error {
			return finds(20)(h.Members(ctx, Filter{Statuses: []string{"active"}, CreatedTo: h.made}, Page{}))
		}},
		{"an amount of the oldest", func(ctx context.Context, h *house, _ int) error {
			return finds(oldest)(h.Members(ctx, Filter{SpentFrom: ptr(1_000_000), Statuses: []string{"active"}}, Page{}))
		}},
		{"an amount of half of all", func(ctx context.Context, h *house, _ int) error {
			return finds(20)(h.Members(ctx, Filter{SpentFrom: ptr(1)}, Page{First: ptr(20)}))
		}},
		{"a last login of the oldest", func(ctx context.Context, h *house, _ int) error {
			return finds(oldest)(h.Members(ctx, Filter{LastLoginTo: clock.Date(2025, 12, 31)}, Page{}))
		}},
		{"an address of the network", func(ctx context.Context, h *house, _ int) error {
			return finds(oldest)(h.Members(ctx, Filter{LoginIP: "203.0.113.7"}, Page{}))
		}},
		{"a beginning of an email address", func(ctx context.Context, h *house, members int) error {
			m := invented(members / 2)
			return finds(1)(h.Members(ctx, Filter{EmailPrefix: fmt.Sprintf("m%d", members/2), PhoneLast4: lastFour(m.PhoneNumber)}, Page{}))
		}},
		{"a late page", func(ctx context.Context, h *house, members int) error {
			f := Filter{Statuses: []string{"active"}, CreatedTo: h.made}
			q, err := f.query()
			if err != nil {
				return err
			}
			before := h.cut(q, keyset.Page{First: 1}, []Hit{{at: h.made.Add(-time.Duration(members*3/4) * time.Second)}})
			return finds(20)(h.Members(ctx, f, Page{First: ptr(20), After: &before.List[0].Cursor}))
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			ctx := context.Background()
			taken := map[*house][]time.Duration{}
			for b.Loop() {
				for _, side := range []struct {
					h       *house
					members int
				}{{small, few}, {large, many}} {
					begin := time.Now()
					if err := c.find(ctx, side.h, side.members); err != nil {
						b.Fatal(err)
					}
					taken[side.h] = append(taken[side.h], time.Since(begin))
				}
			}
			b.ReportMetric(median(taken[large])/float64(time.Microsecond), "µs-of-many")
			b.ReportMetric(median(taken[large])/median(taken[small]), "time-ratio")
		})
	}
}

func median(all []time.Duration) float64 {
	slices.Sort(all)
	return float64(all[len(all)/2])
}

// some is one or more.
const some = -1

// finds is an error unless a search has found so many.
func finds(want int) func(*Hits, error) error {
	return func(hits *Hits, err error) error {
		if err == nil && len(hits.List) != want && (want != some || len(hits.List) == 0) {
			return fmt.Errorf("%d found, not %d", len(hits.List), want)
		}
		return err
	}
}
