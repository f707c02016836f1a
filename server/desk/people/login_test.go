package people_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
	"kaiin/server/desk/people"
	"kaiin/server/desk/people/peopletest"
	"kaiin/server/staff/acts/actstest"
)

// The answer is the same whatever was wrong, and each try that failed is an act.
func TestALoginThatFailsSaysNothing(t *testing.T) {
	s := setup(t)
	p := peopletest.Enrolled(t, s, "Hanako", "support")
	gone := peopletest.Enrolled(t, s, "Gone", "support")
	if err := s.Disable(t.Context(), actstest.By(s.Store), gone.Staff.ID); err != nil {
		t.Fatal(err)
	}
	peopletest.Invite(t, s, "Pending", "support")
	right := p.Input(t, s)
	for name, change := range map[string]func(*people.Login){
		"no person":        func(in *people.Login) { in.Email = "none@todaiza.example" },
		"a wrong password": func(in *people.Login) { in.Password += " " },
		"a wrong code":     func(in *people.Login) { in.Code = "000000" },
		"a code as text":   func(in *people.Login) { in.Code = "abcdef" },
		"disabled":         func(in *people.Login) { in.Email, in.Code = gone.Email, peopletest.Code(t, gone.Secret, s.Clock.Now()) },
		"only invited":     func(in *people.Login) { in.Email = peopletest.Address("Pending") },
	} {
		in := right
		change(&in)
		if _, err := s.Login(t.Context(), peopletest.Visitor, peopletest.From, in); said(err) != "401 STAFF_LOGIN_FAILED" {
			t.Errorf("%s: %s", name, said(err))
		}
	}
	all := actsOf(t, s, "staff.login")
	named := strings.Count(joined(all), "refused login named")
	if len(all) != 6 || named != 5 || strings.Count(joined(all), "refused login") != 6 {
		t.Errorf("%v", all)
	}
	if n := count(t, s, `SELECT count(*) FROM acts WHERE kind = 'staff.login' AND staff_id IS NOT NULL`); n != 5 {
		t.Errorf("%d acts are of a person", n)
	}
	if _, err := s.Login(t.Context(), peopletest.Visitor, peopletest.From, people.Login{Email: " "}); !strings.Contains(said(err), "REQUIRED") {
		t.Error(said(err))
	}
	right.Email = " " + strings.ToUpper(right.Email)
	if o, err := s.Login(t.Context(), peopletest.Visitor, peopletest.From, right); err != nil || !works(t, s, o.Token) {
		t.Error(err)
	}
	if all := actsOf(t, s, "staff.login"); all[len(all)-1] != "done login named" {
		t.Errorf("%v", all)
	}
}

// Attack 12: a code counts once, also when it comes ten times at once.
func TestACodeCountsOnce(t *testing.T) {
	s := setup(t)
	p := peopletest.Enrolled(t, s, "Hanako", "support")
	in := p.Input(t, s)
	var opened atomic.Int32
	var all sync.WaitGroup
	for range 4 { // fewer than are throttled
		all.Go(func() {
			if _, err := s.Login(context.WithoutCancel(t.Context()), peopletest.Visitor, peopletest.From, in); err == nil {
				opened.Add(1)
			}
		})
	}
	all.Wait()
	if opened.Load() != 1 {
		t.Errorf("%d sessions by one code", opened.Load())
	}
	if _, err := s.Login(t.Context(), peopletest.Visitor, peopletest.From, in); said(err) != "401 STAFF_LOGIN_FAILED" {
		t.Error(said(err))
	}
}

