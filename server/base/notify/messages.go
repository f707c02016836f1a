package notify

import (
	"time"

	"kaiin/server/base/clock"
)

// Message is something to tell a member: the name of its template, and its exported fields, which
// the template speaks of.
type Message interface{ Template() string }

// ShortMessage is one that is sent to a phone. Its templates are the text ones alone, without a
// subject, and fit into 70 characters, which is what one short message holds in Japanese, wherever
// the store's name allows.
type ShortMessage interface {
	Message
	Short()
}

// SMSCode carries a code to a phone.
type SMSCode struct {
	Code    string
	Minutes int // how long it is valid
}

// PinCode carries a code that proves an address.
type PinCode struct {
	CodeName string // what the code is called for its purpose, in the recipient's language
	Code     string
	Minutes  int // how long it is valid
}

// Welcome greets a new member.
type Welcome struct{}

// AlreadyMember tells someone who tried to sign up that the address has an account.
type AlreadyMember struct {
	PlanID string // what they wanted to order, to which the login then leads; "" is nothing
}

// LoginAlert tells a member of a login from a browser or a country that was not seen before, and of
// those before it that wait to be told with it.
type LoginAlert struct {
	NewLogin
	Before []NewLogin `json:",omitempty"` // in their order, as many as a mail shows
	Count  int        `json:",omitempty"` // of all that it tells of; 0 is this one alone
}

// NewLogin is a login from a browser or a country that was not seen before. Device, browser and
// country are "" when unknown.
type NewLogin struct {
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

	// A mailed link set it, so a mailed code is not enough as the second factor: another factor is
	// asked for, or a backup code until so many hours have passed.
	OtherFactor bool
	MailHours   int

	Passkeys int // that the member can still log in with
}

// PasswordRequired tells a member that the store has them set a new password at the next login.
type PasswordRequired struct{ At time.Time }

// VerifyAddress tells a member where to verify the address.
type VerifyAddress struct{}

// EmailOffered asks, at the new address, for the code that proves a change of a member's address
// which the store has begun for them.
type EmailOffered struct {
	Code  string
	Token string // of the link to the page that takes it
	Until time.Time
}

// ChangeHeld tells a member at the present address, while it can be stopped, of a change that the
// store has begun for them: of the address, or that second factors are taken off.
type ChangeHeld struct {
	At      time.Time
	Email   string   // the new one, shortened; "" where factors are taken off
	Factors []string // Email, SMS, OTP, Passkey
	From    time.Time
	Token   string // of the link that stops it, and agrees to a new address
}

// SMSFactorsHeld tells the phone of a second factor that second factors are about to be taken off.
type SMSFactorsHeld struct{ Days int }

// ChangeStopped tells a member that such a change does not happen.
type ChangeStopped struct {
	At      time.Time
	Factors bool // it was about second factors
	ByLogin bool // a login with a second factor has stopped it
}

// SMSPasswordReset tells the phone of a second factor that a mailed link has set the password.
type SMSPasswordReset struct{}

// EmailChanged tells both addresses that the member's has been changed.
type EmailChanged struct {
	At        time.Time
	Email     string // the new one; shortened where it is told to the former one
	New       bool   // it is told to the new one
	UndoToken string // of the link that takes it back; "" where it is told to the new one, or only the store can
	UndoHours int    // how long that works

	UndoPassword bool // the link asks for a password
}

// EmailRestored tells both addresses that a change of the member's was taken back.
type EmailRestored struct {
	At         time.Time
	Unverified bool // the account has no password: the address has to be verified after a login
	Passkeys   int  // that the member can still log in with
}

// UserIDChanged tells a member that the user ID was changed.
type UserIDChanged struct{ At time.Time }

// StaffChanged tells the owners of the desk that somebody decided on who works there.
type StaffChanged struct {
	At          time.Time
	What        string // invited, roles, disabled or reset
	By          string // who decided
	Name, Email string // about whom
	Roles       string // from then on
}

// StaffInvitation lets somebody who was invited to the desk, or reset, set what they log in with.
type StaffInvitation struct {
	By      string // who decided
	Path    string // of the page, with the token; that of the login where the company's issuer says who comes
	Until   time.Time
	ByLogin bool // at the company's issuer
}

// StaffAsked tells those who may decide that a second person is asked for.
type StaffAsked struct {
	At    time.Time
	By    string // who asks
	Field string // of the desk
	Until time.Time
	Path  string // of the page of proposals
}

// PinSet tells a member that the PIN of the TV app was set.
type PinSet struct{ At time.Time }

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
	LeaveToken   string // of the link that cancels the subscription without a login; "" for anything else
	WatchURL     string // where it is watched; "" when the store does not say
}

