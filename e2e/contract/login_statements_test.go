package contract_test

import (
	"net/http"
	"regexp"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"kaiin/ent"
	"kaiin/server/app/apptest"
	"kaiin/server/base/actor"
	"kaiin/server/base/store"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login/logintest"
)

// What a login may cost the database, the session it comes with included. The store's settings are
// in their one-second cache; the note that a session is in use, one a minute, and a new preferred
// factor are one statement more each. A login by a second factor calls off a reset of the staff's.
const (
	maxLoginStatements  = 8
	maxFactorStatements = 13
)

// protected is a member with every second factor, the secret of the app and the backup codes.
func protected(t *testing.T, s *apptest.Stack) (row *ent.Account, secret string, codes []string) {
	t.Helper()
	row = accounttest.Member(t, s.Account)
	a, _ := logintest.Member(t, s.App.Login, row.ID)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	enable := func(in credential.EnableFactor) {
		t.Helper()
		_, err := s.Credential.EnableFactor(t.Context(), a, in)
		must(err)
	}
	enable(credential.EnableFactor{Type: credential.FactorEmail})
	page, err := s.Credential.BackupPage(t.Context(), a)
	must(err)
	_, err = s.Credential.SaveBackupCodes(t.Context(), a, page.Codes)
	must(err)
	app, err := s.Credential.FactorPage(t.Context(), a, credential.FactorOTP)
	must(err)
	enable(credential.EnableFactor{Type: credential.FactorOTP, Secret: app.Secret, Token: shown(t, s, app.Secret)})
	s.Clock.Advance(time.Minute) // the app shows another password now
	return row, app.Secret, page.Codes
}

// shown is what an app shows now.
func shown(t *testing.T, s *apptest.Stack, secret string) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, s.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// codesTo are the codes that were mailed to the address, newest first.
func codesTo(t *testing.T, s *apptest.Stack, address string) []string {
	t.Helper()
	var codes []string
	for _, mail := range s.Inbox(t, address) {
		if code := regexp.MustCompile(`(?m)^\s*([0-9]{6})\s*$`).FindStringSubmatch(mail.Text); code != nil {
			codes = append(codes, code[1])
		}
	}
	return codes
}

// mailedAfter is the code that comes after so many.
func mailedAfter(t *testing.T, s *apptest.Stack, address string, before int) string {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if codes := codesTo(t, s, address); len(codes) > before {
			return codes[0]
		}
	}
	t.Fatalf("no new code was mailed to %s", address)
	return ""
}

// warm has the store's settings read anew, and returns since when they are in their cache.
func warm(t *testing.T, s *apptest.Stack) time.Time {
	t.Helper()
	settings, err := s.Settings.Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Settings.Save(t.Context(), settings); err != nil { // what is in the cache may be nearly too old
		t.Fatal(err)
	}
	since := time.Now()
	if _, err := s.Settings.Get(t.Context()); err != nil {
		t.Fatal(err)
	}
	return since
}

// A login with a second factor reads each thing once, whatever the browser brings and whichever
// factor is given.
func TestStatementsOfALogin(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	row, secret, codes := protected(t, s)
	counted := func(what string, limit int, warmed time.Time, answer apptest.Answer) {
		t.Helper()
		if time.Since(warmed) >= store.CacheFor { // on a busy machine the settings were read once more
			limit++
		}
		if answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusSeeOther || answer.JSON(t)["redirectTo"] == nil {
			t.Fatalf("%s: %d %s", what, answer.StatusCode, answer.Text)
		}
		n := statements(t, s, answer.Header.Get("X-Request-Id"))
		t.Logf("%-44s %d", what, n)
		if n > limit {
			t.Errorf("%s takes %d statements, at most %d", what, n, limit)
		}
	}
	alerted := false // the member has been told of a login from somewhere new
	for name, c := range map[string]struct {
		kind           credential.FactorKind
		visitor, known bool // the browser has a visitor's session; it has logged in to the account before
		remember       bool
	}{
		"mail, a new browser":             {kind: credential.FactorEmail},
		"app, a visitor's session":        {kind: credential.FactorOTP, visitor: true},
		"backup code, a known browser":    {kind: credential.FactorBackup, visitor: true, known: true},
		"mail, a known browser, remember": {kind: credential.FactorEmail, known: true, remember: true},
	} {
		b := s.Browser(t)
		if c.known {
			now, err := s.Account.Find(t.Context(), row.ID)
			if err != nil {
				t.Fatal(err)
			}
			signed, err := s.App.Session.SignIn(t.Context(), actor.Actor{Locale: "ja", IP: "192.0.2.1", UserAgent: "test"}, now, actor.MethodPassword)
			if err != nil {
				t.Fatal(err)
			}
			b.SetCookie("latid", signed.KnownBrowser)
		}
		if c.visitor {
			_, token := logintest.Visitor(t, s.App.Login)
			b.SetCookie("sid", token)
		}
		warmed := warm(t, s)
		counted(name+": POST /login", maxLoginStatements, warmed, b.Post("/login", map[string]any{
			"emailUserId": *row.Email, "password": accounttest.Password, "loginMethod": "Password",
		}))
		var value string
		switch c.kind {
		case credential.FactorEmail:
			mailed := len(codesTo(t, s, *row.Email))
			if got := b.Get("/login/multi-factor/Email/screen-data"); got.StatusCode != http.StatusOK {
				t.Fatalf("%d %s", got.StatusCode, got.Text)
			}
			value = mailedAfter(t, s, *row.Email, mailed)
		case credential.FactorOTP:
			value = shown(t, s, secret)
		default:
			value = codes[0]
		}
		warmed = warm(t, s)
		most := maxFactorStatements
		if !c.known && alerted { // a further one of the hour reads what waits to be told, and adds to it
			most += 2
		}
		alerted = alerted || !c.known
		counted(name+": the factor", most, warmed, b.Post("/zapi/login/multi-factor/"+string(c.kind), map[string]any{
			"value": value, "rememberDevice": c.remember,
		}))
	}
}
