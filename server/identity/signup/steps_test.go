package signup_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/signup"
	"kaiin/server/transport/paths"
)

func TestStepsOutOfOrder(t *testing.T) {
	e := setup(t, nil)
	ctx := t.Context()
	const broken = "INVALID_SESSION_FLOW → /signup"
	sent, proved := visitor(), visitor()
	e.start(sent, "sent@example.com")
	e.prove(&proved, "proved@example.com")
	stranger, other, none := visitor(), visitor(), actor.Actor{Locale: "ja"}
	member := actor.Actor{AccountID: uuid.New(), SessionID: uuid.New(), Locale: "ja"}
	last := func(a actor.Actor) error { return e.complete(a, nil) }
	page := func(a actor.Actor, step signup.Stage) error {
		_, err := e.Page(ctx, a, step, "")
		return err
	}
	start := func(a actor.Actor) error {
		_, err := e.Start(ctx, a, "signUp", "a@example.com", nil, "")
		return err
	}
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"email before the policies":        {start(stranger), broken},
		"PIN without a session":            {e.giveCode(&none, "123456"), broken},
		"PIN of no member":                 {e.giveCode(&stranger, "123456"), broken},
		"form before the PIN":              {e.giveForm(&sent, form()), broken},
		"last step first":                  {last(stranger), broken},
		"last step without a session":      {last(none), broken},
		"last step before the PIN":         {last(sent), broken},
		"last step before the form":        {last(proved), broken},
		"page of the PIN":                  {page(stranger, signup.StagePinCode), broken},
		"page of the form":                 {page(none, signup.StageForm), broken},
		"page of the confirmation":         {page(sent, signup.StageConfirm), broken},
		"a member starts":                  {start(member), "ALREADY_SIGNED_IN → /mypage"},
		"a member agrees":                  {e.Consent(ctx, member, e.consents(), ""), "ALREADY_SIGNED_IN → /mypage"},
		"completion of a visitor":          {func() error { _, err := e.CompletedPage(ctx, proved); return err }(), broken},
		"a code in a browser without flow": {e.giveCode(&other, accounttest.PinCode(t, e.Account, "sent@example.com")), broken},
	} {
		if got := said(c.err); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if n := e.Store.Client(ctx).Account.Query().CountX(ctx); n != 0 {
		t.Errorf("%d accounts", n)
	}
}

func TestSignupTimesOut(t *testing.T) { // E-028 A-069
	e := setup(t, nil)
	ctx, a, slow := t.Context(), visitor(), visitor()
	e.start(slow, "slow@example.com")
	e.Clock.Advance(10 * time.Minute)
	e.confirm(&a, "taro@example.com", form())
	e.Clock.Advance(45 * time.Minute)
	if _, err := e.Start(ctx, a, "signUp", "other@example.com", nil, ""); err != nil { // a changed address buys no time
		t.Fatal(err)
	}
	if err := e.giveCode(&slow, accounttest.PinCode(t, e.Account, "slow@example.com")); err != nil {
		t.Errorf("the PIN of 55 minutes ago: %v", err)
	}
	e.Clock.Advance(16 * time.Minute)
	const late = "SIGNUP_TIMEOUT → /signup"
	if got := said(e.complete(a, nil)); got != late {
		t.Errorf("last step: %q", got)
	}
	if got := said(e.giveForm(&a, form())); got != late {
		t.Errorf("form: %q", got)
	}
	if got := said(e.VerifyUserID(ctx, a, "freefree")); got != late {
		t.Errorf("user ID: %q", got)
	}
	if _, err := e.Page(ctx, a, signup.StageForm, ""); said(err) != late {
		t.Errorf("page of the form: %q", said(err))
	}
	if page, err := e.Page(ctx, a, signup.StageEntry, ""); err != nil || paths.Of(page.Next) != "/signup/policy" {
		t.Errorf("starting again: %+v, %v", page, err)
	}
	for _, c := range []struct{ locale, want string }{
		{"ja", "登録手続きの有効期限が切れました。お手数ですが、最初からやり直してください。"},
		{"en", "The time for your registration is up. Please start again from the beginning."},
	} {
		if got := fault.Text(c.locale, "SIGNUP_TIMEOUT", "", nil); got != c.want {
			t.Errorf("%s: %q", c.locale, got)
		}
	}
}

func TestSignupPages(t *testing.T) {
	e := setup(t, nil)
	a := visitor()
	page := func(step signup.Stage) *signup.Page {
		t.Helper()
		ctx, statements := store.CountStatements(t.Context())
		p, err := e.Page(ctx, a, step, "")
		if err != nil {
			t.Fatal(err)
		}
		if n := statements.Load(); n > 4 {
			t.Errorf("%d statements", n)
		}
		return p
	}
	if p := page(signup.StagePolicy); p.Step != 1 || p.Steps != 4 || len(p.Policies) != 3 {
		t.Errorf("policy page: %+v", p)
	}
	e.start(a, "taro@example.com")
	if p := page(signup.StagePinCode); p.Step != 3 || p.Steps != 4 || p.Email != "taro@example.com" || p.PinCodeLife != time.Hour || // K-002
		p.ResendAt == nil || p.ResendAt.Sub(e.Clock.Now()) > 30*time.Second || p.ResendAt.Before(e.Clock.Now().Add(20*time.Second)) {
		t.Errorf("PIN page: %+v", p)
	}
	if err := e.giveCode(&a, accounttest.PinCode(t, e.Account, "taro@example.com")); err != nil {
		t.Fatal(err)
	}
	if p := page(signup.StageForm); p.Step != 4 || p.Email != "taro@example.com" || len(p.Policies) != 0 || p.Registration.Rule("familyName") != settings.Required {
		t.Errorf("form page: %+v", p)
	}
	if p := page(signup.StageAuth); paths.Of(p.Next) != "/signup/form" {
		t.Errorf("email page after the proof: %+v", p)
	}
}

// A store whose operator disabled sign-up policies has nothing to read at the first step.
func TestStoreWithoutPolicies(t *testing.T) {
	e := setup(t, nil)
	e.Store.Client(t.Context()).StorePolicy.Delete().ExecX(t.Context())
	a := visitor()
	if p, err := e.Page(t.Context(), a, signup.StageEntry, ""); err != nil || paths.Of(p.Next) != "/signup/auth" {
		t.Errorf("entry: %+v, %v", p, err)
	}
	if _, err := e.Start(t.Context(), a, "signUp", "taro@example.com", nil, ""); err != nil {
		t.Error(err)
	}
}
