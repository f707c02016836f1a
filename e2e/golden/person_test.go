package golden

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"kaiin/e2e/blackbox"
)

type (
	answer = blackbox.Answer
	object = map[string]any
)

const (
	password = blackbox.Password
	other    = "Another9sesame!" // a password that is as good
	nobody   = "01a1fc23-2002-71f9-a558-0064764363c2"
	desktop  = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"
	inApp    = "Mozilla/5.0 (Linux; Android 16; Pixel 10) Mobile PVS/2.0/android"
)

// person is somebody in a story, with a browser.
type person struct {
	*blackbox.Member
	t     testing.TB
	s     *blackbox.Stack
	all   *records
	story string
	text  *steady
	agent string
}

func newPerson(t testing.TB, s *blackbox.Stack, all *records, story string, number int) *person {
	p := &person{t: t, s: s, all: all, story: story, text: newSteady(s)}
	p.Member = p.browser(strings.ReplaceAll(story, " ", "-")+"@example.jp", fmt.Sprintf("10.9.%d.1", number))
	return p
}

func (p *person) browser(email, network string) *blackbox.Member {
	m := p.s.Visitor("ja")
	m.Email, m.Nickname, m.IP = email, "たろう", network
	m.Client.Transport = agent{m.Client.Transport, p}
	return m
}

// agent makes the requests those of the person's browser.
type agent struct {
	http.RoundTripper
	p *person
}

func (a agent) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Header.Set("User-Agent", desktop); a.p.agent != "" {
		r.Header.Set("User-Agent", a.p.agent)
	}
	return a.RoundTripper.RoundTrip(r)
}

// elsewhere is the same person in a fresh browser.
func (p *person) elsewhere() *person {
	twin := *p
	twin.Member = twin.browser(p.Email, p.IP)
	return &twin
}

// another is somebody else in the same story.
func (p *person) another(name string) *person {
	twin := *p
	twin.Member = twin.browser(name+"-"+p.Email, p.IP)
	return &twin
}

// joined is the person as a member.
func (p *person) joined() *person {
	p.t.Helper()
	must(p.t, p.SignUp())
	return p
}

// send makes a request in a language and notes nothing.
func (p *person) send(language, method, path string, body []byte) answer {
	p.t.Helper()
	a, err := p.Send(method, path, body, func(r *http.Request) { r.Header.Set("Accept-Language", language) })
	must(p.t, err)
	return a
}

// note writes a case into its file: the answer in Japanese, and if it was asked for in English too, what is different.
func (p *person) note(file, what, request string, ja answer, en *answer) {
	p.t.Helper()
	told := p.text.answer(p.t, ja) + "\n"
	if en != nil {
		told += inEnglish(told, p.text.answer(p.t, *en)+"\n")
	}
	p.all.add(file, p.story+": "+what, request, told)
}

// ask notes what the row that answers says.
func (p *person) ask(what, method, path string, body []byte, bothLanguages bool) answer {
	p.t.Helper()
	file := p.all.fileFor(method, path)
	if file == "" {
		p.t.Fatalf("%s: no row answers %s %s", p.story, method, path)
	}
	ja := p.send("ja", method, path, body)
	var en *answer
	if bothLanguages {
		a := p.send("en", method, path, body)
		en = &a
	}
	p.note(file, what, p.text.request(method, path, string(body)), ja, en)
	return ja
}

// dataOf is where the data of a page is.
func dataOf(page string) string {
	path, query, asked := strings.Cut(page, "?")
	path = strings.TrimSuffix(path, "/") + "/screen-data"
	if asked {
		path += "?" + query
	}
	return path
}

// see looks at a page in both languages; seeOnce, at a page that does something when it is seen, in one.
func (p *person) see(what, page string) answer {
	p.t.Helper()
	return p.ask(what, "GET", dataOf(page), nil, true)
}

func (p *person) seeOnce(what, page string) answer {
	p.t.Helper()
	return p.ask(what, "GET", dataOf(page), nil, false)
}

// call does something once; fails does it in both languages, as it has no effect.
func (p *person) call(what, path string, body any) answer {
	p.t.Helper()
	return p.ask(what, "POST", path, p.json(body), false)
}

func (p *person) fails(what, path string, body any) answer {
	p.t.Helper()
	a := p.ask(what, "POST", path, p.json(body), true)
	if a.Status == http.StatusOK && a.Body["flowError"] == nil && a.Body["verification"] == nil {
		p.t.Errorf("%s: %s: %s succeeds: %s", p.story, what, path, a)
	}
	return a
}

func (p *person) remove(what, path string, body any, bothLanguages bool) answer {
	p.t.Helper()
	return p.ask(what, "DELETE", path, p.json(body), bothLanguages)
}

// ok is a call that must succeed and is not noted.
func (p *person) ok(path string, body any) answer {
	p.t.Helper()
	a, err := blackbox.Want(p.Post(path, body))
	if err != nil {
		p.t.Fatalf("%s: %s: %v", p.story, path, err)
	}
	return a
}

// visit is a page's data, not noted.
func (p *person) visit(page string) answer {
	p.t.Helper()
	return p.send("ja", "GET", dataOf(page), nil)
}

func (p *person) json(body any) []byte {
	p.t.Helper()
	if body == nil {
		return nil
	}
	text, err := json.Marshal(body)
	must(p.t, err)
	return text
}

// open opens an address of the edge and notes where it leads.
func (p *person) open(what, file, path string) answer {
	p.t.Helper()
	a := p.send("ja", "GET", path, nil)
	p.note("edge/"+file+".txt", what, p.text.request("GET", path, ""), a, nil)
	return a
}

// form posts a form to an address of the edge, as a page of another site does.
func (p *person) form(what, file, path string, fields url.Values) answer {
	p.t.Helper()
	a, err := p.Send("POST", path, []byte(fields.Encode()), func(r *http.Request) {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", p.s.Outside.URL)
		r.Header.Set("Sec-Fetch-Site", "cross-site")
	})
	must(p.t, err)
	p.note("edge/"+file+".txt", what, p.text.request("POST", strings.TrimPrefix(path, p.s.Origin), ""), a, nil)
	return a
}

// wait moves the time on.
func (p *person) wait(d time.Duration) { p.s.Outside.Advance(p.t, d) }

// mailed is what the pattern finds in the newest letter to the address, after all that is under way has arrived.
func (p *person) mailed(to string, pattern *regexp.Regexp) string {
	p.t.Helper()
	p.wait(0)
	mails, err := p.s.Outside.Mails(url.QueryEscape(to))
	must(p.t, err)
	for _, mail := range mails {
		if found := pattern.FindStringSubmatch(mail.Text); found != nil {
			return found[1]
		}
	}
	p.t.Fatalf("%s: no mail to %s has %s: %v", p.story, to, pattern, mails)
	return ""
}

var (
	codeInMail = regexp.MustCompile(`\b(\d{6})\b`)
	linkInMail = regexp.MustCompile(`\?token=([A-Za-z0-9_-]{43})\b`)
)

func (p *person) code() string { p.t.Helper(); return p.mailed(p.Email, codeInMail) }

// wrong is a code of the same form that is not the right one.
func wrong(code string) string {
	last := code[len(code)-1]
	return code[:len(code)-1] + string('0'+(last-'0'+1)%10)
}

// otp is what an authenticator app with the secret shows.
func (p *person) otp(secret string) string {
	p.t.Helper()
	code, err := totp.GenerateCode(secret, p.s.Now(p.t))
	must(p.t, err)
	return code
}

func (p *person) byPassword(value string) object {
	return object{"emailUserId": p.Email, "password": value, "loginMethod": "Password"}
}
