package sbps

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"
)

const (
	tokenLife = time.Hour           // how long a token can be used
	tokenKept = 90 * 24 * time.Hour // how long it is remembered that one was not used in time
)

// oneTimeToken stands for a card, or for what is known of the card holder; the latter needs
// nothing kept.
type oneTimeToken struct {
	Key  string    `json:"key"`
	Card *card     `json:"card,omitempty"` // nil: a 3-D Secure information token
	At   time.Time `json:"at"`
}

func (t oneTimeToken) expired(now time.Time) bool { return now.After(t.At.Add(tokenLife)) }

func (s *Service) issue(c *card) (token, key string) {
	token, key = rand.Text(), rand.Text()
	s.mu.Lock()
	s.state.Tokens[token] = oneTimeToken{Key: key, Card: c, At: s.Clock.Now()}
	s.mu.Unlock()
	s.Changed()
	return token, key
}

// usable is the token when it can be used: never used before, with its own key, in time. The
// service is locked.
func (s *Service) usable(token, key string, forCard bool, field string) (oneTimeToken, error) {
	t, ok := s.state.Tokens[token]
	if !ok || (t.Card != nil) != forCard || subtle.ConstantTimeCompare([]byte(t.Key), []byte(key)) != 1 {
		return oneTimeToken{}, refuse(errTokenUnreadable, field, "the token is unknown, was used before or does not go with its key")
	}
	if t.expired(s.Clock.Now()) {
		return oneTimeToken{}, refuse(errTokenExpired, field, "the token has expired")
	}
	return t, nil
}

// spendCardToken uses up the card token of a request.
func (s *Service) spendCardToken(req *request) (card, error) {
	t, err := s.usable(req.option("token"), req.option("token_key"), true, token.code)
	if err != nil {
		return card{}, err
	}
	delete(s.state.Tokens, req.option("token"))
	return *t.Card, nil
}

// The bodies of the token requests. Only the scripts send a merchant; one that is sent must
// be right.
type cardTokenInput struct {
	MerchantID   *string `json:"merchantId"`
	ServiceID    *string `json:"serviceId"`
	CCNumber     string  `json:"ccNumber"`
	CCExpiration string  `json:"ccExpiration"`
	SecurityCode string  `json:"securityCode"`
}

type cardTokenOutput struct {
	Token              string `json:"token"`
	TokenKey           string `json:"tokenKey"`
	MaskedCcNumber     string `json:"maskedCcNumber"`
	MaskedCcExpiration string `json:"maskedCcExpiration"`
	MaskedSecurityCode string `json:"maskedSecurityCode"`
	CardBrandCode      string `json:"cardBrandCode"`
}

type tdsTokenInput struct {
	MerchantID       *string `json:"merchantId"`
	ServiceID        *string `json:"serviceId"`
	BillingLastName  string  `json:"billingLastName"`
	BillingFirstName string  `json:"billingFirstName"`
	BillingPhone     string  `json:"billingPhone"`
	Email            string  `json:"email"`
}

// codeSystem is what the scripts report when no input is at fault.
const codeSystem = "99999"

func (s *Service) serveCardToken(w http.ResponseWriter, r *http.Request) {
	var in cardTokenInput
	if !readScriptInput(w, r, &in) {
		return
	}
	code := s.scriptMerchant(in.MerchantID, in.ServiceID)
	var c card
	if code == "" {
		c, code = readCard(in.CCNumber, in.CCExpiration, in.SecurityCode, s.Clock.Now())
	}
	if code != "" {
		refuseScript(w, code)
		return
	}
	token, key := s.issue(&c)
	answerScript(w, http.StatusOK, cardTokenOutput{
		Token: token, TokenKey: key, MaskedCcNumber: c.masked(), MaskedCcExpiration: strings.Repeat("*", len(c.Expiry)),
		MaskedSecurityCode: strings.Repeat("*", len(in.SecurityCode)), CardBrandCode: c.Brand,
	})
}

func (s *Service) serveTDSToken(w http.ResponseWriter, r *http.Request) {
	var in tdsTokenInput
	if !readScriptInput(w, r, &in) {
		return
	}
	code := s.scriptMerchant(in.MerchantID, in.ServiceID)
	if code == "" && in != (tdsTokenInput{}) {
		code = in.check()
	}
	if code != "" {
		refuseScript(w, code)
		return
	}
	token, key := s.issue(nil)
	answerScript(w, http.StatusOK, map[string]string{"tds2infoToken": token, "tds2infoTokenKey": key})
}

var (
	halfWidthName = regexp.MustCompile(`^[A-Za-z][A-Za-z .'-]*$`)
	phoneDigits   = regexp.MustCompile(`^[0-9]+$`)
	plainAddress  = regexp.MustCompile(`^[!-~]+@[!-~]+$`)
)

// check gives the script's error code: names in half-width letters, and an email address or a
// telephone number.
func (in tdsTokenInput) check() string {
	for _, f := range []struct {
		value, code string
		pattern     *regexp.Regexp
		max         int
		required    bool
	}{
		{in.BillingLastName, "003", halfWidthName, 45, true},
		{in.BillingFirstName, "004", halfWidthName, 45, true},
		{in.BillingPhone, "010", phoneDigits, 20, false},
		{in.Email, "017", plainAddress, 254, in.BillingPhone == ""},
	} {
		switch {
		case f.value == "" && f.required:
			return causeRequired + f.code
		case f.value == "":
		case !f.pattern.MatchString(f.value):
			return causeCharset + f.code
		case len(f.value) > f.max:
			return causeLength + f.code
		}
	}
	return ""
}

func (s *Service) scriptMerchant(merchant, service *string) string {
	for _, f := range []struct {
		sent       *string
		own, field string
	}{{merchant, s.Merchant.MerchantID, scriptMerchant}, {service, s.Merchant.ServiceID, scriptService}} {
		switch {
		case f.sent == nil || *f.sent == f.own:
		case *f.sent == "":
			return causeRequired + f.field
		default:
			return causeUndefined + f.field
		}
	}
	return ""
}

// cors lets any page call the token addresses, as the real token host does. A nil handler answers
// the preflight.
func cors(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Access-Control-Allow-Methods", "POST, OPTIONS")
		h.Set("Access-Control-Allow-Headers", "Content-Type")
		h.Set("Cache-Control", "no-store")
		if next == nil {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next(w, r)
	}
}

func readScriptInput(w http.ResponseWriter, r *http.Request, into any) bool {
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, 8<<10))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("more than one value")
		}
	}
	if err != nil {
		answerScript(w, http.StatusBadRequest, map[string]string{"errorCode": codeSystem, "message": "the body is not the JSON expected: " + err.Error()})
	}
	return err == nil
}

func refuseScript(w http.ResponseWriter, code string) {
	answerScript(w, http.StatusBadRequest, map[string]string{"errorCode": code, "message": "cause " + code[:2] + ", field " + code[2:]})
}

func answerScript(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
