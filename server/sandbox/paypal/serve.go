package paypal

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"time"

	"kaiin/server/sandbox/outcome"
)

const (
	maxBody   = 64 << 10
	keptCalls = 200
)

// Call is one call of either API, for people to look at.
type Call struct {
	At       time.Time `json:"at"`
	Function string    `json:"function"`
	Subject  string    `json:"subject"` // what it was about: an id
	Result   string    `json:"result"`  // status or ACK; empty when there was no answer
	Code     string    `json:"code"`    // of the refusal
	Outcome  string    `json:"outcome"` // what had been scripted for it
	Replayed bool      `json:"replayed"`
}

// Calls lists the latest calls, newest first.
func (s *Service) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	calls := append([]Call{}, s.calls...)
	slices.Reverse(calls)
	return calls
}

func (s *Service) record(c Call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.At = s.Clock.Now()
	if s.calls = append(s.calls, c); len(s.calls) > keptCalls {
		s.calls = slices.Delete(s.calls, 0, len(s.calls)-keptCalls)
	}
}

// reply is an answer on either wire.
type reply struct {
	Status int    `json:"status"`
	Type   string `json:"type"`
	Body   []byte `json:"body"`
	result string // for the list of calls
	code   string
}

// kept is an answer under a request id.
type kept struct {
	Sent  string    `json:"sent"` // the body of the request
	Reply reply     `json:"reply"`
	Ends  time.Time `json:"ends"`
}

// exchange is a call, as the wire it came on has read it.
type exchange struct {
	function string
	subject  string
	key      string // request id; empty: none
	life     time.Duration
	sent     string // the body, which must be the same under the same key
	perform  func(script string) (reply, *fault)
	refuse   func(*fault) reply
}

// serve carries a call out, with what is scripted for it.
func (s *Service) serve(w http.ResponseWriter, r *http.Request, x exchange) {
	script := s.scripted(x.function)
	call := Call{Function: x.function, Subject: x.subject, Outcome: script.Outcome}
	switch script.Outcome {
	case outcome.TimeoutBefore:
		s.record(call)
		script.HangUp(r.Context())
	case outcome.HTTP500:
		call.Result = "500"
		s.record(call)
		outcome.InternalServerError(w)
		return
	case tooManyCalls:
		s.answer(w, x.refuse(tooMany), call)
		return
	case expiredToken:
		s.answer(w, unauthorized(), call)
		return
	}
	out, replayed := s.once(x, script.Outcome)
	if script.Outcome == outcome.Duplicate {
		out, replayed = s.once(x, script.Outcome)
	}
	call.Replayed = replayed
	switch script.Outcome {
	case outcome.TimeoutAfter:
		s.record(call)
		script.HangUp(r.Context())
	case failedAfter:
		call.Result = "500"
		s.record(call)
		outcome.InternalServerError(w)
		return
	case outcome.Slow:
		script.Linger(r.Context())
	case outcome.Cut:
		out.Body = out.Body[:len(out.Body)*2/3]
	case outcome.Doubled:
		out.Body = append(slices.Clone(out.Body), out.Body...)
	case outcome.Misencoded:
		out.Body = misencode(out)
	}
	s.answer(w, out, call)
}

// misencode puts a byte that is no UTF-8 into an answer, where a text is.
func misencode(out reply) []byte {
	if strings.HasPrefix(out.Type, "application/json") && bytes.HasPrefix(out.Body, []byte("{")) {
		return append([]byte("{\"note\":\"\x8e\x8e\","), out.Body[1:]...)
	}
	return append(slices.Clone(out.Body), "&NOTE=%8e%8e"...)
}

// once carries a call out, unless it was answered before under its request id.
func (s *Service) once(x exchange, script string) (out reply, replayed bool) {
	defer s.Changed()
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Clock.Now()
	at := x.function + " " + x.key
	if before, ok := s.state.Replies[at]; ok && x.key != "" && now.Before(before.Ends) {
		if before.Sent != x.sent {
			return x.refuse(otherBody), true
		}
		out = before.Reply
		if out.Status == http.StatusCreated {
			out.Status = http.StatusOK
		}
		return out, true
	}
	out, refusal := x.perform(script)
	if refusal != nil {
		return x.refuse(refusal), false
	}
	if x.key != "" {
		s.state.Replies[at] = kept{x.sent, out, now.Add(x.life)}
	}
	return out, false
}

func (s *Service) answer(w http.ResponseWriter, out reply, call Call) {
	call.Result, call.Code = out.result, out.code
	s.record(call)
	if out.Type != "" {
		w.Header().Set("Content-Type", out.Type)
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(out.Status)
	_, _ = w.Write(out.Body)
}
