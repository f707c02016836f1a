package people_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/desk/people"
	"kaiin/server/desk/people/peopletest"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/acts/actstest"
	"kaiin/server/staff/scope"
)

// Attack 27: no person gives more than they hold, or decides on themselves; no program decides.
func TestScopesAreGivenByTheirHolders(t *testing.T) {
	s := setup(t)
	owner := peopletest.Enrolled(t, s, "Hanako", "owner")
	second := peopletest.Enrolled(t, s, "Second", "owner")
	helper := peopletest.Enrolled(t, s, "Jiro", "support")
	roles := func(who *peopletest.Person, on uuid.UUID, roles ...string) string {
		return said(s.SetRoles(t.Context(), who.Decides(t, s, acts.StaffChanged, roles), on, roles, nil))
	}
	for name, c := range map[string]struct{ got, want string }{
		"a role with more":       {roles(owner, helper.Staff.ID, "support", "billing"), "403 SCOPE_EXCEEDS_OWN"},
		"another role with more": {roles(owner, helper.Staff.ID, "supportLead"), "403 SCOPE_EXCEEDS_OWN"},
		"their own role":         {roles(owner, owner.Staff.ID, "owner", "support"), "403 STAFF_ONESELF"},
		"themselves disabled":    {said(s.Disable(t.Context(), owner.Decides(t, s, acts.StaffDisabled, nil), owner.Staff.ID)), "403 STAFF_ONESELF"},
		"no role":                {roles(owner, helper.Staff.ID), "400 REQUIRED"},
		"a made up role":         {roles(owner, helper.Staff.ID, "support", "root"), "400 INVALID_CHOICE"},
		"a person who is not":    {roles(owner, uuid.New(), "owner"), "404 NOT_FOUND"},
		"what they hold":         {roles(owner, helper.Staff.ID, "support", "owner"), said(nil)},
		"less":                   {roles(owner, helper.Staff.ID, "support"), said(nil)},
		"another owner":          {roles(second, helper.Staff.ID, "support", "owner"), said(nil)},
		"back":                   {roles(second, helper.Staff.ID, "support"), said(nil)},
	} {
		if c.got != c.want && !strings.HasPrefix(c.got, c.want+" ") {
			t.Errorf("%s: %s, want %s", name, c.got, c.want)
		}
	}
	invite := people.Invite{Email: "new@todaiza.example", Name: "New", Roles: []string{"billing"}}
	if _, err := s.Invite(t.Context(), owner.Decides(t, s, acts.StaffInvited, invite), invite); !strings.HasPrefix(said(err), "403 SCOPE_EXCEEDS_OWN") {
		t.Error(said(err))
	}
	if in, err := s.Reset(t.Context(), owner.Decides(t, s, acts.StaffReset, nil), helper.Staff.ID); err != nil || in.Token != "" {
		t.Errorf("a link to more than one's own: %s", said(err))
	}
	program := actor.Actor{Staff: &actor.Staff{Program: "tool", Name: "tool", Scopes: []actor.Scope{scope.StaffManage}}}
	if _, err := s.Acts.At(t.Context(), program, peopletest.From, "desk", acts.StaffChanged, acts.Given{Key: "k", ReasonKind: acts.Inquiry, Reason: "a tool asks"}); err == nil {
		t.Error("a program decides")
	}
	if _, err := s.Acts.At(t.Context(), actor.Actor{Staff: &helper.Staff}, peopletest.From, "desk", acts.StaffChanged, acts.Given{Key: "k", ReasonKind: acts.Inquiry, Reason: "a helper asks"}); !strings.Contains(said(err), "MISSING_SCOPE") {
		t.Error(said(err))
	}
	if n := count(t, s, `SELECT count(*) FROM acts WHERE outcome = 'refused' AND kind LIKE 'staff.%'`); n != 10 {
		t.Errorf("%d refusals are acts", n)
	}
}

// A decision of somebody who has lost the right meanwhile is refused.
func TestWhoDecidesIsReadAgain(t *testing.T) {
	s := setup(t)
	owner, other := peopletest.Enrolled(t, s, "Hanako", "owner"), peopletest.Enrolled(t, s, "Jiro", "owner")
	helper := peopletest.Enrolled(t, s, "Saburo", "owner")
	late := other.Decides(t, s, acts.StaffDisabled, nil)
	must(t, s.Disable(t.Context(), owner.Decides(t, s, acts.StaffDisabled, nil), other.Staff.ID))
	if err := s.Disable(t.Context(), late, helper.Staff.ID); !strings.HasPrefix(said(err), "403 MISSING_SCOPE") {
		t.Error(said(err))
	}
}

// Attack 28: the last owner stays, when fifty decide at once, and when two disable each other.
func TestTheLastOwnerStays(t *testing.T) {
	s := setup(t)
	const many = 6
	var owners []*peopletest.Person
	for i := range many {
		owners = append(owners, peopletest.Enrolled(t, s, fmt.Sprintf("Owner%d", i), "owner"))
	}
	var all sync.WaitGroup
	for i := range 50 {
		on := owners[i%many].Staff.ID
		by := actstest.Because(s.Store, fmt.Sprintf("the attack %d", i))
		all.Go(func() {
			ctx := context.WithoutCancel(t.Context())
			if i%2 == 0 {
				_ = s.Disable(ctx, by, on)
			} else {
				_ = s.SetRoles(ctx, by, on, []string{"support"}, nil)
			}
		})
	}
	all.Wait()
	const left = `SELECT count(*) FROM staff_members WHERE disabled_at IS NULL AND roles = 'owner'`
	if n := count(t, s, left); n != 1 {
		t.Errorf("%d owners are left", n)
	}
	if n := count(t, s, `SELECT count(*) FROM acts WHERE outcome = 'refused' AND kind IN ('staff.disabled', 'staff.changed')`); n == 0 {
		t.Error("nothing was refused")
	}
}

