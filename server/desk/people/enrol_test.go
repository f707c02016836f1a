package people_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/server/desk/people"
	"kaiin/server/desk/people/peopletest"
	"kaiin/server/staff/acts/actstest"
)

// Attack 10: an invitation counts once, for an hour, and until there is another one.
func TestAnInvitationCountsOnce(t *testing.T) {
	s := setup(t)
	over := func(token string) bool {
		_, err := s.StartEnrolling(t.Context(), peopletest.Visitor, people.Enrol{Token: token, Password: peopletest.Password})
		if err != nil && said(err) != "409 STAFF_INVITE_OVER" {
			t.Fatal(said(err))
		}
		return err != nil
	}
	used := peopletest.Invite(t, s, "Used", "support")
	p := peopletest.Accept(t, s, used, "Used")
	if !over(used.Token) || !works(t, s, p.Token) {
		t.Error("it counts twice")
	}
	late := peopletest.Invite(t, s, "Late", "support")
	s.Clock.Advance(59 * time.Minute)
	if over(late.Token) {
		t.Error("it is over too early")
	}
	s.Clock.Advance(time.Minute)
	if !over(late.Token) {
		t.Error("it counts after an hour")
	}
	first := peopletest.Invite(t, s, "Again", "support")
	again, err := s.Reset(t.Context(), actstest.By(s.Store), first.StaffID)
	must(t, err)
	if !over(first.Token) || over(again.Token) {
		t.Error("the one before counts")
	}
	must(t, s.Disable(t.Context(), actstest.By(s.Store), first.StaffID))
	if !over(again.Token) || !over("") || !over("x") {
		t.Error("somebody who was disabled enrols")
	}
}

func TestAnInvitationIsUsedByOneOfMany(t *testing.T) {
	s := setup(t)
	in := peopletest.Invite(t, s, "Hanako", "support")
	e, err := s.StartEnrolling(t.Context(), peopletest.Visitor, people.Enrol{Token: in.Token, Password: peopletest.Password})
	must(t, err)
	give := people.Enrol{Token: in.Token, Password: peopletest.Password, Code: peopletest.Code(t, e.Secret, s.Clock.Now())}
	var used atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := s.Enrol(context.WithoutCancel(t.Context()), peopletest.Visitor, peopletest.From, give); err == nil {
				used.Add(1)
			}
		})
	}
	all.Wait()
	if used.Load() != 1 || count(t, s, `SELECT count(*) FROM staff_sessions`) != 1 {
		t.Errorf("used %d times", used.Load())
	}
	if n := strings.Count(joined(actsOf(t, s, "staff.enrolled")), "done invite named"); n != 1 {
		t.Errorf("%d acts", n)
	}
}

// Both are asked for, always: a password of 15 characters that is not a common one, and a code of
// the app that was shown last.
func TestEnrollingNeedsPasswordAndApp(t *testing.T) {
	s := setup(t)
	in := peopletest.Invite(t, s, "Hanako", "support")
	for password, want := range map[string]string{
		"": "REQUIRED", "fourteen chars": "TOO_SHORT", "aaaaaaaaaaaaaaaaaaaa": "TOO_COMMON", "hanako@todaiza.example": "TOO_COMMON", "a line\nand another one": "INVALID_CHARACTERS",
		strings.Repeat("a long password ", 17): "TOO_LONG",
	} {
		for name, try := range map[string]func(people.Enrol) error{
			"start": func(e people.Enrol) error { _, err := s.StartEnrolling(t.Context(), peopletest.Visitor, e); return err },
			"confirm": func(e people.Enrol) error {
				_, err := s.Enrol(t.Context(), peopletest.Visitor, peopletest.From, e)
				return err
			},
		} {
			if err := try(people.Enrol{Token: in.Token, Password: password, Code: "123456"}); !strings.Contains(said(err), want) {
				t.Errorf("%s with %q: %s", name, password, said(err))
			}
		}
	}
	if _, err := s.Enrol(t.Context(), peopletest.Visitor, peopletest.From, people.Enrol{Token: in.Token, Password: peopletest.Password, Code: "123456"}); said(err) != "401 STAFF_LOGIN_FAILED" {
		t.Errorf("without an app: %s", said(err))
	}
	start := func() people.Enrolling {
		e, err := s.StartEnrolling(t.Context(), peopletest.Visitor, people.Enrol{Token: in.Token, Password: "ひらがなも使える長い合言葉です"})
		must(t, err)
		return e
	}
	first, second := start(), start()
	if first.Secret == second.Secret || !strings.Contains(second.Address, second.Secret) || second.Email != "hanako@todaiza.example" || !strings.HasPrefix(second.QRCode, "<svg") {
		t.Errorf("%+v", second)
	}
	give := people.Enrol{Token: in.Token, Password: "ひらがなも使える長い合言葉です"}
	for _, code := range []string{"", peopletest.Code(t, first.Secret, s.Clock.Now()), peopletest.Code(t, second.Secret, s.Clock.Now().Add(-time.Hour))} {
		give.Code = code
		if _, err := s.Enrol(t.Context(), peopletest.Visitor, peopletest.From, give); said(err) != "401 STAFF_LOGIN_FAILED" {
			t.Errorf("code %q: %s", code, said(err))
		}
	}
	give.Code = peopletest.Code(t, second.Secret, s.Clock.Now())
	_, err := s.Enrol(t.Context(), peopletest.Visitor, peopletest.From, give)
	must(t, err)
	login := people.Login{Email: "hanako@todaiza.example", Password: give.Password, Code: give.Code}
	if _, err := s.Login(t.Context(), peopletest.Visitor, peopletest.From, login); said(err) != "401 STAFF_LOGIN_FAILED" {
		t.Errorf("the code that set the app up counts again: %s", said(err))
	}
	if n := count(t, s, `SELECT count(*) FROM staff_members WHERE position($1::bytea IN totp_secret) > 0 OR password_hash NOT LIKE '$argon2id$%'`, []byte(second.Secret)); n != 0 {
		t.Error("a secret is kept in the clear")
	}
}

func TestGuessesAtAnInvitationAreSlowedDown(t *testing.T) {
	s := setup(t)
	in := peopletest.Invite(t, s, "Hanako", "support")
	give := people.Enrol{Token: in.Token, Password: peopletest.Password, Code: "000000"}
	_, err := s.StartEnrolling(t.Context(), peopletest.Visitor, give)
	must(t, err)
	looked := 0
	for range 30 {
		if _, err := s.Enrol(t.Context(), peopletest.Visitor, peopletest.From, give); said(err) == "401 STAFF_LOGIN_FAILED" {
			looked++
		}
	}
	if looked != 10 {
		t.Errorf("%d codes were looked at", looked)
	}
}

func TestPurge(t *testing.T) {
	s := setup(t)
	peopletest.Enrolled(t, s, "Hanako", "support")
	peopletest.Invite(t, s, "Jiro", "support")
	rows := func() [2]int {
		must(t, s.Purge(t.Context()))
		return [2]int{count(t, s, `SELECT count(*) FROM staff_sessions`), count(t, s, `SELECT count(*) FROM staff_invites`)}
	}
	if got := rows(); got != [2]int{1, 1} {
		t.Errorf("%v", got)
	}
	s.Clock.Advance(2 * time.Hour)
	if got := rows(); got != [2]int{1, 0} {
		t.Errorf("after two hours %v", got)
	}
	s.Clock.Advance(12 * time.Hour)
	if got := rows(); got != [2]int{0, 0} {
		t.Errorf("after a day %v", got)
	}
}
