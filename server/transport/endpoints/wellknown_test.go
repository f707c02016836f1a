package endpoints_test

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"net/http"
	"strings"
	"testing"

	"kaiin/server/base/settings"
	"kaiin/server/base/words"
	"kaiin/server/transport/edge/edgetest"
)

func TestWhatEverySiteIsAskedFor(t *testing.T) { // P-11
	t.Parallel()
	w := edgetest.New(t, nil)
	w.Guard.Settings = func(context.Context) (*settings.Settings, error) {
		return &settings.Settings{
			ServiceName: words.Text{"ja": "試験館", "en": "Test House"}, Colors: settings.Colors{Accent: "#12506e"},
			Images: settings.Images{Favicon: "/icon.svg", AppleTouchIcon: "/touch.png"},
		}, nil
	}
	for _, c := range []struct{ path, kind string }{
		{"/robots.txt", "text/plain; charset=utf-8"}, {"/sitemap.xml", "application/xml; charset=utf-8"},
		{"/manifest.webmanifest", "application/manifest+json"},
	} {
		got := w.Call("GET", c.path, "")
		if got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != c.kind || got.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: %d %v", c.path, got.StatusCode, got.Header)
		}
	}
	for path, want := range map[string]string{"/favicon.ico": "/icon.svg", "/.well-known/change-password": "/mypage/password/edit"} {
		if got := w.Call("GET", path, ""); got.StatusCode != http.StatusFound || got.Header.Get("Location") != want {
			t.Errorf("%s: %d %s", path, got.StatusCode, got.Header.Get("Location"))
		}
	}

	if robots := w.Call("GET", "/robots.txt", "").Text; !strings.Contains(robots, "Disallow: /withdraw\n") || !strings.Contains(robots, "Sitemap: https://member.example.jp/sitemap.xml\n") {
		t.Error(robots)
	}
	var sitemap struct {
		Pages []string `xml:"url>loc"`
	}
	if err := xml.Unmarshal([]byte(w.Call("GET", "/sitemap.xml", "").Text), &sitemap); err != nil || len(sitemap.Pages) != 4 ||
		sitemap.Pages[1] != "https://member.example.jp/plans" || sitemap.Pages[3] != "https://member.example.jp/plans/%E5%B9%B4" {
		t.Errorf("%v, %v", sitemap.Pages, err)
	}
	for language, name := range map[string]string{"ja": "試験館", "en": "Test House"} {
		var manifest struct {
			ID, Name, Lang, Scope, Display string
			StartURL                       string `json:"start_url"`
			Icons                          []struct{ Src, Sizes, Type string }
		}
		body := w.Call("GET", "/manifest.webmanifest", "", "Accept-Language", language).Text
		if err := json.Unmarshal([]byte(body), &manifest); err != nil || manifest.Name != name || manifest.Lang != language || len(manifest.Icons) != 2 {
			t.Errorf("%s: %s", language, body)
		}
		// What a browser wants before it offers to install a site: a drawn icon fits every size.
		if manifest.ID != "/" || manifest.Scope != "/" || manifest.StartURL != "/" || manifest.Display != "minimal-ui" ||
			manifest.Icons[0].Sizes != "any" || manifest.Icons[0].Type != "image/svg+xml" || manifest.Icons[1].Sizes != "180x180" {
			t.Errorf("%s cannot be installed: %s", language, body)
		}
	}
}

func TestASiteWithoutAnIconHasNone(t *testing.T) { // P-11
	t.Parallel()
	if got := edgetest.New(t, nil).Call("GET", "/favicon.ico", ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("%d %v", got.StatusCode, got.Header)
	}
}
