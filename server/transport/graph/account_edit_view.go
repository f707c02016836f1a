package graph

import (
	"context"

	"kaiin/server/base/settings"
	"kaiin/server/identity/account"
	"kaiin/server/transport/graph/entity"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/viewer"
)

// accountEditScreen is a page of the registration info, unless it could not be had.
func (r *Resolver) accountEditScreen(ctx context.Context, page *account.EditPage, err error) (*model.AccountEditScreen, error) {
	if err != nil {
		return nil, err
	}
	view := accountEditView(page, viewer.Actor(ctx).Locale)
	if page.Account != nil {
		view.Account = r.member(ctx, page.Account)
	}
	return view, nil
}

// accountEditView is the page, in the locale, but for the member.
func accountEditView(page *account.EditPage, locale string) *model.AccountEditScreen {
	view := &model.AccountEditScreen{
		RedirectTo: address(page.Next), Countries: []*model.Country{}, CustomAssociatedInfo: entity.CustomValues(page.Form.Custom),
		ChangedFields: append([]string{}, page.Changed...), IsOvertaken: page.Overtaken,
	}
	if !page.Next.None() {
		return view
	}
	r, p := page.Registration, page.Form
	view.Setting, view.Version = registrationView(r, locale), &page.Version
	view.FormData = &model.ProfileData{
		Name: orNull(p.Name), NameKana: orNull(p.NameKana), FamilyName: orNull(p.FamilyName), GivenName: orNull(p.GivenName),
		FamilyNameKana: orNull(p.FamilyNameKana), GivenNameKana: orNull(p.GivenNameKana), Nickname: orNull(p.Nickname),
		Sex: p.Sex, Birthday: orNull(p.Birthday), PostalCode: orNull(p.PostalCode), Prefecture: p.Prefecture,
		Address: orNull(p.Address), Address2: orNull(p.Address2), PhoneNumber: orNull(p.PhoneNumber), Country: orNull(p.Country),
	}
	if r.Rule("country") != settings.NotUse {
		for _, c := range account.Countries(locale) {
			view.Countries = append(view.Countries, &model.Country{Code: c.Code, Name: c.Name})
		}
	}
	return view
}

// profileOf is the form of the registration info as the page sent it; null is "not given" (V-006).
func profileOf(in model.ProfileInput, custom []*model.CustomValueInput) account.Personal {
	return account.Personal{
		Name: orEmpty(in.Name), NameKana: orEmpty(in.NameKana), FamilyName: orEmpty(in.FamilyName), GivenName: orEmpty(in.GivenName),
		FamilyNameKana: orEmpty(in.FamilyNameKana), GivenNameKana: orEmpty(in.GivenNameKana), Nickname: orEmpty(in.Nickname),
		Sex: in.Sex, Birthday: orEmpty(in.Birthday), PhoneNumber: orEmpty(in.PhoneNumber), PostalCode: orEmpty(in.PostalCode),
		Country: orEmpty(in.Country), Prefecture: in.Prefecture, Address: orEmpty(in.Address), Address2: orEmpty(in.Address2),
		Custom: customOf(append(in.CustomAssociatedInfo, custom...)),
	}
}
