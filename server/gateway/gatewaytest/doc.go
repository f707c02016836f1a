// Package gatewaytest is the contract of payment.Gateway as tests: what every provider's adapter must do, asked of the
// adapter in front of a provider, real wire format included.
//
//	func TestContract(t *testing.T) {
//		gatewaytest.Run(t, func(t *testing.T) gatewaytest.Provider { … })
//	}
//
// Each case gets a Provider of its own, so that cases run at the same time.
package gatewaytest

import (
	"testing"

	"kaiin/server/payment"
)

// Provider is a gateway together with the member's hands and fate's.
type Provider struct {
	Gateway payment.Gateway
	// CardToken is what the browser makes of a card with these last four digits, good until 2035-12. Every call makes
	// a new one. The card is a Visa and is approved, unless Script says otherwise.
	CardToken func(t *testing.T, suffix string) payment.CardToken
	// InfoToken is the member's data as the browser sealed it for 3-D Secure.
	InfoToken func(t *testing.T) payment.CardToken
	// Visit goes where Authenticate sends the browser, and passes 3-D Secure or fails it.
	Visit func(t *testing.T, redirectURL string, pass bool)
	// Script decides how the next call of the kind ends.
	Script func(t *testing.T, call Call, ending Ending)
}

// Call is a kind of call that Script can decide about.
type Call string

const (
	SaveCard   Call = "save card" // of a customer who has none
	DeleteCard Call = "delete card"
	Challenge  Call = "3-D Secure" // Declined only
	Charge     Call = "charge"     // without 3-D Secure
	Commit     Call = "commit"
	Refund     Call = "refund"
)

// Ending is how a call ends.
type Ending string

const (
	Declined       Ending = "declined"          // refused by the card's issuer, no effect
	Ignored        Ending = "no effect"         // no effect, no answer
	Unanswered     Ending = "effect, no answer" // takes effect, no answer
	Broken         Ending = "broken"            // no effect, status 500
	DeliveredTwice Ending = "delivered twice"   // takes effect once; the answer is that to the second delivery
)
