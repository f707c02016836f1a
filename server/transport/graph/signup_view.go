package graph

import (
	"cmp"
	"context"

	"kaiin/ent"
	"kaiin/server/base/settings"
	"kaiin/server/base/words"
	"kaiin/server/identity/account"
	"kaiin/server/identity/signup"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/viewer"
)

// signupStep answers the pages of the sign-up that show no form.
func (r *Resolver) signupStep(ctx context.Context, at signup.Stage, returnTo string) (*model.SignupStepScreen, error) {
	page, err := r.Signup.Page(ctx, viewer.Actor(ctx), at, returnTo)
	if err != nil {
		broken, err := flow(ctx, err)
		return &model.SignupStepScreen{FlowError: broken, Policies: []*model.Policy{}, ExternalAccounts: []*model.ExternalAccount{}}, err
	}
	wanted, err := r.wantedPlan(ctx, page.ReturnTo)
	return &model.SignupStepScreen{
		RedirectTo: address(page.Next), ReturnTo: orNull(page.ReturnTo), WantedPlan: wanted, Step: orNoNumber(page.Step), TotalSteps: orNoNumber(page.Steps),
		Email: orNull(page.Email), AsksCode: page.AsksCode, Policies: policyViews(page.Policies, page.UsesExternalPolicy, viewer.Actor(ctx).Locale),
		ExternalAccounts: externalAccountViews(r.Login.External(page.External)), Linking: linkingView(page), PinCodeMinutes: int(page.PinCodeLife.Minutes()), ResendAt: page.ResendAt,
	}, err
}

// linkingView is the external account the new one will be linked to.
func linkingView(page *signup.Page) *model.ExternalAccount {
	if page.Linking == nil {
		return nil
	}
	return externalAccountViews([]settings.ExternalAccount{page.LinkingTo})[0]
}

func policyViews(policies []*ent.StorePolicy, usesExternal bool, locale string) []*model.Policy {
	views := []*model.Policy{}
	for _, p := range policies {
		views = append(views, policyView(p, usesExternal, locale))
	}
	return views
}

func policyView(p *ent.StorePolicy, usesExternal bool, locale string) *model.Policy {
	return &model.Policy{
		PolicyID: p.ID, Revision: p.Revision, Key: p.Key, Title: words.Text(p.Title).In(locale),
		RenderData: orNull(words.Text(p.Body).In(locale)), IsExternal: p.IsExternal, UsesExternalPolicy: usesExternal,
		DataSource: p.DataSource,
	}
}

// signupFormData is what was typed before; a password is never among it.
func signupFormData(page *signup.Page) *model.SignupFormData {
	p, social := page.Profile, (*string)(nil)
	if page.Linking != nil && page.Registration.Rule("socialEmail") != settings.NotUse {
		social = orNull(page.Linking.Email)
	}
	return &model.SignupFormData{
		Email: orNull(page.Email), SocialEmail: social, UserID: orNull(page.UserID), Name: orNull(p.Name), NameKana: orNull(p.NameKana),
		FamilyName: orNull(p.FamilyName), GivenName: orNull(p.GivenName),
		FamilyNameKana: orNull(p.FamilyNameKana), GivenNameKana: orNull(p.GivenNameKana), Nickname: orNull(p.Nickname),
		Sex: p.Sex, Birthday: orNull(p.Birthday), PostalCode: orNull(p.PostalCode), Prefecture: p.Prefecture,
		Address: orNull(p.Address), Address2: orNull(p.Address2), PhoneNumber: orNull(p.PhoneNumber),
	}
}

// signupForm is the form as the page sent it; null is "not given" (V-006).
func signupForm(in model.SignupFormInput, custom []*model.CustomValueInput, consents []*model.PolicyConsentInput) signup.Form {
	return signup.Form{
		Email: cmp.Or(orEmpty(in.Email), orEmpty(in.SocialEmail)), PinCode: orEmpty(in.PinCode), UserID: orEmpty(in.UserID),
		Password: orEmpty(in.Password), PasswordConfirm: orEmpty(in.PasswordConfirm),
		Profile: account.Personal{
			Name: orEmpty(in.Name), NameKana: orEmpty(in.NameKana), FamilyName: orEmpty(in.FamilyName), GivenName: orEmpty(in.GivenName),
			FamilyNameKana: orEmpty(in.FamilyNameKana), GivenNameKana: orEmpty(in.GivenNameKana), Nickname: orEmpty(in.Nickname),
			Sex: in.Sex, Birthday: orEmpty(in.Birthday), PhoneNumber: orEmpty(in.PhoneNumber), PostalCode: orEmpty(in.PostalCode),
			Prefecture: in.Prefecture, Address: orEmpty(in.Address), Address2: orEmpty(in.Address2), Custom: customOf(custom),
		},
		Consents: consentsOf(consents),
	}
}

func customOf(in []*model.CustomValueInput) map[string]string {
	values := map[string]string{}
	for _, c := range in {
		values[c.ID] = orEmpty(c.Value)
	}
	return values
}

func consentsOf(in []*model.PolicyConsentInput) []account.Consent {
	var consents []account.Consent
	for _, c := range in {
		consents = append(consents, account.Consent{PolicyID: c.PolicyID, Revision: c.Revision, Key: c.Key})
	}
	return consents
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func orNoNumber(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}
