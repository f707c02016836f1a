package signup_test

import (
	"context"
	"testing"
	"time"

	"kaiin/ent/message"
	"kaiin/ent/throttle"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/passcode"
	"kaiin/server/identity/signup"
)

const wrongCode = "pinCode:PIN_CODE_ERROR"

// wrong is a code that is not the given one.
func wrong(code string) string {
	if code == "000000" {
		return "000001"
	}
	return "000000"
}

func TestCodeForm(t *testing.T) {
	e := setup(t, nil)
	a := visitor()
	e.start(a, "taro@example.com")
	for _, c := range []struct{ row, code, want, text string }{
		{"V-032", " ", "pinCode:REQUIRED", "認証コードを入力してください。"},
		{"V-033", "いちに", "pinCode:HALF_WIDTH_ONLY", "認証コードは半角で入力してください。"},
		{"E-018", wrong(accounttest.PinCode(t, e.Account, "taro@example.com")), wrongCode, "認証コードが正しくないか、有効期限が切れています。"},
	} {
		err := e.giveCode(&a, c.code)
		f, ok := fault.As(err)
		if !ok || said(err) != c.want {
			t.Errorf("%s: %v", c.row, err)
			continue
		}
		if got := fault.Text("ja", f.Fields[0].Code, "pinCode", f.Fields[0].Args); got != c.text {
			t.Errorf("%s: %q", c.row, got)
		}
	}
}

// F-03: the code's page does not say that a code was sent whose mail was refused for good.
func TestThePageOfACodeThatWasNotDelivered(t *testing.T) {
	e := setup(t, nil)
	a := visitor()
	e.start(a, "taro@example.com")
	for _, lost := range []bool{false, true, false} {
		if lost {
			e.Store.Client(t.Context()).Message.Update().SetState(message.StateFailed).ExecX(t.Context())
		}
		page, err := e.Page(t.Context(), a, signup.StagePinCode, "")
		if err != nil || (page.ResendAt == nil) != lost || page.Email != "taro@example.com" {
			t.Errorf("lost %v: %+v, %v", lost, page, err)
		}
		if !lost {
			continue
		}
		e.Clock.Advance(passcode.ResendWait())
		if _, err := e.Start(t.Context(), a, "signUp", "taro@example.com", e.consents(), ""); !fault.Is(err, fault.Undeliverable) {
			t.Errorf("sent again: %v", err)
		}
		e.start(a, "taro@example.com")
	}
}

func TestCodesAreSixDigitsAndDiffer(t *testing.T) {
	e := setup(t, nil)
	seen := map[string]bool{}
	for range 5 {
		a := visitor()
		e.start(a, "taro@example.com")
		code := accounttest.PinCode(t, e.Account, "taro@example.com")
		for _, r := range code {
			if len(code) != 6 || r < '0' || r > '9' {
				t.Errorf("code %q", code)
			}
		}
		seen[code] = true
	}
	if len(seen) < 4 {
		t.Errorf("5 codes, %d different", len(seen))
	}
}

func TestFiveWrongTriesEndACode(t *testing.T) {
	e := setup(t, nil)
	for _, tries := range []int{4, 5} {
		a := visitor()
		e.start(a, "taro@example.com")
		code := accounttest.PinCode(t, e.Account, "taro@example.com")
		for range tries {
			if got := said(e.giveCode(&a, wrong(code))); got != wrongCode {
				t.Fatalf("a wrong code: %q", got)
			}
		}
		want := map[int]string{4: "", 5: wrongCode}[tries]
		if got := said(e.giveCode(&a, code)); got != want {
			t.Errorf("the right code after %d wrong ones: %q", tries, got)
		}
	}
}

func TestCodeIsValidFor60Minutes(t *testing.T) { // K-002 A-028
	for after, want := range map[time.Duration]string{59 * time.Minute: "", 60*time.Minute + time.Second: "SIGNUP_TIMEOUT → /signup"} {
		t.Run(after.String(), func(t *testing.T) {
			e := setup(t, nil)
			a := visitor()
			e.start(a, "taro@example.com")
			e.Clock.Advance(after)
			if got := said(e.giveCode(&a, accounttest.PinCode(t, e.Account, "taro@example.com"))); got != want {
				t.Errorf("after %v: %q, want %q", after, got, want)
			}
		})
	}
}

