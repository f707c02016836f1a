package payload

import "kaiin/server/transport/graph/model"

// The payloads that are nothing but a Result.
type (
	CancelSubscriptionPayload              struct{ Result }
	ChangeEmailPayload                     struct{ Result }
	ChangePasswordPayload                  struct{ Result }
	ChangePaymentMethodPayload             struct{ Result }
	ChangePlanPayload                      struct{ Result }
	ChangeUserIDPayload                    struct{ Result }
	ConfirmAccountEditPayload              struct{ Result }
	ConfirmLoginPayload                    struct{ Result }
	ConfirmWithdrawalPayload               struct{ Result }
	DeleteAllTrustedDevicesPayload         struct{ Result }
	DeletePasskeyPayload                   struct{ Result }
	DeleteTrustedDevicePayload             struct{ Result }
	DisableMultiFactorPayload              struct{ Result }
	DisableSocialPayload                   struct{ Result }
	EditAccountPayload                     struct{ Result }
	EnableMultiFactorPayload               struct{ Result }
	EnableMultiFactorWithBackupCodePayload struct{ Result }
	EnablePasswordPayload                  struct{ Result }
	EndOtherSessionsPayload                struct{ Result }
	EndSessionPayload                      struct{ Result }
	ForgotPasswordPayload                  struct{ Result }
	JoinPaymentMethodPayload               struct{ Result }
	KeepPlanPayload                        struct{ Result }
	LeavePayload                           struct{ Result }
	StopWithdrawalPayload                  struct{ Result }
	LoginPayload                           struct{ Result }
	LoginByPasskeyPayload                  struct{ Result }
	LogoutPayload                          struct{ Result }
	MultiFactorLoginPayload                struct{ Result }
	ReConsentPayload                       struct{ Result }
	RegenerateBackupCodePayload            struct{ Result }
	RegisterCardPayload                    struct{ Result }
	RegisterPasskeyPayload                 struct{ Result }
	RenamePasskeyPayload                   struct{ Result }
	RequestDataFilePayload                 struct{ Result }
	RemoveProfilePayload                   struct{ Result }
	ResetPasswordPayload                   struct{ Result }
	RetryPaymentPayload                    struct{ Result }
	RevokeGrantPayload                     struct{ Result }
	SendConfirmLoginCodePayload            struct{ Result }
	SendLoginCodePayload                   struct{ Result }
	SendMultiFactorCodePayload             struct{ Result }
	SendPinCodePayload                     struct{ Result }
	SetDefaultPaymentMethodPayload         struct{ Result }
	SetPinCodePayload                      struct{ Result }
	SetProfileImagePayload                 struct{ Result }
	SignupConfirmPayload                   struct{ Result }
	SignupEmailPayload                     struct{ Result }
	SignupPayload                          struct{ Result }
	SignupPinCodePayload                   struct{ Result }
	SignupPolicyPayload                    struct{ Result }
	StartEmailEditPayload                  struct{ Result }
	UndoCancellationPayload                struct{ Result }
	UndoEmailChangePayload                 struct{ Result }
	ProveHeldChangePayload                 struct{ Result }
	AgreeToHeldChangePayload               struct{ Result }
	StopHeldChangePayload                  struct{ Result }
	VerifyEmailPayload                     struct{ Result }
	VerifyUserIDPayload                    struct{ Result }
	WithdrawPayload                        struct{ Result }
)

// AnswerConsentPayload is the payload of an answer to a consent option.
type AnswerConsentPayload struct {
	Result
	ConsentOption *model.ConsentOption
}

// CreateProfilePayload is the payload of a new profile.
type CreateProfilePayload struct {
	Result
	Profile *model.Profile
}

// UpdateProfilePayload is the payload of a profile that was changed.
type UpdateProfilePayload struct {
	Result
	Profile *model.Profile
}

// SwitchProfilePayload is the payload of the profile that has become the current one.
type SwitchProfilePayload struct {
	Result
	Profile *model.Profile
}

// Challenge is the payload of a challenge for a device.
type Challenge struct {
	Result
	Options *string
}

// The payloads that are nothing but a Challenge.
type (
	StartPasskeyPayload             struct{ Challenge }
	StartPasskeyRegistrationPayload struct{ Challenge }
)

// FetchPlaybackPayload is the payload of a video.
type FetchPlaybackPayload struct {
	Result
	Media *model.Media
}

// DeletePaymentMethodPayload is the payload of a deletion that the member completes on another
// company's page.
type DeletePaymentMethodPayload struct {
	Result
	Ending *model.PostedForm
}

// LinkPaymentMethodPayload is the payload of a form that the browser posts.
type LinkPaymentMethodPayload struct {
	Result
	LinkURL *string
	Charset *string
	Params  []*model.FormParam
}

// The payloads of the checkout.
type (
	PurchaseVerifyPayload struct {
		Result
		Verification *model.OrderVerification
	}
	PurchaseFormPayload struct {
		Result
		PurchaseToken *string
	}
	PurchasePayload struct {
		Result
		IsPending      bool
		SubscriptionID *string
		LinkURL        *string
		Charset        *string
		Params         []*model.FormParam
	}
)
