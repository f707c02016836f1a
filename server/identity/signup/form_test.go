package signup_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	entsession "kaiin/ent/session"
	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/signup"
	"kaiin/server/transport/paths"
)

func TestFormIsChecked(t *testing.T) {
	e := setup(t, nil)
	accounttest.Member(t, e.Account, accounttest.UserID("Hanako"))
	ctx, a := t.Context(), visitor()
	e.prove(&a, "taro@example.com")
	for _, c := range []struct {
		name   string
		change func(*signup.Form)
		want   string
	}{
		{"everything missing", func(f *signup.Form) { *f = signup.Form{} },
			"password:REQUIRED passwordConfirm:REQUIRED familyName:REQUIRED givenName:REQUIRED birthday:REQUIRED custom.adult:INVALID_CHOICE"},
		{"V-101 V-106 different", func(f *signup.Form) { f.PasswordConfirm = "open9Sesame" }, "passwordConfirm:MISMATCH"},
		{"verified as sent", func(f *signup.Form) { f.PasswordConfirm = "open9sesame " }, "passwordConfirm:MISMATCH"},
		{"weak", func(f *signup.Form) { f.Password, f.PasswordConfirm = "password1", "password1" }, "password:TOO_COMMON"},
		{"short", func(f *signup.Form) { f.Password, f.PasswordConfirm = "abcde12", "abcde12" }, "password:TOO_SHORT"},
		{"V-108 five", func(f *signup.Form) { f.UserID = "abcde" }, "userId:TOO_SHORT"},
		{"V-108 sixteen", func(f *signup.Form) { f.UserID = "abcdefgh12345678" }, "userId:TOO_LONG"},
		{"V-109", func(f *signup.Form) { f.UserID = "taro_01" }, "userId:ALPHANUMERIC_ONLY"},
		{"V-109 full-width", func(f *signup.Form) { f.UserID = "太郎太郎01" }, "userId:ALPHANUMERIC_ONLY"},
		{"E-021 taken, other case", func(f *signup.Form) { f.UserID = "hANAKO" }, "userId:ACCOUNT_ALREADY_EXISTS_USER_ID"},
		{"bad address", func(f *signup.Form) { f.Email = "taro@" }, "email:INVALID_FORMAT pinCode:REQUIRED"},
		{"V-034 changed without a code", func(f *signup.Form) { f.Email = "jiro@example.com" }, "pinCode:REQUIRED"},
		{"V-034 with a wrong code", func(f *signup.Form) { f.Email, f.PinCode = "jiro@example.com", "000000" }, "pinCode:PIN_CODE_ERROR"},
		{"other case is no change", func(f *signup.Form) { f.Email = "TARO@example.com" }, ""},
		{"right", func(f *signup.Form) { f.UserID = "abcdef" }, ""},
	} {
		if got := said(e.giveForm(&a, with(c.change))); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	page, err := e.Page(ctx, a, signup.StageConfirm, "")
	if err != nil || page.Email != "taro@example.com" || page.UserID != "abcdef" || page.Profile.FamilyName != "山田" {
		t.Errorf("confirm page: %+v, %v", page, err)
	}
}

// What a disabled feature asks for is neither needed nor kept.
func TestStoreWithoutUserIDsAndPasswords(t *testing.T) {
	e := setup(t, func(s *settings.Settings) { s.Flags.UserID, s.Flags.Password = false, false })
	ctx, a := t.Context(), visitor()
	e.confirm(&a, "taro@example.com", with(func(f *signup.Form) { f.UserID, f.PasswordConfirm = "tarotaro", "" }))
	if err := e.complete(a, nil); err != nil {
		t.Fatal(err)
	}
	row := e.member("taro@example.com")
	if row.UserID != nil || row.PasswordHash != nil {
		t.Errorf("account = %+v", row)
	}
	session := e.Store.Client(ctx).Session.Query().Where(entsession.AccountID(row.ID)).OnlyX(ctx)
	if *session.LoginMethod != "AuthCode" { // the mailed code, as there is no password
		t.Errorf("logged in by %s", *session.LoginMethod)
	}
	if err := e.VerifyUserID(ctx, actor.Actor{AccountID: uuid.New()}, "tarotaro"); said(err) != "NOT_FOUND" {
		t.Errorf("user ID check: %v", err)
	}
}

func TestChangedAddressOnTheForm(t *testing.T) { // V-034 A-071
	e := setup(t, nil)
	accounttest.Member(t, e.Account, accounttest.Email("taken@example.com"))
	ctx, a := t.Context(), visitor()
	e.prove(&a, "taro@example.com")
	code := func(email string) string {
		next, err := e.Start(ctx, a, "signUp", email, nil, "")
		if err != nil || paths.Of(next) != "" {
			t.Fatalf("a code for %s: %q, %v", email, next, err)
		}
		return accounttest.PinCode(t, e.Account, email)
	}
	confirm := func(email, pin string) string {
		return said(e.giveForm(&a, with(func(f *signup.Form) { f.Email, f.PinCode = email, pin })))
	}
	if got := confirm("taken@example.com", code("taken@example.com")); got != "email:ACCOUNT_ALREADY_EXISTS_EMAIL" { // E-020
		t.Errorf("a taken address: %q", got)
	}
	jiro := code("jiro@example.com")
	if got := confirm("saburo@example.com", jiro); got != "pinCode:PIN_CODE_ERROR" {
		t.Errorf("the code of another address: %q", got)
	}
	if got := confirm("jiro@example.com", jiro); got != "" {
		t.Errorf("the right code: %q", got)
	}
	if got := confirm("taro@example.com", jiro); got != "pinCode:PIN_CODE_ERROR" {
		t.Errorf("back to the former address: %q", got)
	}
	if err := e.complete(a, nil); err != nil {
		t.Fatal(err)
	}
	if e.member("jiro@example.com") == nil || e.member("taro@example.com") != nil {
		t.Error("the account has not the address that was proved last")
	}
}

func TestLastStepWantsWhatWasConfirmed(t *testing.T) {
	e := setup(t, nil)
	a := visitor()
	e.confirm(&a, "taro@example.com", form())
	for name, change := range map[string]func(*signup.Form){
		"name":     func(f *signup.Form) { f.Profile.GivenName = "次郎" },
		"address":  func(f *signup.Form) { f.Email = "jiro@example.com" },
		"user ID":  func(f *signup.Form) { f.UserID = "tarotaro" },
		"password": func(f *signup.Form) { f.Password = "other9sesame" },
		"custom":   func(f *signup.Form) { f.Profile.Custom["theatre"] = "新宿" },
	} {
		sent := with(change)
		if got := said(e.complete(a, &sent)); got != "CONFIRM_MISMATCH" {
			t.Errorf("another %s: %q", name, got)
		}
	}
	sent := with(func(f *signup.Form) { f.Password, f.Email = "", "taro@example.com" })
	if err := e.complete(a, &sent); err != nil {
		t.Errorf("the same: %v", err)
	}
}

// A confirmed form that is sent again and again is compared as often as the form may be confirmed,
// and no more.
func TestAFormIsComparedSoOften(t *testing.T) { // D-03
	e := setup(t, nil)
	a := visitor()
	e.confirm(&a, "taro@example.com", form())
	looked := 0
	sent := with(func(f *signup.Form) { f.Password, f.PasswordConfirm = "wrong9password", "wrong9password" })
	for range 150 {
		switch _, _, err := e.Complete(t.Context(), a, &sent); said(err) {
		case "CONFIRM_MISMATCH":
			looked++
		case "TOO_MANY_REQUESTS":
		default:
			t.Fatal(err)
		}
	}
	if looked != 29 {
		t.Errorf("%d of 150 were compared", looked)
	}
	e.Clock.Advance(31 * time.Minute)
	right := form()
	if _, _, err := e.Complete(t.Context(), a, &right); err != nil {
		t.Errorf("half an hour later: %v", err)
	}
}
