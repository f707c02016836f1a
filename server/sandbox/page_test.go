package sandbox

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"kaiin/server/sandbox/mail"
)

func TestInbox(t *testing.T) {
	t.Parallel()
	d := setup(t, config())
	d.mail("taro@example.jp", "first")
	d.mail("hanako@example.jp", "other")
	d.do("POST", "/clock", `{"advance":"720h"}`, nil)
	d.mail("taro@example.jp", "second")
	var got []mail.Message
	d.do("GET", "/inbox.json?to=TARO@example.jp", "", &got)
	if len(got) != 2 || got[0].Subject != "second" || got[1].Subject != "first" || got[0].Channel != "mail" || got[0].HTML == "" {
		t.Fatalf("got %+v", got)
	}
	if apart := got[0].At.Sub(got[1].At); apart < 720*time.Hour || apart > 721*time.Hour {
		t.Fatalf("stamped %s apart, the sandbox's clock was moved by 720h between them", apart)
	}
	if d.do("DELETE", "/inbox.json", "", nil) != http.StatusNoContent {
		t.Fatal("not cleared")
	}
	d.do("GET", "/inbox.json", "", &got)
	if len(got) != 0 {
		t.Fatalf("still there: %+v", got)
	}
}

func TestThePageOfCarriers(t *testing.T) {
	t.Parallel()
	d := setup(t, config())
	for path, says := range map[string]string{"/": `href="/carriers"`, "/carriers": `<option>notice_bad_hash</option>`} {
		res, err := caller.Get(d.url + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err != nil || res.StatusCode != http.StatusOK || !strings.Contains(string(text), says) || !strings.Contains(string(text), "</html>") {
			t.Errorf("%s: %s %v %s", path, res.Status, err, text)
		}
	}
	var none []any
	if d.do("GET", "/sbps/contracts.json", "", &none) != http.StatusOK || len(none) != 0 {
		t.Errorf("got %v", none)
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	d := setup(t, config())
	d.mail("taro@example.jp", "<i>hello</i>")
	page := func(path string, status int) (string, http.Header) {
		t.Helper()
		answer, err := caller.Get(d.url + path)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		content, _ := io.ReadAll(answer.Body)
		if answer.StatusCode != status {
			t.Fatalf("%s: status %d, want %d", path, answer.StatusCode, status)
		}
		return string(content), answer.Header
	}
	home, _ := page("/", 200)
	for _, want := range []string{"&lt;i&gt;hello", "4111 1111 1111 1111", "+31日", "timeout_after", "まだ課金はありません", `href="/mails/1"`} {
		if !strings.Contains(home, want) {
			t.Errorf("the front page lacks %q", want)
		}
	}
	one, _ := page("/mails/1", 200)
	if !strings.Contains(one, `<iframe title="HTML形式の本文" sandbox="allow-popups`) {
		t.Error("the mail is shown without a sandboxed frame")
	}
	_, header := page("/mails/1/html", 200)
	if !strings.HasPrefix(header.Get("Content-Security-Policy"), "sandbox ") || strings.Contains(header.Get("Content-Security-Policy"), "allow-scripts") {
		t.Errorf("a mail may run scripts: %q", header.Get("Content-Security-Policy"))
	}
	d.server.inbox.Text("+815012345678", "+819012345678", "認証コード：123456")
	home, _ = page("/", 200)
	text, _ := page("/mails/2", 200)
	if !strings.Contains(home, `<td>SMS</td><td>&#43;819012345678</td><td><a href="/mails/2">認証コード：123456</a></td>`) || !strings.Contains(text, "<h1>SMS</h1>") {
		t.Errorf("the short message is not shown:\n%s", text)
	}
	for path, status := range map[string]int{"/mails/3": 404, "/mails/x": 404, "/mails/3/html": 404, "/nothing": 404, "/assets/page.css": 200, "/assets/page.js": 200, "/healthz": 200} {
		page(path, status)
	}
}
