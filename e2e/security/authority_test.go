package security

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"kaiin/e2e/blackbox"
	"kaiin/schema"
)

// What belongs to another member is as absent as what does not exist, by every call that takes an
// id. Contracts and cards are in package money as well.
func TestSecurity44AnothersThingsAreNotThere(t *testing.T) {
	s := together(t)
	owner, thief := s.member(), s.member()
	must(t, owner.AddCard(blackbox.GoodCard))
	bought, err := owner.Buy("monthly")
	must(t, err)
	contract := bought.Text("subscriptionId")
	completed, err := owner.Get("/plans/monthly/complete/screen-data")
	must(t, err)
	order := completed.Text("orderId")
	session := sessionsOf(t, owner)[0]["sessionId"].(string)
	device := uuid.Must(uuid.NewV7()).String()
	_, err = s.DB.Exec(`INSERT INTO trusted_devices (id, created_at, account_id, token_hash, device, browser, expires_at)
		SELECT $1, now(), id, '\x01', 'PC', 'Firefox', now() + interval '1 day' FROM accounts WHERE email_key = $2`, device, owner.Email)
	must(t, err)
	profile := uuid.Must(uuid.NewV7()).String()
	_, err = s.DB.Exec(`INSERT INTO profiles (id, created_at, account_id, name, restricted) SELECT $1, now(), id, 'Taro', false FROM accounts WHERE email_key = $2`,
		profile, owner.Email)
	must(t, err)
	document := func(name, more string) string {
		return fmt.Sprintf(`{"operationName":%q,"variables":{"input":{"profileId":"%%s"%s}},"extensions":{"persistedQuery":{"version":1,"sha256Hash":%q}}}`,
			name, more, schema.Documents()[name].Hash)
	}
	for what, call := range map[string]struct {
		theirs       string
		method, path string
		body         string
		status       int
	}{
		"contract":                   {contract, "GET", "/mypage/subscription/%s/screen-data", "", 404},
		"evidence":                   {order, "GET", "/mypage/evidence/%s/screen-data", "", 404},
		"session":                    {session, "DELETE", "/zapi/account/session/%s", `{}`, 404},
		"trusted device":             {device, "DELETE", "/zapi/account/trusted-device", `{"deviceToken":"%s"}`, 404},
		"profile to switch to":       {profile, "POST", "/graphql", document("SwitchProfile", ""), 200},
		"profile to change":          {profile, "POST", "/graphql", document("UpdateProfile", `,"profileName":"Mine","isRestricted":true`), 200},
		"profile to remove":          {profile, "POST", "/graphql", document("RemoveProfile", ""), 200},
		"card":                       {owner.Card, "POST", "/zapi/purchase/form/monthly", `{"planId":"monthly","paymentMethodId":"%s"}`, 400},
		"card to ask the price with": {owner.Card, "POST", "/zapi/purchase/verify/monthly", `{"paymentMethodId":"%s"}`, 200},
	} {
		ask := func(id string) answer {
			path, body := call.path, call.body
			if strings.Contains(path, "%s") {
				path = fmt.Sprintf(path, id)
			}
			if strings.Contains(body, "%s") {
				body = fmt.Sprintf(body, id)
			}
			var text []byte
			if body != "" {
				text = []byte(body)
			}
			a, err := thief.Send(call.method, path, text, nil)
			must(t, err)
			return a
		}
		theirs, nobodys := ask(call.theirs), ask(uuid.NewString())
		if turned(theirs) != turned(nobodys) || theirs.Status != call.status {
			t.Errorf("%s: another's is answered %s, an unknown one %s", what, theirs, nobodys)
		}
	}
	if got := s.Rows("SELECT count(*) FROM trusted_devices WHERE id = $1", device); got[0] != "1" {
		t.Error("the device is gone")
	}
	if got := s.Rows("SELECT name || restricted::text FROM profiles WHERE id = $1", profile); len(got) != 1 || got[0] != "Tarofalse" {
		t.Errorf("the profile is %v", got)
	}
	if !owner.signedIn() {
		t.Error("the session was ended")
	}
	if a := thief.page("/withdraw"); strings.Contains(string(a.Raw), contract) {
		t.Errorf("the page shows another's contract: %s", a)
	}
}

