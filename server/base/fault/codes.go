package fault

// Code says what went wrong, in upper case: the specification's own word where it has one. It is
// stable, because pages and other systems read it.
type Code string

// Every code there is, with a text of its own in text.ja.json and text.en.json. A constant is named
// as its code is spelled; only the four whose name a constructor bears begin with Code.

// What every part of the product says.
const (
	Internal                 Code = "INTERNAL"
	InvalidRequest           Code = "INVALID_REQUEST"
	CodeUnauthenticated      Code = "UNAUTHENTICATED"
	Forbidden                Code = "FORBIDDEN"
	CodeNotFound             Code = "NOT_FOUND"
	CodeConflict             Code = "CONFLICT"
	TooManyRequests          Code = "TOO_MANY_REQUESTS"
	CodeUnavailable          Code = "UNAVAILABLE"
	ReauthenticationRequired Code = "REAUTHENTICATION_REQUIRED"
	PasswordChangeRequired   Code = "PASSWORD_CHANGE_REQUIRED"
	ReConsentRequired        Code = "RE_CONSENT_REQUIRED"
	RegionBlocked            Code = "REGION_BLOCKED"
	ProfileForbidden         Code = "PROFILE_FORBIDDEN"    // P-016: the current profile is restricted
	InvalidSessionFlow       Code = "INVALID_SESSION_FLOW" // G§8: a step of a flow was skipped, repeated or has expired
)

// What is wrong with a request as such.
const (
	MethodNotAllowed     Code = "METHOD_NOT_ALLOWED"
	UnsupportedMediaType Code = "UNSUPPORTED_MEDIA_TYPE"
	BodyTooLarge         Code = "BODY_TOO_LARGE"
	InvalidJSON          Code = "INVALID_JSON"
	WrongType            Code = "WRONG_TYPE"
	UnknownField         Code = "UNKNOWN_FIELD"
	TooManyValues        Code = "TOO_MANY_VALUES" // {max} elements of a list
	DocumentNotAllowed   Code = "DOCUMENT_NOT_ALLOWED"
	CrossOrigin          Code = "CROSS_ORIGIN"
)

// What is wrong with one field of an input.
const (
	Required           Code = "REQUIRED"
	TooLong            Code = "TOO_LONG"  // {max} characters
	TooShort           Code = "TOO_SHORT" // {min} characters
	InvalidFormat      Code = "INVALID_FORMAT"
	InvalidCharacters  Code = "INVALID_CHARACTERS"
	InvalidChoice      Code = "INVALID_CHOICE"
	TooFewChoices      Code = "TOO_FEW_CHOICES"  // {min}
	TooManyChoices     Code = "TOO_MANY_CHOICES" // {max}
	SurveyChanged      Code = "SURVEY_CHANGED"
	AlphanumericOnly   Code = "ALPHANUMERIC_ONLY"
	HalfWidthOnly      Code = "HALF_WIDTH_ONLY"
	KanaOnly           Code = "KANA_ONLY"
	Mismatch           Code = "MISMATCH"
	Unchanged          Code = "UNCHANGED"
	EmailRequired      Code = "EMAIL_REQUIRED"
	EmailInvalid       Code = "EMAIL_INVALID"
	PostalCodeNotFound Code = "POSTAL_CODE_NOT_FOUND"
	PhoneNumberInvalid Code = "PHONE_NUMBER_INVALID"
)

// Passwords.
const (
	PasswordRequired      Code = "PASSWORD_REQUIRED"
	PasswordTooShort      Code = "PASSWORD_TOO_SHORT"
	NeedsDigit            Code = "NEEDS_DIGIT"
	NeedsLowercase        Code = "NEEDS_LOWERCASE"
	NeedsSymbol           Code = "NEEDS_SYMBOL"
	NeedsUppercase        Code = "NEEDS_UPPERCASE"
	TooCommon             Code = "TOO_COMMON"
	InvalidPasswordReused Code = "INVALID_PASSWORD_REUSED" // G§8
	PasswordAlreadySet    Code = "PASSWORD_ALREADY_SET"
	PasswordNotSet        Code = "PASSWORD_NOT_SET"
	PasswordResetExpired  Code = "PASSWORD_RESET_EXPIRED"
	RequestUnauthorized   Code = "REQUEST_UNAUTHORIZED"
)

