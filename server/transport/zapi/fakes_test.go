package zapi

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"kaiin/server/identity/login"
	"kaiin/server/transport/graph/generated"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/graph/payload"
)

// fakes notes what the resolvers were asked and answers what the test says. What it does not
// answer panics.
type fakes struct {
	generated.ResolverRoot
	generated.QueryResolver
	generated.MutationResolver
	asked   string
	payload payload.Result
	status  int
	err     error

	returnTo *string // of the last call that has one
}

func (f *fakes) Query() generated.QueryResolver { return f }

func (f *fakes) Mutation() generated.MutationResolver { return f }

func (f *fakes) note(name string, arguments ...any) {
	text, _ := json.Marshal(arguments)
	f.asked = name + strings.TrimPrefix(string(text), "null")
}

func act[P ~struct{ payload.Result }](ctx context.Context, f *fakes, name string, arguments ...any) (*P, error) {
	f.note(name, arguments...)
	if f.err != nil {
		return nil, f.err
	}
	if f.status != 0 {
		graphql.RegisterExtension(ctx, "status", f.status)
	}
	return &P{Result: f.payload}, nil
}

func (f *fakes) Login(ctx context.Context, in model.LoginInput) (*payload.LoginPayload, error) {
	f.returnTo = in.ReturnTo
	return act[payload.LoginPayload](ctx, f, "login", in.EmailUserID, in.Password, in.AuthCode, in.LoginMethod, in.Token, in.Oidc)
}

func (f *fakes) Logout(ctx context.Context) (*payload.LogoutPayload, error) {
	return act[payload.LogoutPayload](ctx, f, "logout")
}

func (f *fakes) SignupEmail(ctx context.Context, in model.SignupEmailInput) (*payload.SignupEmailPayload, error) {
	f.returnTo = in.ReturnTo
	return act[payload.SignupEmailPayload](ctx, f, "signupEmail", in.Type, in.Email, len(in.PolicyConsentData))
}

func (f *fakes) SignupPinCode(ctx context.Context, in model.SignupPinCodeInput) (*payload.SignupPinCodePayload, error) {
	return act[payload.SignupPinCodePayload](ctx, f, "signupPinCode", in.PinCode)
}

func (f *fakes) SignupPolicy(ctx context.Context, in model.SignupPolicyInput) (*payload.SignupPolicyPayload, error) {
	return act[payload.SignupPolicyPayload](ctx, f, "signupPolicy", in.PolicyConsentData[0].PolicyID, in.PolicyConsentData[0].Revision, in.PolicyConsentData[0].Key)
}

func (f *fakes) SignupConfirm(ctx context.Context, in model.SignupConfirmInput) (*payload.SignupConfirmPayload, error) {
	typed := in.InputtedData
	return act[payload.SignupConfirmPayload](ctx, f, "signupConfirm", typed.FormData.Email, len(typed.CustomAssociatedInfoData), len(typed.PolicyConsentData))
}

func (f *fakes) Signup(ctx context.Context, in model.SignupInput) (*payload.SignupPayload, error) {
	var email *string
	if in.FormData != nil {
		email = in.FormData.Email
	}
	return act[payload.SignupPayload](ctx, f, "signup", email, len(in.CustomAssociatedInfo), len(in.PolicyConsentData))
}

func (f *fakes) VerifyUserID(ctx context.Context, in model.VerifyUserIDInput) (*payload.VerifyUserIDPayload, error) {
	return act[payload.VerifyUserIDPayload](ctx, f, "verifyUserId", in.UserID)
}

func (f *fakes) RegisterCard(ctx context.Context, in model.RegisterCardInput) (*payload.RegisterCardPayload, error) {
	return act[payload.RegisterCardPayload](ctx, f, "registerCard", in.Token, in.TokenKey, in.Tds2infoToken, in.Tds2infoTokenKey)
}

