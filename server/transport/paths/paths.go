package paths

import (
	"net/url"
	"strings"

	"kaiin/server/base/step"
)

// Addresses to which others give the browser back: external providers, by GET or with a posted
// form, and banks, up to the key of the challenge. Notice is the address for notices of
// providers of payment, up to the provider's name. Picture is the address of a profile picture,
// up to its name.
const (
	Callback     = "/auth/callback"
	CallbackForm = "/auth/callback/form"
	BankReturn   = "/payment/tds/"
	DataFile     = "/mypage/data/file"
	Notice       = "/payment/notice/"
	Picture      = "/picture/"
)

// Addresses of the desk of the staff.
const (
	Staff         = "/staff"
	StaffLogin    = Staff + "/login"
	StaffSession  = Staff + "/session"
	StaffConfirm  = Staff + "/confirm"
	StaffInvite   = Staff + "/invite"
	StaffIssuer   = Staff + "/issuer"
	StaffCallback = Staff + "/callback"

	StaffExplorer  = Staff + "/explorer"
	StaffSchema    = Staff + "/schema.graphqls"
	StaffProposals = Staff + "/proposals"
)

// OfStaffInvite is the address of the page for an invitation with the token, and that of the login
// for one that has none.
func OfStaffInvite(token string) string {
	if token == "" {
		return StaffLogin
	}
	return StaffInvite + "/" + token
}

// OfPicture is the address of the profile picture with the name.
func OfPicture(name string) string { return Picture + name }

// fixed are the addresses of steps that need no more than their name.
var fixed = map[step.Name]string{
	step.MyPage.Name: "/mypage",
	step.Data.Name:   "/mypage/data",

	step.SignupStart.Name:    "/signup",
	step.SignupPolicy.Name:   "/signup/policy",
	step.SignupAuth.Name:     "/signup/auth",
	step.SignupEmail.Name:    "/signup/email",
	step.SignupCode.Name:     "/signup/pin-code",
	step.SignupForm.Name:     "/signup/form",
	step.SignupConfirm.Name:  "/signup/confirm",
	step.SignupComplete.Name: "/signup/complete",
	step.SignupPlans.Name:    "/signup/plans",

	step.LoggedOut.Name:      "/logout",
	step.ConfirmLogin.Name:   "/login/confirm",
	step.ForgotPassword.Name: "/password/forgot",

	step.ResetLinkSent.Name: "/password/forgot/complete",
	step.PasswordReset.Name: "/password/reset/complete",

	step.ReConsent.Name: "/mypage/re-consent",

	step.EditAccount.Name:        "/mypage/edit",
	step.ConfirmAccountEdit.Name: "/mypage/edit/confirm",
	step.AccountEdited.Name:      "/mypage/edit/complete",

	step.ChangePassword.Name:   "/mypage/password/edit",
	step.PasswordChanged.Name:  "/mypage/password/edit/complete",
	step.PasswordEnabled.Name:  "/mypage/enable-password/complete",
	step.EmailChanged.Name:     "/mypage/email/edit/complete",
	step.VerifyEmail.Name:      "/mypage/email/verify",
	step.EmailVerified.Name:    "/mypage/email/verify/complete",
	step.UserIDChanged.Name:    "/mypage/user-id/edit/complete",
	step.PinSet.Name:           "/mypage/pin-code/complete",
	step.PictureSet.Name:       "/mypage/profile/edit/complete",
	step.ExternalUnlinked.Name: "/mypage/social/disable/complete",
	step.EnablePassword.Name:   "/mypage/enable-password",
	step.ChangeEmail.Name:      "/mypage/email/edit",
	step.ChangeEmailCode.Name:  "/mypage/email/edit/pin-code",
	step.ExternalLinked.Name:   "/mypage/social/enable/complete",
	step.Factors.Name:          factors,
	step.Passkeys.Name:         "/mypage/passkeys",
	step.BackupCodes.Name:      factors + "/backup-code/generate",

	step.Plans.Name:         "/plans",
	step.Contracts.Name:     "/mypage/plans",
	step.Purchases.Name:     "/mypage/purchases",
	step.Sessions.Name:      "/mypage/sessions",
	step.ResetPassword.Name: "/password/reset",
	step.UndoEmail.Name:     "/email/undo",
	step.HeldChange.Name:    "/account-change",
	step.Leave.Name:         "/leave",
	step.StopLeaving.Name:   "/withdraw/stop",

	step.StopNewsletter.Name: "/newsletter/stop",
	step.Newsletters.Name:    "/mypage/consent?type=newsletter",

	step.MethodDeleted.Name:  methods + "/delete/complete",
	step.PaymentHistory.Name: "/mypage/payment-history",

	step.Connections.Name: "/mypage/connections",
	step.OidcSignup.Name:  "/oidc/signup",
	step.OidcAuth.Name:    "/oidc/signup/auth",
	step.OidcExpired.Name: "/oidc/error?status=400&error=request_expired",

	step.Withdraw.Name:     "/withdraw",
	step.WithdrawCode.Name: "/withdraw/pin-code",
	step.Withdrawn.Name:    "/withdraw/complete",
}

const (
	factors = "/mypage/multi-factor"
	methods = "/mypage/payment-method"
	request = "/oidc?request=" // what another app asks for, up to its key
)