func TestCodeLifeIsTheStores(t *testing.T) {
	e := setup(t, func(s *settings.Settings) { s.AuthCodes.SignUp.Minutes = 10 })
	a := visitor()
	e.start(a, "taro@example.com")
	e.Clock.Advance(10*time.Minute + time.Second)
	if got := said(e.giveCode(&a, accounttest.PinCode(t, e.Account, "taro@example.com"))); got != wrongCode {
		t.Errorf("after ten minutes: %q", got)
	}
}

func TestCodeIsBoundToItsBrowserAndAddress(t *testing.T) {
	e := setup(t, nil)
	a, b := visitor(), visitor()
	e.start(a, "taro@example.com")
	code := accounttest.PinCode(t, e.Account, "taro@example.com")
	e.start(b, "taro@example.com")
	if got := said(e.giveCode(&b, code)); got != wrongCode {
		t.Errorf("in another browser: %q", got)
	}
	e.start(a, "jiro@example.com")
	if got := said(e.giveCode(&a, code)); got != wrongCode {
		t.Errorf("for another address: %q", got)
	}
}

func TestResend(t *testing.T) {
	e := setup(t, nil)
	ctx, a := t.Context(), visitor()
	e.start(a, "taro@example.com")
	first := accounttest.PinCode(t, e.Account, "taro@example.com")
	e.Clock.Advance(20 * time.Second)
	_, err := e.Start(ctx, a, "signUp", "TARO@example.com", nil, "")
	if f, ok := fault.As(err); !ok || f.Kind != fault.KindThrottled || f.RetryAfter > 10*time.Second || f.RetryAfter < 5*time.Second {
		t.Fatalf("after 20 seconds: %v", err)
	}
	if got := said(e.giveCode(&a, wrong(first))); got != wrongCode {
		t.Fatal(got)
	}
	e.Clock.Advance(11 * time.Second)
	e.start(a, "taro@example.com")
	second := accounttest.PinCode(t, e.Account, "taro@example.com")
	if first != second {
		if got := said(e.giveCode(&a, first)); got != wrongCode {
			t.Errorf("the former code: %q", got)
		}
	}
	if err := e.giveCode(&a, second); err != nil {
		t.Errorf("the new code: %v", err)
	}
}

func TestCodesPerDay(t *testing.T) {
	e := setup(t, nil)
	send := func(a actor.Actor, email string) string {
		_, err := e.Start(t.Context(), a, "signUp", email, e.consents(), "")
		return said(err)
	}
	for range 20 {
		if got := send(visitor(), "taro@example.com"); got != "" {
			t.Fatal(got)
		}
	}
	if got := send(visitor(), "taro@example.com"); got != "TOO_MANY_REQUESTS" {
		t.Errorf("the 21st code of an address: %q", got)
	}
	if got := send(visitor(), "jiro@example.com"); got != "" {
		t.Errorf("another address: %q", got)
	}
	e.Clock.Advance(24 * time.Hour)
	if got := send(visitor(), "taro@example.com"); got != "" {
		t.Errorf("the next day: %q", got)
	}
}

func TestPurge(t *testing.T) {
	e := setup(t, nil)
	ctx := t.Context()
	old, fresh := visitor(), visitor()
	e.prove(&old, "old@example.com")
	e.Clock.Advance(49 * time.Hour)
	e.prove(&fresh, "fresh@example.com")
	for _, service := range []interface{ Purge(context.Context) error }{e.Flow, e.Passcode, e.Throttle} {
		if err := service.Purge(ctx); err != nil {
			t.Fatal(err)
		}
	}
	client := e.Store.Client(ctx)
	if flows, codes := client.Flow.Query().CountX(ctx), client.AuthCode.Query().CountX(ctx); flows != 1 || codes != 1 {
		t.Errorf("%d flows, %d codes", flows, codes)
	}
	if n := client.Throttle.Query().Where(throttle.WindowStartLT(e.Clock.Now().Add(-time.Hour))).CountX(ctx); n != 0 {
		t.Errorf("%d old counts", n)
	}
	if err := e.giveForm(&fresh, form()); err != nil {
		t.Errorf("the living flow: %v", err)
	}
}
