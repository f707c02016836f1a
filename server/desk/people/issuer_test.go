package people_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/desk/people"
	"kaiin/server/desk/people/peopletest"
	"kaiin/server/identity/social"
	"kaiin/server/sandbox/sandboxtest"
	"kaiin/server/staff/acts/actstest"
)

// company is a desk whose people log in by the company's issuer, which the sandbox plays.
type company struct {
	*people.Service
	t   *testing.T
	box *sandboxtest.World
}

func atCompany(t *testing.T) company {
	t.Helper()
	s := setup(t)
	box := sandboxtest.Start(t, sandboxtest.Setup{})
	cfg := box.Adapters(t).StaffIssuer
	s.ByIssuer, s.Issuer, s.Callback = true, social.NewCompany(cfg, s.Clock), "https://member.test/staff/callback"
	return company{s, t, box}
}

// choose is what the browser brings back of a visit.
func (c company) choose(left people.Left, choice map[string]any) people.Answer {
	c.t.Helper()
	choice["url"] = left.URL
	body, err := json.Marshal(choice)
	must(c.t, err)
	res, err := sandboxtest.Client.Post(c.box.URL+"/idp/company/approve", "application/json", bytes.NewReader(body))
	must(c.t, err)
	defer func() { _ = res.Body.Close() }()
	var out struct{ RedirectTo string }
	must(c.t, json.NewDecoder(res.Body).Decode(&out))
	at, err := url.Parse(out.RedirectTo)
	must(c.t, err)
	if res.StatusCode != http.StatusOK || at.Query().Get("state") == "" {
		c.t.Fatalf("%d %s", res.StatusCode, out.RedirectTo)
	}
	return people.Answer{State: at.Query().Get("state"), Code: at.Query().Get("code"), Error: at.Query().Get("error"), Browser: left.Browser}
}

func (c company) leave() people.Left {
	c.t.Helper()
	left, err := c.LeaveForIssuer(c.t.Context(), peopletest.Visitor, nil, false, "/staff")
	must(c.t, err)
	return left
}

func (c company) login(choice map[string]any) (people.Opened, error) {
	c.t.Helper()
	opened, _, err := c.ReturnFromIssuer(c.t.Context(), peopletest.From, c.choose(c.leave(), choice))
	return opened, err
}

// Attack 9: the first login within a week binds the issuer's subject, where the issuer has
// verified the address; from then on the address decides nothing.
func TestAnInvitationBindsOneSubject(t *testing.T) {
	c := atCompany(t)
	in := peopletest.Invite(t, c.Service, "Ren", "support")
	if in.Token != "" || in.ExpiresAt.Sub(c.Clock.Now()).Round(time.Minute) != 7*24*time.Hour {
		t.Errorf("%+v", in)
	}
	ren := peopletest.Address("Ren")
	for name, choice := range map[string]map[string]any{
		"an address that is not verified": {"subject": "evil", "email": ren},
		"another address":                 {"user": "aoi"},
		"no address":                      {"subject": "evil"},
		"the person declines":             {"deny": true},
		"another class of login":          {"user": "ren", "outcome": "weak_acr"},
		"another nonce":                   {"user": "ren", "outcome": "nonce_mismatch"},
		"for another client":              {"user": "ren", "outcome": "aud_mismatch"},
		"signed by another key":           {"user": "ren", "outcome": "unknown_kid"},
		"signed by the secret":            {"user": "ren", "outcome": "alg_swap"},
		"expired":                         {"user": "ren", "outcome": "expired_token"},
	} {
		if _, err := c.login(choice); !strings.HasPrefix(said(err), "401 STAFF_LOGIN_FAILED") {
			t.Errorf("%s: %s", name, said(err))
		}
	}
	opened, err := c.login(map[string]any{"user": "ren"})
	if err != nil || !works(t, c.Service, opened.Token) || opened.Staff.ID != in.StaffID {
		t.Fatalf("%+v %v", opened, err)
	}
	if _, err := c.login(map[string]any{"subject": "evil", "email": ren, "emailVerified": true}); said(err) != "401 STAFF_LOGIN_FAILED" {
		t.Errorf("the address with another subject: %s", said(err))
	}
	row, err := c.Lookup(t.Context(), in.StaffID)
	must(t, err)
	if row.State != people.Active {
		t.Errorf("%+v", row)
	}
	again, err := c.login(map[string]any{"user": "ren"})
	if err != nil || again.Token == opened.Token {
		t.Error(err)
	}
	if all := joined(actsOf(t, c.Service, "staff.enrolled")) + "; " + joined(actsOf(t, c.Service, "staff.login")); !strings.HasPrefix(all, "done login named; ") || !strings.HasSuffix(all, ", refused login named, done login named") {
		t.Error(all)
	}
	must(t, c.Disable(t.Context(), actstest.By(c.Store), in.StaffID))
	if _, err := c.login(map[string]any{"user": "ren"}); said(err) != "401 STAFF_LOGIN_FAILED" || works(t, c.Service, again.Token) {
		t.Errorf("disabled: %s", said(err))
	}
	for name, try := range map[string]error{
		"a password": func() error {
			_, err := c.Login(t.Context(), peopletest.Visitor, peopletest.From, people.Login{})
			return err
		}(),
		"a link": func() error { _, err := c.StartEnrolling(t.Context(), peopletest.Visitor, people.Enrol{}); return err }(),
	} {
		if said(try) != "404 NOT_FOUND" {
			t.Errorf("%s: %s", name, said(try))
		}
	}
}

