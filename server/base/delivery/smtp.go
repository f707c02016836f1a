package delivery

import (
	"context"
	"errors"
	"fmt"
	netmail "net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"kaiin/server/base/clock"
	"kaiin/server/base/notify"
)

// timeout bounds one mail, from dialling to the server's answer to its data.
const timeout = 30 * time.Second

// SMTP hands mails to a mail server, one connection a mail. It is safe for concurrent use.
type SMTP struct {
	host    string
	options []mail.Option
	from    *netmail.Address
	clock   *clock.Clock
}

// NewSMTP reads smtp://[user:password@]host[:port]?tls=starttls|tls|none and the sender, such as
// "Cinema <no-reply@example.jp>". Without tls it is starttls, and a server that offers none is an
// error: mail never falls back to plain text unless tls=none says so. Ports default to 587, 465
// and 25.
func NewSMTP(server *url.URL, from string, clk *clock.Clock) (*SMTP, error) {
	sender, err := netmail.ParseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("sender %q: %w", from, err)
	}
	s := &SMTP{host: server.Hostname(), from: sender, clock: clk}
	s.options = []mail.Option{mail.WithTimeout(timeout), mail.WithoutNoop(), mail.WithoutRset()}
	auth, port := mail.SMTPAuthAutoDiscover, 587
	switch mode := server.Query().Get("tls"); mode {
	case "", "starttls":
		s.options = append(s.options, mail.WithTLSPolicy(mail.TLSMandatory))
	case "tls":
		s.options, port = append(s.options, mail.WithSSL()), 465
	case "none":
		s.options, port = append(s.options, mail.WithTLSPolicy(mail.NoTLS)), 25
		auth = mail.SMTPAuthPlainNoEnc
	default:
		return nil, fmt.Errorf("mail server: tls=%s must be starttls, tls or none", mode)
	}
	if p := server.Port(); p != "" {
		if port, err = strconv.Atoi(p); err != nil {
			return nil, fmt.Errorf("mail server: port: %w", err)
		}
	}
	s.options = append(s.options, mail.WithPort(port))
	if user := server.User; user != nil {
		password, _ := user.Password()
		s.options = append(s.options, mail.WithSMTPAuth(auth), mail.WithUsername(user.Username()), mail.WithPassword(password))
	}
	_, err = mail.NewClient(s.host, s.options...)
	return s, err
}

// Send delivers one mail. It returns notify.ErrRefused when the recipient's address is malformed or
// the server says that there is no such mailbox; after every other error a new try may succeed. It
// is a notify.RejectedError when the server refuses us for good (a 5xx answer): our sender, our
// password, our reputation, the text.
func (s *SMTP) Send(ctx context.Context, m notify.Mail) error {
	msg, err := s.compose(m)
	if err != nil {
		return errors.Join(notify.ErrRefused, err)
	}
	client, err := mail.NewClient(s.host, s.options...)
	if err != nil {
		return err
	}
	conn, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return fmt.Errorf("mail server: %w", judged(err))
	}
	defer func() { _ = client.CloseWithSMTPClient(conn) }() // the answer to the data has decided already
	err = client.SendWithSMTPClient(conn, msg)
	if err == nil || msg.IsDelivered() {
		return nil
	}
	return fmt.Errorf("mail server: %w", judged(err))
}

func (s *SMTP) compose(m notify.Mail) (*mail.Msg, error) {
	msg := mail.NewMsg(mail.WithCharset(mail.CharsetUTF8), mail.WithNoDefaultUserAgent())
	msg.FromMailAddress(s.from)
	to, err := recipient(m.To)
	if err != nil {
		return nil, err
	}
	msg.ToMailAddress(to)
	msg.Subject(m.Subject)
	msg.SetDateWithValue(s.clock.Now().In(clock.Tokyo))
	_, domain, _ := strings.Cut(s.from.Address, "@")
	msg.SetMessageIDWithValue(m.ID + "@" + domain)
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no vacation replies to a mailbox without readers
	if m.List != nil {
		msg.SetGenHeader("List-Id", m.List.ID)
		msg.SetGenHeader("List-Unsubscribe", m.List.Unsubscribe)
		msg.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
		msg.SetGenHeader("Precedence", "bulk")
	}
	msg.SetBodyString(mail.TypeTextPlain, m.Text)
	msg.AddAlternativeString(mail.TypeTextHTML, m.HTML)
	return msg, nil
}

// recipient is an address as mail servers take it. Those that Japanese carriers gave out may have
// dots at the end of the local part or two in a row, as in taro..yamada@ and taro.@, which RFC 5321
// allows in quotes only: such a local part is quoted, in the envelope and in the header, when the
// address is written. The errors do not hold the address, since they are logged.
func recipient(address string) (*netmail.Address, error) {
	to := &netmail.Address{Address: address}
	read, err := netmail.ParseAddress(to.String())
	if err != nil || read.Address != address || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("recipient: not an email address")
	}
	return to, nil
}
