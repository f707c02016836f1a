package login_test

import (
	"testing"
	"time"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/factor"
	"kaiin/ent/loginevent"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/transport/paths"
)

// protected is a member with second factors.
func protected(t *testing.T, s *login.Service, types ...factor.Type) *ent.Account {
	t.Helper()
	row := accounttest.Member(t, s.Account)
	for _, kind := range types {
		s.Store.Client(t.Context()).Factor.Create().SetCreatedAt(s.Clock.Now()).SetAccountID(row.ID).SetType(kind).ExecX(t.Context())
	}
	return row
}

// waits is a browser in which the right password was given and the second factor is asked for.
func waits(t *testing.T, s *login.Service, row *ent.Account) (actor.Actor, login.Entered) {
	t.Helper()
	a, _ := logintest.Visitor(t, s)
	signed, err := s.Login(t.Context(), a, input(*row.Email, accounttest.Password))
	if err != nil {
		t.Fatal(err)
	}
	a.SessionID = signed.SessionID
	return a, signed
}

// mailed is the code of the second factor that was mailed in the browser.
func mailed(t *testing.T, s *login.Service, a actor.Actor, row *ent.Account) string {
	t.Helper()
	if page, err := s.FactorEntry(t.Context(), a, credential.FactorEmail, step.Plain); err != nil || page.Type != credential.FactorEmail {
		t.Fatalf("%+v, %v", page, err)
	}
	return accounttest.PinCode(t, s.Account, *row.Email)
}

func give(code string) login.FactorInput {
	return login.FactorInput{Type: credential.FactorEmail, Value: code}
}

func TestSecondFactorAfterAPassword(t *testing.T) { // S-012 A-039
	s := setup(t, nil)
	row := protected(t, s, factor.TypeEmail)
	before, planted := logintest.Visitor(t, s)
	signed, err := s.Login(t.Context(), before, input(*row.Email, accounttest.Password))
	if err != nil || paths.Of(signed.Next) != "/login/multi-factor/Email" || signed.TrustedDevice != "" || signed.KnownBrowser != "" {
		t.Fatalf("%+v, %v", signed, err)
	}
	if logintest.Resumed(t, s, planted) != nil {
		t.Error("the session from before goes on: anyone who planted it has half of the login")
	}
	half := logintest.Resumed(t, s, signed.Token)
	if half == nil || half.AccountID != nil {
		t.Fatalf("before the second factor: %+v", half)
	}
	a := before
	a.SessionID = signed.SessionID
	page, err := s.FactorChoice(t.Context(), a, step.Plain)
	if err != nil || !page.Next.None() || len(page.Types) != 1 || page.Types[0] != "Email" { // F-071
		t.Errorf("choice: %+v, %v", page, err)
	}
	code := mailed(t, s, a, row)
	if _, err := s.GiveFactor(t.Context(), a, give(wrong(code))); said(err) != "value:MULTI_FACTOR_FAILED" {
		t.Errorf("a wrong code: %v", err)
	}
	done, err := s.GiveFactor(t.Context(), a, give(code))
	if err != nil || paths.Of(done.Next) != "/mypage" || done.AccountID != row.ID {
		t.Fatalf("%+v, %v", done, err)
	}
	if session := logintest.Resumed(t, s, done.Token); session == nil || *session.AccountID != row.ID || *session.LoginMethod != "Password" {
		t.Errorf("session: %+v", session)
	}
	if logintest.Resumed(t, s, signed.Token) != nil {
		t.Error("the session of the half login goes on")
	}
	if _, err := s.GiveFactor(t.Context(), a, give(code)); said(err) != "INVALID_SESSION_FLOW → /login" {
		t.Errorf("once more: %v", err)
	}
	events := s.Store.Client(t.Context()).LoginEvent.Query().Where(loginevent.AccountID(row.ID)).Order(ent.Asc(loginevent.FieldCreatedAt, loginevent.FieldResult)).AllX(t.Context())
	if len(events) != 2 {
		t.Fatalf("%d entries of the history", len(events))
	}
	for _, e := range events { // F-293 F-294
		if !e.RequestMultiFactor || e.MultiFactorType != "Email" || e.Identifier != "Email" {
			t.Errorf("history: %+v", e)
		}
	}
}

