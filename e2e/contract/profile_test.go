package contract_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/server/app/apptest"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/transport/paths"
)

// The story of a television: a member makes a profile for a child and sets a PIN, the television
// switches to it, and account and purchase pages and actions are closed there, whatever way they
// are asked for, until somebody who knows the PIN switches back.
func TestProfilesOfATelevision(t *testing.T) { // P-016 A-198
	t.Parallel()
	s := apptest.Start(t, nil)
	_, member := s.Member(t, accounttest.With(func(c *ent.AccountCreate) { c.SetNickname("太郎") }))
	card := methodIn(t, s.RegisterCard(t, member, "/plans/standard"))
	tv := member
	asks := func(document, input string) string {
		t.Helper()
		got := tv.Post("/graphql", graphql(document, `{"input":`+input+`}`))
		if strings.Contains(got.Text, `"INTERNAL"`) {
			t.Fatalf("%s: %s", document, got.Text)
		}
		return got.Text
	}
	made := asks("CreateProfile", `{"profileName":"健","isRestricted":true}`)
	_, id, _ := strings.Cut(made, `"profileId":"`)
	if id, _, _ = strings.Cut(id, `"`); id == "" {
		t.Fatal(made)
	}
	if got := tv.Post("/zapi/account/pinCode/set", `{"pinCode":"0420"}`); got.StatusCode != 200 {
		t.Fatal(got.Text)
	}
	const all = `[{"profileId":null,"profileName":"太郎","isRestricted":false,"isCurrent":%v,"needsPinCode":true},{"profileId":"%s","profileName":"健","isRestricted":true,"isCurrent":%v,"needsPinCode":false}]`
	if got := tv.Post("/graphql", graphql("Profiles", `{}`)).Text; !strings.Contains(got, fmt.Sprintf(all, true, id, false)) {
		t.Errorf("the list: %s", got)
	}
	if got := asks("SwitchProfile", `{"profileId":"`+id+`"}`); !strings.Contains(got, `"profileName":"健","isRestricted":true,"isCurrent":true`) {
		t.Fatalf("to the child's: %s", got)
	}
	if got := tv.Post("/graphql", graphql("Profiles", `{}`)).Text; !strings.Contains(got, fmt.Sprintf(all, false, id, true)) {
		t.Errorf("the list: %s", got)
	}

	stranger := "00000000-0000-7000-8000-000000000000"
	for _, call := range []struct {
		method, path, body string
		open               bool
	}{
		{"GET", "/mypage/screen-data", "", false},
		{"GET", "/zapi/internal/mypage/screen-data", "", false},
		{"GET", "/mypage/edit/screen-data", "", false},
		{"GET", "/mypage/plans/screen-data", "", false},
		{"GET", "/mypage/payment-method/screen-data", "", false},
		{"GET", "/mypage/payment-history/screen-data", "", false},
		{"GET", "/zapi/account/payment-history/1", "", false},
		{"GET", "/mypage/sessions/screen-data", "", false},
		{"GET", "/mypage/login-history/screen-data", "", false},
		{"GET", "/mypage/pin-code/screen-data", "", false},
		{"GET", "/mypage/consent/screen-data", "", false},
		{"GET", "/mypage/connections/screen-data", "", false},
		{"GET", "/mypage/data/screen-data", "", false},
		{"GET", "/withdraw/screen-data", "", false},
		{"GET", "/login/confirm/screen-data", "", false},
		{"GET", "/plans/standard/screen-data", "", false},
		{"GET", "/plans/standard/confirm/screen-data", "", false},
		{"GET", "/oidc/consent/screen-data?request=any", "", false},
		{"GET", "/oidc/select-account/screen-data?request=any", "", false},
		{"GET", "/device/screen-data", "", false},
		{"POST", "/zapi/purchase/verify/standard", `{"paymentMethodId":"` + card + `"}`, false},
		{"POST", "/zapi/purchase/form/standard", `{"planId":"standard","paymentMethodId":"` + card + `"}`, false},
		{"POST", "/zapi/purchase/standard", `{"purchaseToken":"any"}`, false},
		{"POST", "/zapi/subscription/" + stranger + "/withdraw", `{}`, false},
		{"POST", "/zapi/account/withdraw/confirm", `{"consent":true,"answers":[]}`, false},
		{"POST", "/zapi/account/pinCode/set", `{"pinCode":"1984"}`, false},
		{"POST", "/zapi/account/password/edit", `{"oldPassword":"open9sesame","newPassword":"qzvkx7pw"}`, false},
		{"POST", "/zapi/login/confirm", `{"password":"open9sesame"}`, false},
		{"POST", "/zapi/account/data", `{}`, false},
		{"DELETE", "/zapi/account/session", `{}`, false},
		{"GET", "/screen-data", "", true},
		{"GET", "/plans/screen-data", "", true},
		{"GET", "/zapi/internal/root/screen-data", "", true},
		{"GET", "/zapi/internal/account-header/screen-data", "", true},
		{"GET", "/login/screen-data", "", true},
		{"GET", "/logout/screen-data", "", true},
		{"GET", "/password/forgot/screen-data", "", true},
		{"GET", "/oidc/error/screen-data", "", true},
	} {
		got := tv.Do(call.method, call.path, call.body, "Accept-Language", "ja")
		if closed := strings.Contains(got.Text, `"code":"PROFILE_FORBIDDEN"`); closed == call.open || closed && got.StatusCode != 403 {
			t.Errorf("P-016 %s %s: %d %.300s", call.method, call.path, got.StatusCode, got.Text)
		} else if closed && !strings.Contains(got.Text, "プロフィール「太郎」に切り替えてから") {
			t.Errorf("P-016 %s %s names no profile: %s", call.method, call.path, got.Text)
		}
	}
	for _, document := range []string{"CreateProfile", "UpdateProfile", "RemoveProfile"} {
		input := `{"profileId":"` + id + `","profileName":"次郎","isRestricted":false}`
		input = map[string]string{"CreateProfile": strings.Replace(input, `"profileId":"`+id+`",`, "", 1), "UpdateProfile": input, "RemoveProfile": `{"profileId":"` + id + `"}`}[document]
		if got := asks(document, input); !strings.Contains(got, `"code":"PROFILE_FORBIDDEN"`) {
			t.Errorf("%s: %s", document, got)
		}
	}
	if got := tv.Get(paths.DataFile); got.StatusCode != 303 || got.Header.Get("Location") != "/mypage/data" { // which says so, as above
		t.Errorf("P-016: the file of the data: %d to %s", got.StatusCode, got.Header.Get("Location"))
	}

	for i := range 5 {
		if got := asks("SwitchProfile", fmt.Sprintf(`{"profileId":null,"pinCode":"100%d"}`, i)); !strings.Contains(got, `"code":"PROFILE_PIN_WRONG","field":"pinCode"`) && !strings.Contains(got, `"PROFILE_PIN_WRONG"`) {
			t.Fatalf("a wrong PIN: %s", got)
		}
	}
	if got := asks("SwitchProfile", `{"pinCode":"0420"}`); !strings.Contains(got, `"TOO_MANY_REQUESTS"`) || !strings.Contains(got, `"retryAfter":`) {
		t.Errorf("the sixth, though right: %s", got)
	}
	if got := tv.Get("/mypage/screen-data"); got.StatusCode != 403 {
		t.Errorf("opened by guessing: %d", got.StatusCode)
	}
	s.Clock.Advance(30 * time.Second)
	if got := asks("SwitchProfile", `{"pinCode":"0420"}`); !strings.Contains(got, `"profileId":null,"profileName":"太郎"`) {
		t.Errorf("back: %s", got)
	}
	for _, path := range []string{"/mypage/screen-data", "/plans/standard/screen-data", "/withdraw/screen-data"} {
		if got := tv.Get(path); got.StatusCode != 200 || strings.Contains(got.Text, "PROFILE_FORBIDDEN") {
			t.Errorf("open again, %s: %d %.200s", path, got.StatusCode, got.Text)
		}
	}
}

