package sbps

import (
	"errors"
	"strings"

	"kaiin/server/money/gateway"
)

// class is what an error code means for us.
type class string

const (
	declined   class = "declined"    // the card, this time
	lost       class = "lost card"   // the card, for good: lost, stolen, closed, or no account of that number
	badToken   class = "bad token"   // of the browser's script
	cardState  class = "card state"  // a card is saved where none should be, or none where one should
	duplicate  class = "duplicate"   // the order id was used
	missing    class = "missing"     // no such transaction
	wrongState class = "wrong state" // the transaction is not, or no longer, where the call needs it: it may be where the call wants it
	trouble    class = "trouble"     // at the service or a card company, before the effect or after it
	rejected   class = "rejected"    // the request itself

	// Of carriers and wallets alone.
	ended       class = "ended"        // the agreement is over: ended by us, or by the member at the carrier
	noAgreement class = "no agreement" // there is none
	closed      class = "closed"       // the carrier takes nothing at this hour; nothing happened
)

// rows sorts the types of error, digits four and five of a code, for the card methods. Digits one
// to three are the method of payment, six to eight the field.
var rows = []row{
	{rejected, "00 01 02 03 04 05 06 07 09 10 13 14"}, // request: XML, function, fields, hash, life, merchant
	{missing, "11 12"},
	{declined, "20 22 23 24 25 26 27 28"},             // filter, limit, unusable, PIN, count, not accepted, number or expiry, kind
	{declined, "29 30 31 32 33 34 35 36 61 63 64"},    // others, security code, checks of the card holder
	{declined, "65 66 67 68 69 73 74 75 76 77 K2"},    // G12, G30 (held, as K2), G44, G54, G55, G83 (expiry), G85, and authorisations on behalf
	{lost, "70 71 72"},                                // G60 card reported, G61 card invalid, G65 no such number
	{trouble, "21 80 81 82 83 84 85 86 90 92 93 94"},  // card centre, gateway and institutions, system, gave up repeating, not finished
	{wrongState, "37 39 40 41 42"},                    // capture: not needed, none, cancelled, done, too late
	{wrongState, "43 44 45 46 49 50 51 52 56"},        // refund or cancelling: none, cancelled, done, too late
	{wrongState, "59 60 W0 W1 W2 W3 W4 W5 W6"},        // commit order, states
	{rejected, "47 54 57 58 79 97 98 K0 K1 K3 K4 K5"}, // recurring, above the authorised amount, refund numbers, permanent tokens, partial refunds
	{cardState, "95"},
	{duplicate, "96"},
	{badToken, "T1 T2"}, // unreadable, expired
}

// carrierRows sorts the types of carriers and wallets; those that are not here mean what they mean
// for cards.
var carrierRows = []row{
	{wrongState, "20 21 22 23 24 25 26 27 30 31 33 40"}, // capture and refund: states, no sale in the month, given back, too late
	{rejected, "28 29 34"},                              // 28: parts of au only from the next month on; the others mean something for cards alone
	{ended, "32 L2 L3"},                                 // by us, and L3 by the member or the carrier
	{noAgreement, "L0"},
	{rejected, "L1"}, // another customer's
	{declined, "L4 U0 U1 U2 U3"},
	{closed, "35"},
	{trouble, "36 37 38 L5 L6 L7"}, // under way; ending failed
}

type row struct {
	class class
	types string
}

var types, carrierTypes = byType(rows), byType(carrierRows)

func byType(rows []row) map[string]class {
	byType := map[string]class{}
	for _, r := range rows {
		for t := range strings.FieldsSeq(r.types) {
			byType[t] = r.class
		}
	}
	return byType
}

// carriers are the methods that carrierRows are about: PayPay, d払い, au, SoftBank.
var carriers = map[string]bool{"311": true, "401": true, "402": true, "405": true}

// tokenFields are those whose values come from the browser, tokenCodes the field digits under which
// errors speak of them.
var (
	tokenFields = map[string]bool{"token": true, "token_key": true, "tds_info_token": true, "tds_info_token_key": true}
	tokenCodes  = map[string]bool{"227": true, "228": true}
)

// classOf reads an error code of eight characters. Of a type that is not in the table, those of the
// service's own families 8x and 9x are taken for trouble, since that is the careful reading, and
// the rest for a refusal of the request: never for a card that is lost for good.
func classOf(code string) class {
	kind, field := code[3:5], code[5:]
	c, known := types[kind]
	if own, ok := carrierTypes[kind]; ok && carriers[code[:3]] {
		c, known = own, true
	}
	switch {
	case c == rejected && tokenCodes[field]:
		return badToken
	case known:
		return c
	case kind[0] == '8' || kind[0] == '9':
		return trouble
	}
	return rejected
}

func (c class) reason() gateway.Reason {
	switch c {
	case declined:
		return gateway.ReasonDeclined
	case lost:
		return gateway.ReasonHardDecline
	case badToken:
		return gateway.ReasonToken
	case cardState:
		return gateway.ReasonNoCard
	case duplicate:
		return gateway.ReasonDuplicate
	case trouble, closed:
		return gateway.ReasonTrouble
	case noAgreement:
		return gateway.ReasonNoCard
	case ended:
		return gateway.ReasonEnded
	}
	return gateway.ReasonRejected
}

// is tells whether an error is an NG answer of the class.
func (c class) is(err error) bool {
	refused, ok := errors.AsType[*gateway.Error](err)
	return ok && errCodeForm.MatchString(refused.Code) && classOf(refused.Code) == c
}
