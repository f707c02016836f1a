package signup_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/storepolicy"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/identity/account"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/signup"
	"kaiin/server/transport/paths"
)

// complete is the last step.
func (e env) complete(a actor.Actor, sent *signup.Form) error {
	_, _, err := e.Complete(e.t.Context(), a, sent)
	return err
}

func (e env) member(email string) *ent.Account {
	e.t.Helper()
	row, err := e.Account.LookupByIdentifier(e.t.Context(), email)
	if err != nil {
		e.t.Fatal(err)
	}
	return row
}

func TestSignupByEmail(t *testing.T) { // X-053 S-023 F-283
	e := setup(t, func(s *settings.Settings) { s.Registration.Rules["nameKana"] = settings.Optional })
	ctx, a := t.Context(), visitor()
	number := func(n int) *int { return &n }
	full := form()
	full.UserID = "Taro01"
	full.Profile = account.Personal{
		NameKana: "ヤマダ　タロウ", FamilyName: " 山田 ", GivenName: "太郎", Nickname: "たろ", Sex: number(0), Birthday: "19900131",
		PhoneNumber: "09012345678", PostalCode: "1500002", Prefecture: number(13), Address: "渋谷区渋谷1-2-3", Address2: "会員荘101",
		Custom: map[string]string{"adult": "true", "howFound": "friend", "theatre": "武蔵野", "stranger": "x"},
	}
	if err := e.Consent(ctx, a, e.consents(), ""); err != nil {
		t.Fatal(err)
	}
	next, err := e.Start(ctx, a, "signUp", " Taro@Example.com ", nil, "")
	if err != nil || paths.Of(next) != "/signup/pin-code" {
		t.Fatalf("email: %q, %v", next, err)
	}
	if err := e.giveCode(&a, accounttest.PinCode(t, e.Account, "Taro@Example.com")); err != nil {
		t.Fatal(err)
	}
	if err := e.giveForm(&a, full); err != nil {
		t.Fatal(err)
	}
	_, signed, err := e.Complete(ctx, a, &full)
	if err != nil {
		t.Fatal(err)
	}

	row := e.member("taro@example.COM")
	if row == nil || *row.Email != "Taro@Example.com" || row.EmailVerifiedAt == nil || *row.UserID != "Taro01" || row.Locale != "ja" {
		t.Fatalf("account = %+v", row)
	}
	got := []any{*row.NameKana, *row.FamilyName, *row.GivenName, *row.Nickname, *row.Sex, *row.Birthday, *row.PhoneNumber, *row.PostalCode, *row.Prefecture, *row.Address, *row.Address2}
	want := []any{"ヤマダ　タロウ", "山田", "太郎", "たろ", 0, "19900131", "09012345678", "1500002", 13, "渋谷区渋谷1-2-3", "会員荘101"}
	if !slices.Equal(got, want) || row.Name != nil || len(row.Custom) != 3 || row.Custom["howFound"] != "friend" {
		t.Errorf("profile = %v, custom %v", got, row.Custom)
	}
	for password, want := range map[string]bool{"open9sesame": true, "open9sesame ": false, "Open9sesame": false, "open9sesam": false} {
		if right, err := e.Credential.Passwords.Matches(ctx, "", row.PasswordHash, password); right != want || err != nil {
			t.Errorf("password %q matches: %v, %v", password, right, err)
		}
	}
	if n := e.Store.Client(ctx).Consent.Query().CountX(ctx); n != 3 {
		t.Errorf("%d consents", n)
	}
	if mails := accounttest.Mails(t, e.Account, "Taro@Example.com"); !slices.Equal(mails, []string{"pin-code", "welcome"}) {
		t.Errorf("mails %v", mails)
	}
	member := actor.Actor{AccountID: row.ID, SessionID: signed.SessionID, Locale: "ja"}
	done, err := e.CompletedPage(ctx, member)
	if err != nil || done.Email != "Taro@Example.com" || paths.Of(done.OneNext) != "/signup/plans" {
		t.Errorf("completed: %+v, %v", done, err)
	}
	if err := e.complete(a, nil); said(err) != "INVALID_SESSION_FLOW → /signup" {
		t.Errorf("completing twice: %s", said(err))
	}
	e.Clock.Advance(61 * time.Minute)
	if done, err := e.CompletedPage(ctx, member); err != nil || paths.Of(done.Next) != "/mypage" {
		t.Errorf("an hour later: %+v, %v", done, err)
	}
}

func TestWhatWasTypedIsSealed(t *testing.T) {
	e := setup(t, nil)
	a := visitor()
	e.confirm(&a, "taro@example.com", with(func(f *signup.Form) { f.UserID = "tarotaro" }))
	row := e.Store.Client(t.Context()).Flow.Query().OnlyX(t.Context())
	for _, plain := range []string{"taro@example.com", "山田", "open9sesame", "tarotaro", "argon2id"} {
		if strings.Contains(string(row.State), plain) {
			t.Errorf("%q can be read in the database", plain)
		}
	}
}

