package app

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
)

func TestLogin(t *testing.T) {
	t.Parallel()
	w := setup(t)
	asked := w.begins(nil)
	if asked.Get("client_id") != diaryID || asked.Get("scope") != "openid profile" || asked.Get("redirect_uri") != w.url+"/app/back" || asked.Get("code_challenge_method") != "S256" {
		t.Fatalf("asked for %v", asked)
	}
	if status, location, body := w.comesBack(asked, nil); status != http.StatusSeeOther || location != "/app" {
		t.Fatalf("status %d to %q: %s", status, location, body)
	}
	sum := sha256.Sum256([]byte(w.provider.asked[0].Get("code_verifier")))
	if base64.RawURLEncoding.EncodeToString(sum[:]) != asked.Get("code_challenge") {
		t.Error("the verifier does not fit the challenge")
	}
	_, _, body := w.does("GET", "/app", nil)
	for _, says := range []string{"タロウ&lt;b&gt; さん", "パスワード・二段階認証", "プロフィール", "ログインした日時", `value="email"`} {
		if !strings.Contains(body, says) {
			t.Errorf("the page does not say %q", says)
		}
	}
	if strings.Contains(body, "<b>") {
		t.Error("markup of a nickname is in the page")
	}
	if status, _, body := w.comesBack(asked, nil); status != http.StatusBadRequest || !strings.Contains(body, "（state）") {
		t.Errorf("the same answer again: status %d %s", status, body)
	}
	if len(w.provider.asked) != 1 || !w.isLoggedIn() {
		t.Error("the same answer again did something")
	}
}

func TestAnswersThatAreNotOfThisLogin(t *testing.T) {
	t.Parallel()
	stranger := newKey(t, "one")
	unknown := newKey(t, "two")
	for name, c := range map[string]struct {
		differs map[string]string
		id      values
		key     *jose.JSONWebKey
		typ     string
		says    string
	}{
		"wrong state":           {differs: map[string]string{"state": "guess"}, says: "（state）"},
		"no state":              {differs: map[string]string{"state": ""}, says: "（state）"},
		"another issuer":        {differs: map[string]string{"iss": "https://evil.test"}, says: "（iss）"},
		"no issuer":             {differs: map[string]string{"iss": ""}, says: "（iss）"},
		"refused":               {differs: map[string]string{"error": "access_denied"}, says: "アクセスを許可しないことが選ばれました。"},
		"an error of its own":   {differs: map[string]string{"error": "<script>", "error_description": "<i>"}, says: "知らないエラー"},
		"refused by another":    {differs: map[string]string{"error": "access_denied", "iss": "https://evil.test"}, says: "（iss）"},
		"wrong nonce":           {id: values{"nonce": "guess"}, says: "（nonce）"},
		"no nonce":              {id: values{"nonce": ""}, says: "（nonce）"},
		"token of another one":  {id: values{"iss": "https://evil.test"}, says: "（iss）"},
		"for another app":       {id: values{"aud": "other"}, says: "（aud）"},
		"for another app, too":  {id: values{"aud": []string{diaryID, "other"}}, says: "（aud）"},
		"to another app":        {id: values{"azp": "other"}, says: "（aud）"},
		"expired":               {id: values{"exp": time.Now().Add(-time.Minute).Unix()}, says: "（exp）"},
		"without an end":        {id: values{"exp": nil}, says: "形が正しくありません"},
		"made tomorrow":         {id: values{"iat": time.Now().Add(24 * time.Hour).Unix()}, says: "（iat）"},
		"another access token":  {id: values{"at_hash": "AAAA"}, says: "（at_hash）"},
		"no hash":               {id: values{"at_hash": nil}, says: "（at_hash）"},
		"wrong signature":       {key: &stranger, says: "署名が会員サービスのものではありません。"},
		"an unknown key":        {key: &unknown, says: "署名が会員サービスのものではありません。"},
		"a logout token":        {typ: "logout+jwt", says: "（typ）"},
		"another token's shape": {typ: "at+jwt", says: "（typ）"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			asked := w.begins(nil)
			w.provider.mu.Lock()
			if c.id != nil {
				w.provider.id = c.id
			}
			if c.key != nil {
				w.provider.sign = *c.key
			}
			if c.typ != "" {
				w.provider.typ = c.typ
			}
			w.provider.mu.Unlock()
			status, _, body := w.comesBack(asked, c.differs)
			if status != http.StatusBadRequest || !strings.Contains(body, c.says) || strings.Contains(body, "<script>") {
				t.Errorf("status %d, no %q in %s", status, c.says, body)
			}
			if w.isLoggedIn() {
				t.Error("somebody is logged in")
			}
		})
	}
}

func TestUnsignedTokensAreRefused(t *testing.T) {
	t.Parallel()
	w := setup(t)
	asked := w.begins(nil)
	w.provider.answers["/oidc/token"] = func() (int, any) {
		none := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none"}`)) + "." + base64.RawURLEncoding.EncodeToString([]byte(`{"iss":"`+issuer+`","aud":"cinema-diary"}`)) + "."
		return 200, values{"access_token": "access", "token_type": "Bearer", "id_token": none}
	}
	if status, _, body := w.comesBack(asked, nil); status != http.StatusBadRequest || !strings.Contains(body, "形が正しくありません") || w.isLoggedIn() {
		t.Errorf("status %d %s", status, body)
	}
}

