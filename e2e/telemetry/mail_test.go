package telemetry

import (
	"bytes"
	"io"
	"net"
	relay "net/smtp"
	"net/url"
	"strings"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// nowhere is a domain without mailboxes.
const nowhere = "@nowhere.example"

// mailServer passes mails on to the sandbox, but knows no mailbox of nowhere. It answers its
// address.
func mailServer(t *testing.T, sandbox string) (url string) {
	t.Helper()
	to := hostOf(t, sandbox)
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &conversation{sandbox: to}, nil }))
	server.AllowInsecureAuth, server.EnableSMTPUTF8, server.Domain = true, true, "mail.invalid"
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	return strings.ReplaceAll(sandbox, to, l.Addr().String())
}

func hostOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	must(t, err)
	return u.Host
}

type conversation struct {
	sandbox, from string
	to            []string
}

func (c *conversation) AuthMechanisms() []string { return []string{sasl.Plain} }

func (c *conversation) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, _, _ string) error { return nil }), nil
}

func (c *conversation) Mail(from string, _ *smtp.MailOptions) error { c.from = from; return nil }

func (c *conversation) Rcpt(to string, _ *smtp.RcptOptions) error {
	if strings.HasSuffix(to, nowhere) {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"}
	}
	c.to = append(c.to, to)
	return nil
}

func (c *conversation) Data(r io.Reader) error {
	var text bytes.Buffer
	if _, err := io.Copy(&text, r); err != nil {
		return err
	}
	return relay.SendMail(c.sandbox, nil, c.from, c.to, text.Bytes())
}

func (c *conversation) Reset()        { c.from, c.to = "", nil }
func (c *conversation) Logout() error { return nil }
