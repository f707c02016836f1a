package zapi

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/transport/graph"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/graph/payload"
	"kaiin/server/transport/viewer"
)

// right is how an action ends that is nothing the matter with.
var right = payload.Result{UserErrors: []*model.UserError{}}

// newHandler is the shim on a mux of its own, with what package edge does for paths that no
// pattern claims.
func newHandler(t testing.TB, f *fakes) http.Handler {
	t.Helper()
	documents, err := graph.New(f, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		t.Fatal(err)
	}
	h, err := New(documents)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	h.Mount(mux, func(next http.Handler) http.Handler { return next })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = Tidy(r)
		refusal, pattern := mux.Handler(r)
		if pattern != "" {
			mux.ServeHTTP(w, r)
			return
		}
		refused := httptest.NewRecorder()
		refusal.ServeHTTP(refused, r)
		methods := strings.FieldsFunc(refused.Header().Get("Allow"), func(c rune) bool { return c == ',' || c == ' ' })
		Unclaimed(methods...).ServeHTTP(w, r)
	})
}

var (
	member = actor.Actor{AccountID: uuid.New(), Locale: "en"}
	hasty  = actor.Actor{AccountID: uuid.New(), Locale: "en", MustChangePassword: true}
	asked  = actor.Actor{AccountID: uuid.New(), Locale: "en", MustReConsent: true}
)

func call(h http.Handler, a actor.Actor, method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r.WithContext(viewer.With(r.Context(), &viewer.Viewer{Actor: a, RequestID: "req-1", SetCookie: func(*http.Cookie) {}})))
	return w
}

// the calls of the specification do not say that they are for an app. The browser's cookie
// does, and a body that names another way back has it.
func TestCallsForAnAppGoBackToIt(t *testing.T) {
	t.Parallel()
	f := &fakes{payload: payload.Result{UserErrors: []*model.UserError{}}}
	h := newHandler(t, f)
	key := strings.Repeat("k", 43)
	for _, c := range []struct{ path, body, errand, want string }{
		{"/oidc/login", `{"emailUserId":"a","password":"b","loginMethod":"Password"}`, key, "/oidc?request=" + key},
		{"/oidc/login", `{"emailUserId":"a","password":"b","loginMethod":"Password","returnTo":null}`, key, "/oidc?request=" + key},
		{"/oidc/login", `{"emailUserId":"a","password":"b","loginMethod":"Password","returnTo":"/plans"}`, key, "/plans"},
		{"/oidc/login", `{"emailUserId":"a","password":"b","loginMethod":"Password"}`, "", ""},
		{"/oidc/login", `{"emailUserId":"a","password":"b","loginMethod":"Password"}`, "//evil.example", ""},
		{"/login", `{"emailUserId":"a","password":"b","loginMethod":"Password"}`, key, ""},
		{"/login/code", `{"emailUserId":"a"}`, key, "/oidc?request=" + key},
		{"/zapi/oidc/signup/email", `{"type":"signUp","email":"a@b.example"}`, key, "/oidc?request=" + key},
		{"/zapi/signup/email", `{"type":"signUp","email":"a@b.example"}`, key, "/oidc?request=" + key},
	} {
		f.returnTo = nil
		r := httptest.NewRequest("POST", c.path, strings.NewReader(c.body))
		r.Header.Set("Content-Type", "application/json")
		if c.errand != "" {
			r.Header.Set("Cookie", "errand="+c.errand)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r.WithContext(viewer.With(r.Context(), &viewer.Viewer{Actor: actor.Actor{Locale: "en"}, SetCookie: func(*http.Cookie) {}})))
		got := ""
		if f.returnTo != nil {
			got = *f.returnTo
		}
		if w.Code != http.StatusOK || got != c.want {
			t.Errorf("%s %s with %q: %d, back to %q, want %q: %s", c.path, c.body, c.errand, w.Code, got, c.want, w.Body)
		}
	}
}

