package signup_test

import (
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/identity/account"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/signup"
	"kaiin/server/transport/paths"
)

const club = "/plans/standard"

// at is where the page of the stage leads, and what it says that the visitor wants.
func (e env) at(a actor.Actor, stage signup.Stage, returnTo string) (next, wanted string) {
	e.t.Helper()
	page, err := e.Page(e.t.Context(), a, stage, returnTo)
	if err != nil {
		e.t.Fatal(err)
	}
	return paths.Of(page.Next), page.ReturnTo
}

// onward is where the completion page leads.
func (e env) onward(a actor.Actor) string {
	e.t.Helper()
	done, err := e.CompletedPage(e.t.Context(), a)
	if err != nil {
		e.t.Fatal(err)
	}
	return paths.Of(done.OneNext)
}

// join completes the sign-up of the browser and takes it into the member's session.
func (e env) join(a *actor.Actor) {
	e.t.Helper()
	_, signed, err := e.Complete(e.t.Context(), *a, nil)
	if err != nil {
		e.t.Fatal(err)
	}
	a.SessionID, a.AccountID = signed.SessionID, signed.AccountID
}

// P-02: what a visitor came for is kept from the first page to the last, whichever tab shows them.
func TestASignupLeadsToWhatItWasFor(t *testing.T) {
	e := setup(t, nil)
	ctx, a := t.Context(), visitor()
	if next, _ := e.at(a, signup.StageEntry, club); next != "/signup/policy?returnTo=%2Fplans%2Fstandard" {
		t.Errorf("the entry leads to %s", next)
	}
	if _, wanted := e.at(a, signup.StagePolicy, club); wanted != club {
		t.Errorf("the policy page is for %q", wanted)
	}
	if err := e.Consent(ctx, a, e.consents(), club); err != nil {
		t.Fatal(err)
	}
	if _, wanted := e.at(a, signup.StageAuth, ""); wanted != club { // a second tab, whose address says nothing
		t.Errorf("the email page is for %q", wanted)
	}
	if _, wanted := e.at(a, signup.StageAuth, "/plans/film"); wanted != "/plans/film" { // a second tab, from another plan
		t.Errorf("the email page of another tab is for %q", wanted)
	}
	if _, err := e.Start(ctx, a, "signUp", "taro@example.com", nil, ""); err != nil {
		t.Fatal(err)
	}
	if err := e.giveCode(&a, accounttest.PinCode(t, e.Account, "taro@example.com")); err != nil {
		t.Fatal(err)
	}
	if next, _ := e.at(a, signup.StageEntry, "/plans/film"); next != "/signup/form?returnTo=%2Fplans%2Ffilm" {
		t.Errorf("the entry leads to %s", next)
	}
	if err := e.giveForm(&a, with(func(f *signup.Form) { f.ReturnTo = "//evil.example" })); err != nil {
		t.Fatal(err)
	}
	if _, wanted := e.at(a, signup.StageConfirm, ""); wanted != club {
		t.Errorf("the confirm page is for %q", wanted)
	}
	e.join(&a)
	if got := e.onward(a); got != club {
		t.Errorf("the new member is led to %s", got)
	}
	if next, _ := e.at(a, signup.StageEntry, club); next != club { // a tab that was left open
		t.Errorf("a member who opens the sign-up once more is led to %s", next)
	}
	if err := e.Consent(ctx, a, e.consents(), club); said(err) != "ALREADY_SIGNED_IN → /plans/standard" {
		t.Errorf("a member who agrees once more: %v", err)
	}
}

// P-02: a change of mind counts, and what leads nowhere on this site does not.
func TestWhatASignupIsForCanChange(t *testing.T) {
	e := setup(t, withoutPolicyStep)
	a := visitor()
	for _, c := range []struct{ told, wanted string }{
		{"https://evil.example/", ""}, {"/login", ""}, {club, club}, {"", club}, {"//evil.example", club}, {"/plans/film?a=b", "/plans/film?a=b"},
	} {
		if err := e.Consent(t.Context(), a, e.consents(), c.told); err != nil {
			t.Fatal(err)
		}
		if _, wanted := e.at(a, signup.StageAuth, ""); wanted != c.wanted {
			t.Errorf("after %q the sign-up is for %q, want %q", c.told, wanted, c.wanted)
		}
	}
	e.prove(&a, "taro@example.com")
	if err := e.giveForm(&a, with(func(f *signup.Form) { f.ReturnTo = club })); err != nil {
		t.Fatal(err)
	}
	e.join(&a)
	if got := e.onward(a); got != club {
		t.Errorf("the new member is led to %s", got)
	}
	other := visitor()
	e.confirm(&other, "jiro@example.com", form())
	e.join(&other)
	if got := e.onward(other); got != "/signup/plans" {
		t.Errorf("a new member who came for nothing is led to %s", got)
	}
}

