package paypal

import (
	"net/http"
	"time"

	"kaiin/server/sandbox/ledger"
	"kaiin/server/sandbox/outcome"
)

// Times after which something ends by itself.
const (
	setupLife         = 3 * time.Hour
	orderLife         = 6 * time.Hour
	authorizationLife = 29 * 24 * time.Hour
)

// setup is a wallet, or an agreement, about to be kept.
type setup struct {
	ID          string    `json:"id"`
	NVP         bool      `json:"nvp"`
	Status      string    `json:"status"`
	Description string    `json:"description"`
	Brand       string    `json:"brand"`
	Return      string    `json:"return"`
	Cancel      string    `json:"cancel"`
	Payer       string    `json:"payer"`    // key of the payer who approved
	Customer    string    `json:"customer"` // as the merchant names them; empty: it does not
	At          time.Time `json:"at"`
}

// Statuses of a setup.
const (
	setupOpen     = "PAYER_ACTION_REQUIRED"
	setupApproved = "APPROVED"
	setupRefused  = "CANCELLED"
	setupKept     = "VAULTED"
)

// wallet is a payment token, or a billing agreement.
type wallet struct {
	ID       string    `json:"id"`
	NVP      bool      `json:"nvp"`
	Payer    string    `json:"payer"`
	Customer string    `json:"customer"` // as the merchant names them; empty: it does not
	Ended    bool      `json:"ended"`
	At       time.Time `json:"at"`
}

// order is an order of the REST API.
type order struct {
	ID          string    `json:"id"`
	Invoice     string    `json:"invoice"`
	Custom      string    `json:"custom"`
	Description string    `json:"description"`
	Amount      int       `json:"amount"`
	Payment     string    `json:"payment"` // id of its authorisation; empty: none
	At          time.Time `json:"at"`
}

// payment is an authorisation and what became of it.
type payment struct {
	ID      string    `json:"id"`
	Order   string    `json:"order"` // of the REST API; empty: a charge by name-value pairs
	Invoice string    `json:"invoice"`
	Custom  string    `json:"custom"`
	Wallet  string    `json:"wallet"`
	Payer   string    `json:"payer"`
	Amount  int       `json:"amount"`
	Voided  bool      `json:"voided"`
	Capture string    `json:"capture"` // id; empty: none
	Taken   string    `json:"taken"`   // status of the capture
	Refunds []refund  `json:"refunds"`
	HeldAt  time.Time `json:"heldAt"`
	At      time.Time `json:"at"` // when the present status was reached
}

type refund struct {
	ID       string    `json:"id"`
	Amount   int       `json:"amount"`
	At       time.Time `json:"at"`
	Reversed bool      `json:"reversed"` // PayPal took it back
}

// Statuses of a capture, refunds left out.
const (
	takenCompleted = "COMPLETED"
	takenPending   = "PENDING"
	takenDeclined  = "DECLINED"
)

func (p *payment) refunded() int {
	sum := 0
	for _, r := range p.Refunds {
		sum += r.Amount
	}
	return sum
}

func (p *payment) expired(now time.Time) bool {
	return p.Capture == "" && !p.Voided && now.After(p.HeldAt.Add(authorizationLife))
}

// entries are the payment's lines of the ledger.
func (p *payment) entries(now time.Time) []ledger.Entry {
	e := ledger.Entry{
		Provider: Name, Kind: ledger.Charge, OrderID: p.Invoice, TrackingID: p.ID, CustCode: p.Wallet, Card: payerOf(p.Payer).Email,
		Amount: p.Amount, Status: ledger.Authorized, At: p.At,
	}
	switch {
	case p.Taken == takenCompleted:
		e.Status = ledger.Settled
	case p.Voided, p.Taken == takenDeclined:
		e.Status = ledger.Cancelled
	case p.expired(now):
		e.Status, e.At = ledger.Expired, p.HeldAt.Add(authorizationLife)
	}
	entries := []ledger.Entry{e}
	for _, r := range p.Refunds {
		back := e
		back.Kind, back.Status, back.Amount, back.At, back.TrackingID = ledger.Refund, ledger.Refunded, r.Amount, r.At, r.ID
		entries = append(entries, back)
	}
	return entries
}

// charge is what shall be authorised.
type charge struct {
	order, invoice, custom, wallet string
	nvp                            bool
	amount                         int
}

// authorize holds an amount on a wallet; the service is locked.
func (s *Service) authorize(in charge, script string) (*payment, *fault) {
	w, ok := s.state.Wallets[in.wallet]
	switch {
	case !ok || w.NVP != in.nvp:
		return nil, noWallet
	case script == agreementCancelled:
		s.end(w)
		return nil, walletEnded
	case w.Ended:
		return nil, walletEnded
	case script == outcome.Decline:
		return nil, declined
	case script == outcome.HardDecline:
		return nil, accountLocked
	}
	renewal := false
	for _, p := range s.state.Payments {
		if in.invoice != "" && p.Invoice == in.invoice {
			return nil, invoiceUsed
		}
		renewal = renewal || p.Wallet == w.ID && p.Capture != ""
	}
	if script == "" {
		if refusal := payerOf(w.Payer).refuses(renewal); refusal != nil {
			return nil, refusal
		}
	}
	now := s.Clock.Now()
	p := &payment{
		ID: s.number(), Order: in.order, Invoice: in.invoice, Custom: in.custom, Wallet: w.ID, Payer: w.Payer, Amount: in.amount, HeldAt: now, At: now,
	}
	s.state.Payments[p.ID] = p
	return p, nil
}

