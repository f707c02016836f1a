package security

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// twilio is the service that sends short messages, as far as a telephone would notice.
type twilio struct {
	*httptest.Server
	mu   sync.Mutex
	sent []string // number, a space, text
}

func newTwilio(t *testing.T) *twilio {
	t.Helper()
	tw := &twilio{}
	tw.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		tw.mu.Lock()
		defer tw.mu.Unlock()
		tw.sent = append(tw.sent, r.FormValue("To")+" "+r.FormValue("Body"))
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write([]byte(`{"sid":"SM00000000000000000000000000000000","status":"queued"}`))
	}))
	t.Cleanup(tw.Close)
	return tw
}

// variables tell the server to send by it.
func (tw *twilio) variables() []string {
	return []string{
		"TWILIO_ACCOUNT_SID=AC" + strings.Repeat("0a", 16), "TWILIO_AUTH_TOKEN=" + strings.Repeat("1b", 16), "TWILIO_FROM=+815012345678",
		"TWILIO_API_URL=" + tw.URL,
	}
}

// code does something and waits for the code that a telephone gets.
func (tw *twilio) code(t *testing.T, number string, do func()) string {
	t.Helper()
	before := len(tw.texts(number))
	do()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(30 * time.Millisecond) {
		if texts := tw.texts(number); len(texts) > before {
			return regexp.MustCompile(`\b\d{6}\b`).FindString(texts[len(texts)-1])
		}
	}
	t.Fatalf("no short message to %s", number)
	return ""
}

func (tw *twilio) texts(number string) (texts []string) {
	tw.mu.Lock()
	defer tw.mu.Unlock()
	for _, one := range tw.sent {
		if text, ok := strings.CutPrefix(one, number+" "); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// Short messages are a second factor only to a number that was proved, and an authenticator app is
// offered beside them.
func TestSecurity34ShortMessagesGoToAProvedNumberOnly(t *testing.T) {
	tw := newTwilio(t)
	s := running(t, tw.variables()...)
	p := s.member()
	var types []string
	offered, _ := p.page("/mypage/multi-factor").Body["types"].([]any)
	for _, one := range offered {
		kind, _ := one.(map[string]any)["type"].(string)
		types = append(types, kind)
	}
	if !slices.Contains(types, "OTP") || !slices.Contains(types, "SMS") {
		t.Fatalf("the store offers %v", types)
	}
	enable := func(pin any) answer {
		return p.send("/zapi/account/enable-multi-factor", map[string]any{"multiFactorType": "SMS", "phoneNumber": "09012345678", "pinCode": pin})
	}
	none := func(what string) {
		t.Helper()
		if got := s.Rows("SELECT count(*) FROM factors"); got[0] != "0" {
			t.Errorf("%s: the number is a second factor", what)
		}
		if page := p.page("/mypage/multi-factor"); page.Body["isEnabledMultiFactor"] == true {
			t.Errorf("%s: second factors are on", what)
		}
	}
	if a := enable("123456"); a.Status < 400 && a.Body["flowError"] == nil {
		t.Errorf("a code that was never sent: %s", a)
	}
	none("a code that was never sent")
	code := tw.code(t, "+819012345678", func() { enable(nil) })
	none("no code")
	if a := enable(wrongCode(code)); a.Status < 400 {
		t.Errorf("a wrong code: %s", a)
	}
	none("a wrong code")
	for _, other := range []string{"09087654321", "+819012345679\n", "110", "0312345678"} { // another number; no mobile telephone
		a := p.send("/zapi/account/enable-multi-factor", map[string]any{"multiFactorType": "SMS", "phoneNumber": other, "pinCode": code})
		if a.Status < 400 && a.Body["flowError"] == nil {
			t.Errorf("the code of another number for %q: %s", other, a)
		}
	}
	none("another number")
	if a := enable(code); a.Status != 200 {
		t.Fatalf("the right code: %s", a)
	}
	backup := p.page("/mypage/multi-factor/backup-code/generate").Body["backupCodeList"]
	p.ok("/zapi/account/enable-multi-factor/with-backup-code", map[string]any{"backupCodeList": backup})
	home := p.elsewhere().half()
	login := tw.code(t, "+819012345678", func() { home.page("/login/multi-factor/SMS") })
	if a := home.factor("SMS", login); a.Status != 200 || !home.signedIn() {
		t.Errorf("logging in with a short message: %s", a)
	}
	if len(tw.sent) != 2 {
		t.Errorf("%d short messages were sent: %v", len(tw.sent), tw.sent)
	}
}
