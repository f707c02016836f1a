package mail

import (
	"encoding/base64"
	"fmt"
	"net/smtp"
	"strings"
	"testing"
	"time"

	gomail "github.com/wneessen/go-mail"
)

var noon = time.Date(2026, 12, 1, 3, 0, 0, 0, time.UTC)

func setup(t *testing.T) (*Server, *Inbox) {
	t.Helper()
	inbox := NewInbox(func() time.Time { return noon }, func() {})
	server, err := Listen("127.0.0.1:0", inbox)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	return server, inbox
}

func TestReceivesWhatTheProductSends(t *testing.T) {
	t.Parallel()
	server, inbox := setup(t)
	host, port, _ := strings.Cut(server.Addr(), ":")
	var portNumber int
	if _, err := fmt.Sscan(port, &portNumber); err != nil {
		t.Fatal(err)
	}
	client, err := gomail.NewClient(host, gomail.WithPort(portNumber), gomail.WithTLSPolicy(gomail.NoTLS),
		gomail.WithSMTPAuth(gomail.SMTPAuthPlainNoEnc), gomail.WithUsername("anyone"), gomail.WithPassword("anything"))
	if err != nil {
		t.Fatal(err)
	}
	msg := gomail.NewMsg()
	if err := msg.From("no-reply@kaiin.example"); err != nil {
		t.Fatal(err)
	}
	if err := msg.To("Taro@example.jp"); err != nil {
		t.Fatal(err)
	}
	if err := msg.Bcc("copy@example.jp"); err != nil {
		t.Fatal(err)
	}
	msg.Subject("会員登録の確認コードをお送りします")
	msg.SetBodyString(gomail.TypeTextPlain, "確認コードは 123456 です。\n有効期限は60分です。")
	msg.AddAlternativeString(gomail.TypeTextHTML, "<p>確認コードは <b>123456</b> です。</p>")
	if err := client.DialAndSend(msg); err != nil {
		t.Fatal(err)
	}

	got := inbox.List("taro@EXAMPLE.jp")
	if len(got) != 1 {
		t.Fatalf("%d messages, want 1", len(got))
	}
	want := Message{
		ID: got[0].ID, Channel: "mail", From: "no-reply@kaiin.example", To: "Taro@example.jp",
		Subject: "会員登録の確認コードをお送りします", Text: "確認コードは 123456 です。\n有効期限は60分です。",
		HTML: "<p>確認コードは <b>123456</b> です。</p>", At: noon,
	}
	got[0].Text, got[0].HTML = strings.TrimRight(got[0].Text, "\n"), strings.TrimRight(got[0].HTML, "\n")
	if head := got[0].Head; !strings.Contains(head, "\nTo: <Taro@example.jp>\n") || strings.Contains(head, "copy@") {
		t.Errorf("head %s", head)
	}
	if got[0].Head = ""; got[0] != want {
		t.Fatalf("got %+v\nwant %+v", got[0], want)
	}
	if len(inbox.List("copy@example.jp")) != 1 || len(inbox.List("")) != 2 {
		t.Fatal("the blind copy is missing")
	}
}

func TestDecodesEncodings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, head, body, subject, text string }{
		{
			"quoted-printable and a Q-encoded subject",
			"Subject: =?UTF-8?Q?=E9=A0=98=E5=8F=8E=E6=9B=B8?=\r\nContent-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: quoted-printable",
			"=E9=A0=98=E5=8F=8E=E6=9B=B8=\r\n 1,100", "領収書", "領収書 1,100",
		},
		{
			"base64 and a B-encoded subject",
			"Subject: =?UTF-8?B?" + base64.StdEncoding.EncodeToString([]byte("更新")) + "?=\r\nContent-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: base64",
			base64.StdEncoding.EncodeToString([]byte("毎月更新")), "更新", "毎月更新",
		},
		{
			"ISO-2022-JP",
			"Subject: =?ISO-2022-JP?B?GyRCMnEwdxsoQg==?=\r\nContent-Type: text/plain; charset=ISO-2022-JP",
			"\x1b$B2q0w\x1b(B", "会員", "会員",
		},
		{"no MIME headers at all", "Subject: plain", "hello", "plain", "hello"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server, inbox := setup(t)
			raw := c.head + "\r\nMIME-Version: 1.0\r\n\r\n" + c.body + "\r\n"
			if err := smtp.SendMail(server.Addr(), nil, "a@example.jp", []string{"b@example.jp"}, []byte(raw)); err != nil {
				t.Fatal(err)
			}
			got := inbox.List("b@example.jp")
			if len(got) != 1 || got[0].Subject != c.subject || strings.TrimSpace(got[0].Text) != c.text {
				t.Fatalf("got %+v, want subject %q and text %q", got, c.subject, c.text)
			}
		})
	}
}

func TestInboxIsBoundedAndNewestFirst(t *testing.T) {
	t.Parallel()
	inbox := NewInbox(func() time.Time { return noon }, func() {})
	for i := range Capacity + 10 {
		inbox.deliver("a@example.jp", []string{"b@example.jp"}, content{subject: fmt.Sprint(i)})
	}
	got := inbox.List("")
	if len(got) != Capacity || got[0].Subject != fmt.Sprint(Capacity+9) || got[Capacity-1].Subject != "10" {
		t.Fatalf("%d messages, first %q, last %q", len(got), got[0].Subject, got[len(got)-1].Subject)
	}
	again := NewInbox(func() time.Time { return noon }, func() {})
	again.Restore(got)
	again.deliver("a@example.jp", []string{"b@example.jp"}, content{subject: "after"})
	if newest := again.List("")[0]; newest.Subject != "after" || newest.ID <= got[0].ID {
		t.Fatalf("after a restart the newest is %+v", newest)
	}
}

func TestRefusesWhatIsTooLarge(t *testing.T) {
	t.Parallel()
	server, inbox := setup(t)
	raw := "Subject: big\r\n\r\n" + strings.Repeat(strings.Repeat("x", 70)+"\r\n", maxMessageBytes/72+1)
	if err := smtp.SendMail(server.Addr(), nil, "a@example.jp", []string{"b@example.jp"}, []byte(raw)); err == nil {
		t.Fatal("accepted")
	}
	if len(inbox.List("")) != 0 {
		t.Fatal("a refused message is in the inbox")
	}
}
