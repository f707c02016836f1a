package security

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
)

// person is somebody with a browser at an address of their own.
type person struct {
	*blackbox.Member
	s *stack
	t testing.TB
}

func (s *stack) visitor() *person { return &person{s.Visitor("en"), s, s.T} }

// member is somebody who has signed up just now.
func (s *stack) member() *person {
	s.T.Helper()
	p := s.visitor()
	must(s.T, p.SignUp())
	return p
}

// elsewhere is the same person in another browser at another address, not logged in there.
func (p *person) elsewhere() *person {
	other := p.s.visitor()
	other.Email, other.Nickname = p.Email, p.Nickname
	return other
}

// send posts the body and fails only when nothing is answered.
func (p *person) send(path string, body map[string]any) answer {
	p.t.Helper()
	if body == nil {
		body = map[string]any{}
	}
	a, err := p.Post(path, body)
	must(p.t, err)
	return a
}

// ok posts the body and fails unless it was accepted.
func (p *person) ok(path string, body map[string]any) answer {
	p.t.Helper()
	a := p.send(path, body)
	if _, err := want(a, nil); err != nil {
		p.t.Fatalf("%s: %v", path, err)
	}
	return a
}

// page is the data of a page.
func (p *person) page(path string) answer {
	p.t.Helper()
	path, query, asked := strings.Cut(path, "?")
	address := path + "/screen-data"
	if asked {
		address += "?" + query
	}
	a, err := p.Get(address)
	must(p.t, err)
	return a
}

// signedIn reports whether the browser is a member's.
func (p *person) signedIn() bool {
	p.t.Helper()
	return p.page("/mypage").Body["account"] != nil
}

// logs in with a password; what comes of it is the answer.
func (p *person) login(password string) answer {
	p.t.Helper()
	return p.loginAs(p.Email, password)
}

func (p *person) loginAs(identifier, password string) answer {
	p.t.Helper()
	return p.send("/login", map[string]any{"emailUserId": identifier, "password": password, "loginMethod": "Password"})
}

// enter logs in with the right password, which must succeed.
func (p *person) enter() *person {
	p.t.Helper()
	if a := p.login(password); a.Status != http.StatusOK || a.Text("redirectTo") == "" {
		p.t.Fatalf("logging in: %s", a)
	}
	return p
}

// letters are the mails to the person, newest first.
func (p *person) letters() []blackbox.Mail {
	p.t.Helper()
	mails, err := p.s.Outside.Mails(p.Email)
	must(p.t, err)
	return mails
}

// letter does something and waits for a mail to the person that holds the pattern; it answers
// the match.
func (p *person) letter(pattern *regexp.Regexp, do func()) string {
	p.t.Helper()
	before := len(p.letters())
	do()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(30 * time.Millisecond) {
		letters := p.letters()
		for _, mail := range letters[:len(letters)-before] {
			if found := pattern.FindStringSubmatch(mail.Subject + "\n" + mail.Text); found != nil {
				return found[len(found)-1]
			}
		}
	}
	p.t.Fatalf("no mail to %s has %s", p.Email, pattern)
	return ""
}

var (
	codeInMail  = regexp.MustCompile(`(?m)^\s*(\d{6})\s*$`)
	resetInMail = regexp.MustCompile(`/password/reset\?token=([A-Za-z0-9_-]+)`)
)

// code does something and waits for the code that is mailed for it.
func (p *person) code(do func()) string {
	p.t.Helper()
	return p.letter(codeInMail, do)
}

// fieldCodes are the codes of the fields an answer complains of, by field.
func fieldCodes(a answer) map[string]string {
	codes := map[string]string{}
	fields, _ := a.Body["fields"].([]any)
	for _, f := range fields {
		field, _ := f.(map[string]any)
		name, _ := field["field"].(string)
		codes[name], _ = field["code"].(string)
	}
	return codes
}

// refused fails unless the answer has the status and the code; an empty code is any.
func refused(t testing.TB, what string, a answer, status int, codes ...string) {
	t.Helper()
	if a.Status != status || len(codes) > 0 && !slices.Contains(codes, a.Text("code")) {
		t.Errorf("%s: want %d %v, got %s", what, status, codes, a)
	}
}

// turned is the answer without what differs from call to call.
func turned(a answer) string {
	return fmt.Sprint(a.Status, " ", a.Header.Get("Content-Type"), " ", ofOneRequest.ReplaceAllString(string(a.Raw), ""))
}

// ofOneRequest is what differs in every answer, of a call and of GraphQL.
var ofOneRequest = regexp.MustCompile(`"requestId":"[^"]*"`)

// wrongCode is a code of the same form that is not the right one.
func wrongCode(code string) string {
	last := code[len(code)-1]
	return code[:len(code)-1] + string('0'+(last-'0'+1)%10)
}
