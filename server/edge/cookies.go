package edge

import (
	"net/http"
	"slices"
	"strings"
	"sync"
)

// cookie finds a cookie among Cookie headers. What is malformed is passed over: other applications of the domain set cookies
// too, and theirs must not keep anybody out.
func cookie(headers []string, name string) (string, bool) {
	for _, header := range headers {
		for pair := range strings.SplitSeq(header, ";") {
			key, value, ok := strings.Cut(strings.TrimSpace(pair), "=")
			if ok && key == name {
				return strings.Trim(value, `"`), true
			}
		}
	}
	return "", false
}

// tokenIn is the value of a cookie when it can be one of our secrets: 256 bits in URL-safe base64. Else it is "".
func tokenIn(headers []string, name string) string {
	token, _ := cookie(headers, name)
	if len(token) != 43 || strings.ContainsFunc(token, notBase64) {
		return ""
	}
	return token
}

func notBase64(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
}

// jar puts cookies on an answer. Fields of one document run at the same time, hence the lock; of two cookies with one name the
// last counts.
type jar struct {
	header http.Header
	secure bool
	mu     sync.Mutex
}

func (j *jar) set(c *http.Cookie) { j.put(*c, http.SameSiteLaxMode) }

// setCrossSite sets a cookie that comes along with requests from other sites. Browsers want it to be Secure.
func (j *jar) setCrossSite(c *http.Cookie) {
	if j.secure {
		j.put(*c, http.SameSiteNoneMode)
		return
	}
	j.put(*c, http.SameSiteLaxMode)
}

func (j *jar) put(full http.Cookie, site http.SameSite) {
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
