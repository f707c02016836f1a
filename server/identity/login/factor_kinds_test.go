package login_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/factor"
	"kaiin/server/base/actor"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/passkey"
	"kaiin/server/transport/paths"
)

// texter is somebody who sends short messages.
type texter struct{}

func (texter) SendText(context.Context, notify.Text) error { return nil }

// kindsAsked are the kinds that a login by password asks for, and what it said.
func kindsAsked(t *testing.T, s *login.Service, row *ent.Account, password string) ([]credential.FactorKind, string) {
	t.Helper()
	a, _ := logintest.Visitor(t, s)
	in, err := s.Login(t.Context(), a, input(*row.Email, password))
	if err != nil || in.AccountID == row.ID {
		return nil, said(err)
	}
	a.SessionID = in.SessionID
	page, err := s.FactorChoice(t.Context(), a, step.Plain)
	if err != nil {
		t.Fatal(err)
	}
	return page.Types, ""
}

// D-06: what a member has enabled is asked for, whatever the store offers or can send by now.
func TestFactorsNoLongerOfferedAreAskedFor(t *testing.T) {
	const unavailable = "LOGIN_FACTOR_UNAVAILABLE → /login"
	for name, c := range map[string]struct {
		offered []string
		off     bool
		texts   bool
		enabled []factor.Type
		backup  bool
		want    []credential.FactorKind
		said    string
	}{
		"an app that is offered no more":           {offered: []string{"Email"}, enabled: []factor.Type{factor.TypeOTP}, want: []credential.FactorKind{"OTP"}},
		"the store has no second factors any more": {off: true, offered: []string{"Email"}, enabled: []factor.Type{factor.TypeEmail}, want: []credential.FactorKind{"Email"}},
		"messages that can be sent":                {offered: []string{"SMS"}, texts: true, enabled: []factor.Type{factor.TypeSMS}, want: []credential.FactorKind{"SMS"}},
		"messages that cannot be sent":             {offered: []string{"SMS"}, enabled: []factor.Type{factor.TypeSMS}, said: unavailable},
		"the same, with a backup code":             {offered: []string{"SMS"}, enabled: []factor.Type{factor.TypeSMS}, backup: true, want: []credential.FactorKind{"BackupCode"}},
		"the same, with another factor":            {offered: []string{"SMS"}, enabled: []factor.Type{factor.TypeSMS, factor.TypeOTP}, want: []credential.FactorKind{"OTP"}},
		"in the store's order, the offered first":  {offered: []string{"OTP"}, enabled: []factor.Type{factor.TypeEmail, factor.TypeOTP}, want: []credential.FactorKind{"OTP", "Email"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := setup(t, func(st *settings.Settings) { st.MultiFactorTypes, st.Flags.MultiFactor = c.offered, !c.off })
			if c.texts {
				s.Notify.Texter = texter{}
			}
			row := protected(t, s, c.enabled...)
			s.Store.Client(t.Context()).Factor.Update().Where(factor.TypeEQ(factor.TypeSMS)).SetPhoneNumber("09012345678").ExecX(t.Context())
			if c.backup {
				s.Store.Client(t.Context()).BackupCode.Create().SetCreatedAt(s.Clock.Now()).SetAccountID(row.ID).SetCodeHash([]byte("x")).ExecX(t.Context())
			}
			if types, text := kindsAsked(t, s, row, accounttest.Password); !slices.Equal(types, c.want) || text != c.said {
				t.Errorf("asks for %v, %q; want %v, %q", types, text, c.want, c.said)
			}
		})
	}
}

// forgotten sets a new password by a mailed link.
func forgotten(t *testing.T, s *login.Service, row *ent.Account, password string) {
	t.Helper()
	ctx := t.Context()
	if err := s.Credential.ForgotPassword(ctx, at("192.0.2.9"), *row.Email); err != nil {
		t.Fatal(err)
	}
	var plain []byte
	var job credential.ResetArgs
	err := s.Store.DB.QueryRowContext(ctx, "DELETE FROM river_job WHERE kind = $1 RETURNING args", job.Kind()).Scan(&plain)
	if err == nil {
		err = json.Unmarshal(plain, &job)
	}
	if err == nil {
		err = s.Credential.MailReset(ctx, job)
	}
	if err != nil {
		t.Fatal(err)
	}
	token := accounttest.Mail[notify.PasswordReset](t, s.Account, *row.Email).Token
	if err := s.Credential.ResetPassword(ctx, at("192.0.2.9"), token, password, password); err != nil {
		t.Fatal(err)
	}
}

