package step

// Step is what somebody does next. The zero Step is "nothing": they stay where they are. Steps are
// compared by value.
type Step struct {
	Name     Name
	Of       string // which one: a kind of factor, a plan; "" where there is only one
	Errand   Errand // of the steps of a login: what it is for
	ReturnTo string // the path of this site that was asked for; "" is none
	Paid     string // MethodPaid: the bill
	Since    string // ConfirmLogin: a proof that was given before does not count, in RFC 3339; "" is none
	URL      string // Outside: the address
}

// None reports whether nothing follows.
func (s Step) None() bool { return s == Step{} }

// For is the step of a login for the errand.
func (s Step) For(errand Errand) Step {
	s.Errand = errand
	return s
}

// AndBack is the step, after whose errand somebody goes on to the path of this site; "" is none.
// The path must be safe.
func (s Step) AndBack(returnTo string) Step {
	s.ReturnTo = returnTo
	return s
}

// Errand is what a login is for.
type Errand string

// Errands: a login of its own, or one that another app (a relying party of OpenID Connect)
// asks for.
const (
	Plain        Errand = ""
	RelyingParty Errand = "oidc"
)

// Name is the name of a step.
type Name string

// Names of steps that need more than their name.
const (
	NameDone            Name = "done"
	NameOutside         Name = "outside"
	NameGiveFactor      Name = "giveFactor"
	NameSetUpFactor     Name = "setUpFactor"
	NameFactorEnabled   Name = "factorEnabled"
	NameFactorDisabled  Name = "factorDisabled"
	NameCardAdded       Name = "cardAdded"
	NameAgreementToEnd  Name = "agreementToEnd"
	NameCardRefused     Name = "cardRefused"
	NameMethodAwaited   Name = "methodAwaited"
	NamePlanForm        Name = "planForm"
	NameSignedUpFor     Name = "signedUpFor"
	NameConfirmOrder    Name = "confirmOrder"
	NameOrderComplete   Name = "orderComplete"
	NameSignupOrder     Name = "signupConfirmOrder"
	NameSignupOrderDone Name = "signupOrderComplete"
	NameAbandonOrder    Name = "abandonOrder"

	NameContract          Name = "contract"
	NameCancelContract    Name = "cancelContract"
	NameContractCancelled Name = "contractCancelled"
	NameUndoCancellation  Name = "undoCancellation"
	NameContractKept      Name = "contractKept"
	NameChangePlan        Name = "changePlan"
	NamePlanChanged       Name = "planChanged"
	NameChangeMethod      Name = "changeMethod"
	NameMethodChanged     Name = "methodChanged"

	NameOidcContinue Name = "oidcContinue" // what another app asks for, by the key of its request
	NameOidcConsent  Name = "oidcConsent"  // what the member allows it
	NameOidcAccount  Name = "oidcAccount"  // as whom the member goes on
	NameOidcDevice   Name = "oidcDevice"   // the code of a device without a keyboard

	NameReturnInvoice Name = "returnInvoice" // of a refund
)

