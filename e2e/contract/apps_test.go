package contract

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"

	"kaiin/server/app/apptest"
	"kaiin/server/base/actor"
	"kaiin/server/base/secret"
	"kaiin/server/oidc"
	"kaiin/server/oidc/clientfile"
	"kaiin/server/oidc/oidctest"
	"kaiin/server/shop/storefile"
	"kaiin/server/staff/acts/actstest"
)

// asking has an app ask a member for access who allows it one thing already, and answers the key of
// the request.
func asking(t *testing.T, s *apptest.Stack) (key string, member *apptest.Browser) {
	t.Helper()
	row, b := s.Member(t)
	app := oidctest.Web()
	app.Logo, app.ServiceLogo, app.Terms, app.Privacy = "/logo.svg", "/service.svg", "https://cinema.example/terms", "https://cinema.example/privacy"
	app.Description = text("記録します。", "Keeps a diary.")
	app.Precautions = []clientfile.Precaution{{Title: text("ご注意", "Note"), Text: text("公開されます。", "It is public.")}}
	if _, err := s.OIDC.AddClient(t.Context(), actstest.By(s.Store), app); err != nil {
		t.Fatal(err)
	}
	err := s.Store.Client(t.Context()).OidcGrant.Create().SetAccountID(row.ID).SetClientID(app.ID).SetScopes([]byte(`{"openid":0}`)).
		SetIssuedAt(s.Clock.Now()).SetLastUsedAt(s.Clock.Now()).SetCreatedAt(s.Clock.Now()).Exec(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	browser := secret.Token()
	b.SetCookie("apps", browser)
	key, err = s.OIDC.Keep(t.Context(), actor.Actor{AccountID: row.ID, AppBrowsers: []string{browser}}, &oidc.Request{
		ClientID: app.ID, RedirectURI: app.Redirects[0], Scopes: []string{"openid", "email"}, Prompt: []string{"select_account"}, AskedAt: s.Clock.Now(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return key, b
}

func valueAt(object any, path string) any {
	value, _ := at(object, path)
	return value
}

const clientMembers = "clientId clientName clientNameJa logoUri serviceLogoUri description providerName tosUri privacyUri"

func TestAppsData(t *testing.T) {
	t.Parallel()
	s := start(t, func(f *storefile.File) { f.Settings.Flags.Oidc = true })
	key, b := asking(t, s)

	choice := good(t, b.Get("/oidc/select-account/screen-data?request="+key))
	exactly(t, "account choice", choice["clientInfo"], clientMembers)
	has(t, choice, []member{{"C-061", "request", key}, {"C-061", "isAsked", true}})

	account, err := uuid.Parse(choice["accountId"].(string))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.OIDC.Choose(t.Context(), actor.Actor{AccountID: account, AppBrowsers: []string{b.Cookie("apps")}}, key); err != nil {
		t.Fatal(err)
	}
	consent := good(t, b.Get("/oidc/consent/screen-data?request="+key))
	has(t, consent, []member{
		{"F-115", "clientInfo.clientName", "Cinema Diary"},
		{"F-116", "clientInfo.clientNameJa", "シネマ手帖"},
		{"F-117", "clientInfo.logoUri", "/logo.svg"},
		{"F-118", "clientInfo.serviceLogoUri", "/service.svg"},
		{"F-119", "clientInfo.description", "Keeps a diary."},
		{"F-120", "clientInfo.providerName", "株式会社シネマ手帖"},
		{"F-121", "clientInfo.tosUri", "https://cinema.example/terms"},
		{"F-122", "clientInfo.privacyUri", "https://cinema.example/privacy"},
		{"F-123", "requestScopeKeys.0", "openid"},
		{"F-123", "requestScopeKeys.1", "email"},
		{"F-124", "authorizedScopeKeys.0", "openid"},
		{"F-125", "unauthorizedScopeKeys.0", "email"},
		{"F-127", "storeScopeSettings.1.scopeKey", "email"},
		{"F-128", "storeScopeSettings.1.scopeName", "Email address"},
		{"F-130", "storeScopeSettings.0.required", true},
		{"F-131", "oidcPrecautions.0.title", "Note"},
		{"F-132", "oidcPrecautions.0.renderData", "It is public."},
	})
	exactly(t, "a scope", valueAt(consent, "storeScopeSettings.1"), "scopeKey scopeName scopeDescription required examples") // F-129
	has(t, consent, []member{{"F-126", "updatedScopeKeys", []string{}}})

	all := get(t, b, "/mypage/connections")
	one := get(t, b, "/mypage/connections/client/cinema")
	has(t, get(t, b, "/mypage"), []member{{"U-3", "connectionCount", 1}})
	has(t, all, []member{{"F-317 A-188", "oidcProviderName", "Test House"}})
	for what, grant := range map[string]any{"the list": valueAt(all, "accountGrants.0"), "one": one["accountGrant"]} {
		exactly(t, what, grant, "grantId clientId client issuedAt lastUsedAt authorizedScopes")
		has(t, grant, []member{
			{"F-308", "client.client_name_ja", "シネマ手帖"},
			{"F-309", "client.client_name", "Cinema Diary"},
			{"F-310", "client.logo_uri", "/logo.svg"},
			{"F-311", "client.description", "Keeps a diary."},
			{"F-312", "client.provider_name", "株式会社シネマ手帖"},
			{"F-313", "clientId", "cinema"},
			{"F-316", "authorizedScopes.0.scopeName", "Log in"},
		})
		has(t, grant, []member{{"F-314", "issuedAt", something{}}, {"F-315", "grantId", something{}}, {"F-316", "authorizedScopes.0.scopeDescription", something{}}})
	}
}

// The data of a page that apps lead to are asked for with the query of its address, and that of an
// error shows all of what the address says.
func TestAppsDataByAddress(t *testing.T) { // A-097 C-002 L-027 L-028 L-030 L-031
	t.Parallel()
	s := start(t, func(f *storefile.File) { f.Settings.Flags.Oidc = true })
	_, b := asking(t, s)
	has(t, good(t, b.Get("/oidc/error/screen-data?status=403&error=access_denied&error_description=%3Cb%3Eno")), []member{
		{"L-027", "status", 403}, {"L-028", "description", "Forbidden"}, {"L-030", "type", "access_denied"}, {"L-031", "detail", "<b>no"},
	})
	has(t, good(t, b.Get("/oidc/error/screen-data?status=500&error=server_error")), []member{{"L-029", "description", "SERVER_ERROR"}, {"L-031", "detail", nil}})
	has(t, good(t, b.Get("/device/screen-data?user_code=bcdfghjk")), []member{{"", "userCode", "BCDF-GHJK"}})
	has(t, good(t, b.Get("/oidc/logout/screen-data?client_id=cinema")), []member{{"", "clientInfo.clientName", "Cinema Diary"}})
}

// A sign-up in the middle of what an app asks for passes the pages that are made for it, with a
// policy step and without one, and keeps the request. Any other sign-up passes its own.
func TestASignupInsideARequest(t *testing.T) { // R-053 R-054 C-042 C-059 C-060 A-062 A-065
	t.Parallel()
	for _, policyStep := range []bool{true, false} {
		s := start(t, func(f *storefile.File) { f.Settings.Flags.Oidc, f.Settings.SignupPolicyStep = true, policyStep })
		for _, c := range []struct{ entry, returnTo, auth string }{
			{"/oidc/signup", "/oidc?request=x", "/oidc/signup/auth"}, {"/signup", "/oidc?request=x", "/oidc/signup/auth"},
			{"/signup", "/plans/standard", "/signup/auth"}, {"/signup", "/oidc", "/signup/auth"}, {"/signup", "https://evil.example/oidc?request=x", ""},
		} {
			b, back := s.Browser(t), "?returnTo="+url.QueryEscape(c.returnTo)
			auth := c.auth + back
			if c.auth == "" { // it leads out of this site
				auth = "/signup/auth"
			}
			next := good(t, b.Get(c.entry+"/screen-data"+back))["redirectTo"]
			var agreed []map[string]any
			if policyStep {
				page := good(t, b.Get("/signup/policy/screen-data"+back))
				for _, one := range page["policies"].([]any) {
					p := one.(map[string]any)
					agreed = append(agreed, map[string]any{"policyId": p["policyId"], "revision": p["revision"], "key": p["key"]})
				}
				next = good(t, b.Post("/zapi/signup/policy", map[string]any{"policyConsentData": agreed, "returnTo": page["returnTo"]}))["redirectTo"]
			}
			if next != auth {
				t.Errorf("%s%s, policy step %t: leads to %v, want %s", c.entry, back, policyStep, next, auth)
				continue
			}
			path, query, _ := strings.Cut(auth, "?")
			page := good(t, b.Get(path+"/screen-data?"+query))
			has(t, page, []member{{"C-060", "redirectTo", nil}, {"C-060", "returnTo", map[bool]any{true: c.returnTo}[c.auth != ""]}})
			if !policyStep {
				for _, one := range page["policies"].([]any) {
					p := one.(map[string]any)
					agreed = append(agreed, map[string]any{"policyId": p["policyId"], "revision": p["revision"], "key": p["key"]})
				}
			}
			if c.entry == "/oidc/signup" {
				sent := good(t, b.Post("/zapi/oidc/signup/email", map[string]any{"type": "signUp", "email": "hanako@example.com", "policyConsentData": agreed, "returnTo": page["returnTo"]}))
				has(t, sent, []member{{"C-042", "redirectTo", "/signup/pin-code"}})
				has(t, good(t, b.Get("/signup/pin-code/screen-data")), []member{{"C-042", "returnTo", c.returnTo}})
			}
		}
	}
}