func TestActions(t *testing.T) {
	t.Parallel()
	f := &fakes{payload: payload.Result{UserErrors: []*model.UserError{}}}
	h := newHandler(t, f)
	for _, c := range []struct{ row, method, path, body, asked, answer string }{
		{"C-016", "POST", "/login", `{"emailUserId":"a@b.example","password":"open9sesame","loginMethod":"Password","token":"x"}`, `login["a@b.example","open9sesame",null,"Password","x",null]`, `{}`},
		{"C-017", "POST", "/oidc/login", `{"emailUserId":"a@b.example","password":"open9sesame","loginMethod":"Password","token":"x"}`, `login["a@b.example","open9sesame",null,"Password","x",true]`, `{}`},
		{"C-019", "POST", "/login", `{"emailUserId":"a@b.example","authCode":"012345","loginMethod":"AuthCode"}`, `login["a@b.example",null,"012345","AuthCode",null,null]`, `{}`},
		{"C-020", "POST", "/oidc/login", `{"emailUserId":"a@b.example","authCode":"012345","loginMethod":"AuthCode"}`, `login["a@b.example",null,"012345","AuthCode",null,true]`, `{}`},
		{"C-014", "POST", "/login/code", `{"emailUserId":"a@b.example","isAmaltheaLogin":false}`, `sendLoginCode["a@b.example",false]`, `{}`},
		{"C-015", "POST", "/login/code", `{"emailUserId":"a@b.example","isAmaltheaLogin":true}`, `sendLoginCode["a@b.example",true]`, `{}`},
		{"C-025", "POST", "/zapi/login/multi-factor/OTP", `{"value":"012345","isPreferred":true,"rememberDevice":false}`, `multiFactorLogin["OTP","012345",true,false,null]`, `{}`},
		{"C-026", "POST", "/zapi/oidc/login/multi-factor/BackupCode", `{"value":"x","isPreferred":false,"rememberDevice":true}`, `multiFactorLogin["BackupCode","x",false,true,true]`, `{}`},
		{"C-027", "POST", "/zapi/account/enable-multi-factor", `{"multiFactorType":"Email"}`, `enableMultiFactor["Email",null,null,null,null]`, `{}`},
		{"C-028", "POST", "/zapi/account/enable-multi-factor", `{"multiFactorType":"OTP","secret":"S","token":"012345"}`, `enableMultiFactor["OTP","S","012345",null,null]`, `{}`},
		{"C-029", "POST", "/zapi/account/enable-multi-factor", `{"multiFactorType":"SMS","phoneNumber":"09012345678","pinCode":"012345"}`, `enableMultiFactor["SMS",null,null,"09012345678","012345"]`, `{}`},
		{"C-030", "POST", "/zapi/account/disable-multi-factor", `{"multiFactorType":"SMS"}`, `disableMultiFactor["SMS"]`, `{}`},
		{"C-031", "POST", "/zapi/account/enable-multi-factor/with-backup-code", `{"backupCodeList":["a","b"]}`, `enableMultiFactorWithBackupCode[["a","b"]]`, `{}`},
		{"C-032", "POST", "/zapi/account/backup-code-regenerate", `{"backupCodeList":["a","b"]}`, `regenerateBackupCode[["a","b"]]`, `{}`},
		{"C-033", "DELETE", "/zapi/account/trusted-device", `{"deviceToken":"d"}`, `deleteTrustedDevice["d"]`, `{}`},
		{"C-034", "DELETE", "/zapi/account/trusted-device/all", ``, `deleteAllTrustedDevices`, `{}`},
		{"C-050", "POST", "/zapi/auth/password/forgot", `{"email":"a@b.example"}`, `forgotPassword["a@b.example"]`, `{}`},
		{"C-051", "POST", "/zapi/auth/password/reset", `{"token":"t","password":"p","passwordConfirm":"p"}`, `resetPassword["t","p","p"]`, `{}`},
		{"C-058", "POST", "/zapi/auth/social/disable", `{"userIdentifierType":"Yahoo! JAPAN","userIdentifierMethod":"oidc"}`, `disableSocial["Yahoo! JAPAN","oidc"]`, `{}`},
		{"C-086", "POST", "/zapi/account/email/edit/send-pin-code", `{"email":"a@b.example","type":"mailEdit"}`, `startEmailEdit["a@b.example","mailEdit"]`, `{}`},
		{"C-087", "POST", "/zapi/account/email/edit", `{"pinCode":"012345"}`, `changeEmail["012345"]`, `{}`},
		{"C-088", "POST", "/zapi/account/email/send-pin-code", `{"email":"a@b.example","type":"mailVerify"}`, `sendPinCode["a@b.example","mailVerify"]`, `{}`},
		{"C-091", "POST", "/zapi/account/email/verify", `{"pinCode":"012345"}`, `verifyEmail["012345"]`, `{}`},
		{"C-092", "POST", "/zapi/account/enable-password", `{"pinCode":"012345","password":"p","passwordConfirm":"p"}`, `enablePassword["012345","p","p"]`, `{}`},
		{"C-093", "POST", "/zapi/account/password/edit", `{"oldPassword":"o","newPassword":"n"}`, `changePassword["o","n"]`, `{}`},
		{"C-094", "POST", "/zapi/account/user-id/edit", `{"password":"p","userId":"hanako"}`, `changeUserId["p","hanako"]`, `{}`},
		{"C-081", "POST", "/zapi/account/profile-image", `{"profileImage":"data:,"}`, `setProfileImage["data:,"]`, `{}`},
		{"C-082", "POST", "/zapi/account/profile-image", `{"profileImage":null}`, `setProfileImage[null]`, `{}`},
		{"C-082", "POST", "/zapi/account/profile-image", `{}`, `setProfileImage[""]`, `{}`}, // no wish to remove it
		{"C-098", "POST", "/zapi/account/pinCode/set", `{"pinCode":"0420"}`, `setPinCode["0420"]`, `{}`},
		{"", "POST", "/zapi/account/data", `{}`, `requestDataFile`, `{}`},
		{"C-096", "POST", "/zapi/account/consent", `{"consentOptionId":"news","key":"k","value":true}`, `answerConsent["news","k",true]`, `{}`},
		{"C-101", "POST", "/zapi/account/withdraw/confirm", `{"consent":true,"answers":[{"questionId":"q","values":["1"]}]}`, `confirmWithdrawal[true,1]`, `{}`},
		{"C-102", "POST", "/zapi/account/withdraw", `{"pinCode":"012345"}`, `withdraw["012345"]`, `{}`},
		{"C-072", "POST", "/zapi/subscription/s/withdraw", `{"answers":[{"questionId":"q","values":["1"]}]}`, `cancelSubscription["s",1]`, `{}`},
		{"C-072", "POST", "/zapi/subscription/s/withdraw", ``, `cancelSubscription["s",0]`, `{}`},
		{"C-073", "POST", "/zapi/subscription/s/withdraw/cancel", ``, `undoCancellation["s"]`, `{}`},
		{"C-073", "POST", "/zapi/subscription/s/withdraw/cancel", `{"answers":[{"questionId":"q","values":["1"]}]}`, `undoCancellation["s"]`, `{}`},
		{"C-022", "POST", "/logout", ``, `logout`, `{}`},
		{"C-022", "POST", "/logout", `{}`, `logout`, `{}`},
		{"C-041", "POST", "/zapi/signup/email", `{"type":"signUp","email":"a@b.example","policyConsentData":[{"policyId":"p","revision":1,"key":"k"}]}`, `signupEmail["signUp","a@b.example",1]`, `{}`},
		{"C-043", "POST", "/zapi/signup/pin-code", `{"pinCode":"012345"}`, `signupPinCode["012345"]`, `{}`},
		{"C-044", "POST", "/zapi/signup/policy", `{"policyConsentData":[{"policyId":"p","revision":2,"key":"k"}]}`, `signupPolicy["p",2,"k"]`, `{}`},
		{"C-100", "POST", "/zapi/account/policy/re-consent", `{"policyConsentData":[{"policyId":"p","revision":2,"key":"k"}]}`, `reConsent["p",2,"k"]`, `{}`},
		{"C-045", "POST", "/zapi/signup/confirm", `{"inputtedData":{"formData":{"email":"a@b.example"},"customAssociatedInfoData":[{"id":"1","value":"x"}],"policyConsentData":[],"policies":[{"any":1}],"accountRegistrationSetting":{"any":[]}}}`, `signupConfirm["a@b.example",1,0]`, `{}`},
		{"C-046", "POST", "/zapi/signup", `{"email":"a@b.example","sex":1,"customAssociatedInfo":[{"id":"1","value":null}],"policyConsentData":[]}`, `signup["a@b.example",1,0]`, `{}`},
		{"C-046", "POST", "/zapi/signup", `{"formData":{"email":"a@b.example"}}`, `signup["a@b.example",0,0]`, `{}`},
		{"C-046", "POST", "/zapi/signup", ``, `signup[null,0,0]`, `{}`},
		{"C-095", "POST", "/zapi/account/user-id/verify", `{"userId":"hanako"}`, `verifyUserId["hanako"]`, `{}`},
		{"C-085", "GET", "/zapi/postal-code/1000001", ``, `postalCode["1000001"]`, `{"results":[{"prefectureCode":13,"city":"千代田区","town":"千代田","allAddress":"東京都千代田区千代田"}]}`},
		{"C-069", "POST", "/api/streaks/playback/fetch", `{"refId":"trailer"}`, `fetchPlayback["trailer"]`,
			`{"media":{"refId":"trailer","name":"","duration":null,"poster":null,"sources":[{"src":"https://a.example/index.m3u8","type":"application/vnd.apple.mpegurl"}],"tracks":[]}}`},
		{"C-064", "POST", "/zapi/purchase/verify/standard", ``, `purchaseVerify["standard",null,null]`, `{"verification":null}`},
		{"C-064", "POST", "/zapi/purchase/verify/standard", `{"paymentMethodId":"m"}`, `purchaseVerify["standard","m",null]`, `{"verification":null}`},
		{"C-065", "POST", "/zapi/purchase/form/standard", `{"planId":"standard","paymentMethodId":"m","campaignCode":"c","answers":[{"questionId":"q","values":["1"]}]}`, `purchaseForm["standard","standard","m","c",1]`, `{"purchaseToken":"t"}`},
		{"C-066", "POST", "/zapi/purchase/standard", `{"purchaseToken":"t"}`, `purchase["standard","t",null,null]`, `{"charset":null,"isPending":true,"linkUrl":null,"params":[],"subscriptionId":null}`},
		{"C-067", "POST", "/zapi/purchase/standard", `{"purchaseToken":"t","tds2infoToken":"a","tds2infoTokenKey":"b"}`, `purchase["standard","t","a","b"]`, `{"charset":null,"isPending":true,"linkUrl":null,"params":[],"subscriptionId":null}`},
		{"C-076", "POST", "/zapi/account/payment-method/credit", `{"token":"a","tokenKey":"b","tds2infoToken":"c","tds2infoTokenKey":"d"}`, `registerCard["a","b","c","d"]`, `{}`},
		{"C-078", "DELETE", "/zapi/account/payment-method/m", ``, `deletePaymentMethod["m"]`, `{"ending":null,"redirectTo":"/mypage/payment-method/delete/complete"}`},
		{"", "POST", "/zapi/account/payment-method/m/default", ``, `setDefaultPaymentMethod["m"]`, `{}`},
	} {
		f.asked = ""
		w := call(h, member, c.method, c.path, c.body)
		if w.Code != http.StatusOK || f.asked != c.asked || w.Body.String() != c.answer {
			t.Errorf("%s %s %s: asked %s, %d %s", c.row, c.path, c.body, f.asked, w.Code, w.Body)
		}
		if w.Header().Get("Cache-Control") != "no-store" || !strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") { // C-007
			t.Errorf("%s: %v", c.path, w.Header())
		}
	}
}

