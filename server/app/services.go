package app

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"kaiin/server/base/delivery"
	"kaiin/server/base/flow"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/base/throttle"
	"kaiin/server/desk/members"
	"kaiin/server/desk/people"
	"kaiin/server/desk/proposal"
	"kaiin/server/desk/records"
	"kaiin/server/desk/search"
	"kaiin/server/desk/watch"
	"kaiin/server/identity/account"
	"kaiin/server/identity/botcheck"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login"
	"kaiin/server/identity/passcode"
	"kaiin/server/identity/passkey"
	"kaiin/server/identity/pin"
	"kaiin/server/identity/preferences"
	"kaiin/server/identity/profile"
	"kaiin/server/identity/profileimage"
	"kaiin/server/identity/session"
	"kaiin/server/identity/signup"
	"kaiin/server/identity/social"
	"kaiin/server/leaving/blocking"
	"kaiin/server/leaving/newsletter"
	"kaiin/server/leaving/personaldata"
	"kaiin/server/leaving/withdrawal"
	"kaiin/server/money/billing"
	"kaiin/server/money/entitlement"
	"kaiin/server/money/evidence"
	"kaiin/server/money/gateway"
	"kaiin/server/money/gateway/paypal"
	"kaiin/server/money/gateway/paypalnvp"
	"kaiin/server/money/gateway/sbps"
	"kaiin/server/money/payment"
	"kaiin/server/money/providerbilling"
	"kaiin/server/money/purchase"
	"kaiin/server/money/reconciliation"
	"kaiin/server/money/reminder"
	"kaiin/server/money/subscription"
	"kaiin/server/oidc"
	"kaiin/server/oidc/protocol"
	"kaiin/server/shop/catalog"
	"kaiin/server/shop/playback"
	"kaiin/server/shop/postal"
	"kaiin/server/shop/storefile"
	"kaiin/server/shop/streaks"
	"kaiin/server/staff/acts"
	"kaiin/server/transport/paths"
)

