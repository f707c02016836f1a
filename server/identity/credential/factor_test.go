package credential_test

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"
	"time"

	entfactor "kaiin/ent/factor"
	"kaiin/server/base/actor"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/transport/paths"
)

const (
	phone        = "09012345678"
	factorsPage  = "/mypage/multi-factor"
	generatePage = "/mypage/multi-factor/backup-code/generate"
	failed       = "value:MULTI_FACTOR_FAILED"
	codesChanged = "BACKUP_CODES_CHANGED → " + generatePage
	otpMismatch  = "SECRET_MISMATCH → /mypage/multi-factor/otp"
)

func TestFactorFirstWaitsForTheBackupCodes(t *testing.T) { // S-015 S-017 A-048 A-051
	for _, kind := range everyType {
		t.Run(string(kind), func(t *testing.T) {
			e := factors(t, nil)
			ctx := t.Context()
			row, a := e.memberIn()
			if page, err := e.BackupPage(ctx, a); err != nil || paths.Of(page.Next) != factorsPage || page.Codes != nil {
				t.Errorf("codes before anything: %+v, %v", page, err)
			}
			in, _ := e.proof(a, kind)
			if next, err := e.EnableFactor(ctx, a, in); err != nil || paths.Of(next) != generatePage {
				t.Fatalf("%s, %v", next, err)
			}
			if f := e.enabled(row); len(f.Types) != 0 || len(e.backupRows(row)) != 0 {
				t.Errorf("enabled before the codes are saved: %+v", f)
			}
			if got := e.asked(); len(got.Ended) != 0 {
				t.Errorf("sessions ended before: %+v", got)
			}
			page, err := e.BackupPage(ctx, a)
			if err != nil || len(page.Codes) != 10 || page.Regenerate {
				t.Fatalf("%+v, %v", page, err)
			}
			if next, err := e.SaveBackupCodes(ctx, a, page.Codes); err != nil || paths.Of(next) != factorsPage+"/complete?type=enable&factor="+string(kind) {
				t.Fatalf("%s, %v", next, err)
			}
			if f := e.enabled(row); !slices.Equal(f.Types, []credential.FactorKind{kind}) || f.BackupCodes != 10 {
				t.Errorf("%+v", f)
			}
			got := e.asked()
			if !slices.Equal(got.Ended, ids(row)) || got.Kept[0] != a.SessionID || len(got.Forgotten) != 0 {
				t.Errorf("sessions: %+v", got)
			}
			e.mails(string(kind), *row.Email, "factor-changed")
			if m := accounttest.Mail[notify.FactorChanged](t, e.Account, *row.Email); m.Type != string(kind) || !m.Enabled {
				t.Errorf("%+v", m)
			}
			if _, err := e.EnableFactor(ctx, a, credential.EnableFactor{Type: kind}); said(err) != "ALREADY_ENABLED" {
				t.Errorf("once more: %v", err)
			}
		})
	}
}

func TestFactorFurtherOnesAtOnce(t *testing.T) { // S-015 A-051
	for i, kind := range everyType {
		t.Run(string(kind), func(t *testing.T) {
			e := factors(t, nil)
			row, a := e.memberIn()
			first := everyType[(i+1)%3]
			_, codes := e.protect(a, first)
			in, _ := e.proof(a, kind)
			next, err := e.EnableFactor(t.Context(), a, in)
			if err != nil || paths.Of(next) != factorsPage+"/complete?type=enable&factor="+string(kind) {
				t.Fatalf("%s, %v", next, err)
			}
			if f := e.enabled(row); !f.Has(kind) || !f.Has(first) || f.BackupCodes != 10 {
				t.Errorf("%+v", f)
			}
			if got := e.asked(); !slices.Equal(got.Ended, ids(row)) || got.Kept[0] != a.SessionID {
				t.Errorf("sessions: %+v", got)
			}
			if err := e.give(e.in(row), row, credential.FactorBackup, codes[0]); err != nil {
				t.Errorf("a backup code from before: %v", err)
			}
		})
	}
}

func TestFactorsThatTheStoreOffers(t *testing.T) { // P-011 A-047
	e := factors(t, func(s *settings.Settings) { s.MultiFactorTypes = []string{"OTP", "SMS"} })
	ctx := t.Context()
	_, a := e.memberIn()
	setting, err := e.FactorSetting(ctx, a)
	if err != nil || !slices.Equal(setting.Offered, []credential.FactorKind{"OTP", "SMS"}) {
		t.Errorf("%+v, %v", setting, err)
	}
	for _, kind := range []credential.FactorKind{credential.FactorEmail, credential.FactorBackup, "", "email", "Fax"} {
		if _, err := e.EnableFactor(ctx, a, credential.EnableFactor{Type: kind}); said(err) != "NOT_FOUND" {
			t.Errorf("enabling %q: %v", kind, err)
		}
		if _, err := e.FactorPage(ctx, a, kind); said(err) != "NOT_FOUND" {
			t.Errorf("page of %q: %v", kind, err)
		}
	}
	e.Notify.Texter = nil
	if setting, err = e.FactorSetting(ctx, a); err != nil || !slices.Equal(setting.Offered, []credential.FactorKind{"OTP"}) {
		t.Errorf("no sender of short messages: %+v, %v", setting, err)
	}
	if _, err := e.EnableFactor(ctx, a, credential.EnableFactor{Type: credential.FactorSMS, PhoneNumber: phone}); said(err) != "NOT_FOUND" {
		t.Errorf("SMS then: %v", err)
	}
}

