package graph

import (
	"kaiin/ent"
	"kaiin/server/account"
	"kaiin/server/catalog"
	"kaiin/server/credential"
	"kaiin/server/graph/model"
)

func accountView(row *ent.Account, factors credential.Factors) model.Account {
	view := model.Account{
		AuthID: row.ID.String(), UserID: row.UserID, ContactEmail: row.Email,
		IsEmailVerified: row.EmailVerifiedAt != nil, EmailVerifiedDate: row.EmailVerifiedAt,
		UserIdentifiers:   []*model.UserIdentifier{},
		IsEnabledPassword: row.PasswordHash != nil, PasswordUpdatedAt: row.PasswordUpdatedAt,
		IsEnabledMultiFactor: len(factors.Types) > 0, MultiFactorType: listed(factors.Types),
		ProfileImageURL: row.ProfileImageURL, Nickname: row.Nickname, DisplayName: orNull(account.DisplayName(row)),
	}
	if row.Email != nil {
		view.UserIdentifiers = append(view.UserIdentifiers, &model.UserIdentifier{UserIdentifierType: "Email"})
	}
	return view
}

func headerView(row *ent.Account) model.AccountHeader {
	return model.AccountHeader{
		AuthID: orNull(row.ID.String()), DisplayName: orNull(account.DisplayName(row)), ProfileImageURL: row.ProfileImageURL,
	}
}

func externalAccountViews(offered []catalog.ExternalAccount) []*model.ExternalAccount {
	views := []*model.ExternalAccount{}
	for _, e := range offered {
		views = append(views, &model.ExternalAccount{UserIdentifierName: e.Name, UserIdentifierType: e.Type, UserIdentifierMethod: e.Method})
	}
	return views
}

// registrationView is what the sign-up form asks, in the locale. The country is none of it.
func registrationView(r catalog.Registration, locale string) *model.AccountRegistrationSetting {
	rule := func(field string) string { return string(r.Rule(field)) }
	view := &model.AccountRegistrationSetting{
		UserID: rule("userId"), Password: rule("password"), Name: rule("name"), NameKana: rule("nameKana"),
		FamilyName: rule("familyName"), GivenName: rule("givenName"),
		FamilyNameKana: rule("familyNameKana"), GivenNameKana: rule("givenNameKana"), Nickname: rule("nickname"),
		Sex: rule("sex"), Birthday: rule("birthday"), PostalCode: rule("postalCode"), Prefecture: rule("prefecture"),
		Address: rule("address"), Address2: rule("address2"), PhoneNumber: rule("phoneNumber"), Country: string(catalog.NotUse),
		DisallowUnknownGender: r.DisallowUnknownGender, GenderInputType: r.GenderInputType,
		PasswordStrength: orNull(r.PasswordStrength), PasswordMax: r.PasswordMax, CustomAssociatedInfo: []*model.CustomItem{},
	}
	for _, item := range r.Custom {
		options := []*model.CustomOption{}
		for _, o := range item.Options {
			options = append(options, &model.CustomOption{ID: o.ID, Label: o.Label.In(locale)})
		}
		view.CustomAssociatedInfo = append(view.CustomAssociatedInfo, &model.CustomItem{
			ID: item.ID, Title: item.Title.In(locale), Type: item.Type, Rule: string(item.Rule), SelectOptions: options,
		})
	}
	return view
}
