package watch

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/store/storetest"
	"kaiin/server/shop/catalog/catalogtest"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
)

// desk is one whose record is watched, at noon of 15 May 2026 in Tokyo, and which has been watched
// before.
type desk struct {
	*Service
	t    *testing.T
	acts *acts.Service
	told []string // what the owners were told, and about which person
}

func (d *desk) Tell(_ context.Context, m notify.Message) error {
	told := m.(notify.StaffUnusual)
	d.told = append(d.told, fmt.Sprint(told.What, " ", told.By, " ", told.Count))
	return nil
}

func setup(t *testing.T) *desk {
	t.Helper()
	t.Parallel()
	st := storetest.Open(t)
	box, err := secret.NewBox(bytes.Repeat([]byte{7}, 32))
	if err != nil {
		t.Fatal(err)
	}
	clk := clock.At(clock.Date(2026, 5, 15).Start().Add(12 * time.Hour))
	c := catalogtest.Seed(t, st, nil)
	c.Clock = clk
	d := &desk{t: t, acts: &acts.Service{Store: st, Clock: clk, Secrets: box}}
	d.Service = &Service{Store: st, Clock: clk, Settings: c.Settings, Owners: d}
	d.must(d.Look(t.Context()))
	return d
}

func (d *desk) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func person(name string) *actor.Staff {
	return &actor.Staff{ID: uuid.New(), Number: 1, Name: name, Scopes: scope.Of("supportLead", "compliance"), FreshAt: time.Date(2999, 1, 1, 0, 0, 0, 0, time.UTC)}
}

// does has the person do so many acts, each with the time between them.
func (d *desk) does(who *actor.Staff, kind acts.Kind, n int, each time.Duration, of ...uuid.UUID) {
	d.t.Helper()
	for i := range n {
		act := acts.Act{Kind: kind}
		if len(of) > 0 {
			act.AccountID = of[i%len(of)]
		}
		d.must(d.acts.Look(d.t.Context(), actor.Actor{Staff: who}, acts.Origin{}, "test", act))
		d.Clock.Advance(each)
	}
}

func (d *desk) member(kana string) uuid.UUID {
	d.t.Helper()
	now := d.Clock.Now()
	return d.Store.Client(d.t.Context()).Account.Create().SetNameKana(kana).SetCreatedAt(now).SetUpdatedAt(now).SaveX(d.t.Context()).ID
}

// tells is what a look tells, in order.
func (d *desk) tells() []string {
	d.t.Helper()
	d.told = nil
	d.Clock.Advance(2 * behind)
	d.must(d.Look(d.t.Context()))
	slices.Sort(d.told)
	return d.told
}

func (d *desk) wants(name string, want ...string) {
	d.t.Helper()
	if got := d.tells(); !slices.Equal(got, want) {
		d.t.Errorf("%s: %q, want %q", name, got, want)
	}
}

// Pages are members who were opened, however many of them somebody looks at.
func TestPagesOfMembersAreWatched(t *testing.T) {
	d := setup(t)
	jiro, one := person("jiro"), d.member("ヤマダ")
	d.does(jiro, acts.MemberViewed, 16, time.Second, one)
	d.wants("sixteen pages of a member")
	d.does(jiro, acts.MemberRevealed, 9, time.Second, one)
	d.wants("nine reveals beside them")
	d.does(jiro, acts.MemberViewed, 1, time.Second, d.member("アベ"))
	d.wants("another member", "manyReveals jiro 11")
	var list []uuid.UUID
	for range 10 {
		list = append(list, d.member(""))
	}
	saburo := person("saburo")
	d.does(saburo, acts.MemberViewed, 10, time.Second, list...)
	d.wants("a list", "inOrder saburo 10")
	for i := range 5 {
		d.does(person(fmt.Sprint(i)), acts.MemberViewed, 1, time.Second, list[0])
	}
	d.wants("by many", "byMany  6")
	d.Clock.Advance(11 * time.Hour)
	d.does(person("shiro"), acts.MemberViewed, 1, time.Second, one)
	d.wants("at night", "atNight shiro 1")
}

