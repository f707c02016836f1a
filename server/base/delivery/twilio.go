package delivery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"kaiin/server/base/config"
	"kaiin/server/base/notify"
	"kaiin/server/base/outbound"
)

// maxAnswer bounds what is read of Twilio's answer. Real ones have a kilobyte.
const maxAnswer = 64 << 10

// Twilio's codes of numbers that no text will ever reach (twilio.com/docs/api/errors). Those of our
// sender (21606, 21612) and of our text (21617) are
// none: they are ours to mend.
var neverArrives = []int{
	21211, // no telephone number
	21214, // it cannot be reached
	21217, // it looks like none
	21265, // it is a short code
	21610, // its owner has unsubscribed
	21614, // no mobile telephone
}

var japaneseNumber = regexp.MustCompile(`^0[1-9][0-9]{8,9}$`)

// Twilio sends short messages over Twilio's Messages API. It is safe for concurrent use.
type Twilio struct {
	http    *http.Client
	address string
	account string
	token   string
	sender  string // name of the form field that says who sends
	from    string
}

// NewTwilio is nil without an account.
func NewTwilio(c config.SMS) notify.Texter {
	if !c.Configured() {
		return nil
	}
	t := &Twilio{
		http:    outbound.Client(outbound.Limits{Connect: 5 * time.Second, Total: 20 * time.Second, Answer: maxAnswer}),
		address: c.APIURL.JoinPath("2010-04-01", "Accounts", c.AccountSID, "Messages.json").String(),
		account: c.AccountSID, token: c.AuthToken, sender: "From", from: c.From,
	}
	if strings.HasPrefix(c.From, "MG") && len(c.From) == 34 {
		t.sender = "MessagingServiceSid"
	}
	return t
}

// SendText hands one message to Twilio, which queues it; the telephone gets it later. It returns
// notify.ErrRefused when Twilio says that nothing will ever reach the number; after every other
// error a new try may succeed. It is a notify.RejectedError when Twilio refuses us: our account,
// our sender, the text. After an answer that got lost, a try sends the message again: Twilio knows
// no way to tell the two apart.
func (t *Twilio) SendText(ctx context.Context, m notify.Text) error {
	if !japaneseNumber.MatchString(m.To) {
		return fmt.Errorf("twilio: not a telephone number of Japan: %w", notify.ErrRefused)
	}
	form := url.Values{"To": {"+81" + m.To[1:]}, t.sender: {t.from}, "Body": {m.Body}}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, t.address, strings.NewReader(form.Encode()))
	if err != nil {
		return errors.New("twilio: the address is not usable")
	}
	r.SetBasicAuth(t.account, t.token)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	res, err := t.http.Do(r)
	if err != nil {
		return fmt.Errorf("twilio: %w", outbound.Bare(err))
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode >= 200 && res.StatusCode < 300 {
		_, _ = io.Copy(io.Discard, res.Body) // so that the connection serves again; the status has decided
		return nil
	}
	var fault struct {
		Code int `json:"code"` // Twilio's message beside it quotes the number, which is nothing for a log
	}
	_ = json.NewDecoder(res.Body).Decode(&fault)
	err = fmt.Errorf("twilio: status %d, code %d", res.StatusCode, fault.Code)
	switch {
	case res.StatusCode < 400 || res.StatusCode >= 500 || res.StatusCode == http.StatusTooManyRequests:
		return err
	case slices.Contains(neverArrives, fault.Code):
		return errors.Join(notify.ErrRefused, err)
	case fault.Code == 0:
		return &notify.RejectedError{Answer: strconv.Itoa(res.StatusCode), Err: err}
	}
	return &notify.RejectedError{Answer: fmt.Sprintf("%d %d", res.StatusCode, fault.Code), Err: err}
}
