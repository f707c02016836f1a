package account_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/consent"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/identity/account"
	"kaiin/server/identity/session"
	"kaiin/server/shop/catalog/catalogtest"
	"kaiin/server/shop/storefile"
	"kaiin/server/transport/paths"
)

// publishes has the store say something else.
func (e env) publishes(change func(f *storefile.File)) {
	e.t.Helper()
	f := catalogtest.File(nil)
	change(f)
	if err := catalogtest.Files(e.Account.Catalog).Apply(e.t.Context(), f); err != nil {
		e.t.Fatal(err)
	}
}

// revised is the store with another revision of its first policies, to which members are asked to
// agree from the day on.
func revised(revision, policies int, from string) func(*storefile.File) {
	return func(f *storefile.File) {
		for i := range policies {
			f.Policies[i].Revision, f.Policies[i].AskedFrom = revision, from
		}
	}
}

// duty is whether the actor's session, which is read anew, says that there is something to
// agree to.
func (e env) duty(a actor.Actor) bool {
	e.t.Helper()
	row, owner, err := e.Session.Living(e.t.Context(), a.SessionID)
	if err != nil || row == nil {
		e.t.Fatal(row, err)
	}
	return session.Bind(a, row, owner).MustReConsent
}

func (e env) asks(a actor.Actor) []string {
	e.t.Helper()
	page, err := e.Account.ReConsentPage(e.t.Context(), a, "/mypage/edit")
	if err != nil {
		e.t.Fatal(err)
	}
	ids := []string{}
	for _, p := range page.Policies {
		ids = append(ids, p.ID)
	}
	if want := map[bool]string{true: "/mypage/edit"}[len(ids) == 0]; paths.Of(page.Next) != want {
		e.t.Errorf("leads to %q, want %q", paths.Of(page.Next), want)
	}
	return ids
}

func (e env) wants(what string, a actor.Actor, ids ...string) {
	e.t.Helper()
	if got := e.asks(a); strings.Join(got, " ") != strings.Join(ids, " ") || e.duty(a) != (len(ids) > 0) {
		e.t.Errorf("%s: asked for %v, duty %v; want %v", what, got, e.duty(a), ids)
	}
}

func to(id string, revision int) account.Consent {
	return account.Consent{PolicyID: id, Revision: revision, Key: id}
}

func (e env) kept(id string, a actor.Actor) (revisions []int) {
	for _, row := range e.Store.Client(e.t.Context()).Consent.Query().Where(consent.AccountID(a.AccountID), consent.PolicyID(id)).Order(ent.Asc(consent.FieldRevision)).AllX(e.t.Context()) {
		revisions = append(revisions, row.Revision)
	}
	return revisions
}

func TestReConsent(t *testing.T) { // A-192 R-103 X-018 S-113 C-100 E-092
	e := setup(t, nil)
	_, a := e.member()
	e.wants("has agreed to all", a)
	e.publishes(revised(2, 1, ""))
	e.wants("a new revision", a, "terms")
	if page, err := e.Account.ReConsentPage(t.Context(), a, "//elsewhere.example"); err != nil || page.ReturnTo != "" {
		t.Errorf("leads back to %q, %v", page.ReturnTo, err)
	}
	wrong := map[string][]account.Consent{
		"nothing":              {},
		"the former revision":  {to("terms", 1)},
		"a revision to come":   {to("terms", 3)},
		"another key":          {{PolicyID: "terms", Revision: 2, Key: "privacy"}},
		"twice":                {to("terms", 2), to("terms", 2)},
		"what is no policy":    {to("terms", 2), to("other", 1)},
		"one of two is former": {to("terms", 2), to("privacy", 2)},
		"another policy":       {to("privacy", 1)},
	}
	for what, consents := range wrong {
		if err := e.Account.ReConsent(t.Context(), a, consents); !fault.Is(err, fault.InvalidRequest) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if got := e.kept("terms", a); !slices.Equal(got, []int{1}) {
		t.Fatalf("kept %v", got)
	}
	e.wants("refused", a, "terms")
	for range 2 { // in two tabs, one after the other
		if err := e.Account.ReConsent(t.Context(), a, []account.Consent{to("terms", 2)}); err != nil {
			t.Fatal(err)
		}
	}
	e.wants("has agreed", a)
	if got := e.kept("terms", a); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("kept %v", got)
	}
}

// Revisions that the store publishes while the page is open.
func TestReConsentToWhatChangesMeanwhile(t *testing.T) { // E-092
	e := setup(t, nil)
	_, a := e.member()
	e.publishes(revised(2, 1, ""))
	e.wants("the page is open", a, "terms")
	e.publishes(revised(3, 2, ""))
	if err := e.Account.ReConsent(t.Context(), a, []account.Consent{to("terms", 2)}); !fault.Is(err, fault.InvalidRequest) {
		t.Errorf("a former revision: %v", err)
	}
	e.wants("loaded again", a, "terms", "privacy")
	e.publishes(func(f *storefile.File) {
		revised(3, 2, "")(f)
		f.Policies = f.Policies[1:]
	})
	if err := e.Account.ReConsent(t.Context(), a, []account.Consent{to("terms", 3), to("privacy", 3)}); !fault.Is(err, fault.InvalidRequest) {
		t.Errorf("a policy that is gone: %v", err)
	}
	e.wants("one is gone", a, "privacy")
	if err := e.Account.ReConsent(t.Context(), a, []account.Consent{to("privacy", 3)}); err != nil {
		t.Fatal(err)
	}
	e.wants("has agreed", a)
	e.publishes(revised(2, 1, ""))
	e.wants("a policy that is new to the member", a, "terms")
}

// Members are asked from the first moment of the day in Tokyo on; anyone who agrees before is not
// asked any more.
func TestReConsentFromADayOn(t *testing.T) {
	e := setup(t, nil)
	tokyo := time.FixedZone("JST", 9*60*60)
	day := e.Clock.Now().In(tokyo).AddDate(0, 0, 2)
	midnight := time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, tokyo)
	_, a := e.member()
	_, early := e.member()
	e.publishes(revised(2, 1, day.Format(time.DateOnly)))
	e.wants("not yet", a)
	if err := e.Account.ReConsent(t.Context(), early, []account.Consent{to("terms", 2)}); err != nil {
		t.Fatal(err)
	}
	e.Clock.Advance(midnight.Add(-time.Second).Sub(e.Clock.Now()))
	e.wants("a second before", a)
	e.Clock.Advance(midnight.Add(time.Second).Sub(e.Clock.Now()))
	e.wants("the day has come", a, "terms")
	e.wants("had agreed before", early)
}

func TestReConsentInManyTabsAtOnce(t *testing.T) {
	e := setup(t, nil)
	_, a := e.member()
	e.publishes(revised(2, 3, ""))
	var all sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		all.Go(func() {
			errs[i] = e.Account.ReConsent(t.Context(), a, []account.Consent{to("terms", 2), to("privacy", 2), to("marketing", 2)})
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
	if got := e.kept("privacy", a); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("kept %v", got)
	}
}

func TestReConsentInASessionThatHasEnded(t *testing.T) {
	e := setup(t, nil)
	_, a := e.member()
	e.publishes(revised(2, 1, ""))
	if err := e.Session.Logout(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if err := e.Account.ReConsent(t.Context(), a, []account.Consent{to("terms", 2)}); !fault.Is(err, fault.CodeUnauthenticated) {
		t.Errorf("%v", err)
	}
	if got := e.kept("terms", a); !slices.Equal(got, []int{1}) {
		t.Errorf("kept %v", got)
	}
}
