package endpoints

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"

	"kaiin/server/base/clock"
	"kaiin/server/base/step"
	"kaiin/server/shop/catalog"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/visit"
)

// WellKnown answers what browsers and search engines ask every site for, under names they know.
type WellKnown struct {
	Site

	// Time is the clock of the service.
	Time *clock.Clock
}

// Mount puts the names on the mux.
func (k *WellKnown) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	for pattern, handler := range map[string]http.HandlerFunc{
		"GET /robots.txt":                  k.robots,
		"GET /sitemap.xml":                 k.sitemap,
		"GET /manifest.webmanifest":        k.manifest,
		"GET /favicon.ico":                 k.favicon,
		"GET /.well-known/change-password": k.changePassword,
		"GET " + securityPath:              k.securityTxt,
	} {
		mux.Handle(pattern, before(handler))
	}
}

// robots keeps search engines out of the steps of what somebody has begun (RFC 9309). My Page needs
// no line: without a session it answers with the way to the login.
func (k *WellKnown) robots(w http.ResponseWriter, _ *http.Request) {
	text := "User-agent: *\n"
	for _, path := range []string{"/withdraw", "/login/", "/logout", "/oidc", "/device", "/auth", "/password/", "/email/", "/signup/", "/social/", "/errors/"} {
		text += "Disallow: " + path + "\n"
	}
	forAWhile(w, "text/plain; charset=utf-8", []byte(text+"\nSitemap: "+k.at("/sitemap.xml")+"\n"))
}

// sitemap names the pages worth finding (sitemaps.org).
func (k *WellKnown) sitemap(w http.ResponseWriter, r *http.Request) {
	plans, err := k.Pages.Plans(r.Context())
	if err != nil {
		k.Pages.Fail(w, r, http.StatusServiceUnavailable)
		return
	}
	type page struct {
		Loc string `xml:"loc"`
	}
	set := struct {
		XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		Pages   []page   `xml:"url"`
	}{}
	for _, path := range []string{"/", "/plans"} {
		set.Pages = append(set.Pages, page{k.at(path)})
	}
	for _, p := range plans {
		if catalog.Over(p, k.Time.Now()) {
			continue // as on the list of plans
		}
		set.Pages = append(set.Pages, page{k.at(paths.Of(step.PlanForm(p.ID)))})
	}
	body, err := xml.Marshal(set)
	if err != nil {
		panic(fmt.Sprintf("a sitemap of strings: %v", err))
	}
	forAWhile(w, "application/xml; charset=utf-8", append([]byte(xml.Header), body...))
}

// display keeps the way back and the address in sight of an installed site: members go to banks and
// other companies to pay, and have to see where they are.
const display = "minimal-ui"

// manifest tells a phone what the site is called and looks like on its home screen.
func (k *WellKnown) manifest(w http.ResponseWriter, r *http.Request) {
	settings, err := k.Guard.Settings(r.Context())
	if err != nil {
		k.Pages.Fail(w, r, http.StatusServiceUnavailable)
		return
	}
	type icon struct {
		Src   string `json:"src"`
		Sizes string `json:"sizes"`
		Type  string `json:"type,omitempty"`
	}
	locale := visit.Of(r.Context()).Locale
	m := struct {
		ID          string `json:"id"`
		Name        string `json:"name"`
		Description string `json:"description,omitempty"`
		Lang        string `json:"lang"`
		StartURL    string `json:"start_url"`
		Scope       string `json:"scope"`
		Display     string `json:"display"`
		ThemeColor  string `json:"theme_color,omitempty"`
		Background  string `json:"background_color"`
		Icons       []icon `json:"icons"`
	}{"/", settings.ServiceName.In(locale), settings.ServiceDescription.In(locale), locale, "/", "/", display, settings.Colors.Accent, "#ffffff", []icon{}}
	if src := settings.Images.Favicon; strings.HasSuffix(src, ".svg") {
		m.Icons = append(m.Icons, icon{src, "any", "image/svg+xml"})
	} else if src != "" {
		m.Icons = append(m.Icons, icon{Src: src, Sizes: "32x32"})
	}
	if src := settings.Images.AppleTouchIcon; src != "" {
		m.Icons = append(m.Icons, icon{src, "180x180", "image/png"})
	}
	body, err := json.Marshal(m)
	if err != nil {
		panic(fmt.Sprintf("a manifest of strings: %v", err))
	}
	w.Header().Set("Vary", "Accept-Language, Cookie")
	forAWhile(w, "application/manifest+json", body)
}

// favicon leads to the store's icon, for programs that look at no page.
func (k *WellKnown) favicon(w http.ResponseWriter, r *http.Request) {
	settings, err := k.Guard.Settings(r.Context())
	if err != nil || settings.Images.Favicon == "" {
		k.Pages.Fail(w, r, http.StatusNotFound)
		return
	}
	w.Header().Set("Cache-Control", "private, max-age=3600")
	http.Redirect(w, r, settings.Images.Favicon, http.StatusFound)
}

// changePassword is where password managers send a member (W3C, "A Well-Known URL for Changing
// Passwords").
func (k *WellKnown) changePassword(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, paths.Of(step.ChangePassword), http.StatusFound)
}

// at is a path as an absolute address.
func (k *WellKnown) at(path string) string { return k.Config.Origin.JoinPath(path).String() }

// forAWhile answers what changes only with the store's settings.
func forAWhile(w http.ResponseWriter, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "private, max-age=3600")
	_, _ = w.Write(body)
}
