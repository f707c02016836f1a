package app

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lib/pq"

	"kaiin/ent"
	"kaiin/ent/message"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/sandbox/sandboxtest"
	"kaiin/server/shop/catalog/catalogtest"
)

// grown is a database of so many members, and Kaiin on it.
type grown struct {
	config  *config.Config
	app     *App
	members []*grownMember
	taken   int
}

// reads is what each act reads of all tables, by plans for any arguments. A table is read from one
// end to the other only where nothing else finds its rows: a small one would be anyway, and what is
// read of it could not be compared.
func (g *grown) reads(b *testing.B) map[string]storetest.Reads {
	all := map[string]storetest.Reads{}
	g.exec(b, "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET enable_seqscan = off', current_database()); END $$")
	defer g.exec(b, "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET enable_seqscan', current_database()); END $$")
	for _, act := range growing {
		var sum storetest.Reads
		for _, r := range storetest.ReadsOf(b, g.config.DatabaseURL, true, func(st *store.Store) { g.turn(b, g.on(b, st), act) }) {
			sum.Rows += r.Rows
			sum.Pages += r.Pages
		}
		all[act.name] = sum
	}
	return all
}

// turn has some members do something, and returns the processor time that it took PostgreSQL.
func (g *grown) turn(b *testing.B, a *App, act growingAct) time.Duration {
	var some []*grownMember
	for range growTurn {
		some = append(some, g.members[g.taken%acting])
		g.taken++
	}
	before := spent(b, a.Store)
	for _, m := range some {
		if err := act.do(b, a, m); err != nil {
			b.Fatal(act.name, err)
		}
	}
	return spent(b, a.Store) - before
}

type grownMember struct {
	actor.Actor
	token  string // of a session
	checks int
}

// browser is the member's, logged out.
func (m *grownMember) browser() actor.Actor {
	return actor.Actor{Locale: m.Locale, IP: m.IP, UserAgent: m.UserAgent, KnownBrowser: m.KnownBrowser}
}

// spent is the processor time of the connections so far.
func spent(b *testing.B, st *store.Store) (all time.Duration) {
	rows, err := st.DB.QueryContext(b.Context(), `SELECT pid FROM pg_stat_activity
		WHERE datname = current_database() AND backend_type = 'client backend'`)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var pid int
		if err := rows.Scan(&pid); err != nil {
			b.Fatal(err)
		}
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid))
		if err != nil {
			b.Fatal(err)
		}
		first, _, _ := strings.Cut(string(text), " ") // nanoseconds on a processor
		ns, err := strconv.ParseInt(first, 10, 64)
		if err != nil {
			b.Fatal(err)
		}
		all += time.Duration(ns)
	}
	return all
}

// on is Kaiin on the store. Its worker does not run.
func (g *grown) on(b *testing.B, st *store.Store) *App {
	a := &App{Config: g.config, Log: slog.New(slog.DiscardHandler), Clock: clock.New(), Store: st}
	var err error
	if a.Secrets, err = secret.NewBox(g.config.Secrets...); err != nil {
		b.Fatal(err)
	}
	if err := a.build(b.Context()); err != nil {
		b.Fatal(err)
	}
	a.Credential.Passwords.Cost = accounttest.CheapHash
	return a
}

// exec runs a statement without arguments, on a connection of its own.
func (g *grown) exec(b *testing.B, statement string) {
	st, err := store.Open(b.Context(), g.config.DatabaseURL)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	if _, err := st.DB.ExecContext(b.Context(), statement); err != nil {
		b.Fatal(err)
	}
}

// open connects, for good: the time of a connection that ends would be lost.
func (g *grown) open(b *testing.B) {
	st, err := store.Open(b.Context(), g.config.DatabaseURL)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = st.Close() })
	st.DB.SetConnMaxIdleTime(0)
	g.app = g.on(b, st)
}