// Term is one line of the conditions of an order.
type Term struct{ Title, Text string }

// Contract is what mails about a contract tell of it.
type Contract struct {
	ContractID string
	PlanName   string
	LeaveToken string // of the link that cancels it without a login

	NextPlanName string // the plan that it is of from the next period on, where another one was chosen
}

// Renewed is the receipt of a renewal; Released, of a payment after which a held contract goes on.
type Renewed struct {
	Contract
	Amount, Tax int
	Method      string
	TermStart   clock.Day
	TermEnd     clock.Day
	NextPayment clock.Day
	Released    bool
	Switched    bool // it is of this plan since this period: the member has changed it
	Late        bool // it was late for reasons that are not the member's, as they were told
}

// PaymentLate tells a member that a renewal cannot be charged, for reasons that are not theirs.
type PaymentLate struct {
	Contract
	Amount int
	Method string
	Day    clock.Day // on which it was to be charged
	Watch  clock.Day // the last day on which they watch if that goes on
}

// ViewingClosed tells a member that viewing has closed, because a renewal could not be charged
// until the days of grace were over.
type ViewingClosed struct {
	Contract
	Amount int
	Method string
}

// RenewalRefused tells a member that a renewal was refused and is tried again, daily and with
// viewing open.
type RenewalRefused struct {
	Contract
	Amount      int
	Method      string
	Again, Last clock.Day // the next try, and the last one
}

// RenewalFailed tells a member that a contract is on hold because its renewal could not be charged.
type RenewalFailed struct {
	Contract
	Amount int
	Method string
	Until  clock.Day // the last day on which paying lets it go on; the zero Day: nothing does any more
	Ends   clock.Day // its last day, when nothing lets it go on; the zero Day otherwise
}

// MethodEnded tells a member that what a contract is paid with can be charged no more, because the
// agreement behind it is over.
type MethodEnded struct {
	Contract
	Method      string
	NextPayment clock.Day // before it another way to pay has to be chosen
}

// HoldEnded tells a member that a contract has ended because it stayed unpaid.
type HoldEnded struct{ PlanName string }

// PaymentReversed tells a member that the provider took the payment of the running term back, as
// after a dispute: the contract is on hold.
type PaymentReversed struct {
	Contract
	Amount int
	PaidOn clock.Day
	Method string
	Until  clock.Day // the last day on which paying lets it go on; the zero Day: nothing does
	Ends   clock.Day // its last day, when nothing lets it go on; the zero Day otherwise
	Ended  bool      // it had been cancelled, and has ended with this
}

// ContractEnded tells a member that the store has ended a contract.
type ContractEnded struct {
	PlanName string
	On       clock.Day
}

// MemberBlocked tells a member that the store has blocked the account, and what their contracts end
// with.
type MemberBlocked struct {
	At        time.Time
	Contracts []StoppedContract // that end with what is paid of them
	Open      bool              // it is not known yet whether a payment was taken: if so, it goes back
}

// StoppedContract is a contract that the store has cancelled.
type StoppedContract struct {
	PlanName string
	Receipt  string
	Last     clock.Day
}

// WithdrawalComing tells a member that the membership ends because the store was asked for it, with
// the link that stops that.
type WithdrawalComing struct {
	At        time.Time
	StopToken string
}

// WithdrawalOff tells a member that a membership that was to end does not.
type WithdrawalOff struct{ At time.Time }

// GuardedFound tells the owners of the desk that somebody has found guarded members, or opened one.
type GuardedFound struct {
	At      time.Time
	By      string
	Number  int // of the person; 0: a program
	Opened  bool
	Members []string // their ids
}

// GuardChanged tells the owners of the desk that a member is guarded, or is not any more.
type GuardChanged struct {
	At     time.Time
	By     string
	Number int // of the person; 0: a program
	Off    bool
	Member string // its id
}

// MemberRevealed tells a member that somebody of the staff has opened values that are hidden
// otherwise.
type MemberRevealed struct {
	At         time.Time
	Fields     []string // acts.PersonalField
	Why        string   // acts.ReasonKind
	Department string   // "": of none
	Number     int      // of the person
}

// ProfileCorrected tells a member that somebody of the staff has put right what they have told:
// which fields, and no value.
type ProfileCorrected struct {
	At     time.Time
	Fields []string // acts.PersonalField
}

// MemberViewed tells a member that somebody of the staff has opened a page of theirs as they see
// it, after an hour without.
type MemberViewed struct {
	At         time.Time
	Department string // "": of none
	Number     int    // of the person
}

