package config

import (
	"errors"
	"net/url"
	"regexp"
)

// SMS is the store's access to Twilio. Without it no short messages are sent.
type SMS struct {
	APIURL     *url.URL
	AccountSID string
	AuthToken  string
	From       string // a telephone number, a sender's name, or the id of a messaging service
}

var (
	accountSID = regexp.MustCompile(`^AC[0-9a-fA-F]{32}$`)
	smsSender  = regexp.MustCompile(`^(\+[1-9][0-9]{6,14}|MG[0-9a-fA-F]{32}|[A-Za-z0-9][A-Za-z0-9 ]{0,10})$`)
)

// Configured tells whether short messages can be sent.
func (s SMS) Configured() bool { return s.AccountSID != "" }

// validate wants the access whole, and in production no secret sent in the clear.
func (s SMS) validate(production bool) error {
	var problems []error
	if set := s.AccountSID != ""; set != (s.AuthToken != "") || set != (s.From != "") {
		problems = append(problems, errors.New("TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM go together"))
	}
	if production && s.APIURL != nil && s.APIURL.Scheme != "https" {
		problems = append(problems, errors.New("TWILIO_API_URL must be https in production"))
	}
	return errors.Join(problems...)
}
