package idp_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/pem"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/sandbox/idp"
	"kaiin/server/sandbox/outcome"
)

func TestPickerOffersPeople(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for face := range authorizePaths {
		page := w.do("GET", authorize(face), "")
		if page.StatusCode != http.StatusOK || !strings.Contains(page.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: %s", face, page.Status)
		}
		for _, want := range []string{"灯台 太郎", "未確認", "メールアドレスなし", `value="new"`, `name="subject"`, "許可しない", `lang="ja"`} {
			if !strings.Contains(page.text, want) {
				t.Errorf("%s: no %s on the page", face, want)
			}
		}
		back := w.do("POST", authorize(face), "user=hanako")
		to, err := url.Parse(back.Header.Get("Location"))
		if err != nil || back.StatusCode != http.StatusSeeOther || to.Query().Get("state") != "s <1>" || to.Query().Get("from") != "idp" || to.Query().Get("code") == "" {
			t.Errorf("%s: %s, sent to %s", face, back.Status, to)
		}
		denied := w.do("POST", authorize(face), "deny=1").Header.Get("Location")
		if !strings.Contains(denied, "error=access_denied") || strings.Contains(denied, "code=") {
			t.Errorf("%s: sent to %s", face, denied)
		}
	}
}

func TestFormPostIsAFormThatSubmitsItself(t *testing.T) {
	t.Parallel()
	w := setup(t)
	page := w.do("POST", authorize("google", "response_mode", "form_post"), "subject=s1&email=a%40example.com")
	for _, want := range []string{`action="https://member.test/auth/callback?from=idp"`, `name="state" value="s &lt;1&gt;"`, `name="code"`, ".submit()"} {
		if !strings.Contains(page.text, want) {
			t.Errorf("no %s in %s", want, page.text)
		}
	}
}

func TestWrongRequestsStopHere(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for _, c := range []struct{ face, name, value, want string }{
		{"google", "client_id", "other", "client_id"},
		{"google", "redirect_uri", "/auth/callback", "redirect_uri"},
		{"google", "redirect_uri", "javascript:alert(1)", "redirect_uri"},
		{"google", "response_type", "token", "response_type"},
		{"google", "response_mode", "fragment", "response_mode"},
		{"facebook", "response_mode", "form_post", "response_mode"},
		{"line", "state", "", "state"},
		{"line", "nonce", "", "nonce"},
		{"yahoojapan", "scope", "profile", "openid"},
		{"facebook", "code_challenge", "", "code_challenge"},
		{"line", "code_challenge_method", "plain", "code_challenge"},
	} {
		for _, method := range []string{"GET", "POST"} {
			page := w.do(method, authorize(c.face, c.name, c.value), "user=taro")
			if page.StatusCode != http.StatusBadRequest || !strings.Contains(page.text, c.want) || page.Header.Get("Location") != "" {
				t.Errorf("%s %s=%q: %s", c.face, c.name, c.value, page.Status)
			}
		}
	}
	for body, want := range map[string]string{
		`{"url":"` + authorize("google", "state", "") + `"}`:                      "state",
		`{"url":"` + authorize("google") + `"}`:                                   "subject",
		`{"url":"` + authorize("google") + `","user":"saburo"}`:                   "unknown user",
		`{"url":"` + authorize("google") + `","user":"taro","outcome":"explode"}`: "unknown outcome",
		`{"url":"` + authorize("google") + `","who":"taro"}`:                      "not the JSON",
	} {
		if a := w.do("POST", "/idp/google/approve", body); a.StatusCode != http.StatusBadRequest || !strings.Contains(a.text, want) {
			t.Errorf("%s: %s %s", body, a.Status, a.text)
		}
	}
}

func TestClientsProveThemselvesInTheFacesWay(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for _, c := range []struct {
		face        string
		basic, good bool
	}{
		{"line", false, true}, {"line", true, false},
		{"google", false, true}, {"google", true, true},
		{"yahoojapan", false, false}, {"yahoojapan", true, true},
		{"facebook", false, true}, {"facebook", true, false},
	} {
		if a := w.exchange(c.face, w.code(c.face), c.basic); (a.StatusCode == http.StatusOK) != c.good {
			t.Errorf("%s, Basic %v: %s %s", c.face, c.basic, a.Status, a.text)
		}
	}
}

func TestCodesRunOutAndBelongToTheirFace(t *testing.T) {
	t.Parallel()
	w := setup(t)
	if a := w.exchange("line", w.code("google"), false); a.StatusCode != http.StatusBadRequest || a.object(t)["error"] != "invalid_grant" {
		t.Errorf("another face's code: %s", a.text)
	}
	late := w.code("google")
	w.clock.Advance(11 * time.Minute)
	if a := w.exchange("google", late, false); a.StatusCode != http.StatusBadRequest || !strings.Contains(a.text, "expired") {
		t.Errorf("a late code: %s", a.text)
	}
	forgotten := w.code("google")
	w.service.Reset()
	if a := w.exchange("google", forgotten, false); a.StatusCode != http.StatusBadRequest {
		t.Errorf("a code from before the reset: %s", a.text)
	}
}