// StaffUnusual tells the owners of the desk that somebody does what is unusual.
type StaffUnusual struct {
	What   string // watch.Kind
	At     time.Time
	By     string // "": several people
	Number int
	Count  int
	Member string // id of the member that it is about; "": none, or many
}

// MemberUnblocked tells a member that the account can be used again.
type MemberUnblocked struct{ At time.Time }

// ContractReleased tells a member that a contract goes on that was on hold because its payment had
// been taken back: the payment counts again.
type ContractReleased struct {
	Contract
	NextPayment clock.Day // the zero Day: there is none any more
}

// ContractExtended tells a member that the staff moved the end of the present period: nothing is
// charged for the days between.
type ContractExtended struct {
	Contract
	Days        int
	NextPayment clock.Day // the zero Day: there is none any more
	Last        clock.Day // of the present period
}

// RetriesMoved tells a member that the staff moved the next try of a payment that was refused.
type RetriesMoved struct {
	Contract
	Amount      int
	Method      string
	Again, Last clock.Day // the next try, and the last one
}

// BillWaived tells a member that the staff ask for a payment no longer, and that the period which
// it was for goes on.
type BillWaived struct {
	Contract
	Amount             int
	TermStart, TermEnd clock.Day
	NextPayment        clock.Day // the zero Day: there is none any more
}

// RentalExtended tells a member until when they may watch what they rented, by the staff.
type RentalExtended struct {
	PlanName string
	Last     clock.Day
}

// OrderFailed tells a member that an order whose outcome was not known at first has failed.
type OrderFailed struct {
	OrderNumber string
	PlanName    string
	Amount      int
	Refunded    bool // money had been taken and goes back
	Unanswered  bool // the provider has not said yet whether it took any
}

// Refunded tells a member that money was given back. Amounts are yen, tax included.
type Refunded struct {
	PlanName   string
	Amount     int // that was given back
	Paid       int // that had been taken
	PaidOn     clock.Day
	Method     string    // "" when it is not known any more
	Start, End clock.Day // the period of a contract that the payment was for; zero Days for anything else
	Late       bool      // the payment proved to have been taken when it was no longer wanted
	Unlisted   bool      // no payment history shows it, since it never paid for anything
	RefundID   string    // the refund that has a return invoice; "" when there is none
}

// ContractCancelled is the receipt of a cancellation.
type ContractCancelled struct {
	PlanName   string
	Receipt    string
	Watch      clock.Day // the last day on which the member watches; the zero Day when a hold or a late payment had stopped that
	UndoUntil  clock.Day // the last day on which it can be taken back
	ContractID string
	Open       bool // it is not known yet whether a payment was taken: if so, it goes back, and nothing can be taken back before
}

// ContractKept tells a member that the cancellation of a contract was taken back.
type ContractKept struct {
	Contract
	NextPayment clock.Day // the zero Day: there is none
	Held        bool      // the contract is on hold, as it was before
}

// PlanChangeTaken tells a member that a contract is going to be of another plan, which is named as
// NextPlanName.
type PlanChangeTaken struct {
	Contract
	Amount, Tax int // yen of its first period
	Method      string
	From        clock.Day // the day of that charge
	TermEnd     clock.Day
	UndoUntil   clock.Day // the last day on which it can be taken back
}

// PlanChangeUndone tells a member that the change of a contract's plan was taken back, or is
// Impossible by now.
type PlanChangeUndone struct {
	Contract
	Amount      int
	NextPayment clock.Day // the zero Day: there is none
	Held        bool      // the contract is on hold and waits for a payment
	Impossible  bool      // the chosen plan is sold no more, or held by another contract
	Late        bool      // it was impossible for another reason: its day went by while the contract was on hold
}

// PaymentComing tells a member ahead of a charge that comes by itself: the first one after a free
// trial, or one that follows on a year or is for a year.
type PaymentComing struct {
	Contract
	Trial       bool
	Changed     bool // it is the first one of another plan that the member has chosen, which is named
	Amount, Tax int
	Method      string
	Day         clock.Day
	LeaveBy     clock.Day // the last day on which cancelling keeps it from being charged
}

// CardExpires tells a member ahead that a card that pays a contract expires.
type CardExpires struct {
	Contract
	Method      string
	Last        clock.Day // the card's last day
	NextPayment clock.Day
}

// RenewalStops tells a member that the store renews a contract no more.
type RenewalStops struct {
	Contract
	LastPayment clock.Day // the zero Day: nothing is charged any more
	Until       clock.Day // the last day of what is paid for
	CodeOnly    bool      // a campaign's code pays for it, and it was agreed on that it ends
}