func TestScreens(t *testing.T) { // C-002 C-003 C-005 C-007 C-010
	t.Parallel()
	f := new(fakes)
	h := newHandler(t, f)
	for _, c := range []struct{ path, asked, answer string }{
		{"/zapi/internal/login/screen-data?loginType=authCode&returnTo=%2Fmypage&utm_source=x", `loginScreen["authCode","/mypage"]`, `"canToggle":true`},
		{"/login/screen-data", `loginScreen[null,null]`, `"canToggle":true`},
		{"/login//screen-data", `loginScreen[null,null]`, `"canToggle":true`},
		{"/plans/screen-data", `plansScreen`, `"redirectTo":"/signup"`},
		{"/plans/standard/confirm/screen-data", `purchaseConfirmScreen["standard",null]`, `"flowError":{"redirectTo":"/plans/standard"`},
		{"/signup/plans/standard/confirm/screen-data", `purchaseConfirmScreen["standard",true]`, `"flowError"`},
		{"/zapi/internal/account-header/screen-data", `accountHeader`, `{}`},
	} {
		w := call(h, member, "GET", c.path, "")
		if w.Code != http.StatusOK || f.asked != c.asked || !strings.Contains(w.Body.String(), c.answer) || strings.Contains(w.Body.String(), `"root"`) {
			t.Errorf("%s: asked %s, %d %s", c.path, f.asked, w.Code, w.Body)
		}
	}
}