// Steps that exist only once.
var (
	MyPage = Step{Name: "myPage"}
	Data   = Step{Name: "data"} // what is kept about the member

	SignupStart    = Step{Name: "signupStart"}
	SignupPolicy   = Step{Name: "signupPolicy"}
	SignupAuth     = Step{Name: "signupAuth"}
	SignupEmail    = Step{Name: "signupEmail"}
	SignupCode     = Step{Name: "signupCode"}
	SignupForm     = Step{Name: "signupForm"}
	SignupConfirm  = Step{Name: "signupConfirm"}
	SignupComplete = Step{Name: "signupComplete"}
	SignupPlans    = Step{Name: "signupPlans"}

	Login          = Step{Name: "login"}
	LoginCode      = Step{Name: "loginCode"}
	LoggedOut      = Step{Name: "loggedOut"}
	ConfirmLogin   = Step{Name: "confirmLogin"} // prove once more who one is
	ForgotPassword = Step{Name: "forgotPassword"}

	ResetLinkSent = Step{Name: "resetLinkSent"}
	PasswordReset = Step{Name: "passwordReset"}

	ReConsent = Step{Name: "reConsent"} // to policies that have changed

	EditAccount        = Step{Name: "editAccount"}        // the registration info
	ConfirmAccountEdit = Step{Name: "confirmAccountEdit"} // what is about to become of it
	AccountEdited      = Step{Name: "accountEdited"}

	ChangePassword   = Step{Name: "changePassword"}
	EnablePassword   = Step{Name: "enablePassword"}
	ChangeEmail      = Step{Name: "changeEmail"}
	ChangeEmailCode  = Step{Name: "changeEmailCode"}
	PasswordChanged  = Step{Name: "passwordChanged"}
	PasswordEnabled  = Step{Name: "passwordEnabled"}
	EmailChanged     = Step{Name: "emailChanged"}
	VerifyEmail      = Step{Name: "verifyEmail"} // with a code that the page has mailed
	EmailVerified    = Step{Name: "emailVerified"}
	UserIDChanged    = Step{Name: "userIdChanged"}
	PinSet           = Step{Name: "pinSet"}
	PictureSet       = Step{Name: "pictureSet"}
	ExternalUnlinked = Step{Name: "externalUnlinked"}
	ExternalLinked   = Step{Name: "externalLinked"}
	Factors          = Step{Name: "factors"}
	BackupCodes      = Step{Name: "backupCodes"}
	Passkeys         = Step{Name: "passkeys"}

	Plans         = Step{Name: "plans"}         // what the store sells
	Contracts     = Step{Name: "contracts"}     // the contracts of the member
	Purchases     = Step{Name: "purchases"}     // what the member has bought or rented without a contract
	Sessions      = Step{Name: "sessions"}      // where the member is logged in
	ResetPassword = Step{Name: "resetPassword"} // with the token of a mailed link
	Leave         = Step{Name: "leave"}         // with the token of a mailed link
	StopLeaving   = Step{Name: "stopLeaving"}   // with the token of a mailed link
	UndoEmail     = Step{Name: "undoEmail"}     // with the token of a mailed link
	HeldChange    = Step{Name: "heldChange"}    // with the token of a mailed link

	StopNewsletter = Step{Name: "stopNewsletter"} // with the token of a mailed link
	Newsletters    = Step{Name: "newsletters"}    // what the member agrees to get

	MethodDeleted  = Step{Name: "methodDeleted"}  // says that a payment method was deleted
	PaymentHistory = Step{Name: "paymentHistory"} // what the member has paid and got back

	Connections = Step{Name: "connections"} // the apps that the member allows something
	OidcSignup  = Step{Name: "oidcSignup"}  // the sign-up that another app asks for
	OidcAuth    = Step{Name: "oidcAuth"}    // SignupAuth, of a sign-up that goes on to what another app asks for
	OidcExpired = Step{Name: "oidcExpired"} // what another app asked for is over

	Withdraw     = Step{Name: "withdraw"}
	WithdrawCode = Step{Name: "withdrawCode"}
	Withdrawn    = Step{Name: "withdrawn"}
)

// Done ends an errand: back to the path of this site that was asked for, or to My Page. The path
// must be safe.
func Done(returnTo string) Step { return Step{Name: NameDone, ReturnTo: returnTo} }

// SignedUpFor ends a sign-up at the path of this site that it was for. A plan's page then knows
// that its order goes on with what the sign-up began. The path must be safe.
func SignedUpFor(returnTo string) Step { return Step{Name: NameSignedUpFor, ReturnTo: returnTo} }

// Outside leads to the store's own page.
func Outside(url string) Step { return Step{Name: NameOutside, URL: url} }

// GiveFactor asks for the second factor of the kind; "" lets the member choose.
func GiveFactor(kind string) Step { return Step{Name: NameGiveFactor, Of: kind} }

// SetUpFactor is where a second factor of the kind is set up.
func SetUpFactor(kind string) Step { return Step{Name: NameSetUpFactor, Of: kind} }

// FactorEnabled says that a second factor of the kind is on.
func FactorEnabled(kind string) Step { return Step{Name: NameFactorEnabled, Of: kind} }

