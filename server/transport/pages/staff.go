package pages

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"path"
	"regexp"
	"strings"

	"kaiin/server/base/config"
	"kaiin/server/base/secret"
	"kaiin/server/base/step"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/staffnet"
	"kaiin/server/transport/visit"
)

// ofStaff are the paths by which Next finds the pages of the staff: their addresses, and those of
// the data that a browser asks for when it goes from one to the next.
var ofStaff = regexp.MustCompile(`^(/_next/data/[^/]+)?` + paths.Staff + `(/.*|\.json)?$`)

// isOfStaff reads a path as Next does, which takes the dots out of it.
func isOfStaff(at string) bool { return ofStaff.MatchString(path.Clean(at)) }

// headersOfStaff puts on a page of the staff what it has apart from those of members.
func (p *Pages) headersOfStaff(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Robots-Tag", "noindex, nofollow")
	h.Set("Referrer-Policy", "no-referrer") // an invitation is in the address
	policy := staffPolicy
	if asMember.MatchString(path.Clean(r.URL.Path)) {
		policy = asMemberPolicy
	}
	h.Set("Content-Security-Policy", policy(p.Config, visit.Of(r.Context()).Nonce))
}

// staffPolicy is the Content-Security-Policy of a page of the staff, on which everything is of this
// site.
func staffPolicy(c *config.Config, nonce string) string {
	script, style, connect := "'self' 'nonce-"+nonce+"' 'strict-dynamic'", "'self' 'nonce-"+nonce+"'", "'self'"
	if fromSource(c) {
		script, style, connect = script+" 'unsafe-eval'", "'self' 'unsafe-inline'", "'self' ws:"
	}
	return "default-src 'none'; script-src " + script + "; style-src " + style + "; img-src 'self' data:; connect-src " + connect +
		"; font-src data:; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// asMember are the paths of pages that show one of a member as the member sees it.
var asMember = regexp.MustCompile(`^(/_next/data/[^/]+)?` + paths.Staff + `/as(/.*|\.json)?$`)

// asMemberPolicy is the Content-Security-Policy of such a page: nothing runs on it, and nothing is
// sent from it. Pictures come from where the store has them.
func asMemberPolicy(c *config.Config, nonce string) string {
	script, style, connect := "'none'", "'self' 'nonce-"+nonce+"'", "'none'"
	if fromSource(c) { // the development server needs scripts to show anything
		script, style, connect = "'self' 'nonce-"+nonce+"' 'strict-dynamic' 'unsafe-eval'", "'self' 'unsafe-inline'", "'self' ws:"
	}
	return "default-src 'none'; script-src " + script + "; style-src " + style + "; img-src 'self' data: https:; connect-src " + connect +
		"; font-src data:; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

type hiddenKey struct{}

// hide is a request for a page of the staff from outside of their networks, as Next gets it. Its
// path is one that no page has, so that the answer is that of every unknown path; fromNext puts
// the path back into it.
func hide(r *http.Request) *http.Request {
	word := secret.Token()[:len(paths.Staff)-1]
	hidden := r.Clone(context.WithValue(r.Context(), hiddenKey{}, word))
	hidden.URL.Path = ofStaff.ReplaceAllString(path.Clean(r.URL.Path), "${1}/"+word+"${2}")
	if strings.HasSuffix(r.URL.Path, "/") {
		hidden.URL.Path += "/"
	}
	hidden.URL.RawPath = ""
	return hidden
}

// reveal puts the path that was asked for into the answer to a request that hide made. Both are of
// the same length.
func reveal(answer *http.Response) error {
	word, ok := answer.Request.Context().Value(hiddenKey{}).(string)
	if !ok {
		return nil
	}
	asked := strings.TrimPrefix(paths.Staff, "/")
	if to := answer.Header.Get("Location"); to != "" {
		answer.Header.Set("Location", strings.ReplaceAll(to, word, asked))
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxShared+1))
	if err != nil {
		return err
	}
	if len(body) > maxShared {
		return fmt.Errorf("%w: too large", errNotShared)
	}
	_ = answer.Body.Close()
	answer.Body = io.NopCloser(bytes.NewReader(bytes.ReplaceAll(body, []byte(word), []byte(asked))))
	return nil
}

// presentStaff says in a request to Next for a page of the staff how they log in, and whether they
// have an explorer.
func (p *Pages) presentStaff(asked *http.Request) {
	if p.Config.StaffIssuer.Configured() {
		asked.Header.Set(visit.HeaderIssuer, "1")
	}
	if p.Config.StaffExplorer {
		asked.Header.Set(visit.HeaderExplorer, "1")
	}
}

// cookieLater is the name of the cookie that web/features/mypage/later.ts sets: a member wants to
// complete the profile later, and My Page is made without asking for it.
const cookieLater = "later"

// cookiesFor are the names of the cookies, beside those of members, that the page of a path is made
// from.
func cookiesFor(c *config.Config, at string) []string {
	if isOfStaff(at) {
		return []string{visit.CookieLocale, staffnet.CookieName(c)}
	}
	if isMypage(at) {
		return []string{visit.CookieLocale, cookieLater}
	}
	return []string{visit.CookieLocale}
}

// isMypage reports whether a path is that of My Page, or of its data, which Next asks for when the
// member comes from another page.
func isMypage(at string) bool {
	return at == paths.Of(step.MyPage) || strings.HasPrefix(at, "/_next/data/") && strings.HasSuffix(at, paths.Of(step.MyPage)+".json")
}
