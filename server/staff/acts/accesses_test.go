package acts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/staff/scope"
)

// clerk is a person of the staff who may do all that can be done at the desk.
func (r room) clerk(number int, department string) actor.Actor {
	return actor.Actor{Staff: &actor.Staff{
		ID: uuid.New(), Number: number, Name: "Hanako Sato", Department: department, Roles: []string{"support"}, Scopes: r.everything(), FreshAt: r.Clock.Now(),
	}}
}

// program is a program of the staff.
func (r room) program(name string) actor.Actor {
	return actor.Actor{Staff: &actor.Staff{Name: name, Program: name, Scopes: r.everything()}}
}

func (room) everything() (all []scope.Scope) {
	for _, rule := range scope.Rules() {
		all = append(all, rule.Scope)
	}
	return all
}

func (r room) look(t testing.TB, a actor.Actor, act Act) {
	t.Helper()
	r.must(t, r.Look(t.Context(), a, Origin{IP: "192.0.2.9", RequestID: "q-1"}, "member", act))
}

// decide does what the clerk decides for the reason, with a ticket.
func (r room) decide(t testing.TB, a actor.Actor, why ReasonKind, act Act, do func(*Act) error) error {
	t.Helper()
	if !a.Staff.FreshAt.IsZero() {
		a.Staff.FreshAt = r.Clock.Now()
	}
	d, err := r.At(t.Context(), a, Origin{}, "field", act.Kind, Given{Key: uuid.NewString(), ReasonKind: why, Reason: "they wrote to us " + uuid.NewString(), Ticket: "Q-7"})
	r.must(t, err)
	return d.Do(t.Context(), act, func(_ context.Context, act *Act) error { return do(act) })
}

func done(*Act) error { return nil }

// told are the accesses of the member, each in a line.
func (r room) told(t testing.TB, owner uuid.UUID) []string {
	t.Helper()
	page, more, err := r.Accesses(t.Context(), owner, keyset.Page{First: 100})
	if err != nil || more {
		t.Fatal(more, err)
	}
	return lines(page)
}

func lines(page []Access) []string {
	all := []string{}
	for _, a := range page {
		all = append(all, strings.Join(strings.Fields(fmt.Sprintf("%s %s %d %s %v %s %s ×%d", a.By, a.Department, a.Number, a.What, a.Fields, a.Why, a.Ticket, a.Count)), " "))
	}
	return all
}

// A member is told what was done, by which department and number, and for what kind of reason:
// never a name, and nothing that is about another member.
func TestAccessesSayWhatWasDone(t *testing.T) {
	t.Parallel()
	r, member, other := setup(t), uuid.New(), uuid.New()
	if got := r.told(t, member); len(got) != 0 {
		t.Errorf("before anything: %v", got)
	}
	hanako := r.clerk(12, "Support")
	r.look(t, hanako, Act{Kind: MembersFound, Subjects: []uuid.UUID{other, member}})
	r.look(t, hanako, Act{Kind: MemberOpened, AccountID: member})
	r.look(t, hanako, Act{Kind: MemberOpened, AccountID: other})
	r.must(t, r.decide(t, hanako, Inquiry, Act{Kind: MemberRevealed, AccountID: member, Fields: []PersonalField{"PHONE", "NAME"}}, done))
	r.must(t, r.decide(t, hanako, BillingKind, Act{Kind: MemberChecked, AccountID: member, Fields: []PersonalField{"BIRTHDAY"}}, done))
	r.must(t, r.decide(t, hanako, Mistake, Act{Kind: MemberChanged, AccountID: member, Fields: []PersonalField{"EMAIL"}}, done))
	r.must(t, r.decide(t, hanako, Fraud, Act{Kind: SessionsEnded, AccountID: member}, done))
	r.must(t, r.decide(t, hanako, Security, Act{Kind: ContractEnded, AccountID: member}, done))
	r.must(t, r.decide(t, hanako, Legal, Act{Kind: ChargeDecided, AccountID: member}, done))
	r.must(t, r.decide(t, hanako, Maintenance, Act{Kind: EventClosed, AccountID: member}, done))
	r.look(t, hanako, Act{Kind: MoneyRead, AccountID: member})
	r.look(t, hanako, Act{Kind: ActsRead, AccountID: member})
	r.look(t, r.program("crm"), Act{Kind: MemberOpened, AccountID: member})
	r.act(t, "jiro", member)
	r.must(t, r.by(t, "jiro").Note(t.Context(), Act{Kind: NewsletterSent, Subjects: []uuid.UUID{member}}))
	want := []string{
		"PERSON 0 OTHER [] T-1 ×1",
		"PERSON 0 MONEY_DECIDED [] T-1 ×1",
		"PROGRAM 0 OPENED [] ×1",
		"PERSON Support 12 RECORD_OPENED [] ×1",
		"PERSON Support 12 PAYMENTS_OPENED [] ×1",
		"PERSON Support 12 MONEY_DECIDED [] MAINTENANCE ×1",
		"PERSON Support 12 MONEY_DECIDED [] LEGAL ×1",
		"PERSON Support 12 CONTRACT_ENDED [] SECURITY ×1",
		"PERSON Support 12 SESSIONS_ENDED [] FRAUD ×1",
		"PERSON Support 12 CHANGED [EMAIL] MISTAKE Q-7 ×1",
		"PERSON Support 12 CHECKED [BIRTHDAY] BILLING Q-7 ×1",
		"PERSON Support 12 REVEALED [NAME PHONE] INQUIRY Q-7 ×1",
		"PERSON Support 12 OPENED [] ×1",
		"PERSON Support 12 SEARCHED [] ×1",
	}
	if got := r.told(t, member); !slices.Equal(got, want) {
		t.Errorf("told\n%s", strings.Join(got, "\n"))
	}
	if got := r.told(t, other); !slices.Equal(got, []string{want[12], want[13]}) {
		t.Errorf("the other member: %v", got)
	}
	if got := r.told(t, uuid.New()); len(got) != 0 {
		t.Errorf("a third one: %v", got)
	}
	if found := r.verified(t.Context(), t, ""); len(found) > 0 {
		t.Errorf("found %v", found)
	}
}

