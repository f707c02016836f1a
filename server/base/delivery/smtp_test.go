package delivery

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	gomail "github.com/emersion/go-message/mail"
	"github.com/emersion/go-smtp"

	"kaiin/server/base/clock"
	"kaiin/server/base/notify"
)

// server is a mail server in this process that keeps what it gets.
type server struct {
	mu    sync.Mutex
	mails []received

	mail, rcpt, data error // what it answers to the sender, to answer@ and to the data
}

type received struct {
	from, to string
	data     []byte
}

func (s *server) NewSession(*smtp.Conn) (smtp.Session, error) { return &session{server: s}, nil }

type session struct {
	server *server
	m      received
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.m.from = from
	return s.server.mail
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	switch local, _, _ := strings.Cut(to, "@"); local {
	case "unknown":
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such user"}
	case "later":
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "greylisted"}
	case "answer":
		return s.server.rcpt
	}
	s.m.to = to
	return nil
}

func (s *session) Data(r io.Reader) (err error) {
	s.m.data, err = io.ReadAll(r)
	if s.server.data != nil {
		return s.server.data
	}
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.mails = append(s.server.mails, s.m)
	return err
}

func (s *session) Reset()        {}
func (s *session) Logout() error { return nil }

func start(t *testing.T) (*server, *SMTP, string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	backend := &server{}
	srv := smtp.NewServer(backend)
	srv.Domain, srv.ReadTimeout = "mail.test", 5*time.Second
	go func() { _ = srv.Serve(listener) }()
	t.Cleanup(func() { _ = srv.Close() })

	address, _ := url.Parse("smtp://" + listener.Addr().String() + "?tls=none")
	mailer, err := NewSMTP(address, "灯台座 <no-reply@cinema.example>", clock.At(time.Date(2026, 4, 1, 0, 30, 0, 0, time.UTC)))
	if err != nil {
		t.Fatal(err)
	}
	return backend, mailer, listener.Addr().String()
}