// Decisions that harm members where they are much are watched, once for all of their kinds.
func TestManyDecisionsAreWatched(t *testing.T) {
	d := setup(t)
	jiro := person("jiro")
	for _, kind := range []acts.Kind{acts.SessionsEnded, acts.MemberBlocked} {
		d.does(jiro, kind, 5, time.Second, d.member("ヤマダ"))
	}
	d.does(jiro, acts.MailSent, 20, time.Second, d.member("ヤマダ"))
	d.wants("ten decisions")
	d.does(jiro, acts.ContractEnded, 1, time.Second, d.member("ヤマダ"))
	d.wants("the eleventh", "manyDecisions jiro 11")
	d.does(jiro, acts.ContractEnded, 5, time.Second, d.member("ヤマダ"))
	d.wants("told once")
}

// Beyond three times of the usual hour is unusual, and no less than eleven; it is told once.
func TestFarMoreThanUsual(t *testing.T) {
	d := setup(t)
	jiro, saburo := person("jiro"), person("saburo")
	d.does(jiro, acts.MembersFound, 10, time.Second)
	d.wants("ten on the first day")
	d.does(jiro, acts.MembersFound, 1, time.Second)
	d.wants("one more", "manyFinds jiro 11")
	d.does(jiro, acts.MembersFound, 5, time.Second)
	d.wants("told once")
	for range 5 {
		d.Clock.Advance(time.Hour - d.Clock.Now().Sub(d.Clock.Now().Truncate(time.Hour)))
		d.does(saburo, acts.MembersFound, 8, time.Second)
	}
	d.wants("what is usual")
	d.Clock.Advance(time.Hour - d.Clock.Now().Sub(d.Clock.Now().Truncate(time.Hour)))
	d.does(saburo, acts.MembersFound, 24, time.Second)
	d.wants("three times of that")
	d.does(saburo, acts.MembersFound, 1, time.Second)
	d.wants("more than that", "manyFinds saburo 25")
}

// The night begins at 22 and ends at 6; it is told once a night.
// A program that was stolen searches more than it does by itself. That it works at night, and takes
// one member after the other, is nothing.
func TestProgramsAreWatched(t *testing.T) {
	d := setup(t)
	nightly := &actor.Staff{Program: "nightly", Name: "夜間集計", Scopes: []scope.Scope{scope.MembersFind, scope.MembersRead}}
	d.Clock.Advance(14 * time.Hour) // 2 o'clock
	for range 3 {
		d.does(nightly, acts.MembersFound, 20, time.Second)
		for range 12 {
			d.does(nightly, acts.MemberOpened, 1, time.Second, d.member("ア"))
		}
		d.Clock.Advance(24 * time.Hour)
	}
	d.wants("three nights", "manyFinds 夜間集計 20") // the first
	d.does(nightly, acts.MembersFound, 60, time.Second)
	d.wants("as much as thrice the usual")
	d.does(nightly, acts.MembersFound, 1, time.Second)
	d.wants("more than that", "manyFinds 夜間集計 61")
}

func TestAtNight(t *testing.T) {
	d := setup(t)
	jiro := person("jiro")
	until := func(day, hour, minute int) {
		d.Clock.Advance(clock.Date(2026, 5, day).Start().Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute).Sub(d.Clock.Now()))
	}
	until(15, 21, 59)
	d.does(jiro, acts.MembersFound, 1, 0)
	d.wants("a minute before ten")
	until(15, 22, 3)
	d.does(jiro, acts.ContractsRead, 1, 0)
	d.wants("contracts")
	d.does(jiro, acts.MembersFound, 1, 0)
	d.wants("at ten", "atNight jiro 1")
	until(16, 5, 55)
	d.does(jiro, acts.MembersFound, 1, 0)
	d.wants("the same night")
	until(16, 6, 0)
	d.does(jiro, acts.MembersFound, 1, 0)
	d.wants("at six")
	until(16, 22, 0)
	d.does(jiro, acts.MembersFound, 1, 0)
	d.wants("the next night", "atNight jiro 1")
}

