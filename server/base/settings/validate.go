package settings

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"kaiin/schema"
	"kaiin/server/base/words"
	"kaiin/server/base/written"
)

// FormFields are the fields a registration rule may name, as the forms of the sign-up (G§3) and of
// the registration info call them.
var FormFields = []string{
	"email", "socialEmail", "pinCode", "userId", "password", "passwordConfirm", "name", "nameKana", "familyName", "givenName",
	"familyNameKana", "givenNameKana", "nickname", "sex", "birthday", "postalCode", "prefecture", "address", "address2", "phoneNumber", "country",
}

// longestPassword is the longest limit a store may set; its own is 30 unless it says otherwise
// (NIST SP 800-63B-4, 3.1.1.2).
const longestPassword = 64

var (
	hexColor      = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)
	gtmID         = regexp.MustCompile(`^GTM-[A-Z0-9]+$`)
	countryCode   = regexp.MustCompile(`^[A-Z]{2}$`)
	invoiceNumber = regexp.MustCompile(`^T[0-9]{13}$`)
)

func color(p *written.Problems, path, value string) {
	p.Check(hexColor.MatchString(value), path, "%q must be #rrggbb", value)
}

// Validate reports everything that is wrong with the settings, one problem a line, each with its
// path in the store file.
func (s *Settings) Validate() error {
	var p written.Problems
	p.Text("serviceName", s.ServiceName)
	p.Text("serviceDescription", s.ServiceDescription)
	p.OneOf("theme", s.Theme, "light", "dark", "auto")
	p.Check(s.GtmID == "" || gtmID.MatchString(s.GtmID), "gtmId", "%q must look like GTM-XXXX", s.GtmID)
	p.OneOf("env", s.Env, "production", "development")
	p.OneOf("defaultLoginType", s.DefaultLoginType, "authCode", "password")
	p.OneOf("signupStyle", s.StyleOfSignup(), SignupStyles...)
	p.Check(s.DefaultLoginType != "authCode" || s.Flags.AuthCode, "defaultLoginType", "authCode needs flags.isEnabledAuthCode")
	p.Check(!s.Flags.Recaptcha || s.ReCaptchaKey != "", "reCaptchaKey", "is needed by flags.isRecaptchaEnabled")
	p.Address("emailEditUrl", s.EmailEditURL)
	p.Check(s.SubscriptionContractLimit >= 0, "subscriptionContractLimit", "must not be negative")
	p.Check(s.PurchaseIntervalSeconds >= 0, "purchaseIntervalSeconds", "must not be negative")
	s.Contracts.validate(&p)
	s.Staff.Limits.validate(&p)
	s.Reminders.validate(&p)
	s.Security.validate(&p)
	s.validateLook(&p)
	s.Home.validate(&p)
	s.validateTitles(&p)
	s.validateFooters(&p)
	s.validateCodes(&p)
	s.Registration.validate(&p)
	for i, a := range s.ExternalAccounts {
		path := fmt.Sprintf("externalAccounts[%d]", i)
		p.Check(a.Name != "", path+".userIdentifierName", "is needed")
		p.OneOf(path+".userIdentifierType", a.Type, "LINE", "Google", "Yahoo! JAPAN", "Facebook")
	}
	for i, kind := range s.MultiFactorTypes {
		p.OneOf(fmt.Sprintf("multiFactorTypes[%d]", i), kind, "Email", "SMS", "OTP")
	}
	p.Check(!s.Flags.MultiFactor || len(s.MultiFactorTypes) > 0, "multiFactorTypes", "is needed by flags.isEnabledMultiFactor")
	if s.WithdrawSurvey != nil {
		s.WithdrawSurvey.Validate(&p, "withdrawSurvey")
	}
	if s.CancelSurvey != nil {
		s.CancelSurvey.Validate(&p, "cancelSurvey")
	}
	s.validateConsents(&p)
	s.validateCountries(&p)
	p.Text("seller.name", s.Seller.Name)
	p.Check(s.Seller.InvoiceNumber == "" || invoiceNumber.MatchString(s.Seller.InvoiceNumber), "seller.invoiceRegistrationNumber", "must be T and 13 digits")
	p.Address("seller.lawPath", s.Seller.LawPath)
	return errors.Join(p...)
}

func (s *Settings) validateLook(p *written.Problems) {
	p.Address("images.logoPc", s.Images.LogoPc)
	p.Address("images.logoSp", s.Images.LogoSp)
	p.Address("images.logoDark", s.Images.LogoDark)
	p.Address("images.ogImage", s.Images.OgImage)
	p.Address("images.favicon", s.Images.Favicon)
	p.Address("images.appleTouchIcon", s.Images.AppleTouchIcon)
	color(p, "colors.accent", s.Colors.Accent)
	color(p, "colors.secondaryAccent", s.Colors.SecondaryAccent)
	color(p, "colors.player", s.Colors.Player)
	p.MediaRef("player.testVideoMediaRefId", s.Player.TestVideoMediaRefID)
	p.MediaRef("sampleMediaRefId", s.SampleMediaRefID)
	p.Locales("watchUrl", s.WatchURL)
	for _, locale := range words.Locales {
		p.SecureAddress("watchUrl", s.WatchURL[locale])
	}
	p.Check(s.WatchURL["en"] == "" || s.WatchURL["ja"] != "", "watchUrl", "needs an address in ja")
	for i, rate := range s.Player.PlaybackRates {
		p.Check(rate > 0 && rate <= 4, fmt.Sprintf("player.playbackRates[%d]", i), "must be over 0 and at most 4")
	}
}

