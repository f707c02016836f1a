package paypal

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"kaiin/server/sandbox/outcome"
)

// Types of events.
const (
	noticeKept      = "VAULT.PAYMENT-TOKEN.CREATED"
	noticeEnded     = "VAULT.PAYMENT-TOKEN.DELETED"
	noticeCompleted = "PAYMENT.CAPTURE.COMPLETED"
	noticePending   = "PAYMENT.CAPTURE.PENDING"
	noticeDenied    = "PAYMENT.CAPTURE.DENIED"
	noticeRefunded  = "PAYMENT.CAPTURE.REFUNDED"
	noticeReversed  = "PAYMENT.CAPTURE.REVERSED"
	noticeDispute   = "CUSTOMER.DISPUTE.CREATED"
	noticeResolved  = "CUSTOMER.DISPUTE.RESOLVED"
)

const (
	keptNotices = 200
	noticeTries = 3
	noticePause = 300 * time.Millisecond
	lateNotice  = 3 * time.Second
)

// Notice is an event, with what was sent of it.
type Notice struct {
	Number  int               `json:"number"`
	At      time.Time         `json:"at"`
	Type    string            `json:"type"`
	Outcome string            `json:"outcome"`
	Header  map[string]string `json:"header"`
	Body    string            `json:"body"`
	Tries   int               `json:"tries"`
	Status  int               `json:"status"` // of the last answer; 0: none
}

// Notices lists the latest events, newest first.
func (s *Service) Notices() []Notice {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]Notice, 0, len(s.notices))
	for _, n := range slices.Backward(s.notices) {
		list = append(list, *n)
	}
	return list
}

// tell makes an event about a payment of the REST API; the service is locked. Charges by name-value
// pairs are told of by IPN, which is not played.
func (s *Service) tell(kind string, p *payment, back *refund) {
	switch {
	case p.Order == "":
	case back != nil && kind == noticeRefunded:
		s.tellOf(kind, refundBody(p, *back, s.PublicURL))
	default:
		s.tellOf(kind, captureBody(p, s.PublicURL))
	}
}

// tellOf makes an event about anything and sends it; the service is locked.
func (s *Service) tellOf(kind string, resource object) {
	if s.Merchant.WebhookID == "" {
		return
	}
	script, _ := s.Queue.Take(Name, func(e outcome.Entry) bool { return slices.Contains(noticeOutcomes, e.Outcome) })
	now := s.Clock.Now()
	id := "WH-" + s.number() + "-" + s.number()
	body := jsonReply(0, object{
		"id": id, "event_version": "1.0", "create_time": now.UTC().Format("2006-01-02T15:04:05.000Z"), "event_type": kind,
		"resource_type": strings.ToLower(strings.Split(kind, ".")[1]), "resource_version": "2.0", "summary": "通知 " + kind, "resource": resource,
	}).Body
	n := &Notice{Number: len(s.notices) + 1, At: now, Type: kind, Outcome: script.Outcome, Body: string(body)}
	if last := len(s.notices); last > 0 {
		n.Number = s.notices[last-1].Number + 1
	}
	if s.notices = append(s.notices, n); len(s.notices) > keptNotices {
		s.notices = slices.Delete(s.notices, 0, len(s.notices)-keptNotices)
	}
	n.Header = s.header(script.Outcome, body, stamp(now))
	s.dispatch(n, script)
}

// header signs a notice, or pretends to.
func (s *Service) header(script string, body []byte, at string) map[string]string {
	id, webhook, signed := strings.ToLower(rand.Text()), s.Merchant.WebhookID, body
	switch script {
	case noticeOtherID:
		webhook = "0" + webhook
	case noticeBadSignature:
		signed = append(slices.Clone(body), ' ')
	}
	signature := s.signer.sign(id, at, webhook, signed)
	certificate := s.PublicURL + "/v1/notifications/certs/" + s.signer.name
	if script == noticeForeignCert {
		certificate = "https://certificates.example/v1/notifications/certs/" + s.signer.name
	}
	return map[string]string{
		"Content-Type": jsonContent, "PAYPAL-TRANSMISSION-ID": id, "PAYPAL-TRANSMISSION-TIME": at, "PAYPAL-TRANSMISSION-SIG": signature,
		"PAYPAL-CERT-URL": certificate, "PAYPAL-AUTH-ALGO": "SHA256withRSA",
	}
}

