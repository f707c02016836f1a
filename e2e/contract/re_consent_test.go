package contract

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"kaiin/server/shop/catalog/catalogtest"
	"kaiin/server/shop/storefile"
)

// openPages and openCalls are what a member may see and do who has not agreed to a policy that has
// changed.
var (
	openPages = []string{"/withdraw", "/withdraw/pin-code", "/mypage/re-consent", "/mypage/plans", "/mypage/data", "/login/confirm", "/mypage/payment-method/complete"}
	openCalls = []string{
		"/zapi/account/data", "/zapi/account/policy/re-consent", "/zapi/login/confirm", "/zapi/login/confirm/send", "/zapi/account/withdraw/confirm", "/zapi/account/withdraw",
		"/zapi/subscription/01a1fc23-2002-71f9-a558-0064764363c2/withdraw", "/zapi/account/payment-method/credit", "/zapi/account/user-id/verify", // which changes nothing
	}
)

func TestReConsent(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	_, b := s.Member(t)
	_, elsewhere := s.Member(t)
	const agree = "/zapi/account/policy/re-consent"
	has(t, get(t, b, "/mypage/re-consent"), []member{{"R-103", "redirectTo", "/mypage"}})
	revised := &storefile.File{Settings: testSettings(), Policies: policies(), Plans: plans()}
	for i := range revised.Policies {
		revised.Policies[i].Revision++
	}
	if err := catalogtest.Files(s.Catalog).Apply(t.Context(), revised); err != nil {
		t.Fatal(err)
	}

	for _, p := range pages {
		answer := get(t, b, strings.TrimSuffix(p.path, "/"))
		before := "/mypage/re-consent?returnTo=" + url.QueryEscape(p.path)
		ordering := p.path == "/plans/club" // a visitor sees the form, too
		switch asked := answer["redirectTo"] == before; {
		case asked != ((p.visitor == login || ordering) && !slices.Contains(openPages, p.path)):
			t.Errorf("A-192 %s answers %v", p.path, answer["redirectTo"])
		case asked:
			exactly(t, "A-192 "+p.path, answer, "redirectTo")
		}
	}
	closed := 0
	for _, c := range slices.Concat(actions, identityActions) {
		if c.path == "/logout" {
			continue
		}
		got := said(t, b, "ja", "POST", c.path, c.body)
		if !c.member || slices.Contains(openCalls, c.path) {
			if strings.Contains(got.Text, "RE_CONSENT_REQUIRED") {
				t.Errorf("A-192 %s: %s", c.path, got.Text)
			}
			continue
		}
		closed++
		body := got.JSON(t)
		exactly(t, "A-192 "+c.path, body, "status code message requestId redirectTo")
		has(t, body, []member{
			{"A-192 " + c.path, "status", 403}, {"A-192 " + c.path, "code", "RE_CONSENT_REQUIRED"}, {"A-192 " + c.path, "redirectTo", "/mypage/re-consent"},
			{"A-192 " + c.path, "message", "規約が改定されました。先に、改定後の規約への同意をお願いいたします。"},
		})
	}
	if closed < 10 {
		t.Errorf("only %d calls are closed", closed)
	}
	has(t, good(t, said(t, b, "en", "GET", "/zapi/internal/root/screen-data", nil)), []member{{"X-018", "authId", something{}}})

	shown := good(t, b.Get("/mypage/re-consent/screen-data?returnTo=%2Fmypage%2Fedit"))
	has(t, shown, []member{
		{"R-103", "redirectTo", nil}, {"R-103", "returnTo", "/mypage/edit"}, {"R-103", "policies.0.policyId", "terms"}, {"R-103", "policies.0.revision", 4},
		{"R-103", "policies.0.key", "termsOfUse"}, {"R-103", "policies.1.isExternal", true}, {"R-103", "policies.1.dataSource", "https://store.example/news"},
	})
	consent := func(id string, revision int, key string) any {
		return map[string]any{"policyId": id, "revision": revision, "key": key}
	}
	terms, news := consent("terms", 4, "termsOfUse"), consent("news", 2, "news")
	for _, wrong := range [][]any{{}, {terms}, {terms, terms}, {terms, news, news}, {terms, consent("news", 1, "news")}, {terms, news, consent("other", 1, "x")}, {consent("terms", 4, "other"), news}} {
		for _, locale := range []string{"ja", "en"} {
			refused(t, "E-092", said(t, b, locale, "POST", agree, map[string]any{"policyConsentData": wrong}), locale, 400, "INVALID_REQUEST", "", nil)
		}
	}
	both := []any{terms, news}
	goes(t, "C-100", post(t, b, agree, map[string]any{"policyConsentData": both, "returnTo": "/mypage/edit?a=b"}), "/mypage/edit?a=b")
	goes(t, "C-100", post(t, b, agree, map[string]any{"policyConsentData": both, "returnTo": "https://elsewhere.example/"}), "/mypage")
	has(t, get(t, b, "/mypage"), []member{{"X-018", "redirectTo", nil}})
	if got := get(t, elsewhere, "/mypage")["redirectTo"]; got != "/mypage/re-consent?returnTo=%2Fmypage" {
		t.Errorf("another member is sent to %v", got)
	}
	goes(t, "A-192", post(t, elsewhere, "/logout", map[string]any{}), "/logout")
}

// An app that asks a member for access is answered: it is no part of My Page, and what it asks for
// is not lost.
func TestReConsentInARequestOfAnApp(t *testing.T) {
	t.Parallel()
	s := start(t, func(f *storefile.File) { f.Settings.Flags.Oidc = true })
	key, b := asking(t, s)
	revised := &storefile.File{Settings: testSettings(), Policies: policies(), Plans: plans()}
	revised.Settings.Flags.Oidc, revised.Policies[0].Revision = true, 4
	if err := catalogtest.Files(s.Catalog).Apply(t.Context(), revised); err != nil {
		t.Fatal(err)
	}
	has(t, good(t, b.Get("/oidc/select-account/screen-data?request="+key)), []member{{"A-192", "redirectTo", nil}, {"A-192", "request", key}})
	wanted := "/mypage/connections"
	shown := get(t, b, wanted)
	has(t, shown, []member{{"A-192", "redirectTo", "/mypage/re-consent?returnTo=" + url.QueryEscape(wanted)}})
	body := map[string]any{"policyConsentData": []any{map[string]any{"policyId": "terms", "revision": 4, "key": "termsOfUse"}}, "returnTo": "/oidc?request=" + key}
	goes(t, "C-100", post(t, b, "/zapi/account/policy/re-consent", body), "/oidc?request="+key)
}
