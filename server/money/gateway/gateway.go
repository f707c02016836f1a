package gateway

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kaiin/server/base/clock"
)

// Provider is a company through which members pay, and what it can do. The domain asks for that,
// and never for a name.
type Provider struct {
	Name      string // as payment_methods and charges have it
	Gateway   Gateway
	Cards     Cards     // nil: it keeps no cards
	Approvals Approvals // nil: no member joins by agreeing on its page
	Forms     Forms     // nil: no member joins by a form
	Notices   Notices   // nil: it tells us nothing of its own accord
	Lists     Lists     // nil: what it settled is not compared with our books
	// Bills says that it takes the money of each month by itself and tells us (package
	// providerbilling): we never charge a method of it. Its kinds are bought with, by a form with
	// an amount (FormRequest), and not joined.
	Bills bool
	// EndsByForm says that Forget does not end an agreement: its member does, on the provider's
	// page, by a form (FormRequest.Ends).
	EndsByForm bool
	// WholeOnly says that a charge can be given back as a whole alone: a part is not asked for.
	WholeOnly bool
	// Months tells what became of a month; nil: it charges none by itself.
	Months Months
	Kinds  []Kind // the ways to pay that members may join
	// CircuitOpen is whether the circuit breaker before it is open (WithBreaker).
	CircuitOpen func() bool
}

// Kind is a way to pay.
type Kind struct {
	Type  MethodType
	Joins Joining
	// Monthly is for a kind that sells nothing but what is paid once a month, without an end.
	Monthly bool
}

// Joining is how a method of a kind comes to be.
type Joining string

const (
	JoinsByCard     Joining = "card"     // the provider's script makes a token of a card, whose owner authenticates (Cards)
	JoinsByApproval Joining = "approval" // the member agrees on the provider's page (Approvals)
	JoinsByForm     Joining = "form"     // the browser posts a form to the provider's page (Forms), whose notice decides
)

// Gateway takes money through methods that a provider keeps. Adapters speak its wire format and
// hold no rule.
//
// Every call returns a *Error when the provider answered with a refusal, and ErrUnknownOutcome
// (wrapped) when it cannot be told whether the call took effect: a timeout, a broken
// connection, an unreadable answer. After an unknown outcome the caller looks the order up; it
// never charges again.
type Gateway interface {
	// Forget has the provider forget the method. Forgetting an unknown one is no error.
	Forget(ctx context.Context, m Kept) error
	// Charge authorises the amount. Nothing is settled until Commit.
	Charge(ctx context.Context, in ChargeRequest) (trackingID string, err error)
	// Commit settles an authorised charge.
	Commit(ctx context.Context, trackingID string) error
	// Refund gives money back. An amount of 0 is all that is left: it cancels a charge that is only
	// authorised, gives back what is left of a settled one, and does nothing if nothing is left of
	// it, so that it may be called again. An amount above 0 is a part, in yen, of a settled charge;
	// more than is left is refused (ReasonRejected). A part may not be said again after
	// ErrUnknownOutcome, unless a look-up finds InFlight later that Refunded is still what it was.
	Refund(ctx context.Context, trackingID string, amount int) error
	// Lookup tells what the provider knows of the order. It changes nothing and never ends with
	// ErrUnknownOutcome. Of money that the provider holds back it is refused with ReasonPending.
	// TransactionNone is final only InFlight after the last try to charge, and never after one
	// refused as ReasonDuplicate. trackingID is that of Charge, or else what ChargeRequest.Keep was
	// told, where it is known; a provider that cannot find a transaction by our order id finds it
	// by that alone.
	Lookup(ctx context.Context, orderID, trackingID string) (Transaction, error)
}

// Months is a provider that charges each month by itself, and can be asked what became of one. Its
// calls end as those of a Gateway do.
type Months interface {
	// Month tells what the provider knows of a month (YYYYMM) of the agreement, as Lookup does:
	// TransactionNone when it took nothing.
	Month(ctx context.Context, reference, month string) (Transaction, error)
}

// Lists is a provider that lists what moved on a day. Its calls end as those of a Gateway do.
type Lists interface {
	// Settlements lists what the provider settled and gave back on a Tokyo day, oldest first, for
	// comparing it with our books. The list of a day that is not over yet may grow. It changes
	// nothing and never ends with ErrUnknownOutcome; a list that cannot be read as a whole is an
	// error (ReasonTrouble) and never a part of it.
	Settlements(ctx context.Context, day clock.Day) ([]Settlement, error)
}

// Detailed is a list whose lines do not tell all of a transaction: they have a Ref.
type Detailed interface {
	// Detail completes such a line with its order id and tracking id. Its error is ErrForeign,
	// wrapped, for a transaction that was not made through this provider: others may sell through
	// the same account. It changes nothing and never ends with ErrUnknownOutcome.
	Detail(ctx context.Context, line Settlement) (Settlement, error)
}

// ErrForeign is what Detail ends with for a transaction that is not of this provider's making.
var ErrForeign = errors.New("gateway: a transaction that was made elsewhere")

// Cards is a provider that keeps cards. Its calls end as those of a Gateway do.
type Cards interface {
	// SaveCard keeps the card behind a one-time token under customerCode (≤64 characters), one card
	// a customer.
	SaveCard(ctx context.Context, customerCode string, token CardToken) (Card, error)
	// Authenticate begins EMV 3-D Secure for the customer's saved card.
	Authenticate(ctx context.Context, in Authenticate) (Authentication, error)
	// Verdict reads the result of a 3-D Secure authentication. The browser's return proves nothing;
	// this does.
	Verdict(ctx context.Context, authenticationID string) (Verdict, error)
}

