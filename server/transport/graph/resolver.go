package graph

import (
	"kaiin/server/base/settings"
	"kaiin/server/identity/account"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login"
	"kaiin/server/identity/passkey"
	"kaiin/server/identity/pin"
	"kaiin/server/identity/preferences"
	"kaiin/server/identity/profile"
	"kaiin/server/identity/profileimage"
	"kaiin/server/identity/session"
	"kaiin/server/identity/signup"
	"kaiin/server/leaving/newsletter"
	"kaiin/server/leaving/personaldata"
	"kaiin/server/leaving/withdrawal"
	"kaiin/server/money/billing"
	"kaiin/server/money/entitlement"
	"kaiin/server/money/evidence"
	"kaiin/server/money/payment"
	"kaiin/server/money/purchase"
	"kaiin/server/money/subscription"
	"kaiin/server/oidc"
	"kaiin/server/shop/catalog"
	"kaiin/server/shop/playback"
	"kaiin/server/shop/postal"
	"kaiin/server/staff/acts"
)

// Resolver holds the services the fields are answered by. Resolvers read the viewer, build the
// input, call one service method and return its row: they hold no business condition.
type Resolver struct {
	Catalog      *catalog.Service
	Postal       *postal.Service
	Settings     *settings.Service
	Session      *session.Service
	Accounts     *account.Service // not Account, which resolves the fields of the entity
	Credential   *credential.Service
	Passkey      *passkey.Service
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
	Acts         *acts.Service
}