// Ten members in the order of their ids or readings are a list that is copied, whichever way.
func TestInOrder(t *testing.T) {
	for name, backwards := range map[string]bool{"up": false, "down": true} {
		t.Run(name, func(t *testing.T) {
			d := setup(t)
			var ids, byKana []uuid.UUID
			for range 10 {
				ids = append(ids, d.member(""))
			}
			kana := []string{"ア", "カ", "サ", "タ", "ナ", "ハ", "マ", "ヤ", "ラ", "ワ"}
			made := map[string]uuid.UUID{}
			for _, i := range []int{5, 2, 8, 0, 9, 1, 7, 3, 6, 4} {
				made[kana[i]] = d.member(kana[i])
			}
			for _, k := range kana {
				byKana = append(byKana, made[k])
			}
			if backwards {
				slices.Reverse(ids)
				slices.Reverse(byKana)
			}
			jiro, saburo, shiro := person("jiro"), person("saburo"), person("shiro")
			d.does(jiro, acts.MemberOpened, 9, time.Second, ids...)
			d.wants("nine")
			d.does(jiro, acts.MemberOpened, 1, time.Second, ids[9])
			d.wants("ten", "inOrder jiro 10")
			d.does(saburo, acts.MemberOpened, 10, time.Second, byKana...)
			d.wants("by the reading", "inOrder saburo 10")
			mixed := slices.Concat(ids[5:], ids[:5])
			d.does(shiro, acts.MemberOpened, 10, time.Second, mixed...)
			d.wants("in no order")
		})
	}
}

// A member whom five people open in a day is told of, once.
func TestOpenedByMany(t *testing.T) {
	d := setup(t)
	id := d.member("ヤマダ")
	for i := range 4 {
		d.does(person(fmt.Sprint("p", i)), acts.MemberOpened, 1, time.Second, id)
	}
	d.wants("four")
	d.does(person("p5"), acts.MemberOpened, 1, time.Second, id)
	d.does(person("p6"), acts.MemberOpened, 1, time.Second, id)
	d.wants("five", "byMany  6")
}

// Three refunds just under the limit of a person are told of.
func TestJustUnderTheLimit(t *testing.T) {
	d := setup(t)
	jiro := person("jiro")
	jiro.Scopes = append(jiro.Scopes, scope.MoneyRefund)
	refund := func(who *actor.Staff, yen int) {
		t.Helper()
		by, err := d.acts.At(t.Context(), actor.Actor{Staff: who}, acts.Origin{}, "refund", acts.RefundAsked, acts.Given{Key: uuid.NewString(), ReasonKind: acts.BillingKind, Reason: "because of " + uuid.NewString()})
		d.must(err)
		d.must(by.Do(t.Context(), acts.Act{Kind: acts.RefundAsked}, func(ctx context.Context, _ *acts.Act) error {
			return d.Store.Exec(ctx, `INSERT INTO refunds (id, created_at, updated_at, account_id, charge_id, amount, request_key, asked_by, reason, state, kind, tracking_id)
				VALUES ($1, $2, $2, $3, $3, $4, $5, 'jiro', '', 'done', 'refund', '')`, uuid.New(), d.Clock.Now(), uuid.New(), yen, by.Name())
		}))
		d.Clock.Advance(time.Second)
	}
	for _, yen := range []int{10_000, 8_999, 9_000, 100} {
		refund(jiro, yen)
	}
	d.wants("two of them")
	other := person("saburo")
	other.Scopes = jiro.Scopes
	refund(other, 9_999)
	d.wants("a colleague's")
	refund(jiro, 9_500)
	d.wants("three", "underLimit jiro 3")
}

// A look goes on where the last one ended, however many acts there are, and a job looks every few
// minutes.
func TestStepByStep(t *testing.T) {
	d := setup(t)
	jiro := person("jiro")
	for i := range 3 {
		d.does(person(fmt.Sprint("p", i)), acts.ContractsRead, step/2, 0)
	}
	d.does(jiro, acts.MembersFound, 11, 0)
	d.wants("behind 750 others", "manyFinds jiro 11")
	if n, err := d.Due(t.Context()); n != 0 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	d.does(jiro, acts.ContractsRead, 1, 0)
	d.Clock.Advance(every + time.Second)
	if n, err := d.Due(t.Context()); n != 1 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if n, err := d.Due(t.Context()); n != 0 || err != nil {
		t.Errorf("a second job: %d, %v", n, err)
	}
}
