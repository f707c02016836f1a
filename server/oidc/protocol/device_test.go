package protocol_test

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kaiin/server/base/actor"
)

// startDevice has a television ask for a code, and answers both of them.
func (w *world) startDevice() (deviceCode, userCode string) {
	w.t.Helper()
	status, says, _ := w.post("/oidc/device_authorization", url.Values{"client_id": {"tv-app"}, "scope": {"openid entitlements"}}, func(r *http.Request) { r.Header.Del("Authorization") })
	if status != http.StatusOK || says["verification_uri_complete"] != w.url+"/device?user_code="+says["user_code"].(string) {
		w.t.Fatalf("%d %v", status, says)
	}
	return says["device_code"].(string), says["user_code"].(string)
}

// pollDevice is what the television is told.
func (w *world) pollDevice(deviceCode string) map[string]any {
	w.t.Helper()
	_, says, _ := w.post("/oidc/token", url.Values{"grant_type": {"urn:ietf:params:oauth:grant-type:device_code"}, "client_id": {"tv-app"}, "device_code": {deviceCode}},
		func(r *http.Request) { r.Header.Del("Authorization") })
	return says
}

// unmarked is the address of the page for a code without the mark that it was entered.
func unmarked(address string) string {
	return regexp.MustCompile(`entered=[A-Za-z0-9_-]{43}&`).ReplaceAllString(address, "")
}

// What a member types leads to the page of the code, which looks it up.
func TestTypedCodesLeadToTheirPage(t *testing.T) { // RFC 8628 3.3
	w := setup(t, nil)
	w.member = w.Member(t)
	for typed, want := range map[string]string{
		"bcdf ghjk": "BCDF-GHJK", "ＢＣＤＦ－ＧＨＪＫ": "BCDF-GHJK", "BCDFGHJK": "BCDF-GHJK", "": "", "hello": "hello", "//evil.example/": "%2F%2Fevil.example%2F",
		"<b>&user_code=x": "%3Cb%3E%26user_code%3Dx", strings.Repeat("漢", 1000): url.QueryEscape(strings.Repeat("漢", 40)),
	} {
		if status, to := w.submit("/device/code", url.Values{"user_code": {typed}}); status != http.StatusSeeOther || unmarked(to) != "/device?user_code="+want {
			t.Errorf("%q: %d %s", typed, status, to)
		}
	}
	for name, form := range map[string]url.Values{"twice": {"user_code": {"a", "b"}}, "no text": {"user_code": {"\x00"}}} {
		if status, _ := w.submit("/device/code", form); status != http.StatusBadRequest {
			t.Errorf("%s: %d", name, status)
		}
	}
}

func TestADeviceIsAnswered(t *testing.T) { // RFC 8628 3.3
	w := setup(t, nil)
	w.member = w.Member(t)
	deviceCode, userCode := w.startDevice()
	form := func(more ...string) url.Values {
		v := url.Values{"user_code": {userCode}, "accountId": {w.member.AccountID.String()}, "answer": {"allow"}, "addScope": {"openid", "entitlements"}}
		for i := 0; i < len(more); i += 2 {
			v[more[i]] = slices.DeleteFunc([]string{more[i+1]}, func(s string) bool { return s == "" })
		}
		return v
	}
	page := "/device?user_code=" + userCode
	for name, c := range map[string]struct {
		form   url.Values
		status int
		to     string
	}{
		"somebody else is logged in by now": {form("accountId", w.Member(t).AccountID.String()), http.StatusSeeOther, page},
		"no account given":                  {form("accountId", ""), http.StatusSeeOther, page},
		"no answer":                         {form("answer", ""), http.StatusBadRequest, ""},
		"another answer":                    {form("answer", "yes"), http.StatusBadRequest, ""},
		"what was not asked for":            {form("addScope", "phone"), http.StatusBadRequest, ""},
		"without what is required":          {form("addScope", ""), http.StatusBadRequest, ""},
		"another code":                      {form("user_code", "ZZZZ-ZZZZ"), http.StatusSeeOther, "/device?user_code=ZZZZ-ZZZZ"},
		"no code":                           {form("user_code", ""), http.StatusSeeOther, "/device?user_code="},
	} {
		if status, to := w.submit("/device/form", c.form); status != c.status || unmarked(to) != c.to {
			t.Errorf("%s: %d %s", name, status, to)
		}
	}
	member := w.member
	w.member = actor.Actor{Locale: "ja"}
	if _, to := w.submit("/device/form", form()); unmarked(to) != page {
		t.Errorf("no account is logged in: %s", to)
	}
	if w.member = member; w.pollDevice(deviceCode)["error"] != "authorization_pending" {
		t.Fatal("something of that was taken")
	}
	for range 2 { // the second time for an answer that was lost
		if status, to := w.submit("/device/form", form("rejectScope", "entitlements", "addScope", "openid")); status != http.StatusSeeOther || to != "/device?answered=allow" {
			t.Fatalf("%d %s", status, to)
		}
	}
	says := w.pollDevice(deviceCode)
	if says["scope"] != "openid" || claims(t, says["id_token"])["auth_time"] != float64(member.AuthenticatedAt.Unix()) {
		t.Fatalf("%v", says)
	}
	if amr := claims(t, says["id_token"])["amr"]; !slices.Equal(amr.([]any), []any{"pwd"}) {
		t.Errorf("amr %v", amr)
	}

	deviceCode, userCode = w.startDevice()
	if _, to := w.submit("/device/form", form("answer", "refuse", "addScope", "")); to != "/device?answered=refuse" || w.pollDevice(deviceCode)["error"] != "access_denied" {
		t.Errorf("refused: %s", to)
	}
}