// PriceChanges tells a member what a contract is going to cost.
type PriceChanges struct {
	Contract
	Was, Amount int       // yen a term
	From        clock.Day // the day of the first charge of Amount
	LeaveBy     clock.Day // the last day on which cancelling keeps it from being charged
	Replaces    bool      // another change was told before, which this one replaces
	Method      string    // what cannot take another amount: the contract ends, unless it is paid in another way; empty: it goes on by itself
	ChangeBy    clock.Day // with Method: the last day on which another way can be chosen
}

// PriceKept tells a member that a new price that was told is withdrawn, before its day. Amounts are
// yen, tax included.
type PriceKept struct {
	Contract
	Told   int // the price that does not come
	Amount int // what the contract goes on to cost
}

// DiscountEnds tells a member ahead that a campaign makes a contract cheaper no more.
type DiscountEnds struct {
	Contract
	CampaignName string
	Was          int // yen a term: with the discount
	Amount, Tax  int // yen of the first charge without it
	Method       string
	From         clock.Day // the day of that charge
	LeaveBy      clock.Day // the last day on which cancelling keeps it from being charged
}

// Withdrawn tells a member who has left that everything has ended, but for the agreements that they
// alone can end, at the company behind
// them: Agreements names their payment methods.
type Withdrawn struct {
	Agreements []string
	Open       bool // it is not known yet whether a payment was taken: if so, it goes back
}

// FactorChanged tells a member that a second factor was enabled or disabled; BackupCode, that the
// codes were made anew.
type FactorChanged struct {
	At      time.Time
	Type    string // Email, SMS, OTP or BackupCode
	Enabled bool

	Passkeys int // that let anybody in who has one, without the factor
}

// ExternalChanged tells a member that an external account was linked or unlinked.
type ExternalChanged struct {
	Name   string // what the store calls it, such as LINE
	Linked bool
}

// PasskeyChanged tells a member what has become of a passkey.
type PasskeyChanged struct {
	At   time.Time
	Name string // the member's own word for it
	What PasskeyEvent
}

// PasskeyEvent is what has become of a passkey.
type PasskeyEvent string

// PasskeyEvents.
const (
	PasskeyAdded   PasskeyEvent = "added"
	PasskeyDeleted PasskeyEvent = "deleted"
	PasskeyRefused PasskeyEvent = "refused" // its counter went back: it may have been copied
)

// AppChanged tells a member that an app was allowed something for the first time, or that all it
// was allowed was taken from it.
type AppChanged struct {
	At        time.Time
	Name      string
	Connected bool
	Scopes    []string // what it may know and do, where it was connected
}

// Newsletter is one that the member has agreed to get. Its id is all that is kept until it leaves;
// package newsletter then says the rest.
type Newsletter struct {
	NewsletterID string
	OptionID     string     `json:",omitempty"` // of the consent, which its list is called after
	Title        string     `json:",omitempty"` // of the consent
	Subject      string     `json:",omitempty"`
	Paragraphs   [][]string `json:",omitempty"` // each with its lines
	Token        string     `json:",omitempty"` // of the link that stops it
	Address      string     `json:",omitempty"` // of the seller
	Phone        string     `json:",omitempty"` // of the seller; may be empty where there is a support mail
}

// awaited reports whether somebody sits in front of the screen and cannot go on without
// the message.
func awaited(m Message) bool {
	switch m.(type) {
	case PinCode, SMSCode, PasswordReset, StaffInvitation:
		return true
	}
	return false
}

// messages are all there are; each has its templates.
var messages = []Message{PinCode{}, SMSCode{}, SMSPasswordReset{}, Welcome{}, AlreadyMember{}, LoginAlert{}, PasswordReset{}, PasswordChanged{}, EmailChanged{}, EmailRestored{}, UserIDChanged{}, PinSet{}, FactorChanged{}, ExternalChanged{}, PasskeyChanged{}, AppChanged{}, OrderCompleted{}, Renewed{}, PaymentLate{}, ViewingClosed{}, RenewalRefused{}, RenewalFailed{}, HoldEnded{}, PaymentReversed{}, ContractEnded{}, ContractReleased{}, ContractExtended{}, RetriesMoved{}, BillWaived{}, RentalExtended{}, OrderFailed{}, Refunded{}, ContractCancelled{}, ContractKept{}, PlanChangeTaken{}, PlanChangeUndone{}, PaymentComing{}, CardExpires{}, RenewalStops{}, PriceChanges{}, PriceKept{}, DiscountEnds{}, Withdrawn{}, MethodEnded{}, Newsletter{}, StaffChanged{}, StaffInvitation{}, StaffAsked{}, MemberBlocked{}, MemberUnblocked{}, WithdrawalComing{}, WithdrawalOff{}, GuardedFound{}, GuardChanged{}, MemberRevealed{}, ProfileCorrected{}, MemberViewed{}, StaffUnusual{}, PasswordRequired{}, VerifyAddress{}, EmailOffered{}, ChangeHeld{}, SMSFactorsHeld{}, ChangeStopped{}}