func TestLINESigns(t *testing.T) {
	t.Parallel()
	w := setup(t)
	if d := w.do("GET", "/idp/line/.well-known/openid-configuration", ""); !strings.Contains(d.text, `["ES256"]`) || d.object(t)["issuer"] != w.url+"/idp/line" {
		t.Errorf("discovery: %s", d.text)
	}
	tokens := w.token("line")
	form := func(change ...string) string {
		f := url.Values{"id_token": {tokens["id_token"].(string)}, "client_id": {clientID}}
		for i := 0; i < len(change); i += 2 {
			f.Set(change[i], change[i+1])
		}
		return f.Encode()
	}
	const path = "/idp/line/oauth2/v2.1/verify"
	claims := w.do("POST", path, form("nonce", "n-1")).object(t)
	if claims["email"] != "taro.todai@example.com" || claims["email_verified"] != nil || claims["aud"] != clientID {
		t.Errorf("claims %v", claims)
	}
	for _, bad := range []string{form("nonce", "other"), form("client_id", "other"), form("id_token", tokens["id_token"].(string)+"x")} {
		if a := w.do("POST", path, bad); a.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %s", bad, a.text)
		}
	}
	access := tokens["access_token"].(string)
	if a := w.do("GET", path+"?access_token="+access, ""); a.object(t)["client_id"] != clientID {
		t.Errorf("got %s", a.text)
	}
	if a := w.do("GET", "/idp/line/v2/profile", "", "Authorization", "Bearer "+access); a.object(t)["userId"] != claims["sub"] {
		t.Errorf("got %s", a.text)
	}
	w.clock.Advance(2 * time.Hour)
	if a := w.do("POST", path, form()); a.StatusCode != http.StatusBadRequest {
		t.Errorf("an expired token: %s", a.text)
	}
	if a := w.do("GET", "/idp/line/v2/profile", "", "Authorization", "Bearer "+access); a.StatusCode != http.StatusUnauthorized {
		t.Errorf("an expired access token: %s", a.text)
	}
}

func TestYahooJapanPublishesPEM(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for kid, text := range w.do("GET", "/idp/yahoojapan/public-keys", "").object(t) {
		if block, _ := pem.Decode([]byte(text.(string))); block == nil || !strings.Contains(w.do("GET", "/idp/yahoojapan/jwks", "").text, kid) {
			t.Errorf("key %s: %s", kid, text)
		}
	}
	userinfo := w.do("GET", "/idp/yahoojapan/attribute", "", "Authorization", "Bearer "+w.token("yahoojapan")["access_token"].(string)).object(t)
	if userinfo["family_name#ja-Kana-JP"] != "トウダイ" || userinfo["birthdate"] != "1985" || userinfo["email_verified"] != true {
		t.Errorf("got %v", userinfo)
	}
}

func TestFacebookWantsTheProof(t *testing.T) {
	t.Parallel()
	w := setup(t)
	tokens := w.token("facebook")
	if tokens["id_token"] != nil {
		t.Error("there is an ID token")
	}
	access := tokens["access_token"].(string)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(access))
	me := func(token, proof string) answer {
		return w.do("GET", "/idp/facebook/v25.0/me?fields=id,name,email&appsecret_proof="+proof, "", "Authorization", "Bearer "+token)
	}
	good := me(access, hex.EncodeToString(mac.Sum(nil))).object(t)
	if good["name"] != "灯台 太郎" || good["email"] != "taro.todai@example.com" {
		t.Errorf("got %v", good)
	}
	for _, bad := range []answer{me(access, ""), me(access, strings.Repeat("0", 64)), me("other", "")} {
		if fault, ok := bad.object(t)["error"].(map[string]any); bad.StatusCode != http.StatusBadRequest || !ok || fault["type"] != "OAuthException" {
			t.Errorf("got %s %s", bad.Status, bad.text)
		}
	}
	debug := func(input, app string) answer {
		return w.do("GET", "/idp/facebook/v25.0/debug_token?input_token="+input+"&access_token="+url.QueryEscape(app), "")
	}
	data, _ := debug(access, clientID+"|"+secret).object(t)["data"].(map[string]any)
	if data["is_valid"] != true || data["user_id"] != good["id"] || data["app_id"] != clientID {
		t.Errorf("got %v", data)
	}
	if other := debug("other", clientID+"|"+secret); !strings.Contains(other.text, `"is_valid":false`) {
		t.Errorf("got %s", other.text)
	}
	if denied := debug(access, clientID+"|wrong"); denied.StatusCode != http.StatusBadRequest {
		t.Errorf("got %s", denied.text)
	}
}

func TestFacesWithoutAClientAreNotThere(t *testing.T) {
	t.Parallel()
	queue := outcome.NewQueue(idp.Scripts())
	half, err := idp.New(idp.Config{Clients: idp.Clients{LINE: idp.Client{ID: "1"}}, Clock: clock.New(), Queue: queue})
	if err == nil {
		t.Errorf("half a client makes %v", half.Faces())
	}
	none, err := idp.New(idp.Config{Clock: clock.New(), Queue: queue})
	if err != nil || len(none.Faces()) != 0 {
		t.Errorf("got %v, %v", none.Faces(), err)
	}
	if page := setup(t).do("GET", "/idp", ""); !strings.Contains(page.text, "/idp/yahoojapan") || strings.Contains(page.text, secret) {
		t.Errorf("got %s", page.text)
	}
}
