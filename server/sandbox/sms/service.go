package sms

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"kaiin/server/sandbox/mail"
	"kaiin/server/sandbox/outcome"
)

// Name is the service's in the queue of outcomes.
const Name = "sms"

// What a message can result in, apart from the outcomes that every service has.
const (
	invalidNumber = "invalid_number"
	unsubscribed  = "unsubscribed"
	tooMany       = "too_many"
)

// Script is what may be scripted.
var Script = outcome.Service{Outcomes: []string{invalidNumber, unsubscribed, tooMany, outcome.HTTP500, outcome.TimeoutAfter}}

const maxBody = 1600 // characters

// Account is the product's at Twilio; the zero value takes the service away.
type Account struct {
	SID   string
	Token string
	From  string // its only sender; empty: any
}

// Clock tells when a message was taken.
type Clock interface{ Now() time.Time }

// Config is what a Service is made of.
type Config struct {
	Account Account
	Inbox   *mail.Inbox
	Clock   Clock
	Queue   *outcome.Queue
}

// Service is the pretended Twilio. It is safe for concurrent use.
type Service struct{ Config }

// New checks the account.
func New(cfg Config) (*Service, error) {
	if (cfg.Account.SID == "") != (cfg.Account.Token == "") {
		return nil, errors.New("the account and the token of Twilio go together")
	}
	return &Service{cfg}, nil
}

// Routes adds the address of the API.
func (s *Service) Routes(mux *http.ServeMux) {
	if s.Account.SID != "" {
		mux.HandleFunc("POST /2010-04-01/Accounts/{sid}/Messages.json", s.create)
	}
}

// fault is a refusal in Twilio's words.
type fault struct {
	status, code int
	message      string
}

var (
	telephone = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)

	scripted = map[string]fault{
		invalidNumber: {http.StatusBadRequest, 21211, "Invalid 'To' Phone Number"},
		unsubscribed:  {http.StatusBadRequest, 21610, "Attempt to send to unsubscribed recipient"},
		tooMany:       {http.StatusTooManyRequests, 20429, "Too Many Requests"},
	}
)

func (s *Service) create(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 32<<10)
	if wrong, ok := s.check(r); !ok {
		refuse(w, wrong)
		return
	}
	script, _ := s.Queue.Take(Name, func(outcome.Entry) bool { return true })
	if wrong, ok := scripted[script.Outcome]; ok {
		refuse(w, wrong)
		return
	}
	if script.Outcome == outcome.HTTP500 {
		outcome.InternalServerError(w)
		return
	}
	s.Inbox.Text(r.PostFormValue("From")+r.PostFormValue("MessagingServiceSid"), r.PostFormValue("To"), r.PostFormValue("Body"))
	if script.Outcome == outcome.TimeoutAfter {
		script.HangUp(r.Context())
	}
	answer(w, http.StatusCreated, s.message(r))
}

// check says what is wrong with a call.
func (s *Service) check(r *http.Request) (fault, bool) {
	user, password, _ := r.BasicAuth()
	same := subtle.ConstantTimeCompare([]byte(user), []byte(s.Account.SID)) & subtle.ConstantTimeCompare([]byte(password), []byte(s.Account.Token))
	from, service, body := r.PostFormValue("From"), r.PostFormValue("MessagingServiceSid"), r.PostFormValue("Body")
	bad := func(code int, message string) (fault, bool) {
		return fault{http.StatusBadRequest, code, message}, false
	}
	switch {
	case same != 1:
		return fault{http.StatusUnauthorized, 20003, "Authenticate"}, false
	case r.PathValue("sid") != s.Account.SID:
		return fault{http.StatusNotFound, 20404, "The requested resource was not found"}, false
	case r.PostFormValue("To") == "":
		return bad(21604, "A 'To' phone number is required.")
	case !telephone.MatchString(r.PostFormValue("To")):
		return bad(21211, "Invalid 'To' Phone Number")
	case from == "" && service == "":
		return bad(21603, "A 'From' phone number is required.")
	case s.Account.From != "" && from+service != s.Account.From:
		return bad(21606, "The 'From' phone number provided is not a valid message-capable Twilio phone number for this account.")
	case body == "":
		return bad(21602, "Message body is required.")
	case utf8.RuneCountInString(body) > maxBody:
		return bad(21617, "The concatenated message body exceeds the 1600 character limit")
	}
	return fault{}, true
}

// message is the resource that was made.
func (s *Service) message(r *http.Request) map[string]any {
	id := make([]byte, 16)
	_, _ = rand.Read(id)
	sid, now := "SM"+hex.EncodeToString(id), s.Clock.Now().UTC().Format(time.RFC1123Z)
	orNull := func(value string) any {
		if value == "" {
			return nil
		}
		return value
	}
	return map[string]any{
		"sid": sid, "account_sid": s.Account.SID, "to": r.PostFormValue("To"), "from": orNull(r.PostFormValue("From")),
		"messaging_service_sid": orNull(r.PostFormValue("MessagingServiceSid")), "body": r.PostFormValue("Body"), "status": "queued",
		"direction": "outbound-api", "api_version": "2010-04-01", "num_segments": segments(r.PostFormValue("Body")), "num_media": "0",
		"price": nil, "price_unit": "USD", "error_code": nil, "error_message": nil, "date_created": now, "date_updated": now, "date_sent": nil,
		"uri": "/2010-04-01/Accounts/" + s.Account.SID + "/Messages/" + sid + ".json",
	}
}

// segments is how many parts a text in UCS-2, as every Japanese one is, is sent in.
func segments(body string) string {
	n := len(utf16.Encode([]rune(body)))
	if n <= 70 {
		return "1"
	}
	return strconv.Itoa((n + 66) / 67)
}

func refuse(w http.ResponseWriter, f fault) {
	if f.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Basic realm="Twilio API"`)
	}
	answer(w, f.status, map[string]any{
		"code": f.code, "message": f.message, "more_info": "https://www.twilio.com/docs/errors", "status": f.status,
	})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