// Of is the address of the step: a path of this site, or the address of another; "" for the
// zero step.
func Of(s step.Step) string {
	if s.Name == step.SignupAuth.Name && strings.HasPrefix(s.ReturnTo, request) {
		s.Name = step.OidcAuth.Name
	}
	if path, ok := fixed[s.Name]; ok {
		return since(andBack(path, s.ReturnTo), s.Since)
	}
	plan := fixed[step.Plans.Name] + "/" + url.PathEscape(s.Of)
	contract := "/mypage/subscription/" + url.PathEscape(s.Of)
	switch s.Name {
	case step.Login.Name:
		return andBack(login(s.Errand), s.ReturnTo)
	case step.LoginCode.Name:
		return login(s.Errand) + "/code"
	case step.NameGiveFactor:
		return strings.TrimSuffix(login(s.Errand)+"/multi-factor/"+s.Of, "/")
	case step.NameSetUpFactor:
		return factors + "/" + strings.ToLower(s.Of)
	case step.NameFactorEnabled:
		return factors + "/complete?type=enable&factor=" + s.Of
	case step.NameFactorDisabled:
		return factors + "/complete?type=disable&factor=" + s.Of
	case step.NameDone:
		return orElse(s.ReturnTo, fixed[step.MyPage.Name])
	case step.NameSignedUpFor:
		return signedUpFor(s.ReturnTo)
	case step.NameOutside:
		return s.URL
	case step.NameCardAdded:
		return cardAdded(s)
	case step.NameCardRefused:
		return orElse(s.ReturnTo, methods)
	case step.NameAgreementToEnd:
		return fixed[step.MethodDeleted.Name] + "?paymentMethodId=" + url.QueryEscape(s.Of)
	case step.NameMethodAwaited:
		return methods + "/complete?paymentMethodId=" + url.QueryEscape(s.Of)
	case step.NameOidcContinue:
		return request + url.QueryEscape(s.Of)
	case step.NameOidcConsent:
		return "/oidc/consent?request=" + url.QueryEscape(s.Of)
	case step.NameOidcAccount:
		return "/oidc/select-account?request=" + url.QueryEscape(s.Of)
	case step.NameOidcDevice:
		if s.Of == "" {
			return "/device"
		}
		return "/device?user_code=" + url.QueryEscape(s.Of)
	case step.NamePlanForm:
		return plan
	case step.NameConfirmOrder:
		return plan + "/confirm"
	case step.NameOrderComplete:
		return plan + "/complete"
	case step.NameSignupOrder:
		return "/signup" + plan + "/confirm"
	case step.NameSignupOrderDone:
		return "/signup" + plan + "/complete"
	case step.NameAbandonOrder:
		return BankReturn + s.Of + "/ng"
	case step.NameContract:
		return contract
	case step.NameCancelContract:
		return andBack(contract+"/withdraw", s.ReturnTo)
	case step.NameContractCancelled:
		return andBack(contract+"/withdraw/complete", s.ReturnTo)
	case step.NameUndoCancellation:
		return contract + "/withdraw/cancel"
	case step.NameContractKept:
		return contract + "/withdraw/cancel/complete"
	case step.NameChangePlan:
		return contract + "/plan"
	case step.NamePlanChanged:
		return contract + "/plan/complete"
	case step.NameChangeMethod:
		return contract + "/payment-method"
	case step.NameMethodChanged:
		if s.Paid != "" {
			return contract + "/payment-method/complete?earningsId=" + url.QueryEscape(s.Paid)
		}
		return contract + "/payment-method/complete"
	case step.NameReturnInvoice:
		return "/mypage/return-invoice/" + url.PathEscape(s.Of)
	}
	return ""
}

// login is the login page of the errand.
func login(errand step.Errand) string {
	if errand == step.RelyingParty {
		return "/oidc/login"
	}
	return "/login"
}

// cardAdded is the path that asked for a card, with the card's id, or the page that says that it
// was added.
func cardAdded(s step.Step) string {
	if s.ReturnTo == "" {
		return methods + "/complete"
	}
	path, query, _ := strings.Cut(s.ReturnTo, "?")
	values, _ := url.ParseQuery(query) // what does not parse is dropped
	values.Set("paymentMethodId", s.Of)
	return path + "?" + values.Encode()
}

// andBack is the path with where it leads back to, if that is told.
func andBack(path, returnTo string) string {
	if returnTo == "" {
		return path
	}
	return path + "?returnTo=" + url.QueryEscape(returnTo)
}

// since is the address with the time before which no proof counts, if there is one.
func since(address, at string) string {
	if at == "" {
		return address
	}
	joint := "?"
	if strings.Contains(address, "?") {
		joint = "&"
	}
	return address + joint + "since=" + url.QueryEscape(at)
}

// PlanOf is the id of the plan at whose page a path of this site leads, whatever its query; "" when
// it leads elsewhere. Whether there is such a plan is not known here.
func PlanOf(path string) string {
	u, err := url.Parse(path)
	if err != nil || u.IsAbs() || u.Host != "" {
		return ""
	}
	id, ok := strings.CutPrefix(u.Path, fixed[step.Plans.Name]+"/")
	if !ok || Of(step.PlanForm(id)) != u.EscapedPath() {
		return ""
	}
	return id
}

// RequestOf is the key of the request of an app to which a path of this site leads; "" when it
// leads elsewhere.
func RequestOf(path string) string {
	key, ok := strings.CutPrefix(path, request)
	if !ok {
		return ""
	}
	key, err := url.QueryUnescape(key)
	if err != nil {
		return ""
	}
	return key
}

// signedUpFor is the path, which at a plan's page says that the member comes from the sign-up.
func signedUpFor(path string) string {
	u, err := url.Parse(path)
	if err != nil || PlanOf(path) == "" {
		return path
	}
	query := u.Query()
	query.Set("signup", "1")
	u.RawQuery = query.Encode()
	return u.String()
}

func orElse(path, other string) string {
	if path == "" {
		return other
	}
	return path
}