func TestSecondFactorAfterACode(t *testing.T) { // S-013
	s := setup(t, nil)
	row := protected(t, s, factor.TypeEmail, factor.TypeOTP)
	a := asked(t, s, *row.Email)
	signed, err := s.Login(t.Context(), a, byCode(*row.Email, accounttest.PinCode(t, s.Account, *row.Email)))
	if err != nil || paths.Of(signed.Next) != "/login/multi-factor/OTP" {
		t.Fatalf("%+v, %v", signed, err)
	}
	a.SessionID = signed.SessionID
	page, err := s.FactorChoice(t.Context(), a, step.Plain)
	if err != nil || len(page.Types) != 1 || page.Types[0] != credential.FactorOTP {
		t.Errorf("a mailed code and a mailed factor are one: %+v, %v", page, err)
	}
	if page, err := s.FactorEntry(t.Context(), a, credential.FactorEmail, step.Plain); err != nil || paths.Of(page.Next) != "/login/multi-factor" {
		t.Errorf("the mailed factor: %+v, %v", page, err)
	}
	if _, err := s.GiveFactor(t.Context(), a, give("123456")); said(err) != "INVALID_SESSION_FLOW → /login" {
		t.Errorf("giving it: %v", err)
	}
}

func TestMailedCodeIsNotEnoughForAMailedFactor(t *testing.T) {
	s := setup(t, nil)
	row := protected(t, s, factor.TypeEmail)
	a := asked(t, s, *row.Email)
	_, err := s.Login(t.Context(), a, byCode(*row.Email, accounttest.PinCode(t, s.Account, *row.Email)))
	if f, ok := fault.As(err); !ok || f.Code != "LOGIN_ANOTHER_WAY" || paths.Of(f.RestartAt) != "/login" {
		t.Fatalf("%v", err)
	}
	if fault.Text("ja", "LOGIN_ANOTHER_WAY", "", nil) != "このアカウントでは、メールの認証コードだけではログインできません。パスワードなど、別の方法でログインしてください。" {
		t.Error("the member is not told what to do")
	}
}

func TestSecondFactorPages(t *testing.T) { // R-008 R-009 A-055
	s := setup(t, nil)
	visitor, _ := logintest.Visitor(t, s)
	for errand, want := range map[step.Errand]string{step.Plain: "/login", step.RelyingParty: "/oidc/login"} {
		if page, err := s.FactorChoice(t.Context(), visitor, errand); err != nil || paths.Of(page.Next) != want {
			t.Errorf("choice: %+v, %v", page, err)
		}
		if page, err := s.FactorEntry(t.Context(), visitor, credential.FactorOTP, errand); err != nil || paths.Of(page.Next) != want {
			t.Errorf("entry: %+v, %v", page, err)
		}
	}
	if _, err := s.FactorEntry(t.Context(), visitor, "email", step.Plain); said(err) != "NOT_FOUND" {
		t.Errorf("a type that is none: %v", err)
	}
	if _, err := s.GiveFactor(t.Context(), visitor, give("123456")); said(err) != "INVALID_SESSION_FLOW → /login" {
		t.Errorf("out of the blue: %v", err)
	}
	row := protected(t, s, factor.TypeEmail, factor.TypeOTP)
	a, _ := waits(t, s, row)
	for kind, want := range map[credential.FactorKind]login.FactorPage{
		credential.FactorEmail: {CodeName: "二段階認証コード", CodeLife: 10 * time.Minute},
		credential.FactorOTP:   {CodeName: "ワンタイムパスワード"},
	} {
		page, err := s.FactorEntry(t.Context(), a, kind, step.Plain)
		if err != nil || page.Type != kind || page.CodeName != want.CodeName || page.CodeLife != want.CodeLife || (page.ResendAt != nil) != (kind == credential.FactorEmail) {
			t.Errorf("%s: %+v, %v", kind, page, err)
		}
		if kind == credential.FactorEmail && (page.SendTo == "" || page.SendTo == *row.Email) { // F-070
			t.Errorf("sent to %q", page.SendTo)
		}
	}
	if _, err := s.GiveFactor(t.Context(), a, give(" ")); said(err) != "value:REQUIRED" { // V-027
		t.Errorf("nothing: %v", err)
	}
	if got := fault.Text("ja", "REQUIRED", "value", map[string]any{"codeName": "ワンタイムパスワード"}); got != "ワンタイムパスワードを入力してください。" {
		t.Errorf("%q", got)
	}
}

// Opening the page sends the code; opening it again within 30 seconds does not, and asking for
// another is refused.
func TestSecondFactorIsSentOnce(t *testing.T) {
	s := setup(t, nil)
	row := protected(t, s, factor.TypeEmail)
	a, _ := waits(t, s, row)
	before := len(accounttest.Mails(t, s.Account, *row.Email))
	sent := func() int { return len(accounttest.Mails(t, s.Account, *row.Email)) - before }
	mailed(t, s, a, row)
	mailed(t, s, a, row)
	if sent() != 1 {
		t.Errorf("%d codes after a reload", sent())
	}
	if err := s.ResendFactorCode(t.Context(), a, credential.FactorEmail); said(err) != string(fault.TooManyRequests) {
		t.Errorf("at once: %v", err)
	}
	s.Clock.Advance(31 * time.Second)
	if err := s.ResendFactorCode(t.Context(), a, credential.FactorEmail); err != nil || sent() != 2 {
		t.Errorf("later: %v, %d codes", err, sent())
	}
	if err := s.ResendFactorCode(t.Context(), a, credential.FactorOTP); said(err) != "INVALID_SESSION_FLOW → /login" {
		t.Errorf("what is not sent: %v", err)
	}
}