func TestPoliciesAreAgreedTo(t *testing.T) { // V-030 V-031 S-022 A-059 A-060 A-063
	e := setup(t, nil)
	ctx, a, all := t.Context(), visitor(), e.consents()
	outdated := slices.Clone(all)
	outdated[0].Revision--
	for _, c := range []struct {
		name     string
		consents []account.Consent
		want     string
	}{
		{"none", nil, "policyConsentData:CONSENT_REQUIRED"},
		{"all but one", all[1:], "policyConsentData:CONSENT_REQUIRED"},
		{"a former revision", outdated, "POLICY_CHANGED"},
		{"another key", []account.Consent{{PolicyID: all[0].PolicyID, Revision: 1, Key: "other"}, all[1], all[2]}, "POLICY_CHANGED"},
		{"all", all, ""},
	} {
		if got := said(e.Consent(ctx, a, c.consents, "")); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}

	plain := env{logintest.New(t, withoutPolicyStep).Signup, t}
	for _, c := range []struct {
		consents []account.Consent
		want     string
	}{{nil, "policyConsentData:CONSENT_REQUIRED"}, {all[:2], "policyConsentData:CONSENT_REQUIRED"}, {all, ""}} {
		if _, err := plain.Start(ctx, a, "signUp", "taro@example.com", c.consents, ""); said(err) != c.want {
			t.Errorf("%d consents with the email: %q, want %q", len(c.consents), said(err), c.want)
		}
	}
	if n := plain.Store.Client(ctx).Message.Query().CountX(ctx); n != 1 {
		t.Errorf("%d mails", n)
	}
}

func TestPolicyChangesDuringSignup(t *testing.T) {
	e := setup(t, nil)
	ctx, a := t.Context(), visitor()
	e.confirm(&a, "taro@example.com", form())
	e.Store.Client(ctx).StorePolicy.Update().SetRevision(2).ExecX(ctx)
	e.Clock.Advance(store.CacheFor)
	if got := said(e.complete(a, nil)); got != "POLICY_CHANGED → /signup/form" {
		t.Errorf("last step: %q", got)
	}
	early := visitor()
	if err := e.Consent(ctx, early, e.consents(), ""); err != nil {
		t.Fatal(err)
	}
	e.Store.Client(ctx).StorePolicy.Update().Where(storepolicy.ID("terms")).SetRevision(3).ExecX(ctx)
	e.Clock.Advance(store.CacheFor)
	if _, err := e.Start(ctx, early, "signUp", "jiro@example.com", nil, ""); said(err) != "POLICY_CHANGED → /signup" {
		t.Errorf("email step: %q", said(err))
	}
	page, err := e.Page(ctx, a, signup.StageForm, "")
	if err != nil || len(page.Policies) != 3 {
		t.Fatalf("the form shows the new texts: %+v, %v", page, err)
	}
	if err := e.giveForm(&a, with(func(f *signup.Form) { f.Consents = e.consents() })); err != nil {
		t.Fatal(err)
	}
	if err := e.complete(a, nil); err != nil {
		t.Errorf("after agreeing again: %v", err)
	}
}

func TestEmailStepChecksItsInput(t *testing.T) {
	e := setup(t, withoutPolicyStep)
	for _, c := range []struct{ kind, email, want string }{
		{"signUp", "", "email:REQUIRED"},
		{"signUp", "taro", "email:INVALID_FORMAT"},
		{"signUp", strings.Repeat("a", 180) + "@example.com", "email:TOO_LONG"},
		{"login", "taro@example.com", "type:INVALID_CHOICE"},
		{"", "", "type:INVALID_CHOICE email:REQUIRED"},
	} {
		if _, err := e.Start(t.Context(), visitor(), c.kind, c.email, e.consents(), ""); said(err) != c.want {
			t.Errorf("%q %q: %q, want %q", c.kind, c.email, said(err), c.want)
		}
	}
	if n := e.Store.Client(t.Context()).Throttle.Query().CountX(t.Context()); n != 0 {
		t.Errorf("%d counts for mails that were not sent", n)
	}
}

// A taken address gets the same answer and a mail like any other; only the right code
// tells.
func TestTakenAddress(t *testing.T) { // E-020 V-034
	e := setup(t, nil)
	accounttest.Member(t, e.Account, accounttest.Email("Taken@example.com"), accounttest.With(func(c *ent.AccountCreate) { c.SetStatus(entaccount.StatusSuspended) }))
	a := visitor()
	e.start(a, "taken@example.com")
	if mails := accounttest.Mails(t, e.Account, "taken@example.com"); !slices.Equal(mails, []string{"pin-code"}) {
		t.Errorf("mails %v", mails)
	}
	if got := said(e.giveCode(&a, "ちがう")); got != "pinCode:HALF_WIDTH_ONLY" {
		t.Errorf("a wrong form: %q", got)
	}
	if got := said(e.giveCode(&a, "000000")); got != "pinCode:PIN_CODE_ERROR" {
		t.Errorf("a wrong code: %q", got)
	}
	if got := said(e.giveCode(&a, accounttest.PinCode(t, e.Account, "taken@example.com"))); got != "email:ACCOUNT_ALREADY_EXISTS_EMAIL" {
		t.Errorf("the right code: %q", got)
	}
	if got := said(e.giveForm(&a, form())); got != "INVALID_SESSION_FLOW → /signup" {
		t.Errorf("going on all the same: %q", got)
	}
	if mails := accounttest.Mails(t, e.Account, "taken@example.com"); !slices.Equal(mails, []string{"pin-code", "already-member"}) {
		t.Errorf("mails %v", mails)
	}
	want := "このメールアドレスは既に使用されています。別のメールアドレスを登録してください。"
	if got := fault.Text("ja", "ACCOUNT_ALREADY_EXISTS_EMAIL", "email", nil); got != want {
		t.Errorf("text %q", got)
	}
	e.start(a, "free@example.com")
	if err := e.giveCode(&a, accounttest.PinCode(t, e.Account, "free@example.com")); err != nil {
		t.Errorf("another address: %v", err)
	}
}
