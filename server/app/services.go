package app

import (
	"context"
	"fmt"

	"kaiin/server/account"
	"kaiin/server/botcheck"
	"kaiin/server/catalog"
	"kaiin/server/delivery"
	"kaiin/server/gateway/sbps"
	"kaiin/server/login"
	"kaiin/server/notify"
	"kaiin/server/payment"
	"kaiin/server/purchase"
	"kaiin/server/social"
	"kaiin/server/subscription"
	"kaiin/server/withdrawal"
)

func (a *App) buildServices() error {
	c := a.Config
	mailer, err := delivery.NewSMTP(c.SMTP, c.MailFrom, a.Clock)
	if err != nil {
		return fmt.Errorf("SMTP_URL, MAIL_FROM: %w", err)
	}
	gateway, err := sbps.New(c.SBPS, a.Clock)
	if err != nil {
		return err
	}
	var countries *login.Countries
	if c.CountryDB != "" {
		if countries, err = login.OpenCountries(c.CountryDB); err != nil {
			return fmt.Errorf("KAIIN_COUNTRY_DB: %w", err)
		}
	}
	a.Catalog = &catalog.Service{Store: a.Store, Clock: a.Clock}
	a.Notify = &notify.Service{Store: a.Store, Clock: a.Clock, Secrets: a.Secrets, Mailer: mailer, Texter: delivery.NewTwilio(c.SMS), Brand: a.brand}
	a.Account = &account.Service{Store: a.Store, Clock: a.Clock, Secrets: a.Secrets, Catalog: a.Catalog, Notify: a.Notify}
	a.Account.Passwords.Cost = account.HashCost(c.PasswordCost)
	a.Login = &login.Service{
		Store: a.Store, Clock: a.Clock, Secrets: a.Secrets, Catalog: a.Catalog, Notify: a.Notify, Account: a.Account,
		Humans: botcheck.New(c.BotCheck, c.Origin), Countries: countries,
		Providers: social.Providers(c.Social, a.Clock), Origin: c.Origin.String(),
	}
	a.Account.Access = a.Login
	a.Payment = &payment.Service{
		Store: a.Store, Clock: a.Clock, Gateway: gateway, Account: a.Account, Origin: c.Origin.String(),
		Scripts: payment.Scripts{
			MerchantID: c.SBPS.MerchantID, ServiceID: c.SBPS.ServiceID,
			TokenURL: c.SBPS.ScriptURL.JoinPath("sbpstoken/com_sbps_system_token.js").String(),
			TDSURL:   c.SBPS.ScriptURL.JoinPath("sbpstoken/com_sbps_system_tds2infotoken.js").String(),
		},
	}
	a.Subscription = &subscription.Service{
		Store: a.Store, Clock: a.Clock, Catalog: a.Catalog, Account: a.Account, Payment: a.Payment, Notify: a.Notify,
	}
	a.Purchase = &purchase.Service{
		Store: a.Store, Clock: a.Clock, Secrets: a.Secrets, Catalog: a.Catalog, Account: a.Account, Payment: a.Payment,
		Subscription: a.Subscription, Notify: a.Notify,
	}
	a.Withdrawal = &withdrawal.Service{
		Store: a.Store, Clock: a.Clock, Catalog: a.Catalog, Account: a.Account, Login: a.Login, Payment: a.Payment,
		Subscription: a.Subscription, Notify: a.Notify,
	}
	a.Payment.Purchases, a.Payment.Renewals = a.Purchase.Settled, a.Subscription.Settled
	return nil
}

// brand is who the store's mails come from.
func (a *App) brand(ctx context.Context, locale string) (notify.Brand, error) {
	settings, err := a.Catalog.Settings(ctx)
	if err != nil {
		return notify.Brand{}, err
	}
	return notify.Brand{
		Name: settings.ServiceName.In(locale), Origin: a.Config.Origin.String(),
		SupportMail: settings.Seller.Email, Seller: settings.Seller.Name.In(locale),
	}, nil
}
