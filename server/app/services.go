package app

import (
	"context"

	"kaiin/server/account"
	"kaiin/server/catalog"
	"kaiin/server/clock"
	"kaiin/server/config"
	"kaiin/server/graph"
	"kaiin/server/login"
	"kaiin/server/notify"
	"kaiin/server/payment"
	"kaiin/server/purchase"
	"kaiin/server/secret"
	"kaiin/server/store"
	"kaiin/server/subscription"
)

// outside is what reaches out of the process.
type outside struct {
	mailer  notify.Mailer
	gateway payment.Gateway
}

// services builds the domains, each from the ones it may know, and makes the owners of charges known to payment.
func services(cfg *config.Config, db *store.Store, clk *clock.Clock, secrets *secret.Box, out outside) (graph.Resolver, *notify.Service) {
	origin := cfg.Origin.String()
	c := &catalog.Service{Store: db, Clock: clk}
	n := &notify.Service{Store: db, Clock: clk, Secrets: secrets, Mailer: out.mailer, Brand: brand(c, origin)}
	a := &account.Service{Store: db, Clock: clk, Secrets: secrets, Catalog: c, Notify: n}
	l := &login.Service{Store: db, Clock: clk, Catalog: c, Account: a}
	p := &payment.Service{Store: db, Clock: clk, Gateway: out.gateway, Account: a, Origin: origin, Scripts: scripts(cfg.SBPS)}
	s := &subscription.Service{Store: db, Clock: clk, Catalog: c, Account: a, Payment: p, Notify: n}
	u := &purchase.Service{Store: db, Clock: clk, Secrets: secrets, Catalog: c, Account: a, Payment: p, Subscription: s, Notify: n}
	p.Purchases, p.Renewals = u.Settled, s.Settled
	return graph.Resolver{Catalog: c, Account: a, Login: l, Payment: p, Subscription: s, Purchase: u}, n
}

func scripts(cfg config.SBPS) payment.Scripts {
	base := cfg.ScriptURL.JoinPath("sbpstoken")
	return payment.Scripts{
		MerchantID: cfg.MerchantID, ServiceID: cfg.ServiceID,
		TokenURL: base.JoinPath("com_sbps_system_token.js").String(),
		TDSURL:   base.JoinPath("com_sbps_system_tds2infotoken.js").String(),
	}
}

// brand tells mails who sends them.
func brand(c *catalog.Service, origin string) func(context.Context, string) (notify.Brand, error) {
	return func(ctx context.Context, locale string) (notify.Brand, error) {
		settings, err := c.Settings(ctx)
		if err != nil {
			return notify.Brand{}, err
		}
		return notify.Brand{
			Name: settings.ServiceName.In(locale), Origin: origin,
			SupportMail: settings.Seller.Email, Seller: settings.Seller.Name.In(locale),
		}, nil
	}
}
