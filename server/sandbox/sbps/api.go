package sbps

import (
	"bytes"
	"context"
	"crypto/subtle"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/sandbox/outcome"
)

const (
	maxBody   = 64 << 10
	keptCalls = 200
)

// Call is one call of the API, for people to look at. Its reason says in words why a call
// was refused.
type Call struct {
	At         time.Time `json:"at"`
	Function   string    `json:"function"`
	OrderID    string    `json:"orderId"`
	TrackingID string    `json:"trackingId"`
	Result     string    `json:"result"`  // OK or NG; empty when there was no answer
	ErrCode    string    `json:"errCode"` // 8 characters
	Outcome    string    `json:"outcome"` // what had been scripted for it
	Reason     string    `json:"reason"`
}

// Calls lists the latest calls, newest first.
func (s *Service) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	calls := append([]Call{}, s.calls...)
	slices.Reverse(calls)
	return calls
}

// serveAPI answers POST /api/xmlapi.do. An answer is status 200 whether it says OK or NG.
func (s *Service) serveAPI(w http.ResponseWriter, r *http.Request) {
	if !s.authenticated(r) {
		w.Header().Set("WWW-Authenticate", `Basic realm="SBPS"`)
		http.Error(w, "Basic authentication failed", http.StatusUnauthorized)
		return
	}
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "text/xml" && media != "application/xml" {
		http.Error(w, "the content type must be text/xml or application/xml", http.StatusUnsupportedMediaType)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		status := http.StatusBadRequest
		if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
			status = http.StatusRequestEntityTooLarge
		}
		http.Error(w, "the request cannot be read: "+err.Error(), status)
		return
	}
	call := Call{}
	req, fn, err := s.read(body, &call)
	var script outcome.Entry
	if err == nil {
		script, _ = s.Queue.Take(Name, func(e outcome.Entry) bool { return fits(e, fn) })
		call.Outcome = script.Outcome
	}
	switch script.Outcome {
	case outcome.TimeoutBefore, outcome.HTTP500:
		s.ignore(w, r, script, call)
		return
	case outcome.Late:
		s.dawdle(w, r, fn, req, script, call)
		return
	}
	var answer []*element
	if err == nil {
		req.script = script.Outcome
		req.base = s.baseURL(r)
		answer, err = s.perform(fn, req)
		if script.Outcome == outcome.Duplicate {
			answer, err = s.perform(fn, req)
		}
	}
	method := methodCommon
	if fn.id != "" {
		method = methodOf(fn.id)
	}
	fields := s.finish(method, answer, err, &call)
	switch script.Outcome {
	case outcome.TimeoutAfter:
		call.Result, call.Reason = "", "took effect ("+call.Result+call.ErrCode+"), no answer"
		s.record(call)
		script.HangUp(r.Context())
	case outcome.Slow:
		script.Linger(r.Context())
	}
	s.record(call)
	w.Header().Set("Content-Type", "text/xml;charset=Shift_JIS")
	w.Header().Set("Content-Language", "ja")
	_, _ = w.Write(damage(script.Outcome, encode(fn.id, fields)))
}

// ignore ends a call that was scripted to have no effect: with status 500, or without an answer,
// and then it does not return.
func (s *Service) ignore(w http.ResponseWriter, r *http.Request, script outcome.Entry, call Call) {
	if script.Outcome == outcome.HTTP500 {
		call.Reason = "no effect, status 500"
		s.record(call)
		outcome.InternalServerError(w)
		return
	}
	call.Reason = "no effect, no answer"
	s.record(call)
	script.HangUp(r.Context())
}

// dawdle gives no answer and carries the call out later. Until then its order id is spent, and
// nothing is found under it.
func (s *Service) dawdle(w http.ResponseWriter, r *http.Request, fn function, req *request, script outcome.Entry, call Call) {
	if id := req.get("order_id"); fn.authorises {
		s.mu.Lock()
		_, used := s.state.Orders[id]
		if req.late = !used; req.late {
			s.state.Orders[id] = ""
		}
		s.mu.Unlock()
	}
	call.Reason = "no answer, takes effect later"
	s.record(call)
	outcome.Leave(w)
	script.Linger(context.WithoutCancel(r.Context()))
	answer, err := s.perform(fn, req)
	s.finish(methodOf(fn.id), answer, err, &call)
	call.Reason = "took effect late, " + call.Result + call.ErrCode + ", no answer"
	call.Result = ""
	s.record(call)
}

// damage is what a scripted outcome changes in an answer; most change nothing.
func damage(script string, answer []byte) []byte {
	switch script {
	case outcome.Cut:
		return answer[:len(answer)*2/3]
	case outcome.Doubled:
		return append(answer, answer...)
	case outcome.Misencoded:
		return bytes.Replace(answer, []byte("?>\n"), []byte("?>\n<!-- 処理結果 -->\n"), 1) // UTF-8, and the declaration says Shift_JIS
	}
	return answer
}

