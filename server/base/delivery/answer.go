package delivery

import (
	"errors"
	"net/textproto"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wneessen/go-mail"

	"kaiin/server/base/notify"
)

// noMailbox are the enhanced codes that speak of the mailbox itself (RFC 3463 and IANA's registry
// of them). All others, such as 5.7.1, speak of the sender, of the mail or of the server.
var noMailbox = []string{
	"5.1.1",  // there is none
	"5.1.2",  // there is no such domain
	"5.1.3",  // the address is malformed
	"5.1.6",  // it has moved
	"5.1.10", // its domain takes no mail
	"5.2.1",  // it is disabled
	"5.7.13", // its account is disabled
}

// noMailboxPlain are the codes that say so where a recipient is refused without an enhanced code
// (RFC 5321 4.2.3).
var noMailboxPlain = []int{550, 551, 553}

// enhanced finds the enhanced code in an error of the mail package. The code is at the beginning of
// the server's text (RFC 2034); what looks like a code after that may be part of an IP address.
var enhanced = regexp.MustCompile(`^[^:]*: [0-9]{3} "?(5\.[0-9]{1,3}\.[0-9]{1,3})(?:[^.0-9]|$)`)

// judged is an error of the mail package as notify tells them apart: refused for good, refused
// because of us, or neither.
func judged(err error) error {
	var sending *mail.SendError
	var dialling *textproto.Error
	code, status, atRecipient, atData := 0, "", false, false
	switch {
	case errors.As(err, &sending):
		code, atRecipient, atData = sending.ErrorCode(), sending.Reason == mail.ErrSMTPRcptTo, sending.Reason == mail.ErrSMTPDataClose
		if found := enhanced.FindStringSubmatch(sending.Error()); found != nil {
			status = found[1]
		}
	case errors.As(err, &dialling): // the greeting or the password
		code = dialling.Code
	}
	switch {
	case code < 500:
		return err
	case (atRecipient || atData) && slices.Contains(noMailbox, status), atRecipient && status == "" && slices.Contains(noMailboxPlain, code):
		return errors.Join(notify.ErrRefused, err)
	}
	return &notify.RejectedError{Answer: strings.TrimSpace(strconv.Itoa(code) + " " + status), Err: err}
}
