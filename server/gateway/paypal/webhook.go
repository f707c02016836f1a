package paypal

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"net/http"
	"path"
	"strconv"
	"time"
)

// MaxNotice bounds the body of a notice, in bytes. Real ones have a few kilobytes.
const MaxNotice = 256 << 10

var (
	// ErrForged is a notice that PayPal did not send, or did not send to this webhook. It is final.
	ErrForged = errors.New("paypal: the notice is not PayPal's")
	// ErrUnverified is a notice of which it cannot be told now whether PayPal sent it. PayPal sends it again unless it is taken.
	ErrUnverified = errors.New("paypal: the notice cannot be verified now")
)

// NoticeKind is what a notice is about.
type NoticeKind string

// The kinds. KindOther is every event that says nothing about our money or our wallets.
const (
	KindOther        NoticeKind = "other"
	KindWalletEnded  NoticeKind = "wallet ended"      // the member, or we, ended it
	KindCaptured     NoticeKind = "captured"          // the money was taken
	KindDenied       NoticeKind = "denied"            // it was not, for good
	KindHeldBack     NoticeKind = "held back"         // not yet
	KindRefunded     NoticeKind = "refunded"          // given back, whole or in part
	KindReversed     NoticeKind = "reversed"          // taken back by PayPal
	KindDisputed     NoticeKind = "disputed"          // the member asks for it back
	KindDisputeEnded NoticeKind = "dispute ended"     // in favour of one side; a reversal says which
	KindWalletKept   NoticeKind = "wallet registered" // a payment token was made
)

var kinds = map[string]NoticeKind{
	"VAULT.PAYMENT-TOKEN.CREATED": KindWalletKept, "VAULT.PAYMENT-TOKEN.DELETED": KindWalletEnded,
	"PAYMENT.CAPTURE.COMPLETED": KindCaptured, "PAYMENT.CAPTURE.DENIED": KindDenied, "PAYMENT.CAPTURE.DECLINED": KindDenied,
	"PAYMENT.CAPTURE.PENDING": KindHeldBack, "PAYMENT.CAPTURE.REFUNDED": KindRefunded, "PAYMENT.CAPTURE.REVERSED": KindReversed,
	"CUSTOMER.DISPUTE.CREATED": KindDisputed, "CUSTOMER.DISPUTE.UPDATED": KindDisputed, "CUSTOMER.DISPUTE.RESOLVED": KindDisputeEnded,
}

// Notice is what an event says, without personal data. It tells where to look: amounts are for comparison, never to be booked.
type Notice struct {
	ID       string // PayPal's, the same each time the event is sent
	Type     string // event_type, as it came
	Kind     NoticeKind
	At       time.Time // when it happened
	Resource string    // id of what it is about: a capture, a refund, a payment token, a dispute
	Order    string    // PayPal's id of the order, where it is told
	OrderID  string    // ours, where it is told
	Capture  string    // id of the capture that was refunded, reversed or disputed, where it is told
	Amount   int       // yen; 0 where none is told
}

// Notice verifies an event sent to the webhook and reads it. Its error is ErrForged or ErrUnverified, wrapped.
func (c *Client) Notice(ctx context.Context, header http.Header, body []byte) (Notice, error) {
	sent, err := readTransmission(header)
	if err != nil {
		return Notice{}, err
	}
	if len(body) > MaxNotice || !json.Valid(body) {
		return Notice{}, fmt.Errorf("%w: the body is too long or not JSON", ErrForged)
	}
	if c.cfg.WebhookID == "" {
		return Notice{}, fmt.Errorf("%w: no webhook is registered", ErrForged)
	}
	if err := c.verify(ctx, sent, body); err != nil {
		return Notice{}, err
	}
	return readNotice(body)
}

// transmission is what the headers of a notice say.
type transmission struct {
	ID        string `json:"transmission_id"`
	Time      string `json:"transmission_time"`
	Signature string `json:"transmission_sig"`
	CertURL   string `json:"cert_url"`
	Algorithm string `json:"auth_algo"`
}

func readTransmission(header http.Header) (transmission, error) {
	var t transmission
	for _, h := range []struct {
		name  string
		limit int
		to    *string
	}{
		{"Paypal-Transmission-Id", 50, &t.ID}, {"Paypal-Transmission-Time", 100, &t.Time}, {"Paypal-Transmission-Sig", 1000, &t.Signature},
		{"Paypal-Cert-Url", 500, &t.CertURL}, {"Paypal-Auth-Algo", 100, &t.Algorithm},
	} {
		values := header.Values(h.name)
		if len(values) != 1 || !printable(values[0]) || len(values[0]) > h.limit {
			return t, fmt.Errorf("%w: the header %s", ErrForged, h.name)
		}
		*h.to = values[0]
	}
	return t, nil
}