func (SMSCode) Short()          {}
func (SMSPasswordReset) Short() {}
func (SMSFactorsHeld) Short()   {}

func (SMSCode) Template() string           { return "sms-code" }
func (SMSPasswordReset) Template() string  { return "sms-password-reset" }
func (PasswordRequired) Template() string  { return "password-required" }
func (VerifyAddress) Template() string     { return "verify-address" }
func (EmailOffered) Template() string      { return "email-offered" }
func (ChangeHeld) Template() string        { return "change-held" }
func (SMSFactorsHeld) Template() string    { return "sms-factors-held" }
func (ChangeStopped) Template() string     { return "change-stopped" }
func (Newsletter) Template() string        { return "newsletter" }
func (StaffChanged) Template() string      { return "staff-changed" }
func (StaffInvitation) Template() string   { return "staff-invitation" }
func (StaffAsked) Template() string        { return "staff-asked" }
func (MemberBlocked) Template() string     { return "member-blocked" }
func (MemberUnblocked) Template() string   { return "member-unblocked" }
func (WithdrawalComing) Template() string  { return "withdrawal-coming" }
func (WithdrawalOff) Template() string     { return "withdrawal-off" }
func (GuardedFound) Template() string      { return "guarded-found" }
func (GuardChanged) Template() string      { return "guard-changed" }
func (MemberRevealed) Template() string    { return "member-revealed" }
func (ProfileCorrected) Template() string  { return "profile-corrected" }
func (MemberViewed) Template() string      { return "member-viewed" }
func (StaffUnusual) Template() string      { return "staff-unusual" }
func (PinCode) Template() string           { return "pin-code" }
func (FactorChanged) Template() string     { return "factor-changed" }
func (ExternalChanged) Template() string   { return "external-changed" }
func (PasskeyChanged) Template() string    { return "passkey-changed" }
func (AppChanged) Template() string        { return "app-changed" }
func (Welcome) Template() string           { return "welcome" }
func (AlreadyMember) Template() string     { return "already-member" }
func (LoginAlert) Template() string        { return "login-alert" }
func (OrderCompleted) Template() string    { return "order-completed" }
func (Renewed) Template() string           { return "renewed" }
func (PaymentLate) Template() string       { return "payment-late" }
func (ViewingClosed) Template() string     { return "viewing-closed" }
func (RenewalRefused) Template() string    { return "renewal-refused" }
func (RenewalFailed) Template() string     { return "renewal-failed" }
func (MethodEnded) Template() string       { return "method-ended" }
func (HoldEnded) Template() string         { return "hold-ended" }
func (PriceKept) Template() string         { return "price-kept" }
func (PaymentReversed) Template() string   { return "payment-reversed" }
func (ContractEnded) Template() string     { return "contract-ended" }
func (ContractReleased) Template() string  { return "contract-released" }
func (ContractExtended) Template() string  { return "contract-extended" }
func (RetriesMoved) Template() string      { return "retries-moved" }
func (BillWaived) Template() string        { return "bill-waived" }
func (RentalExtended) Template() string    { return "rental-extended" }
func (OrderFailed) Template() string       { return "order-failed" }
func (Refunded) Template() string          { return "refunded" }
func (Withdrawn) Template() string         { return "withdrawn" }
func (PasswordReset) Template() string     { return "password-reset" }
func (PasswordChanged) Template() string   { return "password-changed" }
func (EmailChanged) Template() string      { return "email-changed" }
func (EmailRestored) Template() string     { return "email-restored" }
func (UserIDChanged) Template() string     { return "user-id-changed" }
func (PinSet) Template() string            { return "pin-set" }
func (ContractCancelled) Template() string { return "contract-cancelled" }
func (ContractKept) Template() string      { return "contract-kept" }
func (PlanChangeTaken) Template() string   { return "plan-change-taken" }
func (PlanChangeUndone) Template() string  { return "plan-change-undone" }
func (PaymentComing) Template() string     { return "payment-coming" }
func (CardExpires) Template() string       { return "card-expires" }
func (RenewalStops) Template() string      { return "renewal-stops" }
func (PriceChanges) Template() string      { return "price-changes" }
func (DiscountEnds) Template() string      { return "discount-ends" }