// Only the server writes the server's fields: what the schema does not take is refused, not
// ignored.
func TestSecurity45MembersWriteOnlyTheirFields(t *testing.T) {
	s := together(t)
	p := s.visitor()
	must(t, p.ProveEmail())
	extras := []string{"emailVerifiedDate", "status", "authId", "price", "isEnabledMultiFactor", "createdAt", "role"}
	for _, extra := range extras {
		form := p.Form()
		form[extra] = "active"
		if a := p.send("/zapi/signup", form); a.Status < 400 && a.Body["flowError"] == nil {
			t.Errorf("sign-up takes %s: %s", extra, a)
		}
	}
	if got := s.Rows("SELECT count(*) FROM accounts WHERE email = $1", p.Email); got[0] != "0" {
		t.Fatalf("%s accounts", got[0])
	}
	p.ok("/zapi/signup", p.Form())
	before := s.Rows("SELECT to_jsonb(a)::text FROM accounts a WHERE email = $1", p.Email)
	for path, body := range map[string]map[string]any{
		"/zapi/account/password/edit":            {"oldPassword": password, "newPassword": "qzvkx7pw"},
		"/zapi/account/edit":                     {"optionalInfo": map[string]any{"familyName": "Other", "givenName": "Name", "birthday": "19900102"}},
		"/zapi/account/user-id/edit":             {"password": password, "userId": "Taro01"},
		"/zapi/account/data":                     {},
		"/zapi/account/consent":                  {"consentOptionId": "news", "key": "k", "value": true},
		"/zapi/account/profile-image":            {"profileImage": nil},
		"/zapi/account/pinCode/set":              {"pinCode": "0420"},
		"/zapi/account/email/edit/send-pin-code": {"email": "other@example.jp", "type": "mailEdit"},
		"/zapi/account/email/edit":               {"pinCode": "123456"},
		"/zapi/account/enable-multi-factor":      {"multiFactorType": "Email"},
		"/zapi/account/withdraw/confirm":         {"consent": true, "answers": []any{}},
		"/zapi/purchase/verify/monthly":          {"paymentMethodId": "new"},
	} {
		for _, extra := range append(extras, "accountId", "email_key", "passwordHash") {
			body[extra] = true
			if a := p.send(path, body); a.Status != 400 {
				t.Errorf("%s takes %s: %s", path, extra, a)
			}
			delete(body, extra)
		}
	}
	if after := s.Rows("SELECT to_jsonb(a)::text FROM accounts a WHERE email = $1", p.Email); after[0] != before[0] {
		t.Errorf("the account has changed from %s to %s", before[0], after[0])
	}
	for _, path := range []string{"/mypage", "/mypage/login-history", "/mypage/sessions", "/withdraw"} {
		a := p.page(path)
		for _, hidden := range []string{"passwordHash", "password_hash", "$argon2", "tokenHash", "emailKey", "email_key"} {
			if strings.Contains(string(a.Raw), hidden) {
				t.Errorf("%s shows %s", path, hidden)
			}
		}
	}
}

// The last step of a flow, called first, leads back to its beginning and does nothing.
func TestSecurity46StepsOutOfOrder(t *testing.T) {
	s := running(t)
	p := s.member()
	before := s.Everything()
	visitor := s.visitor()
	for _, c := range []struct {
		who  *person
		path string
		body map[string]any
	}{
		{visitor, "/zapi/signup/pin-code", map[string]any{"pinCode": "123456"}},
		{visitor, "/zapi/signup", map[string]any{"nickname": "x", "password": password, "passwordConfirm": password, "customAssociatedInfo": []any{}, "policyConsentData": []any{}}},
		{visitor, "/zapi/login/multi-factor/OTP", map[string]any{"value": "123456"}},
		{visitor, "/login", map[string]any{"emailUserId": p.Email, "authCode": "123456", "loginMethod": "AuthCode"}},
		{visitor, "/zapi/auth/password/reset", map[string]any{"token": strings.Repeat("A", 43), "password": "qzvkx7pw", "passwordConfirm": "qzvkx7pw"}},
		{visitor, "/zapi/auth/email/undo", map[string]any{"token": strings.Repeat("A", 43), "password": password}},
		{visitor, "/zapi/subscription/leave", map[string]any{"token": strings.Repeat("A", 70)}},
		{p, "/zapi/account/withdraw", map[string]any{"pinCode": "123456"}},
		{p, "/zapi/account/email/edit", map[string]any{"pinCode": "123456"}},
		{p, "/zapi/account/enable-multi-factor/with-backup-code", map[string]any{"backupCodeList": []any{"aaaaaaaa"}}},
		{p, "/zapi/account/backup-code-regenerate", map[string]any{"backupCodeList": []any{"aaaaaaaa"}}},
		{p, "/zapi/purchase/monthly", map[string]any{"purchaseToken": strings.Repeat("A", 43)}},
	} {
		a := c.who.send(c.path, c.body)
		if a.Status < 400 && a.Body["flowError"] == nil || a.Status >= 500 {
			t.Errorf("%s first: %s", c.path, a)
		}
	}
	for path, start := range map[string]string{"/withdraw/pin-code": "/withdraw", "/mypage/email/edit/pin-code": "/mypage/email/edit"} {
		if a := p.page(path); a.Text("redirectTo") != start {
			t.Errorf("the page %s first: %s", path, a)
		}
	}
	if a := visitor.page("/login/multi-factor"); a.Text("redirectTo") == "" && a.Body["flowError"] == nil {
		t.Errorf("the second factor first: %s", a)
	}
	for _, path := range []string{"/withdraw", "/withdraw/pin-code", "/mypage", "/mypage/sessions", "/mypage/multi-factor"} {
		if a := s.visitor().page(path); !strings.HasPrefix(a.Text("redirectTo"), "/login?returnTo=") || a.Status != http.StatusOK {
			t.Errorf("%s for a visitor: %s", path, a)
		}
	}
	s.Unchanged(before, "sessions", "login_events", "flows")
}
