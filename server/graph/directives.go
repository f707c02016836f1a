package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"

	"kaiin/server/fault"
	"kaiin/server/viewer"
)

// member is the directive @member: the field is for signed-in members, or orVisitor, who then gets what is for everybody. Services check
// again whose row it is. A member who signed in with a commonly used password may do nothing but change it; one who has to agree to a
// policy that has changed, nothing but that and what no consent may be the price of.
func member(ctx context.Context, _ any, next graphql.Resolver, orVisitor *bool) (any, error) {
	a := viewer.Actor(ctx)
	switch {
	case !a.SignedIn() && !isTrue(orVisitor):
		return nil, fault.Unauthenticated()
	case a.MustChangePassword && !changesPassword[graphql.GetFieldContext(ctx).Field.Name]:
		return nil, fault.ChangePassword()
	case a.MustReConsent && !a.MustChangePassword && !openWithoutConsent[graphql.GetFieldContext(ctx).Field.Name]:
		return nil, fault.ReConsent()
	}
	return next(ctx)
}

var changesPassword = map[string]bool{"passwordEditScreen": true, "changePassword": true}

// openWithoutConsent is what stays open to a member who has not agreed to a policy that has changed: agreeing, proving who one is, leaving,
// cancelling what one has, and paying what is owed, with a new card if need be. Logging out is open to everybody.
var openWithoutConsent = map[string]bool{
	"mypagePlansScreen": true,
	"profiles":          true, "switchProfile": true, // as agreeing is not open to every profile
	"dataScreen": true, "requestDataFile": true,
	"reConsentScreen": true, "reConsent": true,
	"confirmLoginScreen": true, "confirmLogin": true, "sendConfirmLoginCode": true,
	"withdrawScreen": true, "withdrawPinCodeScreen": true, "confirmWithdrawal": true, "withdraw": true,
	"cancelSubscriptionScreen": true, "cancelSubscription": true, "subscriptionCancelledScreen": true,
	"subscriptionScreen": true, "retryPayment": true, "changeMethodScreen": true, "changePaymentMethod": true, "methodChangedScreen": true,
	"paymentMethodsScreen": true, "registerCard": true, "joinPaymentMethod": true, "linkPaymentMethod": true, "paymentMethodCompleteScreen": true,
	"deletePaymentMethod": true, "paymentMethodDeletedScreen": true, // some of what was agreed with a provider ends only so
}
