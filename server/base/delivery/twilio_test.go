package delivery

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"kaiin/server/base/config"
	"kaiin/server/base/notify"
)

const (
	accountSID = "AC0123456789abcdef0123456789abcdef"
	serviceSID = "MG0123456789abcdef0123456789abcdef"
)

// twilio is an adapter in front of a pretended Twilio.
func twilio(t *testing.T, from string, answer http.HandlerFunc) notify.Texter {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return NewTwilio(config.SMS{APIURL: address, AccountSID: accountSID, AuthToken: "token", From: from})
}

func TestSendText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, from, field, to, want string }{
		{"from a number", "+815012345678", "From", "09012345678", "+819012345678"},
		{"from a name", "KAIIN", "From", "0312345678", "+81312345678"},
		{"by a messaging service", serviceSID, "MessagingServiceSid", "09012345678", "+819012345678"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got *http.Request
			texter := twilio(t, c.from, func(w http.ResponseWriter, r *http.Request) {
				_ = r.ParseForm()
				got = r
				w.WriteHeader(http.StatusCreated)
				_, _ = io.WriteString(w, `{"sid":"SM1","status":"queued"}`)
			})
			if err := texter.SendText(t.Context(), notify.Text{ID: "1", To: c.to, Body: "認証コード：123456"}); err != nil {
				t.Fatal(err)
			}
			user, password, _ := got.BasicAuth()
			want := url.Values{"To": {c.want}, c.field: {c.from}, "Body": {"認証コード：123456"}}
			if got.Method != http.MethodPost || got.URL.Path != "/2010-04-01/Accounts/"+accountSID+"/Messages.json" ||
				user != accountSID || password != "token" || got.PostForm.Encode() != want.Encode() {
				t.Errorf("%s %s, %s:%s, %v", got.Method, got.URL, user, password, got.PostForm)
			}
		})
	}
}

func TestOnlyTextsThatNeverArriveAreGivenUp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, to string
		status   int
		body     string
		refused  bool
		answer   string // what the log is told of a refusal of us
	}{
		{"no such number", "09012345678", 400, `{"code":21211,"message":"The 'To' number +819012345678 is not valid."}`, true, ""},
		{"unsubscribed", "09012345678", 400, `{"code":21610}`, true, ""},
		{"no mobile telephone", "0312345678", 400, `{"code":21614}`, true, ""},
		{"our password is wrong", "09012345678", 401, `{"code":20003}`, false, "401 20003"},
		{"our sender is wrong", "09012345678", 400, `{"code":21606}`, false, "400 21606"},
		{"our sender does not reach it", "09012345678", 400, `{"code":21612}`, false, "400 21612"},
		{"our text is too long", "09012345678", 400, `{"code":21617}`, false, "400 21617"},
		{"no code", "09012345678", 403, `<h1>Forbidden</h1>`, false, "403"},
		{"too many", "09012345678", 429, `{"code":20429}`, false, ""},
		{"in trouble", "09012345678", 500, `<h1>Internal Server Error</h1>`, false, ""},
		{"in trouble, with a code", "09012345678", 503, `{"code":21211}`, false, ""},
		{"elsewhere", "09012345678", 307, ``, false, ""},
		{"endless", "09012345678", 400, `{"message":"` + strings.Repeat("x", 2*maxAnswer) + `","code":21211}`, false, "400"},
		{"no number", "090-1234-5678", 201, `{}`, true, ""},
		{"a foreign one", "+14155550100", 201, `{}`, true, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			texter := twilio(t, "KAIIN", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			})
			err := texter.SendText(t.Context(), notify.Text{ID: "1", To: c.to, Body: "x"})
			var rejected *notify.RejectedError
			told := ""
			if errors.As(err, &rejected) {
				told = rejected.Answer
			}
			if err == nil || errors.Is(err, notify.ErrRefused) != c.refused || told != c.answer {
				t.Errorf("the log is told %q of %v", told, err)
			}
			if err != nil && (strings.Contains(err.Error(), "9012345678") || strings.Contains(err.Error(), "http")) {
				t.Errorf("the error tells too much: %v", err)
			}
		})
	}
}

func TestWithoutAnAccountNoTexter(t *testing.T) {
	t.Parallel()
	if texter := NewTwilio(config.SMS{}); texter != nil {
		t.Errorf("%v", texter)
	}
}