// capture takes what is held; the service is locked.
func (s *Service) capture(p *payment, amount int, script string) *fault {
	switch {
	case p.Voided:
		return voided
	case p.Capture != "":
		return captured
	case p.expired(s.Clock.Now()):
		return expired
	case amount != p.Amount:
		return notTheAmount
	case script == outcome.Decline:
		return declined
	}
	p.Capture, p.Taken, p.At = s.number(), takenCompleted, s.Clock.Now()
	if script == pending {
		p.Taken = takenPending
		s.tell(noticePending, p, nil)
		return nil
	}
	s.tell(noticeCompleted, p, nil)
	return nil
}

// void releases what is held; the service is locked.
func (s *Service) void(p *payment) *fault {
	switch {
	case p.Voided:
		return voidedBefore
	case p.Capture != "":
		return captured
	case p.expired(s.Clock.Now()):
		return expired
	}
	p.Voided, p.At = true, s.Clock.Now()
	return nil
}

// refund gives back an amount of what was taken, all that is left when it is 0; the service
// is locked.
func (s *Service) refund(p *payment, amount int) (refund, *fault) {
	left := p.Amount - p.refunded()
	switch {
	case p.Taken != takenCompleted:
		return refund{}, notTaken
	case left == 0:
		return refund{}, refunded
	case amount > left:
		return refund{}, aboveLeft
	case amount == 0:
		amount = left
	}
	back := refund{ID: s.number(), Amount: amount, At: s.Clock.Now()}
	p.Refunds = append(p.Refunds, back)
	s.tell(noticeRefunded, p, &back)
	return back, nil
}

// end is what happens to a wallet that its owner, or the merchant, ends; the service is locked.
func (s *Service) end(w *wallet) {
	if w.Ended {
		return
	}
	w.Ended = true
	if !w.NVP {
		s.tellOf(noticeEnded, map[string]any{"id": w.ID})
	}
}

// fault is a refusal in the words of both wires.
type fault struct {
	status  int    // of the REST API
	issue   string // details[].issue
	code    string // L_ERRORCODE0
	message string
}

var (
	declined      = &fault{http.StatusUnprocessableEntity, "INSTRUMENT_DECLINED", "10417", "The instrument presented was either declined by the processor or bank, or it can't be used for this payment."}
	payerCannot   = &fault{http.StatusUnprocessableEntity, "PAYER_CANNOT_PAY", "10210", "Payer cannot pay for this transaction."}
	accountLocked = &fault{http.StatusUnprocessableEntity, "PAYER_ACCOUNT_LOCKED_OR_CLOSED", "10204", "Payer account cannot be used for this transaction."}
	walletEnded   = &fault{http.StatusUnprocessableEntity, "AGREEMENT_ALREADY_CANCELLED", "10201", "The requested agreement is already canceled."}
	noWallet      = &fault{http.StatusUnprocessableEntity, "TOKEN_ID_NOT_FOUND", "11451", "Specified token ID was not found."}
	invoiceUsed   = &fault{http.StatusUnprocessableEntity, "DUPLICATE_INVOICE_ID", "10412", "Duplicate Invoice ID detected."}
	authorized    = &fault{http.StatusUnprocessableEntity, "ORDER_ALREADY_AUTHORIZED", "10412", "Order already authorized."}
	voided        = &fault{http.StatusUnprocessableEntity, "AUTHORIZATION_VOIDED", "10600", "Authorization is voided."}
	voidedBefore  = &fault{http.StatusUnprocessableEntity, "PREVIOUSLY_VOIDED", "10600", "Authorization is voided."}
	captured      = &fault{http.StatusUnprocessableEntity, "AUTHORIZATION_ALREADY_CAPTURED", "10602", "Authorization has already been completed."}
	expired       = &fault{http.StatusUnprocessableEntity, "AUTHORIZATION_EXPIRED", "10601", "Authorization has expired."}
	notTheAmount  = &fault{http.StatusUnprocessableEntity, "AMOUNT_MISMATCH", "10610", "Amount specified is not the amount authorized."}
	notTaken      = &fault{http.StatusUnprocessableEntity, "PENDING_CAPTURE", "10009", "Nothing was captured yet."}
	refunded      = &fault{http.StatusUnprocessableEntity, "CAPTURE_FULLY_REFUNDED", "10009", "This transaction has already been fully refunded."}
	aboveLeft     = &fault{http.StatusUnprocessableEntity, "REFUND_AMOUNT_EXCEEDED", "10009", "The partial refund amount must be less than or equal to the remaining amount."}
	notApproved   = &fault{http.StatusUnprocessableEntity, "SETUP_TOKEN_NOT_APPROVED", "11455", "Buyer has not agreed to the billing agreement."}
	setupSpent    = &fault{http.StatusUnprocessableEntity, "SETUP_TOKEN_NOT_APPROVED", "11456", "Token has already been used to create a billing agreement."}
	setupOver     = &fault{http.StatusUnprocessableEntity, "SETUP_TOKEN_EXPIRED", "10411", "This session has expired. Token value is no longer valid."}
	noSetup       = &fault{http.StatusNotFound, "TOKEN_NOT_FOUND", "10410", "Invalid token"}
	notYen        = &fault{http.StatusUnprocessableEntity, "DECIMALS_NOT_SUPPORTED", "10004", "Currency does not support decimals."}
	notFound      = &fault{http.StatusNotFound, "INVALID_RESOURCE_ID", "10609", "Specified resource ID does not exist."}
	otherBody     = &fault{http.StatusUnprocessableEntity, "DUPLICATE_REQUEST_ID", "10004", "The request id was used for another request."}
	tooMany       = &fault{http.StatusTooManyRequests, "RATE_LIMIT_REACHED", "10014", "Too many requests. Blocked due to rate limiting."}
	orderOver     = notFound
)

func missing(what string) *fault {
	return &fault{http.StatusBadRequest, "MISSING_REQUIRED_PARAMETER", "10004", what + " is missing or malformed."}
}
