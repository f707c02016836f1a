package app

import (
	"encoding/json"
	"errors"
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
	var turns []func(*store.Store)
	for _, act := range growing {
		turns = append(turns, func(st *store.Store) { g.turn(b, g.on(b, st), act) })
	}
	for i, tables := range storetest.ReadsOfEach(b, g.config.DatabaseURL, true, turns...) {
		var sum storetest.Reads
		for _, r := range tables {
			sum.Rows += r.Rows
			sum.Pages += r.Pages
		}
		all[growing[i].name] = sum
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
	token      string // of a session
	phone      string
	logsInFrom string
	checks     int
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
	g.exec(b, fmt.Sprintf(grownRows, members, pq.QuoteLiteral(*model.PasswordHash), grownCharges, grownLogins, grownActs, acting, reconciledDay))
	g.settle(b)
	g.registerProgram(b)
	for i := range acting {
		g.members = append(g.members, g.member(b, 1+i*members/acting, i))
	}
	return g
}

// settle does what the worker would have done by now of what grew: the words of all members are
// made, and the days of acts that are over are sealed.
func (g *grown) settle(b *testing.B) {
	for left := true; left; {
		if err := g.app.Search.Keep(b.Context()); err != nil {
			b.Fatal(err)
		}
		if err := g.app.Store.QueryRow(b.Context(), `SELECT EXISTS (SELECT FROM account_search_fills)`).Scan(&left); err != nil {
			b.Fatal(err)
		}
	}
	if err := errors.Join(g.app.Acts.Seal(b.Context()), g.app.Watch.Look(b.Context()), g.app.Watch.Look(b.Context())); err != nil {
		b.Fatal(err)
	}
}

// sizes are the bytes of each table that takes more than one in a hundred of the database, by
// name; those of its indexes, by its name and "-indexes"; and those of the database, as "all".
func (g *grown) sizes(b *testing.B) map[string]int {
	rows, err := g.app.Store.DB.QueryContext(b.Context(), `SELECT relname, pg_table_size(oid), pg_indexes_size(oid), pg_database_size(current_database())
		FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	sizes := map[string]int{}
	for rows.Next() {
		var name string
		var table, indexes, all int
		if err := rows.Scan(&name, &table, &indexes, &all); err != nil {
			b.Fatal(err)
		}
		if sizes["all"] = all; (table+indexes)*100 >= all {
			sizes[name], sizes[name+"-indexes"] = table, indexes
		}
	}
	if err := rows.Err(); err != nil {
		b.Fatal(err)
	}
	return sizes
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
	m.phone, m.logsInFrom = *row.PhoneNumber, fmt.Sprintf("2001:db8::%x:%x", 1+(number-1)/65536, (number-1)%65536)
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
