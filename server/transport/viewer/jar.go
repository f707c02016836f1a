package viewer

import (
	"iter"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Cookie is the first cookie of a request with the name. It is for what gives no rights, such as
// the language; a secret is read by Token.
func Cookie(r *http.Request, name string) (string, bool) {
	for value := range cookies(r, name) {
		return value, true
	}
	return "", false
}

// cookies are the values of a request's cookies with the name. What is malformed is passed over:
// other applications of the domain set cookies too, and theirs must not keep anybody out.
func cookies(r *http.Request, name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, header := range r.Header["Cookie"] {
			for pair := range strings.SplitSeq(header, ";") {
				key, value, ok := strings.Cut(strings.TrimSpace(pair), "=")
				if ok && key == name && !yield(strings.Trim(value, `"`)) {
					return
				}
			}
		}
	}
}

// Token is the value of a cookie that can be one of our secrets: 256 bits in URL-safe base64. It is
// "" where none can, and where two different ones come along: one of them was planted, by another
// site of the domain or over plain http, and it cannot be told which (RFC 6265, 8.6).
func Token(r *http.Request, name string) string {
	token := ""
	for value := range cookies(r, name) {
		switch {
		case !isToken(value):
		case token == "":
			token = value
		case token != value:
			return ""
		}
	}
	return token
}

// AreTwo reports whether a request brought two different ones of a secret, so that Token
// takes neither.
func AreTwo(r *http.Request, name string) bool {
	if len(r.Header["Cookie"]) == 0 || Token(r, name) != "" {
		return false
	}
	for value := range cookies(r, name) {
		if isToken(value) { // Token would have taken it, alone
			return true
		}
	}
	return false
}

// isToken holds for what can be one of our secrets.
func isToken(value string) bool { return len(value) == 43 && !strings.ContainsFunc(value, notBase64) }

func notBase64(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
}

// Jar puts cookies on an answer, with Path=/ and, on https, Secure. It is safe for concurrent
// use, because fields of one document run at the same time; of two cookies with one name the
// last counts.
type Jar struct {
	header http.Header
	secure bool
	mu     sync.Mutex
}

// NewJar is the jar of an answer; secure says that the site is on https.
func NewJar(w http.ResponseWriter, secure bool) *Jar { return &Jar{header: w.Header(), secure: secure} }

// Set sets a cookie with SameSite=Lax.
func (j *Jar) Set(c *http.Cookie) { j.put(*c, http.SameSiteLaxMode) }

// SetCrossSite sets a cookie that comes along with requests from other sites. Browsers want it to
// be Secure.
func (j *Jar) SetCrossSite(c *http.Cookie) {
	if j.secure {
		j.put(*c, http.SameSiteNoneMode)
		return
	}
	j.put(*c, http.SameSiteLaxMode)
}

// SetStrict sets a cookie that comes along only with what this site itself asks for.
func (j *Jar) SetStrict(c *http.Cookie) { j.put(*c, http.SameSiteStrictMode) }

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
