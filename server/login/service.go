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

	Humans    HumanCheck // who tells people from programs; nil: nobody
	Countries *Countries // where addresses are; nil: nobody knows

	Providers map[string]Provider // by the type of their accounts: LINE, Google, Yahoo! JAPAN, Facebook
	Origin    string              // of this site, to which providers give the browser back
}

// afterLogin is where a login leads that was asked to lead nowhere else.
const afterLogin = "/mypage"
