package viewer

import (
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Cookie finds a cookie of a request. What is malformed is passed over: other applications of the domain set cookies too, and
// theirs must not keep anybody out.
func Cookie(r *http.Request, name string) (string, bool) {
	for _, header := range r.Header["Cookie"] {
		for pair := range strings.SplitSeq(header, ";") {
			key, value, ok := strings.Cut(strings.TrimSpace(pair), "=")
			if ok && key == name {
				return strings.Trim(value, `"`), true
			}
		}
	}
	return "", false
}

// Token is the value of a cookie when it can be one of our secrets: 256 bits in URL-safe base64. Else it is "".
func Token(r *http.Request, name string) string {
	token, _ := Cookie(r, name)
	if len(token) != 43 || strings.ContainsFunc(token, notBase64) {
		return ""
	}
	return token
}

func notBase64(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
}

// Jar puts cookies on an answer, with Path=/ and, on https, Secure. It is safe for concurrent use, because fields of one
// document run at the same time; of two cookies with one name the last counts.
type Jar struct {
	header http.Header
	secure bool
	mu     sync.Mutex
}

// NewJar is the jar of an answer; secure says that the site is on https.
func NewJar(w http.ResponseWriter, secure bool) *Jar { return &Jar{header: w.Header(), secure: secure} }

// Set sets a cookie with SameSite=Lax.
func (j *Jar) Set(c *http.Cookie) { j.put(*c, http.SameSiteLaxMode) }

// SetCrossSite sets a cookie that comes along with requests from other sites. Browsers want it to be Secure.
func (j *Jar) SetCrossSite(c *http.Cookie) {
	if j.secure {
		j.put(*c, http.SameSiteNoneMode)
		return
	}
	j.put(*c, http.SameSiteLaxMode)
}

func (j *Jar) put(full http.Cookie, site http.SameSite) {
	full.Path, full.Secure, full.SameSite = "/", j.secure, site
	if full.MaxAge == 0 { // session cookies end with the browser; ours end when the server says so
		full.MaxAge = cookieLife
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	line := full.String()
	if line == "" {
		return // a name or value no header can carry; ours can
	}
	j.header["Set-Cookie"] = append(slices.DeleteFunc(j.header["Set-Cookie"], func(l string) bool {
		return strings.HasPrefix(l, full.Name+"=")
	}), line)
}

// cookieLife is longer than any session; the session's own lifetimes decide.
const cookieLife = 400 * 24 * 60 * 60
