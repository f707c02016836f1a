package contract

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kaiin/schema"
	"kaiin/server/app/apptest"
)

// Members of the objects that pages share.
const (
	planMembers = "planId planType planName planDescription planDescriptionText service image price taxRate renewSpan renewSpanUnit freeTrialDays " +
		"viewingDays salesStartDate salesEndDate salesCount salesLimit forceStopRenewDate hasAvailableCampaign isSubscriptionContractLimited availability salesIndicator features recommended watchUrl"
	verificationMembers = "billingAmount renewalAmount firstPaymentDay isReContract freeTrialDays campaignId campaignType freeDays discountContinuationCount " +
		"subscriptionExpiration entitlementExpiration regularCharge campaignEndDate campaignDescription campaignName schedule yearlyAmount"
	stepMembers = "step totalSteps email asksCode policies externalAccounts linking pinCodeMinutes resendAt returnTo wantedPlan"
)

// page is a page whose data is answered. A visitor who may not see it is sent to where; ""
// is nowhere.
type page struct {
	row, path, members string
	visitor            string // where a visitor is sent
	member             string // where a member is sent
}

const login = "/login?returnTo="

var pages = []page{
	{"", "/", "plans headline reasons questions titles contracts", "", ""},
	{"C-010", "/login", loginMembers, "", "/mypage"},
	{"C-011", "/login/code", "emailUserId codeName codeMinutes resendAt returnTo wantedPlan", "/login", "/mypage"},
	{"", "/login/confirm", "returnTo methods identifier sendTo codeName resendAt", login, "/mypage"},
	{"", "/newsletter/stop", "state title", "", ""},
	{"C-023", "/login/multi-factor", factorMembers + " isMailWithheld mailAcceptedFrom", "/login", "/login"},
	{"C-024", "/login/multi-factor/OTP", factorMembers + " isCodeSent", "/login", "/login"},
	{"C-012", "/oidc/login", loginMembers, "", "/mypage"},
	{"C-013", "/oidc/login/code", "emailUserId codeName codeMinutes resendAt returnTo wantedPlan", "/oidc/login", "/mypage"},
	{"", "/oidc/login/multi-factor", factorMembers + " isMailWithheld mailAcceptedFrom", "/oidc/login", "/oidc/login"},
	{"", "/oidc/login/multi-factor/BackupCode", factorMembers + " isCodeSent", "/oidc/login", "/oidc/login"},
	{"", "/password/forgot", "", "", ""},
	{"C-048", "/password/forgot/complete", "", "", ""},
	{"", "/password/reset/complete", "", "", ""},
	{"", "/social/relate/error", "code message isLoggedIn", "", ""},
	{"", "/mypage/password/edit", passwordMembers, login, ""},
	{"", "/mypage/enable-password", passwordMembers + " isCodeSent", login, "/mypage/password/edit"},
	{"", "/mypage/email/edit/pin-code", emailMembers + " isCodeSent", login, "/mypage/email/edit"},
	{"", "/mypage/email/verify", emailMembers + " isCodeSent", login, "/mypage"},
	{"", "/mypage/email/verify/code", emailMembers + " isCodeSent", login, "/mypage"},
	{"", "/mypage/user-id/edit", "userId isEnabledPassword", login, ""},
	{"", "/mypage/edit", editMembers + " version isOvertaken", login, ""},
	{"", "/mypage/edit/confirm", editMembers, login, "/mypage/edit"},
	{"", "/mypage/edit/complete", "", login, ""},
	{"", "/mypage/consent", "type consentOptions usesExternalPolicy", login, ""},
	{"R-103", "/mypage/re-consent", "policies returnTo", login, "/mypage"},
	{"", "/mypage/data", "holdings fileState fileExpiresAt fileSize", login, ""},
	{"R-082", "/mypage/profile/edit", "profileImageUrl", login, ""},
	{"R-083", "/mypage/profile/edit/complete", "", login, ""},
	{"", "/mypage/pin-code", "isPinCodeSet", login, ""},
	{"", "/mypage/pin-code/complete", "", login, ""},
	{"", "/mypage/multi-factor", "types multiFactorType isEnabledMultiFactor backupCodesLeft trustedDeviceCount", login, ""},
	{"", "/mypage/multi-factor/email", factorTypeMembers, login, ""},
	{"", "/mypage/multi-factor/otp", factorTypeMembers, login, ""},
	{"", "/mypage/multi-factor/backup-code", "backupCodesLeft", login, "/mypage/multi-factor"},
	{"", "/mypage/multi-factor/backup-code/generate", "backupCodeList regenerate", login, "/mypage/multi-factor"},
	{"", "/mypage/multi-factor/trusted-device", "trustedDevices", login, ""},
	{"", "/mypage/multi-factor/complete", "", login, ""},
	{"", "/mypage/login-history", "loginHistory", login, ""},
	{"", "/mypage/sessions", "sessions", login, ""},
	{"", "/mypage/social/enable/complete", "", login, ""},
	{"", "/mypage/social/disable/complete", "", login, ""},
	{"", "/logout", "isLoggedIn emailEditPath", "", ""},
	{"C-035", "/signup", stepMembers, "/signup/policy", "/mypage"},
	{"C-037", "/signup/policy", stepMembers, "", "/mypage"},
	{"C-036", "/signup/auth", stepMembers, "/signup/policy", "/mypage"},
	{"", "/signup/email", stepMembers, "/signup/policy", "/mypage"},
	{"C-038", "/signup/pin-code", stepMembers, "", "/mypage"},
	{"C-039", "/signup/form", "step totalSteps setting linking formData customAssociatedInfo policies returnTo wantedPlan", "", "/mypage"},
	{"C-040", "/signup/confirm", "setting formData customAssociatedInfo wantedPlan", "", "/mypage"},
	{"", "/signup/complete", "email nextPath offersPasskey wantedPlan", "", "/mypage"},
	{"", "/signup/plans", "subscriptions plans", login, ""},
	{"", "/signup/plans/club/confirm", confirmMembers, login, ""},
	{"", "/signup/plans/club/complete", completeMembers, login, ""},
	{"", "/plans", "subscriptions plans", "", ""},
	{"P-02", "/plans/club", "plan verification paymentMethods selectedPaymentMethodId cardScripts joinable linked ordered orderedNext awaited unusable failure signup conditions sibling siblingBlockedBy beside held", "", ""},
	{"", "/plans/club/confirm", confirmMembers, login, ""},
	{"", "/plans/club/complete", completeMembers, login, ""},
	{"", "/mypage", "account header externalAccountCount externalAccounts passkeyCount offersPasskey contracts isPinSet isNewsletterAgreed connectionCount isProfileIncomplete", login, ""},
	{"", "/mypage/plans", "subscriptions plans", login, ""},
	{"", "/mypage/payment-method/complete", "isAwaited method otherSubscriptionId", login, ""},
	{"P-015", "/withdraw", "contractSubscriptions hasContractSubscription survey policy openAgreements", login, ""},
	{"P-015", "/withdraw/pin-code", "sendTo codeName codeMinutes resendAt", login, "/withdraw"},
	{"", "/withdraw/complete", "", "", "/mypage"},
}