func (s *Settings) validateFooters(p *written.Problems) {
	for i, link := range s.Footers.FooterLinks {
		path := fmt.Sprintf("footers.footerLinks[%d]", i)
		p.Text(path+".name", link.Name)
		p.OneOf(path+".type", link.Type, "default", "url")
		p.OneOf(path+".display_type", link.DisplayType, "login", "logout", "other")
		p.Text(path+".value", link.Value)
		for _, value := range link.Value {
			mail := strings.HasPrefix(value, "mailto:") || strings.HasPrefix(value, "tel:")
			p.Check(link.Type != "url" || mail || written.IsPath(value) || written.IsURL(value), path+".value",
				"%q must be a path of the site, an http(s) URL, mailto: or tel:", value)
		}
	}
	social := s.Footers.SocialMediaLinks
	p.URL("footers.socialMediaLinks.twitterUrl", social.TwitterURL)
	p.URL("footers.socialMediaLinks.facebookUrl", social.FacebookURL)
	p.URL("footers.socialMediaLinks.instagramUrl", social.InstagramURL)
	p.URL("footers.socialMediaLinks.lineUrl", social.LineURL)
	for i, mark := range s.Footers.Trademarks {
		path := fmt.Sprintf("footers.trademarks[%d]", i)
		p.OneOf(path+".type", mark.Type, "text", "image")
		p.Text(path+".name", mark.Name)
	}
}

func (s *Settings) validateCodes(p *written.Problems) {
	for _, code := range []struct {
		path    string
		purpose CodePurpose
	}{
		{"login", s.AuthCodes.Login}, {"signUp", s.AuthCodes.SignUp},
		{"withdraw", s.AuthCodes.Withdraw}, {"multiFactorEmail", s.AuthCodes.MultiFactorEmail},
	} {
		p.Text("authCodeSetting."+code.path+".displayName", code.purpose.DisplayName)
		p.Check(code.purpose.Minutes >= 1 && code.purpose.Minutes <= 24*60, "authCodeSetting."+code.path+".minutes", "must be 1 to 1440")
	}
}

func (s *Settings) validateConsents(p *written.Problems) {
	seen, kinds := map[string]bool{}, map[string]bool{}
	for i, o := range s.ConsentOptions {
		path := fmt.Sprintf("consentOptions[%d]", i)
		p.ItemID(path+".consentOptionId", o.ID)
		p.Check(!seen[o.ID], path+".consentOptionId", "%q is given twice", o.ID)
		p.OneOf(path+".type", o.Type, "newsletter", "privacy")
		p.Text(path+".title", o.Title)
		p.Locales(path+".description", o.Description)
		seen[o.ID], kinds[o.Type] = true, true
	}
	p.Check(!s.Flags.Newsletter || kinds["newsletter"], "consentOptions", "one of type newsletter is needed by flags.isNewsletterEnabled")
	p.Check(!s.Flags.Privacy || kinds["privacy"], "consentOptions", "one of type privacy is needed by flags.isPrivacyEnabled")
}

func (s *Settings) validateCountries(p *written.Problems) {
	for i, code := range s.Countries {
		path := fmt.Sprintf("countries[%d]", i)
		p.Check(countryCode.MatchString(code), path, "%q must be two capital letters (ISO 3166-1)", code)
		p.Check(!slices.Contains(s.Countries[:i], code), path, "%q is given twice", code)
	}
}

func (r Registration) validate(p *written.Problems) {
	for _, field := range slices.Sorted(maps.Keys(r.Rules)) {
		p.Check(slices.Contains(FormFields, field), "registration.rules."+field, "is no field of the form")
	}
	p.OneOf("registration.genderInputType", r.GenderInputType, "Select", "Radio")
	p.OneOf("registration.passwordStrength", r.PasswordStrength, "NONE", "UPPER_CASE", "SYMBOL", "UPPER_CASE_SYMBOL")
	shortest := schema.Rules().Password.Min
	p.Check(r.PasswordMax >= shortest && r.PasswordMax <= longestPassword, "registration.passwordMax", "must be %d to %d", shortest, longestPassword)
	p.AtMost("registration.customAssociatedInfo", len(r.Custom), schema.Rules().Lists["customFields"], "customFields")
	seen := map[string]bool{}
	for i, item := range r.Custom {
		path := fmt.Sprintf("registration.customAssociatedInfo[%d]", i)
		p.ItemID(path+".id", item.ID)
		p.Check(!seen[item.ID], path+".id", "%q is given twice", item.ID)
		seen[item.ID] = true
		p.Text(path+".title", item.Title)
		p.OneOf(path+".type", item.Type, "TEXT", "SELECT", "CHECKBOX")
		p.Check((item.Type == "SELECT") == (len(item.Options) > 0), path+".selectOptions", "are for SELECT, which needs some")
		for j, option := range item.Options {
			at := fmt.Sprintf("%s.selectOptions[%d]", path, j)
			p.Check(option.ID != "", at+".id", "is needed")
			p.Text(at+".label", option.Label)
		}
	}
}