// FactorDisabled says that a second factor of the kind is off.
func FactorDisabled(kind string) Step { return Step{Name: NameFactorDisabled, Of: kind} }

// CardAdded goes on after a card was registered: back to where it was wanted, with the id of the
// payment method.
func CardAdded(methodID, returnTo string) Step {
	return Step{Name: NameCardAdded, Of: methodID, ReturnTo: returnTo}
}

// CardRefused goes back after a card could not be registered.
func CardRefused(returnTo string) Step { return Step{Name: NameCardRefused, ReturnTo: returnTo} }

// MethodAwaited waits for the provider's word whether the payment method was added.
func MethodAwaited(methodID string) Step { return Step{Name: NameMethodAwaited, Of: methodID} }

// AgreementToEnd says that the payment method was deleted, and leads on to where its member ends
// what they agreed on with the provider.
func AgreementToEnd(methodID string) Step { return Step{Name: NameAgreementToEnd, Of: methodID} }

// PlanForm is where the plan is ordered.
func PlanForm(planID string) Step { return Step{Name: NamePlanForm, Of: planID} }

// ConfirmOrder shows the order of the plan before it is binding; atSignup, as a part of
// the sign-up.
func ConfirmOrder(planID string, atSignup bool) Step {
	if atSignup {
		return Step{Name: NameSignupOrder, Of: planID}
	}
	return Step{Name: NameConfirmOrder, Of: planID}
}

// OrderComplete says what became of the order of the plan; atSignup, as a part of the sign-up.
func OrderComplete(planID string, atSignup bool) Step {
	if atSignup {
		return Step{Name: NameSignupOrderDone, Of: planID}
	}
	return Step{Name: NameOrderComplete, Of: planID}
}

// AbandonOrder gives an order up for which the member did not agree on the provider's page; key is
// what that page gives the browser back with.
func AbandonOrder(key string) Step { return Step{Name: NameAbandonOrder, Of: key} }

// Contract shows the contract with the id.
func Contract(id string) Step { return Step{Name: NameContract, Of: id} }

// CancelContract is where the contract is cancelled, from which the member goes back to the path.
// The path must be safe.
func CancelContract(id, returnTo string) Step {
	return Step{Name: NameCancelContract, Of: id, ReturnTo: returnTo}
}

// ContractCancelled is the receipt of the contract's cancellation.
func ContractCancelled(id, returnTo string) Step {
	return Step{Name: NameContractCancelled, Of: id, ReturnTo: returnTo}
}

// UndoCancellation is where the contract's cancellation is taken back.
func UndoCancellation(id string) Step { return Step{Name: NameUndoCancellation, Of: id} }

// ChangePlan is where another plan is chosen for the contract.
func ChangePlan(id string) Step { return Step{Name: NameChangePlan, Of: id} }

// PlanChanged says that the contract is going to be of another plan.
func PlanChanged(id string) Step { return Step{Name: NamePlanChanged, Of: id} }

// ContractKept says that the contract goes on.
func ContractKept(id string) Step { return Step{Name: NameContractKept, Of: id} }

// MethodChanged says that the contract is paid with another method now.
func MethodChanged(id string) Step { return Step{Name: NameMethodChanged, Of: id} }

// MethodPaid is MethodChanged for a change that has paid the bill as well, so that a contract on
// hold goes on.
func MethodPaid(id, billID string) Step { return Step{Name: NameMethodChanged, Of: id, Paid: billID} }

// OidcContinue goes on with what another app asks for, by the key of its request.
func OidcContinue(key string) Step { return Step{Name: NameOidcContinue, Of: key} }

// OidcConsent is where the member allows an app what it asks for.
func OidcConsent(key string) Step { return Step{Name: NameOidcConsent, Of: key} }

// OidcAccount is where the member says as whom they go on to an app.
func OidcAccount(key string) Step { return Step{Name: NameOidcAccount, Of: key} }

// OidcDevice is where the member allows a device something, under its code; "" is where the code
// is entered.
func OidcDevice(code string) Step { return Step{Name: NameOidcDevice, Of: code} }
