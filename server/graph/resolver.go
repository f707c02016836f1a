package graph

import (
	"kaiin/server/account"
	"kaiin/server/billing"
	"kaiin/server/catalog"
	"kaiin/server/credential"
	"kaiin/server/entitlement"
	"kaiin/server/evidence"
	"kaiin/server/login"
	"kaiin/server/newsletter"
	"kaiin/server/oidc"
	"kaiin/server/payment"
	"kaiin/server/personaldata"
	"kaiin/server/pin"
	"kaiin/server/playback"
	"kaiin/server/postal"
	"kaiin/server/preferences"
	"kaiin/server/profile"
	"kaiin/server/profileimage"
	"kaiin/server/purchase"
	"kaiin/server/session"
	"kaiin/server/settings"
	"kaiin/server/signup"
	"kaiin/server/subscription"
	"kaiin/server/withdrawal"
)

// Resolver holds the services the fields are answered by. Resolvers read the viewer, build the input, call one service
// method and return its row: they hold no business condition.
type Resolver struct {
	Catalog      *catalog.Service
	Postal       *postal.Service
	Settings     *settings.Service
	Session      *session.Service
	Accounts     *account.Service // not Account, which resolves the fields of the entity
	Credential   *credential.Service
	Pin          *pin.Service
	Profile      *profile.Service
	ProfileImage *profileimage.Service
	Preferences  *preferences.Service
	Newsletter   *newsletter.Service
	PersonalData *personaldata.Service
	Signup       *signup.Service
	Login        *login.Service
	Payment      *payment.Service
	Playback     *playback.Service
	Billing      *billing.Service
	Subscription *subscription.Service
	Purchase     *purchase.Service
	Entitlement  *entitlement.Service
	Evidence     *evidence.Service
	Withdrawal   *withdrawal.Service
	OIDC         *oidc.Service
}
