package security

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kaiin/e2e/blackbox"
	"kaiin/schema"
)

const wrongPassword = "wrong9password"

func TestSecurity09UnknownIdentifiersCostTheSame(t *testing.T) {
	s := inTurn(t, dearPasswords)
	known, unknown := s.wrongTries()
	sameTime(t, 48, known, unknown)
}

// wrongTries are a login of six members with a wrong password, and of as many addresses that no
// member has. In 48 rounds there are 8 tries of each, each from a network of its own, so that
// nothing is slowed down on purpose.
func (s *stack) wrongTries() (known, unknown func(round int)) {
	s.T.Helper()
	var members []*person
	for range 6 {
		members = append(members, s.member())
	}
	known = func(round int) { s.visitor().loginAs(members[round%len(members)].Email, wrongPassword) }
	unknown = func(round int) {
		s.visitor().loginAs(fmt.Sprintf("unknown%d@example.jp", round%len(members)), wrongPassword)
	}
	return known, unknown
}

// tries logs in with wrong passwords until somebody says to wait, and is how often the password was
// looked at.
func tries(t *testing.T, most int, try func(i int) answer) int {
	t.Helper()
	looked := 0
	for i := range most {
		switch a := try(i); a.Status {
		case http.StatusUnauthorized:
			looked++
		case http.StatusTooManyRequests:
			if seconds, err := strconv.Atoi(a.Header.Get("Retry-After")); err != nil || seconds < 1 {
				t.Errorf("the refusal does not say when to come back: %v", a.Header)
			}
		default:
			t.Fatalf("try %d: %s", i, a)
		}
	}
	return looked
}

func TestSecurity10AnAccountIsTriedAFewTimesOnly(t *testing.T) {
	s := together(t)
	p := s.member()
	here := p.elsewhere()
	if looked := tries(t, 101, func(int) answer { return here.login(wrongPassword) }); looked > 12 {
		t.Errorf("%d of 101 tries from one place were looked at", looked)
	}
	refused(t, "the right password from there", here.login(password), 429, "TOO_MANY_REQUESTS")
	p.elsewhere().enter() // who guesses elsewhere does not keep the member out
	if looked := tries(t, 101, func(int) answer { return p.elsewhere().login(wrongPassword) }); looked > 40 {
		t.Errorf("%d of 101 tries from many places were looked at", looked)
	}
	refused(t, "the right password after all these", p.elsewhere().login(password), 429, "TOO_MANY_REQUESTS")
}

func TestSecurity11OnePasswordOnManyAccountsIsNoticed(t *testing.T) {
	s := together(t)
	sprayer := s.visitor()
	looked := tries(t, 200, func(i int) answer { return sprayer.loginAs(fmt.Sprintf("sprayed%d@example.jp", i), wrongPassword) })
	if looked > 110 {
		t.Errorf("one place tried a password on %d accounts", looked)
	}
	p := s.member()
	if looked := tries(t, 50, func(int) answer { return p.elsewhere().login(wrongPassword) }); looked > 40 {
		t.Errorf("50 places tried %d passwords on one account", looked)
	}
}

func TestSecurity12TheCallersAddressIsWhatTheProxySays(t *testing.T) {
	s := running(t)
	pretender := s.visitor()
	from := func(forwarded func(i int) string) func(int) answer {
		return func(i int) answer {
			body := []byte(fmt.Sprintf(`{"emailUserId":"claimed%d@example.jp","password":%q,"loginMethod":"Password"}`, i, wrongPassword))
			a, err := pretender.Send("POST", "/login", body, func(r *http.Request) { r.Header.Set("X-Forwarded-For", forwarded(i)) })
			must(t, err)
			return a
		}
	}
	if looked := tries(t, 130, from(func(i int) string { return fmt.Sprintf("203.0.113.%d, 198.51.100.7", i%200) })); looked > 110 {
		t.Errorf("writing other addresses into the header bought %d tries", looked)
	}
	s.Stop()
	s.Start(blackbox.Program(), "KAIIN_TRUSTED_PROXIES=") // no proxy is trusted: the header counts for nothing
	if looked := tries(t, 130, from(func(i int) string { return fmt.Sprintf("192.0.2.%d", i%200) })); looked > 110 {
		t.Errorf("without a proxy the header bought %d tries", looked)
	}
}

