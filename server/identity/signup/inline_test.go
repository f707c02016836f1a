package signup_test

import (
	"slices"
	"testing"
	"time"

	"kaiin/ent/storepolicy"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/signup"
	"kaiin/server/transport/paths"
)

// inline is a store that asks for what it needs alone; that it names a policy step does not count.
func inline(s *settings.Settings) { s.SignupStyle = "inline" }

// once is the form of the inline style: the password is in it once.
func once(change func(*signup.Form)) signup.Form {
	return with(func(f *signup.Form) {
		f.PasswordConfirm = ""
		change(f)
	})
}

func unchanged(*signup.Form) {}

func TestInlineSignup(t *testing.T) { // U-6 U-32
	e := setup(t, inline)
	ctx, a := t.Context(), visitor()
	page := func(at signup.Stage) *signup.Page {
		t.Helper()
		p, err := e.Page(ctx, a, at, "")
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	leads := func(at signup.Stage, want string) {
		t.Helper()
		if got := paths.Of(page(at).Next); got != want {
			t.Errorf("page %d leads to %q, want %q", at, got, want)
		}
	}
	leads(signup.StageEntry, "/signup/auth")
	leads(signup.StagePolicy, "/signup/auth")
	leads(signup.StagePinCode, "/signup/auth")
	if p := page(signup.StageAuth); p.AsksCode || p.Step != 0 || p.Steps != 0 || len(p.Policies) != 3 {
		t.Errorf("page of the address: %+v", p)
	}
	if next, err := e.Start(ctx, a, "signUp", "taro@example.com", nil, ""); said(err) != "policyConsentData:CONSENT_REQUIRED" || !next.None() {
		t.Errorf("without consents: %v, %s", next, said(err))
	}
	next, err := e.Start(ctx, a, "signUp", "taro@example.com", e.consents(), "")
	if err != nil || !next.None() {
		t.Fatalf("email: %v, %v", next, err)
	}
	for _, at := range []signup.Stage{signup.StageAuth, signup.StageEmail} {
		if p := page(at); !p.AsksCode || p.Email != "taro@example.com" || p.ResendAt == nil {
			t.Errorf("page of the code: %+v", p)
		}
	}
	leads(signup.StagePinCode, "/signup/auth")
	if err := e.giveCode(&a, accounttest.PinCode(t, e.Account, "taro@example.com")); err != nil {
		t.Fatal(err)
	}
	leads(signup.StageAuth, "/signup/form")
	leads(signup.StagePinCode, "/signup/form")
	leads(signup.StageConfirm, "/signup/form")
	p := page(signup.StageForm)
	asked := slices.Collect(func(yield func(string) bool) {
		for _, field := range settings.FormFields {
			if p.Registration.Rule(field) != settings.NotUse && !yield(field) {
				return
			}
		}
	})
	if want := []string{"password", "familyName", "givenName", "birthday"}; !slices.Equal(slices.DeleteFunc(asked, ofAddress), want) || p.Step != 0 {
		t.Errorf("the form asks for %v", asked)
	}
	for _, item := range p.Registration.Custom {
		if item.Rule != settings.Required {
			t.Errorf("the form asks for %s, which may stay empty", item.ID)
		}
	}
	sent := once(func(f *signup.Form) { f.UserID, f.Profile.Nickname = "tarotaro", "たろ" })
	next, signed, err := e.Complete(ctx, a, &sent)
	if err != nil || signed.Token == "" || paths.Of(next) != "/signup/complete" {
		t.Fatalf("complete: %v, %v", next, err)
	}
	row := e.member("taro@example.com")
	if row == nil || row.EmailVerifiedAt == nil || row.UserID != nil || row.Nickname != nil || *row.FamilyName != "山田" || *row.Birthday != "19900131" {
		t.Fatalf("account = %+v", row)
	}
	if right, err := e.Credential.Passwords.Matches(ctx, "", row.PasswordHash, "open9sesame"); !right || err != nil {
		t.Errorf("password: %v, %v", right, err)
	}
	if n := e.Store.Client(ctx).Consent.Query().CountX(ctx); n != 3 {
		t.Errorf("%d consents", n)
	}
	if got := said(e.complete(a, &sent)); got != "INVALID_SESSION_FLOW → /signup" {
		t.Errorf("a second tab: %s", got)
	}
}

// ofAddress are the rules of what is proved before the form.
func ofAddress(field string) bool {
	return slices.Contains([]string{"email", "pinCode", "passwordConfirm"}, field)
}

func TestInlineSignupForAPlan(t *testing.T) {
	e := setup(t, inline)
	for _, c := range []struct {
		returnTo, next string
		step, steps    int
	}{
		{"/plans/standard", "/plans/standard?signup=1", 1, 4},
		{"/plans/standard?paymentMethodId=x", "/plans/standard?paymentMethodId=x&signup=1", 1, 4},
		{"/mypage/edit", "/mypage/edit", 0, 0},
		{"https://elsewhere.example/plans/standard", "/signup/complete", 0, 0},
		{"", "/signup/complete", 0, 0},
	} {
		a := visitor()
		email := "p" + a.SessionID.String() + "@example.com"
		if _, err := e.Start(t.Context(), a, "signUp", email, e.consents(), c.returnTo); err != nil {
			t.Fatal(err)
		}
		if err := e.giveCode(&a, accounttest.PinCode(t, e.Account, email)); err != nil {
			t.Fatal(err)
		}
		if p, err := e.Page(t.Context(), a, signup.StageForm, ""); err != nil || p.Step != c.step || p.Steps != c.steps {
			t.Errorf("%q: step %d of %d, %v", c.returnTo, p.Step, p.Steps, err)
		}
		sent := once(unchanged)
		if next, _, err := e.Complete(t.Context(), a, &sent); err != nil || paths.Of(next) != c.next {
			t.Errorf("%q leads to %q, %v", c.returnTo, paths.Of(next), err)
		}
	}
	a := visitor() // the page was opened for another plan meanwhile
	e.prove(&a, "jiro@example.com")
	sent := once(func(f *signup.Form) { f.ReturnTo = "/plans/light" })
	if next, _, err := e.Complete(t.Context(), a, &sent); err != nil || paths.Of(next) != "/plans/light?signup=1" {
		t.Errorf("leads to %q, %v", paths.Of(next), err)
	}
}

func TestInlineFormIsChecked(t *testing.T) {
	e := setup(t, inline)
	a := visitor()
	e.prove(&a, "taro@example.com")
	for name, c := range map[string]struct {
		form signup.Form
		want string
	}{
		"no password":         {once(func(f *signup.Form) { f.Password = "" }), "password:REQUIRED"},
		"a weak password":     {once(func(f *signup.Form) { f.Password = "short1" }), "password:TOO_SHORT"},
		"another password":    {with(func(f *signup.Form) { f.PasswordConfirm = "open9sesamf" }), "passwordConfirm:MISMATCH"},
		"no name":             {once(func(f *signup.Form) { f.Profile.FamilyName = "" }), "familyName:REQUIRED"},
		"an impossible day":   {once(func(f *signup.Form) { f.Profile.Birthday = "19900231" }), "birthday:INVALID_FORMAT"},
		"another address":     {once(func(f *signup.Form) { f.Email = "jiro@example.com" }), "CONFIRM_MISMATCH"},
		"no form, none kept":  {signup.Form{}, "INVALID_SESSION_FLOW → /signup"},
		"the confirm step":    {form(), "INVALID_SESSION_FLOW → /signup"},
		"an outdated consent": {once(func(f *signup.Form) { f.Consents = e.consents(); f.Consents[0].Revision-- }), "POLICY_CHANGED"},
	} {
		var err error
		switch name {
		case "no form, none kept":
			err = e.complete(a, nil)
		case "the confirm step":
			err = e.giveForm(&a, c.form)
		default:
			err = e.complete(a, &c.form)
		}
		if got := said(err); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if e.member("taro@example.com") != nil {
		t.Fatal("an account was made")
	}
	good := once(func(f *signup.Form) { f.Email = " TARO@example.com" })
	if err := e.complete(a, &good); err != nil {
		t.Error(err)
	}
}

// What a policy says may change between the address and the form, which then shows it.
func TestInlinePolicyChanges(t *testing.T) {
	e := setup(t, inline)
	ctx, a := t.Context(), visitor()
	e.prove(&a, "taro@example.com")
	if p, err := e.Page(ctx, a, signup.StageForm, ""); err != nil || len(p.Policies) != 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	e.Store.Client(ctx).StorePolicy.Update().Where(storepolicy.ID("terms")).AddRevision(1).SaveX(ctx)
	e.Clock.Advance(2 * time.Second)
	sent := once(unchanged)
	if got := said(e.complete(a, &sent)); got != "POLICY_CHANGED" {
		t.Errorf("%q", got)
	}
	p, err := e.Page(ctx, a, signup.StageForm, "")
	if err != nil || len(p.Policies) != 1 {
		t.Fatalf("%+v, %v", p, err)
	}
	sent.Consents = []account.Consent{{PolicyID: p.Policies[0].ID, Revision: p.Policies[0].Revision, Key: p.Policies[0].Key}}
	if err := e.complete(a, &sent); err != nil {
		t.Error(err)
	}
}

func TestInlineSignupWithAnExternalAccount(t *testing.T) {
	e := setup(t, inline)
	ctx, a := t.Context(), visitor()
	in := signup.External{External: account.External{Type: "LINE", Subject: "U1"}, Email: "taro@example.com", EmailVerified: true}
	next, signed, err := e.StartExternal(ctx, a, in, "/plans/standard")
	if err != nil || paths.Of(next) != "/signup/form" {
		t.Fatalf("%v, %v", next, err)
	}
	a.SessionID = signed.SessionID
	p, err := e.Page(ctx, a, signup.StageForm, "")
	if err != nil || len(p.Policies) != 3 || p.Registration.Rule("password") != settings.NotUse {
		t.Fatalf("%+v, %v", p, err)
	}
	sent := once(func(f *signup.Form) { f.Password = "" })
	if got := said(e.complete(a, &sent)); got != "policyConsentData:CONSENT_REQUIRED" {
		t.Errorf("without consents: %q", got)
	}
	sent.Consents = e.consents()
	if next, _, err := e.Complete(ctx, a, &sent); err != nil || paths.Of(next) != "/plans/standard?signup=1" {
		t.Errorf("%v, %v", next, err)
	}
	unproved := visitor()
	in = signup.External{External: account.External{Type: "LINE", Subject: "U2"}, Email: "jiro@example.com"}
	next, signed, err = e.StartExternal(ctx, unproved, in, "")
	if err != nil || paths.Of(next) != "/signup/email" {
		t.Fatalf("%v, %v", next, err)
	}
	unproved.SessionID = signed.SessionID
	if p, err := e.Page(ctx, unproved, signup.StageEmail, ""); err != nil || p.AsksCode || p.Email != "jiro@example.com" {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestInlineSignupInTwoTabs(t *testing.T) {
	e := setup(t, inline)
	a := visitor()
	e.prove(&a, "taro@example.com")
	sent := once(unchanged)
	got := races(4, func(int) error { return e.complete(a, &sent) })
	if got[""] != 1 || got["INVALID_SESSION_FLOW → /signup"] != 3 {
		t.Errorf("%v", got)
	}
	late := visitor()
	e.prove(&late, "jiro@example.com")
	e.Clock.Advance(61 * time.Minute)
	if got := said(e.complete(late, &sent)); got != "SIGNUP_TIMEOUT → /signup" {
		t.Errorf("%q", got)
	}
}
