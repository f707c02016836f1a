package credential_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp/totp"

	"kaiin/ent"
	"kaiin/ent/backupcode"
	"kaiin/server/base/actor"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/transport/paths"
)

// texter is somebody who sends short messages.
type texter struct{}

func (texter) SendText(context.Context, notify.Text) error { return nil }

// factors is a store whose members may enable every second factor. Its clock is five seconds into a
// step of one-time passwords, so that no step ends while a test looks at it.
func factors(t *testing.T, change func(*settings.Settings)) env {
	t.Helper()
	e := setup(t, change)
	e.Notify.Texter = texter{}
	now := e.Clock.Now()
	e.Clock.Advance(now.Truncate(30 * time.Second).Add(35 * time.Second).Sub(now))
	return e
}

// otp is what an app shows for the secret, some steps from now.
func (e env) otp(secret string, steps int) string {
	e.t.Helper()
	code, err := totp.GenerateCode(secret, e.Clock.Now().Add(time.Duration(steps)*30*time.Second))
	if err != nil {
		e.t.Fatal(err)
	}
	return code
}

// secret is what the page of the app shows.
func (e env) secret(a actor.Actor) string {
	e.t.Helper()
	page, err := e.FactorPage(e.t.Context(), a, credential.FactorOTP)
	if err != nil || page.Secret == "" {
		e.t.Fatalf("%+v, %v", page, err)
	}
	return page.Secret
}

// texted is the code that is sent to the number.
func (e env) texted(a actor.Actor, number string) string {
	e.t.Helper()
	next, err := e.EnableFactor(e.t.Context(), a, credential.EnableFactor{Type: credential.FactorSMS, PhoneNumber: number})
	if err != nil || paths.Of(next) != factorsPage+"/sms" {
		e.t.Fatalf("%s, %v", next, err)
	}
	return accounttest.Mail[notify.SMSCode](e.t, e.Account, number).Code
}

// proof is what enables the type, and the secret of an app.
func (e env) proof(a actor.Actor, kind credential.FactorKind) (credential.EnableFactor, string) {
	e.t.Helper()
	in := credential.EnableFactor{Type: kind}
	switch kind {
	case credential.FactorSMS:
		in.PhoneNumber, in.PinCode = phone, e.texted(a, phone)
	case credential.FactorOTP:
		in.Secret = e.secret(a)
		in.Token = e.otp(in.Secret, 0)
	}
	return in, in.Secret
}

// freshCodes are those the page shows.
func (e env) freshCodes(a actor.Actor) []string {
	e.t.Helper()
	page, err := e.BackupPage(e.t.Context(), a)
	if err != nil || len(page.Codes) != 10 {
		e.t.Fatalf("%+v, %v", page, err)
	}
	return page.Codes
}

// protect enables the types, and answers the secret of the app and the backup codes.
func (e env) protect(a actor.Actor, kinds ...credential.FactorKind) (secret string, codes []string) {
	e.t.Helper()
	for i, kind := range kinds {
		in, shown := e.proof(a, kind)
		if shown != "" {
			secret = shown
		}
		if _, err := e.EnableFactor(e.t.Context(), a, in); err != nil {
			e.t.Fatal(err)
		}
		if i > 0 {
			continue
		}
		codes = e.freshCodes(a)
		if _, err := e.SaveBackupCodes(e.t.Context(), a, codes); err != nil {
			e.t.Fatal(err)
		}
	}
	e.asked()
	e.Clock.Advance(30 * time.Second) // an app shows another password now
	return secret, codes
}

// enabled are the factors of the account.
func (e env) enabled(row *ent.Account) credential.Factors {
	e.t.Helper()
	f, err := e.Factors(e.t.Context(), e.now(row))
	if err != nil {
		e.t.Fatal(err)
	}
	return f
}

func (e env) backupRows(row *ent.Account) []*ent.BackupCode {
	return e.Store.Client(e.t.Context()).BackupCode.Query().Where(backupcode.AccountID(row.ID)).AllX(e.t.Context())
}

var everyType = []credential.FactorKind{credential.FactorEmail, credential.FactorSMS, credential.FactorOTP}

func ids(rows ...*ent.Account) []uuid.UUID {
	var all []uuid.UUID
	for _, row := range rows {
		all = append(all, row.ID)
	}
	return all
}
