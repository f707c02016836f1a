package withdrawal

import (
	"kaiin/server/account"
	"kaiin/server/catalog"
	"kaiin/server/clock"
	"kaiin/server/login"
	"kaiin/server/notify"
	"kaiin/server/payment"
	"kaiin/server/store"
	"kaiin/server/subscription"
)

// Service lets members leave.
type Service struct {
	Store        *store.Store
	Clock        *clock.Clock
	Catalog      *catalog.Service
	Account      *account.Service
	Login        *login.Service
	Payment      *payment.Service
	Subscription *subscription.Service
	Notify       *notify.Service
}

// Pages of the flow.
const (
	formPath     = "/withdraw"
	pinCodePath  = "/withdraw/pin-code"
	completePath = "/withdraw/complete"
)

// Codes of refusals.
const (
	codeFailed   = "WITHDRAW_FAILED"            // E-095
	codeUnderWay = "WITHDRAW_PAYMENT_UNDER_WAY" // a charge's outcome is open
)