// P-02: a sign-up that took too long begins again for the same.
func TestATimeoutForgetsNothingOfWhatASignupIsFor(t *testing.T) { // E-028
	e := setup(t, withoutPolicyStep)
	ctx, a := t.Context(), visitor()
	if _, err := e.Start(ctx, a, "signUp", "taro@example.com", e.consents(), club); err != nil {
		t.Fatal(err)
	}
	if err := e.giveCode(&a, accounttest.PinCode(t, e.Account, "taro@example.com")); err != nil {
		t.Fatal(err)
	}
	e.Clock.Advance(61 * time.Minute)
	const again = "SIGNUP_TIMEOUT → /signup?returnTo=%2Fplans%2Fstandard"
	if _, err := e.Page(ctx, a, signup.StageForm, ""); said(err) != again {
		t.Errorf("the form: %v", err)
	}
	if err := e.giveForm(&a, form()); said(err) != again {
		t.Errorf("sending the form: %v", err)
	}
	if _, wanted := e.at(a, signup.StageAuth, ""); wanted != club {
		t.Errorf("begun again, it is for %q", wanted)
	}
	e.start(a, "jiro@example.com")
	if _, wanted := e.at(a, signup.StagePinCode, ""); wanted != club {
		t.Errorf("after another mail it is for %q", wanted)
	}
}

// P-02: an account at a provider does not change it; nor does the address that the provider did not
// prove.
func TestASignupWithAnExternalAccountLeadsToWhatItWasFor(t *testing.T) {
	e := setup(t, withoutPolicyStep)
	for name, c := range map[string]struct{ before, told, wanted string }{
		"told on the way": {"", club, club}, "kept before": {club, "", club}, "changed": {"/plans/film", club, club}, "neither": {"", "", ""},
	} {
		a := visitor()
		if err := e.Consent(t.Context(), a, e.consents(), c.before); err != nil {
			t.Fatal(err)
		}
		in := signup.External{External: account.External{Type: "LINE", Subject: name}}
		next, signed, err := e.StartExternal(t.Context(), a, in, c.told)
		if err != nil || paths.Of(next) != "/signup/email" {
			t.Fatalf("%s: %v, %v", name, next, err)
		}
		a.SessionID = signed.SessionID
		if _, wanted := e.at(a, signup.StageEmail, ""); wanted != c.wanted {
			t.Errorf("%s: the sign-up is for %q", name, wanted)
		}
	}
}

// The answer to a step was lost, and with it the session that goes on: pressed once more, the step
// begins the sign-up anew for what its page says that it was for.
func TestALostAnswerForgetsNoErrand(t *testing.T) {
	const again = "INVALID_SESSION_FLOW → /signup?returnTo=%2Fplans%2Fstandard"
	e := setup(t, nil)
	ctx, a := t.Context(), visitor()
	if _, err := e.Start(ctx, a, "signUp", "taro@example.com", nil, club); said(err) != again {
		t.Errorf("the address: %s", said(err))
	}
	if err := e.Consent(ctx, a, e.consents(), club); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Start(ctx, a, "signUp", "taro@example.com", nil, club); err != nil {
		t.Fatal(err)
	}
	before, code := a, accounttest.PinCode(t, e.Account, "taro@example.com")
	if err := e.giveCode(&a, code); err != nil {
		t.Fatal(err)
	}
	if _, err := e.ProveEmail(ctx, before, code, club); said(err) != again {
		t.Errorf("the code once more: %s", said(err))
	}
	if _, err := e.ProveEmail(ctx, before, code, "//evil.example"); said(err) != "INVALID_SESSION_FLOW → /signup" {
		t.Errorf("another site: %s", said(err))
	}
	sent := with(func(f *signup.Form) { f.ReturnTo = club })
	if _, err := e.Confirm(ctx, before, sent); said(err) != again {
		t.Errorf("the form: %s", said(err))
	}
	if err := e.giveForm(&a, sent); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"", again} {
		if _, _, err := e.Complete(ctx, a, &sent); said(err) != want {
			t.Errorf("the last step: %q, not %q", said(err), want)
		}
	}
}
