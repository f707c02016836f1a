package settings

import (
	"cmp"
	"slices"
	"time"

	"kaiin/ent/authcode"
	"kaiin/server/base/survey"
	"kaiin/server/base/words"
)

// Settings is everything an operator configures of the store (G§3, M§3), as the store file and the
// database hold it.
type Settings struct {
	ServiceName        words.Text `json:"serviceName"`
	ServiceDescription words.Text `json:"serviceDescription"`
	Theme              string     `json:"theme"` // light, dark, or auto: what the device wishes
	GtmID              string     `json:"gtmId"`
	Images             Images     `json:"images"`
	Colors             Colors     `json:"colors"`
	Footers            Footers    `json:"footers"`
	Home               Home       `json:"home"`
	Titles             []Title    `json:"titles"` // films on the shelf of the top page, in this order
	EnablePoweredByPvs bool       `json:"enablePoweredByPvs"`
	SMTPDomain         string     `json:"smtpDomain"`
	AuthCodes          AuthCode   `json:"authCodeSetting"`
	Player             Player     `json:"player"`
	SampleMediaRefID   string     `json:"sampleMediaRefId"` // of plans without a sample of their own; may be empty
	WatchURL           words.Text `json:"watchUrl"`         // where members watch, of plans without an address of their own; may be empty
	Env                string     `json:"env"`
	Flags              Flags      `json:"flags"`

	ReCaptchaKey     string `json:"reCaptchaKey"`
	EmailEditURL     string `json:"emailEditUrl"`
	DefaultLoginType string `json:"defaultLoginType"` // authCode or password

	Registration       Registration      `json:"registration"`
	SignupStyle        string            `json:"signupStyle"`      // one of SignupStyles; may be empty
	SignupPolicyStep   bool              `json:"signupPolicyStep"` // policies are the first step of sign-up, in the scroll style
	UsesExternalPolicy bool              `json:"usesExternalPolicy"`
	ExternalAccounts   []ExternalAccount `json:"externalAccounts"`
	MultiFactorTypes   []string          `json:"multiFactorTypes"` // second factors members may enable: Email, SMS, OTP
	WithdrawSurvey     *survey.Survey    `json:"withdrawSurvey"`   // asked of members who leave
	WithdrawPolicy     string            `json:"withdrawPolicy"`   // id of the policy a member agrees to by leaving; may be empty

	SubscriptionContractLimit int            `json:"subscriptionContractLimit"` // contracts an account may hold at once; 0 is no limit
	OrderAfterTerms           bool           `json:"orderAfterTerms"`           // the button that orders comes after the terms, not in view beside them
	PurchaseIntervalSeconds   int            `json:"purchaseIntervalSeconds"`   // between purchases of a plan by a member
	Seller                    Seller         `json:"seller"`
	Contracts                 Contracts      `json:"contracts"`
	Reminders                 Reminders      `json:"reminders"`
	Security                  Security       `json:"security"`
	Staff                     Staff          `json:"staff"`
	CancelSurvey              *survey.Survey `json:"cancelSurvey"` // asked of members who cancel a contract

	OidcProviderName words.Text     `json:"oidcProviderName"` // what members know this service by when other apps ask for access; may be empty: its own name
	Scopes           []ScopeSetting `json:"storeScopeSettings"`

	ConsentOptions []ConsentOption `json:"consentOptions"` // what members may agree to in My Page, in this order

	Countries []string `json:"countries"` // where the service is offered, by ISO 3166-1; none: everywhere

	// SellsSubscriptions (hasSubscriptionPlan) holds while a published plan is a subscription.
	// Apply writes it; no operator does.
	SellsSubscriptions bool `json:"sellsSubscriptions" yaml:"-"`

	// InlinePolicies are the keys of the policies whose text is here. Apply writes it; no
	// operator does.
	InlinePolicies []string `json:"inlinePolicies" yaml:"-"`
}

// SignupStyles are the ways to become a member; a store that names none has the first. The inline
// style asks only for what the store needs, each thing once, and has neither a policy step nor a
// confirm page.
var SignupStyles = []string{"scroll", "inline"}

