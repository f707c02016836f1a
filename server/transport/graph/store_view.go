package graph

import (
	"slices"
	"strings"

	"kaiin/server/base/settings"
	"kaiin/server/identity/login"
	"kaiin/server/transport/graph/model"
)

// storeView is the store's settings as every page gets them, in the locale.
func storeView(s *settings.Settings, locale string) model.Store {
	purpose := func(p settings.CodePurpose) model.AuthCodePurpose {
		return model.AuthCodePurpose{DisplayName: p.DisplayName.In(locale)}
	}
	return model.Store{
		ServiceName:        s.ServiceName.In(locale),
		ServiceDescription: s.ServiceDescription.In(locale),
		Theme:              s.Theme,
		GtmID:              orNull(s.GtmID),
		Images: model.StoreImages{
			LogoPc: orNull(s.Images.LogoPc), LogoSp: orNull(s.Images.LogoSp), LogoDark: orNull(s.Images.LogoDark),
			Favicon: orNull(s.Images.Favicon), AppleTouchIcon: orNull(s.Images.AppleTouchIcon), OgImage: orNull(s.Images.OgImage),
		},
		Colors:             model.StoreColors(s.Colors.Palette()),
		Footers:            footersView(s, locale),
		EnablePoweredByPvs: s.EnablePoweredByPvs,
		SMTPDomain:         orNull(s.SMTPDomain),
		AuthCodeSetting: model.AuthCodeSetting{
			Login: purpose(s.AuthCodes.Login), SignUp: purpose(s.AuthCodes.SignUp),
			Withdraw: purpose(s.AuthCodes.Withdraw), MultiFactorEmail: purpose(s.AuthCodes.MultiFactorEmail),
		},
		Player:                  model.PlayerSetting{PlaybackRates: notNull(s.Player.PlaybackRates), TestVideoMediaRefID: orNull(s.Player.TestVideoMediaRefID)},
		Env:                     s.Env,
		IsNewsletterEnabled:     s.Flags.Newsletter,
		IsPrivacyEnabled:        s.Flags.Privacy,
		IsPinCodeEnabled:        s.Flags.PinCode,
		IsOidcEnabled:           s.Flags.Oidc,
		IsEnabledUserID:         s.Flags.UserID,
		IsEnabledPassword:       s.Flags.Password,
		IsEnabledMultiFactor:    s.Flags.MultiFactor,
		IsEnabledAuthCode:       s.Flags.AuthCode,
		IsEnabledEmail:          s.Flags.Email,
		IsRecaptchaEnabled:      s.Flags.Recaptcha,
		ReCaptchaKey:            orNull(s.ReCaptchaKey),
		EmailEditURL:            orNull(s.EmailEditURL),
		DefaultLoginType:        login.Mode(s.DefaultLoginType),
		SignupStyle:             s.StyleOfSignup(),
		IsAmaltheaLogin:         s.Flags.AmaltheaLogin,
		HasSubscriptionPlan:     s.SellsSubscriptions,
		IsStorePaymentAvailable: s.Flags.StorePayment,
	}
}

// footersView leaves out links to pages of policies that are not there.
func footersView(s *settings.Settings, locale string) model.StoreFooters {
	f := s.Footers
	view := model.StoreFooters{
		FooterLinks: []*model.FooterLink{},
		Trademarks:  []*model.Trademark{},
		SocialMediaLinks: model.SocialMediaLinks{
			TwitterURL: orNull(f.SocialMediaLinks.TwitterURL), FacebookURL: orNull(f.SocialMediaLinks.FacebookURL),
			InstagramURL: orNull(f.SocialMediaLinks.InstagramURL), LineURL: orNull(f.SocialMediaLinks.LineURL),
		},
		Copyright: orNull(f.Copyright.In(locale)),
	}
	for _, l := range f.FooterLinks {
		if page := strings.TrimPrefix(l.Value.In(locale), "/"); slices.Contains(settings.PolicyPages, page) && !s.HasPolicyPage(page) {
			continue
		}
		view.FooterLinks = append(view.FooterLinks, &model.FooterLink{
			Name: l.Name.In(locale), Value: l.Value.In(locale), Type: l.Type, Enable: l.Enable, OpensNewTab: l.ExternalLink, DisplayType: l.DisplayType,
		})
	}
	for _, t := range f.Trademarks {
		lines := []string{}
		for _, line := range t.Value {
			lines = append(lines, line.In(locale))
		}
		view.Trademarks = append(view.Trademarks, &model.Trademark{Type: t.Type, Name: t.Name.In(locale), Value: lines})
	}
	return view
}

// notNull is a list that pages read as empty, never as null.
func notNull[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
