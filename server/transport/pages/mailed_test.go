package pages_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"kaiin/server/base/settings"
	"kaiin/server/transport/edge/edgetest"
)

func TestOldAddressesLeadToTheNewOnes(t *testing.T) { // R-038 R-041 A-076
	t.Parallel()
	w := edgetest.New(t, nil)
	for path, want := range map[string]string{
		"/forgetpassword": "/password/forgot", "/forgetpassword/?ui_locales=en": "/password/forgot?ui_locales=en",
		"/newpassword?token=a%2Bb&x=1": "/password/reset?token=a%2Bb&x=1",
	} {
		got := w.Call("GET", path, "")
		if got.StatusCode != http.StatusPermanentRedirect || got.Header.Get("Location") != want {
			t.Errorf("%s: %d %s", path, got.StatusCode, got.Header.Get("Location"))
		}
	}
}

func TestAMailedSecretReachesNoOtherSite(t *testing.T) { // security 30
	t.Parallel()
	w := edgetest.New(t, nil)
	w.Guard.Settings = func(context.Context) (*settings.Settings, error) { return &settings.Settings{GtmID: "GTM-1"}, nil }
	const secret = "Qm9hcmRzLWFuZC1jYW5kbGVz"
	for _, path := range []string{"/password/reset", "/newpassword", "/email/undo", "/leave", "/withdraw/stop", "/newsletter/stop", "/password/reset/"} {
		got := w.Call("GET", path+"?token="+secret, "")
		if policy := got.Header.Get("Referrer-Policy"); policy != "no-referrer" {
			t.Errorf("%s names itself to others: %q", path, policy)
		}
		if csp := got.Header.Get("Content-Security-Policy"); strings.Contains(csp, "googletagmanager") {
			t.Errorf("%s lets the tag manager tell: %s", path, csp)
		}
	}
	if got := w.Call("GET", "/login", ""); !strings.Contains(got.Header.Get("Content-Security-Policy"), "googletagmanager") || got.Header.Get("Referrer-Policy") == "no-referrer" {
		t.Errorf("an ordinary page: %v", got.Header)
	}
	if logged := w.Logged.String(); strings.Contains(logged, secret) || !strings.Contains(logged, "path=/password/reset") {
		t.Errorf("the log: %s", logged)
	}
}