func (s *Service) authenticated(r *http.Request) bool {
	user, password, ok := r.BasicAuth()
	same := subtle.ConstantTimeCompare([]byte(user), []byte(s.Merchant.BasicUser)) &
		subtle.ConstantTimeCompare([]byte(password), []byte(s.Merchant.BasicPassword))
	return ok && same == 1
}

// read takes a body apart and checks everything that does not depend on what happened before.
func (s *Service) read(body []byte, call *Call) (*request, function, error) {
	id, sent, err := decode(body)
	call.Function = id
	if err != nil {
		return nil, function{}, refuse(errMalformed, fieldNone, err.Error())
	}
	fn, ok := functions[id]
	if !ok {
		return nil, function{}, refuse(errFunction, fieldFunction, "unknown function id")
	}
	req := &request{function: id, values: map[string]string{}}
	rd := reader{cipher: s.cipher, request: req}
	err = rd.read(fn.fields, sent)
	call.OrderID, call.TrackingID = req.get("order_id"), req.get("tracking_id")
	switch {
	case err != nil:
		return nil, fn, err
	case req.get("merchant_id") != s.Merchant.MerchantID:
		return nil, fn, refuse(errMerchant, merchantID.code, "unknown merchant id")
	case req.get("service_id") != s.Merchant.ServiceID:
		return nil, fn, refuse(errMerchant, serviceID.code, "unknown service id")
	case !req.hashMatches(s.Merchant.HashKey):
		return nil, fn, refuse(errHash, hashcode.code, "sps_hashcode is not the hash of the values sent")
	}
	return req, fn, req.alive(s.Clock.Slowest())
}

// fits tells which scripted outcomes meant for no function in particular go with a call: refusals
// and duplicates with the next authorisation, those about amounts with the next look-up, the rest
// with the next call that moves money. Those of 3-D Secure are taken in requestTDS.
func fits(e outcome.Entry, fn function) bool {
	switch e.Outcome {
	case outcome.ChallengeOK, outcome.ChallengeFail, outcome.ReturnPost:
		return false
	}
	if e.Function != "" {
		return e.Function == fn.id
	}
	switch e.Outcome {
	case outcome.OK, outcome.Decline, outcome.HardDecline, outcome.Duplicate:
		return fn.authorises
	case outcome.WrongAmount, outcome.NoAmount:
		return strings.HasPrefix(fn.id, fnLookupContract)
	case agreementCancelled, maintenance:
		return strings.HasPrefix(fn.id, fnChargeContract)
	}
	return fn.moves && !slices.Contains(noticeOutcomes, e.Outcome)
}

// perform runs the function. A refusal scripted for a function that asks no issuer hits it before
// it has any effect.
func (s *Service) perform(fn function, req *request) ([]*element, error) {
	if (req.script == outcome.Decline || req.script == outcome.HardDecline) && !fn.authorises {
		return nil, refuse(errNotAccepted, fieldNone, "refused as scripted")
	}
	defer s.Changed()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chargeMonths()
	return fn.run(s, req)
}

// finish makes the fields of the answer: those of the function and the common ones, or those of
// a refusal.
func (s *Service) finish(method string, answer []*element, err error, call *Call) []*element {
	now := s.Clock.Now().In(clock.Tokyo).Format(stamp)
	if err != nil {
		no := &refusal{errSystem, fieldNone, err.Error()}
		errors.As(err, &no)
		call.Result, call.ErrCode, call.Reason = "NG", method+no.kind+no.field, no.reason
		return []*element{value("res_result", "NG"), value("res_err_code", call.ErrCode), value("res_date", now)}
	}
	for _, e := range answer {
		if e.name == "res_tracking_id" {
			call.TrackingID = e.text
		}
	}
	call.Result = "OK"
	fields := append([]*element{value("res_result", "OK")}, answer...)
	return append(fields, value("res_process_date", now), value("res_err_code", ""), value("res_date", now))
}

// transaction makes up the id of one exchange: 32 characters of merchant, function and
// running number.
func (s *Service) transaction(req *request) *element {
	id := "B" + s.Merchant.MerchantID + s.Merchant.ServiceID + strings.ReplaceAll(req.function, "-", "")
	return value("res_sps_transaction_id", id+zeros(s.number(), 32-len(id)))
}

// secret is a value of an answer that is encrypted when the request asked for it.
func (s *Service) secret(req *request, name, text string) *element {
	if req.encrypted {
		text = s.cipher.encrypt(toShiftJIS(text))
	}
	return value(name, text)
}

func (s *Service) record(call Call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	call.At = s.Clock.Now()
	s.calls = append(s.calls, call)
	if extra := len(s.calls) - keptCalls; extra > 0 {
		s.calls = slices.Delete(s.calls, 0, extra)
	}
}
