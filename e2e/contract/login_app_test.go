package contract_test

import (
	"encoding/json"
	"net/url"
	"testing"

	"kaiin/server/app/apptest"
	"kaiin/server/oidc/oidctest"
)

// The login of a provider names the app that somebody came from: in the browser of its request, and
// in no other.
func TestTheLoginNamesTheApp(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	taro, _ := s.Member(t)
	var key struct{ Request string }
	if err := json.Unmarshal([]byte(asksFor(t, s, taro.ID)), &key); err != nil {
		t.Fatal(err)
	}
	mine, other := s.Browser(t), s.Browser(t)
	mine.SetCookie("apps", oidctest.Browser)
	other.SetCookie("apps", "another")
	for name, c := range map[string]struct {
		browser  *apptest.Browser
		returnTo string
		want     any
	}{
		"its browser":     {mine, "/oidc?request=" + key.Request, oidctest.Web().ID},
		"another browser": {other, "/oidc?request=" + key.Request, nil},
		"another request": {mine, "/oidc?request=" + key.Request[1:], nil},
		"no request":      {mine, "/mypage", nil},
	} {
		screen := c.browser.Get("/oidc/login/screen-data?returnTo=" + url.QueryEscape(c.returnTo)).JSON(t)
		var id any
		if app, ok := screen["wantedApp"].(map[string]any); ok {
			id = app["clientId"]
		}
		if id != c.want || screen["loginType"] == nil {
			t.Errorf("%s: %v", name, screen)
		}
	}
}
