package graph

import (
	"context"

	"kaiin/server/identity/credential"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/viewer"
)

func passwordView(ctx context.Context, page *credential.PasswordPage) *model.PasswordScreen {
	a := viewer.Actor(ctx)
	view := &model.PasswordScreen{
		RedirectTo: address(page.Next), PasswordStrength: orNull(page.Registration.PasswordStrength), PasswordMax: page.Registration.PasswordMax,
		MustChange: a.MustChangePassword, Identifier: orNull(page.Identifier), Email: orNull(page.Code.SendTo), IsCodeSent: page.Code.Sent, CodeName: orNull(page.Code.Called.DisplayName.In(a.Locale)),
		CodeMinutes: orNoNumber(page.Code.Called.Minutes), ResendAt: page.Code.ResendAt,
	}
	if page.Account != nil {
		view.PasswordUpdatedAt = page.Account.PasswordUpdatedAt
	}
	return view
}

func emailView(ctx context.Context, page *credential.EmailPage) *model.EmailScreen {
	view := &model.EmailScreen{
		RedirectTo: address(page.Next), SendTo: orNull(page.Code.SendTo), IsCodeSent: page.Code.Sent, CodeName: page.Code.Called.DisplayName.In(viewer.Actor(ctx).Locale),
		CodeMinutes: page.Code.Called.Minutes, ResendAt: page.Code.ResendAt,
	}
	if page.Account != nil {
		view.Email, view.IsEmailVerified = page.Account.Email, page.Account.EmailVerifiedAt != nil
	}
	return view
}
