package contract_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"kaiin/server/app/apptest"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/leaving/newsletter"
	"kaiin/server/staff/acts/actstest"
)

// The head of a newsletter as it arrives, without what differs from mail to mail.
const newsletterHead = `Auto-Submitted: auto-generated
Date: DATE
List-Id: <news.127.0.0.1>
List-Unsubscribe: <SITE/newsletter/stop?token=TOKEN>
List-Unsubscribe-Post: List-Unsubscribe=One-Click
Mime-Version: 1.0
Message-Id: <ID>
Precedence: bulk
Subject: SUBJECT
From: SENDER
To: <taro@example.jp>
Content-Type: multipart/alternative; boundary=BOUNDARY
`

// A newsletter on its whole way: from the member's yes to the mail, whose head mail programs read
// (RFC 2369, 2919, 8058), and by one click to the member's no.
func TestANewsletterOnTheWire(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	_, b := s.Member(t, accounttest.Email("taro@example.jp"))
	option := func() map[string]any {
		options, _ := b.Get("/mypage/consent/screen-data").JSON(t)["consentOptions"].([]any)
		return options[0].(map[string]any)
	}
	if got := b.Post("/zapi/account/consent", map[string]any{"consentOptionId": "news", "key": option()["key"], "value": true}); got.StatusCode != 200 {
		t.Fatal(got.Text)
	}
	sent, err := s.Newsletter.Send(t.Context(), actstest.By(s.Store), "news", newsletter.File{
		ID: "first", Subject: map[string]string{"ja": "春の新着", "en": "x"}, Text: map[string]string{"ja": "今週は2本です。", "en": "x"},
	})
	if err != nil || sent.New != 1 {
		t.Fatalf("%+v, %v", sent, err)
	}
	var mails []apptest.Mail
	for deadline := time.Now().Add(2 * time.Minute); len(mails) == 0; time.Sleep(50 * time.Millisecond) {
		if mails = s.Inbox(t, "taro@example.jp"); time.Now().After(deadline) {
			t.Fatal("no mail has arrived")
		}
	}
	mail := mails[0]
	if mail.Subject != "【試験館】春の新着" || !strings.Contains(mail.Text, "今週は2本です。") {
		t.Errorf("%s: %s", mail.Subject, mail.Text)
	}
	link := regexp.MustCompile(`/newsletter/stop\?token=[\w-]+`).FindString(mail.Head)
	if link == "" || !strings.Contains(mail.Text, s.Site+link) || !strings.Contains(mail.HTML, s.Site+link) {
		t.Fatalf("link %q in:\n%s\n%s", link, mail.Head, mail.Text)
	}
	head := mail.Head
	for pattern, word := range map[string]string{
		`token=[\w-]+`: "token=TOKEN", `(?m)^Subject: .*$`: "Subject: SUBJECT", `(?m)^Date: .*$`: "Date: DATE", `(?m)^Message-Id: .*$`: "Message-Id: <ID>",
		`(?m)^From: .*$`: "From: SENDER", `boundary="?\w+"?`: "boundary=BOUNDARY", regexp.QuoteMeta(s.Site): "SITE",
	} {
		head = regexp.MustCompile(pattern).ReplaceAllString(head, word)
	}
	if head != newsletterHead {
		t.Errorf("head:\n%s", head)
	}

	program := s.Browser(t)
	got := program.Do("POST", link, "List-Unsubscribe=One-Click", "Content-Type", "application/x-www-form-urlencoded", "Origin", "", "Sec-Fetch-Site", "")
	if got.StatusCode != 200 || got.Header.Get("Location") != "" || len(got.Cookies()) > 0 || option()["value"] != false {
		t.Errorf("%d %s, the option is %v", got.StatusCode, got.Text, option()["value"])
	}
	screen := program.Get("/newsletter/stop/screen-data" + strings.TrimPrefix(link, "/newsletter/stop")).JSON(t)
	if screen["state"] != "stopped" || screen["title"] != "New films" {
		t.Errorf("%v", screen)
	}
}