// Codes, second factors and email addresses.
const (
	PinCodeError         Code = "PIN_CODE_ERROR"
	Undeliverable        Code = "UNDELIVERABLE"
	MultiFactorFailed    Code = "MULTI_FACTOR_FAILED"
	AlreadyEnabled       Code = "ALREADY_ENABLED"
	OTPLength            Code = "OTP_LENGTH"
	OTPInvalid           Code = "OTP_INVALID"
	SecretMismatch       Code = "SECRET_MISMATCH"
	BackupCodesChanged   Code = "BACKUP_CODES_CHANGED"
	EmailNotSet          Code = "EMAIL_NOT_SET"
	EmailNotVerified     Code = "EMAIL_NOT_VERIFIED"
	EmailAlreadyVerified Code = "EMAIL_ALREADY_VERIFIED"
	EmailUndoExpired     Code = "EMAIL_UNDO_EXPIRED"
	EmailUndoTaken       Code = "EMAIL_UNDO_TAKEN"
	EmailUndoNoLogin     Code = "EMAIL_UNDO_NO_LOGIN"
)

// Passkeys.
const (
	PasskeyFailed     Code = "PASSKEY_FAILED"
	PasskeyUnknown    Code = "PASSKEY_UNKNOWN"
	PasskeyExpired    Code = "PASSKEY_EXPIRED"
	PasskeyRegistered Code = "PASSKEY_REGISTERED"
	TooManyPasskeys   Code = "TOO_MANY_PASSKEYS" // {max}
)

// Accounts and sign-up.
const (
	AccountAlreadyExists       Code = "ACCOUNT_ALREADY_EXISTS" // the external account is linked to another account
	AccountAlreadyExistsEmail  Code = "ACCOUNT_ALREADY_EXISTS_EMAIL"
	AccountAlreadyExistsUserID Code = "ACCOUNT_ALREADY_EXISTS_USER_ID"
	SocialEmailAlreadyExists   Code = "SOCIAL_EMAIL_ALREADY_EXISTS"
	AlreadySignedIn            Code = "ALREADY_SIGNED_IN"
	ConfirmMismatch            Code = "CONFIRM_MISMATCH"
	ProfileChanged             Code = "PROFILE_CHANGED" // since the form was opened or confirmed
	ImageUnreadable            Code = "IMAGE_UNREADABLE"
	ImageTooLarge              Code = "IMAGE_TOO_LARGE" // bytes, or pixels
	ConsentRequired            Code = "CONSENT_REQUIRED"
	PolicyChanged              Code = "POLICY_CHANGED"
	SignupTimeout              Code = "SIGNUP_TIMEOUT"
)

// Profiles.
const (
	ProfileNameTaken    Code = "PROFILE_NAME_TAKEN"
	ProfileLimitReached Code = "PROFILE_LIMIT_REACHED"
	ProfilePinWrong     Code = "PROFILE_PIN_WRONG"
)

// Login and external accounts.
const (
	LoginFailed             Code = "LOGIN_FAILED"
	LoginFailedEmail        Code = "LOGIN_FAILED_EMAIL"
	LoginFailedUserID       Code = "LOGIN_FAILED_USER_ID"
	LoginFailedCode         Code = "LOGIN_FAILED_CODE"
	LoginIdentifierRequired Code = "LOGIN_IDENTIFIER_REQUIRED"
	LoginProhibited         Code = "LOGIN_PROHIBITED"
	LoginAnotherWay         Code = "LOGIN_ANOTHER_WAY"
	LoginFactorUnavailable  Code = "LOGIN_FACTOR_UNAVAILABLE"
	BotCheckFailed          Code = "BOT_CHECK_FAILED"
	ExternalFailed          Code = "EXTERNAL_FAILED"
	ExternalOfAnother       Code = "EXTERNAL_OF_ANOTHER"
	LoggedInWithIt          Code = "LOGGED_IN_WITH_IT"
	LastLoginMethod         Code = "LAST_LOGIN_METHOD"
)