// choice is the choice of a second factor after the password brandnew1.
func choice(t *testing.T, s *login.Service, row *ent.Account) *login.FactorPage {
	t.Helper()
	a, _ := logintest.Visitor(t, s)
	in, err := s.Login(t.Context(), a, input(*row.Email, "brandnew1"))
	if err != nil {
		t.Fatal(err)
	}
	a.SessionID = in.SessionID
	page, err := s.FactorChoice(t.Context(), a, step.Plain)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// D-04: a reader of the mailbox has no second factor with it, beside a password that a mailed link
// has just set.
func TestTheMailboxAloneIsOneFactor(t *testing.T) {
	mail, app, backup := credential.FactorEmail, credential.FactorOTP, credential.FactorBackup
	t.Run("another kind is asked for, however long it takes", func(t *testing.T) {
		s := setup(t, nil)
		row := protected(t, s, factor.TypeEmail, factor.TypeOTP)
		forgotten(t, s, row, "brandnew1")
		if told := accounttest.Mail[notify.PasswordChanged](t, s.Account, *row.Email); !told.OtherFactor || told.MailHours != 0 {
			t.Errorf("told %+v", told)
		}
		for range 2 {
			if types, _ := kindsAsked(t, s, row, "brandnew1"); !slices.Equal(types, []credential.FactorKind{app}) {
				t.Errorf("asks for %v", types)
			}
			if page := choice(t, s, row); !page.MailFactorBlocked || page.MailFrom != nil {
				t.Errorf("the page says why mail is missing: %t, until %v", page.MailFactorBlocked, page.MailFrom)
			}
			s.Clock.Advance(30 * 24 * time.Hour)
		}
	})
	t.Run("beside a passkey alone, as where mail is the only one", func(t *testing.T) {
		s := setup(t, nil)
		row := protected(t, s, factor.TypeEmail)
		withPasskey(t, s, row)
		s.Clock.Advance(passkey.Recent + time.Minute)
		forgotten(t, s, row, "brandnew1")
		if told := accounttest.Mail[notify.PasswordChanged](t, s.Account, *row.Email); told.OtherFactor || told.MailHours != 24 || told.Passkeys != 1 {
			t.Errorf("told %+v", told)
		}
		s.Clock.Advance(24*time.Hour - time.Second)
		if types, _ := kindsAsked(t, s, row, "brandnew1"); !slices.Equal(types, []credential.FactorKind{credential.FactorPasskey}) {
			t.Errorf("within the day it asks for %v", types)
		}
		a, _ := logintest.Visitor(t, s)
		in, err := s.Login(t.Context(), a, input(*row.Email, "brandnew1"))
		if page := choice(t, s, row); err != nil || in.Next != step.GiveFactor("") || !page.MailFactorBlocked || page.MailFrom == nil {
			t.Errorf("the page that says until when mail is missing: %+v, %+v, %v", in.Next, page, err)
		}
		s.Clock.Advance(time.Second)
		if types, _ := kindsAsked(t, s, row, "brandnew1"); !slices.Equal(types, []credential.FactorKind{credential.FactorPasskey, mail}) {
			t.Errorf("then it asks for %v", types)
		}
	})
	t.Run("where mail is the only one, a backup code or a day", func(t *testing.T) {
		s := setup(t, nil)
		row := protected(t, s, factor.TypeEmail)
		s.Store.Client(t.Context()).BackupCode.Create().SetCreatedAt(s.Clock.Now()).SetAccountID(row.ID).SetCodeHash([]byte("x")).ExecX(t.Context())
		forgotten(t, s, row, "brandnew1")
		if told := accounttest.Mail[notify.PasswordChanged](t, s.Account, *row.Email); told.OtherFactor || told.MailHours != 24 {
			t.Errorf("told %+v", told)
		}
		s.Clock.Advance(24*time.Hour - time.Second)
		if types, _ := kindsAsked(t, s, row, "brandnew1"); !slices.Equal(types, []credential.FactorKind{backup}) {
			t.Errorf("within the day it asks for %v", types)
		}
		if page := choice(t, s, row); !page.MailFactorBlocked || page.MailFrom == nil || page.MailFrom.Sub(s.Clock.Now()).Round(time.Second) > 2*time.Second {
			t.Errorf("the page says why mail is missing: %t, until %v", page.MailFactorBlocked, page.MailFrom)
		}
		s.Clock.Advance(time.Second)
		if page := choice(t, s, row); page.MailFactorBlocked || page.MailFrom != nil {
			t.Errorf("the page says that mail is missing: %t, until %v", page.MailFactorBlocked, page.MailFrom)
		}
		if types, _ := kindsAsked(t, s, row, "brandnew1"); !slices.Equal(types, []credential.FactorKind{mail, backup}) {
			t.Errorf("after it for %v", types)
		}
	})
	t.Run("once more than the mailbox was proved, as before", func(t *testing.T) {
		s := setup(t, nil)
		s.Notify.Texter = texter{}
		row := protected(t, s, factor.TypeEmail, factor.TypeSMS)
		s.Store.Client(t.Context()).Factor.Update().Where(factor.TypeEQ(factor.TypeSMS)).SetPhoneNumber("09012345678").ExecX(t.Context())
		forgotten(t, s, row, "brandnew1")
		a, _ := logintest.Visitor(t, s)
		in, err := s.Login(t.Context(), a, input(*row.Email, "brandnew1"))
		if err != nil {
			t.Fatal(err)
		}
		a.SessionID = in.SessionID
		if _, err := s.FactorEntry(t.Context(), a, credential.FactorSMS, step.Plain); err != nil {
			t.Fatal(err)
		}
		code := accounttest.Mail[notify.SMSCode](t, s.Account, "09012345678").Code
		if _, err := s.GiveFactor(t.Context(), a, login.FactorInput{Type: credential.FactorSMS, Value: code}); err != nil {
			t.Fatal(err)
		}
		if types, _ := kindsAsked(t, s, row, "brandnew1"); !slices.Contains(types, mail) {
			t.Errorf("asks for %v", types)
		}
		if texts := accounttest.Mails(t, s.Account, "09012345678"); !slices.Contains(texts, "sms-password-reset") {
			t.Errorf("the phone was told %v", texts)
		}
	})
	t.Run("a member without second factors has none to give", func(t *testing.T) {
		s := setup(t, nil)
		row := accounttest.Member(t, s.Account)
		forgotten(t, s, row, "brandnew1")
		if types, text := kindsAsked(t, s, row, "brandnew1"); types != nil || text != "" {
			t.Errorf("asks for %v, %q", types, text)
		}
	})
	t.Run("another way in than the password is no part of it", func(t *testing.T) {
		s := setup(t, nil)
		row := protected(t, s, factor.TypeEmail)
		forgotten(t, s, row, "brandnew1")
		now, err := s.Account.Find(t.Context(), row.ID)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := logintest.Visitor(t, s)
		in, err := s.Enter(t.Context(), a, login.Proof{Account: now, Method: actor.Method("LINE"), Identifier: "LINE"})
		if err != nil {
			t.Fatal(err)
		}
		a.SessionID = in.SessionID
		if page, err := s.FactorChoice(t.Context(), a, step.Plain); err != nil || !slices.Equal(page.Types, []credential.FactorKind{mail}) {
			t.Errorf("%+v, %v", page, err)
		}
	})
}

func TestPreferredFactor(t *testing.T) { // A-053 A-039
	s := setup(t, nil)
	row := protected(t, s, factor.TypeEmail, factor.TypeOTP)
	a, _ := waits(t, s, row)
	in := give(mailed(t, s, a, row))
	in.Preferred = true
	if _, err := s.GiveFactor(t.Context(), a, in); err != nil {
		t.Fatal(err)
	}
	a, signed := waits(t, s, row)
	if paths.Of(signed.Next) != "/login/multi-factor/Email" {
		t.Errorf("the next login leads to %s", paths.Of(signed.Next))
	}
	if page, err := s.FactorChoice(t.Context(), a, step.Plain); err != nil || page.Default != "Email" { // F-072
		t.Errorf("%+v, %v", page, err)
	}
	byApp := login.Input{Identifier: *row.Email, Password: accounttest.Password, Method: actor.MethodPassword, Errand: step.RelyingParty}
	if signed, err := s.Login(t.Context(), at("192.0.2.1"), byApp); err != nil || paths.Of(signed.Next) != "/oidc/login/multi-factor/Email" {
		t.Errorf("for another app: %+v, %v", signed, err)
	}
}

// P-05: where one factor can be given, the login does not stop at a choice of one; backup codes are
// offered on its page. With two there is a choice.
func TestTheOnlyFactorIsAskedForAtOnce(t *testing.T) {
	s := setup(t, nil)
	for want, types := range map[string][]factor.Type{
		"/login/multi-factor/OTP":   {factor.TypeOTP},
		"/login/multi-factor/Email": {factor.TypeEmail},
		"/login/multi-factor":       {factor.TypeEmail, factor.TypeOTP},
	} {
		row := protected(t, s, types...)
		a, _ := logintest.Visitor(t, s)
		if signed, err := s.Login(t.Context(), a, input(*row.Email, accounttest.Password)); err != nil || paths.Of(signed.Next) != want {
			t.Errorf("%v: %+v, %v", types, signed, err)
		}
	}
}