func TestSend(t *testing.T) {
	t.Parallel()
	backend, mailer, _ := start(t)
	err := mailer.Send(t.Context(), notify.Mail{
		ID: "0198", To: "hanako@example.jp", Subject: "【灯台座】認証コードのお知らせ、件名はとても長くても折り返されます", Text: "コードは 123456\n", HTML: "<p>コードは <b>123456</b></p>",
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(backend.mails) != 1 || backend.mails[0].to != "hanako@example.jp" || backend.mails[0].from != "no-reply@cinema.example" {
		t.Fatalf("got %+v", backend.mails)
	}
	r, err := gomail.CreateReader(bytes.NewReader(backend.mails[0].data))
	if err != nil {
		t.Fatal(err)
	}
	if subject, err := r.Header.Subject(); err != nil || !strings.HasPrefix(subject, "【灯台座】認証コード") || !strings.HasSuffix(subject, "折り返されます") {
		t.Errorf("subject %q, %v", subject, err)
	}
	from, _ := r.Header.AddressList("From")
	date, _ := r.Header.Date()
	id, _ := r.Header.MessageID()
	if from[0].Name != "灯台座" || id != "0198@cinema.example" || date.UTC().Format(time.DateTime)[:16] != "2026-04-01 00:30" {
		t.Errorf("from %v, message id %q, date %v", from, id, date)
	}
	if r.Header.Get("Auto-Submitted") != "auto-generated" || r.Header.Get("User-Agent") != "" {
		t.Errorf("headers %v", r.Header)
	}
	var parts []string
	for {
		part, err := r.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		kind, _, _ := mime.ParseMediaType(part.Header.Get("Content-Type"))
		body, _ := io.ReadAll(part.Body)
		parts = append(parts, kind+": "+strings.TrimSpace(string(body)))
	}
	if got, want := strings.Join(parts, "|"), "text/plain: コードは 123456|text/html: <p>コードは <b>123456</b></p>"; got != want {
		t.Errorf("parts %q, want %q", got, want)
	}
}

// F-03: carriers gave out addresses whose local part is valid in quotes only. Mail servers read
// what is quoted as the same address.
func TestALocalPartWithOddDotsIsQuoted(t *testing.T) {
	t.Parallel()
	backend, mailer, _ := start(t)
	for i, c := range []struct{ address, wire string }{
		{"taro..yamada@docomo.ne.jp", `<"taro..yamada"@docomo.ne.jp>`}, {"taro.@ezweb.ne.jp", `<"taro."@ezweb.ne.jp>`}, {".taro@docomo.ne.jp", `<".taro"@docomo.ne.jp>`},
		{"taro.yamada+tv@example.jp", "<taro.yamada+tv@example.jp>"}, {"o'hara/a=b@example.jp", "<o'hara/a=b@example.jp>"},
	} {
		m := notify.Mail{ID: "1", To: c.address, Subject: "s", Text: "t", HTML: "h"}
		if err := mailer.Send(t.Context(), m); err != nil {
			t.Errorf("%s: %v", c.address, err)
			return
		}
		if got := backend.mails[i]; got.to != c.address || !bytes.Contains(got.data, []byte("\r\nTo: "+c.wire+"\r\n")) {
			t.Errorf("%s went to %s:\n%s", c.address, got.to, got.data)
		}
		msg, err := mailer.compose(m)
		if err != nil {
			t.Fatal(err)
		}
		if envelope, err := msg.GetRecipients(); err != nil || len(envelope) != 1 || envelope[0] != c.wire {
			t.Errorf("%s: envelope %q, %v", c.address, envelope, err)
		}
	}
}

// What tells mail programs how a newsletter is stopped is in its header whole, and in the header of
// no other mail.
func TestANewslettersHead(t *testing.T) {
	t.Parallel()
	backend, mailer, _ := start(t)
	unsubscribe := "<https://cinema.example/newsletter/stop?token=" + strings.Repeat("aB-_", 40) + ">"
	for _, list := range []*notify.List{{ID: "<new-films.cinema.example>", Unsubscribe: unsubscribe}, nil} {
		if err := mailer.Send(t.Context(), notify.Mail{ID: "1", To: "hanako@example.jp", Subject: "s", Text: "t", HTML: "h", List: list}); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []map[string]string{
		{"List-Id": "<new-films.cinema.example>", "List-Unsubscribe": unsubscribe, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click", "Precedence": "bulk", "Auto-Submitted": "auto-generated"},
		{"List-Id": "", "List-Unsubscribe": "", "List-Unsubscribe-Post": "", "Precedence": "", "Auto-Submitted": "auto-generated"},
	} {
		r, err := gomail.CreateReader(bytes.NewReader(backend.mails[i].data))
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range want {
			if got := r.Header.Get(name); got != value {
				t.Errorf("mail %d: %s is %q", i, name, got)
			}
		}
	}
}

func TestOnlyWhatIsRefusedForGoodIsGivenUp(t *testing.T) {
	t.Parallel()
	_, mailer, _ := start(t)
	for _, c := range []struct {
		to      string
		refused bool
	}{
		{"unknown@example.jp", true},
		{"not an address", true},
		{"hanako@example.jp\r\nBcc: eve@example.jp", true},
		{"hanako yamada@example.jp", true},
		{"花子@example.jp", true},
		{"hanako@", true},
		{"@example.jp", true},
		{"later@example.jp", false},
	} {
		err := mailer.Send(t.Context(), notify.Mail{ID: "1", To: c.to, Subject: "s", Text: "t", HTML: "h"})
		if err == nil || errors.Is(err, notify.ErrRefused) != c.refused {
			t.Errorf("%q: %v", c.to, err)
		}
	}
	gone, _ := url.Parse("smtp://127.0.0.1:1?tls=none")
	mailer, err := NewSMTP(gone, "a@example.jp", clock.New())
	if err != nil {
		t.Fatal(err)
	}
	if err := mailer.Send(t.Context(), notify.Mail{ID: "1", To: "b@example.jp"}); err == nil || errors.Is(err, notify.ErrRefused) {
		t.Errorf("no server: %v", err)
	}
}

// What a server says about us, its own trouble or the text is nothing about the mailbox: only an
// answer about that is for good.
func TestOnlyAnAnswerAboutTheMailboxIsForGood(t *testing.T) {
	t.Parallel()
	answer := func(code int, enhanced ...int) *smtp.SMTPError {
		e := &smtp.SMTPError{Code: code, EnhancedCode: smtp.NoEnhancedCode, Message: "mail from 203.5.1.1 to <answer@example.jp> is not wanted"}
		if len(enhanced) == 3 {
			e.EnhancedCode = smtp.EnhancedCode(enhanced)
		}
		return e
	}
	for _, c := range []struct {
		mail, rcpt, data *smtp.SMTPError
		refused          bool
		answer           string // what the log is told of a refusal of us
	}{
		{rcpt: answer(550, 5, 1, 1), refused: true}, {rcpt: answer(550, 5, 1, 2), refused: true}, {rcpt: answer(553, 5, 1, 3), refused: true},
		{rcpt: answer(551, 5, 1, 6), refused: true}, {rcpt: answer(556, 5, 1, 10), refused: true}, {rcpt: answer(550, 5, 2, 1), refused: true},
		{rcpt: answer(525, 5, 7, 13), refused: true}, {data: answer(550, 5, 1, 1), refused: true}, {data: answer(554, 5, 2, 1), refused: true},
		{rcpt: answer(550), refused: true}, {rcpt: answer(551), refused: true}, {rcpt: answer(553), refused: true},

		{rcpt: answer(554, 5, 7, 1), answer: "554 5.7.1"}, {rcpt: answer(550, 5, 7, 1), answer: "550 5.7.1"}, {rcpt: answer(550, 5, 7, 26), answer: "550 5.7.26"},
		{rcpt: answer(552, 5, 2, 2), answer: "552 5.2.2"}, {rcpt: answer(550, 5, 1, 8), answer: "550 5.1.8"}, {rcpt: answer(550, 5, 1, 100), answer: "550 5.1.100"},
		{rcpt: answer(554), answer: "554"}, {rcpt: answer(530), answer: "530"},
		{data: answer(550, 5, 4, 5), answer: "550 5.4.5"}, {data: answer(550), answer: "550"}, {data: answer(554), answer: "554"},
		{mail: answer(550, 5, 1, 1), answer: "550 5.1.1"}, {mail: answer(550, 5, 7, 1), answer: "550 5.7.1"},
		{rcpt: answer(450, 4, 1, 1)}, {rcpt: answer(452, 4, 2, 2)}, {data: answer(451)},
	} {
		backend, mailer, _ := start(t)
		for to, from := range map[*error]*smtp.SMTPError{&backend.mail: c.mail, &backend.rcpt: c.rcpt, &backend.data: c.data} {
			if from != nil {
				*to = from
			}
		}
		err := mailer.Send(t.Context(), notify.Mail{ID: "1", To: "answer@example.jp", Subject: "s", Text: "t", HTML: "h"})
		var rejected *notify.RejectedError
		told := ""
		if errors.As(err, &rejected) {
			told = rejected.Answer
		}
		if err == nil || errors.Is(err, notify.ErrRefused) != c.refused || told != c.answer {
			t.Errorf("%+v: refused %v, the log is told %q of %v", c, errors.Is(err, notify.ErrRefused), told, err)
		}
	}
}

func TestMailNeverFallsBackToPlainText(t *testing.T) {
	t.Parallel()
	backend, _, listening := start(t)
	address, _ := url.Parse("smtp://" + listening + "?tls=starttls") // the server offers none
	strict, err := NewSMTP(address, "a@example.jp", clock.New())
	if err != nil {
		t.Fatal(err)
	}
	if err := strict.Send(t.Context(), notify.Mail{ID: "1", To: "b@example.jp"}); err == nil || len(backend.mails) != 0 {
		t.Errorf("err %v, %d mails", err, len(backend.mails))
	}
}

func TestNewSMTPRefusesWhatItDoesNotKnow(t *testing.T) {
	for _, c := range []struct{ server, from string }{
		{"smtp://mail.example?tls=maybe", "a@example.jp"},
		{"smtp://mail.example", "not an address"},
		{"smtp://mail.example:99999", "a@example.jp"},
	} {
		address, err := url.Parse(c.server)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := NewSMTP(address, c.from, clock.New()); err == nil {
			t.Errorf("%s, %s: accepted", c.server, c.from)
		}
	}
}