// Logging out and in leads out of a restricted profile, as the password proves the member, and the
// former session is dead.
func TestALoginLeadsOutOfARestrictedProfile(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	_, member := s.Member(t, accounttest.Email("taro@example.com"))
	made := member.Post("/graphql", graphql("CreateProfile", `{"input":{"profileName":"健","isRestricted":true}}`)).Text
	_, id, _ := strings.Cut(made, `"profileId":"`)
	id, _, _ = strings.Cut(id, `"`)
	if got := member.Post("/zapi/account/pinCode/set", `{"pinCode":"0420"}`); got.StatusCode != 200 {
		t.Fatal(got.Text)
	}
	for _, logsOut := range []bool{true, false} {
		if got := member.Post("/graphql", graphql("SwitchProfile", `{"input":{"profileId":"`+id+`"}}`)); !strings.Contains(got.Text, `"isCurrent":true`) {
			t.Fatal(got.Text)
		}
		child := s.Browser(t)
		child.SetCookie("sid", member.Cookie("sid"))
		if got := member.Get("/mypage/screen-data"); got.StatusCode != 403 {
			t.Fatalf("%d %s", got.StatusCode, got.Text)
		}
		if logsOut {
			if got := member.Post("/logout", `{}`); got.StatusCode != 200 {
				t.Fatalf("logging out: %d %s", got.StatusCode, got.Text)
			}
		}
		if got := member.Post("/login", `{"emailUserId":"taro@example.com","password":"`+accounttest.Password+`","loginMethod":"Password"}`); got.StatusCode != 200 {
			t.Fatalf("logging in: %d %s", got.StatusCode, got.Text)
		}
		if got := member.Get("/mypage/screen-data"); got.StatusCode != 200 || !strings.Contains(got.Text, `"contactEmail":"taro@example.com"`) {
			t.Errorf("My Page after logging in, out before: %v: %d %s", logsOut, got.StatusCode, got.Text)
		}
		if got := member.Post("/zapi/account/pinCode/set", `{"pinCode":"1984"}`); got.StatusCode != 200 {
			t.Errorf("another PIN: %d %s", got.StatusCode, got.Text)
		}
		if got := child.Get("/mypage/screen-data"); got.StatusCode == 200 && strings.Contains(got.Text, "taro@example.com") {
			t.Errorf("the former session, out before: %v: %s", logsOut, got.Text)
		}
	}
}