// Attack 12: a thousand guesses are few, from one network and from many.
func TestGuessesAreSlowedDown(t *testing.T) {
	s := setup(t)
	p := peopletest.Enrolled(t, s, "Hanako", "support")
	in := p.Input(t, s)
	in.Code = "000000"
	looked := 0
	for i := range 1000 {
		a := actor.Actor{Locale: "ja", IP: "198.51.100." + string(rune('0'+i%10))}
		_, err := s.Login(t.Context(), a, peopletest.From, in)
		if said(err) == "401 STAFF_LOGIN_FAILED" {
			looked++
		} else if !strings.Contains(said(err), "TOO_MANY_REQUESTS") {
			t.Fatal(said(err))
		}
	}
	if looked != 20 {
		t.Errorf("%d guesses were looked at", looked)
	}
	unknown := in
	unknown.Email = "none@todaiza.example"
	looked = 0
	for range 30 {
		if _, err := s.Login(t.Context(), peopletest.Visitor, peopletest.From, unknown); said(err) == "401 STAFF_LOGIN_FAILED" {
			looked++
		}
	}
	if looked != 5 {
		t.Errorf("%d guesses at no person were looked at", looked)
	}
}

// Attack 14: a login opens a session of its own; the one that the browser had is over.
func TestALoginTakesNoSessionOver(t *testing.T) {
	s := setup(t)
	p := peopletest.Enrolled(t, s, "Hanako", "support")
	in := p.Input(t, s)
	in.Former = p.Token
	o, err := s.Login(t.Context(), peopletest.Visitor, peopletest.From, in)
	if err != nil || o.Token == p.Token || works(t, s, p.Token) || !works(t, s, o.Token) {
		t.Errorf("%v", err)
	}
	planted := secret.Token()
	in = p.Input(t, s)
	in.Former = planted
	if o, err = s.Login(t.Context(), peopletest.Visitor, peopletest.From, in); err != nil || o.Token == planted || works(t, s, planted) {
		t.Errorf("%v", err)
	}
}

