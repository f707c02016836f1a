package contract

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// action is a call that is built, with a body of the listed shape, and the row of it.
type action struct {
	row, path string
	body      map[string]any
	member    bool // only for members
}

var actions = []action{
	{"C-016", "/login", map[string]any{"emailUserId": "a@b.example", "password": "x", "loginMethod": "Password", "token": "t"}, false},
	{"C-022", "/logout", map[string]any{}, false},
	{"C-041", "/zapi/signup/email", map[string]any{"type": "signUp", "email": "a@b.example", "policyConsentData": []any{}}, false},
	{"C-043", "/zapi/signup/pin-code", map[string]any{"pinCode": "000000"}, false},
	{"C-044", "/zapi/signup/policy", map[string]any{"policyConsentData": []any{}}, false},
	{"C-045", "/zapi/signup/confirm", map[string]any{"inputtedData": map[string]any{
		"formData": map[string]any{}, "customAssociatedInfoData": []any{}, "policyConsentData": []any{}, "policies": []any{}, "accountRegistrationSetting": map[string]any{}}}, false},
	{"C-046", "/zapi/signup", map[string]any{"email": "a@b.example", "customAssociatedInfo": []any{}, "policyConsentData": []any{}}, false},
	{"C-095", "/zapi/account/user-id/verify", map[string]any{"userId": "hanako01"}, true},
	{"C-069", "/api/streaks/playback/fetch", map[string]any{"refId": "nothing"}, false},
	{"C-064", "/zapi/purchase/verify/club", map[string]any{"paymentMethodId": nil, "campaignCode": nil}, true},
	{"C-065", "/zapi/purchase/form/club", map[string]any{"planId": "club", "paymentMethodId": "new", "campaignCode": nil, "answers": []any{}}, true},
	{"C-066 C-067", "/zapi/purchase/club", map[string]any{"purchaseToken": "t", "tds2infoToken": "a", "tds2infoTokenKey": "b"}, true},
	{"C-072", "/zapi/subscription/01a1fc23-2002-71f9-a558-0064764363c2/withdraw", map[string]any{"answers": []any{}}, true},
	{"C-073", "/zapi/subscription/01a1fc23-2002-71f9-a558-0064764363c2/withdraw/cancel", map[string]any{"answers": []any{}}, true},
	{"C-076", "/zapi/account/payment-method/credit", map[string]any{"token": "a", "tokenKey": "b", "tds2infoToken": "c", "tds2infoTokenKey": "d"}, true},
}

// Every action takes the JSON body of the specification and nothing else, and tells members
// from visitors.
func TestActionBodies(t *testing.T) { // X-037 A-033
	t.Parallel()
	s := start(t, nil)
	row, b := s.Member(t)
	for _, c := range slices.Concat(actions, identityActions) {
		what := c.row + " " + c.path
		if c.member {
			for _, locale := range []string{"ja", "en"} {
				refused(t, what, said(t, s.Browser(t), locale, "POST", c.path, c.body), locale, 401, "UNAUTHENTICATED", "", nil)
			}
		}
		taken := said(t, b, "en", "POST", c.path, c.body)
		if c.path == "/logout" { // the same member again, as the rest of the table needs one
			if taken.StatusCode != http.StatusOK {
				t.Errorf("%s: %d %s", what, taken.StatusCode, taken.Text)
			}
			row, b = s.Member(t)
		}
		if strings.Contains(taken.Text, "UNKNOWN_FIELD") || strings.Contains(taken.Text, "WRONG_TYPE") || taken.StatusCode >= 500 {
			t.Errorf("%s: %d %s", what, taken.StatusCode, taken.Text)
		}
		more := map[string]any{"isAdmin": true}
		for name, value := range c.body {
			more[name] = value
		}
		if extra := said(t, b, "en", "POST", c.path, more); extra.StatusCode != 400 || !strings.Contains(extra.Text, `isAdmin","code":"UNKNOWN_FIELD"`) {
			t.Errorf("%s: an unknown member is answered with %d %s", what, extra.StatusCode, extra.Text)
		}
		for _, locale := range []string{"ja", "en"} {
			form := b.Do("POST", c.path, "emailUserId=a", "Content-Type", "application/x-www-form-urlencoded", "Accept-Language", locale)
			refused(t, what, form, locale, 415, "UNSUPPORTED_MEDIA_TYPE", "", nil)
			refused(t, what, b.Do("POST", c.path, `{"a":`, "Accept-Language", locale), locale, 400, "INVALID_JSON", "", nil)
			size := 70_000
			if strings.HasSuffix(c.path, "/profile-image") {
				size = 8_000_000
			}
			large := b.Do("POST", c.path, `{"a":"`+strings.Repeat("x", size)+`"}`, "Accept-Language", locale)
			refused(t, what, large, locale, 413, "BODY_TOO_LARGE", "", nil)
			foreign := b.Do("POST", c.path, `{}`, "Accept-Language", locale, "Origin", "https://elsewhere.example")
			refused(t, what, foreign, locale, 403, "CROSS_ORIGIN", "", nil)
		}
	}
	if row == nil || get(t, b, "/mypage")["account"] == nil {
		t.Error("the member was lost on the way")
	}
}

// What is not there is told as the error object, and another method with the ones there are.
func TestPathsAndMethods(t *testing.T) { // F-050 A-001 A-033
	t.Parallel()
	s := start(t, nil)
	b := s.Browser(t)
	for _, locale := range []string{"ja", "en"} {
		for _, path := range []string{
			"/zapi", "/zapi/", "/zapi/nothing", "/zapi/purchase", "/zapi/purchase/club/more", "/zapi/internal/login", "/zapi/internal/screen-data/login",
			"/nothing/screen-data", "/zapi/internal/nothing/screen-data", "/zapi/mypage/screen-data",
		} {
			for _, method := range []string{"GET", "POST", "DELETE"} {
				refused(t, method+" "+path, said(t, b, locale, method, path, nil), locale, 404, "NOT_FOUND", "", nil)
			}
		}
	}
	for _, c := range []struct{ method, path, allow string }{
		{"GET", "/zapi/signup", "POST"}, {"PUT", "/zapi/signup", "POST"}, {"DELETE", "/zapi/purchase/club", "POST"},
		{"GET", "/zapi/account/payment-method/credit", "POST, DELETE"}, {"POST", "/zapi/postal-code/1000001", "GET, HEAD"},
		{"POST", "/mypage/screen-data", "GET, HEAD"}, {"PATCH", "/zapi/internal/root/screen-data", "GET, HEAD"},
	} {
		for _, locale := range []string{"ja", "en"} {
			got := said(t, b, locale, c.method, c.path, nil)
			refused(t, c.method+" "+c.path, got, locale, 405, "METHOD_NOT_ALLOWED", "", nil)
			if got.Header.Get("Allow") != c.allow {
				t.Errorf("%s %s allows %q", c.method, c.path, got.Header.Get("Allow"))
			}
		}
	}
	if got := b.Do("PUT", "/login", "{}"); got.StatusCode != 405 || !slices.Equal(strings.Split(got.Header.Get("Allow"), ", "), []string{"GET", "HEAD", "POST"}) {
		t.Errorf("PUT /login: %d, allows %q", got.StatusCode, got.Header.Get("Allow"))
	}
}
