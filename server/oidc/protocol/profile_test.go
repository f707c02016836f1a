package protocol_test

import (
	"net/url"
	"testing"
	"time"

	"kaiin/server/base/fault/faulttest"
)

// No app is given the member's data by a restricted profile: not what was allowed before,
// not at the page, not by a form that was opened before the switch. The request waits, and goes on
// in another profile.
func TestARestrictedProfileAllowsNothing(t *testing.T) {
	w := setup(t, nil)
	w.member = w.Member(t)
	for _, consented := range []bool{false, true} {
		for _, prompt := range []string{"", "consent"} {
			w.member.SwitchTo = []string{"太郎"}
			status, to, body := w.browse("/oidc/authorize?" + asks("prompt", prompt).Encode())
			if status != 303 && status != 302 || to.Path != "/page/profile" {
				t.Fatalf("consented: %v, prompt %q: %d to %s %s", consented, prompt, status, to, body)
			}
			key := to.Query().Get("request")
			if _, code, err := w.Allow(t.Context(), w.member, key, []string{"openid", "email"}, nil); faulttest.Said(err) != "NOT_FOUND" || code != "" {
				t.Errorf("by a form from before, consented: %v, prompt %q: %v", consented, prompt, err)
			}
			if status, to, _ := w.browse("/oidc?request=" + url.QueryEscape(key)); status/100 != 3 || to.Path != "/page/profile" {
				t.Errorf("once more: %d to %s", status, to)
			}
			w.member.SwitchTo = nil
			if status, to, _ := w.browse("/oidc?request=" + url.QueryEscape(key)); status/100 != 3 || to.Path == "/page/profile" {
				t.Errorf("in another profile: %d to %s", status, to)
			}
		}
		w.member.SwitchTo = []string{"太郎"}
		if _, to, _ := w.browse("/oidc/authorize?" + asks("prompt", "none").Encode()); to.Query().Get("error") != "interaction_required" || to.Query().Get("code") != "" {
			t.Errorf("silently, consented: %v: %s", consented, to)
		}
		w.member.SwitchTo = nil
		w.authorize(asks())
	}
}

// What an app asked for with its consent, another account, another proof, is not passed over by a
// form that was sent without the page.
func TestNoFormPassesOverWhatElseIsAsked(t *testing.T) {
	w := setup(t, nil)
	w.member = w.Member(t)
	w.authorize(asks()) // allowed before
	for _, more := range [][]string{{"prompt", "login consent"}, {"prompt", "select_account consent"}, {"prompt", "consent", "max_age", "0"}} {
		w.Clock.Advance(time.Second)
		_, to, _ := w.browse("/oidc/authorize?" + asks(more...).Encode())
		key := to.Query().Get("request")
		if to.Path == "/page/consent" || key == "" {
			t.Fatalf("%v: leads to %s", more, to)
		}
		if _, code, err := w.Allow(t.Context(), w.member, key, []string{"openid", "email"}, nil); faulttest.Said(err) != "NOT_FOUND" || code != "" {
			t.Errorf("%v: %q, %v", more, code, err)
		}
	}
}