func (f *fakes) DeletePaymentMethod(_ context.Context, in model.DeletePaymentMethodInput) (*payload.DeletePaymentMethodPayload, error) {
	f.note("deletePaymentMethod", in.AccountPaymentMethodID)
	to := "/mypage/payment-method/delete/complete"
	return &payload.DeletePaymentMethodPayload{Result: payload.Result{RedirectTo: &to, UserErrors: []*model.UserError{}}}, f.err
}

func (f *fakes) SetDefaultPaymentMethod(ctx context.Context, in model.SetDefaultPaymentMethodInput) (*payload.SetDefaultPaymentMethodPayload, error) {
	return act[payload.SetDefaultPaymentMethodPayload](ctx, f, "setDefaultPaymentMethod", in.AccountPaymentMethodID)
}

func (f *fakes) FetchPlayback(_ context.Context, in model.FetchPlaybackInput) (*payload.FetchPlaybackPayload, error) {
	f.note("fetchPlayback", in.RefID)
	media := &model.Media{RefID: in.RefID, Sources: []*model.MediaSource{{Src: "https://a.example/index.m3u8", Type: "application/vnd.apple.mpegurl"}}, Tracks: []*model.MediaTrack{}}
	return &payload.FetchPlaybackPayload{Result: right, Media: media}, f.err
}

func (f *fakes) PurchaseVerify(_ context.Context, in model.PurchaseVerifyInput) (*payload.PurchaseVerifyPayload, error) {
	f.note("purchaseVerify", in.PlanID, in.PaymentMethodID, in.CampaignCode)
	return &payload.PurchaseVerifyPayload{Result: right}, f.err
}

func (f *fakes) PurchaseForm(_ context.Context, in model.PurchaseFormInput) (*payload.PurchaseFormPayload, error) {
	f.note("purchaseForm", in.PlanID, in.PlanIDOnForm, in.PaymentMethodID, in.CampaignCode, len(in.Answers))
	token := "t"
	return &payload.PurchaseFormPayload{Result: right, PurchaseToken: &token}, f.err
}

func (f *fakes) Purchase(_ context.Context, in model.PurchaseInput) (*payload.PurchasePayload, error) {
	f.note("purchase", in.PlanID, in.PurchaseToken, in.Tds2infoToken, in.Tds2infoTokenKey)
	return &payload.PurchasePayload{Result: right, IsPending: true}, f.err
}

func (f *fakes) PostalCode(_ context.Context, code string) (*model.PostalCodeResult, error) {
	f.note("postalCode", code)
	return &model.PostalCodeResult{Results: []*model.PostalCodeAddress{{PrefectureCode: 13, City: "千代田区", Town: "千代田", AllAddress: "東京都千代田区千代田"}}, UserErrors: []*model.UserError{}}, f.err
}

func (f *fakes) LoginScreen(_ context.Context, kind *login.Mode, returnTo *string, _ *bool) (*model.LoginScreen, error) {
	f.note("loginScreen", kind, returnTo)
	return &model.LoginScreen{CanToggle: true, ExternalAccounts: []*model.ExternalAccount{}}, f.err
}

func (f *fakes) MypageScreen(context.Context) (*model.MypageScreen, error) {
	f.note("mypageScreen")
	return nil, f.err
}

func (f *fakes) PlansScreen(context.Context) (*model.PlansScreen, error) {
	f.note("plansScreen")
	to := "/signup"
	return &model.PlansScreen{RedirectTo: &to, Subscriptions: []*model.Subscription{}, Plans: []*model.Plan{}}, f.err
}

func (f *fakes) PurchaseConfirmScreen(_ context.Context, planID string, signup *bool) (*model.PurchaseConfirmScreen, error) {
	f.note("purchaseConfirmScreen", planID, signup)
	return &model.PurchaseConfirmScreen{FlowError: &model.FlowError{RedirectTo: "/plans/" + planID, Message: "x"}}, f.err
}

func (f *fakes) AccountHeader(context.Context) (*model.AccountHeader, error) {
	f.note("accountHeader")
	return nil, f.err
}
