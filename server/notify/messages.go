package notify

import "kaiin/server/clock"

// Message is something to tell a member: the name of its template, and its exported fields, which the template speaks of.
type Message interface{ Template() string }

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

// messages are all there are; each has its templates.
var messages = []Message{PinCode{}, Welcome{}, AlreadyMember{}, OrderCompleted{}, Renewed{}, RenewalFailed{}}

func (PinCode) Template() string        { return "pin-code" }
func (Welcome) Template() string        { return "welcome" }
func (AlreadyMember) Template() string  { return "already-member" }
func (OrderCompleted) Template() string { return "order-completed" }
func (Renewed) Template() string        { return "renewed" }
func (RenewalFailed) Template() string  { return "renewal-failed" }