// StyleOfSignup is the way to become a member of this store.
func (s *Settings) StyleOfSignup() string { return cmp.Or(s.SignupStyle, SignupStyles[0]) }

// SignupIsInline tells whether the way to become a member is the inline style.
func (s *Settings) SignupIsInline() bool { return s.StyleOfSignup() == "inline" }

// IsOfferedIn tells whether callers in the country are served. Callers whose country is unknown
// ("") are served: only a known country is refused.
func (s *Settings) IsOfferedIn(country string) bool {
	return len(s.Countries) == 0 || country == "" || slices.Contains(s.Countries, country)
}

// InDevelopment tells whether the store is one to try things in, which uses no video
// service (K-024).
func (s *Settings) InDevelopment() bool { return s.Env == "development" }

// Images are addresses of the store's pictures: paths of this site or absolute URLs.
type Images struct {
	LogoPc         string `json:"logoPc"`
	LogoSp         string `json:"logoSp"`
	LogoDark       string `json:"logoDark"` // in place of both on a dark ground
	Favicon        string `json:"favicon"`
	AppleTouchIcon string `json:"appleTouchIcon"`
	OgImage        string `json:"ogImage"` // shown where a page of the site is shared, 1200 by 630
}

// PolicyPages are the keys of policies that may have a page of their own, whose address is / and
// the key.
var PolicyPages = []string{"terms", "privacy"}

// HasPolicyPage reports whether this store has the page of the policy with the key: its text is
// here, and the store does not say of the privacy policy that it is kept elsewhere.
func (s *Settings) HasPolicyPage(key string) bool {
	return slices.Contains(PolicyPages, key) && slices.Contains(s.InlinePolicies, key) && (key != "privacy" || !s.UsesExternalPolicy)
}

// Colors are the store's own, as #rrggbb.
type Colors struct {
	Accent          string `json:"accent"`
	SecondaryAccent string `json:"secondaryAccent"`
	Player          string `json:"player"`
}

type Footers struct {
	FooterLinks      []FooterLink `json:"footerLinks"`
	SocialMediaLinks SocialLinks  `json:"socialMediaLinks"`
	Trademarks       []Trademark  `json:"trademarks"`
	Copyright        words.Text   `json:"copyright"`
}

type FooterLink struct {
	Name         words.Text `json:"name"`
	Value        words.Text `json:"value"`
	Type         string     `json:"type"` // default or url
	Enable       bool       `json:"enable"`
	ExternalLink bool       `json:"external_link"`
	DisplayType  string     `json:"display_type"` // login, logout or other
}

type SocialLinks struct {
	TwitterURL   string `json:"twitterUrl"`
	FacebookURL  string `json:"facebookUrl"`
	InstagramURL string `json:"instagramUrl"`
	LineURL      string `json:"lineUrl"`
}

type Trademark struct {
	Type  string       `json:"type"`
	Name  words.Text   `json:"name"`
	Value []words.Text `json:"value"`
}

// AuthCode says for each purpose what its code is called and how long it is valid.
type AuthCode struct {
	Login            CodePurpose `json:"login"`
	SignUp           CodePurpose `json:"signUp"`
	Withdraw         CodePurpose `json:"withdraw"`
	MultiFactorEmail CodePurpose `json:"multiFactorEmail"`
}

// Of is what a code of the purpose is called and how long it is valid. Codes that prove an address
// are like those of a sign-up, codes that prove who somebody is once more like those of a login,
// and those sent by SMS like those of a second factor.
func (a AuthCode) Of(purpose authcode.Purpose) CodePurpose {
	switch purpose {
	case authcode.PurposeLogin, authcode.PurposeConfirmLogin:
		return a.Login
	case authcode.PurposeWithdraw:
		return a.Withdraw
	case authcode.PurposeMultiFactorEmail, authcode.PurposeMultiFactorSms, authcode.PurposePhoneSetting:
		return a.MultiFactorEmail
	default: // signUp, mailEdit, mailVerify, passwordSetting
		return a.SignUp
	}
}

type CodePurpose struct {
	DisplayName words.Text `json:"displayName"`
	Minutes     int        `json:"minutes"`
}