func TestSecondFactorIsBound(t *testing.T) {
	s := setup(t, nil)
	row := protected(t, s, factor.TypeEmail)
	a, _ := waits(t, s, row)
	code := mailed(t, s, a, row)
	other, _ := waits(t, s, row)
	if _, err := s.GiveFactor(t.Context(), other, give(code)); said(err) != "value:MULTI_FACTOR_FAILED" {
		t.Errorf("in another browser: %v", err)
	}
	s.Clock.Advance(10*time.Minute + time.Second)
	if _, err := s.GiveFactor(t.Context(), a, give(code)); said(err) != "INVALID_SESSION_FLOW → /login" {
		t.Errorf("after ten minutes: %v", err)
	}
	a, _ = waits(t, s, row)
	code = mailed(t, s, a, row)
	row.Update().SetStatus(entaccount.StatusSuspended).ExecX(t.Context())
	if _, err := s.GiveFactor(t.Context(), a, give(code)); said(err) != "INVALID_SESSION_FLOW → /login" {
		t.Errorf("of an account that was suspended meanwhile: %v", err)
	}
}

func TestSecondFactorAtOnce(t *testing.T) {
	s := setup(t, nil)
	row := protected(t, s, factor.TypeEmail)
	a, _ := waits(t, s, row)
	code := mailed(t, s, a, row)
	if living := atOnce(t, s, 50, func() (login.Entered, error) { return s.GiveFactor(t.Context(), a, give(code)) }); living != 1 {
		t.Errorf("%d sessions of one second factor", living)
	}
}

// A right password does not take back the guesses at the second factor.
func TestWrongSecondFactorsAddUp(t *testing.T) {
	s := setup(t, nil)
	row := protected(t, s, factor.TypeEmail)
	blocked := false
	for range 10 {
		a, _ := waits(t, s, row)
		code := mailed(t, s, a, row)
		for range 4 {
			_, err := s.GiveFactor(t.Context(), a, give(wrong(code)))
			blocked = blocked || said(err) == string(fault.TooManyRequests)
		}
		s.Clock.Advance(31 * time.Second)
	}
	if !blocked {
		t.Error("forty wrong factors after ten right passwords, and none was refused")
	}
}

// P-02: a login that waits for its second factor says what it is for, and begins again for the same
// when it has waited too long.
func TestASecondFactorIsAskedForAgainForTheSame(t *testing.T) {
	s := setup(t, nil)
	row := protected(t, s, factor.TypeEmail, factor.TypeOTP)
	a, _ := logintest.Visitor(t, s)
	in := input(*row.Email, accounttest.Password)
	in.ReturnTo = "/plans/standard"
	signed, err := s.Login(t.Context(), a, in)
	if err != nil {
		t.Fatal(err)
	}
	a.SessionID = signed.SessionID
	for kind, open := range map[string]func() (*login.FactorPage, error){
		"choice": func() (*login.FactorPage, error) { return s.FactorChoice(t.Context(), a, step.Plain) },
		"entry": func() (*login.FactorPage, error) {
			return s.FactorEntry(t.Context(), a, credential.FactorOTP, step.Plain)
		},
	} {
		if page, err := open(); err != nil || page.ReturnTo != "/plans/standard" {
			t.Errorf("%s: %+v, %v", kind, page, err)
		}
	}
	s.Clock.Advance(11 * time.Minute)
	const again = "/login?returnTo=%2Fplans%2Fstandard"
	if page, err := s.FactorChoice(t.Context(), a, step.Plain); err != nil || paths.Of(page.Next) != again {
		t.Errorf("choice, too late: %+v, %v", page, err)
	}
	if page, err := s.FactorEntry(t.Context(), a, credential.FactorOTP, step.Plain); err != nil || paths.Of(page.Next) != again {
		t.Errorf("entry, too late: %+v, %v", page, err)
	}
	if _, err := s.GiveFactor(t.Context(), a, give("123456")); said(err) != "INVALID_SESSION_FLOW → "+again {
		t.Errorf("a factor, too late: %v", err)
	}
}
