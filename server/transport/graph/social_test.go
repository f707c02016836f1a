package graph_test

import (
	"testing"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account"
	"kaiin/server/identity/account/accounttest"
)

func TestSocialErrors(t *testing.T) {
	b := open(t, func(*settings.Settings) {})
	for _, c := range []struct{ row, asked, code, ja, en string }{
		{"E-030", "ACCOUNT_ALREADY_EXISTS", "ACCOUNT_ALREADY_EXISTS", "この外部アカウントは、すでに別の会員アカウントと連携されています。", "This external account is already linked to another member account."},
		{"E-031 E-033", "EXTERNAL_FAILED", "EXTERNAL_FAILED", "システムエラーにより、外部アカウントと連携できませんでした。時間をおいて、もう一度お試しください。", "The external account could not be linked because of a system error. Please try again later."},
		{"E-031", "<script>", "EXTERNAL_FAILED", "", ""},
		{"E-031", "INTERNAL", "EXTERNAL_FAILED", "", ""},
		{"E-031", "", "EXTERNAL_FAILED", "", ""},
	} {
		page := b.screen("SocialErrorScreen", map[string]any{"code": c.asked})
		b.want(c.row, page, "code", `"`+c.code+`"`, "isLoggedIn", "false")
		if c.ja != "" {
			b.want(c.row, page, "message", `"`+c.ja+`"`)
			if got := fault.Text("en", fault.Code(c.code), "", nil); got != c.en {
				t.Errorf("%s: %q", c.row, got)
			}
		}
	}
}

// Of the linked external accounts, the one that the present login was made with says so.
func TestTheExternalAccountOfThePresentLogin(t *testing.T) { // B-08 F-113
	b := open(t, func(s *settings.Settings) {
		for _, kind := range []string{"LINE", "Google"} {
			s.ExternalAccounts = append(s.ExternalAccounts, settings.ExternalAccount{Name: kind, Type: kind, Method: "oidc"})
		}
	})
	member := accounttest.Member(t, b.login.Account)
	for _, kind := range []string{"LINE", "Google"} {
		if err := b.login.Account.Link(t.Context(), member.ID, account.External{Type: kind, Subject: "taro"}); err != nil {
			t.Fatal(err)
		}
	}
	for method, want := range map[actor.Method][2]string{"LINE": {"true", "false"}, "Google": {"false", "true"}, actor.MethodPassword: {"false", "false"}} {
		signed, err := b.login.Session.SignIn(t.Context(), actor.Actor{Locale: "ja", IP: "192.0.2.1"}, member, method)
		if err != nil {
			t.Fatal(err)
		}
		b.sid = signed.Token
		b.want(string(method), b.screen("MypageScreen", nil), "externalAccounts.0.isLogin", want[0], "externalAccounts.1.isLogin", want[1])
	}
}
