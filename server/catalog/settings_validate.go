package catalog

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"kaiin/schema"
	"kaiin/server/words"
)

// FormFields are the fields a registration rule may name, as the forms of the sign-up (G§3) and of the registration info call them.
var FormFields = []string{
	"email", "socialEmail", "pinCode", "userId", "password", "passwordConfirm", "name", "nameKana", "familyName", "givenName",
	"familyNameKana", "givenNameKana", "nickname", "sex", "birthday", "postalCode", "prefecture", "address", "address2", "phoneNumber", "country",
}

// longestPassword is the longest limit a store may set; its own is 30 unless it says otherwise (NIST SP 800-63B-4, 3.1.1.2).
const longestPassword = 64

var (
	hexColor      = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)
	gtmID         = regexp.MustCompile(`^GTM-[A-Z0-9]+$`)
	itemID        = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,39}$`)
	countryCode   = regexp.MustCompile(`^[A-Z]{2}$`)
	invoiceNumber = regexp.MustCompile(`^T[0-9]{13}$`)
)

// problems collects everything that is wrong with an operator's file, each with its path in it.
type problems []error

func (p *problems) add(path, format string, args ...any) {
	*p = append(*p, fmt.Errorf("%s: %s", path, fmt.Sprintf(format, args...)))
}

func (p *problems) check(ok bool, path, format string, args ...any) {
	if !ok {
		p.add(path, format, args...)
	}
}

func (p *problems) oneOf(path, value string, allowed ...string) {
	p.check(slices.Contains(allowed, value), path, "%q must be one of %s", value, strings.Join(allowed, ", "))
}

// text wants the fallback language, and no language the site does not speak.
func (p *problems) text(path string, t Text) {
	p.check(strings.TrimSpace(t[words.Locales[0]]) != "", path, "needs a text in %s", words.Locales[0])
	p.locales(path, t)
}

func (p *problems) locales(path string, t Text) {
	for _, locale := range slices.Sorted(maps.Keys(t)) {
		p.check(slices.Contains(words.Locales, locale), path, "%q is no language of the site (%s)", locale, strings.Join(words.Locales, ", "))
	}
}

// address accepts a path of this site or an absolute http(s) URL.
func (p *problems) address(path, value string) {
	p.check(value == "" || isPath(value) || isURL(value), path, "%q must be a path of the site or an http(s) URL", value)
}

func (p *problems) color(path, value string) {
	p.check(hexColor.MatchString(value), path, "%q must be #rrggbb", value)
}

func (p *problems) url(path, value string) {
	p.check(value == "" || isURL(value), path, "%q must be an http(s) URL", value)
}

func isPath(v string) bool { return strings.HasPrefix(v, "/") && !strings.HasPrefix(v, "//") }

func isURL(v string) bool {
	u, err := url.Parse(v)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// Validate reports everything that is wrong with the settings, one problem a line, each with its path in the store file.
func (s *Settings) Validate() error {
	var p problems
	p.text("serviceName", s.ServiceName)
	p.text("serviceDescription", s.ServiceDescription)
	p.oneOf("theme", s.Theme, "light", "dark")
	p.check(s.GtmID == "" || gtmID.MatchString(s.GtmID), "gtmId", "%q must look like GTM-XXXX", s.GtmID)
	p.oneOf("env", s.Env, "production", "development")
	p.oneOf("defaultLoginType", s.DefaultLoginType, "authCode", "password")
	p.check(s.DefaultLoginType != "authCode" || s.Flags.AuthCode, "defaultLoginType", "authCode needs flags.isEnabledAuthCode")
	p.check(!s.Flags.Recaptcha || s.ReCaptchaKey != "", "reCaptchaKey", "is needed by flags.isRecaptchaEnabled")
	p.address("emailEditUrl", s.EmailEditURL)
	p.check(s.SubscriptionContractLimit >= 0, "subscriptionContractLimit", "must not be negative")
	p.check(s.PurchaseIntervalSeconds >= 0, "purchaseIntervalSeconds", "must not be negative")
	p.contracts(s.Contracts)
	p.reminders(s.Reminders)
	s.validateLook(&p)
	s.validateFooters(&p)
	s.validateCodes(&p)
	s.Registration.validate(&p)
	for i, a := range s.ExternalAccounts {
		path := fmt.Sprintf("externalAccounts[%d]", i)
		p.check(a.Name != "", path+".userIdentifierName", "is needed")
		p.oneOf(path+".userIdentifierType", a.Type, "LINE", "Google", "Yahoo! JAPAN", "Facebook")
	}
	for i, kind := range s.MultiFactorTypes {
		p.oneOf(fmt.Sprintf("multiFactorTypes[%d]", i), kind, "Email", "SMS", "OTP")
	}
	p.check(!s.Flags.MultiFactor || len(s.MultiFactorTypes) > 0, "multiFactorTypes", "is needed by flags.isEnabledMultiFactor")
	if s.WithdrawSurvey != nil {
		s.WithdrawSurvey.validate(&p, "withdrawSurvey")
	}
	if s.CancelSurvey != nil {
		s.CancelSurvey.validate(&p, "cancelSurvey")
	}
	s.validateConsents(&p)
	s.validateCountries(&p)
	p.text("seller.name", s.Seller.Name)
	p.check(s.Seller.InvoiceNumber == "" || invoiceNumber.MatchString(s.Seller.InvoiceNumber), "seller.invoiceRegistrationNumber", "must be T and 13 digits")
	p.address("seller.lawPath", s.Seller.LawPath)
	return errors.Join(p...)
}

func (s *Settings) validateLook(p *problems) {
	p.address("images.logoPc", s.Images.LogoPc)
	p.address("images.logoSp", s.Images.LogoSp)
	p.address("images.favicon", s.Images.Favicon)
	p.address("images.appleTouchIcon", s.Images.AppleTouchIcon)
	p.color("colors.accent", s.Colors.Accent)
	p.color("colors.secondaryAccent", s.Colors.SecondaryAccent)
	p.color("colors.player", s.Colors.Player)
	p.mediaRef("player.testVideoMediaRefId", s.Player.TestVideoMediaRefID)
	p.mediaRef("sampleMediaRefId", s.SampleMediaRefID)
	for i, rate := range s.Player.PlaybackRates {
		p.check(rate > 0 && rate <= 4, fmt.Sprintf("player.playbackRates[%d]", i), "must be over 0 and at most 4")
	}
}

func (s *Settings) validateFooters(p *problems) {
	for i, link := range s.Footers.FooterLinks {
		path := fmt.Sprintf("footers.footerLinks[%d]", i)
		p.text(path+".name", link.Name)
		p.oneOf(path+".type", link.Type, "default", "url")
		p.oneOf(path+".display_type", link.DisplayType, "login", "logout", "other")
		p.text(path+".value", link.Value)
		for _, value := range link.Value {
			mail := strings.HasPrefix(value, "mailto:") || strings.HasPrefix(value, "tel:")
			p.check(link.Type != "url" || mail || isPath(value) || isURL(value), path+".value",
				"%q must be a path of the site, an http(s) URL, mailto: or tel:", value)
		}
	}
	social := s.Footers.SocialMediaLinks
	p.url("footers.socialMediaLinks.twitterUrl", social.TwitterURL)
	p.url("footers.socialMediaLinks.facebookUrl", social.FacebookURL)
	p.url("footers.socialMediaLinks.instagramUrl", social.InstagramURL)
	p.url("footers.socialMediaLinks.lineUrl", social.LineURL)
	for i, mark := range s.Footers.Trademarks {
		path := fmt.Sprintf("footers.trademarks[%d]", i)
		p.oneOf(path+".type", mark.Type, "text", "image")
		p.text(path+".name", mark.Name)
	}
}

func (s *Settings) validateCodes(p *problems) {
	for _, code := range []struct {
		path    string
		purpose CodePurpose
	}{
		{"login", s.AuthCodes.Login}, {"signUp", s.AuthCodes.SignUp},
		{"withdraw", s.AuthCodes.Withdraw}, {"multiFactorEmail", s.AuthCodes.MultiFactorEmail},
	} {
		p.text("authCodeSetting."+code.path+".displayName", code.purpose.DisplayName)
		p.check(code.purpose.Minutes >= 1 && code.purpose.Minutes <= 24*60, "authCodeSetting."+code.path+".minutes", "must be 1 to 1440")
	}
}

func (s *Settings) validateConsents(p *problems) {
	seen, kinds := map[string]bool{}, map[string]bool{}
	for i, o := range s.ConsentOptions {
		path := fmt.Sprintf("consentOptions[%d]", i)
		p.check(itemID.MatchString(o.ID), path+".consentOptionId", "%q must be a letter, then letters, digits, _ or -, 40 at most", o.ID)
		p.check(!seen[o.ID], path+".consentOptionId", "%q stands twice", o.ID)
		p.oneOf(path+".type", o.Type, "newsletter", "privacy")
		p.text(path+".title", o.Title)
		p.locales(path+".description", o.Description)
		seen[o.ID], kinds[o.Type] = true, true
	}
	p.check(!s.Flags.Newsletter || kinds["newsletter"], "consentOptions", "one of type newsletter is needed by flags.isNewsletterEnabled")
	p.check(!s.Flags.Privacy || kinds["privacy"], "consentOptions", "one of type privacy is needed by flags.isPrivacyEnabled")
}

func (s *Settings) validateCountries(p *problems) {
	for i, code := range s.Countries {
		path := fmt.Sprintf("countries[%d]", i)
		p.check(countryCode.MatchString(code), path, "%q must be two capital letters (ISO 3166-1)", code)
		p.check(!slices.Contains(s.Countries[:i], code), path, "%q stands twice", code)
	}
}

func (r Registration) validate(p *problems) {
	for _, field := range slices.Sorted(maps.Keys(r.Rules)) {
		p.check(slices.Contains(FormFields, field), "registration.rules."+field, "is no field of the form")
	}
	p.oneOf("registration.genderInputType", r.GenderInputType, "Select", "Radio")
	p.oneOf("registration.passwordStrength", r.PasswordStrength, "NONE", "UPPER_CASE", "SYMBOL", "UPPER_CASE_SYMBOL")
	shortest := schema.Rules().Password.Min
	p.check(r.PasswordMax >= shortest && r.PasswordMax <= longestPassword, "registration.passwordMax", "must be %d to %d", shortest, longestPassword)
	p.atMost("registration.customAssociatedInfo", len(r.Custom), "customFields")
	seen := map[string]bool{}
	for i, item := range r.Custom {
		path := fmt.Sprintf("registration.customAssociatedInfo[%d]", i)
		p.check(itemID.MatchString(item.ID), path+".id", "%q must be a letter, then letters, digits, _ or -, 40 at most", item.ID)
		p.check(!seen[item.ID], path+".id", "%q stands twice", item.ID)
		seen[item.ID] = true
		p.text(path+".title", item.Title)
		p.oneOf(path+".type", item.Type, "TEXT", "SELECT", "CHECKBOX")
		p.check((item.Type == "SELECT") == (len(item.Options) > 0), path+".selectOptions", "are for SELECT, which needs some")
		for j, option := range item.Options {
			at := fmt.Sprintf("%s.selectOptions[%d]", path, j)
			p.check(option.ID != "", at+".id", "is needed")
			p.text(at+".label", option.Label)
		}
	}
}