func (a *App) buildServices() error {
	c := a.Config
	mailer, err := delivery.NewSMTP(c.SMTP, c.MailFrom, a.Clock)
	if err != nil {
		return fmt.Errorf("SMTP_URL, MAIL_FROM: %w", err)
	}
	providers, err := a.providers()
	if err != nil {
		return err
	}
	var countries *session.Countries
	if c.CountryDB != "" {
		if countries, err = session.OpenCountries(c.CountryDB); err != nil {
			return fmt.Errorf("KAIIN_COUNTRY_DB: %w", err)
		}
	}
	if a.Lane == nil {
		a.Lane = a.Store
	}
	a.Acts = &acts.Service{Store: a.Store, Clock: a.Clock, Secrets: a.Secrets}
	a.Search = &search.Service{Store: a.Store, Reads: a.Lane, Clock: a.Clock, Secrets: a.Secrets}
	a.Settings = &settings.Service{Store: a.Store, Clock: a.Clock}
	a.Catalog = &catalog.Service{Store: a.Store, Clock: a.Clock, Settings: a.Settings}
	a.Postal = &postal.Service{Store: a.Store}
	a.StoreFile = &storefile.Service{Store: a.Store, Settings: a.Settings, Catalog: a.Catalog}
	a.Playback = &playback.Service{Catalog: a.Catalog, Settings: a.Settings, Videos: streaks.New(c.Streaks, a.Clock), TestStreams: c.Streaks.TestStreams}
	a.Notify = &notify.Service{Store: a.Store, Clock: a.Clock, Secrets: a.Secrets, Mailer: mailer, Texter: delivery.NewTwilio(c.SMS), Brand: a.brand}
	a.Members = &members.Service{Store: a.Lane, Clock: a.Clock, Secrets: a.Secrets, Settings: a.Settings, Notify: a.Notify}
	a.buildIdentity(countries)
	a.Login.Humans, a.Login.Providers = botcheck.New(c.BotCheck, c.Origin), social.Providers(c.Social, a.Clock)
	a.Login.Callback, a.Login.CallbackForm = c.Origin.String()+paths.Callback, c.Origin.String()+paths.CallbackForm
	a.Entitlement = &entitlement.Service{Store: a.Store, Clock: a.Clock, Catalog: a.Catalog, Settings: a.Settings}
	a.Payment = &payment.Service{
		Store: a.Store, Clock: a.Clock, Settings: a.Settings, Providers: providers, Account: a.Account, Throttle: a.Throttle, BankReturn: c.Origin.String() + paths.BankReturn,
		NoticeBase: c.Origin.String() + paths.Notice,
		Scripts: payment.Scripts{
			MerchantID: c.SBPS.MerchantID, ServiceID: c.SBPS.ServiceID,
			TokenURL: c.SBPS.ScriptURL.JoinPath("sbpstoken/com_sbps_system_token.js").String(),
			TDSURL:   c.SBPS.ScriptURL.JoinPath("sbpstoken/com_sbps_system_tds2infotoken.js").String(),
		},
	}
	a.Reconciliation = &reconciliation.Service{Store: a.Store, Clock: a.Clock, Settings: a.Settings, Payment: a.Payment}
	a.ProviderBilling = &providerbilling.Service{Store: a.Store, Clock: a.Clock, Payment: a.Payment}
	a.Billing = &billing.Service{Store: a.Store, Clock: a.Clock, Catalog: a.Catalog, Settings: a.Settings, Account: a.Account, Payment: a.Payment}
	a.Subscription = &subscription.Service{
		Store: a.Store, Clock: a.Clock, Catalog: a.Catalog, Settings: a.Settings, Flow: a.Flow, Account: a.Account, Payment: a.Payment, ProviderBilling: a.ProviderBilling, Billing: a.Billing, Entitlement: a.Entitlement,
		Throttle: a.Throttle, Secrets: a.Secrets, Notify: a.Notify,
	}
	a.Records = &records.Service{
		Store: a.Lane, Clock: a.Clock, Settings: a.Settings, Payment: a.Payment, Subscription: a.Subscription, Reconciliation: a.Reconciliation,
	}
	a.Reminder = &reminder.Service{
		Store: a.Store, Clock: a.Clock, Settings: a.Settings, Account: a.Account, Subscription: a.Subscription,
	}
	a.Evidence = &evidence.Service{Store: a.Store, Clock: a.Clock, Catalog: a.Catalog}
	a.Purchase = &purchase.Service{
		Store: a.Store, Clock: a.Clock, Secrets: a.Secrets, Catalog: a.Catalog, Settings: a.Settings, Throttle: a.Throttle, Account: a.Account, Payment: a.Payment, Billing: a.Billing,
		Subscription: a.Subscription, Entitlement: a.Entitlement, Evidence: a.Evidence, Notify: a.Notify,
	}
	a.buildApps()
	a.Proposals = &proposal.Service{Store: a.Store, Clock: a.Clock, Program: a.OIDC.ProgramNow}
	a.buildDesk()
	a.Proposals.Staff, a.Proposals.Tell, a.Proposals.Path = a.People.Staff, a.People.TellApprovers, paths.StaffProposals
	if c.StaffIssuer.Configured() {
		a.People.Issuer, a.People.Callback = social.NewCompany(c.StaffIssuer, a.Clock), c.Origin.String()+paths.StaffCallback
	}
	a.Members.Owners = a.People
	a.Watch = &watch.Service{Store: a.Store, Clock: a.Clock, Settings: a.Settings, Owners: a.People}
	a.Blocking = &blocking.Service{Store: a.Store, Clock: a.Clock, Account: a.Account, Session: a.Session, Subscription: a.Subscription}
	a.Withdrawal = &withdrawal.Service{
		Store: a.Store, Clock: a.Clock, Catalog: a.Catalog, Settings: a.Settings, Flow: a.Flow, Passcode: a.Passcode, Account: a.Account, Payment: a.Payment,
		Subscription: a.Subscription, Notify: a.Notify, Secrets: a.Secrets, Throttle: a.Throttle, Leavers: collect[withdrawal.Leaver](a),
	}
	return errors.Join(a.connectIdentity(), a.connectMoney())
}