// dispatch decides when a notice goes out; the service is locked.
func (s *Service) dispatch(n *Notice, script outcome.Entry) {
	before := s.waiting
	s.waiting = nil
	switch script.Outcome {
	case noticeLost:
	case noticeReordered:
		s.waiting = n
	case noticeLate:
		pause := script.Delay
		if pause == 0 {
			pause = lateNotice
		}
		go s.send(pause, n)
	case noticeTwice:
		go s.send(0, n, n)
	default:
		go s.send(0, n)
	}
	if before != nil {
		go s.send(noticePause, before)
	}
}

// send posts notices one after the other, each up to three times until it is taken.
func (s *Service) send(pause time.Duration, notices ...*Notice) {
	if s.NoticeURL == "" {
		return
	}
	time.Sleep(pause)
	for _, n := range notices {
		for try := range noticeTries {
			time.Sleep(time.Duration(try) * noticePause)
			if status := s.post(n); status >= 200 && status < 300 {
				break
			}
		}
	}
}

var noticeClient = &http.Client{
	Timeout:       10 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// post sends a notice once and tells the status of the answer, 0 when there is none.
func (s *Service) post(n *Notice) (status int) {
	s.mu.Lock()
	body, header := n.Body, n.Header
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		n.Tries, n.Status = n.Tries+1, status
		s.mu.Unlock()
	}()
	req, err := http.NewRequest(http.MethodPost, s.NoticeURL, bytes.NewReader([]byte(body)))
	if err != nil {
		return 0
	}
	for name, value := range header {
		req.Header.Set(name, value)
	}
	res, err := noticeClient.Do(req)
	if err != nil {
		return 0
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 4<<10))
	return res.StatusCode
}

// resend sends an event again, newly signed.
func (s *Service) resend(w http.ResponseWriter, r *http.Request) {
	if foreign(w, r) {
		return
	}
	number, _ := strconv.Atoi(r.PathValue("n"))
	s.mu.Lock()
	i := slices.IndexFunc(s.notices, func(n *Notice) bool { return n.Number == number })
	var n *Notice
	if i >= 0 {
		n = s.notices[i]
		n.Header, n.Outcome = s.header("", []byte(n.Body), stamp(s.Clock.Now())), ""
	}
	s.mu.Unlock()
	if n == nil {
		http.NotFound(w, r)
		return
	}
	go s.send(0, n)
	http.Redirect(w, r, "/paypal", http.StatusSeeOther)
}

// verifyNotice is POST /v1/notifications/verify-webhook-signature.
func (s *Service) verifyNotice(w http.ResponseWriter, r *http.Request) {
	if !s.mayCall(r) {
		s.answer(w, unauthorized(), Call{Function: "verify"})
		return
	}
	var in struct {
		ID        string          `json:"transmission_id"`
		Time      string          `json:"transmission_time"`
		Signature string          `json:"transmission_sig"`
		CertURL   string          `json:"cert_url"`
		Algorithm string          `json:"auth_algo"`
		WebhookID string          `json:"webhook_id"`
		Event     json.RawMessage `json:"webhook_event"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&in); err != nil {
		s.answer(w, restRefusal(missing("A body in JSON")), Call{Function: "verify"})
		return
	}
	status := "FAILURE"
	if in.WebhookID == s.Merchant.WebhookID && s.signer.verify(in.ID, in.Time, in.WebhookID, in.Event, in.Signature) {
		status = "SUCCESS"
	}
	s.answer(w, jsonReply(http.StatusOK, object{"verification_status": status}), Call{Function: "verify", Subject: in.ID})
}
