package contract_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/app/apptest"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/identity/account"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/leaving/withdrawal"
)

// someone is a member with everything that may let somebody in.
type someone struct {
	t     *testing.T
	s     *apptest.Stack
	id    uuid.UUID
	email string
	me    actor.Actor // where the member acts
	code  string      // of the mailed login
	token string      // of the reset link

	other, undoToken             string
	before                       *ent.Account // as a login in flight has read it
	waiting, trusted, known, ask actor.Actor
	backup                       []string
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func visitorFrom(n int) actor.Actor {
	return actor.Actor{Locale: "ja", IP: fmt.Sprintf("198.51.%d.%d", n/250, n%250+1), UserAgent: "test"}
}

func someoneNew(t *testing.T, s *apptest.Stack, n int) *someone {
	t.Helper()
	m := &someone{t: t, s: s, email: fmt.Sprintf("m%d@example.com", n)}
	m.id = accounttest.Member(t, s.Account, accounttest.Email(m.email)).ID
	m.me, _ = logintest.Member(t, s.App.Login, m.id)
	return m
}

func (m *someone) now() *ent.Account {
	m.t.Helper()
	row, err := m.s.Account.Find(m.t.Context(), m.id)
	must(m.t, err)
	return row
}

// visitor is a visitor of a session of their own.
func (m *someone) visitor() actor.Actor {
	a, _ := logintest.Visitor(m.t, m.s.App.Login)
	return a
}

func (m *someone) prepare() {
	t, s, ctx := m.t, m.s, m.t.Context()
	t.Helper()
	former := m.email
	m.email = "new-" + former
	must(t, m.moveTo(m.email))
	m.undoToken = mailedLink(t, s, former, "/email/undo")
	must(t, m.firstFactor())
	must(t, m.addFactor())
	must(t, s.Account.LinkExternal(ctx, m.me, account.External{Type: "LINE", Subject: m.email}))

	_, m.other = logintest.Member(t, s.App.Login, m.id)
	m.trusted = m.visitor()
	m.trusted.TrustedDevice = logintest.Trusted(t, s.App.Login, m.id)
	m.known = m.visitor()
	signed, err := s.App.Session.SignIn(ctx, m.visitor(), m.now(), actor.MethodPassword)
	must(t, err)
	m.known.KnownBrowser = signed.KnownBrowser
	m.token = m.resetLink()
	m.ask = m.visitor()
	_, err = s.App.Login.RequestCode(ctx, m.ask, login.CodeRequest{Identifier: m.email, Token: "person"})
	must(t, err)
	m.code = m.codeTo(m.email)
	m.before = m.now()
	m.waiting = m.visitor()
	in, err := s.App.Login.Enter(ctx, m.waiting, m.proof())
	must(t, err)
	m.waiting.SessionID = in.SessionID
}

func (m *someone) proof() login.Proof {
	return login.Proof{Account: m.before, Method: actor.MethodPassword, Identifier: login.IdentifierEmail}
}

// works tries whether a thing lets a caller in.
func (m *someone) works(thing string) bool {
	ctx, s := m.t.Context(), m.s
	switch thing {
	case "own session":
		row, _, err := s.App.Session.Living(ctx, m.me.SessionID)
		must(m.t, err)
		return row != nil
	case "other session":
		return logintest.Resumed(m.t, s.App.Login, m.other) != nil
	case "login in flight":
		in, err := s.App.Login.Enter(ctx, m.trusted, m.proof())
		if err == nil && in.AccountID == uuid.Nil { // it is asked for a factor now
			a := m.trusted
			a.SessionID = in.SessionID
			return m.passes(a)
		}
		return err == nil
	case "waiting factor":
		return m.passes(m.waiting)
	case "trusted device", "known browser":
		a := map[string]actor.Actor{"trusted device": m.trusted, "known browser": m.known}[thing]
		f, err := s.App.Session.Familiar(ctx, a, m.id)
		must(m.t, err)
		return f.Trusted || f.Known
	case "login code":
		_, err := s.App.Login.Login(ctx, m.ask, login.Input{Identifier: m.email, AuthCode: m.code, Method: actor.MethodAuthCode})
		return err == nil
	case "reset link":
		_, err := s.Credential.PasswordResetPage(ctx, m.token)
		return err == nil
	default:
		_, err := s.Credential.EmailUndoPage(ctx, m.undoToken)
		return err == nil
	}
}

// passes gives the next backup code to the login that waits in the browser.
func (m *someone) passes(a actor.Actor) bool {
	code := m.backup[0]
	m.backup = m.backup[1:]
	_, err := m.s.App.Login.GiveFactor(m.t.Context(), a, login.FactorInput{Type: credential.FactorBackup, Value: code})
	return err == nil
}

func (m *someone) resetLink() string {
	must(m.t, m.s.Credential.ForgotPassword(m.t.Context(), m.visitor(), m.email))
	must(m.t, m.s.Quiet(m.t.Context()))
	return mailedLink(m.t, m.s, m.email, "/password/reset")
}

// codeTo is the newest code that was mailed to the address, once all mails have left.
func (m *someone) codeTo(email string) string {
	m.t.Helper()
	must(m.t, m.s.Quiet(m.t.Context()))
	codes := codesTo(m.t, m.s, email)
	if len(codes) == 0 {
		m.t.Fatalf("no code was mailed to %s", email)
	}
	return codes[0]
}

func (m *someone) moveTo(email string) error {
	ctx := m.t.Context()
	if _, err := m.s.Credential.StartEmailEdit(ctx, m.me, email, "mailEdit"); err != nil {
		return err
	}
	return m.s.Credential.ChangeEmail(ctx, m.me, m.codeTo(email))
}

func (m *someone) changePassword() error {
	return m.s.Credential.ChangePassword(m.t.Context(), m.me, accounttest.Password, "brandnew1")
}

func (m *someone) reset() error {
	return m.s.Credential.ResetPassword(m.t.Context(), visitorFrom(0), m.token, "brandnew1", "brandnew1")
}

func (m *someone) changeAddress() error { return m.moveTo("newer-" + m.email) }

func (m *someone) undo() error {
	return m.s.Credential.UndoEmailChange(m.t.Context(), visitorFrom(0), m.undoToken, accounttest.Password)
}

func (m *someone) firstFactor() error {
	ctx := m.t.Context()
	if _, err := m.s.Credential.EnableFactor(ctx, m.me, credential.EnableFactor{Type: credential.FactorEmail}); err != nil {
		return err
	}
	page, err := m.s.Credential.BackupPage(ctx, m.me)
	if err != nil {
		return err
	}
	m.backup = page.Codes
	_, err = m.s.Credential.SaveBackupCodes(ctx, m.me, page.Codes)
	return err
}

// addFactor turns an authenticator app on; once there is one, it is another one after it was
// turned off.
func (m *someone) addFactor() error {
	ctx := m.t.Context()
	if err := m.dropFactor(); err != nil && !fault.Is(err, fault.CodeNotFound) {
		return err
	}
	page, err := m.s.Credential.FactorPage(ctx, m.me, credential.FactorOTP)
	if err != nil {
		return err
	}
	_, err = m.s.Credential.EnableFactor(ctx, m.me, credential.EnableFactor{Type: credential.FactorOTP, Secret: page.Secret, Token: shown(m.t, m.s, page.Secret)})
	return err
}

func (m *someone) dropFactor() error {
	return m.s.Credential.DisableFactor(m.t.Context(), m.me, credential.FactorOTP)
}

func (m *someone) dropFactors() error {
	if err := m.dropFactor(); err != nil {
		return err
	}
	return m.s.Credential.DisableFactor(m.t.Context(), m.me, credential.FactorEmail)
}

func (m *someone) link() error {
	return m.s.Account.LinkExternal(m.t.Context(), m.me, account.External{Type: "Google", Subject: m.email})
}

func (m *someone) unlink() error {
	return m.s.Account.UnlinkExternal(m.t.Context(), m.me, "LINE")
}

func (m *someone) endOthers() error { return m.s.App.Session.EndOthers(m.t.Context(), m.me) }

func (m *someone) endedByStaff() error {
	return m.s.App.Session.Distrust(m.t.Context(), actor.Actor{}, m.id, uuid.Nil)
}

func (m *someone) withdraw() error {
	ctx := m.t.Context()
	if _, err := m.s.Withdrawal.Confirm(ctx, m.me, withdrawal.Form{Consent: true}); err != nil {
		return err
	}
	_, err := m.s.Withdrawal.Withdraw(ctx, m.me, m.codeTo(m.email))
	return err
}
