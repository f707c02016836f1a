package sms

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"kaiin/server/sandbox/mail"
	"kaiin/server/sandbox/outcome"
)

const path = "/2010-04-01/Accounts/AC1/Messages.json"

type fixed struct{}

func (fixed) Now() time.Time { return time.Date(2026, 12, 1, 3, 0, 0, 0, time.UTC) }

// caller has connections of its own: httptest ends those of the default client whenever a server of
// another test closes.
var caller = &http.Client{Transport: new(http.Transport)}

// desk is the service with its inbox, reached over HTTP.
type desk struct {
	*testing.T
	inbox *mail.Inbox
	queue *outcome.Queue
	url   string
}

func setup(t *testing.T, account Account) *desk {
	t.Helper()
	d := &desk{T: t, inbox: mail.NewInbox(fixed{}.Now, func() {}), queue: outcome.NewQueue(map[string]outcome.Service{Name: Script})}
	service, err := New(Config{Account: account, Inbox: d.inbox, Clock: fixed{}, Queue: d.queue})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	service.Routes(mux)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	d.url = server.URL
	return d
}

// send is a call with a form; the answer's status is 0 when there is none.
func (d *desk) send(path, password string, form url.Values) (int, map[string]any) {
	d.Helper()
	r, err := http.NewRequestWithContext(d.Context(), http.MethodPost, d.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		d.Fatal(err)
	}
	r.SetBasicAuth("AC1", password)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := caller.Do(r)
	if err != nil {
		return 0, nil
	}
	defer func() { _ = res.Body.Close() }()
	body, got := []byte(nil), map[string]any{}
	if body, err = io.ReadAll(res.Body); err != nil {
		d.Fatal(err)
	}
	_ = json.Unmarshal(body, &got)
	return res.StatusCode, got
}

var account = Account{SID: "AC1", Token: "token", From: "+815012345678"}

func message(change ...string) url.Values {
	form := url.Values{"To": {"+819012345678"}, "From": {account.From}, "Body": {"認証コード：123456"}}
	for i := 0; i < len(change); i += 2 {
		if form.Del(change[i]); change[i+1] != "" {
			form.Set(change[i], change[i+1])
		}
	}
	return form
}

func TestMessagesEndInTheInbox(t *testing.T) {
	t.Parallel()
	d := setup(t, account)
	status, got := d.send(path, "token", message())
	sid, _ := got["sid"].(string)
	if status != http.StatusCreated || !regexp.MustCompile(`^SM[0-9a-f]{32}$`).MatchString(sid) || got["status"] != "queued" || got["error_code"] != nil ||
		got["num_segments"] != "1" || got["date_created"] != "Tue, 01 Dec 2026 03:00:00 +0000" {
		t.Fatalf("%d %v", status, got)
	}
	if status, got = d.send(path, "token", message("Body", strings.Repeat("長", 135))); status != http.StatusCreated || got["num_segments"] != "3" {
		t.Fatalf("%d %v", status, got)
	}
	for _, to := range []string{"09012345678", "+819012345678", " 819012345678"} { // the last is what a query makes of a plus
		texts := d.inbox.List(to)
		if len(texts) != 2 {
			t.Fatalf("%q: %d messages", to, len(texts))
		}
		want := mail.Message{ID: 1, Channel: "sms", From: account.From, To: "+819012345678", Text: "認証コード：123456", At: fixed{}.Now()}
		if texts[1] != want {
			t.Errorf("%q: %+v", to, texts[1])
		}
	}
	if other := d.inbox.List("08012345678"); len(other) != 0 {
		t.Errorf("%+v", other)
	}
}

func TestRefusesLikeTwilio(t *testing.T) {
	t.Parallel()
	d := setup(t, account)
	for _, c := range []struct {
		name, path, password string
		form                 url.Values
		status, code         int
	}{
		{"another token", path, "another", message(), 401, 20003},
		{"another account", "/2010-04-01/Accounts/AC2/Messages.json", "token", message(), 404, 20404},
		{"no number", path, "token", message("To", ""), 400, 21604},
		{"not in international form", path, "token", message("To", "09012345678"), 400, 21211},
		{"no sender", path, "token", message("From", ""), 400, 21603},
		{"a sender of somebody else", path, "token", message("From", "+815099999999"), 400, 21606},
		{"no text", path, "token", message("Body", ""), 400, 21602},
		{"too much text", path, "token", message("Body", strings.Repeat("長", 1601)), 400, 21617},
	} {
		status, got := d.send(c.path, c.password, c.form)
		if status != c.status || got["code"] != float64(c.code) || got["status"] != float64(c.status) {
			t.Errorf("%s: %d %v", c.name, status, got)
		}
	}
	if kept := d.inbox.List(""); len(kept) != 0 {
		t.Errorf("refused messages are in the inbox: %+v", kept)
	}
}

func TestOutcomes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		outcome string
		status  int
		code    any
		kept    int
	}{
		{invalidNumber, 400, 21211.0, 0},
		{unsubscribed, 400, 21610.0, 0},
		{tooMany, 429, 20429.0, 0},
		{outcome.HTTP500, 500, nil, 0},
		{outcome.TimeoutAfter, 0, nil, 1},
	} {
		d := setup(t, account)
		if err := d.queue.Push(outcome.Entry{Service: Name, Outcome: c.outcome, Times: 1, Delay: time.Millisecond}); err != nil {
			t.Fatal(err)
		}
		if status, got := d.send(path, "token", message()); status != c.status || got["code"] != c.code || len(d.inbox.List("")) != c.kept {
			t.Errorf("%s: %d %v", c.outcome, status, got)
		}
		if status, _ := d.send(path, "token", message()); status != http.StatusCreated {
			t.Errorf("after %s: %d", c.outcome, status)
		}
	}
}

func TestWithoutAnAccountItIsNotThere(t *testing.T) {
	t.Parallel()
	d := setup(t, Account{})
	if status, _ := d.send(path, "token", message()); status != http.StatusNotFound {
		t.Errorf("status %d", status)
	}
	if _, err := New(Config{Account: Account{SID: "AC1"}}); err == nil {
		t.Error("an account without a token is taken")
	}
}
