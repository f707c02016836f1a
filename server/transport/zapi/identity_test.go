package zapi

import (
	"context"

	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/graph/payload"
)

// What the resolvers of the identity half are asked.

func (f *fakes) SendLoginCode(ctx context.Context, in model.SendLoginCodeInput) (*payload.SendLoginCodePayload, error) {
	f.returnTo = in.ReturnTo
	return act[payload.SendLoginCodePayload](ctx, f, "sendLoginCode", in.EmailUserID, in.IsAmaltheaLogin)
}
func (f *fakes) MultiFactorLogin(ctx context.Context, in model.MultiFactorLoginInput) (*payload.MultiFactorLoginPayload, error) {
	return act[payload.MultiFactorLoginPayload](ctx, f, "multiFactorLogin", in.Type, in.Value, in.IsPreferred, in.RememberDevice, in.Oidc)
}
func (f *fakes) EnableMultiFactor(ctx context.Context, in model.EnableMultiFactorInput) (*payload.EnableMultiFactorPayload, error) {
	return act[payload.EnableMultiFactorPayload](ctx, f, "enableMultiFactor", in.MultiFactorType, in.Secret, in.Token, in.PhoneNumber, in.PinCode)
}
func (f *fakes) DisableMultiFactor(ctx context.Context, in model.DisableMultiFactorInput) (*payload.DisableMultiFactorPayload, error) {
	return act[payload.DisableMultiFactorPayload](ctx, f, "disableMultiFactor", in.MultiFactorType)
}
func (f *fakes) EnableMultiFactorWithBackupCode(ctx context.Context, in model.EnableMultiFactorWithBackupCodeInput) (*payload.EnableMultiFactorWithBackupCodePayload, error) {
	return act[payload.EnableMultiFactorWithBackupCodePayload](ctx, f, "enableMultiFactorWithBackupCode", in.BackupCodeList)
}
func (f *fakes) RegenerateBackupCode(ctx context.Context, in model.RegenerateBackupCodeInput) (*payload.RegenerateBackupCodePayload, error) {
	return act[payload.RegenerateBackupCodePayload](ctx, f, "regenerateBackupCode", in.BackupCodeList)
}
func (f *fakes) DeleteTrustedDevice(ctx context.Context, in model.DeleteTrustedDeviceInput) (*payload.DeleteTrustedDevicePayload, error) {
	return act[payload.DeleteTrustedDevicePayload](ctx, f, "deleteTrustedDevice", in.DeviceToken)
}
func (f *fakes) DeleteAllTrustedDevices(ctx context.Context) (*payload.DeleteAllTrustedDevicesPayload, error) {
	return act[payload.DeleteAllTrustedDevicesPayload](ctx, f, "deleteAllTrustedDevices")
}
func (f *fakes) EndSession(ctx context.Context, in model.EndSessionInput) (*payload.EndSessionPayload, error) {
	return act[payload.EndSessionPayload](ctx, f, "endSession", in.SessionID)
}
func (f *fakes) ForgotPassword(ctx context.Context, in model.ForgotPasswordInput) (*payload.ForgotPasswordPayload, error) {
	return act[payload.ForgotPasswordPayload](ctx, f, "forgotPassword", in.Email)
}
func (f *fakes) ResetPassword(ctx context.Context, in model.ResetPasswordInput) (*payload.ResetPasswordPayload, error) {
	return act[payload.ResetPasswordPayload](ctx, f, "resetPassword", in.Token, in.Password, in.PasswordConfirm)
}
func (f *fakes) DisableSocial(ctx context.Context, in model.DisableSocialInput) (*payload.DisableSocialPayload, error) {
	return act[payload.DisableSocialPayload](ctx, f, "disableSocial", in.UserIdentifierType, in.UserIdentifierMethod)
}
func (f *fakes) StartEmailEdit(ctx context.Context, in model.StartEmailEditInput) (*payload.StartEmailEditPayload, error) {
	return act[payload.StartEmailEditPayload](ctx, f, "startEmailEdit", in.Email, in.Type)
}
func (f *fakes) ChangeEmail(ctx context.Context, in model.ChangeEmailInput) (*payload.ChangeEmailPayload, error) {
	return act[payload.ChangeEmailPayload](ctx, f, "changeEmail", in.PinCode)
}
func (f *fakes) SendPinCode(ctx context.Context, in model.SendPinCodeInput) (*payload.SendPinCodePayload, error) {
	return act[payload.SendPinCodePayload](ctx, f, "sendPinCode", in.Email, in.Type)
}
func (f *fakes) ReConsent(ctx context.Context, in model.ReConsentInput) (*payload.ReConsentPayload, error) {
	return act[payload.ReConsentPayload](ctx, f, "reConsent", in.PolicyConsentData[0].PolicyID, in.PolicyConsentData[0].Revision, in.PolicyConsentData[0].Key)
}
func (f *fakes) SetPinCode(ctx context.Context, in model.SetPinCodeInput) (*payload.SetPinCodePayload, error) {
	return act[payload.SetPinCodePayload](ctx, f, "setPinCode", in.PinCode)
}
func (f *fakes) RequestDataFile(ctx context.Context) (*payload.RequestDataFilePayload, error) {
	return act[payload.RequestDataFilePayload](ctx, f, "requestDataFile")
}

