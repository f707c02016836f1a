package passcode_test

import (
	"testing"

	"github.com/google/uuid"

	"kaiin/ent/authcode"
	"kaiin/ent/message"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/passcode"
)

// F-03: a code that was refused for good is no code: its page does not say that it was sent, and
// who asks for another one is told first. Of a login code strangers are told nothing.
func TestACodeThatWasNotDelivered(t *testing.T) {
	t.Parallel()
	s := logintest.New(t, nil)
	visitor := actor.Actor{Locale: "ja", IP: "192.0.2.1"}
	for _, c := range []struct {
		purpose authcode.Purpose
		told    string
	}{{authcode.PurposeSignUp, "UNDELIVERABLE"}, {authcode.PurposeLogin, ""}} {
		to := passcode.Scope{Purpose: c.purpose, SessionID: uuid.New(), Address: "Taro..Yamada@docomo.ne.jp"}
		send := func() string {
			s.Clock.Advance(passcode.ResendWait())
			return faulttest.Said(s.Passcode.Mail(t.Context(), visitor, to))
		}
		sent := func() bool {
			page, err := s.Passcode.PageOf(t.Context(), to)
			if err != nil {
				t.Fatal(err)
			}
			return page.Sent
		}
		if got := send(); got != "" || !sent() {
			t.Fatalf("%s: %q", c.purpose, got)
		}
		s.Store.Client(t.Context()).Message.Update().SetState(message.StateFailed).ExecX(t.Context())
		if sent() != (c.told == "") {
			t.Errorf("%s: the page says that the code was sent: %v", c.purpose, sent())
		}
		if got := send(); got != c.told {
			t.Errorf("%s, asked once more: %q", c.purpose, got)
		}
		if got := send(); got != "" || !sent() {
			t.Errorf("%s, asked again after that: %q", c.purpose, got)
		}
	}
}