// Without its act no session begins, and no try is looked at twice.
func TestNoSessionWithoutItsAct(t *testing.T) {
	s := setup(t)
	p := peopletest.Enrolled(t, s, "Hanako", "support")
	in := p.Input(t, s)
	before := count(t, s, `SELECT count(*) FROM staff_sessions`)
	for _, statement := range []string{
		`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room for an act' USING ERRCODE = '53100'; END $$`,
		`CREATE TRIGGER no_room BEFORE INSERT ON acts FOR EACH ROW EXECUTE FUNCTION no_room()`,
	} {
		if err := s.Store.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Login(t.Context(), peopletest.Visitor, peopletest.From, in); err == nil || count(t, s, `SELECT count(*) FROM staff_sessions`) != before {
		t.Errorf("%v", err)
	}
}

// A session ends by itself, and at once where its person is disabled, reset or given other roles.
func TestSessionsEnd(t *testing.T) { // attack 11
	s := setup(t)
	for name, end := range map[string]func(*peopletest.Person){
		"idle":     func(*peopletest.Person) { s.Clock.Advance(30 * time.Minute) },
		"logout":   func(p *peopletest.Person) { must(t, s.Logout(t.Context(), &p.Staff, peopletest.From)) },
		"disabled": func(p *peopletest.Person) { must(t, s.Disable(t.Context(), actstest.By(s.Store), p.Staff.ID)) },
		"roles": func(p *peopletest.Person) {
			must(t, s.SetRoles(t.Context(), actstest.By(s.Store), p.Staff.ID, []string{"support", "billing"}, nil))
		},
		"reset": func(p *peopletest.Person) {
			_, err := s.Reset(t.Context(), actstest.By(s.Store), p.Staff.ID)
			must(t, err)
		},
		"all day": func(p *peopletest.Person) {
			for range 12 * 3 {
				s.Clock.Advance(20 * time.Minute)
				works(t, s, p.Token)
			}
		},
	} {
		p, other := peopletest.Enrolled(t, s, strings.ReplaceAll(name, " ", ""), "support"), peopletest.Enrolled(t, s, strings.ReplaceAll(name, " ", "")+"2", "support")
		if !works(t, s, p.Token) {
			t.Fatalf("%s: it does not begin", name)
		}
		end(p)
		if works(t, s, p.Token) {
			t.Errorf("%s: it goes on", name)
		}
		if timeless := name != "idle" && name != "all day"; timeless && !works(t, s, other.Token) {
			t.Errorf("%s: another person's has ended", name)
		}
	}
	if all := actsOf(t, s, "staff.logout"); joined(all) != "done logout named" {
		t.Errorf("%v", all)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A request costs one statement, and once a minute a second one. Roles are those of the moment.
func TestResumeCostsOneStatement(t *testing.T) {
	s := setup(t)
	p := peopletest.Enrolled(t, s, "Hanako", "support")
	statements := func() int64 {
		ctx, n := store.CountStatements(t.Context())
		who, err := s.Resume(ctx, p.Token)
		if err != nil || who == nil || who.Number != 1 || who.Name != "Hanako" || who.Department != "Support" || who.Email != p.Email || len(who.Scopes) != 7 || who.SessionID != p.Staff.SessionID || who.FreshAt.IsZero() {
			t.Errorf("%+v %v", who, err)
		}
		return n.Load()
	}
	if n := statements(); n != 1 {
		t.Errorf("%d statements", n)
	}
	s.Clock.Advance(time.Minute)
	if first, second := statements(), statements(); first != 2 || second != 1 {
		t.Errorf("%d and %d statements after a minute", first, second)
	}
	for _, wrong := range []string{"", "x", secret.Token()} {
		if works(t, s, wrong) {
			t.Errorf("%q opens the desk", wrong)
		}
	}
	must(t, s.Store.Exec(t.Context(), `UPDATE staff_members SET disabled_at = now()`))
	if works(t, s, p.Token) {
		t.Error("a row that is disabled has a session")
	}
}

// A step-up counts for 15 minutes, for this session alone, and gives it another token.
func TestConfirm(t *testing.T) {
	s := setup(t)
	p := peopletest.Enrolled(t, s, "Hanako", "owner")
	other := peopletest.Enrolled(t, s, "Jiro", "owner")
	s.Clock.Advance(15 * time.Minute)
	may := func(token string) string {
		who, err := s.Resume(t.Context(), token)
		must(t, err)
		return said((actor.Actor{Staff: who}).MayFresh("staff.manage", s.Clock.Now()))
	}
	if got := may(p.Token); !strings.Contains(got, "REAUTHENTICATION_REQUIRED") {
		t.Errorf("before: %s", got)
	}
	who, err := s.Resume(t.Context(), p.Token)
	must(t, err)
	in := p.Input(t, s)
	wrong := in
	wrong.Code = "000000"
	if _, err := s.Confirm(t.Context(), who, peopletest.From, wrong); said(err) != "401 STAFF_LOGIN_FAILED" {
		t.Error(said(err))
	}
	foreign := other.Input(t, s)
	if _, err := s.Confirm(t.Context(), who, peopletest.From, foreign); said(err) != "401 STAFF_LOGIN_FAILED" {
		t.Errorf("another's code: %s", said(err))
	}
	if _, err := s.Confirm(t.Context(), nil, peopletest.From, in); !strings.HasPrefix(said(err), "401") {
		t.Error(said(err))
	}
	opened, err := s.Confirm(t.Context(), who, peopletest.From, p.Input(t, s))
	must(t, err)
	if works(t, s, p.Token) || may(opened.Token) != said(nil) || may(other.Token) == said(nil) {
		t.Errorf("the former token works: %v; %s; the other's %s", works(t, s, p.Token), may(opened.Token), may(other.Token))
	}
	s.Clock.Advance(15 * time.Minute)
	if may(opened.Token) == said(nil) {
		t.Error("it is fresh for longer")
	}
	for range 10 {
		_, err = s.Confirm(t.Context(), who, peopletest.From, wrong)
	}
	if !strings.Contains(said(err), "TOO_MANY_REQUESTS") {
		t.Errorf("guesses in a session: %s", said(err))
	}
	if all := joined(actsOf(t, s, "staff.login")); !strings.Contains(all, "done confirm named") || !strings.Contains(all, "refused confirm named") {
		t.Error(all)
	}
}
