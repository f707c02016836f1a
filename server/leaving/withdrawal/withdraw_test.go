package withdrawal_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/accounttoken"
	"kaiin/ent/authcode"
	"kaiin/ent/entitlement"
	"kaiin/ent/factor"
	"kaiin/ent/paymentmethod"
	"kaiin/ent/session"
	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/signup"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/subscription"
	"kaiin/server/transport/paths"
)

func TestWithdrawNeedsItsCode(t *testing.T) { // C-102
	w := setup(t, func(s *settings.Settings) { s.AuthCodes.Withdraw.Minutes = 10 })
	row, a := w.member()
	if _, err := w.Withdraw(t.Context(), a, "123456"); said(err) != "INVALID_SESSION_FLOW → /withdraw" {
		t.Errorf("without a form: %v", err)
	}
	code := w.confirm(row, a)
	elsewhere, _ := logintest.Member(t, w.logins, row.ID)
	for _, c := range []struct {
		name, code, want string
		a                actor.Actor
	}{
		{"nothing", "", "pinCode:REQUIRED", a},
		{"full width", "いちに", "pinCode:HALF_WIDTH_ONLY", a},
		{"wrong", wrong(code), "pinCode:PIN_CODE_ERROR", a},
		{"in another browser", code, "INVALID_SESSION_FLOW → /withdraw", elsewhere},
	} {
		if _, err := w.Withdraw(t.Context(), c.a, c.code); said(err) != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	w.wait(10*time.Minute + time.Second)
	if _, err := w.Withdraw(t.Context(), a, code); said(err) != "pinCode:PIN_CODE_ERROR" || w.left(row) {
		t.Errorf("too late: %v", err)
	}
}

// wrong is a code of the same form that is not the right one.
func wrong(code string) string {
	last := code[len(code)-1]
	return code[:len(code)-1] + string('0'+(last-'0'+1)%10)
}

// holdings puts one of everything into the account.
func (w *world) holdings(row *ent.Account, a actor.Actor) {
	w.t.Helper()
	ctx, now, client := w.t.Context(), w.Clock.Now(), w.client()
	w.buy(a, "film")
	w.wait(2 * time.Minute)
	w.buy(a, "rental")
	w.contract(a, "standard", subscription.CancelRequest)
	logintest.Member(w.t, w.logins, row.ID)
	client.Factor.Create().SetAccountID(row.ID).SetType(factor.TypeOTP).SetSecret([]byte("s")).SetCreatedAt(now).ExecX(ctx)
	client.BackupCode.Create().SetAccountID(row.ID).SetCodeHash([]byte("h")).SetCreatedAt(now).ExecX(ctx)
	client.TrustedDevice.Create().SetAccountID(row.ID).SetTokenHash([]byte("h")).SetExpiresAt(now.Add(time.Hour)).SetCreatedAt(now).ExecX(ctx)
	client.KnownBrowser.Create().SetAccountID(row.ID).SetTokenHash([]byte("k")).SetLastSeenAt(now).SetCreatedAt(now).ExecX(ctx)
	client.ExternalAccount.Create().SetAccountID(row.ID).SetType("LINE").SetSubject("u1").SetCreatedAt(now).ExecX(ctx)
	client.ExternalRequest.Create().SetAccountID(row.ID).SetType("Google").SetAction("enableExternalAuth").SetStateHash([]byte("s")).
		SetBrowserHash([]byte("b")).SetSecrets([]byte("x")).SetExpiresAt(now.Add(time.Hour)).SetCreatedAt(now).ExecX(ctx)
	client.AccountToken.Create().SetAccountID(row.ID).SetPurpose(accounttoken.PurposePasswordReset).SetTokenHash([]byte("t")).
		SetExpiresAt(now.Add(time.Hour)).SetCreatedAt(now).ExecX(ctx)
	client.AuthCode.Create().SetAccountID(row.ID).SetSessionID(a.SessionID).SetPurpose(authcode.PurposeMailEdit).SetEmailKey("new@example.com").
		SetCodeHash([]byte("c")).SetExpiresAt(now.Add(time.Hour)).SetCreatedAt(now).ExecX(ctx)
	beforeTheAccount := client.AuthCode.Create().SetSessionID(a.SessionID).SetPurpose(authcode.PurposeSignUp).SetEmailKey(*row.EmailKey)
	beforeTheAccount.SetCodeHash([]byte("d")).SetExpiresAt(now.Add(time.Hour)).SetCreatedAt(now).ExecX(ctx)
	client.FormerPassword.Create().SetAccountID(row.ID).SetPasswordHash("p").SetCreatedAt(now).ExecX(ctx)
	if err := w.Flow.Save(ctx, a.SessionID, "mailEdit", map[string]string{"email": "new@example.com"}, now.Add(time.Hour)); err != nil {
		w.t.Fatal(err)
	}
	row.Update().SetFamilyName("山田").SetGivenName("太郎").SetBirthday("19900131").SetPhoneNumber("09012345678").SetAddress("渋谷区").
		SetCustom(map[string]string{"theatre": "武蔵野"}).ExecX(ctx)
}

// counts are how many rows of each kind an account has.
func (w *world) counts(id uuid.UUID) map[string]int {
	ctx, client, now := w.t.Context(), w.client(), w.Clock.Now()
	return map[string]int{
		"living sessions":    client.Session.Query().Where(session.AccountID(id), session.EndedAtIsNil()).CountX(ctx),
		"factors":            client.Factor.Query().CountX(ctx),
		"backup codes":       client.BackupCode.Query().CountX(ctx),
		"trusted devices":    client.TrustedDevice.Query().CountX(ctx),
		"known browsers":     client.KnownBrowser.Query().CountX(ctx),
		"external accounts":  client.ExternalAccount.Query().CountX(ctx),
		"external requests":  client.ExternalRequest.Query().CountX(ctx),
		"mailed links":       client.AccountToken.Query().CountX(ctx),
		"former passwords":   client.FormerPassword.Query().CountX(ctx),
		"codes":              client.AuthCode.Query().CountX(ctx),
		"flows":              client.Flow.Query().CountX(ctx),
		"cards":              client.PaymentMethod.Query().Where(paymentmethod.StateNEQ(paymentmethod.StateDeleted)).CountX(ctx),
		"films to watch":     client.Entitlement.Query().Where(entitlement.RevokedAtIsNil(), entitlement.Or(entitlement.ExpiresAtIsNil(), entitlement.ExpiresAtGT(now))).CountX(ctx),
		"cards at the bank":  w.env.Gateway.Cards(),
		"running contracts":  w.running(id),
		"withdrawals missed": 1 - w.withdrawals(),
	}
}

// withdrawals counts the rows of the table.
func (w *world) withdrawals() (n int) {
	if err := w.Store.QueryRow(w.t.Context(), `SELECT count(*) FROM withdrawals`).Scan(&n); err != nil {
		w.t.Error(err)
	}
	return n
}

func (w *world) running(id uuid.UUID) int {
	contracts, err := w.Subscription.Contracts(w.t.Context(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return len(contracts)
}

func TestWithdrawEndsEverything(t *testing.T) { // S-114 C-103
	w := setup(t, nil)
	row, a := w.member(accounttest.UserID("Taro01"))
	w.holdings(row, a)
	code := w.confirm(row, a)
	for what, n := range w.counts(row.ID) {
		if n == 0 {
			t.Errorf("the test gave the member no %s", what)
		}
	}
	orders, charges := w.client().Order.Query().CountX(t.Context()), w.client().Charge.Query().CountX(t.Context())
	next, err := w.Withdraw(t.Context(), a, code)
	if err != nil || paths.Of(next) != "/withdraw/complete" {
		t.Fatalf("%+v, %v", next, err)
	}
	for _, job := range paymenttest.Jobs[payment.ForgetArgs](t, w.Store, payment.ForgetArgs{}.Kind()) {
		if err := w.Payment.Forget(t.Context(), job.MethodID); err != nil {
			t.Fatal(err)
		}
	}
	for what, n := range w.counts(row.ID) {
		if n != 0 {
			t.Errorf("%d %s are left", n, what)
		}
	}
	after := w.client().Account.GetX(t.Context(), row.ID)
	if after.Status != entaccount.StatusWithdrawn || after.WithdrawnAt == nil || *after.Email != *row.Email || *after.UserID != "Taro01" {
		t.Errorf("account = %+v", after)
	}
	if after.FamilyName != nil || after.GivenName != nil || after.Birthday != nil || after.PhoneNumber != nil || after.Address != nil || len(after.Custom) != 0 {
		t.Errorf("what was registered is left: %+v", after)
	}
	if n := w.client().Order.Query().CountX(t.Context()); n != orders || n == 0 {
		t.Errorf("%d of %d orders", n, orders)
	}
	if n := w.client().Charge.Query().CountX(t.Context()); n != charges || n == 0 {
		t.Errorf("%d of %d charges", n, charges)
	}
	if mails := accounttest.Mails(t, w.Account, *row.Email); mails[len(mails)-1] != "withdrawn" {
		t.Errorf("mails: %v", mails)
	}
	if resumed, _, err := w.logins.Session.Resume(t.Context(), "x"); resumed != nil || err != nil {
		t.Error(resumed, err)
	}
}

func TestOthersKeepEverything(t *testing.T) {
	w := setup(t, nil)
	other, theirs := w.member()
	w.holdings(other, theirs)
	before := w.counts(other.ID)
	row, a := w.member()
	if _, err := w.Withdraw(t.Context(), a, w.confirm(row, a)); err != nil {
		t.Fatal(err)
	}
	after := w.counts(other.ID)
	before["withdrawals missed"] = 0 // the one that took place
	for what, n := range before {
		if after[what] != n {
			t.Errorf("%s: %d of %d are left", what, after[what], n)
		}
	}
}

func TestAfterLeavingLoginIsProhibitedAndJoiningAgainWorks(t *testing.T) {
	w := setup(t, nil)
	row, a := w.member(accounttest.Email("taro@example.com"), accounttest.UserID("Taro01"))
	if _, err := w.Withdraw(t.Context(), a, w.confirm(row, a)); err != nil {
		t.Fatal(err)
	}
	for _, identifier := range []string{"taro@example.com", "taro01"} {
		_, err := w.logins.Login(t.Context(), actor.Actor{Locale: "ja", IP: "192.0.2.9"},
			login.Input{Identifier: identifier, Password: accounttest.Password, Method: actor.MethodPassword})
		if said(err) != "LOGIN_PROHIBITED" {
			t.Errorf("logging in as %s: %v", identifier, err)
		}
	}
	again := w.join("Taro@Example.com", "TARO01")
	found, err := w.Account.LookupByIdentifier(t.Context(), "taro@example.com")
	if err != nil || found == nil || found.ID != again || again == row.ID {
		t.Errorf("the address is of %v, %v", found, err)
	}
	if found, err := w.Account.LookupByIdentifier(t.Context(), "taro01"); err != nil || found == nil || found.ID != again {
		t.Errorf("the user ID is of %v, %v", found, err)
	}
	if former := w.client().Account.GetX(t.Context(), row.ID); *former.Email != "taro@example.com" || former.EmailKey != nil {
		t.Errorf("who left: %+v", former)
	}
}

// join signs a new member up.
func (w *world) join(email, userID string) uuid.UUID {
	w.t.Helper()
	ctx := w.t.Context()
	a, _ := logintest.Visitor(w.t, w.logins)
	policies, err := w.Catalog.Policies(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	var consents []account.Consent
	for _, p := range policies {
		consents = append(consents, account.Consent{PolicyID: p.ID, Revision: p.Revision, Key: p.Key})
	}
	if _, err := w.logins.Signup.Start(ctx, a, "signUp", email, consents, ""); err != nil {
		w.t.Fatal(err)
	}
	proved, err := w.logins.Signup.ProveEmail(ctx, a, accounttest.PinCode(w.t, w.Account, email), "")
	if err != nil {
		w.t.Fatal(err)
	}
	a.SessionID = proved.SessionID
	form := signup.Form{Password: accounttest.Password, PasswordConfirm: accounttest.Password, UserID: userID, Profile: account.Personal{
		FamilyName: "山田", GivenName: "太郎", Birthday: "19900131", Custom: map[string]string{"adult": "true"},
	}}
	if _, err := w.logins.Signup.Confirm(ctx, a, form); err != nil {
		w.t.Fatal(err)
	}
	_, signed, err := w.logins.Signup.Complete(ctx, a, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return signed.AccountID
}
