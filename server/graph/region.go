package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"kaiin/server/fault"
	"kaiin/server/viewer"
)

// offered stands before every field of a document: callers in a country where the store does not offer its service get what is open
// abroad, and for the rest REGION_BLOCKED.
func offered(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	field := graphql.GetRootFieldContext(ctx).Field
	if !viewer.Actor(ctx).Abroad || openAbroad[field.Name] || openWithoutConsent[field.Name] {
		return next(ctx)
	}
	return refused(ctx, fault.Denied(fault.RegionBlocked))
}

// refused answers a field of a document that is closed to the caller.
func refused(ctx context.Context, why error) graphql.Marshaler {
	field := graphql.GetRootFieldContext(ctx).Field
	graphql.AddError(ctx, gqlerror.WrapPath(ast.Path{ast.PathName(field.Alias)}, why))
	return graphql.Null
}

// openAbroad is what stays open in every country beside what openWithoutConsent names, for members who have moved or are travelling:
// logging in and out and what helps to, an address that still reaches them, keeping strangers out of the account, seeing what was paid and agreed to, and taking back
// what was allowed. Apps that ask for access decide themselves whom they serve.
var openAbroad = map[string]bool{
	"root": true, "viewer": true, "accountHeader": true, "policyScreen": true,

	"loginScreen": true, "login": true, "loginCodeScreen": true, "sendLoginCode": true, "socialErrorScreen": true,
	"multiFactorScreen": true, "multiFactorCodeScreen": true, "multiFactorLogin": true, "sendMultiFactorCode": true,
	"logoutScreen": true, "logout": true,

	"passwordForgotScreen": true, "passwordForgotCompleteScreen": true, "forgotPassword": true,
	"passwordResetScreen": true, "passwordResetCompleteScreen": true, "resetPassword": true,
	"passwordEditScreen": true, "changePassword": true, "accountCompleteScreen": true,
	"emailUndoScreen": true, "undoEmailChange": true,
	"emailEditScreen": true, "emailEditPinCodeScreen": true, "startEmailEdit": true, "changeEmail": true, "sendPinCode": true,
	"emailVerifyScreen": true, "verifyEmail": true,
	"sessionsScreen": true, "endSession": true, "endOtherSessions": true, "loginHistoryScreen": true,

	"leaveScreen": true, "leave": true, "withdrawCompleteScreen": true,
	"paymentHistoryScreen": true, "paymentHistory": true, "invoiceScreen": true, "returnInvoiceScreen": true, "evidenceScreen": true,
	"consentScreen": true, "answerConsent": true, "newsletterStopScreen": true, "connectionsScreen": true, "connectionScreen": true, "revokeGrant": true,

	"oidcConsentScreen": true, "oidcSelectAccountScreen": true, "oidcErrorScreen": true, "oidcLogoutScreen": true, "deviceScreen": true,
}
