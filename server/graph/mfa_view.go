package graph

import (
	"kaiin/server/account"
	"kaiin/server/graph/model"
)

// factorPath is where second factors are set up.
const factorPath = "/mypage/multi-factor"

func factorSettingView(setting *account.FactorSetting, devices int) *model.MultiFactorSettingScreen {
	view := &model.MultiFactorSettingScreen{
		Types: []*model.MultiFactorTypeState{}, MultiFactorType: listed(setting.Enabled.Types),
		IsEnabledMultiFactor: len(setting.Enabled.Types) > 0, BackupCodesLeft: setting.Enabled.BackupCodes, TrustedDeviceCount: devices,
	}
	for _, kind := range setting.Offered {
		view.Types = append(view.Types, &model.MultiFactorTypeState{Type: kind, Enabled: setting.Enabled.Has(kind)})
	}
	return view
}

func factorTypeView(page *account.FactorPage, locale string) *model.MultiFactorTypeScreen {
	view := &model.MultiFactorTypeScreen{
		Type: page.Type, Enabled: page.Enabled, SendTo: orNull(page.SendTo), IsEmailVerified: page.EmailVerified,
		Secret: orNull(page.Secret), OtpauthURL: orNull(page.OTPAddress), QRCode: orNull(page.QRCode), PhoneNumber: orNull(page.PhoneNumber),
	}
	if page.Code != nil {
		minutes := page.Code.Called.Minutes
		view.CodeName, view.CodeMinutes, view.ResendAt = orNull(page.Code.Called.DisplayName.In(locale)), &minutes, page.Code.ResendAt
	}
	return view
}

func backupCodeView(setting *account.FactorSetting) *model.BackupCodeScreen {
	if len(setting.Enabled.Types) == 0 {
		return &model.BackupCodeScreen{RedirectTo: orNull(factorPath)}
	}
	return &model.BackupCodeScreen{BackupCodesLeft: setting.Enabled.BackupCodes}
}

// listed is a list as GraphQL wants it: empty, not null.
func listed(names []string) []string {
	if names == nil {
		return []string{}
	}
	return names
}