const (
	loginMembers      = "loginType canToggle acceptsUserId returnTo externalAccounts takesPasskeys botCheck wantedPlan wantedApp"
	factorMembers     = "type sendTo multiFactorType defaultMultiFactorType codeName codeMinutes resendAt returnTo wantedPlan"
	factorTypeMembers = "type enabled sendTo isEmailVerified secret otpauthUrl qrCode phoneNumber codeName codeMinutes resendAt"
	editMembers       = "account setting countries formData customAssociatedInfo changedFields"
	passwordMembers   = "passwordStrength passwordMax passwordUpdatedAt mustChange identifier email codeName codeMinutes resendAt"
	emailMembers      = "email isEmailVerified sendTo codeName codeMinutes resendAt"

	confirmMembers  = "plan verification paymentMethod purchaseToken terms cardScripts needsAuthentication orderAfterTerms sibling siblingBlockedBy beside failure"
	completeMembers = "plan verification orderCompletedMessage orderId subscriptionId isPending abandonUrl"
)

// Every page built here answers its data at both paths, with exactly the members of its design, to
// visitors and members.
func TestScreenData(t *testing.T) { // C-002 C-007 C-008 F-048 A-002 A-003 A-016
	t.Parallel()
	s := start(t, nil)
	visitor := s.Browser(t)
	_, one := s.Member(t)
	_, another := s.Member(t)
	for _, p := range pages {
		path := strings.TrimSuffix(p.path, "/") + "/screen-data"
		for _, path := range []string{path, "/zapi/internal" + path} {
			answer := good(t, visitor.Get(path)) // P-002 P-004
			if p.visitor == login {
				want := login + url.QueryEscape(p.path)
				exactly(t, path, answer, "redirectTo")
				has(t, answer, []member{{"P-004 " + path, "redirectTo", want}})
			} else {
				p.check(t, path, answer, p.visitor)
			}
			for _, b := range []*apptest.Browser{one, another} { // P-003 P-007: all members are alike
				p.check(t, path, good(t, b.Get(path)), p.member)
			}
		}
	}
}

func (p page) check(t *testing.T, path string, answer map[string]any, redirect string) {
	t.Helper()
	exactly(t, p.row+" "+path, answer, "redirectTo flowError "+p.members)
	if redirect == "" {
		has(t, answer, []member{{p.row + " " + path, "redirectTo", nil}})
		return
	}
	has(t, answer, []member{{p.row + " " + path, "redirectTo", redirect}})
}

