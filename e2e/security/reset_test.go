package security

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestSecurity29AResetDoesNotSpareTheSecondFactor(t *testing.T) {
	s := inTurn(t)
	p := s.member()
	secret, _ := p.enableOTP()
	home := p.elsewhere()
	home.reset("qzvkx7pw")
	if home.signedIn() {
		t.Error("the reset has logged in")
	}
	a := home.login("qzvkx7pw")
	if a.Status != 200 || !strings.HasPrefix(a.Text("redirectTo"), "/login/multi-factor") || home.signedIn() {
		t.Fatalf("logging in with the new password: %s", a)
	}
	if a := home.factor("OTP", s.otp(secret, 0)); a.Status != 200 || !home.signedIn() {
		t.Errorf("the second factor: %s", a)
	}
}

func TestSecurity30TheLinkOfAResetWorksOnce(t *testing.T) {
	s := inTurn(t)
	p := s.member()
	phone := p.elsewhere().enter()
	ask := func() string {
		return p.letter(resetInMail, func() { s.visitor().ok("/zapi/auth/password/forgot", map[string]any{"email": p.Email}) })
	}
	use := func(token, password string) answer {
		return s.visitor().send("/zapi/auth/password/reset", map[string]any{"token": token, "password": password, "passwordConfirm": password})
	}
	dead := func(what, token string) {
		t.Helper()
		if a := use(token, "qzvkx7px"); a.Status < 400 && a.Body["flowError"] == nil {
			t.Errorf("%s: %s", what, a)
		}
	}
	first := ask()
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{22,}$`).MatchString(first) {
		t.Errorf("the token %q is less than 128 bits", first)
	}
	s.Outside.Advance(t, time.Minute)
	second := ask()
	dead("the link of the former mail", first)
	page, err := s.visitor().Get("/password/reset?token=" + second)
	must(t, err)
	if policy := page.Header.Get("Referrer-Policy"); policy != "no-referrer" {
		t.Errorf("the page with the token in its address tells it to others: %q", policy)
	}
	if a := use(second, "qzvkx7pw"); a.Status != 200 {
		t.Fatalf("the link: %s", a)
	}
	dead("the link again", second)
	if p.signedIn() || phone.signedIn() {
		t.Error("sessions from before the reset live")
	}
	s.Outside.Advance(t, time.Minute)
	third := ask()
	s.Outside.Advance(t, 61*time.Minute)
	dead("the link after an hour", third)
	s.Outside.Advance(t, time.Minute)
	fourth := ask()
	won := make(chan bool, 50)
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			password := fmt.Sprintf("mj4tqzvk%02d", i)
			a, err := s.visitor().Post("/zapi/auth/password/reset", map[string]any{"token": fourth, "password": password, "passwordConfirm": password})
			if err == nil && a.Status == 200 && a.Body["flowError"] == nil {
				won <- true
			}
		})
	}
	all.Wait()
	if len(won) != 1 {
		t.Errorf("%d of 50 have set a password with one link", len(won))
	}
	for _, token := range []string{first, second, third, fourth} {
		if strings.Contains(s.Log.String(), token) {
			t.Error("the log holds the secret of a link")
		}
	}
}