// providers are those through which members pay. PayPal's older interface keeps what was registered
// through it; members join through it only where there is no other.
func (a *App) providers() (gateway.Providers, error) {
	c := a.Config
	cards, err := sbps.New(c.SBPS, a.Clock)
	if err != nil {
		return nil, err
	}
	all := gateway.Providers{cards.Provider()}
	carriers, err := cards.Carriers()
	if err != nil {
		return nil, err
	}
	for _, carrier := range carriers {
		all = append(all, carrier.Provider())
	}
	if c.PayPal.Configured() {
		client, err := paypal.New(c.PayPal, a.Clock)
		if err != nil {
			return nil, err
		}
		all = append(all, client.Provider())
	}
	if c.PayPalNVP.Configured() {
		client, err := paypalnvp.New(c.PayPalNVP, a.Clock)
		if err != nil {
			return nil, err
		}
		older := client.Provider()
		if c.PayPal.Configured() {
			older.Kinds = nil
		}
		all = append(all, older)
	}
	for i, p := range all {
		all[i] = gateway.WithBreaker(p, a.Clock)
	}
	return all, all.Comparable()
}

// buildIdentity builds what says who the members are.
func (a *App) buildIdentity(countries *session.Countries) {
	a.Throttle = &throttle.Service{Store: a.Store, Clock: a.Clock, Secrets: a.Secrets}
	a.Flow = &flow.Service{Store: a.Store, Clock: a.Clock, Secrets: a.Secrets}
	a.Passcode = &passcode.Service{
		Store: a.Store, Clock: a.Clock, Secrets: a.Secrets, Settings: a.Settings, Notify: a.Notify, Throttle: a.Throttle,
	}
	a.Session = &session.Service{Store: a.Store, Clock: a.Clock, Settings: a.Settings, Throttle: a.Throttle, Passcode: a.Passcode, Countries: countries}
	a.Account = &account.Service{Store: a.Store, Clock: a.Clock, Catalog: a.Catalog, Settings: a.Settings, Notify: a.Notify, Session: a.Session, Flow: a.Flow}
	a.Passkey = &passkey.Service{
		Store: a.Store, Clock: a.Clock, Settings: a.Settings, Notify: a.Notify, Throttle: a.Throttle, Flow: a.Flow, Session: a.Session, Account: a.Account,
		Origin: a.Config.Origin,
	}
	a.Credential = &credential.Service{
		Store: a.Store, Clock: a.Clock, Secrets: a.Secrets, Settings: a.Settings, Notify: a.Notify, Throttle: a.Throttle,
		Flow: a.Flow, Passcode: a.Passcode, Session: a.Session, Account: a.Account, Passkey: a.Passkey, Passwords: credential.PasswordPool{Cost: credential.HashCost(a.Config.PasswordCost)},
	}
	a.Pin = &pin.Service{Store: a.Store, Clock: a.Clock, Settings: a.Settings, Throttle: a.Throttle, Account: a.Account, Passwords: &a.Credential.Passwords}
	a.Profile = &profile.Service{Store: a.Store, Clock: a.Clock, Session: a.Session, Account: a.Account, Pin: a.Pin}
	a.ProfileImage = &profileimage.Service{Store: a.Store, Clock: a.Clock, Throttle: a.Throttle, Account: a.Account, AddressOf: paths.OfPicture}
	a.Preferences = &preferences.Service{Store: a.Store, Clock: a.Clock, Settings: a.Settings, Throttle: a.Throttle, Account: a.Account}
	a.Newsletter = &newsletter.Service{
		Store: a.Store, Clock: a.Clock, Secrets: a.Secrets, Settings: a.Settings, Throttle: a.Throttle, Account: a.Account, Consent: a.Preferences, Notify: a.Notify,
	}
	a.PersonalData = &personaldata.Service{Store: a.Store, Clock: a.Clock, Secrets: a.Secrets, Throttle: a.Throttle, Account: a.Account}
	a.Signup = &signup.Service{
		PlanOf: paths.PlanOf,
		Store:  a.Store, Clock: a.Clock, Catalog: a.Catalog, Settings: a.Settings, Notify: a.Notify, Throttle: a.Throttle,
		Flow: a.Flow, Passcode: a.Passcode, Session: a.Session, Account: a.Account, Credential: a.Credential,
	}
	a.Login = &login.Service{
		Store: a.Store, Clock: a.Clock, Secrets: a.Secrets, Settings: a.Settings, Notify: a.Notify, Throttle: a.Throttle,
		Flow: a.Flow, Passcode: a.Passcode, Session: a.Session, Account: a.Account, Credential: a.Credential, Passkey: a.Passkey, Signup: a.Signup,
	}
	a.Signup.Noted = a.Login.NoteSignup
}