// grow makes a database of so many members.
func grow(b *testing.B, members int) *grown {
	world := sandboxtest.Start(b, sandboxtest.Setup{Site: "http://127.0.0.1"})
	g := &grown{config: world.Config(b, map[string]string{"DATABASE_URL": storetest.URL(b), "KAIIN_STAFF_NETWORKS": "any"})}
	st, err := store.Open(b.Context(), g.config.DatabaseURL)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	catalogtest.Seed(b, st, nil)
	g.app = g.on(b, st)
	model := accounttest.Member(b, g.app.Account)
	g.exec(b, fmt.Sprintf(grownRows, members, pq.QuoteLiteral(*model.PasswordHash)))
	g.registerProgram(b)
	for i := range acting {
		g.members = append(g.members, g.member(b, 1+i*members/acting, i))
	}
	return g
}

// member signs the member with the number in, from a network of their own.
func (g *grown) member(b *testing.B, number, i int) *grownMember {
	m := &grownMember{Actor: actor.Actor{Locale: "ja", IP: fmt.Sprintf("10.%d.%d.1", i/250, i%250), UserAgent: "bench"}}
	row, err := g.app.Account.LookupByIdentifier(b.Context(), fmt.Sprintf("grown%d@example.com", number))
	if err != nil || row == nil {
		b.Fatal(row, err)
	}
	signed, err := g.app.Session.SignIn(b.Context(), m.Actor, row, actor.MethodPassword)
	if err != nil {
		b.Fatal(err)
	}
	m.AccountID, m.SessionID, m.Email, m.KnownBrowser, m.token = row.ID, signed.SessionID, *row.Email, signed.KnownBrowser, signed.Token
	return m
}

// logInByCode has a login code mailed to the member, in a session of a visitor, and logs in
// with it.
func logInByCode(b *testing.B, a *App, m *grownMember) error {
	visitor := m.browser()
	var err error
	if _, visitor.SessionID, err = a.Session.Begin(b.Context(), visitor); err != nil {
		return err
	}
	if _, err := a.Login.RequestCode(b.Context(), visitor, login.CodeRequest{Identifier: m.Email}); err != nil {
		return err
	}
	logintest.MailCodes(b, a.Login)
	mailed, err := a.Store.Client(b.Context()).Message.Query().Order(ent.Desc(message.FieldCreatedAt)).First(b.Context())
	if err != nil {
		return err
	}
	plain, err := a.Secrets.Open("message", mailed.Data)
	if err != nil {
		return err
	}
	var mail notify.PinCode
	if err := json.Unmarshal(plain, &mail); err != nil {
		return err
	}
	_, err = a.Login.Login(b.Context(), visitor, login.Input{Identifier: m.Email, AuthCode: mail.Code, Method: actor.MethodAuthCode})
	return err
}