func TestEveryScreenAnswersAtBothPaths(t *testing.T) { // C-002 A-002
	t.Parallel()
	h := newHandler(t, new(fakes))
	for _, page := range []string{"", "/login", "/logout", "/signup", "/signup/policy", "/signup/auth", "/signup/email", "/signup/pin-code", "/signup/form", "/signup/confirm",
		"/signup/complete", "/signup/plans", "/signup/plans/x/confirm", "/signup/plans/x/complete", "/plans", "/plans/x", "/plans/x/confirm", "/plans/x/complete",
		"/mypage", "/mypage/plans", "/mypage/subscription/x", "/mypage/payment-method", "/mypage/payment-method/complete", "/mypage/payment-method/delete/complete", "/root", "/account-header",
		"/login/code", "/login/confirm", "/login/multi-factor", "/login/multi-factor/OTP", "/oidc/login", "/oidc/login/code", "/oidc/login/multi-factor", "/oidc/login/multi-factor/SMS",
		"/password/forgot", "/password/forgot/complete", "/password/reset", "/password/reset/complete", "/email/undo", "/leave", "/withdraw/stop", "/newsletter/stop", "/social/relate/error",
		"/withdraw", "/withdraw/pin-code", "/withdraw/complete", "/mypage/enable-password", "/mypage/enable-password/complete", "/mypage/password/edit", "/mypage/password/edit/complete",
		"/mypage/email/edit", "/mypage/email/edit/pin-code", "/mypage/email/edit/complete", "/mypage/email/verify", "/mypage/email/verify/code", "/mypage/email/verify/complete",
		"/mypage/edit", "/mypage/edit/confirm", "/mypage/edit/complete", "/mypage/user-id/edit", "/mypage/user-id/edit/complete", "/mypage/consent", "/mypage/data", "/mypage/profile/edit", "/mypage/profile/edit/complete", "/mypage/pin-code", "/mypage/pin-code/complete", "/mypage/multi-factor", "/mypage/multi-factor/email", "/mypage/multi-factor/sms", "/mypage/multi-factor/otp",
		"/mypage/multi-factor/backup-code", "/mypage/multi-factor/backup-code/generate", "/mypage/multi-factor/trusted-device", "/mypage/multi-factor/complete",
		"/mypage/login-history", "/mypage/sessions", "/mypage/social/enable/complete", "/mypage/social/disable/complete"} {
		for _, path := range []string{page + "/screen-data", "/zapi/internal" + page + "/screen-data"} {
			if got := call(h, member, "PUT", path, "").Header().Get("Allow"); got != "GET, HEAD" || !Owns(path) {
				t.Errorf("%s answers %q", path, got)
			}
		}
	}
}

