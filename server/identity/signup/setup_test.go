package signup_test

import (
	"cmp"
	"testing"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/signup"
)

// env is a sign-up service and the steps of a sign-up in one browser.
type env struct {
	*signup.Service
	t *testing.T
}

func setup(t *testing.T, change func(*settings.Settings)) env {
	t.Helper()
	t.Parallel()
	return env{logintest.New(t, change).Signup, t}
}

// withoutPolicyStep is a store whose policies are agreed to at the email step.
func withoutPolicyStep(s *settings.Settings) { s.SignupPolicyStep = false }

// visitor is a browser of its own.
func visitor() actor.Actor {
	return actor.Actor{SessionID: uuid.New(), Locale: "ja", IP: "192.0.2.1"}
}

// consents are to every current policy.
func (e env) consents() []account.Consent {
	e.t.Helper()
	policies, err := e.Catalog.Policies(e.t.Context())
	if err != nil || len(policies) == 0 {
		e.t.Fatalf("%d policies, %v", len(policies), err)
	}
	var all []account.Consent
	for _, p := range policies {
		all = append(all, account.Consent{PolicyID: p.ID, Revision: p.Revision, Key: p.Key})
	}
	return all
}

// start takes the browser to the PIN step of the address.
func (e env) start(a actor.Actor, email string) {
	e.t.Helper()
	if _, err := e.Start(e.t.Context(), a, "signUp", email, e.consents(), ""); err != nil {
		e.t.Fatal(err)
	}
}

// giveCode sends a PIN code and takes the browser into the session it is answered with.
func (e env) giveCode(a *actor.Actor, code string) error {
	signed, err := e.ProveEmail(e.t.Context(), *a, code, "")
	a.SessionID = cmp.Or(signed.SessionID, a.SessionID)
	return err
}

// giveForm sends a form and takes the browser into the session it is answered with.
func (e env) giveForm(a *actor.Actor, form signup.Form) error {
	signed, err := e.Confirm(e.t.Context(), *a, form)
	a.SessionID = cmp.Or(signed.SessionID, a.SessionID)
	return err
}

// prove takes the browser to the form.
func (e env) prove(a *actor.Actor, email string) {
	e.t.Helper()
	e.start(*a, email)
	if err := e.giveCode(a, accounttest.PinCode(e.t, e.Account, email)); err != nil {
		e.t.Fatal(err)
	}
}

// confirm takes the browser to the confirm page.
func (e env) confirm(a *actor.Actor, email string, form signup.Form) {
	e.t.Helper()
	e.prove(a, email)
	if err := e.giveForm(a, form); err != nil {
		e.t.Fatal(err)
	}
}

// form is what the test store needs at least.
func form() signup.Form {
	return signup.Form{
		Password: "open9sesame", PasswordConfirm: "open9sesame",
		Profile: account.Personal{FamilyName: "山田", GivenName: "太郎", Birthday: "19900131", Custom: map[string]string{"adult": "true"}},
	}
}

func with(change func(*signup.Form)) signup.Form {
	f := form()
	f.Profile.Custom = map[string]string{"adult": "true"}
	change(&f)
	return f
}

func said(err error) string { return faulttest.Said(err) }

func races(n int, f func(i int) error) map[string]int { return faulttest.Races(n, f) }
