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

	"kaiin/server/money/gateway"
)

// kinds sorts event_type. Every other one says nothing about our money or our wallets.
var kinds = map[string]gateway.NoticeKind{
	"VAULT.PAYMENT-TOKEN.DELETED": gateway.NoticeEnded,
	"PAYMENT.CAPTURE.COMPLETED":   gateway.NoticeSettled, "PAYMENT.CAPTURE.DENIED": gateway.NoticeDeclined, "PAYMENT.CAPTURE.DECLINED": gateway.NoticeDeclined,
	"PAYMENT.CAPTURE.PENDING": gateway.NoticePending, "PAYMENT.CAPTURE.REFUNDED": gateway.NoticeRefunded, "PAYMENT.CAPTURE.REVERSED": gateway.NoticeReversed,
	"CUSTOMER.DISPUTE.CREATED": gateway.NoticeDisputed, "CUSTOMER.DISPUTE.UPDATED": gateway.NoticeDisputed, "CUSTOMER.DISPUTE.RESOLVED": gateway.NoticeDisputeEnded,
}

// what is kept of a notice beside the fields of gateway.Notice.
type told struct {
	Type     string `json:"type"`              // event_type, as it came
	Resource string `json:"resource"`          // id of what it is about: a capture, a refund, a payment token, a dispute
	Capture  string `json:"capture,omitempty"` // id of the capture that was refunded, reversed or disputed, where it is told
}

// Answer is what PayPal is answered: it sends a notice again for three days, unless it gets a
// status of success.
func (c *Client) Answer(err error) (status int, body string) {
	switch {
	case err == nil:
		return http.StatusOK, ""
	case errors.Is(err, gateway.ErrForged):
		return http.StatusBadRequest, ""
	}
	return http.StatusServiceUnavailable, ""
}

// Notice verifies an event sent to the webhook and reads it. Its error is gateway.ErrForged or
// gateway.ErrUnverified, wrapped.
func (c *Client) Notice(ctx context.Context, header http.Header, body []byte) (gateway.Notice, error) {
	sent, err := readTransmission(header)
	if err != nil {
		return gateway.Notice{}, err
	}
	if len(body) > gateway.MaxNotice || !json.Valid(body) {
		return gateway.Notice{}, fmt.Errorf("%w: the body is too long or not JSON", gateway.ErrForged)
	}
	if c.cfg.WebhookID == "" {
		return gateway.Notice{}, fmt.Errorf("%w: no webhook is registered", gateway.ErrForged)
	}
	if err := c.verify(ctx, sent, body); err != nil {
		return gateway.Notice{}, err
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
			return t, fmt.Errorf("%w: the header %s", gateway.ErrForged, h.name)
		}
		*h.to = values[0]
	}
	return t, nil
}

// verify checks the signature by ourselves where that is possible, and asks PayPal where it is not.
func (c *Client) verify(ctx context.Context, sent transmission, body []byte) error {
	signature, err := base64.StdEncoding.DecodeString(sent.Signature)
	if err != nil {
		return fmt.Errorf("%w: the signature is not base64", gateway.ErrForged)
	}
	if err := c.mayFetch(sent.CertURL); err != nil {
		return fmt.Errorf("%w: %w", gateway.ErrForged, err)
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
		return fmt.Errorf("%w: the signature is wrong", gateway.ErrForged)
	}
	return nil
}

// signed is what PayPal signs of a notice.
func signed(sent transmission, webhookID string, body []byte) []byte {
	sum := strconv.FormatUint(uint64(crc32.ChecksumIEEE(body)), 10)
	return []byte(sent.ID + "|" + sent.Time + "|" + webhookID + "|" + sum)
}

// ask lets PayPal verify a notice. The event is passed on byte by byte: written anew, it might not
// be what was signed.
func (c *Client) ask(ctx context.Context, sent transmission, body []byte) error {
	head, err := json.Marshal(struct {
		transmission
		WebhookID string `json:"webhook_id"`
	}{sent, c.cfg.WebhookID})
	if err != nil {
		return fmt.Errorf("%w: %w", gateway.ErrUnverified, err)
	}
	question := bytes.Join([][]byte{head[:len(head)-1], []byte(`,"webhook_event":`), body, []byte("}")}, nil)
	var answer struct {
		Status string `json:"verification_status"`
	}
	err = c.call(ctx, opVerify, request{method: http.MethodPost, path: "/v1/notifications/verify-webhook-signature", body: question}, &answer)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", gateway.ErrUnverified, err)
	case answer.Status == "SUCCESS":
		return nil
	case answer.Status == "FAILURE":
		return fmt.Errorf("%w: PayPal does not know it", gateway.ErrForged)
	}
	return fmt.Errorf("%w: the answer says neither", gateway.ErrUnverified)
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

// readNotice reads a notice that was verified. A resource in a form that we do not know leaves what
// is told of it empty.
func readNotice(text []byte) (gateway.Notice, error) {
	var e event
	if err := decode(text, &e); err != nil || !printable(e.ID) || !printable(e.Type) || len(e.ID) > 255 || len(e.Type) > 100 {
		return gateway.Notice{}, fmt.Errorf("%w: it is no event", gateway.ErrForged)
	}
	n := gateway.Notice{Key: e.ID, Kind: gateway.NoticeOther}
	n.At, _ = time.Parse(time.RFC3339, e.At)
	if kind, known := kinds[e.Type]; known {
		n.Kind = kind
	}
	about := told{Type: e.Type}
	var r resource
	if json.Unmarshal(e.Resource, &r) == nil {
		about.Resource, about.Capture = r.ID, r.Related.IDs.Capture
		n.OrderID, n.TrackingID = r.Invoice, r.Related.IDs.Order
		if r.Dispute != "" {
			about.Resource, r.Amount = r.Dispute, r.Disputed
			if len(r.Transactions) == 1 {
				about.Capture, n.OrderID = r.Transactions[0].Seller, r.Transactions[0].Invoice
			}
		}
		if n.Kind == gateway.NoticeRefunded && about.Capture == "" {
			for _, l := range r.Links {
				if l.Rel == "up" {
					about.Capture = path.Base(l.Href)
				}
			}
		}
		if n.Kind == gateway.NoticeEnded {
			n.Reference = r.ID
		}
		n.Amount, _ = r.Amount.yen() // an amount that is none in yen is not ours
	}
	body, err := json.Marshal(about)
	if err != nil {
		return gateway.Notice{}, err
	}
	n.Body = body
	return n, nil
}
