package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"
)

// Notices is a provider that tells us of its own accord what happened there.
type Notices interface {
	// Notice verifies and reads what was sent to our address for notices. Its error is ErrForged or
	// ErrUnverified, wrapped.
	Notice(ctx context.Context, header http.Header, body []byte) (Notice, error)
	// Answer is what the provider is answered, by which it knows whether to send the notice again:
	// err is nil when it was kept.
	Answer(err error) (status int, body string)
}

var (
	// ErrForged is a notice that the provider did not send, or not to us. It is final.
	ErrForged = errors.New("payment: the notice is not the provider's")
	// ErrUnverified is a notice that cannot be verified now: the provider may have sent it. It is
	// to be sent again.
	ErrUnverified = errors.New("payment: the notice cannot be verified now")
)

// MaxNotice bounds the body of a notice, in bytes. Real ones have a few kilobytes.
const MaxNotice = 256 << 10

// Notice is what a provider told us. It says where to look: its amount is for comparison, and
// never booked.
type Notice struct {
	Key        string // the provider's name for it, the same each time it is sent
	Kind       NoticeKind
	At         time.Time       // when it happened
	OrderID    string          // of a charge, or of the form by which a method was joined; ours
	TrackingID string          // of a charge, as Gateway.Charge answered it
	Reference  string          // of a method, as Agreement has it
	Shown      string          // of a method, as Agreement has it
	Amount     int             // yen; 0 where none is told
	Code       string          // the provider's own, of a refusal
	Body       json.RawMessage // what is kept of it, without personal data
}

// NoticeKind is what a notice is about.
type NoticeKind string

// The kinds. NoticeOther says nothing about our money or our methods.
const (
	NoticeOther        NoticeKind = "other"
	NoticeAgreed       NoticeKind = "agreed"        // the member agreed to the form with the order id
	NoticeRefused      NoticeKind = "refused"       // the member, or the provider, did not
	NoticeEnded        NoticeKind = "ended"         // the agreement behind a method is over
	NoticeSettled      NoticeKind = "settled"       // money was taken, asked for by us or by the provider itself
	NoticeDeclined     NoticeKind = "declined"      // it was not, for good
	NoticePending      NoticeKind = "pending"       // not yet
	NoticeRefunded     NoticeKind = "refunded"      // given back, whole or in part
	NoticeReversed     NoticeKind = "reversed"      // taken back by the provider
	NoticeDisputed     NoticeKind = "disputed"      // the member asks the provider for it back
	NoticeDisputeEnded NoticeKind = "dispute_ended" // in favour of one side; a reversal says which
)
