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
	password  = blackbox.Password
	other     = "Another9sesame!" // a password that is as good
	unknownID = "01a1fc23-2002-71f9-a558-0064764363c2"
	desktop   = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"
	inApp     = "Mozilla/5.0 (Linux; Android 16; Pixel 10) Mobile PVS/2.0/android"
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

// want is what a step expects: a status of 400 or above, a redirect, or what an answer of 200 says.
type want int

const (
	fine     want = http.StatusOK // the page opens, or the call answers and leads nowhere
	away     want = -1            // 200: it leads elsewhere, by redirectTo
	broken   want = -2            // 200: a step is missing, by flowError
	done     want = -3            // 200: the call was done, wherever it leads
	answered want = -4            // of a sweep over all rows: anything but a failure of the server
)

// found tells how an answer of 200 ended, and of others the status.
func found(a answer) want {
	switch {
	case a.Status != http.StatusOK:
		return want(a.Status)
	case a.Body["flowError"] != nil:
		return broken
	case a.Text("redirectTo") != "":
		return away
	}
	return fine
}

func (w want) holds(a answer) bool {
	switch got := found(a); w {
	case done:
		return got == fine || got == away
	case answered:
		return got < http.StatusInternalServerError
	default:
		return got == w
	}
}

// note writes a case into its file: the answer in Japanese, and if it was asked for in English too,
// what is different. An answer that is not what the step wants fails, so that no file keeps a
// failure as a success.
func (p *person) note(want want, file, what, request string, ja answer, en *answer) {
	p.t.Helper()
	if !want.holds(ja) || en != nil && !want.holds(*en) {
		p.t.Errorf("%s: %s: %s: wanted %d: %s", p.story, what, strings.ReplaceAll(request, "\n", " "), want, ja)
	}
	told := p.text.answer(p.t, ja) + "\n"
	if en != nil {
		told += inEnglish(told, p.text.answer(p.t, *en)+"\n")
	}
	p.all.add(file, p.story+": "+what, request, told)
}

// ask notes what the row that answers says.
func (p *person) ask(want want, what, method, path string, body []byte, bothLanguages bool) answer {
	p.t.Helper()
	r := p.all.rowFor(method, path)
	if r == nil {
		p.t.Fatalf("%s: no row answers %s %s", p.story, method, path)
	}
	ja := p.send("ja", method, path, body)
	p.all.booleans.see(r.document, ja.Body)
	var en *answer
	if bothLanguages {
		a := p.send("en", method, path, body)
		en = &a
	}
	p.note(want, r.file, what, p.text.request(method, path, string(body)), ja, en)
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

// see looks at a page that opens, in both languages; seeOnce, at one that does something when it is
// seen, in one; sees, at a page that answers as the step wants.
func (p *person) see(what, page string) answer {
	p.t.Helper()
	return p.sees(fine, what, page)
}

func (p *person) seeOnce(what, page string) answer {
	p.t.Helper()
	return p.ask(fine, what, "GET", dataOf(page), nil, false)
}

func (p *person) sees(want want, what, page string) answer {
	p.t.Helper()
	return p.ask(want, what, "GET", dataOf(page), nil, true)
}

// call does something once, and it is done; fails tries it in both languages, as it has no effect.
func (p *person) call(what, path string, body any) answer {
	p.t.Helper()
	return p.ask(done, what, "POST", path, p.json(body), false)
}

func (p *person) fails(want want, what, path string, body any) answer {
	p.t.Helper()
	return p.ask(want, what, "POST", path, p.json(body), true)
}

// remove takes something away; what fails is tried in both languages.
func (p *person) remove(want want, what, path string, body any) answer {
	p.t.Helper()
	return p.ask(want, what, "DELETE", path, p.json(body), want != done)
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
func (p *person) open(want want, what, file, path string) answer {
	p.t.Helper()
	a := p.send("ja", "GET", path, nil)
	p.note(want, "edge/"+file+".txt", what, p.text.request("GET", path, ""), a, nil)
	return a
}

// form posts a form to an address of the edge, as a page of another site does.
func (p *person) form(want want, what, file, path string, fields url.Values) answer {
	p.t.Helper()
	a, err := p.Send("POST", path, []byte(fields.Encode()), func(r *http.Request) {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", p.s.Outside.URL)
		r.Header.Set("Sec-Fetch-Site", "cross-site")
	})
	must(p.t, err)
	p.note(want, "edge/"+file+".txt", what, p.text.request("POST", strings.TrimPrefix(path, p.s.Origin), ""), a, nil)
	return a
}

// wait moves the time on.
func (p *person) wait(d time.Duration) { p.s.Outside.Advance(p.t, d) }

// mailed is what the pattern finds in the newest letter to the address, after all that is under way
// has arrived.
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
	codeInMail  = regexp.MustCompile(`\b(\d{6})\b`)
	linkInMail  = regexp.MustCompile(`\?token=([A-Za-z0-9_-]{43})\b`)
	leaveInMail = regexp.MustCompile(`/leave\?token=([A-Za-z0-9_-]+)`)
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