// settingCalls is everything a member sets second factors up by.
func (e env) settingCalls(a actor.Actor) map[string]error {
	ctx, got := e.t.Context(), map[string]error{}
	_, got["setting"] = e.FactorSetting(ctx, a)
	_, got["page"] = e.FactorPage(ctx, a, credential.FactorOTP)
	_, got["codes"] = e.BackupPage(ctx, a)
	_, got["enable"] = e.EnableFactor(ctx, a, credential.EnableFactor{Type: credential.FactorEmail})
	_, got["save"] = e.SaveBackupCodes(ctx, a, nil)
	got["disable"] = e.DisableFactor(ctx, a, credential.FactorEmail)
	return got
}

func TestFactorSettingIsOff(t *testing.T) {
	e := factors(t, func(s *settings.Settings) { s.Flags.MultiFactor = false })
	row, a := e.memberIn()
	for call, err := range e.settingCalls(a) {
		if said(err) != "NOT_FOUND" {
			t.Errorf("%s: %v", call, err)
		}
	}
	e.Store.Client(t.Context()).Factor.Create().SetCreatedAt(e.Clock.Now()).SetAccountID(row.ID).SetType(entfactor.TypeEmail).ExecX(t.Context())
	if f := e.enabled(row); !f.Has(credential.FactorEmail) { // D-06
		t.Errorf("a setting takes away what protects an account: %+v", f)
	}
}

func TestFactorSettingNeedsAFreshLogin(t *testing.T) {
	e := factors(t, nil)
	row, a := e.memberIn()
	e.protect(a, credential.FactorEmail)
	e.Clock.Advance(15 * time.Minute)
	for call, err := range e.settingCalls(a) {
		if said(err) != "REAUTHENTICATION_REQUIRED" {
			t.Errorf("%s: %v", call, err)
		}
	}
	for call, err := range e.settingCalls(visitor()) {
		if said(err) != "UNAUTHENTICATED" {
			t.Errorf("%s, by a visitor: %v", call, err)
		}
	}
	if f := e.enabled(row); !f.Has(credential.FactorEmail) {
		t.Errorf("%+v", f)
	}
}

func TestFactorDisabled(t *testing.T) { // S-016 S-017 A-052
	e := factors(t, nil)
	ctx := t.Context()
	row, a := e.memberIn()
	other, b := e.memberIn()
	_, codes := e.protect(a, credential.FactorEmail, credential.FactorOTP)
	e.protect(b, credential.FactorEmail)
	e.now(row).Update().SetDefaultMultiFactorType(string(credential.FactorOTP)).ExecX(ctx)

	if err := e.DisableFactor(ctx, a, credential.FactorEmail); err != nil {
		t.Fatal(err)
	}
	if f := e.enabled(row); !slices.Equal(f.Types, []credential.FactorKind{credential.FactorOTP}) || f.BackupCodes != 10 || f.Default != credential.FactorOTP {
		t.Errorf("one of two: %+v", f)
	}
	if got := e.asked(); !slices.Equal(got.Ended, ids(row)) || len(got.Forgotten) != 0 {
		t.Errorf("one of two: %+v", got)
	}
	for _, kind := range []credential.FactorKind{credential.FactorEmail, credential.FactorBackup, "Fax"} {
		if err := e.DisableFactor(ctx, a, kind); said(err) != "NOT_FOUND" {
			t.Errorf("%s, not enabled: %v", kind, err)
		}
	}

	if err := e.DisableFactor(ctx, a, credential.FactorOTP); err != nil {
		t.Fatal(err)
	}
	if f := e.enabled(row); len(f.Types) != 0 || len(e.backupRows(row)) != 0 || e.now(row).DefaultMultiFactorType != nil {
		t.Errorf("the last one: %+v", f)
	}
	if got := e.asked(); !slices.Equal(got.Forgotten, ids(row)) || got.Kept[0] != a.SessionID {
		t.Errorf("the last one: %+v", got)
	}
	if m := accounttest.Mail[notify.FactorChanged](t, e.Account, *row.Email); m.Type != string(credential.FactorOTP) || m.Enabled {
		t.Errorf("%+v", m)
	}
	if err := e.give(a, row, credential.FactorBackup, codes[0]); said(err) != failed {
		t.Errorf("a backup code without a factor: %v", err)
	}
	if f := e.enabled(other); !f.Has(credential.FactorEmail) || f.BackupCodes != 10 {
		t.Errorf("somebody else's: %+v", f)
	}
}

// What a thief of the database would need is kept sealed or as a hash.
func TestFactorSecretsAreNotInTheDatabase(t *testing.T) {
	e := factors(t, nil)
	_, a := e.memberIn()
	waiting := e.secret(a)
	secret, codes := e.protect(a, credential.FactorOTP)
	shown := append(e.freshCodes(a), codes...)
	known := append([]string{secret, waiting}, shown...)
	for _, table := range []string{"factors", "backup_codes", "flows", "auth_codes", "messages"} {
		var text string
		err := e.Store.DB.QueryRowContext(t.Context(), "SELECT coalesce(string_agg(x::text, ' '), '') FROM "+table+" x").Scan(&text)
		if err != nil || text == "" && table != "auth_codes" {
			t.Fatalf("%s: %q, %v", table, text, err)
		}
		for _, value := range known {
			for _, form := range []string{value, strings.ReplaceAll(value, "-", ""), hex.EncodeToString([]byte(value))} {
				if strings.Contains(text, form) {
					t.Errorf("%s holds %s", table, value)
				}
			}
		}
	}
}
