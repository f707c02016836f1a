package pages

import (
	"net/http"
	"slices"
	"strings"

	"kaiin/server/base/config"
	"kaiin/server/base/settings"
	"kaiin/server/money/evidence"
)

// Headers that are decided here and in package edge; what Next says about them is dropped.
var decidedHere = []string{
	"X-Request-Id", "X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy",
	"Content-Security-Policy", "Strict-Transport-Security", "X-Powered-By", "Server",
}

// pagePolicy is the Content-Security-Policy of a page. Scripts run by the nonce, and what they load
// in turn with them: the card provider's scripts, the bot check's where one is configured, and the
// tag manager where the store has one. A form that answers an app may lead there.
func (p *Pages) pagePolicy(r *http.Request, nonce string, settings *settings.Settings) string {
	return policy(p.Config, nonce, !holdsSecret(r.URL.Path) && hasTagManager(settings), p.FormsTo(r)...)
}

func hasTagManager(settings *settings.Settings) bool { return settings != nil && settings.GtmID != "" }

func policy(c *config.Config, nonce string, tagManager bool, apps ...string) string {
	card := c.SBPS.ScriptURL.Scheme + "://" + c.SBPS.ScriptURL.Host
	script := []string{"'self'", "'nonce-" + nonce + "'", "'strict-dynamic'", card}
	style := append([]string{"'self'", "'nonce-" + nonce + "'"}, evidence.StyleSources()...) // frames of a page have its policy
	connect := []string{"'self'", card}
	frame := []string{card}
	videos := c.Streaks.Sources()
	media, image := append([]string{"'self'", "blob:"}, videos...), append([]string{"'self'", "data:", "https:"}, videos...) // a player hands parts on as blobs
	connect = append(connect, videos...)
	if u := c.BotCheck.ScriptURL; u != nil && !slices.Contains(frame, u.Scheme+"://"+u.Host) {
		bots := u.Scheme + "://" + u.Host
		script, connect, frame = append(script, bots), append(connect, bots), append(frame, bots)
	}
	if tagManager {
		connect = append(connect, "https://*.googletagmanager.com", "https://*.google-analytics.com")
	}
	if fromSource(c) { // the development server evaluates and reloads
		script = append(script, "'unsafe-eval'")
		style = []string{"'self'", "'unsafe-inline'"}
		connect = append(connect, "ws:")
	}
	forms := slices.Concat([]string{"'self'"}, c.SBPS.Carriers.Origins(), apps)
	directives := []string{
		"default-src 'self'",
		"script-src " + strings.Join(script, " "),
		"style-src " + strings.Join(style, " "),
		"img-src " + strings.Join(image, " "),
		"connect-src " + strings.Join(connect, " "),
		"frame-src " + strings.Join(frame, " "),
		"media-src " + strings.Join(media, " "),
		"object-src 'none'",
		"base-uri 'none'",
		"form-action " + strings.Join(forms, " "),
		"frame-ancestors 'none'",
	}
	if c.Secure() {
		directives = append(directives, "upgrade-insecure-requests")
	}
	return strings.Join(directives, "; ")
}

// fromSource reports whether the pages come from the development server of Next.
func fromSource(c *config.Config) bool { return !c.Production && c.NextStatic == "" }