// Approvals is a provider on whose own page a member agrees that we charge them from then on. Its
// calls end as those of a Gateway do.
type Approvals interface {
	// Ask asks for an agreement: send the browser to the page of the answer.
	Ask(ctx context.Context, in Approval) (Asked, error)
	// Agreed takes what the member has agreed to; asking again answers the same. The browser's
	// return proves nothing; this does.
	// ReasonDeclined: the member has not agreed.
	Agreed(ctx context.Context, askedID string) (Agreement, error)
	// Revoke ends what the member may have agreed to, when an answer of Agreed was lost or never
	// kept, and answers its reference. What no member agreed to, or the provider does not know any
	// more, has none and is no error. customerCode is that of the Approval; askedID is empty when
	// it is not known any more.
	Revoke(ctx context.Context, customerCode, askedID string) (reference string, err error)
}

// Approval is what a member is asked to agree to. The browser is then sent to ReturnURL or
// CancelURL.
type Approval struct {
	CustomerCode         string // of the method, ≤64 characters
	Locale               string // ja or en
	ReturnURL, CancelURL string
}

// Asked is an agreement that is asked for: send the browser to URL.
type Asked struct{ ID, URL string }

// Agreement is what the member has agreed to: Reference is the provider's key of it, Shown what
// tells the member which it is, such as the address of their account there.
type Agreement struct{ Reference, Shown string }

// Kept is under which keys a provider keeps a method: ours, and its own where it has one.
type Kept struct{ CustomerCode, Reference string }

// CardToken is what the provider's script in the browser made of a card; it works once.
type CardToken struct{ Token, Key string }

// Card is what may be shown of a saved card.
type Card struct {
	Brand  string // V, M, A, J, D, or empty when unknown
	Suffix string // last four digits
	Expire string // YYYYMM
}

// Authenticate asks for 3-D Secure of an amount in yen. The browser is then sent to OKURL or NGURL.
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

// ChargeRequest is one charge of a method. OrderID (≤38 characters) is unique for the provider: the
// same id is charged at most once.
type ChargeRequest struct {
	OrderID string
	Kept
	ItemID, ItemName string
	Amount, Tax      int    // yen; tax is inside the amount
	AuthenticationID string // of a succeeded 3-D Secure authentication; empty: the merchant charges on its own, as in a renewal

	// Keep is told the provider's own name for the order before any amount is held, where the
	// provider finds it by that alone; an error ends the call. KeptAs is what an earlier call was
	// told so. Lookup gets it in place of a tracking id that is not known.
	Keep   func(ref string) error
	KeptAs string
}

// Transaction is what the provider knows of an order id.
type Transaction struct {
	State      TransactionState
	TrackingID string
	Amount     int // yen that were authorised; 0 when the provider does not tell it
	Refunded   int // yen of a settled charge given back so far; it says something only together with an Amount
}

// WasTaken reports whether the amount was settled at some time, though all of it may have gone
// back since.
func (t Transaction) WasTaken() bool {
	return t.State == TransactionSettled || t.State == TransactionCanceled && t.Refunded > 0
}

// TransactionState is the state of a transaction at the provider.
type TransactionState string

const (
	TransactionNone       TransactionState = "none"       // never reached the provider, or was refused: no money moves but by a call that is under way
	TransactionAuthorized TransactionState = "authorized" // not settled yet: commit or cancel it
	TransactionSettled    TransactionState = "settled"    // also when a part has gone back
	TransactionCanceled   TransactionState = "canceled"   // cancelled, or refunded whole
)

// InFlight is how long a call without an answer may still be under way and take effect. Adapters
// see to it that no provider takes it later, clocks that differ by some minutes included.
const InFlight = 15 * time.Minute

// Settlement is a line of the provider's daily list: money that moved.
type Settlement struct {
	Kind       SettlementKind
	OrderID    string
	TrackingID string
	Amount     int // yen, above 0 for both kinds
	At         time.Time
	Reversed   bool // a refund that the provider made against our will, as after a dispute

	// Ref is the provider's name for the line, where the list tells no tracking id: Detail
	// then completes it, the order id too where that is empty. Of is the name of the sale that
	// went back.
	Ref, Of string
}

// SettlementKind is which way the money of a Settlement moved.
type SettlementKind string

const (
	SettlementSale   SettlementKind = "sale"
	SettlementRefund SettlementKind = "refund" // whole or in part; a charge may have several
)

// Reason is why a provider refused, in our words.
type Reason string

const (
	ReasonDeclined    Reason = "declined"      // the card was refused; the same card may be approved another day
	ReasonHardDecline Reason = "hard_declined" // the card is lost, stolen, closed or invalid: it is never tried again without the member
	ReasonDuplicate   Reason = "duplicate"     // the order id was used before: money may have moved, whatever a look-up finds
	ReasonToken       Reason = "token"         // the token is spent, expired or unreadable
	ReasonNoCard      Reason = "no_card"       // the customer has no saved card
	ReasonEnded       Reason = "ended"         // the agreement is over: its owner has ended it at the provider, or it never was
	ReasonPending     Reason = "pending"       // of a look-up: the provider holds the money back and has not decided; it is to be asked again
	ReasonTrouble     Reason = "trouble"       // the provider or the card network is down; nothing happened
	ReasonRejected    Reason = "rejected"      // the request itself was refused: our fault, to be looked at
)

// Error is a refusal of the provider. The call had no effect.
type Error struct {
	Reason Reason
	Code   string // the provider's own
}

func (e *Error) Error() string {
	return fmt.Sprintf("gateway refused: %s (%s)", e.Reason, e.Code)
}

// ErrUnknownOutcome is what a call ends with when it cannot be told whether it took effect.
var ErrUnknownOutcome = fmt.Errorf("gateway: unknown outcome")