// A page of a flow that was not begun says where to begin.
func TestBrokenFlows(t *testing.T) { // E-046
	t.Parallel()
	s := start(t, nil)
	_, b := s.Member(t)
	for _, c := range []struct {
		b           *apptest.Browser
		path, start string
	}{
		{s.Browser(t), "/signup/pin-code", "/signup"},
		{s.Browser(t), "/signup/form", "/signup"},
		{s.Browser(t), "/signup/confirm", "/signup"},
		{s.Browser(t), "/signup/complete", "/signup"},
		{b, "/plans/club/confirm", "/plans/club"},
		{b, "/plans/club/complete", "/plans/club"},
		{b, "/signup/plans/club/confirm", "/plans/club"},
	} {
		for locale, message := range map[string]string{
			"ja": "操作の有効期限が切れたか、手順が正しくありません。最初からやり直してください。",
			"en": "This page has expired or a step was skipped. Please start again from the beginning.",
		} {
			answer := good(t, said(t, c.b, locale, "GET", c.path+"/screen-data", nil))
			has(t, answer, []member{{c.path, "flowError", map[string]any{"redirectTo": c.start, "message": message}}})
		}
	}
}

func TestPathsAndQueries(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	visitor := s.Browser(t)
	_, b := s.Member(t)
	for _, c := range []struct {
		row, path string
		want      member
	}{
		{"C-003", "/login/screen-data?returnTo=%2Fplans%3Fa%3Db&utm_source=mail", member{"", "returnTo", "/plans?a=b"}},
		{"C-003", "/zapi/internal/login/screen-data?returnTo=%2Fplans", member{"", "returnTo", "/plans"}},
		{"C-003", "/mypage/plans/screen-data?a=b&c=%26", member{"", "redirectTo", "/login?returnTo=%2Fmypage%2Fplans%3Fa%3Db%26c%3D%2526"}},
		{"P-02", "/login/screen-data?returnTo=%2Fplans%2Fclub", member{"", "wantedPlan.planName", "Plan club"}},
		{"P-02", "/login/screen-data?returnTo=%2Fplans%2Fnothing", member{"", "wantedPlan", nil}},
		{"P-02", "/login/screen-data?returnTo=https%3A%2F%2Fevil.example%2Fplans%2Fclub", member{"", "wantedPlan", nil}},
		{"P-02", "/signup/screen-data?returnTo=%2Fplans%2Fclub", member{"", "redirectTo", "/signup/policy?returnTo=%2Fplans%2Fclub"}},
		{"P-02", "/signup/policy/screen-data?returnTo=%2Fplans%2Fclub", member{"", "wantedPlan.planId", "club"}},
		{"P-02", "/signup/policy/screen-data?returnTo=%2Fplans%2Fclub", member{"", "returnTo", "/plans/club"}},
		{"P-02", "/plans/club/screen-data", member{"", "conditions.0.key", "quantity"}},
		{"C-005", "/login//screen-data", member{"", "loginType", "password"}},
		{"C-005", "/zapi/internal/login//screen-data", member{"", "loginType", "password"}},
		{"C-005", "/screen-data", member{"", "plans.0.planId", "club"}},
	} {
		c.want.row = c.row + " " + c.path
		has(t, good(t, visitor.Get(c.path)), []member{c.want})
	}
	listed := map[any]any{}
	for _, one := range good(t, visitor.Get("/plans/screen-data"))["plans"].([]any) {
		plan := one.(map[string]any)
		listed[plan["planId"]] = plan["availability"]
	}
	if listed["ended"] != nil || listed["club"] != "AVAILABLE" {
		t.Errorf("A-104: the list of plans is %v", listed)
	}
	if head := visitor.Do(http.MethodHead, "/login/screen-data", ""); head.StatusCode != 200 || head.Text != "" {
		t.Errorf("HEAD: %d %q", head.StatusCode, head.Text)
	}
	for _, path := range []string{"/plans/nothing", "/mypage/subscription/nothing", "/mypage/subscription/01a1fc23-2002-71f9-a558-0064764363c2", "/mypage/evidence/nothing"} {
		refused(t, path, said(t, b, "en", "GET", path+"/screen-data", nil), "en", 404, "NOT_FOUND", "", nil)
	}
}

// The store's staff have no pages, calls or documents on the site, and no account has a role
// (P-008): what they do, they do by the command and by tokens of their own.
func TestMembersAreNoStaff(t *testing.T) { // P-008 A-022
	t.Parallel()
	s := start(t, nil)
	_, b := s.Member(t)
	for _, path := range []string{"/admin/screen-data", "/zapi/admin", "/zapi/internal/admin/screen-data", "/zapi/staff", "/api/admin"} {
		for _, method := range []string{"GET", "POST"} {
			if got := b.Do(method, path, map[string]string{"GET": "", "POST": "{}"}[method]); got.StatusCode != 404 {
				t.Errorf("P-008 %s %s: %d %s", method, path, got.StatusCode, got.Text)
			}
		}
	}
	for name, d := range schema.Documents() {
		if text := strings.ToLower(d.Text); strings.Contains(text, "admin") || strings.Contains(text, "staff") || strings.Contains(text, "role") {
			t.Errorf("P-008: %s is for staff", name)
		}
	}
	for _, role := range []string{"isAdmin", "role", "roles", "isStaff"} {
		if _, ok := get(t, b, "/mypage")["account"].(map[string]any)[role]; ok {
			t.Errorf("P-008: an account has %s", role)
		}
	}
}