func TestTwoOwnersCannotDisableEachOther(t *testing.T) {
	s := setup(t)
	a, b := peopletest.Enrolled(t, s, "Hanako", "owner"), peopletest.Enrolled(t, s, "Jiro", "owner")
	peopletest.Invite(t, s, "Waiting", "owner") // who cannot log in yet is no owner who is left
	one, two := a.Decides(t, s, acts.StaffDisabled, nil), b.Decides(t, s, acts.StaffDisabled, nil)
	errs := make(chan error, 2)
	go func() { errs <- s.Disable(context.WithoutCancel(t.Context()), one, b.Staff.ID) }()
	go func() { errs <- s.Disable(context.WithoutCancel(t.Context()), two, a.Staff.ID) }()
	first, second := <-errs, <-errs
	if (first == nil) == (second == nil) {
		t.Errorf("%v, %v", first, second)
	}
	last := actstest.By(s.Store)
	for _, p := range []*peopletest.Person{a, b} {
		row, err := s.Lookup(t.Context(), p.Staff.ID)
		must(t, err)
		if row.State == people.Disabled {
			continue
		}
		if err := s.Disable(t.Context(), last, p.Staff.ID); said(err) != "409 LAST_OWNER" {
			t.Error(said(err))
		}
		if err := s.SetRoles(t.Context(), last, p.Staff.ID, []string{"billing"}, nil); said(err) != "409 LAST_OWNER" {
			t.Error(said(err))
		}
		if _, err := s.Reset(t.Context(), last, p.Staff.ID); err != nil {
			t.Errorf("an owner who lost the app: %v", err)
		}
	}
}

func TestInvite(t *testing.T) {
	s := setup(t)
	for want, in := range map[string]people.Invite{
		"email:EMAIL_INVALID":  {Email: "x", Name: "X", Roles: []string{"support"}},
		"name:REQUIRED":        {Email: "x@todaiza.example", Name: " ", Roles: []string{"support"}},
		"roles:REQUIRED":       {Email: "x@todaiza.example", Name: "X"},
		"roles:INVALID_CHOICE": {Email: "x@todaiza.example", Name: "X", Roles: []string{"admin"}},
		"department:TOO_LONG":  {Email: "x@todaiza.example", Name: "X", Roles: []string{"support"}, Department: strings.Repeat("x", 101)},
	} {
		if _, err := s.Invite(t.Context(), actstest.By(s.Store), in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	first := peopletest.Enrolled(t, s, "Hanako", "owner")
	if _, err := s.Invite(t.Context(), actstest.By(s.Store), people.Invite{Email: "HANAKO@todaiza.example", Name: "X", Roles: []string{"support"}}); said(err) != "409 STAFF_EXISTS" {
		t.Error(said(err))
	}
	mails := func() int {
		return count(t, s, `SELECT count(*) FROM messages WHERE template = 'staff-changed' AND recipient = $1`, first.Email)
	}
	gone := peopletest.Enrolled(t, s, "Jiro", "support", "billing")
	if mails() != 1 {
		t.Errorf("%d mails to the owner", mails())
	}
	must(t, s.Disable(t.Context(), actstest.By(s.Store), gone.Staff.ID))
	must(t, s.Disable(t.Context(), actstest.By(s.Store), gone.Staff.ID)) // nothing is left to do
	if n := count(t, s, `SELECT count(*) FROM staff_members WHERE id = $1 AND (password_hash IS NOT NULL OR totp_secret IS NOT NULL)`, gone.Staff.ID); n != 0 || mails() != 2 {
		t.Errorf("what they logged in with is kept; %d mails", mails())
	}
	back := peopletest.Invite(t, s, "Jiro", "support")
	if back.StaffID != gone.Staff.ID || back.Number != 2 || mails() != 3 {
		t.Errorf("%+v, %d mails", back, mails())
	}
	if other := peopletest.Invite(t, s, "Other", "support"); other.Number != 3 {
		t.Errorf("%+v", other)
	}
	all, err := s.List(t.Context(), 1, 2)
	if err != nil || len(all) != 2 || all[0].Number != 2 || all[0].State != people.Invited || strings.Join(all[0].Roles, " ") != "support" {
		t.Errorf("%+v %v", all, err)
	}
}

// Two people get two numbers, however many are invited at once.
func TestNumbersAreNeverGivenTwice(t *testing.T) {
	s := setup(t)
	var all sync.WaitGroup
	for i := range 10 {
		by := actstest.By(s.Store)
		all.Go(func() {
			in := people.Invite{Email: fmt.Sprintf("p%d@todaiza.example", i%5), Name: "X Y", Roles: []string{"support"}}
			_, _ = s.Invite(context.WithoutCancel(t.Context()), by, in)
		})
	}
	all.Wait()
	if n := count(t, s, `SELECT count(DISTINCT number) FROM staff_members`); n != 5 || count(t, s, `SELECT max(number) FROM staff_members`) != 5 {
		t.Errorf("%d numbers", n)
	}
}
