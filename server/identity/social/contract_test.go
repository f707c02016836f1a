package social_test

import (
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/identity/login"
	"kaiin/server/identity/social"
)

// Every adapter is asked the same, in front of the sandbox's face of its provider.
func TestContract(t *testing.T) {
	t.Parallel()
	for _, f := range faces {
		t.Run(f.kind, func(t *testing.T) {
			t.Parallel()
			for _, c := range []struct {
				name string
				run  func(*world)
			}{
				{"the browser is sent with state, nonce and PKCE", address},
				{"a person is asked again where that is wanted", askedAgain},
				{"a person is told as the provider knows them", people},
				{"a person is the same every time, and another one elsewhere", subjects},
				{"who declines comes back without a code", declined},
				{"a code works once", spentCode},
				{"a code works for the browser that began alone", strangersCode},
				{"a code that was never given is refused", madeUpCode},
				{"what the provider refuses, or says wrongly, is refused", flaws},
				{"trouble at the provider is no refusal, and passes", trouble},
				{"an answer that takes too long is none", slow},
				{"a provider that is down is unreachable", down},
				{"a wrong secret is refused", wrongSecret},
				{"a redirected call is not followed", redirected},
			} {
				t.Run(c.name, func(t *testing.T) {
					t.Parallel()
					c.run(setup(t, f, nil))
				})
			}
		})
	}
}

func address(w *world) {
	a := w.start()
	u, err := url.Parse(a.address)
	if err != nil {
		w.Fatal(err)
	}
	q := u.Query()
	if q.Get("state") != a.State || q.Get("code_challenge_method") != "S256" || len(q.Get("code_challenge")) != 43 || q.Get("redirect_uri") != callback {
		w.Errorf("got %s", a.address)
	}
	if w.openID != (q.Get("nonce") == a.Nonce) || !w.openID && q.Has("nonce") {
		w.Errorf("nonce %q", q.Get("nonce"))
	}
	if strings.Contains(a.address, a.Verifier) || strings.Contains(a.address, secret) {
		w.Error("the address gives a secret away")
	}
}

func askedAgain(w *world) {
	names := map[string][2]string{ // Google has none, and lets people choose an account in any case
		social.TypeLINE: {"max_age", "0"}, social.TypeYahooJapan: {"prompt", "login"}, social.TypeFacebook: {"auth_type", "reauthenticate"},
	}
	name, value := names[w.kind][0], names[w.kind][1]
	sent := func(a attempt) string {
		u, err := url.Parse(a.address)
		if err != nil {
			w.Fatal(err)
		}
		return u.Query().Get(name)
	}
	a := w.start(func(in *login.ProviderStart) { in.Again = true })
	if got := sent(a); got != value {
		w.Errorf("%s=%q", name, got)
	}
	if got := sent(w.start()); got == value && value != "" {
		w.Errorf("%s=%s, although it is a login as any other", name, got)
	}
	since := time.Now()
	finish := func(a attempt, since time.Time) error {
		code := w.choose(a, choice{"user": "taro"}).Get("code")
		_, err := w.Finish(w.Context(), login.ProviderFinish{Code: code, Nonce: a.Nonce, Verifier: a.Verifier, RedirectURL: a.RedirectURL, Since: since})
		return err
	}
	if err := finish(a, since); err != nil {
		w.Errorf("a login after the start: %v", err)
	}
	if err := finish(w.start(), since.Add(10*time.Minute)); w.openID != errors.Is(err, login.ErrProviderRefused) {
		w.Errorf("a login from before the start: %v", err)
	}
}

