package oidc

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// What the staff do with apps by the command, and what becomes of the apps.
func TestApps(t *testing.T) { // issue 12 §1, X-055
	w := running(t)
	p := w.member()
	own := url.Values{"grant_type": {ownGrant}, "scope": {"entitlements"}}

	list := w.Command("client", "list")
	for _, id := range []string{"web\tconfidential\tadded", "tv-app\tnative\tadded"} {
		if !strings.Contains(list, id) {
			t.Errorf("the list lacks %q:\n%s", id, list)
		}
	}
	var all map[string]any
	must(t, json.Unmarshal([]byte(w.Command("client", "list", "--json")), &all))
	if len(all) != len(w.secrets)+2 {
		t.Errorf("%d clients in the list as JSON", len(all))
	}
	shown := w.Command("client", "show", "--id", "web")
	for _, secret := range w.secrets {
		if strings.Contains(shown+list+w.Command("client", "list", "--json"), secret) {
			t.Error("a secret can be read again")
		}
	}
	// What show prints can be given to add, under another name.
	var copied map[string]any
	must(t, json.Unmarshal([]byte(shown), &copied))
	copied["clientId"] = "copy"
	w.add(copied)

	// A new secret works at once, the one before for a day.
	first := w.secrets["web"]
	second := shownSecret.FindStringSubmatch(w.Command("client", "rotate-secret", "--id", "web", "--by", "hanako", "--reason", "a test"))
	if second == nil || second[1] == first {
		t.Fatalf("no new secret: %v", second)
	}
	settled()
	as := func(secret string) int {
		return w.token("web", own, func(r *http.Request) { r.SetBasicAuth("web", secret) }).Status
	}
	if as(first) != 200 || as(second[1]) != 200 {
		t.Errorf("after a rotation: %d, %d", as(first), as(second[1]))
	}
	w.Outside.Advance(t, 25*time.Hour)
	if as(first) != 401 || as(second[1]) != 200 {
		t.Errorf("a day later: %d, %d", as(first), as(second[1]))
	}
	w.secrets["web"] = second[1]

	// A client that is disabled counts as unknown, and what it was given is invalid.
	must(t, p.LogIn())
	given := p.tokens(asks())
	if !w.active(given.Body["access_token"]) {
		t.Fatal("a token is refused")
	}
	w.Command("client", "disable", "--id", "web", "--by", "hanako", "--reason", "a test")
	if w.active(given.Body["access_token"]) || w.active(given.Body["refresh_token"]) {
		t.Error("tokens of a disabled client are worth something")
	}
	settled()
	if a := w.token("web", refresh(given.Body["refresh_token"])); a.Status != 401 || a.Text("error") != "invalid_client" {
		t.Errorf("a disabled client is answered: %s", a)
	}
	if _, err := p.Allow("/oidc/authorize?" + asks().Encode()); err == nil {
		t.Error("a disabled client may ask")
	}
	if !strings.Contains(w.Command("client", "list"), "web\tconfidential\tdisabled 2") {
		t.Error("the list does not say that it is disabled")
	}
}

// settled waits until every process has seen what a command has changed.
func settled() { time.Sleep(1200 * time.Millisecond) }

