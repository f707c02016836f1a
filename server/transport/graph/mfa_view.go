package graph

import (
	"kaiin/server/base/step"
	"kaiin/server/identity/credential"
	"kaiin/server/transport/graph/model"
)

func factorSettingView(setting *credential.FactorSetting, devices int) *model.MultiFactorSettingScreen {
	view := &model.MultiFactorSettingScreen{
		Types: []*model.MultiFactorTypeState{}, MultiFactorType: notNull(setting.Enabled.Types),
		IsEnabledMultiFactor: len(setting.Enabled.Types) > 0, BackupCodesLeft: setting.Enabled.BackupCodes, TrustedDeviceCount: devices,
	}
	for _, kind := range setting.Offered {
		view.Types = append(view.Types, &model.MultiFactorTypeState{Type: kind, Enabled: setting.Enabled.Has(kind)})
	}
	return view
}

func factorTypeView(page *credential.FactorPage, locale string) *model.MultiFactorTypeScreen {
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

func backupCodeView(setting *credential.FactorSetting) *model.BackupCodeScreen {
	if len(setting.Enabled.Types) == 0 {
		return &model.BackupCodeScreen{RedirectTo: address(step.Factors)}
	}
	return &model.BackupCodeScreen{BackupCodesLeft: setting.Enabled.BackupCodes}
}

// listed is a list as GraphQL wants it: empty, not null.
func listed[T ~string](names []T) []string {
	list := []string{}
	for _, name := range names {
		list = append(list, string(name))
	}
	return list
}