func people(w *world) {
	male, female := 1, 2
	taro, hanako, jiro := login.Identity{}, login.Identity{}, login.Identity{}
	if w.kind != social.TypeLINE {
		taro = login.Identity{Name: "灯台 太郎", FamilyName: "灯台", GivenName: "太郎"}
		hanako = login.Identity{Name: "波止場 花子", FamilyName: "波止場", GivenName: "花子"}
		jiro = login.Identity{Name: "岬 次郎", FamilyName: "岬", GivenName: "次郎"}
	}
	switch w.kind {
	case social.TypeLINE:
		taro.Nickname, hanako.Nickname, jiro.Nickname = "灯台 太郎", "波止場 花子", "岬 次郎"
	case social.TypeYahooJapan:
		taro.FamilyNameKana, taro.GivenNameKana, taro.Nickname, taro.Sex = "トウダイ", "タロウ", "太郎", &male
		hanako.FamilyNameKana, hanako.GivenNameKana, hanako.Nickname, hanako.Sex = "ハトバ", "ハナコ", "花子", &female
		jiro.FamilyNameKana, jiro.GivenNameKana, jiro.Nickname, jiro.Sex = "ミサキ", "ジロウ", "次郎", &male
	}
	taro.Email, hanako.Email = "taro.todai@example.com", "hanako.hatoba@example.com"
	taro.EmailVerified = w.kind == social.TypeGoogle || w.kind == social.TypeYahooJapan
	for key, want := range map[string]login.Identity{"taro": taro, "hanako": hanako, "jiro": jiro} {
		got := w.signedIn(choice{"user": key})
		if want.Subject = got.Subject; got.Subject == "" || !reflect.DeepEqual(got, want) {
			w.Errorf("%s: got %+v, want %+v", key, got, want)
		}
	}
	victim := w.signedIn(choice{"subject": "attacker", "email": "victim@example.com", "emailVerified": false, "name": "影"})
	if victim.Subject != "attacker" || victim.Email != "victim@example.com" || victim.EmailVerified {
		w.Errorf("got %+v", victim)
	}
}

func subjects(w *world) {
	taro := w.signedIn(choice{"user": "taro"}).Subject
	if again := w.signedIn(choice{"user": "taro"}).Subject; again != taro {
		w.Errorf("%s is %s now", taro, again)
	}
	seen := map[string]bool{taro: true}
	for _, c := range []choice{{"user": "hanako"}, {"user": "new"}, {"user": "new"}, {"subject": "subject-1"}} {
		if s := w.signedIn(c).Subject; seen[s] {
			w.Errorf("%v is %s, who was there before", c, s)
		} else {
			seen[s] = true
		}
	}
}

func declined(w *world) {
	w.next("access_denied", "")
	for _, c := range []choice{{"user": "taro"}, {"deny": true}} {
		if back := w.choose(w.start(), c); back.Get("error") != "access_denied" || back.Has("code") {
			w.Errorf("came back with %v", back)
		}
	}
	w.signedIn(choice{"user": "taro"})
}

func spentCode(w *world) {
	a := w.start()
	code := w.choose(a, choice{"user": "taro"}).Get("code")
	if _, err := w.finish(a, code); err != nil {
		w.Fatal(err)
	}
	w.refused(w.finish(a, code))
}

func strangersCode(w *world) {
	for name, change := range map[string]func(*attempt){
		"verifier":     func(a *attempt) { a.Verifier = strings.Repeat("v", 43) },
		"redirect URL": func(a *attempt) { a.RedirectURL += "/form" },
		"nonce":        func(a *attempt) { a.Nonce = "another" },
		"no nonce":     func(a *attempt) { a.Nonce = "" },
	} {
		if !w.openID && strings.Contains(name, "nonce") {
			continue
		}
		w.Log(name)
		a := w.start()
		code := w.choose(a, choice{"user": "taro"}).Get("code")
		change(&a)
		w.refused(w.finish(a, code))
	}
}

func madeUpCode(w *world) {
	for _, code := range []string{"", "made-up", "コード"} {
		w.refused(w.finish(w.start(), code))
	}
}

func flaws(w *world) {
	outcomes := []string{"invalid_grant", "user_removed"}
	if w.openID {
		outcomes = append(outcomes, "nonce_mismatch", "expired_token", "future_iat", "aud_mismatch", "unknown_kid", "alg_swap")
	}
	for _, outcome := range outcomes {
		w.Log(outcome)
		w.refused(w.signIn(choice{"user": "taro", "outcome": outcome}))
		w.next(outcome, "")
		w.refused(w.signIn(choice{"user": "taro"}))
		w.signedIn(choice{"user": "taro"})
	}
}

