package pages_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kaiin/server/base/config"
	"kaiin/server/money/evidence"
	"kaiin/server/transport/edge/edgetest"
	"kaiin/server/transport/pages"
)

func TestFormsMayGoToPagesOfAgreement(t *testing.T) {
	t.Parallel()
	page, err := url.Parse("https://link.example.jp/f0/Agree.do")
	if err != nil {
		t.Fatal(err)
	}
	w := edgetest.New(t, nil)
	w.Config.SBPS.Carriers = config.SBPSCarriers{AgreementURL: page}
	policy := func() string { return w.Call("GET", "/", "").Header.Get("Content-Security-Policy") }
	if got := policy(); !strings.Contains(got, "form-action 'self';") {
		t.Errorf("nothing is offered: %s", got)
	}
	w.Config.SBPS.Carriers.Docomo.Offered = true
	if got := policy(); !strings.Contains(got, "form-action 'self' https://link.example.jp;") {
		t.Errorf("offered: %s", got)
	}
}

// The policy names the bot check's script where one is configured, and never elsewhere.
func TestPolicyAllowsTheConfiguredBotCheck(t *testing.T) {
	t.Parallel()
	policy := func(change func(*config.Config)) string {
		w := edgetest.New(t, change)
		w.Next = func(out http.ResponseWriter, _ *http.Request) { out.Header().Set("Content-Type", "text/html") }
		return w.Call("GET", "/login", "").Header.Get("Content-Security-Policy")
	}
	without := policy(nil)
	with := policy(func(c *config.Config) {
		c.BotCheck = config.BotCheck{Provider: config.BotCheckTurnstile, ScriptURL: &url.URL{Scheme: "https", Host: "bots.example", Path: "/v0/api.js"}}
	})
	if strings.Contains(without, "bots.example") || strings.Count(with, " https://bots.example") != 3 {
		t.Errorf("without %s\nwith %s", without, with)
	}
	for _, directive := range strings.Split(with, "; ") {
		name, sources, _ := strings.Cut(directive, " ")
		allowed := name == "script-src" || name == "connect-src" || name == "frame-src"
		if allowed != strings.Contains(sources, "https://bots.example") || strings.Contains(sources, "api.js") {
			t.Errorf("%s", directive)
		}
	}
}

// Streams play from where the configuration says, and from nowhere else.
func TestPolicyAllowsTheConfiguredStreams(t *testing.T) {
	t.Parallel()
	sources := func(streaks config.Streaks) map[string]string {
		w := edgetest.New(t, func(c *config.Config) { c.Streaks = streaks })
		all := map[string]string{}
		for directive := range strings.SplitSeq(pages.Policy(w.Config, "n", false), "; ") {
			name, values, _ := strings.Cut(directive, " ")
			all[name] = values
		}
		return all
	}
	if got := sources(config.Streaks{StreamOrigins: []config.StreamOrigin{{Scheme: "https", Host: "*.video.example"}}}); got["media-src"] != "'self' blob:" {
		t.Errorf("without a video service: %q", got["media-src"])
	}
	streams := config.Streaks{
		Project: "p", StreamOrigins: []config.StreamOrigin{{Scheme: "https", Host: "*.video.example"}}, TestStreams: &url.URL{Scheme: "https", Host: "test.example", Path: "/all"},
	}
	for name, values := range sources(streams) {
		allowed := name == "media-src" || name == "connect-src" || name == "img-src"
		if allowed != strings.Contains(values, " https://*.video.example https://test.example") || strings.Contains(values, "/all") {
			t.Errorf("%s %s", name, values)
		}
	}
}

// What was shown with an order is shown in a frame of a page, which has the page's policy: its
// style is allowed, by its hash alone.
func TestPolicyAllowsTheStyleOfEvidence(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	w.Next = func(out http.ResponseWriter, _ *http.Request) { out.Header().Set("Content-Type", "text/html") }
	for _, directive := range strings.Split(w.Call("GET", "/mypage/evidence/x", "").Header.Get("Content-Security-Policy"), "; ") {
		name, sources, _ := strings.Cut(directive, " ")
		allowed := strings.Contains(sources, evidence.StyleSources()[0])
		if allowed != (name == "style-src") || strings.Contains(sources, "'unsafe-inline'") {
			t.Errorf("%s", directive)
		}
	}
}

// The form of a consent leads to the app in the end: the policy of its page names the app's origin,
// and no other directive does.
func TestPolicyLetsAFormLeadToItsApp(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	for _, app := range []string{"https://app.example", "com.example.todaiza:"} {
		for directive := range strings.SplitSeq(pages.Policy(w.Config, "n", false, app), "; ") {
			if strings.HasPrefix(directive, "form-action ") != strings.Contains(directive, app) {
				t.Errorf("%s", directive)
			}
		}
	}
	if got := pages.Policy(w.Config, "n", false); strings.Contains(got, "app.example") {
		t.Error(got)
	}
}