func TestAppsThatAreRefused(t *testing.T) {
	w := together(t)
	good := registrations("", "")[0]
	delete(good, "backchannelLogoutUri")
	with := func(key string, value any) map[string]any {
		other := map[string]any{}
		for k, v := range good {
			other[k] = v
		}
		other["clientId"] = "fresh-" + key
		other[key] = value
		return other
	}
	broken := filepath.Join(t.TempDir(), "broken.json")
	must(t, os.WriteFile(broken, []byte(`{"clientId":`), 0o600))
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"the same again":           {[]string{"add", "--file", file(t, good)}, "another client has this id"},
		"a fragment":               {[]string{"add", "--file", file(t, with("redirectUris", []string{"https://a.example/#x"}))}, "redirectUris[0]"},
		"http":                     {[]string{"add", "--file", file(t, with("redirectUris", []string{"http://a.example/"}))}, "redirectUris[0]"},
		"a wildcard":               {[]string{"add", "--file", file(t, with("redirectUris", []string{"https://*.example/"}))}, "redirectUris[0]"},
		"javascript":               {[]string{"add", "--file", file(t, with("redirectUris", []string{"javascript:alert(1)"}))}, "redirectUris[0]"},
		"the password grant":       {[]string{"add", "--file", file(t, with("grantTypes", []string{"password"}))}, "grantTypes[0]"},
		"a secret in the browser":  {[]string{"add", "--file", file(t, with("type", "browser"))}, "tokenEndpointAuthMethod"},
		"no name":                  {[]string{"add", "--file", file(t, with("name", map[string]string{}))}, "name"},
		"an unknown key":           {[]string{"add", "--file", file(t, with("redirectUri", back))}, "redirectUri"},
		"a secret of its own":      {[]string{"add", "--file", file(t, with("clientSecretSha256", strings.Repeat("0", 64)))}, "clientSecretSha256"},
		"an unknown scope":         {[]string{"add", "--file", file(t, with("scopes", []string{"openid", "opneid"}))}, "scopes"},
		"no JSON":                  {[]string{"add", "--file", broken}, "broken.json"},
		"no file":                  {[]string{"add", "--by", "hanako", "--reason", "a test"}, "--file"},
		"a file that is not there": {[]string{"add", "--file", "none.json"}, "none.json"},
		"unknown to show":          {[]string{"show", "--id", "unknown"}, "unknown"},
		"unknown to disable":       {[]string{"disable", "--id", "unknown"}, "unknown"},
		"unknown one's secret":     {[]string{"rotate-secret", "--id", "unknown"}, "unknown"},
		"no secret to rotate":      {[]string{"rotate-secret", "--id", "tv-app"}, "no secret"},
		"no id":                    {[]string{"disable"}, "--id"},
		"no verb":                  {nil, "rotate-secret"},
		"an unknown verb":          {[]string{"delete"}, "rotate-secret"},
	} {
		args := append([]string{"client"}, c.args...)
		if len(c.args) > 1 && c.args[0] != "show" {
			args = append(args, "--by", "hanako", "--reason", "a test")
		}
		out, err := w.Try(args...)
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "panic") {
			t.Errorf("%s: %s %v", name, out, err)
		}
	}
	for _, args := range [][]string{{"keys"}, {"keys", "list"}, {"keys", "rotate", "now"}} {
		if _, err := w.Try(args...); err == nil || !strings.Contains(err.Error(), "usage") {
			t.Errorf("kaiin %v: %v", args, err)
		}
	}
}

// New keys are published a day before they sign, and the former ones stay for the tokens that they
// have signed.
func TestKeysRotate(t *testing.T) {
	w := running(t)
	p := w.member()
	used := func() string {
		t.Helper()
		must(t, p.LogIn())
		return part(t, p.tokens(asks()).Body["id_token"], 0)["kid"].(string)
	}
	published := func() (ids []string) {
		t.Helper()
		for _, key := range w.raw(http.MethodGet, "/oidc/jwks", "").Body["keys"].([]any) {
			ids = append(ids, key.(map[string]any)["kid"].(string))
		}
		return ids
	}
	before, first := published(), used()
	if len(before) != 2 || !slices.Contains(before, first) {
		t.Fatalf("%v %s", before, first)
	}
	if out := w.Command("keys", "rotate", "--by", "hanako", "--reason", "a test"); !strings.Contains(out, "New keys are published") {
		t.Errorf("%s", out)
	}
	settled()
	during := published()
	if len(during) != 4 || used() != first {
		t.Errorf("a key that was published just now signs: %v", during)
	}
	w.Outside.Advance(t, 25*time.Hour)
	second := used()
	if slices.Contains(before, second) || !slices.Contains(during, second) {
		t.Errorf("%s signs a day after the rotation", second)
	}
	if after := published(); !slices.Contains(after, first) {
		t.Errorf("the key before is forgotten at once: %v", after)
	}
}