func TestFailures(t *testing.T) { // F-049 F-050 A-004
	t.Parallel()
	field := "emailUserId"
	for _, c := range []struct {
		name, method, path, body string
		a                        actor.Actor
		fakes                    fakes
		status                   int
		want                     string
	}{
		{"a mistake on a field", "POST", "/login", `{"emailUserId":"x","loginMethod":"Password"}`, member,
			fakes{status: 400, payload: payload.Result{UserErrors: []*model.UserError{{Code: "EMAIL_INVALID", Field: &field, Message: "Not an address"}}}}, 400,
			`{"status":400,"code":"EMAIL_INVALID","message":"Not an address","requestId":"req-1","fields":[{"field":"emailUserId","code":"EMAIL_INVALID","message":"Not an address"}]}`},
		{"a mistake on no field", "POST", "/logout", ``, member,
			fakes{status: 409, payload: payload.Result{UserErrors: []*model.UserError{{Code: "PRICE_CHANGED", Message: "m"}}}}, 409,
			`{"status":409,"code":"PRICE_CHANGED","message":"m","requestId":"req-1"}`},
		{"a broken flow", "POST", "/logout", ``, member,
			fakes{status: 409, payload: payload.Result{UserErrors: []*model.UserError{}, FlowError: &model.FlowError{RedirectTo: "/signup", Message: "m"}}}, 200,
			`{"flowError":{"redirectTo":"/signup","message":"m"}}`},
		{"too often", "POST", "/logout", ``, member, fakes{err: fault.Throttled(fault.TooManyRequests, time.Minute)}, 429, `"code":"TOO_MANY_REQUESTS"`},
		{"anything", "POST", "/logout", ``, member, fakes{err: errors.New("hunter2")}, 500, `{"status":500,"code":"INTERNAL","message":"An error occurred","requestId":"req-1"}`},
		{"not there", "GET", "/mypage/screen-data", ``, member, fakes{err: fault.NotFound()}, 404, `{"status":404,"code":"NOT_FOUND"`},
		{"no member signed in, an action", "POST", "/zapi/purchase/standard", `{"purchaseToken":"t"}`, actor.Actor{}, fakes{}, 401, `"redirectTo":"/login"`},
		{"a wrong password is not a lost session", "POST", "/logout", ``, member,
			fakes{status: 401, payload: payload.Result{UserErrors: []*model.UserError{{Code: "REQUEST_UNAUTHORIZED", Message: "m"}}}}, 401, `"message":"m","requestId":"req-1"}`},
		{"no member signed in, a page", "GET", "/zapi/internal/mypage/plans/screen-data?a=b&c=%26", ``, actor.Actor{}, fakes{}, 200, `{"redirectTo":"/login?returnTo=%2Fmypage%2Fplans%3Fa%3Db%26c%3D%2526"}`},
		{"to be proved once more, an action", "POST", "/zapi/account/email/edit/send-pin-code", `{"email":"a@b.example","type":"mailEdit"}`, member,
			fakes{err: fault.Reauthenticate()}, 403, `"code":"REAUTHENTICATION_REQUIRED","message":"Please confirm once more that it is you.","requestId":"req-1","redirectTo":"/login/confirm"}`},
		{"to be proved once more, a page", "GET", "/mypage/multi-factor/screen-data", ``, member, fakes{err: fault.Reauthenticate()}, 200, `{"redirectTo":"/login/confirm?returnTo=%2Fmypage%2Fmulti-factor"}`},
		{"a password that everybody knows", "GET", "/mypage/screen-data", ``, hasty, fakes{}, 200, `{"redirectTo":"/mypage/password/edit?returnTo=%2Fmypage"}`},
		{"a policy that has changed, a page", "GET", "/mypage/sessions/screen-data", ``, asked, fakes{}, 200, `{"redirectTo":"/mypage/re-consent?returnTo=%2Fmypage%2Fsessions"}`},
		{"a policy that has changed, a call", "POST", "/zapi/account/email/send-pin-code", `{"type":"mailEdit"}`, asked, fakes{}, 403, `"code":"RE_CONSENT_REQUIRED","message":"The terms have changed. Please agree to them before you go on.","requestId":"req-1","redirectTo":"/mypage/re-consent"}`},
		{"without a body", "DELETE", "/zapi/account/trusted-device/all", ``, member, fakes{status: 200, payload: payload.Result{UserErrors: []*model.UserError{}}}, 200, `{}`},
		{"wrong types, named", "POST", "/login", `{"emailUserId":1,"password":[],"loginMethod":"Password","admin":true}`, member, fakes{}, 400,
			`"fields":[{"field":"admin","code":"UNKNOWN_FIELD","message":"This is not accepted here."},{"field":"emailUserId","code":"WRONG_TYPE","message":"This is not the right kind of value."},{"field":"password","code":"WRONG_TYPE"`},
		{"missing", "POST", "/login", ``, member, fakes{}, 400, `{"field":"emailUserId","code":"REQUIRED","message":"Please fill this in."}`},
		{"a wrong type of what has another name inside", "POST", "/zapi/purchase/form/standard", `{"planId":1,"signup":1}`, member, fakes{}, 400,
			`"fields":[{"field":"planId","code":"WRONG_TYPE","message":"This is not the right kind of value."},{"field":"signup"`},
		{"server fields", "POST", "/zapi/signup", `{"email":"a@b.example","price":1}`, member, fakes{}, 400, `{"field":"formData.price","code":"UNKNOWN_FIELD"`},
		{"unknown beside formData", "POST", "/zapi/signup", `{"formData":{},"price":1}`, member, fakes{}, 400, `{"field":"price","code":"UNKNOWN_FIELD"`},
		{"what the path says, again", "POST", "/zapi/purchase/verify/standard", `{"planId":"other"}`, member, fakes{}, 400, `{"field":"planId","code":"UNKNOWN_FIELD"`},
		{"too large", "POST", "/login", `{"emailUserId":"` + strings.Repeat("x", 70_000) + `"}`, member, fakes{}, 413, `{"status":413,"code":"BODY_TOO_LARGE"`},
		{"broken", "POST", "/login", `{"emailUserId":`, member, fakes{}, 400, `{"status":400,"code":"INVALID_JSON"`},
		{"no such path", "GET", "/zapi/purchase", ``, member, fakes{}, 404, `{"status":404,"code":"NOT_FOUND","message":"We could not find what you are looking for.","requestId":"req-1"}`},
	} {
		f := c.fakes
		w := call(newHandler(t, &f), c.a, c.method, c.path, c.body)
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) || strings.Contains(w.Body.String(), "hunter2") {
			t.Errorf("%s: %d %s", c.name, w.Code, w.Body)
		}
		if resolved := c.fakes.err != nil || c.fakes.status != 0; resolved != (f.asked != "") {
			t.Errorf("%s: the resolver was asked %q", c.name, f.asked)
		}
		if c.status == 429 && w.Header().Get("Retry-After") != "60" {
			t.Errorf("%s: Retry-After %q", c.name, w.Header().Get("Retry-After"))
		}
	}
}

