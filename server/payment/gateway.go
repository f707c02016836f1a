package payment

import (
	"context"
	"fmt"
)

// Gateway is a provider that keeps cards and charges them. Adapters speak its wire format and hold no rule.
//
// Every call returns a *GatewayError when the provider answered with a refusal, and ErrUnknownOutcome (wrapped) when it
// cannot be told whether the call took effect: a timeout, a broken connection, an unreadable answer. After an unknown
// outcome the caller looks the order up; it never charges again.
type Gateway interface {
	// SaveCard keeps the card behind a one-time token under customerCode (≤64 characters), one card a customer.
	SaveCard(ctx context.Context, customerCode string, token CardToken) (Card, error)
	// DeleteCard forgets the customer's card. Deleting an unknown one is no error.
	DeleteCard(ctx context.Context, customerCode string) error
	// Authenticate begins EMV 3-D Secure for the customer's saved card.
	Authenticate(ctx context.Context, in Authenticate) (Authentication, error)
	// Verdict reads the result of a 3-D Secure authentication. The browser's return proves nothing; this does.
	Verdict(ctx context.Context, authenticationID string) (Verdict, error)
	// Charge authorises the amount on the customer's saved card. Nothing is settled until Commit.
	Charge(ctx context.Context, in ChargeRequest) (trackingID string, err error)
	// Commit settles an authorised charge.
	Commit(ctx context.Context, trackingID string) error
	// Refund gives a settled charge back, or cancels one that is only authorised.
	Refund(ctx context.Context, trackingID string) error
	// Lookup tells what the provider knows of the order id.
	Lookup(ctx context.Context, orderID string) (Transaction, error)
}

// CardToken is what the provider's script in the browser made of a card; it works once.
type CardToken struct{ Token, Key string }

// Card is what may be shown of a saved card.
type Card struct {
	Brand  string // V, M, A, J, D, or empty when unknown
	Suffix string // last four digits
	Expire string // YYYYMM
}

// Authenticate asks for 3-D Secure of an amount in yen. The browser is sent to OKURL or NGURL afterwards.
type Authenticate struct {
	CustomerCode string
	Amount       int
	Info         CardToken // tds2infoToken and its key
	OKURL, NGURL string
}

// Authentication is a begun 3-D Secure authentication: send the browser to RedirectURL.
type Authentication struct{ ID, RedirectURL string }

// Verdict is the result of 3-D Secure.
type Verdict string

const (
	VerdictSucceeded   Verdict = "succeeded"
	VerdictFailed      Verdict = "failed"
	VerdictOutstanding Verdict = "outstanding" // the member has not finished
)

// ChargeRequest is one charge of a saved card. OrderID (≤38 characters) is unique for the provider: the same id is
// charged at most once.
type ChargeRequest struct {
	OrderID          string
	CustomerCode     string
	ItemID, ItemName string
	Amount, Tax      int    // yen; tax is inside the amount
	AuthenticationID string // of a succeeded 3-D Secure authentication; empty: the merchant charges on its own, as in a renewal
}

// Transaction is what the provider knows of an order id.
type Transaction struct {
	State      TransactionState
	TrackingID string
	Amount     int // yen; 0 when the provider does not tell it
}

// TransactionState is where a transaction stands at the provider.
type TransactionState string

const (
	TransactionNone       TransactionState = "none"       // never reached the provider, or was refused: no money will move
	TransactionAuthorized TransactionState = "authorized" // not settled yet: commit or cancel it
	TransactionSettled    TransactionState = "settled"
	TransactionCanceled   TransactionState = "canceled" // cancelled or refunded
)

// Reason is why a provider refused, in our words.
type Reason string

const (
	ReasonDeclined  Reason = "declined"  // the card was refused
	ReasonDuplicate Reason = "duplicate" // the order id was used before: look it up
	ReasonToken     Reason = "token"     // the token is spent, expired or unreadable
	ReasonNoCard    Reason = "no_card"   // the customer has no saved card
	ReasonTrouble   Reason = "trouble"   // the provider or the card network is down; nothing happened
	ReasonRejected  Reason = "rejected"  // the request itself was refused: our fault, to be looked at
)

// GatewayError is a refusal of the provider. The call had no effect.
type GatewayError struct {
	Reason Reason
	Code   string // the provider's own
}

func (e *GatewayError) Error() string {
	return fmt.Sprintf("gateway refused: %s (%s)", e.Reason, e.Code)
}

// ErrUnknownOutcome is what a call ends with when it cannot be told whether it took effect.
var ErrUnknownOutcome = fmt.Errorf("gateway: unknown outcome")
