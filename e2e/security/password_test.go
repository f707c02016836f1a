package security

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kaiin/schema"
	"kaiin/server/identity/credential"
)

// sets are the ways to set a password: each is a call that takes one, made by somebody who may.
func sets(s *stack) map[string]func(password string) answer {
	signing, changing, resetting := s.visitor(), s.member(), s.member()
	must(s.T, signing.ProveEmail())
	token := resetting.letter(resetInMail, func() {
		resetting.ok("/zapi/auth/password/forgot", map[string]any{"email": resetting.Email})
	})
	enabling := s.bySocial()
	pin := enabling.code(func() { enabling.page("/mypage/enable-password") })
	former := password
	return map[string]func(string) answer{
		"sign-up": func(p string) answer {
			form := signing.Fields()
			form["password"], form["passwordConfirm"] = p, p
			return signing.send("/zapi/signup/confirm", map[string]any{"inputtedData": map[string]any{"formData": form, "policyConsentData": signing.Consents}})
		},
		"change": func(p string) answer {
			a := changing.send("/zapi/account/password/edit", map[string]any{"oldPassword": former, "newPassword": p})
			if a.Status == 200 {
				former = p
			}
			return a
		},
		"enable": func(p string) answer {
			return enabling.send("/zapi/account/enable-password", map[string]any{"pinCode": pin, "password": p, "passwordConfirm": p})
		},
		"reset": func(p string) answer {
			return resetting.send("/zapi/auth/password/reset", map[string]any{"token": token, "password": p, "passwordConfirm": p})
		},
	}
}

// only fails unless the answer complains of the one code, whatever the field is called.
func only(t *testing.T, what string, a answer, code string) {
	t.Helper()
	codes := fieldCodes(a)
	for _, got := range codes {
		if got == code && a.Status == 400 {
			return
		}
	}
	t.Errorf("%s: want %s, got %s", what, code, a)
}

func TestSecurity01PasswordsHaveEightCharacters(t *testing.T) {
	for way, set := range sets(together(t)) {
		only(t, way+" with 7", set("qzvkx7p"), "TOO_SHORT")
		if a := set("qzvkx7pw"); a.Status != 200 {
			t.Errorf("%s with 8: %s", way, a)
		}
	}
}

func TestSecurity02PasswordsAreTakenExactlyAsSent(t *testing.T) {
	s := together(t)
	p := s.member()
	for _, variant := range []string{
		password + " ", " " + password, strings.ToLower(password), strings.ToUpper(password), password[:len(password)-1], password[1:], password + "!",
	} {
		if a := p.elsewhere().login(variant); a.Status != 401 {
			t.Errorf("%q: %s", variant, a)
		}
	}
	p.elsewhere().enter()
}

func TestSecurity03LongPasswordsAreRefusedAndNeverCut(t *testing.T) {
	s := together(t)
	long := "qzvkx7pw" + strings.Repeat("mj4t", 6)[:22] // 30 characters
	for way, set := range sets(s) {
		only(t, way+" with 31", set(long+"x"), "TOO_LONG")
	}
	p := s.member()
	p.ok("/zapi/account/password/edit", map[string]any{"oldPassword": password, "newPassword": long})
	for _, variant := range []string{long + "x", long[:29], long + strings.Repeat("x", 100)} {
		if a := p.elsewhere().login(variant); a.Status != 401 {
			t.Errorf("%d characters: %s", len(variant), a)
		}
	}
	if a := p.elsewhere().login(long); a.Status != 200 {
		t.Errorf("the password itself: %s", a)
	}
}

func TestSecurity04CommonPasswordsAreRefused(t *testing.T) {
	for way, set := range sets(together(t)) {
		for _, common := range []string{"password1", "Password1", "abcd1234", "qwerty123", "thepadlock1"} {
			only(t, way+" with "+common, set(common), "TOO_COMMON")
		}
	}
}

// An account may have a password from before the list had it: then it opens the door to another
// password and to nothing else.
func TestSecurity05ACommonPasswordHasToBeChangedAtLogin(t *testing.T) {
	s := together(t)
	p := s.member()
	hash, err := new(credential.PasswordPool).Hash(t.Context(), "", "password1")
	must(t, err)
	_, err = s.DB.Exec("UPDATE accounts SET password_hash = $1 WHERE email_key = $2", hash, p.Email)
	must(t, err)
	p = p.elsewhere()
	if a := p.login("password1"); a.Status != 200 {
		t.Fatalf("logging in: %s", a)
	}
	if a := p.page("/mypage"); !strings.HasPrefix(a.Text("redirectTo"), "/mypage/password/edit") || a.Body["account"] != nil {
		t.Errorf("My Page before: %s", a)
	}
	a := p.send("/zapi/purchase/verify/monthly", map[string]any{"paymentMethodId": "new"})
	refused(t, "a purchase before", a, 403, "PASSWORD_CHANGE_REQUIRED")
	p.ok("/zapi/account/password/edit", map[string]any{"oldPassword": "password1", "newPassword": "qzvkx7pw"})
	if !p.signedIn() {
		t.Errorf("My Page after: %s", p.page("/mypage"))
	}
}

func TestSecurity06ChangingThePasswordNeedsTheOldOne(t *testing.T) {
	s := together(t)
	p := s.member()
	change := func(old, new string) answer {
		return p.send("/zapi/account/password/edit", map[string]any{"oldPassword": old, "newPassword": new})
	}
	refused(t, "a wrong one", change("wrong9password", "qzvkx7pw"), 401, "REQUEST_UNAUTHORIZED")
	if a := change("", "qzvkx7pw"); a.Status < 400 {
		t.Errorf("none: %s", a)
	}
	only(t, "the same", change(password, password), "INVALID_PASSWORD_REUSED")
	former := password
	for i := range 3 {
		next := fmt.Sprintf("qzvkx7pw%d", i)
		if a := change(former, next); a.Status != 200 {
			t.Fatalf("change %d: %s", i, a)
		}
		former = next
	}
	only(t, "one of three before", change(former, password), "INVALID_PASSWORD_REUSED")
	if a := change(former, "mj4tmj4tq"); a.Status != 200 {
		t.Errorf("a fourth: %s", a)
	}
	if a := change("mj4tmj4tq", password); a.Status != 200 {
		t.Errorf("one before the last three: %s", a)
	}
}

func TestSecurity07PasswordsDoNotAgeAndHaveNoHints(t *testing.T) {
	s := inTurn(t)
	p := s.member()
	s.Outside.Advance(t, 400*24*time.Hour)
	p = p.elsewhere()
	if a := p.login(password); a.Status != 200 || a.Text("redirectTo") != "/mypage" {
		t.Errorf("after 400 days: %s", a)
	}
	if !p.signedIn() {
		t.Errorf("My Page after 400 days: %s", p.page("/mypage"))
	}
	for name, document := range schema.Documents() {
		for _, word := range []string{"hint: ", "secretquestion", "securityquestion", "passwordhint"} {
			if strings.Contains(strings.ToLower(document.Text), word) {
				t.Errorf("the document %s has %q", name, word)
			}
		}
	}
}
