package zapi

import (
	"context"

	"kaiin/server/graph/model"
)

// What the resolvers of the identity half are asked.

func (f *fakes) SendLoginCode(ctx context.Context, identifier string, amalthea *bool, _, _ *string) (*model.ActionPayload, error) {
	return f.act(ctx, "sendLoginCode", identifier, amalthea)
}
func (f *fakes) MultiFactorLogin(ctx context.Context, kind, value string, preferred, remember, oidc *bool) (*model.ActionPayload, error) {
	return f.act(ctx, "multiFactorLogin", kind, value, preferred, remember, oidc)
}
func (f *fakes) EnableMultiFactor(ctx context.Context, kind string, secret, token, phone, pin *string) (*model.ActionPayload, error) {
	return f.act(ctx, "enableMultiFactor", kind, secret, token, phone, pin)
}
func (f *fakes) DisableMultiFactor(ctx context.Context, kind string) (*model.ActionPayload, error) {
	return f.act(ctx, "disableMultiFactor", kind)
}
func (f *fakes) EnableMultiFactorWithBackupCode(ctx context.Context, codes []string) (*model.ActionPayload, error) {
	return f.act(ctx, "enableMultiFactorWithBackupCode", codes)
}
func (f *fakes) RegenerateBackupCode(ctx context.Context, codes []string) (*model.ActionPayload, error) {
	return f.act(ctx, "regenerateBackupCode", codes)
}
func (f *fakes) DeleteTrustedDevice(ctx context.Context, token string) (*model.ActionPayload, error) {
	return f.act(ctx, "deleteTrustedDevice", token)
}
func (f *fakes) DeleteAllTrustedDevices(ctx context.Context) (*model.ActionPayload, error) {
	return f.act(ctx, "deleteAllTrustedDevices")
}
func (f *fakes) ForgotPassword(ctx context.Context, email string) (*model.ActionPayload, error) {
	return f.act(ctx, "forgotPassword", email)
}
func (f *fakes) ResetPassword(ctx context.Context, token, password, confirm string) (*model.ActionPayload, error) {
	return f.act(ctx, "resetPassword", token, password, confirm)
}
func (f *fakes) DisableSocial(ctx context.Context, kind string, method *string) (*model.ActionPayload, error) {
	return f.act(ctx, "disableSocial", kind, method)
}
func (f *fakes) StartEmailEdit(ctx context.Context, email, kind string) (*model.ActionPayload, error) {
	return f.act(ctx, "startEmailEdit", email, kind)
}
func (f *fakes) ChangeEmail(ctx context.Context, pin string) (*model.ActionPayload, error) {
	return f.act(ctx, "changeEmail", pin)
}
func (f *fakes) SendPinCode(ctx context.Context, email *string, kind string) (*model.ActionPayload, error) {
	return f.act(ctx, "sendPinCode", email, kind)
}
func (f *fakes) VerifyEmail(ctx context.Context, pin string) (*model.ActionPayload, error) {
	return f.act(ctx, "verifyEmail", pin)
}
func (f *fakes) EnablePassword(ctx context.Context, pin, password, confirm string) (*model.ActionPayload, error) {
	return f.act(ctx, "enablePassword", pin, password, confirm)
}
func (f *fakes) ChangePassword(ctx context.Context, old, new string) (*model.ActionPayload, error) {
	return f.act(ctx, "changePassword", old, new)
}
func (f *fakes) ChangeUserID(ctx context.Context, password, userID string) (*model.ActionPayload, error) {
	return f.act(ctx, "changeUserId", password, userID)
}
func (f *fakes) ConfirmWithdrawal(ctx context.Context, consent *bool, answers []*model.SurveyAnswerInput) (*model.ActionPayload, error) {
	return f.act(ctx, "confirmWithdrawal", consent, len(answers))
}
func (f *fakes) Withdraw(ctx context.Context, pin string) (*model.ActionPayload, error) {
	return f.act(ctx, "withdraw", pin)
}
func (f *fakes) MultiFactorSettingScreen(context.Context) (*model.MultiFactorSettingScreen, error) {
	f.note("multiFactorSettingScreen")
	return nil, f.err
}