// screenOf asks for the data of a page, as a browser does.
func screenOf(path string) func(*testing.B, *App, *grownMember) error {
	return func(b *testing.B, a *App, m *grownMember) error {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.RemoteAddr = m.IP + ":1024"
		r.AddCookie(&http.Cookie{Name: "sid", Value: m.token})
		w := httptest.NewRecorder()
		a.Handler().ServeHTTP(w, r)
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"redirectTo":null`) {
			b.Errorf("%d %s", w.Code, w.Body)
		}
		return nil
	}
}

// grownRows makes members, of the number %[1]d, whose password has the hash %[2]s, and what they
// leave in some months: ten logins each, two sessions, a contract that was paid three times, and
// what comes with them. None of that is over or due. A number gives every ID. The rows of one
// member are far from each other. Indexes are made anew at the end, which is faster.
const grownRows = `
	CREATE FUNCTION pg_temp.id(what int, g bigint) RETURNS uuid LANGUAGE sql IMMUTABLE RETURN
		(lpad(what::text, 8, '0') || '-0000-7000-8000-' || lpad(g::text, 12, '0'))::uuid;
	CREATE FUNCTION pg_temp.account(g bigint) RETURNS uuid LANGUAGE sql IMMUTABLE RETURN pg_temp.id(1, 1 + g %% %[1]d);
	CREATE FUNCTION pg_temp.secret(what int, g bigint) RETURNS bytea LANGUAGE sql IMMUTABLE RETURN sha256((what::text || 'of' || g::text)::bytea);
	CREATE FUNCTION pg_temp.before(days int, g bigint) RETURNS timestamptz LANGUAGE sql STABLE RETURN
		now() - (days * (g * 7919 %% 100003) / 100003.0) * interval '1 day';
	CREATE TEMP TABLE made AS SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS statement FROM pg_index
		WHERE NOT indisprimary AND indrelid::regclass::text IN ('accounts', 'consents', 'sessions', 'login_events', 'known_browsers', 'throttles', 'messages',
			'payment_methods', 'orders', 'subscriptions', 'subscription_prices', 'subscription_events', 'bills', 'charges',
			'entitlements');
	DO $$ DECLARE name text; BEGIN FOR name IN SELECT made.name FROM made LOOP EXECUTE 'DROP INDEX ' || name; END LOOP; END $$;

	INSERT INTO accounts (id, created_at, updated_at, email, email_key, email_verified_at, user_id, user_id_key, password_hash, password_updated_at,
			family_name, given_name, nickname, custom)
		SELECT pg_temp.id(1, g), pg_temp.before(700, g), pg_temp.before(300, g), 'grown' || g || '@example.com', 'grown' || g || '@example.com', now(),
			'grown' || g, 'grown' || g, %[2]s, now(), '会員', '太郎', 'たろう', '{}'
		FROM generate_series(1, %[1]d) AS g;
	INSERT INTO consents (id, created_at, account_id, policy_id, revision, key)
		SELECT pg_temp.id(2, p.position * %[1]d + g), pg_temp.before(700, g), pg_temp.account(g), p.id, p.revision, p.key
		FROM policies AS p, generate_series(0, %[1]d - 1) AS g;
	INSERT INTO sessions (id, created_at, token_hash, account_id, authenticated_at, login_method, last_seen_at, expires_at, ip, user_agent)
		SELECT pg_temp.id(3, g), pg_temp.before(20, g), pg_temp.secret(3, g), pg_temp.account(g), pg_temp.before(20, g), 'Password',
			pg_temp.before(5, g), pg_temp.before(20, g) + interval '30 days', '192.0.2.1', 'bench' FROM generate_series(1, 2 * %[1]d) AS g;
	INSERT INTO login_events (id, created_at, account_id, result, login_method, identifier, ip, user_agent, device, browser, country)
		SELECT pg_temp.id(4, g), pg_temp.before(360, g), pg_temp.account(g), true, 'Password', 'email', '192.0.2.1', 'bench', 'iPhone', 'Safari', 'JP'
		FROM generate_series(1, 10 * %[1]d) AS g;
	INSERT INTO known_browsers (id, created_at, account_id, token_hash, last_seen_at)
		SELECT pg_temp.id(5, g), pg_temp.before(300, g), pg_temp.account(g), pg_temp.secret(5, g), pg_temp.before(60, g) FROM generate_series(1, %[1]d) AS g;
	INSERT INTO throttles (key, count, window_start)
		SELECT 'login:' || md5(g::text), 1, pg_temp.before(1, g) FROM generate_series(1, %[1]d) AS g;
	INSERT INTO messages (id, created_at, account_id, recipient, template, locale, data, state, sent_at)
		SELECT pg_temp.id(6, g), pg_temp.before(20, g), pg_temp.account(g), 'somebody@example.com', 'login_alert', 'ja', NULL, 'sent', now()
		FROM generate_series(1, 2 * %[1]d) AS g;
	INSERT INTO payment_methods (id, created_at, account_id, payment_method_type, state, customer_code, card_brand, card_suffix, card_expire, authenticated_at)
		SELECT pg_temp.id(7, g), pg_temp.before(120, g), pg_temp.account(g), 'SbpsCredit', 'active', 'customer' || g, 'VISA', '1111', '203512', now()
		FROM generate_series(1, %[1]d) AS g;
	INSERT INTO orders (id, created_at, account_id, session_id, plan_id, payment_method_id, token_hash, state, amount, price, tax_rate, terms, expires_at,
			confirmed_at, completed_at)
		SELECT pg_temp.id(8, g), pg_temp.before(120, g), pg_temp.account(g), pg_temp.id(3, g), 'standard', pg_temp.id(7, g),
			pg_temp.secret(8, g), 'completed', 1100, 1100, 10, '{}', now(), now(), now() FROM generate_series(1, %[1]d) AS g;
	INSERT INTO subscriptions (id, created_at, account_id, plan_id, order_id, payment_method_id, status, renew_span, renew_span_unit, period, anchor_day,
			first_payment_day, term_start, next_settlement_day, paid_through, due_at, remind_at, updated_at)
		SELECT pg_temp.id(9, g), pg_temp.before(120, g), pg_temp.account(g), 'standard', pg_temp.id(8, g), pg_temp.id(7, g), 'ONGOING_CONTRACT', 1, 'months', 3,
			current_date - 60, current_date - 60, current_date, current_date + (2 + g %% 27)::int, current_date + (1 + g %% 27)::int,
			now() + interval '2 days', now() + interval '1 day', now() FROM generate_series(1, %[1]d) AS g;
	INSERT INTO subscription_prices (id, created_at, subscription_id, from_period, list_amount)
		SELECT pg_temp.id(14, g), pg_temp.before(120, g), pg_temp.id(9, g), 1, 1100 FROM generate_series(1, %[1]d) AS g;
	INSERT INTO subscription_events (id, created_at, subscription_id, event, from_status, to_status, period)
		SELECT pg_temp.id(10, g), pg_temp.before(120, g), pg_temp.id(9, 1 + g %% %[1]d), 'Renewed', 'ONGOING_CONTRACT', 'ONGOING_CONTRACT', 1 + g / %[1]d
		FROM generate_series(0, 3 * %[1]d - 1) AS g;
	INSERT INTO bills (id, created_at, account_id, order_id, subscription_id, period, period_start, period_end, plan_id, plan_name, list_amount, amount, tax,
			tax_rate, due_day, state, paid_at, updated_at)
		SELECT pg_temp.id(13, g), pg_temp.before(120, g), pg_temp.account(1 + g %% %[1]d), CASE WHEN g < %[1]d THEN pg_temp.id(8, 1 + g) END,
			pg_temp.id(9, 1 + g %% %[1]d), 1 + g / %[1]d, current_date - 90 + 30 * (g / %[1]d)::int, current_date - 61 + 30 * (g / %[1]d)::int, 'standard',
			'{"ja": "standard"}', 1100, 1100, 100, 10, current_date - 90 + 30 * (g / %[1]d)::int, 'paid', now(), now() FROM generate_series(0, 3 * %[1]d - 1) AS g;
	INSERT INTO charges (id, created_at, account_id, bill_id, plan_name, payment_method_id, provider, provider_order_id, state, amount, tax, initiator,
			give_up_at, settled_at, applied_at, updated_at)
		SELECT pg_temp.id(11, g), pg_temp.before(120, g), pg_temp.account(1 + g %% %[1]d), pg_temp.id(13, g), '{"ja": "standard"}', pg_temp.id(7, 1 + g %% %[1]d),
			'sbps', 'order' || g, 'settled', 1100, 100, 'member', now(), now(), now(), now() FROM generate_series(0, 3 * %[1]d - 1) AS g;
	INSERT INTO entitlements (id, created_at, account_id, plan_id, source, source_id, subscription_id, starts_at, expires_at)
		SELECT pg_temp.id(12, g), pg_temp.before(120, g), pg_temp.account(g), 'standard', 'order', pg_temp.id(8, g), pg_temp.id(9, g),
			now(), now() + interval '9 days' FROM generate_series(1, %[1]d) AS g;

	DO $$ DECLARE statement text; BEGIN FOR statement IN SELECT made.statement FROM made LOOP EXECUTE statement; END LOOP; END $$`