// A flood of wrong passwords does not shut the member out: the link of a reset works, and with it
// the door.
func TestSecurity14AFloodDoesNotShutTheMemberOut(t *testing.T) {
	s := together(t)
	p := s.member()
	tries(t, 60, func(int) answer { return p.elsewhere().login(wrongPassword) })
	home := p.elsewhere()
	refused(t, "the right password under the flood", home.login(password), 429, "TOO_MANY_REQUESTS")
	home.reset("qzvkx7pw")
	if a := home.login("qzvkx7pw"); a.Status != 200 || !home.signedIn() {
		t.Errorf("after the reset: %s", a)
	}
}

// reset sets a new password by the mailed link.
func (p *person) reset(password string) {
	p.t.Helper()
	token := p.letter(resetInMail, func() { p.ok("/zapi/auth/password/forgot", map[string]any{"email": p.Email}) })
	p.ok("/zapi/auth/password/reset", map[string]any{"token": token, "password": password, "passwordConfirm": password})
}

// leave ends the membership.
func (p *person) leave() {
	p.t.Helper()
	code := p.code(func() { p.ok("/zapi/account/withdraw/confirm", map[string]any{"consent": true, "answers": []any{}}) })
	p.ok("/zapi/account/withdraw", map[string]any{"pinCode": code})
}

// Somebody unknown, a wrong password, an account without a password and one that was left are told
// apart by nothing.
func TestSecurity15RefusedLoginsAreAlike(t *testing.T) {
	s := inTurn(t, dearPasswords)
	known, social, gone := s.member(), s.bySocial(), s.member()
	gone.leave()
	who := []string{known.Email, "unknown@example.jp", social.Email, gone.Email}
	first := ""
	for _, email := range who {
		a := s.visitor().loginAs(email, wrongPassword)
		if said := turned(a); first == "" {
			first = said
		} else if said != first || a.Status != 401 {
			t.Errorf("%s is answered\n%s\ninstead of\n%s", email, said, first)
		}
		if len(a.Header.Values("Set-Cookie")) > 0 {
			t.Errorf("%s is given cookies: %v", email, a.Header.Values("Set-Cookie"))
		}
	}
	var calls []func(int)
	for _, email := range who {
		calls = append(calls, func(int) { s.visitor().loginAs(email, wrongPassword) })
	}
	sameTime(t, 24, calls...) // an account is slowed down from the 30th try on
}

// Asking for a link or a code is answered alike for everybody, and mails only to members.
func TestSecurity16ForgottenPasswordsAndCodesTellNothing(t *testing.T) {
	s := together(t)
	known, social, gone := s.member(), s.bySocial(), s.member()
	gone.leave()
	s.Outside.Advance(t, 0) // the mails so far have left
	for what, ask := range map[string]func(p *person, email string) answer{
		"forgot": func(p *person, email string) answer {
			return p.send("/zapi/auth/password/forgot", map[string]any{"email": email})
		},
		"code": func(p *person, email string) answer {
			return p.send("/login/code", map[string]any{"emailUserId": email})
		},
	} {
		t.Run(what, func(t *testing.T) {
			first := ""
			before := map[string]int{}
			stranger := s.visitor()
			for _, email := range []string{known.Email, stranger.Email, social.Email, gone.Email} {
				before[email] = s.mailed(email)
				a := ask(s.visitor(), email)
				if said := turned(a); first == "" {
					first = said
				} else if said != first || a.Status != 200 {
					t.Errorf("%s is answered\n%s\ninstead of\n%s", email, said, first)
				}
			}
			s.Outside.Advance(t, 0)
			for email, mails := range map[string]int{known.Email: 1, stranger.Email: 0, gone.Email: 0} {
				if got := s.mailed(email) - before[email]; got != mails {
					t.Errorf("%d mails to %s, want %d", got, email, mails)
				}
			}
			var members []*person
			for range 4 {
				members = append(members, s.member())
			}
			sameTime(t, 40,
				func(round int) { ask(s.visitor(), members[round%len(members)].Email) },
				func(round int) { ask(s.visitor(), fmt.Sprintf("%s%d@example.jp", what, round%len(members))) },
			)
		})
	}
}