// Purchases.
const (
	PlanNotSelected           Code = "PLAN_NOT_SELECTED"
	ProductUnavailable        Code = "PRODUCT_UNAVAILABLE"
	ContractLimitReached      Code = "CONTRACT_LIMIT_REACHED"
	DoubleBillingDetected     Code = "DOUBLE_BILLING_DETECTED"
	PurchaseTooFrequent       Code = "PURCHASE_TOO_FREQUENT"
	PurchaseLockFailed        Code = "PURCHASE_LOCK_FAILED"
	PurchaseStoreFailed       Code = "PURCHASE_STORE_FAILED"
	PriceChanged              Code = "PRICE_CHANGED"
	UnexpectedOperation       Code = "UNEXPECTED_OPERATION"
	OrderReplaced             Code = "ORDER_REPLACED"
	OrderExpired              Code = "ORDER_EXPIRED"
	CampaignCodeRequired      Code = "CAMPAIGN_CODE_REQUIRED"
	CampaignCodeInvalid       Code = "CAMPAIGN_CODE_INVALID"
	CampaignCodeNotApplicable Code = "CAMPAIGN_CODE_NOT_APPLICABLE"
	CampaignNotFree           Code = "CAMPAIGN_NOT_FREE"
	SampleUnavailable         Code = "SAMPLE_UNAVAILABLE"
	SampleProtected           Code = "SAMPLE_PROTECTED"
	CampaignOver              Code = "CAMPAIGN_OVER"
)

// Payments and payment methods.
const (
	AuthenticationRequired      Code = "AUTHENTICATION_REQUIRED"
	TDSFailed                   Code = "TDS_FAILED"
	TDSCardNotSaved             Code = "TDS_CARD_NOT_SAVED"
	CardDeclined                Code = "CARD_DECLINED"
	PaymentDeclined             Code = "PAYMENT_DECLINED"
	CardRegistrationFailed      Code = "CARD_REGISTRATION_FAILED"
	CardAlreadyRegistered       Code = "CARD_ALREADY_REGISTERED"
	PaymentUnavailable          Code = "PAYMENT_UNAVAILABLE"
	PaymentPending              Code = "PAYMENT_PENDING"
	PaymentMethodNotSelected    Code = "PAYMENT_METHOD_NOT_SELECTED"
	PaymentMethodNotRegistered  Code = "PAYMENT_METHOD_NOT_REGISTERED"
	PaymentMethodUnavailable    Code = "PAYMENT_METHOD_UNAVAILABLE"
	PaymentMethodNotForPlan     Code = "PAYMENT_METHOD_NOT_FOR_PLAN"
	PaymentMethodChangeFailed   Code = "PAYMENT_METHOD_CHANGE_FAILED"
	PaymentMethodRegisterFailed Code = "PAYMENT_METHOD_REGISTER_FAILED"
	PaymentMethodInUse          Code = "PAYMENT_METHOD_IN_USE"
	PaymentMethodNotChangeable  Code = "PAYMENT_METHOD_NOT_CHANGEABLE"
	PaymentMethodLimitReached   Code = "PAYMENT_METHOD_LIMIT_REACHED"
)

// Subscriptions and withdrawal.
const (
	SubscriptionRenewing         Code = "SUBSCRIPTION_RENEWING"
	SubscriptionRenewingUndo     Code = "SUBSCRIPTION_RENEWING_UNDO"
	SubscriptionRenewingPlan     Code = "SUBSCRIPTION_RENEWING_PLAN"
	PlanChangeCancelled          Code = "PLAN_CHANGE_CANCELLED"        // the contract is cancelled: that is taken back first
	PlanChangeUnpaid             Code = "PLAN_CHANGE_UNPAID"           // what is owed is paid first
	PlanChangeImpossible         Code = "PLAN_CHANGE_IMPOSSIBLE"       // no contract can be changed to the plan now
	PlanNotChangeable            Code = "PLAN_NOT_CHANGEABLE"          // its provider takes one amount, a code pays for it, or its plan takes part in no change
	PlanGroupHeld                Code = "PLAN_GROUP_HELD"              // the member has another plan of the group: it can be changed
	SubscriptionAgreementEnded   Code = "SUBSCRIPTION_AGREEMENT_ENDED" // its provider, which charges by itself, was told to stop
	SubscriptionRenewingMethod   Code = "SUBSCRIPTION_RENEWING_METHOD"
	SubscriptionEnding           Code = "SUBSCRIPTION_ENDING" // no payment keeps it alive
	SubscriptionAlreadyCancelled Code = "SUBSCRIPTION_ALREADY_CANCELLED"
	LeaveLinkExpired             Code = "LEAVE_LINK_EXPIRED"
	ContractRemains              Code = "CONTRACT_REMAINS"
	WithdrawFailed               Code = "WITHDRAW_FAILED"            // E-095
	WithdrawPaymentUnderWay      Code = "WITHDRAW_PAYMENT_UNDER_WAY" // a charge's outcome is open
)