func (f *fakes) AnswerConsent(_ context.Context, in model.AnswerConsentInput) (*payload.AnswerConsentPayload, error) {
	f.note("answerConsent", in.ConsentOptionID, in.Key, in.Value)
	return &payload.AnswerConsentPayload{Result: right}, f.err
}
func (f *fakes) SetProfileImage(ctx context.Context, in model.SetProfileImageInput) (*payload.SetProfileImagePayload, error) {
	return act[payload.SetProfileImagePayload](ctx, f, "setProfileImage", in.ProfileImage)
}
func (f *fakes) VerifyEmail(ctx context.Context, in model.VerifyEmailInput) (*payload.VerifyEmailPayload, error) {
	return act[payload.VerifyEmailPayload](ctx, f, "verifyEmail", in.PinCode)
}
func (f *fakes) EnablePassword(ctx context.Context, in model.EnablePasswordInput) (*payload.EnablePasswordPayload, error) {
	return act[payload.EnablePasswordPayload](ctx, f, "enablePassword", in.PinCode, in.Password, in.PasswordConfirm)
}
func (f *fakes) ChangePassword(ctx context.Context, in model.ChangePasswordInput) (*payload.ChangePasswordPayload, error) {
	return act[payload.ChangePasswordPayload](ctx, f, "changePassword", in.OldPassword, in.NewPassword)
}
func (f *fakes) ChangeUserID(ctx context.Context, in model.ChangeUserIDInput) (*payload.ChangeUserIDPayload, error) {
	return act[payload.ChangeUserIDPayload](ctx, f, "changeUserId", in.Password, in.UserID)
}
func (f *fakes) ConfirmWithdrawal(ctx context.Context, in model.ConfirmWithdrawalInput) (*payload.ConfirmWithdrawalPayload, error) {
	return act[payload.ConfirmWithdrawalPayload](ctx, f, "confirmWithdrawal", in.Consent, len(in.Answers))
}
func (f *fakes) CancelSubscription(ctx context.Context, in model.CancelSubscriptionInput) (*payload.CancelSubscriptionPayload, error) {
	return act[payload.CancelSubscriptionPayload](ctx, f, "cancelSubscription", in.SubscriptionID, len(in.Answers))
}
func (f *fakes) UndoCancellation(ctx context.Context, in model.UndoCancellationInput) (*payload.UndoCancellationPayload, error) {
	return act[payload.UndoCancellationPayload](ctx, f, "undoCancellation", in.SubscriptionID)
}
func (f *fakes) Withdraw(ctx context.Context, in model.WithdrawInput) (*payload.WithdrawPayload, error) {
	return act[payload.WithdrawPayload](ctx, f, "withdraw", in.PinCode)
}
func (f *fakes) MultiFactorSettingScreen(context.Context) (*model.MultiFactorSettingScreen, error) {
	f.note("multiFactorSettingScreen")
	return nil, f.err
}
