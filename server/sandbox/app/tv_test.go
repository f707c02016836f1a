package app

import (
	"strings"
	"testing"
	"time"
)

// refuses has the provider answer the television with an error from now on; "" with tokens.
func (w *world) refuses(code string) {
	w.provider.mu.Lock()
	defer w.provider.mu.Unlock()
	if w.provider.answers["/oidc/token"] = nil; code != "" {
		w.provider.answers["/oidc/token"] = func() (int, any) { return 400, values{"error": code} }
	}
}

func TestTheTelevision(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.refuses("authorization_pending")
	questions := func() int { return w.provider.calls["/oidc/token"] }
	shows := func(what ...string) {
		t.Helper()
		_, _, body := w.does("GET", "/tv", nil)
		for _, says := range what {
			if !strings.Contains(body, says) {
				t.Fatalf("no %q in %s", says, body)
			}
		}
	}
	if shows("Show a code"); questions() != 0 {
		t.Fatal("it asks before it has a code")
	}
	w.does("POST", "/tv/start", nil)
	shows("BCDF-GHJK", issuer+"/device", "data:image/png;base64,", `content="7"`)
	shows("BCDF-GHJK")
	if questions() != 0 {
		t.Fatal("it asks before the interval is over")
	}
	w.clock.Advance(7 * time.Second)
	shows("BCDF-GHJK", `content="7"`)
	shows("BCDF-GHJK")
	if questions() != 1 {
		t.Fatalf("asked %d times", questions())
	}
	w.refuses("slow_down")
	w.clock.Advance(7 * time.Second)
	shows("間隔を空ける", `content="12"`)
	w.refuses("authorization_pending")
	w.clock.Advance(11 * time.Second)
	shows("BCDF-GHJK")
	if questions() != 2 {
		t.Fatal("it does not slow down")
	}
	w.clock.Advance(time.Second)
	shows(`content="12"`) // and stays slow
	w.refuses("")
	w.clock.Advance(12 * time.Second)
	shows("Signed in", "<code>taro</code>", "<code>standard</code>")
	shows("Signed in")
	if got := w.provider.asked[questions()-1]; questions() != 4 || got.Get("device_code") != "d" || got.Get("client_id") != tvID {
		t.Errorf("asked %d times, with %v", questions(), got)
	}
	w.does("POST", "/tv/end", nil)
	if shows("Show a code"); w.provider.calls["/oidc/revoke"] != 1 {
		t.Error("the television's tokens live on")
	}
}

func TestTheTelevisionGivesUp(t *testing.T) {
	t.Parallel()
	for code, says := range map[string]string{
		"access_denied": "アクセスを許可しない", "expired_token": "期限が切れました", "invalid_grant": "使用済みか", "": "（aud）",
	} {
		w := setup(t)
		w.does("POST", "/tv/start", nil)
		w.refuses(code)
		w.provider.id = values{"aud": diaryID}
		w.clock.Advance(8 * time.Second)
		if _, _, body := w.does("GET", "/tv", nil); !strings.Contains(body, says) || !strings.Contains(body, "Show a code") || strings.Contains(body, `http-equiv="refresh"`) {
			t.Errorf("%s: no %q in %s", code, says, body)
		}
	}
	w := setup(t)
	w.does("POST", "/tv/start", nil)
	w.refuses("temporarily_unavailable")
	w.clock.Advance(8 * time.Second)
	if _, _, body := w.does("GET", "/tv", nil); !strings.Contains(body, "BCDF-GHJK") || !strings.Contains(body, "混み合っています") {
		t.Errorf("busy: %s", body)
	}
	w.clock.Advance(11 * time.Minute)
	if _, _, body := w.does("GET", "/tv", nil); !strings.Contains(body, "期限が切れました") {
		t.Errorf("no answer came for eleven minutes: %s", body)
	}
}