// What was refused, and what a second person has not decided yet, opened and changed nothing.
func TestAccessesAreOfWhatWasDone(t *testing.T) {
	t.Parallel()
	r, member := setup(t), uuid.New()
	hanako := r.clerk(12, "Support")
	no := errors.New("no")
	if err := r.decide(t, hanako, Inquiry, Act{Kind: RefundAsked, AccountID: member}, func(*Act) error { return no }); !errors.Is(err, no) {
		t.Fatal(err)
	}
	r.must(t, r.decide(t, hanako, Inquiry, Act{Kind: RefundAsked, AccountID: member}, func(act *Act) error { act.Proposed = true; return nil }))
	r.must(t, r.decide(t, hanako, Inquiry, Act{Kind: RefundAsked, AccountID: member}, func(act *Act) error { act.Unchanged = true; return nil }))
	hanako.Staff.Scopes = nil
	if err := r.Look(t.Context(), hanako, Origin{}, "member", Act{Kind: MemberOpened, AccountID: member}); !fault.Is(err, fault.MissingScope) {
		t.Fatal(err)
	}
	if got := r.told(t, member); len(got) != 0 {
		t.Errorf("told %v", got)
	}
}

// Looks are summed by day in Tokyo and by person, but for each time a person opened the member.
func TestAccessesSumLooksByDay(t *testing.T) {
	t.Parallel()
	r, member := setup(t), uuid.New()
	r.Clock.Advance(time.Date(2026, 5, 15, 14, 57, 0, 0, time.UTC).Sub(morning)) // 23:57 in Tokyo
	hanako, jiro, crm := r.clerk(12, "Support"), r.clerk(13, "Billing"), r.program("crm")
	opened := r.clerk(14, "Support")
	looks := func() {
		for range 2 {
			r.look(t, hanako, Act{Kind: MembersFound, Subjects: []uuid.UUID{member}})
			r.look(t, crm, Act{Kind: MemberOpened, AccountID: member})
		}
		r.look(t, jiro, Act{Kind: MembersFound, Subjects: []uuid.UUID{member}})
		opened.Staff.ID = uuid.New() // the same one again within the hour needs no act
		r.look(t, opened, Act{Kind: MemberOpened, AccountID: member})
	}
	looks()
	r.look(t, hanako, Act{Kind: MembersFound, Subjects: []uuid.UUID{uuid.New()}})
	day := []string{"PERSON Support 14 OPENED [] ×1", "PERSON Billing 13 SEARCHED [] ×1", "PROGRAM 0 OPENED [] ×2", "PERSON Support 12 SEARCHED [] ×2"}
	if got := r.told(t, member); !slices.Equal(got, day) {
		t.Errorf("of a day: %v", got)
	}
	r.Clock.Advance(5 * time.Minute)
	looks()
	if got := r.told(t, member); !slices.Equal(got, append(slices.Clone(day), day...)) {
		t.Errorf("of two days: %v", got)
	}
	page, _, err := r.Accesses(t.Context(), member, keyset.Page{First: 2})
	if err != nil || page[1].At.Day() != 15 || page[1].At.Hour() != 15 {
		t.Errorf("%+v, %v", page, err)
	}
}

