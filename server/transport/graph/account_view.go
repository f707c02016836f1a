package graph

import (
	"kaiin/server/base/settings"
	"kaiin/server/transport/graph/model"
)

func externalAccountViews(offered []settings.ExternalAccount) []*model.ExternalAccount {
	views := []*model.ExternalAccount{}
	for _, e := range offered {
		views = append(views, &model.ExternalAccount{UserIdentifierName: e.Name, UserIdentifierType: e.Type, UserIdentifierMethod: e.Method})
	}
	return views
}

// registrationView is what the forms of the sign-up and of the registration info ask, in
// the locale.
func registrationView(r settings.Registration, locale string) *model.AccountRegistrationSetting {
	view := &model.AccountRegistrationSetting{
		UserID: r.Rule("userId"), Password: r.Rule("password"), Name: r.Rule("name"), NameKana: r.Rule("nameKana"),
		FamilyName: r.Rule("familyName"), GivenName: r.Rule("givenName"),
		FamilyNameKana: r.Rule("familyNameKana"), GivenNameKana: r.Rule("givenNameKana"), Nickname: r.Rule("nickname"),
		Sex: r.Rule("sex"), Birthday: r.Rule("birthday"), PostalCode: r.Rule("postalCode"), Prefecture: r.Rule("prefecture"),
		Address: r.Rule("address"), Address2: r.Rule("address2"), PhoneNumber: r.Rule("phoneNumber"), Country: r.Rule("country"),
		DisallowUnknownGender: r.DisallowUnknownGender, GenderInputType: r.GenderInputType,
		PasswordStrength: orNull(r.PasswordStrength), PasswordMax: r.PasswordMax, CustomAssociatedInfo: []*model.CustomItem{},
	}
	for _, item := range r.Custom {
		options := []*model.CustomOption{}
		for _, o := range item.Options {
			options = append(options, &model.CustomOption{ID: o.ID, Label: o.Label.In(locale)})
		}
		view.CustomAssociatedInfo = append(view.CustomAssociatedInfo, &model.CustomItem{
			ID: item.ID, Title: item.Title.In(locale), Type: item.Type, Rule: item.Rule, SelectOptions: options,
		})
	}
	return view
}