func TestAnInvitationToTheIssuerEnds(t *testing.T) {
	c := atCompany(t)
	peopletest.Invite(t, c.Service, "Ren", "support")
	c.Clock.Advance(7 * 24 * time.Hour)
	choice := map[string]any{"user": "ren", "outcome": ""}
	if _, err := c.login(choice); !strings.HasPrefix(said(err), "401") {
		t.Errorf("after a week: %s", said(err))
	}
}

// Attack 9: a visit is used up by its first answer, and is the browser's that began it.
func TestAVisitCountsOnce(t *testing.T) {
	c := atCompany(t)
	peopletest.Invite(t, c.Service, "Ren", "support")
	left, other := c.leave(), c.leave()
	answer := c.choose(left, map[string]any{"user": "ren"})
	for name, change := range map[string]func(*people.Answer){
		"another browser": func(a *people.Answer) { a.Browser = other.Browser },
		"no browser":      func(a *people.Answer) { a.Browser = "" },
		"another state":   func(a *people.Answer) { a.State = strings.Repeat("s", 43) },
		"no state":        func(a *people.Answer) { a.State = "" },
	} {
		wrong := answer
		change(&wrong)
		if _, _, err := c.ReturnFromIssuer(t.Context(), peopletest.From, wrong); said(err) != "401 STAFF_LOGIN_FAILED" {
			t.Errorf("%s: %s", name, said(err))
		}
	}
	if _, returnTo, err := c.ReturnFromIssuer(t.Context(), peopletest.From, answer); err != nil || returnTo != "/staff" {
		t.Errorf("%s", said(err))
	}
	if _, _, err := c.ReturnFromIssuer(t.Context(), peopletest.From, answer); said(err) != "401 STAFF_LOGIN_FAILED" {
		t.Errorf("twice: %s", said(err))
	}
	late := c.choose(other, map[string]any{"user": "ren"})
	c.Clock.Advance(people.VisitTime)
	if _, _, err := c.ReturnFromIssuer(t.Context(), peopletest.From, late); said(err) != "401 STAFF_LOGIN_FAILED" {
		t.Errorf("late: %s", said(err))
	}
}

// Somebody proves once more who they are by a login of now, as the same person, in the same
// session.
func TestConfirmByTheIssuer(t *testing.T) {
	c := atCompany(t)
	peopletest.Invite(t, c.Service, "Ren", "owner")
	peopletest.Invite(t, c.Service, "Aoi", "owner")
	_, err := c.login(map[string]any{"user": "aoi"})
	must(t, err)
	opened, err := c.login(map[string]any{"user": "ren", "outcome": "old_login"})
	must(t, err)
	fresh := func(token string) bool {
		who, err := c.Resume(t.Context(), token)
		must(t, err)
		return who != nil && (actor.Actor{Staff: who}).MayFresh("staff.manage", c.Clock.Now()) == nil
	}
	if fresh(opened.Token) {
		t.Error("a login of an hour ago is fresh")
	}
	confirm := func(choice map[string]any) (people.Opened, error) {
		who, err := c.Resume(t.Context(), opened.Token)
		must(t, err)
		left, err := c.LeaveForIssuer(t.Context(), peopletest.Visitor, who, true, "/staff/members")
		must(t, err)
		if !strings.Contains(left.URL, "prompt=login") || !strings.Contains(left.URL, "max_age=0") || !strings.Contains(left.URL, "acr_values=") {
			t.Error(left.URL)
		}
		got, _, err := c.ReturnFromIssuer(t.Context(), peopletest.From, c.choose(left, choice))
		return got, err
	}
	for name, choice := range map[string]map[string]any{
		"a login from before":      {"user": "ren", "outcome": "old_login"},
		"a login without its time": {"user": "ren", "outcome": "no_auth_time"},
		"another person":           {"user": "aoi"},
		"a stranger":               {"user": "new"},
		"another class of login":   {"user": "ren", "outcome": "weak_acr"},
	} {
		if _, err := confirm(choice); !strings.HasPrefix(said(err), "401 STAFF_LOGIN_FAILED") || fresh(opened.Token) {
			t.Errorf("%s: %s", name, said(err))
		}
	}
	again, err := confirm(map[string]any{"user": "ren"})
	if err != nil || !fresh(again.Token) || works(t, c.Service, opened.Token) || again.Staff.SessionID != opened.Staff.SessionID {
		t.Errorf("%s", said(err))
	}
	if _, err := c.LeaveForIssuer(t.Context(), peopletest.Visitor, nil, true, ""); !strings.HasPrefix(said(err), "401") {
		t.Error(said(err))
	}
}
