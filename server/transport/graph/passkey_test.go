package graph_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/passkey/passkeytest"
)

// optionsIn is the challenge in an answer.
func optionsIn(t *testing.T, answer map[string]any) string {
	t.Helper()
	options, ok := answer["options"].(string)
	if !ok {
		t.Fatalf("no challenge: %v", answer)
	}
	return options
}

// A passkey from its registration to its end, by the documents of the pages.
func TestAPasskeyThroughTheDocuments(t *testing.T) {
	b := open(t, nil)
	row := accounttest.Member(t, b.login.Account)
	_, b.sid = logintest.Member(t, b.login, row.ID)
	b.want("My Page, before", b.screen("MypageScreen", nil), "passkeyCount", "0", "offersPasskey", "true")
	d := passkeytest.New(t, "https://store.example")
	made := d.Make(t, optionsIn(t, b.act("StartPasskeyRegistration", nil)))
	b.want("a long name", b.act("RegisterPasskey", map[string]any{"credential": made, "name": strings.Repeat("a", 41)}), "userErrors.0.field", `"name"`, "passkeys", "null")
	b.want("registered", b.act("RegisterPasskey", map[string]any{"credential": made, "name": "電話"}), "userErrors", "[]", "passkeys.0.name", `"電話"`, "passkeys.0.lastUsedAt", "null")
	b.want("My Page, after", b.screen("MypageScreen", nil), "passkeyCount", "1", "offersPasskey", "false")
	page := b.screen("PasskeysScreen", nil)
	b.want("the page", page, "passkeys.0.name", `"電話"`, "most", "10", "isFresh", "true")
	if plain, _ := json.Marshal(page); strings.Contains(string(plain), "credential") || strings.Contains(string(plain), "Key\":") {
		t.Errorf("the page tells more than the member needs: %s", plain)
	}
	id := page["passkeys"].([]any)[0].(map[string]any)["passkeyId"]

	v := b.other()
	v.want("the login page", v.screen("LoginScreen", nil), "takesPasskeys", "true")
	answer := d.Use(t, optionsIn(t, v.act("StartPasskey", map[string]any{"use": "LOGIN"})))
	if v.sid != "" || v.passkey == "" {
		t.Fatalf("a visitor has the session %q and the cookie %q", v.sid, v.passkey)
	}
	v.want("nonsense", v.act("LoginByPasskey", map[string]any{"credential": "{}"}), "userErrors.0.code", `"PASSKEY_FAILED"`)
	v.want("logged in", v.act("LoginByPasskey", map[string]any{"credential": answer, "returnTo": "//evil.example"}), "userErrors", "[]", "redirectTo", `"/mypage"`)
	v.want("signed in", v.screen("PasskeysScreen", nil), "passkeys.0.name", `"電話"`)
	v.want("once more", v.act("LoginByPasskey", map[string]any{"credential": answer}), "userErrors.0.code", `"PASSKEY_EXPIRED"`)

	b.login.Clock.Advance(16 * time.Minute)
	v.want("an old proof", v.screen("PasskeysScreen", nil), "isFresh", "false")
	v.want("My Page, later", v.screen("MypageScreen", nil), "offersPasskey", "false")
	v.want("to delete it needs a new one", v.act("DeletePasskey", map[string]any{"passkeyId": id}), "errors", `"REAUTHENTICATION_REQUIRED"`)
	v.want("the page of the proof", v.screen("ConfirmLoginScreen", map[string]any{"returnTo": "/mypage/passkeys"}), "methods.0", `"Passkey"`)
	proof := d.Use(t, optionsIn(t, v.act("StartPasskey", map[string]any{"use": "CONFIRM"})))
	v.want("proved", v.act("ConfirmLogin", map[string]any{"passkey": proof, "returnTo": "/mypage/passkeys"}), "redirectTo", `"/mypage/passkeys"`)
	v.want("renamed", v.act("RenamePasskey", map[string]any{"passkeyId": id, "name": "古い電話"}), "passkeys.0.name", `"古い電話"`)
	v.want("another's", v.act("DeletePasskey", map[string]any{"passkeyId": "x"}), "errors", `"NOT_FOUND"`)
	v.want("deleted", v.act("DeletePasskey", map[string]any{"passkeyId": id}), "passkeys", "[]")
	b.want("the other browser is logged out", b.screen("PasskeysScreen", nil), "errors", `"UNAUTHENTICATED"`)

	late := b.other()
	use := d.Use(t, optionsIn(t, late.act("StartPasskey", map[string]any{"use": "LOGIN"})))
	late.want("what is deleted opens nothing", late.act("LoginByPasskey", map[string]any{"credential": use}), "userErrors.0.code", `"PASSKEY_UNKNOWN"`)
}

// Where the site cannot have passkeys it offers none.
func TestASiteWithoutPasskeys(t *testing.T) {
	b := open(t, nil)
	b.login.Passkey.Origin.Host = "192.0.2.1"
	row := accounttest.Member(t, b.login.Account)
	_, b.sid = logintest.Member(t, b.login, row.ID)
	b.want("My Page", b.screen("MypageScreen", nil), "passkeyCount", "null", "offersPasskey", "false")
	b.want("the page", b.screen("PasskeysScreen", nil), "errors", `"NOT_FOUND"`)
	b.want("a registration", b.act("StartPasskeyRegistration", nil), "errors", `"NOT_FOUND"`)
	v := b.other()
	v.want("the login page", v.screen("LoginScreen", nil), "takesPasskeys", "false")
	v.want("a login", v.act("StartPasskey", map[string]any{"use": "LOGIN"}), "errors", `"NOT_FOUND"`)
}