// mailed is how many mails the address has.
func (s *stack) mailed(email string) int {
	s.T.Helper()
	mails, err := s.Outside.Mails(email)
	must(s.T, err)
	return len(mails)
}

func TestSecurity17AskingWhetherAUserIDIsFreeIsLimited(t *testing.T) {
	s := together(t)
	p := s.visitor()
	must(t, p.ProveEmail())
	for i := range 25 {
		if a := p.send("/zapi/account/user-id/verify", map[string]any{"userId": fmt.Sprintf("name%03d", i)}); a.Status != 200 {
			t.Fatalf("question %d: %s", i+1, a)
		}
	}
	a := p.send("/zapi/account/user-id/verify", map[string]any{"userId": "onemore1"})
	refused(t, "the 26th", a, 429, "TOO_MANY_REQUESTS")
	if a.Header.Get("Retry-After") == "" {
		t.Errorf("no Retry-After: %v", a.Header)
	}
	refused(t, "somebody who is signing up nowhere", s.visitor().send("/zapi/account/user-id/verify", map[string]any{"userId": "name001"}), 401)
}

// One call is one try: what would put many into one is refused as a whole.
func TestSecurity18ManyTriesInOneCall(t *testing.T) {
	s := together(t)
	p := s.member()
	login := schema.Documents()["Login"]
	call := func(body string) answer {
		a, err := s.visitor().Send("POST", "/graphql", []byte(body), nil)
		must(t, err)
		return a
	}
	var aliases []string
	for i := range 100 {
		given := wrongPassword
		if i == 57 {
			given = password
		}
		aliases = append(aliases, fmt.Sprintf(`l%d: login(input: {emailUserId: \"%s\", password: \"%s\", loginMethod: \"Password\"}) { redirectTo }`, i, p.Email, given))
	}
	input := fmt.Sprintf(`{"emailUserId":%q,"password":%q,"loginMethod":"Password"}`, p.Email, password)
	persisted := fmt.Sprintf(`{"operationName":"Login","variables":{"input":%s},"extensions":{"persistedQuery":{"sha256Hash":%q}}}`, input, login.Hash)
	for what, body := range map[string]string{
		"100 aliases":        `{"query":"mutation { ` + strings.Join(aliases, " ") + ` }"}`,
		"a batch":            "[" + persisted + "," + persisted + "]",
		"another's document": `{"operationName":"Login","query":"mutation Login { a: logout { redirectTo } b: logout { redirectTo } }"}`,
	} {
		if a := call(body); a.Status < 400 || len(a.Header.Values("Set-Cookie")) > 0 {
			t.Errorf("%s: %s", what, a)
		}
	}
	here := s.visitor()
	here.Email = p.Email
	looked := 0
	for range 40 {
		a, err := here.Send("POST", "/graphql", []byte(strings.Replace(persisted, password, wrongPassword, 1)), nil)
		must(t, err)
		if !slices.Contains(blackbox.CodesOf(a), any("TOO_MANY_REQUESTS")) {
			looked++
		}
	}
	if looked > 12 {
		t.Errorf("%d of 40 tries by GraphQL were looked at", looked)
	}
	refused(t, "the shim counts the same tries", here.login(password), 429)
}
