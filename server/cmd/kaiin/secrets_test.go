package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"kaiin/ent"
	"kaiin/ent/authcode"
	"kaiin/server/app"
	"kaiin/server/base/actor"
	"kaiin/server/base/config"
	"kaiin/server/base/notify"
	"kaiin/server/base/store/storetest"
	"kaiin/server/base/typed"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/passcode"
	"kaiin/server/oidc"
	"kaiin/server/oidc/clientfile"
)

// shop is Kaiin on a database, with one member who has an authenticator app and backup codes.
type shop struct {
	t             *testing.T
	env           map[string]string
	member        *ent.Account
	actor         actor.Actor
	otp, trusted  string
	codes         []string
	published     []byte
	calledByAnApp string
}

// with is the services with these secrets.
func (s *shop) with(secrets string) *app.App {
	s.t.Helper()
	s.env["KAIIN_SECRET"] = secrets
	c, err := config.LoadSome(func(name string) string { return s.env[name] }, "KAIIN_ENV", "DATABASE_URL", "KAIIN_SECRET")
	if err != nil {
		s.t.Fatal(err)
	}
	a, err := app.NewForStaff(s.t.Context(), c)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = a.Close() })
	a.Credential.Passwords.Cost = accounttest.CheapHash
	return a
}

func (s *shop) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

var pairwiseApp = &oidc.Client{File: clientfile.File{ID: "my-app", IsPairwise: true}}

// fill has the member set everything up.
func (s *shop) fill(a *app.App) {
	s.t.Helper()
	ctx := s.t.Context()
	s.member = accounttest.Member(s.t, a.Account)
	s.actor, _ = logintest.Member(s.t, a.Login, s.member.ID)
	s.trusted = logintest.Trusted(s.t, a.Login, s.member.ID)
	page, err := a.Credential.FactorPage(ctx, s.actor, credential.FactorOTP)
	s.must(err)
	s.otp = page.Secret
	token, err := totp.GenerateCode(s.otp, a.Clock.Now())
	s.must(err)
	_, err = a.Credential.EnableFactor(ctx, s.actor, credential.EnableFactor{Type: credential.FactorOTP, Secret: s.otp, Token: token})
	s.must(err)
	backup, err := a.Credential.BackupPage(ctx, s.actor)
	s.must(err)
	s.codes = backup.Codes
	_, err = a.Credential.SaveBackupCodes(ctx, s.actor, s.codes)
	s.must(err)
	ring, err := a.OIDC.Keyring(ctx)
	s.must(err)
	s.published, s.calledByAnApp = ring.JWKS, ring.Sub(pairwiseApp, s.member.ID)
	s.must(a.Flow.Save(ctx, s.actor.SessionID, "test", "a sign-up", a.Clock.Now().Add(time.Hour)))
	s.must(a.PersonalData.Request(ctx, s.actor))
	s.must(a.PersonalData.Make(ctx, a.Store.Client(ctx).DataExport.Query().OnlyIDX(ctx)))
}

// works proves everything of the member, and spends one backup code.
func (s *shop) works(when string, a *app.App) {
	s.t.Helper()
	ctx := s.t.Context()
	prove := func(kind credential.FactorKind, value string) error {
		f, err := a.Credential.Factors(ctx, s.member)
		s.must(err)
		p, err := a.Credential.ProveFactor(ctx, s.actor, s.member, f, kind, value)
		if err == nil {
			err = a.Store.Tx(ctx, func(ctx context.Context) error { return a.Credential.SpendFactor(ctx, p) })
		}
		return err
	}
	s.must(a.Store.Exec(ctx, "UPDATE factors SET last_step = 0"))
	token, err := totp.GenerateCode(s.otp, a.Clock.Now())
	s.must(err)
	if err := prove(credential.FactorOTP, token); err != nil {
		s.t.Errorf("%s: the authenticator app: %v", when, err)
	}
	code := s.codes[0]
	s.codes = s.codes[1:]
	if err := prove(credential.FactorBackup, code); err != nil {
		s.t.Errorf("%s: a backup code: %v", when, err)
	}
	if err := prove(credential.FactorBackup, code); err == nil {
		s.t.Errorf("%s: a backup code works twice", when)
	}
	browser := s.actor
	browser.TrustedDevice = s.trusted
	if devices, err := a.Session.TrustedDevices(ctx, s.member.ID, browser); err != nil || len(devices) != 1 || !devices[0].Current {
		s.t.Errorf("%s: the trusted device: %+v, %v", when, devices, err)
	}
	if ring, err := a.OIDC.Keyring(ctx); err != nil || !bytes.Equal(ring.JWKS, s.published) || ring.Sub(pairwiseApp, s.member.ID) != s.calledByAnApp {
		s.t.Errorf("%s: the keys for the tokens of apps: %v", when, err)
	}
	if mail := accounttest.Mail[notify.FactorChanged](s.t, a.Account, *s.member.Email); !mail.Enabled {
		s.t.Errorf("%s: a mail that waits: %+v", when, mail)
	}
	var state string
	if found, err := a.Flow.Open(ctx, s.actor.SessionID, "test", &state); err != nil || !found || state != "a sign-up" {
		s.t.Errorf("%s: a flow: %v, %q, %v", when, found, state, err)
	}
	var file bytes.Buffer
	f, err := a.PersonalData.Fetch(ctx, s.actor)
	if err == nil {
		err = f.Pieces(ctx, func(piece []byte) error { _, err := file.Write(piece); return err })
	}
	if err != nil || !json.Valid(file.Bytes()) {
		s.t.Errorf("%s: the file of the member's data: %v", when, err)
	}
}

