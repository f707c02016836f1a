package security

import (
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
)

const letter = `newsletterId: first
subject: { ja: 春の新着, en: New in spring }
text: { ja: 今週は2本です。, en: Two films this week. }
`

// newsletters are those that have arrived, newest first.
func (p *person) newsletters() (all []struct{ Subject, Text, Head string }) {
	p.t.Helper()
	var mails []struct{ Subject, Text, Head string }
	must(p.t, p.s.Outside.Call("GET", "/inbox.json?to="+url.QueryEscape(p.Email), nil, &mails))
	for _, m := range mails {
		if strings.Contains(m.Subject, "New in spring") {
			all = append(all, m)
		}
	}
	return all
}

func (p *person) awaitNewsletter() (head string) {
	p.t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if got := p.newsletters(); len(got) > 0 {
			return got[0].Head
		}
		if time.Now().After(deadline) {
			p.t.Fatal("no newsletter has arrived")
		}
	}
}

func (p *person) answers(agreed bool) {
	p.t.Helper()
	p.ok("/zapi/account/consent", map[string]any{"consentOptionId": "news", "key": p.option()["key"], "value": agreed})
}

func (p *person) option() map[string]any {
	p.t.Helper()
	options, _ := p.page("/mypage/consent").Body["consentOptions"].([]any)
	return options[0].(map[string]any)
}

// presses sends a post to a link as a mail provider's server does: from another site, without
// cookies.
func (p *person) presses(address, body string, change func(*http.Request)) answer {
	p.t.Helper()
	a, err := p.s.Visitor("en").Send("POST", address, []byte(body), func(r *http.Request) {
		r.Header.Del("Origin")
		r.Header.Del("Sec-Fetch-Site")
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if change != nil {
			change(r)
		}
	})
	must(p.t, err)
	return a
}