// verify checks the signature by ourselves where that is possible, and asks PayPal where it is not.
func (c *Client) verify(ctx context.Context, sent transmission, body []byte) error {
	signature, err := base64.StdEncoding.DecodeString(sent.Signature)
	if err != nil {
		return fmt.Errorf("%w: the signature is not base64", ErrForged)
	}
	if err := c.mayFetch(sent.CertURL); err != nil {
		return fmt.Errorf("%w: %w", ErrForged, err)
	}
	if sent.Algorithm != "SHA256withRSA" {
		return c.ask(ctx, sent, body)
	}
	key, err := c.certs.key(ctx, sent.CertURL, c.cfg.CertRoots, c.clock.Now())
	if err != nil {
		return c.ask(ctx, sent, body)
	}
	digest := sha256.Sum256(signed(sent, c.cfg.WebhookID, body))
	if rsa.VerifyPKCS1v15(key, crypto.SHA256, digest[:], signature) != nil {
		return fmt.Errorf("%w: the signature is wrong", ErrForged)
	}
	return nil
}

// signed is what PayPal signs of a notice.
func signed(sent transmission, webhookID string, body []byte) []byte {
	sum := strconv.FormatUint(uint64(crc32.ChecksumIEEE(body)), 10)
	return []byte(sent.ID + "|" + sent.Time + "|" + webhookID + "|" + sum)
}

// ask lets PayPal verify a notice. The event is passed on byte by byte: written anew, it might not be what was signed.
func (c *Client) ask(ctx context.Context, sent transmission, body []byte) error {
	head, err := json.Marshal(struct {
		transmission
		WebhookID string `json:"webhook_id"`
	}{sent, c.cfg.WebhookID})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnverified, err)
	}
	question := bytes.Join([][]byte{head[:len(head)-1], []byte(`,"webhook_event":`), body, []byte("}")}, nil)
	var answer struct {
		Status string `json:"verification_status"`
	}
	err = c.call(ctx, opVerify, request{method: http.MethodPost, path: "/v1/notifications/verify-webhook-signature", body: question}, &answer)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrUnverified, err)
	case answer.Status == "SUCCESS":
		return nil
	case answer.Status == "FAILURE":
		return fmt.Errorf("%w: PayPal does not know it", ErrForged)
	}
	return fmt.Errorf("%w: the answer says neither", ErrUnverified)
}

// event is a notice on the wire, what is of no use to us left out.
type event struct {
	ID       string          `json:"id"`
	Type     string          `json:"event_type"`
	At       string          `json:"create_time"`
	Resource json.RawMessage `json:"resource"`
}

// resource is what an event is about: a capture, a refund, a payment token or a dispute.
type resource struct {
	ID       string `json:"id"`
	Dispute  string `json:"dispute_id"`
	Invoice  string `json:"invoice_id"`
	Amount   money  `json:"amount"`
	Disputed money  `json:"dispute_amount"`
	Related  struct {
		IDs struct {
			Order   string `json:"order_id"`
			Capture string `json:"capture_id"`
		} `json:"related_ids"`
	} `json:"supplementary_data"`
	Links        []link `json:"links"`
	Transactions []struct {
		Seller  string `json:"seller_transaction_id"`
		Invoice string `json:"invoice_number"`
	} `json:"disputed_transactions"`
}

// readNotice reads a notice that was verified. A resource in a form that we do not know leaves what is told of it empty.
func readNotice(body []byte) (Notice, error) {
	var e event
	if err := decode(body, &e); err != nil || !printable(e.ID) || !printable(e.Type) || len(e.ID) > 255 || len(e.Type) > 100 {
		return Notice{}, fmt.Errorf("%w: it is no event", ErrForged)
	}
	n := Notice{ID: e.ID, Type: e.Type, Kind: KindOther}
	n.At, _ = time.Parse(time.RFC3339, e.At)
	if kind, known := kinds[e.Type]; known {
		n.Kind = kind
	}
	var r resource
	if json.Unmarshal(e.Resource, &r) != nil {
		return n, nil
	}
	n.Resource, n.Order, n.OrderID, n.Capture = r.ID, r.Related.IDs.Order, r.Invoice, r.Related.IDs.Capture
	if r.Dispute != "" {
		n.Resource, r.Amount = r.Dispute, r.Disputed
		if len(r.Transactions) == 1 {
			n.Capture, n.OrderID = r.Transactions[0].Seller, r.Transactions[0].Invoice
		}
	}
	if n.Kind == KindRefunded && n.Capture == "" {
		for _, l := range r.Links {
			if l.Rel == "up" {
				n.Capture = path.Base(l.Href)
			}
		}
	}
	n.Amount, _ = r.Amount.yen() // an amount that is none in yen is not ours
	return n, nil
}