func TestAnAnswerIsForTheBrowserThatAsked(t *testing.T) {
	t.Parallel()
	w := setup(t)
	asked := w.begins(nil)
	w.browser = newBrowser()
	if status, _, body := w.comesBack(asked, nil); status != http.StatusBadRequest || !strings.Contains(body, "（state）") {
		t.Errorf("another browser: status %d %s", status, body)
	}
	w.begins(nil)
	if status, _, _ := w.comesBack(asked, nil); status != http.StatusBadRequest || w.isLoggedIn() {
		t.Errorf("another browser that asked for itself: status %d", status)
	}
}

func TestTwoTabsLogInAtOnce(t *testing.T) {
	t.Parallel()
	w := setup(t)
	one := w.begins(nil)
	other := w.begins(nil)
	if status, _, body := w.comesBack(other, nil); status != http.StatusSeeOther {
		t.Fatalf("status %d %s", status, body)
	}
	w.provider.nonce = one.Get("nonce")
	if status, _, body := w.comesBack(one, nil); status != http.StatusSeeOther {
		t.Fatalf("the tab that was slower: status %d %s", status, body)
	}
}

func TestTheKeyOfABrowserChangesWithItsLogin(t *testing.T) {
	t.Parallel()
	w := setup(t)
	asked := w.begins(nil)
	at, _ := url.Parse(w.url + "/app")
	planted := w.browser.Jar.Cookies(at)
	w.comesBack(asked, nil)
	w.browser = newBrowser()
	w.browser.Jar.SetCookies(at, planted)
	if w.isLoggedIn() {
		t.Error("a caller that knew the key before the login is logged in")
	}
}

func TestLoggingInAgainHasToBeNew(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.logsIn()
	asked := w.begins(url.Values{"again": {"1"}})
	if asked.Get("prompt") != "login" {
		t.Fatalf("asked for %v", asked)
	}
	w.provider.authTime = w.clock.Now().Add(-time.Hour).Unix()
	if status, _, body := w.comesBack(asked, nil); status != http.StatusBadRequest || !strings.Contains(body, "（auth_time）") {
		t.Errorf("status %d %s", status, body)
	}
}

func TestALoginOfTheLastMinute(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.logsIn()
	for ago, status := range map[time.Duration]int{30 * time.Second: http.StatusSeeOther, time.Hour: http.StatusBadRequest} {
		asked := w.begins(url.Values{"again": {"max_age"}})
		if asked.Get("max_age") != "60" || asked.Has("prompt") {
			t.Fatalf("asked for %v", asked)
		}
		w.provider.authTime = w.clock.Now().Add(-ago).Unix()
		if got, _, body := w.comesBack(asked, nil); got != status {
			t.Errorf("%s ago: status %d %s", ago, got, body)
		}
	}
}

func TestAClaimByName(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.logsIn()
	asked := w.begins(url.Values{"again": {"claims"}})
	if asked.Get("scope") != "openid profile" || !strings.Contains(asked.Get("claims"), `"userinfo":{"email"`) || asked.Has("prompt") || asked.Has("max_age") {
		t.Fatalf("asked for %v", asked)
	}
	if status, _, body := w.comesBack(asked, nil); status != http.StatusSeeOther {
		t.Errorf("status %d %s", status, body)
	}
}

func TestOneMoreScope(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.logsIn()
	asked := w.begins(url.Values{"add": {"email"}})
	if asked.Get("scope") != "openid profile email" {
		t.Fatalf("asked for %q", asked.Get("scope"))
	}
	w.comesBack(asked, nil) // the provider gives what was held before
	if _, _, body := w.does("GET", "/app", nil); !strings.Contains(body, "Not allowed:</span> メールアドレス") {
		t.Errorf("it does not say that it was refused: %s", body)
	}
}

func TestTheProviderIsOfAnotherIssuer(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.provider.answers["/.well-known/openid-configuration"] = func() (int, any) {
		return 200, values{"issuer": "https://evil.test", "authorization_endpoint": "https://evil.test/"}
	}
	if status, _, body := w.does("POST", "/app/login", nil); status != http.StatusBadGateway || !strings.Contains(body, "設定の文書") {
		t.Errorf("status %d %s", status, body)
	}
}

func TestAnotherNameOfThisMachineLeadsHome(t *testing.T) {
	t.Parallel()
	w := setup(t)
	r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, w.url+"/app?x=1", nil)
	r.Host = "localhost:1"
	if status, location, _ := w.send(w.browser, r); status != http.StatusFound || location != w.url+"/app?x=1" {
		t.Errorf("status %d to %q", status, location)
	}
}

func TestOtherSitesPressNoButtons(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.logsIn()
	for _, path := range []string{"/app/login", "/app/refresh", "/app/leave", "/app/leave/everywhere", "/tv/start", "/tv/end"} {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, w.url+path, nil)
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		if status, _, _ := w.send(w.browser, r); status != http.StatusForbidden {
			t.Errorf("%s: status %d", path, status)
		}
	}
	if !w.isLoggedIn() {
		t.Error("logged out")
	}
}