// A secret is exchanged and taken out, and everybody gets in as before: also with what a former
// version kept, without the ids of keys and with MACs of backup codes.
func TestASecretIsRetired(t *testing.T) { // G-04
	t.Parallel()
	former, fresh := strings.Repeat("QUJD", 12), strings.Repeat("REVG", 12)
	for name, age := range map[string]func(*shop, *app.App){"of this version": nil, "of a former version": (*shop).age} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &shop{t: t, env: map[string]string{"DATABASE_URL": storetest.URL(t), "KAIIN_SECRET": former}}
			if status, _, problems := run(t, s.env, "seed", "--store", "../../../demo/store.yaml", "--by", "hanako", "--reason", "a test"); status != 0 {
				t.Fatal(problems)
			}
			a := s.with(former)
			s.fill(a)
			if age != nil {
				age(s, a)
			}
			s.works("before", a)

			a = s.with(fresh + "," + former)
			s.works("with both", a)
			if retire, out := s.status(); retire || !strings.Contains(out, "run `kaiin secrets rotate`.\n") {
				t.Errorf("with both: %s", out)
			}
			ctx, waiting := t.Context(), passcode.Scope{Purpose: authcode.PurposeLogin, SessionID: s.actor.SessionID, Address: "taro@example.jp"}
			settings, err := a.Settings.Get(ctx)
			s.must(err)
			s.must(s.with(former).Passcode.KeepSecret(ctx, waiting, settings.AuthCodes.Of(authcode.PurposeLogin)))
			rotate := []string{"secrets", "rotate", "--by", "hanako", "--reason", "the former one was in a mail"}
			s.env["KAIIN_SECRET"] = fresh + "," + former
			if status, out, problems := run(t, s.env, rotate...); status != 0 || !strings.Contains(out, "factors.secret: 1 sealed anew, 0 that no") {
				t.Fatalf("%d %s %s", status, out, problems)
			}
			s.works("after the rotation", s.with(fresh+","+former))
			if retire, out := s.status(); retire || !strings.Contains(out, "1 may need a former secret and run out by") {
				t.Errorf("while a code may be entered: %s", out)
			}
			s.must(a.Store.Exec(ctx, "UPDATE auth_codes SET expires_at = now()"))
			if retire, out := s.status(); !retire || !strings.Contains(out, "it may be taken out") {
				t.Errorf("after the rotation: %s", out)
			}

			s.works("after the former one was taken out", s.with(fresh))
			if retire, out := s.status(); !retire || !strings.Contains(out, "no former secret") || strings.Contains(out, "no configured secret") {
				t.Errorf("in the end: %s", out)
			}
			if status, out, _ := run(t, s.env, append(rotate, "--json")...); status != 0 || !strings.Contains(out, `"resealed": 0`) || strings.Contains(out, `"resealed": 1`) {
				t.Errorf("once more: %d %s", status, out)
			}
		})
	}
}

// age makes of what is kept what a former version would have kept.
func (s *shop) age(a *app.App) {
	ctx := s.t.Context()
	for _, column := range []string{"factors SET secret", "oidc_keys SET private", "flows SET state", "messages SET data", "data_export_parts SET content"} {
		_, name, _ := strings.Cut(column, " SET ")
		s.must(a.Store.Exec(ctx, "UPDATE "+column+" = substring("+name+" FROM 9)"))
	}
	rows := a.Store.Client(ctx).BackupCode.Query().AllX(ctx)
	for i, row := range rows {
		row.Update().SetCodeHash(a.Secrets.MAC("backup-code", []byte(s.member.ID.String()+"\n"+typed.BackupCode(s.codes[i])))).ExecX(ctx)
	}
}

// status is whether the former secrets may be taken out, and what is told in words.
func (s *shop) status() (retire bool, out string) {
	s.t.Helper()
	status, out, problems := run(s.t, s.env, "secrets", "rotate", "--status", "--json")
	var told struct{ MayRetire bool }
	if err := json.Unmarshal([]byte(out), &told); err != nil || status != 0 {
		s.t.Fatal(status, err, out, problems)
	}
	status, out, problems = run(s.t, s.env, "secrets", "rotate", "--status")
	if status != 0 {
		s.t.Fatal(out, problems)
	}
	return told.MayRetire, out
}

func TestSecretsWantToKnowWho(t *testing.T) {
	t.Parallel()
	for args, told := range map[string]string{
		"": "rotate", "retire": "rotate", "rotate": "--by and --reason", "rotate --by x": "--by and --reason", "rotate --status --by x": "not for --status", "rotate now": "not understood",
	} {
		if status, _, problems := run(t, nil, append([]string{"secrets"}, strings.Fields(args)...)...); status != 2 || !strings.Contains(problems, told) {
			t.Errorf("kaiin secrets %s: %d %s", args, status, problems)
		}
	}
}