// A page begins after the last entry of the one before it, and the last page says so.
func TestAccessesComeInPages(t *testing.T) {
	t.Parallel()
	r, member := setup(t), uuid.New()
	for range 5 {
		r.act(t, "jiro", member)
		r.Clock.Advance(time.Minute)
	}
	var ids []uuid.UUID
	p := keyset.Page{First: 2}
	for _, want := range []bool{true, true, false} {
		page, more, err := r.Accesses(t.Context(), member, p)
		if err != nil || more != want {
			t.Fatalf("more %v, %v", more, err)
		}
		for _, a := range page {
			ids = append(ids, a.ID)
		}
		last := page[len(page)-1]
		p.After = &keyset.Cursor{At: last.At, ID: last.ID}
	}
	list, err := r.List(t.Context(), Filter{AccountID: member}, 10)
	r.must(t, err)
	var want []uuid.UUID
	for _, e := range list {
		want = append(want, e.ID)
	}
	if !slices.Equal(ids, want) {
		t.Errorf("%v, want %v", ids, want)
	}
	if page, more, err := r.Accesses(t.Context(), member, p); err != nil || more || len(page) != 0 {
		t.Errorf("after the last one: %v, %v, %v", page, more, err)
	}
}

// What an act has forgotten is told no more.
func TestAccessesForgetWithTheirActs(t *testing.T) {
	t.Parallel()
	r, member := setup(t), uuid.New()
	hanako := r.clerk(12, "Support")
	r.look(t, hanako, Act{Kind: MembersFound, Subjects: []uuid.UUID{member}})
	r.must(t, r.decide(t, hanako, Inquiry, Act{Kind: MemberRevealed, AccountID: member, Fields: []PersonalField{"NAME"}}, done))
	r.must(t, r.decide(t, hanako, Inquiry, Act{Kind: RefundAsked, AccountID: member}, done))
	money := "PERSON Support 12 MONEY_DECIDED [] INQUIRY Q-7 ×1"
	all := []string{money, "PERSON Support 12 REVEALED [NAME] INQUIRY Q-7 ×1", "PERSON Support 12 SEARCHED [] ×1"}
	for _, c := range []struct {
		years int
		want  []string
	}{{0, all}, {1, []string{money}}, {10, []string{}}} {
		r.Clock.Advance(morning.AddDate(c.years, 0, 1).Sub(r.Clock.Now()))
		r.must(t, r.Purge(t.Context()))
		if got := r.told(t, member); !slices.Equal(got, c.want) {
			t.Errorf("after %d years: %v", c.years, got)
		}
	}
	var left int
	r.must(t, r.Store.QueryRow(t.Context(), `SELECT count(*) FROM acts WHERE staff_number IS NOT NULL OR department IS NOT NULL OR fields IS NOT NULL`).Scan(&left))
	if left != 0 {
		t.Errorf("%d acts still say who it was", left)
	}
	if found := r.verified(t.Context(), t, ""); len(found) > 0 {
		t.Errorf("found %v", found)
	}
}

// Who it was, as members are told it, and the names of fields are in the hash of what an act says.
func TestVerifyProvesWhatMembersAreTold(t *testing.T) {
	t.Parallel()
	r, member := setup(t), uuid.New()
	r.must(t, r.decide(t, r.clerk(12, "Support"), Inquiry, Act{Kind: MemberRevealed, AccountID: member, Fields: []PersonalField{"NAME"}}, done))
	for _, change := range []string{`staff_number = 13`, `department = 'Billing'`, `fields = 'SEX'`, `reason_kind = 'LEGAL'`, `staff_number = NULL`, `department = NULL`, `fields = NULL`} {
		err := r.Store.Tx(t.Context(), func(ctx context.Context) error {
			r.past(ctx, t, `UPDATE acts SET `+change)
			if found := r.verified(ctx, t, ""); !slices.Equal(found, []string{"altered member 1"}) {
				t.Errorf("%s: found %v", change, found)
			}
			return errUndo
		})
		if !errors.Is(err, errUndo) {
			t.Errorf("%s: %v", change, err)
		}
	}
}

// An act names only fields that members can be told.
func TestAnActNamesFieldsThatThereAre(t *testing.T) {
	t.Parallel()
	r := setup(t)
	err := r.by(t, "jiro").Note(t.Context(), Act{Kind: SessionsEnded, AccountID: uuid.New(), Fields: []PersonalField{"NAME", "taro@example.com"}})
	if err == nil || !strings.Contains(err.Error(), "no field of members") {
		t.Errorf("%v", err)
	}
}

// Each kind of act is told as something, or is about no member.
func TestEachKindIsToldOrAboutNoMember(t *testing.T) {
	t.Parallel()
	for kind := range years {
		if about, none := told[kind] != "", slices.Contains(aboutNone, kind); about == none {
			t.Errorf("%s: told %v, about no member %v", kind, about, none)
		}
	}
	if len(told)+len(aboutNone) != len(years) {
		t.Errorf("%d kinds are told, %d are about no member, of %d", len(told), len(aboutNone), len(years))
	}
}