// Life is how long a code of the purpose is valid.
func (p CodePurpose) Life() time.Duration { return time.Duration(p.Minutes) * time.Minute }

type Player struct {
	PlaybackRates       []float64 `json:"playbackRates"`
	TestVideoMediaRefID string    `json:"testVideoMediaRefId"`
}

// Flags switch features: a feature that is off has neither menu item nor page nor call.
type Flags struct {
	Newsletter    bool `json:"isNewsletterEnabled"`
	Privacy       bool `json:"isPrivacyEnabled"`
	PinCode       bool `json:"isPinCodeEnabled"`
	Oidc          bool `json:"isOidcEnabled"`
	UserID        bool `json:"isEnabledUserId"`
	Password      bool `json:"isEnabledPassword"`
	MultiFactor   bool `json:"isEnabledMultiFactor"`
	AuthCode      bool `json:"isEnabledAuthCode"`
	Email         bool `json:"isEnabledEmail"`
	Recaptcha     bool `json:"isRecaptchaEnabled"`
	StorePayment  bool `json:"isStorePaymentAvailable"`
	AmaltheaLogin bool `json:"isAmaltheaLogin"`
}

// Rule says whether a form asks for a field.
type Rule string

const (
	NotUse   Rule = "NOT_USE"
	Optional Rule = "OPTIONAL"
	Required Rule = "REQUIRED"
)

// Registration is the account registration setting: a rule for each field by its name in the form,
// and the custom items.
type Registration struct {
	Rules                 map[string]Rule `json:"rules"`
	DisallowUnknownGender bool            `json:"disallowUnknownGender"`
	GenderInputType       string          `json:"genderInputType"`  // Select or Radio
	PasswordStrength      string          `json:"passwordStrength"` // NONE, UPPER_CASE, SYMBOL or UPPER_CASE_SYMBOL
	PasswordMax           int             `json:"passwordMax"`
	Custom                []CustomItem    `json:"customAssociatedInfo"`
}

// Rule is the field's rule. What is not one of the three names is optional; a field that is
// not named is not used.
func (r Registration) Rule(field string) Rule {
	switch rule, ok := r.Rules[field]; {
	case !ok:
		return NotUse
	case rule == NotUse, rule == Required:
		return rule
	default:
		return Optional
	}
}

type CustomItem struct {
	ID      string         `json:"id"`
	Title   words.Text     `json:"title"`
	Type    string         `json:"type"` // TEXT, SELECT or CHECKBOX
	Rule    Rule           `json:"rule"`
	Options []CustomOption `json:"selectOptions"`
}

type CustomOption struct {
	ID    string     `json:"id"`
	Label words.Text `json:"label"`
}

// ExternalAccount is a social provider the store offers.
type ExternalAccount struct {
	Name   string `json:"userIdentifierName"`
	Type   string `json:"userIdentifierType"` // LINE, Google, Yahoo! JAPAN or Facebook
	Method string `json:"userIdentifierMethod"`
}

// ScopeSetting names what apps may ask members for, in the words of the consent page. Raise the
// revision when what is handed over
// changes: members are then asked again.
type ScopeSetting struct {
	Key         string     `json:"scopeKey"`
	Name        words.Text `json:"scopeName"`
	Description words.Text `json:"scopeDescription"`
	Required    bool       `json:"required"` // cannot be switched off by the member
	Revision    int        `json:"revision"`
}

// ConsentOption is something that members may agree to or refuse in My Page. What they agreed to
// stays agreed to when only its words change; for something else, take another id.
type ConsentOption struct {
	ID          string     `json:"consentOptionId"`
	Type        string     `json:"type"` // newsletter or privacy
	Title       words.Text `json:"title"`
	Description words.Text `json:"description"` // may be empty
}

// Seller is the company that sells, as 特定商取引法 asks.
type Seller struct {
	Name           words.Text `json:"name"`
	Representative words.Text `json:"representative"`
	Address        words.Text `json:"address"`
	Phone          string     `json:"phone"`
	Email          string     `json:"email"`
	InvoiceNumber  string     `json:"invoiceRegistrationNumber"`
	LawPath        string     `json:"lawPath"` // page of 特定商取引法に基づく表記
}
