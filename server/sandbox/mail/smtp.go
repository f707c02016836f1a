package mail

import (
	"io"
	"net"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

const (
	maxMessageBytes = 5 << 20
	maxRecipients   = 100
)

// Server receives mail into an inbox.
type Server struct {
	smtp     *smtp.Server
	listener net.Listener
}

// Listen opens addr and receives from then on.
func Listen(addr string, inbox *Inbox) (*Server, error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &session{inbox: inbox}, nil }))
	server.Domain = "sandbox.invalid"
	server.MaxMessageBytes = maxMessageBytes
	server.MaxRecipients = maxRecipients
	server.ReadTimeout = time.Minute
	server.WriteTimeout = time.Minute
	server.AllowInsecureAuth = true
	server.EnableSMTPUTF8 = true
	server.ErrorLog = discard{}
	go func() { _ = server.Serve(listener) }() // returns when Close closes the listener
	return &Server{smtp: server, listener: listener}, nil
}

// Addr is where it listens, with the port that was really taken.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// Close stops receiving and drops open connections.
func (s *Server) Close() error {
	err := s.smtp.Close()
	_ = s.listener.Close() // also when Serve had not begun yet; closing twice does no harm
	return err
}

// discard silences the library: what a client did wrong, the client is told.
type discard struct{}

func (discard) Printf(string, ...any) {}
func (discard) Println(...any)        {}

// session is one SMTP conversation.
type session struct {
	inbox      *Inbox
	from       string
	recipients []string
}

func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, _, _ string) error { return nil }), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.from = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.recipients = append(s.recipients, to)
	return nil
}

// Data refuses a message it cannot read with 554, so a broken template is found by the one who
// sent it.
func (s *session) Data(r io.Reader) error {
	c, err := parse(r)
	if err != nil {
		_, _ = io.Copy(io.Discard, r)
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: err.Error()}
	}
	_, err = io.Copy(io.Discard, r) // what follows the last MIME boundary
	if err != nil {
		return err
	}
	s.inbox.deliver(s.from, s.recipients, c)
	return nil
}

func (s *session) Reset() { s.from, s.recipients = "", nil }

func (s *session) Logout() error { return nil }