// A newsletter is killed in the middle and sent again; those who agree have it once. The link in
// its head stops it, for anyone who posts there from anywhere; no other post and no look does, and
// those get a refusal and nothing else.
func TestNewsletterIsStoppedByOneClick(t *testing.T) {
	s := running(t)
	p, other, silent := s.member(), s.member(), s.member()
	p.answers(true)
	other.answers(true)
	_, err := s.DB.Exec(`INSERT INTO consent_answers (id, created_at, account_id, option_id, agreed, wording, ip, user_agent)
		SELECT gen_random_uuid(), now(), ('00000000-0000-4000-8000-' || lpad(g::text, 12, '0'))::uuid, 'news', true, '', '', '' FROM generate_series(1, 600) AS g`)
	must(t, err) // more answers than are looked at in one go
	file := filepath.Join(t.TempDir(), "letter.yaml")
	must(t, os.WriteFile(file, []byte(letter), 0o600))
	try := []string{"newsletter", "send", "--option", "news", "--file", file}
	send := append(slices.Clone(try), "--by", "hanako", "--reason", "a test")

	if got := s.Command(append(try, "--dry-run")...); got != "first would go to 2 members. Nothing was sent.\n" {
		t.Errorf("dry run: %s", got)
	}
	killed := exec.Command(blackbox.Program(), send...)
	killed.Env = append(s.Variables.List(), "KAIIN_FAILPOINT=newsletter.batch")
	if out, err := killed.CombinedOutput(); err == nil || !strings.Contains(err.Error(), "killed") {
		t.Fatalf("the command was not killed: %v %s", err, out)
	}
	if got := s.Command(send...); got != "first: 2 mails were queued now, 2 in all.\n" {
		t.Errorf("sent: %s", got)
	}
	if got := s.Command(send...); got != "first: 0 mails were queued now, 2 in all.\n" {
		t.Errorf("sent again: %s", got)
	}
	head := p.awaitNewsletter()
	other.awaitNewsletter()
	if n := len(p.newsletters()) + len(other.newsletters()) + len(silent.newsletters()); n != 2 {
		t.Errorf("%d newsletters", n)
	}
	found := regexp.MustCompile(`(?m)^List-Unsubscribe: <` + regexp.QuoteMeta(s.Origin) + `(/newsletter/stop\?token=[\w-]+)>$`).FindStringSubmatch(head)
	if found == nil || !strings.Contains(head, "\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n") {
		t.Fatalf("head:\n%s", head)
	}
	link := found[1]
	if strings.Contains(link, p.Email) || strings.Contains(link, "news&") {
		t.Errorf("link %s", link)
	}

	// What does not stop it.
	on := func(what string) {
		t.Helper()
		if p.option()["value"] != true {
			t.Fatalf("%s has stopped it", what)
		}
	}
	for _, method := range []string{"GET", "HEAD", "OPTIONS", "PUT"} {
		_, err := s.Visitor("en").Send(method, link, nil, nil)
		must(t, err)
		on(method)
	}
	path, data, _ := strings.Cut(link, "?")
	screen, err := s.Visitor("en").Get(path + "/screen-data?" + data)
	must(t, err)
	if screen.Status != 200 || screen.Text("state") != "open" || screen.Text("title") != "New" || strings.Contains(string(screen.Raw), p.Email) || strings.Contains(string(screen.Raw), p.Nickname) {
		t.Errorf("the page: %v", screen)
	}
	for what, body := range map[string]string{"an empty post": "", "another post": "List-Unsubscribe=Yes", "a large one": "List-Unsubscribe=One-Click&a=" + strings.Repeat("x", 9<<10)} {
		if got := p.presses(link, body, nil); got.Status != 400 {
			t.Errorf("%s: %v", what, got)
		}
		on(what)
	}
	if got := p.presses(link, `{"List-Unsubscribe":"One-Click"}`, func(r *http.Request) { r.Header.Set("Content-Type", "application/json") }); got.Status != 400 {
		t.Errorf("JSON: %v", got)
	}
	for _, made := range []string{"/newsletter/stop", "/newsletter/stop?token=", "/newsletter/stop?token=guess", link[:len(link)-3]} {
		if got := p.presses(made, "List-Unsubscribe=One-Click", nil); got.Status != 404 {
			t.Errorf("%s: %v", made, got)
		}
	}
	on("a broken link")

	// What does: again and again, with the same answer; no redirect, no cookie.
	bodies := []func() answer{
		func() answer { return p.presses(link, "List-Unsubscribe=One-Click", nil) },
		func() answer {
			return p.presses(link, "List-Unsubscribe=One-Click", func(r *http.Request) {
				r.Header.Set("Origin", "https://mail.example")
				r.Header.Set("Sec-Fetch-Site", "cross-site")
			})
		},
		func() answer {
			form := "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n"
			return p.presses(link, form, func(r *http.Request) { r.Header.Set("Content-Type", "multipart/form-data; boundary=b") })
		},
	}
	for i, press := range bodies {
		got := press()
		if got.Status != 200 || string(got.Raw) != "The newsletter is stopped.\n" || len(got.Header["Set-Cookie"]) > 0 || got.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("press %d: %v %v", i, got, got.Header)
		}
		if p.option()["value"] != false || other.option()["value"] != true {
			t.Errorf("press %d: the options are %v, another's %v", i, p.option()["value"], other.option()["value"])
		}
		if i < len(bodies)-1 {
			p.answers(true)
		}
	}
	var by, ip string
	must(t, s.DB.QueryRow(`SELECT "by", ip FROM consent_answers WHERE replaced_at IS NULL AND account_id = (SELECT id FROM accounts WHERE email = $1)`, p.Email).Scan(&by, &ip))
	if by != "link" || ip == "" {
		t.Errorf("kept by %q from %q", by, ip)
	}

	// One who has left is answered alike.
	token := regexp.MustCompile(`/newsletter/stop\?token=[\w-]+`).FindString(other.awaitNewsletter())
	other.leave()
	if got := p.presses(token, "List-Unsubscribe=One-Click", nil); got.Status != 200 || string(got.Raw) != "The newsletter is stopped.\n" {
		t.Errorf("one who has left: %v", got)
	}
	if strings.Contains(s.Log.String(), data[len("token="):]) {
		t.Error("the log has the link")
	}
}
