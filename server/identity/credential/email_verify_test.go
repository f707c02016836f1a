package credential_test

import (
	"testing"
	"time"

	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/transport/paths"
)

func TestVerifyEmail(t *testing.T) { // S-093 C-089 A-165
	e := setup(t, nil)
	ctx := t.Context()
	taro, a := e.memberIn(accounttest.Email("taro@example.com"), accounttest.Unverified)
	a.AuthenticatedAt = time.Time{}
	open := func(send bool) *credential.EmailPage {
		page, err := e.EmailVerifyPage(ctx, a, send)
		if err != nil || paths.Of(page.Next) != "" || page.Code.SendTo != "taro@example.com" {
			t.Fatalf("page %+v, %v", page, err)
		}
		return page
	}
	if page := open(false); page.Code.ResendAt != nil {
		t.Error("the entry alone says that a code was sent")
	}
	e.mails("R-088 the entry alone", "taro@example.com")
	if page := open(true); page.Code.ResendAt == nil {
		t.Error("no code was sent")
	}
	open(false)
	e.mails("R-087 opening sends the code", "taro@example.com", "pin-code")
	e.Clock.Advance(4 * time.Minute)
	open(true)
	e.mails("loaded again", "taro@example.com", "pin-code")
	e.Clock.Advance(2 * time.Minute)
	open(true)
	e.mails("opened again later", "taro@example.com", "pin-code", "pin-code")
	code := accounttest.PinCode(t, e.Account, "taro@example.com")
	for range 5 {
		if got := said(e.VerifyEmail(ctx, a, wrong(code))); got != wrongCode {
			t.Errorf("E-079: %q", got)
		}
	}
	if got := said(e.VerifyEmail(ctx, a, code)); got != wrongCode {
		t.Errorf("security 23 the sixth try: %q", got)
	}
	e.Clock.Advance(31 * time.Second)
	open(true) // the spent code is replaced at once
	e.mails("after five wrong tries", "taro@example.com", "pin-code", "pin-code", "pin-code")
	if err := e.VerifyEmail(ctx, a, accounttest.PinCode(t, e.Account, "taro@example.com")); err != nil {
		t.Fatal(err)
	}
	if !e.justNow(e.now(taro).EmailVerifiedAt) {
		t.Error("not verified")
	}
	if page, err := e.EmailVerifyPage(ctx, a, true); err != nil || paths.Of(page.Next) != "/mypage" {
		t.Errorf("page of a proved address %+v, %v", page, err)
	}
	for _, err := range []error{e.VerifyEmail(ctx, a, code), e.ResendCode(ctx, a, "mailVerify")} {
		if got := said(err); got != "EMAIL_ALREADY_VERIFIED" {
			t.Errorf("once more: %q", got)
		}
	}
	if got := said(e.ResendCode(ctx, a, "login")); got != "type:INVALID_CHOICE" {
		t.Errorf("C-089: %q", got)
	}
}

// A link on another site opens the page, and mails nothing: the member presses resend.
func TestAnotherSiteMailsNoCode(t *testing.T) { // D-18
	e := setup(t, nil)
	row, a := e.memberIn(accounttest.Unverified)
	a.CrossSite = true
	for range 2 {
		page, err := e.EmailVerifyPage(t.Context(), a, true)
		if err != nil || page.Code.SendTo != *row.Email || page.Code.ResendAt != nil {
			t.Errorf("%+v, %v", page, err)
		}
	}
	if n := len(accounttest.Mails(t, e.Account, *row.Email)); n != 0 {
		t.Errorf("%d mails", n)
	}
	if err := e.ResendCode(t.Context(), a, "mailVerify"); err != nil || len(accounttest.Mails(t, e.Account, *row.Email)) != 1 {
		t.Errorf("resend: %v", err)
	}
}

// D-18: a page that another site leads to mails nothing, and says so; it says that a code was sent
// only while that can be entered.
func TestVerifyPageSaysWhetherACodeWasSent(t *testing.T) { // D-18
	e := setup(t, nil)
	_, a := e.memberIn(accounttest.Email("taro@example.com"), accounttest.Unverified)
	sent := func(crossSite bool) bool {
		t.Helper()
		from := a
		from.CrossSite = crossSite
		page, err := e.EmailVerifyPage(t.Context(), from, true)
		if err != nil || page.Code.SendTo != "taro@example.com" {
			t.Fatalf("page %+v, %v", page, err)
		}
		return page.Code.Sent
	}
	if sent(true) || len(accounttest.Mails(t, e.Account, "taro@example.com")) != 0 {
		t.Error("another site had a code sent, or the page says so")
	}
	if err := e.ResendCode(t.Context(), a, "mailVerify"); err != nil {
		t.Fatal(err)
	}
	if !sent(true) {
		t.Error("the page does not say that a code was sent")
	}
	e.Clock.Advance(time.Hour)
	if sent(true) {
		t.Error("the page says that a code was sent which is over")
	}
	if !sent(false) {
		t.Error("opened from here it sends none")
	}
}
