package app

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/keyset"
	"kaiin/server/base/store/storetest"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
)

// What `make bench` asks for: how many times as much of PostgreSQL what is done all day takes with
// 100,000 members as with 1,000. The members who do it have as many rows of their own in both.

var (
	fewMembers, manyMembers = 1_000, 100_000 // or MEMBERS

	growRounds = 15
)

const (
	acting   = 100               // members who do something, spread over all of them
	growTurn = 20                // times in a row: short, so that both databases meet the same noise
	warming  = acting / growTurn // rounds that do not count: statements are prepared, and what the members have is in memory
)

type growingAct struct {
	name string
	do   func(*testing.B, *App, *grownMember) error
}

// growing is everything that is done all day.
var growing = []growingAct{
	{"session", func(b *testing.B, a *App, m *grownMember) error {
		row, _, err := a.Session.Resume(b.Context(), m.token)
		if row == nil {
			b.Error("no session")
		}
		return err
	}},
	{"history", func(b *testing.B, a *App, m *grownMember) error {
		rows, err := a.Login.History(b.Context(), m.Actor)
		if len(rows) < 10 {
			b.Errorf("%d tries to log in", len(rows))
		}
		return err
	}},
	{"sessions", func(b *testing.B, a *App, m *grownMember) error {
		rows, err := a.Session.List(b.Context(), m.Actor)
		if len(rows) < 3 {
			b.Errorf("%d sessions", len(rows))
		}
		return err
	}},
	{"mypage", screenOf("/mypage/screen-data")},
	{"plans", screenOf("/mypage/plans/screen-data")},
	{"user-id", func(b *testing.B, a *App, m *grownMember) error {
		m.checks++
		return a.Signup.VerifyUserID(b.Context(), m.Actor, fmt.Sprintf("unused%d", m.checks))
	}},
	{"purge", func(b *testing.B, a *App, _ *grownMember) error { return a.purge(b.Context()) }},
	{"due-scan", func(b *testing.B, a *App, _ *grownMember) error {
		if err := errors.Join(a.Search.Keep(b.Context()), a.Watch.Look(b.Context())); err != nil { // of what this did before
			return err
		}
		n, err := a.scan(b.Context())
		if n != 0 {
			b.Errorf("%d are due", n)
		}
		return err
	}},
	{"throttle", func(b *testing.B, a *App, _ *grownMember) error {
		return a.Throttle.CountGuess(b.Context(), throttle.Guesses{Key: "login:" + uuid.NewString(), Free: 5, Window: time.Hour})
	}},
	{"login", func(b *testing.B, a *App, m *grownMember) error {
		entered, err := a.Login.Login(b.Context(), m.browser(), login.Input{
			Identifier: m.Email, Password: accounttest.Password, Method: actor.MethodPassword,
		})
		if err == nil && entered.Token == "" {
			b.Error("not logged in")
		}
		return err
	}},
	{"code-login", logInByCode},
	{"member-at-the-desk", askDesk(oneWithSixLists)},
	{"every-page", everyPage},
	{"accesses", func(b *testing.B, a *App, m *grownMember) error {
		all, _, err := a.Acts.Accesses(b.Context(), m.AccountID, keyset.Page{First: 20})
		if len(all) < grownActs {
			b.Errorf("%d acts", len(all))
		}
		return err
	}},
	{"data-file", dataFile},
	{"desk-lists", deskLists},
	{"search", searched},
	{"reconcile", reconciled},
	{"watch", func(b *testing.B, a *App, _ *grownMember) error { return a.Watch.Look(b.Context()) }},
	{"figures", measured},
}

// untimed are acts that are many calls each: only what they read is told.
var untimed = []string{"every-page", "data-file", "reconcile"}

// BenchmarkGrowth tells of each the processor time of PostgreSQL with few members, in µs, and how
// many times as much it is with many; the same of the rows that are read; and the pages of tables
// and indexes. Of the larger database it tells the bytes of tables and indexes a member.
func BenchmarkGrowth(b *testing.B) {
	if testing.Short() { // only to see that it works
		fewMembers, manyMembers, growRounds = acting, 2*acting, 1
	} else if asked := os.Getenv("MEMBERS"); asked != "" {
		var err error
		if manyMembers, err = strconv.Atoi(asked); err != nil {
			b.Fatal("MEMBERS: ", err)
		}
		growRounds = 5 // what is read is exact, and is what a larger size is asked for
	}
	before := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler)) // its lines would be among the figures
	defer slog.SetDefault(before)
	databases := [2]*grown{grow(b, fewMembers), grow(b, manyMembers)}
	var reads [2]map[string]storetest.Reads
	for i, g := range databases {
		reads[i] = g.reads(b)
		g.open(b)
	}
	b.Run("sizes", func(b *testing.B) {
		for table, size := range databases[1].sizes(b) {
			b.ReportMetric(float64(size)/float64(manyMembers), table+"-B")
		}
		b.ReportMetric(float64(manyMembers), "members")
	})
	for _, act := range growing {
		b.Run(act.name, func(b *testing.B) {
			var ratios, times []float64
			rounds := warming + growRounds
			if slices.Contains(untimed, act.name) {
				rounds = 0
			}
			for round := range rounds {
				var took [2]time.Duration
				for i, g := range databases {
					took[i] = g.turn(b, g.app, act)
				}
				if round >= warming {
					ratios = append(ratios, took[1].Seconds()/took[0].Seconds())
					times = append(times, took[0].Seconds()*1e6/growTurn)
				}
			}
			if len(times) > 0 {
				b.ReportMetric(middle(times), "µs")
				b.ReportMetric(middle(ratios), "time-ratio")
			}
			few, many := reads[0][act.name], reads[1][act.name]
			b.ReportMetric(float64(few.Rows)/growTurn, "rows")
			b.ReportMetric(float64(many.Rows)/float64(max(1, few.Rows)), "rows-ratio")
			b.ReportMetric(float64(few.Pages)/growTurn, "pages")
			b.ReportMetric(float64(many.Pages)/growTurn, "pages-of-many")
		})
	}
}

func middle(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
