package login

import (
	"kaiin/server/account"
	"kaiin/server/catalog"
	"kaiin/server/clock"
	"kaiin/server/notify"
	"kaiin/server/secret"
	"kaiin/server/store"
)

// Service proves who asks.
type Service struct {
	Store   *store.Store
	Clock   *clock.Clock
	Secrets *secret.Box
	Catalog *catalog.Service
	Notify  *notify.Service
	Account *account.Service
}

// afterLogin is where a login leads that was asked to lead nowhere else.
const afterLogin = "/mypage"