// buildDesk builds what the staff work with.
func (a *App) buildDesk() {
	a.People = &people.Service{
		Store: a.Store, Clock: a.Clock, Secrets: a.Secrets, Settings: a.Settings, Throttle: a.Throttle, Flow: a.Flow, Notify: a.Notify, Acts: a.Acts,
		Passwords: &a.Credential.Passwords, ByIssuer: a.Config.StaffIssuer.Configured(), InvitePath: paths.OfStaffInvite,
	}
}

// buildApps builds what lets other apps in.
func (a *App) buildApps() {
	issuer := ""
	if a.Config.Origin != nil {
		issuer = a.Config.Origin.String()
	}
	a.OIDC = &oidc.Service{
		Store: a.Store, Clock: a.Clock, Secrets: a.Secrets, Settings: a.Settings, Throttle: a.Throttle, Session: a.Session, Account: a.Account, Notify: a.Notify, Acts: a.Acts,
		Apps: protocol.NewApps(!a.Config.Production), Issuer: issuer,
	}
}

// connectIdentity gives the sessions the services that hear of their ends, and the messages the one
// that knows the newsletters. All of these have been built before.
func (a *App) connectIdentity() error {
	a.Session.Listeners, a.Notify.Newsletters = collect[session.Listener](a), a.Newsletter
	return errors.Join(built("would hear of no session that ends", a.Session.Listeners...), built("would be asked for no newsletter", a.Notify.Newsletters))
}

// connectMoney gives the payments the services that keep the bills, the contracts and the months
// that providers charge by themselves, these months the contracts, the bills their owners, and the
// entitlements the services that hear of them. All of these have been built before.
func (a *App) connectMoney() error {
	a.Entitlement.Listeners = collect[entitlement.Listener](a)
	missing := errors.Join(
		built("would hear of no charge", a.Billing), built("would be asked for no contract", a.Subscription),
		built("would hear of no month that a provider charged", a.ProviderBilling), built("would hear of no order that is paid", a.Purchase),
		built("would hear of no entitlement", a.Entitlement.Listeners...),
	)
	if missing != nil {
		return missing
	}
	a.Payment.Ledger, a.Payment.Contracts, a.Payment.ProviderBilling = a.Billing, a.Subscription, a.ProviderBilling
	a.ProviderBilling.Contracts = a.Subscription
	a.Billing.Orders, a.Billing.Contracts = a.Purchase, a.Subscription
	return nil
}

// built is an error when one of the services is nil: what it should be told would be lost.
func built[T any](what string, services ...T) error {
	for _, service := range services {
		if reflect.ValueOf(service).IsNil() {
			return fmt.Errorf("%T %s: it was not built", service, what)
		}
	}
	return nil
}

// brand is the store as the sender of its mails.
func (a *App) brand(ctx context.Context, locale string) (notify.Brand, error) {
	settings, err := a.Settings.Get(ctx)
	if err != nil {
		return notify.Brand{}, err
	}
	colors, icon := settings.Colors.Palette(), ""
	if picture := settings.Images.AppleTouchIcon; picture != "" {
		address, err := a.Config.Origin.Parse(picture)
		if err != nil {
			return notify.Brand{}, fmt.Errorf("picture: %w", err)
		}
		icon = address.String()
	}
	return notify.Brand{
		Name: settings.ServiceName.In(locale), Icon: icon, Accent: colors.Accent, OnAccent: colors.OnAccent, AccentDark: colors.AccentTextDark,
		Origin: a.Config.Origin.String(), PathOf: paths.Of, WatchURL: settings.WatchURL.In(locale), SupportMail: settings.Seller.Email, Seller: settings.Seller.Name.In(locale),
	}, nil
}
