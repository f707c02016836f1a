package notify

import (
	"time"

	"kaiin/server/clock"
)

// Message is something to tell a member: the name of its template, and its exported fields, which the template speaks of.
type Message interface{ Template() string }

// ShortMessage is one that is sent to a phone. Its templates are the text ones alone, without a subject, and fit into 70
// characters, which is what one short message holds in Japanese, wherever the store's name allows.
type ShortMessage interface {
	Message
	Short()
}

// SMSCode carries a code to a phone.
type SMSCode struct {
	Code    string
	Minutes int // how long it lives
}

// PinCode carries a code that proves an address.
type PinCode struct {
	CodeName string // what the code is called for its purpose, in the recipient's language
	Code     string
	Minutes  int // how long it lives
}

// Welcome greets a new member.
type Welcome struct{}

// AlreadyMember tells someone who tried to sign up that the address has an account.
type AlreadyMember struct{}

// LoginAlert tells a member of a login from a browser or a country that was not seen before. Device, browser and country are ""
// when unknown.
type LoginAlert struct {
	At      time.Time
	Device  string
	Browser string
	Country string // ISO 3166-1, two letters
	IP      string
}

// PasswordReset carries the link that sets a new password.
type PasswordReset struct {
	Token   string
	Minutes int // how long it works
}

// PasswordChanged tells a member that the password was set or changed.
type PasswordChanged struct {
	At    time.Time
	First bool // there was none before

	// A mailed link set it, hence a mailed code is not enough beside it: another factor is asked for, or a backup code until so
	// many hours have passed.
	OtherFactor bool
	MailHours   int
}

// SMSPasswordReset tells the phone of a second factor that a mailed link has set the password.
type SMSPasswordReset struct{}

// EmailChanged tells both addresses that the member's has been changed.
type EmailChanged struct {
	At        time.Time
	Email     string // the new one; shortened where it is told to the former one
	UndoToken string // of the link that takes it back; "" where it is told to the new one
	UndoHours int    // how long that works
}

// EmailRestored tells both addresses that a change of the member's was taken back.
type EmailRestored struct{ At time.Time }

// UserIDChanged tells a member that the user ID was changed.
type UserIDChanged struct{ At time.Time }

// OrderCompleted is the receipt of an order. Amounts are yen, tax included.
type OrderCompleted struct {
	OrderNumber  string
	PlanName     string
	Amount       int // charged now; 0 with a free trial
	Tax          int
	Method       string
	Subscription bool
	TrialUntil   clock.Day // last day of a free trial
	NextPayment  clock.Day
	NextAmount   int
	Terms        []Term // as shown on the confirm page
}

// Term is one line of the conditions of an order.
type Term struct{ Title, Text string }

// Renewed is the receipt of a renewal.
type Renewed struct {
	PlanName    string
	Amount, Tax int
	Method      string
	TermStart   clock.Day
	TermEnd     clock.Day
	NextPayment clock.Day
}

// RenewalFailed tells a member that a contract is on hold because its renewal could not be charged.
type RenewalFailed struct {
	PlanName string
	Amount   int
	Method   string
}

// Withdrawn tells a member who has left that everything has ended.
type Withdrawn struct{}

// FactorChanged tells a member that a second factor was enabled or disabled; BackupCode, that the codes were made anew.
type FactorChanged struct {
	At      time.Time
	Type    string // Email, SMS, OTP or BackupCode
	Enabled bool
}

// ExternalChanged tells a member that an external account was linked or unlinked.
type ExternalChanged struct {
	Name   string // what the store calls it, such as LINE
	Linked bool
}

// messages are all there are; each has its templates.
var messages = []Message{PinCode{}, SMSCode{}, SMSPasswordReset{}, Welcome{}, AlreadyMember{}, LoginAlert{}, PasswordReset{}, PasswordChanged{}, EmailChanged{}, EmailRestored{}, UserIDChanged{}, FactorChanged{}, ExternalChanged{}, OrderCompleted{}, Renewed{}, RenewalFailed{}, Withdrawn{}}

func (SMSCode) Short()          {}
func (SMSPasswordReset) Short() {}

func (SMSCode) Template() string          { return "sms-code" }
func (SMSPasswordReset) Template() string { return "sms-password-reset" }
func (PinCode) Template() string          { return "pin-code" }
func (FactorChanged) Template() string    { return "factor-changed" }
func (ExternalChanged) Template() string  { return "external-changed" }
func (Welcome) Template() string          { return "welcome" }
func (AlreadyMember) Template() string    { return "already-member" }
func (LoginAlert) Template() string       { return "login-alert" }
func (OrderCompleted) Template() string   { return "order-completed" }
func (Renewed) Template() string          { return "renewed" }
func (RenewalFailed) Template() string    { return "renewal-failed" }
func (Withdrawn) Template() string        { return "withdrawn" }
func (PasswordReset) Template() string    { return "password-reset" }
func (PasswordChanged) Template() string  { return "password-changed" }
func (EmailChanged) Template() string     { return "email-changed" }
func (EmailRestored) Template() string    { return "email-restored" }
func (UserIDChanged) Template() string    { return "user-id-changed" }
