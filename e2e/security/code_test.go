package security

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// askCode has a login code mailed to the person's address, asked for in this browser.
func (p *person) askCode() string {
	p.t.Helper()
	return p.code(func() { p.ok("/login/code", map[string]any{"emailUserId": p.Email}) })
}

// loginCode logs in with a mailed code.
func (p *person) loginCode(code string) answer {
	p.t.Helper()
	return p.send("/login", map[string]any{"emailUserId": p.Email, "authCode": code, "loginMethod": "AuthCode"})
}

func TestSecurity20CodesAreRandomDigits(t *testing.T) {
	s := together(t)
	const count = 200
	codes := make([]string, count)
	each(t, count, 16, func(i int) error {
		p := s.visitor()
		if err := p.ConsentToPolicies(); err != nil {
			return err
		}
		if _, err := want(p.Post("/zapi/signup/email", map[string]any{"type": "signUp", "email": p.Email, "policyConsentData": p.Consents})); err != nil {
			return err
		}
		var err error
		codes[i], err = s.Outside.PIN(p.Email)
		return err
	})
	seen, digits := map[string]int{}, [6][10]int{}
	for _, code := range codes {
		if len(code) != 6 {
			t.Fatalf("a code is %q", code)
		}
		seen[code]++
		for place, digit := range code {
			digits[place][digit-'0']++
		}
	}
	if len(seen) < count-4 { // a repetition or two is what chance would do
		t.Errorf("%d codes are only %d different ones", count, len(seen))
	}
	for place := range digits {
		chi := 0.0
		for _, n := range digits[place] {
			chi += (float64(n) - count/10) * (float64(n) - count/10) / (count / 10)
		}
		if chi > 45 { // 9 degrees of freedom: once in a million
			t.Errorf("the digits of place %d are not even: %v", place+1, digits[place])
		}
	}
}

func TestSecurity21ACodeWorksOnce(t *testing.T) {
	s := inTurn(t)
	p := s.member().elsewhere()
	code := p.askCode()
	if a := p.loginCode(code); a.Status != 200 || !p.signedIn() {
		t.Fatalf("the code: %s", a)
	}
	if a := p.loginCode(code); a.Status < 400 && a.Body["flowError"] == nil {
		t.Errorf("the code again: %s", a)
	}
	// Fifty at once, in the browser that asked: one gets in.
	s.Outside.Advance(t, time.Minute)
	p = p.elsewhere()
	code = p.askCode()
	sid := p.Cookie("sid")
	won := make(chan string, 50)
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			other := p.elsewhere()
			other.IP = p.IP
			a, err := other.Send("POST", "/login", []byte(fmt.Sprintf(`{"emailUserId":%q,"authCode":%q,"loginMethod":"AuthCode"}`, p.Email, code)),
				func(r *http.Request) { r.Header.Set("Cookie", "sid="+sid) })
			if err == nil && a.Status == 200 && a.Body["flowError"] == nil {
				won <- a.Text("redirectTo")
			}
		})
	}
	all.Wait()
	if len(won) != 1 {
		t.Errorf("%d of 50 got in with one code", len(won))
	}
}

func TestSecurity22CodesThatLetInLiveTenMinutes(t *testing.T) {
	s := inTurn(t)
	p := s.member()
	there := p.elsewhere()
	login := there.askCode()
	leaving := p.code(func() { p.ok("/zapi/account/withdraw/confirm", map[string]any{"consent": true, "answers": []any{}}) })
	s.Outside.Advance(t, 10*time.Minute+time.Second)
	if a := there.loginCode(login); a.Status < 400 || there.signedIn() {
		t.Errorf("the login code: %s", a)
	}
	if a := p.send("/zapi/account/withdraw", map[string]any{"pinCode": leaving}); a.Status < 400 || !p.signedIn() {
		t.Errorf("the withdrawal code: %s", a)
	}
}

func TestSecurity23FiveWrongTriesEndACode(t *testing.T) {
	s := together(t)
	for _, wrong := range []int{4, 5} {
		p := s.member().elsewhere()
		code := p.askCode()
		for i := range wrong {
			if a := p.loginCode(wrongCode(code)); a.Status < 400 {
				t.Fatalf("wrong code %d: %s", i+1, a)
			}
		}
		if a := p.loginCode(code); (a.Status == 200) != (wrong < 5) {
			t.Errorf("the right code after %d wrong ones: %s", wrong, a)
		}
	}
}

// A code is for the browser, the address and the purpose it was asked for.
func TestSecurity24ACodeIsGoodForWhatItWasAskedFor(t *testing.T) {
	s := together(t)
	p := s.member()
	here, there := p.elsewhere(), p.elsewhere()
	code := here.askCode()
	there.send("/login/code", map[string]any{"emailUserId": "somebody.else@example.jp"}) // a flow of its own
	for what, a := range map[string]answer{
		"in another browser":             there.loginCode(code),
		"in a browser that never asked":  p.elsewhere().loginCode(code),
		"for another address":            here.send("/login", map[string]any{"emailUserId": "somebody.else@example.jp", "authCode": code, "loginMethod": "AuthCode"}),
		"as a code of the withdrawal":    p.send("/zapi/account/withdraw", map[string]any{"pinCode": code}),
		"as a code of the sign-up":       here.send("/zapi/signup/pin-code", map[string]any{"pinCode": code}),
		"as a code of an email change":   p.send("/zapi/account/email/edit", map[string]any{"pinCode": code}),
		"as a code of an address proved": p.send("/zapi/account/email/verify", map[string]any{"pinCode": code}),
	} {
		if a.Status < 400 && a.Body["flowError"] == nil {
			t.Errorf("%s: %s", what, a)
		}
	}
	leaving := p.code(func() { p.ok("/zapi/account/withdraw/confirm", map[string]any{"consent": true, "answers": []any{}}) })
	if a := here.loginCode(leaving); a.Status < 400 || here.signedIn() {
		t.Errorf("a withdrawal code logs in: %s", a)
	}
	if a := here.loginCode(code); a.Status != 200 {
		t.Errorf("the code where it belongs: %s", a)
	}
}

func TestSecurity25AnotherCodeHasToBeWaitedFor(t *testing.T) {
	s := inTurn(t)
	p := s.member().elsewhere()
	first := p.askCode()
	a := p.send("/login/code", map[string]any{"emailUserId": p.Email})
	refused(t, "at once", a, 429, "TOO_MANY_REQUESTS")
	if a.Header.Get("Retry-After") == "" {
		t.Errorf("no Retry-After: %v", a.Header)
	}
	s.Outside.Advance(t, 31*time.Second)
	second := p.askCode()
	if first != second {
		if a := p.loginCode(first); a.Status < 400 {
			t.Errorf("the former code: %s", a)
		}
	}
	for sent := 3; ; sent++ {
		s.Outside.Advance(t, 31*time.Second)
		a := p.send("/login/code", map[string]any{"emailUserId": p.Email})
		if a.Status == 429 {
			if sent < 15 {
				t.Errorf("the cap of a day is reached by code %d", sent)
			}
			break
		}
		if sent > 25 {
			t.Fatalf("there is no cap: code %d was sent: %s", sent, a)
		}
	}
	if strings.Contains(s.Log.String(), second) && strings.Contains(s.Log.String(), `"`+second+`"`) {
		t.Error("the log holds a code")
	}
}