func TestTableIsChecked(t *testing.T) {
	t.Parallel()
	documents, err := graph.New(new(fakes), slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]row{
		"no such document": screen("/x", "NoSuchScreen"), "a mutation by GET": {path: "/x", document: "Logout"}, "a query by POST": post("/x", "HomeScreen"),
		"no such variable in the path": screen("/x/{planId}", "HomeScreen"), "no such variable in the query": screen("/x", "HomeScreen").query("x"),
	} {
		if _, err := compile(r, documents); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// No body makes the shim fail or get past the schema: an answer is 200 or a refusal, always JSON.
func FuzzBody(f *testing.F) {
	fake := &fakes{payload: payload.Result{UserErrors: []*model.UserError{}}}
	h := newHandler(f, fake)
	paths := []string{"/login", "/zapi/signup", "/zapi/signup/email", "/zapi/purchase/form/x", "/zapi/account/user-id/verify"}
	for i, seed := range []string{`{"emailUserId":"a","loginMethod":"b"}`, `{"email":"a","customAssociatedInfo":[{"id":"1"}]}`, `{"type":"a","email":"b","policyConsentData":[{}]}`, `{"answers":[{"questionId":"q","values":[null]}]}`, `{"userId":"\u0000"}`, `[]`, `{"formData":{"sex":1e9999}}`} {
		f.Add(uint8(i), []byte(seed))
	}
	f.Fuzz(func(t *testing.T, which uint8, body []byte) {
		w := call(h, member, "POST", paths[int(which)%len(paths)], string(body))
		if w.Code != 200 && w.Code != 400 && w.Code != 413 || !json.Valid(w.Body.Bytes()) {
			t.Fatalf("%q: %d %s", body, w.Code, w.Body)
		}
	})
}
