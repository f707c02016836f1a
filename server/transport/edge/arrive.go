package edge

import (
	"net/http"
	"strings"

	"github.com/google/uuid"

	"kaiin/server/base/secret"
	"kaiin/server/base/useragent"
)

// Headers between this server and Next. From outside none of them counts.
const (
	headerContext = "X-Kaiin-Context"
	headerLocale  = "X-Kaiin-Locale"
	headerNonce   = "X-Kaiin-Nonce"
	ownPrefix     = "X-Kaiin-"
)

// arrive puts into the context what is known of a request.
func (e *Edge) arrive(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(withVisit(r.Context(), e.identify(r))))
	})
}

// identify finds out where a request comes from. A page's call carries the signed context of the request the page was made for.
func (e *Edge) identify(r *http.Request) *visit {
	v := &visit{began: e.system.Now(), nonce: newNonce(), pattern: patternOf(r.URL.Path)}
	passed, ok := e.openContext(r.Header.Get(headerContext), v.began)
	for name := range r.Header {
		if strings.HasPrefix(name, ownPrefix) {
			delete(r.Header, name)
		}
	}
	if ok {
		v.id, v.ip, v.behind, v.locale, v.agent, v.fromPage = passed.ID, passed.IP, passed.Behind, passed.Locale, passed.Agent, true
		v.crossSite = passed.CrossSite
		return v
	}
	id, err := uuid.NewV7()
	if err != nil {
		panic(err) // crypto/rand never fails
	}
	v.id = id.String()
	v.ip = realIP(r, e.Config.Trusted)
	if e.Config.Production { // which is on https, so something in front speaks it
		v.behind = unnamedProxy(r, e.Config.Trusted)
		e.watchProxies(r, v)
	}
	v.locale = localeOf(r)
	v.agent = useragent.Truncate(r.UserAgent())
	v.crossSite = r.Header.Get("Sec-Fetch-Site") == "cross-site"
	return v
}

// newNonce has 132 random bits. It is the same length in every answer.
func newNonce() string { return secret.Token()[:22] }
