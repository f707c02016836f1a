package search

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
)

// Kind is what of a member a search has found.
type Kind string

// Kinds. Those of one thing come with its id, beside the member's.
const (
	AccountID     Kind = "ACCOUNT_ID"
	Email         Kind = "EMAIL"
	EmailDomain   Kind = "EMAIL_DOMAIN"
	UserID        Kind = "USER_ID"
	Phone         Kind = "PHONE"
	PhoneLast4    Kind = "PHONE_LAST4"
	Name          Kind = "NAME"
	Kana          Kind = "KANA"
	CardSuffix    Kind = "CARD_SUFFIX"
	Birthday      Kind = "BIRTHDAY"
	PostalCode    Kind = "POSTAL_CODE"
	ContractID    Kind = "CONTRACT_ID"    // of the contract
	Receipt       Kind = "RECEIPT"        // of the contract that was cancelled
	OrderID       Kind = "ORDER_ID"       // of the order
	BillID        Kind = "BILL"           // of the bill
	ChargeID      Kind = "CHARGE"         // of the charge
	ProviderOrder Kind = "PROVIDER_ORDER" // of the charge
	Tracking      Kind = "TRACKING"       // of the charge
	RefundID      Kind = "REFUND"         // of the refund
)

// kindsOf are the kinds that words have found.
var kindsOf = map[string]Kind{
	ofReading: Kana, ofName: Name, ofPhone: PhoneLast4, ofMailDomain: EmailDomain, ofCard: CardSuffix, ofBirthday: Birthday, ofPostalCode: PostalCode,
}

// Hit is a member who was found.
type Hit struct {
	AccountID uuid.UUID
	Matched   []Kind    // none: by filters alone
	ID        uuid.UUID // of the contract, order, bill, charge or refund; zero: it was the member alone
	Cursor    string
	at        time.Time
}

// Hits are a page of them, the newest members first.
type Hits struct {
	List []Hit
	More bool
}

// Page is which part of a list is asked for.
type Page struct {
	First *int    // 1 to 100; nil: 20
	After *string // the cursor of a hit of the same search; nil: from the beginning
}

// query is a search, as its cursors know it.
type query struct {
	List     string     // Find or Members
	Key      string     // the exact key; "" without one
	Words    []string   // all of these
	Any      [][]string // one of each of these
	Names    string     // in a line of the names; "": asks for nothing
	Readings string
	IDs      []uuid.UUID // one of these; nil: asks for nothing
	Keyed    bool        // there is an exact key
	Except   []uuid.UUID // none of these
	From, To time.Time   // when the member signed up; zero: asks for nothing
	IP       string      // of a login; "": asks for nothing
	Prefix   string      // of the email address
	None     []string    // none of these
	Ranges   []Range     // all of these hold
	few      *int        // how many members are in the narrowest range, counted so far as is of use; nil: there is none
	byRange  bool        // and they are fewer than those with the words
}

const cursorPurpose = "desk/search cursor"

// page reads which part is asked for. Fault: INVALID_FORMAT on first or after, also for a cursor of
// another search.
func (s *Service) page(q query, asked Page) (keyset.Page, error) {
	after := asked.After
	if after != nil {
		place, mac, _ := strings.Cut(*after, ".")
		kept, err := base64.RawURLEncoding.DecodeString(mac)
		if err != nil || !s.Secrets.IsMAC(kept, cursorPurpose, q.sealed(place)) {
			return keyset.Page{}, fault.Invalid(fault.InvalidFormat, "after")
		}
		after = &place
	}
	return keyset.NewPage(asked.First, after)
}

// sealed is what the MAC of a cursor is made of.
func (q query) sealed(place string) []byte {
	text, _ := json.Marshal(q) // texts, ids and times always are JSON
	return append([]byte(place+"\n"), text...)
}

// cut is the page out of the hits that its limit allowed, with their cursors.
func (s *Service) cut(q query, p keyset.Page, hits []Hit) *Hits {
	list, more := keyset.Cut(p, hits)
	for i, h := range list {
		place := keyset.Cursor{At: h.at, ID: h.AccountID}.String()
		list[i].Cursor = place + "." + base64.RawURLEncoding.EncodeToString(s.Secrets.MAC(cursorPurpose, q.sealed(place)))
	}
	return &Hits{list, more}
}

// matched are the kinds of words that a search asked for and a member has.
func matched(words []string) (kinds []Kind) {
	for _, word := range words {
		if kind := kindsOf[word[:1]]; kind != "" && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	slices.SortFunc(kinds, func(a, b Kind) int { return cmp.Compare(a, b) })
	return kinds
}

// tooBroad says that a search would find too many members, or takes too long.
func tooBroad(field string) error { return fault.Invalid(fault.TooBroad, field) }