func trouble(w *world) {
	functions := []string{"token"}
	if w.asks {
		functions = append(functions, "userinfo")
	}
	if w.openID && w.kind != social.TypeLINE {
		functions = append(functions, "keys")
	}
	for _, function := range functions {
		w.Log(function)
		w.Provider = w.with() // which has no keys yet
		w.next("http_500", function)
		w.unreachable(w.signIn(choice{"user": "taro"}))
		w.signedIn(choice{"user": "taro"})
	}
	if !w.openID {
		return
	}
	w.Provider = w.with()
	w.next("http_500", "discovery")
	_, err := w.Start(w.Context(), login.ProviderStart{State: "s", Nonce: "n", Verifier: strings.Repeat("v", 43), RedirectURL: callback})
	w.unreachable(login.Identity{}, err)
	w.signedIn(choice{"user": "taro"})
}

func slow(w *world) {
	w.Provider = w.with(social.WithTimeouts(time.Second, 300*time.Millisecond))
	w.post("/next", map[string]string{"service": w.name, "outcome": "slow", "delay": "800ms"}, nil)
	w.unreachable(w.signIn(choice{"user": "taro"}))
}

func down(w *world) {
	a := w.start()
	w.sandbox.Close()
	w.unreachable(w.finish(a, "code"))
	if !w.openID {
		return
	}
	_, err := w.with().Start(w.Context(), a.ProviderStart)
	w.unreachable(login.Identity{}, err)
}

func wrongSecret(w *world) {
	for _, c := range []*string{
		&w.config.LINE.ClientSecret, &w.config.Google.ClientSecret, &w.config.YahooJapan.ClientSecret, &w.config.Facebook.ClientSecret,
	} {
		*c = "ffffffffffffffffffffffffffffffff"
	}
	w.Provider = w.with()
	w.refused(w.signIn(choice{"user": "taro"}))
}

func redirected(w *world) {
	path := map[string]string{
		social.TypeLINE: "/idp/line/oauth2/v2.1/token", social.TypeGoogle: "/idp/google/token", social.TypeYahooJapan: "/idp/yahoojapan/token",
		social.TypeFacebook: "/idp/facebook/v25.0/oauth/access_token",
	}[w.kind]
	followed := false
	w = setup(w.T, w.face, map[string]http.HandlerFunc{
		path: func(rw http.ResponseWriter, r *http.Request) {
			http.Redirect(rw, r, "/elsewhere", http.StatusTemporaryRedirect)
		},
		"/elsewhere": func(http.ResponseWriter, *http.Request) { followed = true },
	})
	w.unreachable(w.signIn(choice{"user": "taro"}))
	if followed {
		w.Error("the secret went where the redirect led")
	}
}

func TestFormPostComesBackByAForm(t *testing.T) {
	t.Parallel()
	w := setup(t, faces[1], nil)
	w.config.Google.FormPost = true
	w.Provider = w.with()
	if !w.FormPost() {
		t.Fatal("Google does not use the form")
	}
	if who := w.signedIn(choice{"user": "taro"}); who.Email == "" {
		t.Errorf("got %+v", who)
	}
}

func TestProvidersWithoutAClientAreAbsent(t *testing.T) {
	t.Parallel()
	if all := social.Providers(config.Social{}, clock.New()); len(all) != 0 {
		t.Errorf("got %v", all)
	}
	one := social.Providers(config.Social{YahooJapan: config.OIDCClient{ClientID: "id", ClientSecret: "s", Issuer: "https://y.test"}}, clock.New())
	if len(one) != 1 || one["Yahoo! JAPAN"] == nil {
		t.Errorf("got %v", one)
	}
}

// Time has passed for the whole stack: the provider's tokens are of the same time.
func TestTokensAreJudgedByTheGivenClock(t *testing.T) {
	t.Parallel()
	w := setup(t, faces[0], nil)
	for ahead, good := range map[time.Duration]bool{0: true, -30 * time.Second: true, -5 * time.Minute: false, 2 * time.Hour: false} {
		now := clock.New()
		now.SetOffset(ahead)
		w.Provider = social.Providers(w.config, now)[w.kind]
		who, err := w.signIn(choice{"user": "taro"})
		if good && err != nil {
			t.Errorf("%s: %v", ahead, err)
		}
		if !good {
			w.refused(who, err)
		}
	}
}
