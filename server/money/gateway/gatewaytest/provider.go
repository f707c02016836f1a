package gatewaytest

import (
	"testing"

	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
)

// CardGateway is the whole of a provider that keeps cards.
type CardGateway interface {
	gateway.Gateway
	gateway.Cards
	gateway.Lists
}

// Provider is a gateway. With it a test also acts as the member and as the network.
type Provider struct {
	Gateway CardGateway
	// CardToken is what the browser makes of a card with these last four digits, good until
	// 2035-12. Every call makes a new one. The card is a Visa and is approved, unless Script
	// says otherwise.
	CardToken func(t *testing.T, suffix string) gateway.CardToken
	// InfoToken is the member's data as the browser sealed it for 3-D Secure.
	InfoToken func(t *testing.T) gateway.CardToken
	// Visit goes where Authenticate sends the browser, and passes 3-D Secure or fails it.
	Visit func(t *testing.T, redirectURL string, pass bool)
	// Script decides how the next call of the kind ends.
	Script func(t *testing.T, call Call, ending Ending)
	// Today is the provider's day.
	Today func() clock.Day
}

// Call is a kind of call that Script can decide about.
type Call string

const (
	SaveCard   Call = "save card" // of a customer who has none
	Forget     Call = "forget"
	Challenge  Call = "3-D Secure" // Declined only
	Charge     Call = "charge"     // without 3-D Secure
	Commit     Call = "commit"
	Refund     Call = "refund" // of all that is left
	RefundPart Call = "refund of a part"
	List       Call = "list of settlements" // Broken, Cut, Doubled and Misencoded only
)

// Ending is how a call ends.
type Ending string

const (
	Declined       Ending = "declined"          // refused by the card's issuer, no effect
	Reported       Ending = "reported"          // refused by the card's issuer, since the card was reported lost; no effect
	Ignored        Ending = "no effect"         // no effect, no answer
	Unanswered     Ending = "effect, no answer" // takes effect, no answer
	Broken         Ending = "broken"            // no effect, status 500
	DeliveredTwice Ending = "delivered twice"   // takes effect once; the answer is that to the second delivery
	Cut            Ending = "cut"               // takes effect; the answer ends in the middle
	Doubled        Ending = "doubled"           // takes effect; the answer comes twice in one
	Misencoded     Ending = "misencoded"        // takes effect; the answer is in another encoding than it says
)

// tookEffect tells of an ending without a usable answer whether the call was carried out.
func (e Ending) tookEffect() bool {
	return e == Unanswered || e == Failed || e == Cut || e == Doubled || e == Misencoded
}