// The desk of the staff.
const (
	MissingScope    Code = "MISSING_SCOPE"   // {scope}
	TooBroad        Code = "TOO_BROAD"       // a search would find too many
	KeyReused       Code = "KEY_REUSED"      // the key was another decision's
	ReasonTooThin   Code = "REASON_TOO_THIN" // the reason says nothing
	LimitExceeded   Code = "LIMIT_EXCEEDED"  // of the staff: {max} in a time
	Stale           Code = "STALE"           // it was changed meanwhile
	HoldsCardNumber Code = "HOLDS_CARD_NUMBER"
	HoldsMyNumber   Code = "HOLDS_MY_NUMBER"
	TooDear         Code = "TOO_DEAR"         // the operation costs more than {max}
	DocumentInvalid Code = "DOCUMENT_INVALID" // it does not fit the schema

	StaffLoginFailed Code = "STAFF_LOGIN_FAILED" // whatever was wrong
	StaffInviteOver  Code = "STAFF_INVITE_OVER"  // the invitation was used, replaced, or its time is up
	StaffExists      Code = "STAFF_EXISTS"       // somebody with the address works here
	StaffOneself     Code = "STAFF_ONESELF"      // about oneself, which another has to decide
	LastOwner        Code = "LAST_OWNER"         // there would be no owner left
	ScopeExceedsOwn  Code = "SCOPE_EXCEEDS_OWN"  // {scope}: only what one holds can be given
)

// What the staff do with money and contracts, and decide as a second person.
const (
	RefundExceedsLeft            Code = "REFUND_EXCEEDS_LEFT" // {left} yen may still be given back
	RefundWholeOnly              Code = "REFUND_WHOLE_ONLY"   // the provider gives back no part of {amount} yen
	RefundedJustNow              Code = "REFUNDED_JUST_NOW"   // somebody else asked for the same: {refundId}
	ChargeNotSettled             Code = "CHARGE_NOT_SETTLED"  // it took no money: {state}
	SeveralCharges               Code = "SEVERAL_CHARGES"     // money was taken more than once for what was named
	TooEarly                     Code = "TOO_EARLY"           // it may still be under way
	AlreadyDone                  Code = "ALREADY_DONE"        // there is nothing to decide any more: {state}
	SubscriptionOnHold           Code = "SUBSCRIPTION_ON_HOLD"
	SubscriptionNotRetried       Code = "SUBSCRIPTION_NOT_RETRIED"        // no refused charge of it is tried again
	SubscriptionBilledByProvider Code = "SUBSCRIPTION_BILLED_BY_PROVIDER" // which charges by itself, whatever we say
	ChargeUnderWay               Code = "CHARGE_UNDER_WAY"                // or its day has come
	BillNotOpen                  Code = "BILL_NOT_OPEN"                   // nothing is owed for it: {state}
	BillNotDue                   Code = "BILL_NOT_DUE"
	NothingToExtend              Code = "NOTHING_TO_EXTEND" // it has no end, or was ended
	CannotBeBooked               Code = "CANNOT_BE_BOOKED"  // what the provider told fits no bill that is owed
	ProposalDecided              Code = "PROPOSAL_DECIDED"  // {state}
	ProposalExpired              Code = "PROPOSAL_EXPIRED"
	ProposalAltered              Code = "PROPOSAL_ALTERED"  // it is not what was shown
	ProposalVoid                 Code = "PROPOSAL_VOID"     // who proposed it may not do it any more
	OwnProposal                  Code = "OWN_PROPOSAL"      // a person never approves what they proposed
	MemberBlocked                Code = "MEMBER_BLOCKED"    // who is charged nothing more
	MemberLeft                   Code = "MEMBER_LEFT"       // and cannot be blocked, or let in again
	Guarded                      Code = "GUARDED"           // a second person has to decide, and cannot here
	OwnAccount                   Code = "OWN_ACCOUNT"       // of the person who asks
	StopLinkExpired              Code = "STOP_LINK_EXPIRED" // the link that stops something is unknown, spent or too old
)

// What the staff do for a member's account.
const (
	IdentityUnproven Code = "IDENTITY_UNPROVEN" // the member has not proved who they are to the person who decides
	MemberNotActive  Code = "MEMBER_NOT_ACTIVE" // {state}
	ReasonRequired   Code = "REASON_REQUIRED"   // by another call, before this one
	ChangedLately    Code = "CHANGED_LATELY"    // the address or the second factors, within {days} days
	HeldChangeOver   Code = "HELD_CHANGE_OVER"  // the mailed link is unknown, spent or too old
)
