package visit

import (
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/base/secret"
	"kaiin/server/base/useragent"
)

// Headers between this server and Next, which do not count from outside, and those of the staff.
const (
	HeaderContext  = "X-Kaiin-Context"  // what Arrivals.Seal makes; Next sends it back with the calls of a page
	HeaderLocale   = "X-Kaiin-Locale"   // the language of the page
	HeaderNonce    = "X-Kaiin-Nonce"    // of the policy of the page, for its scripts
	HeaderExplorer = "X-Kaiin-Explorer" // 1: the staff have an explorer
	HeaderIssuer   = "X-Kaiin-Issuer"   // 1: the staff log in by their company's issuer
	ownPrefix      = "X-Kaiin-"

	HeaderStaff = "X-Kaiin-Staff" // 1: the cookie of the staff counts
	HeaderDry   = "X-Kaiin-Dry"   // cost: the staff ask what an operation would cost
)

// fromOutside are headers of ours that callers may send.
var fromOutside = []string{HeaderStaff, HeaderDry}

// Arrivals finds out what is known of requests. All exported fields are to be set.
type Arrivals struct {
	Config  *config.Config // whether this is production, and the trusted proxies
	Log     *slog.Logger
	Secrets *secret.Box // signs the context of pages

	proxies proxyWatch
}

// Now is the time by the clock of the machine, which no sandbox moves: by it go the time that a
// request takes, deadlines of a connection and the age of a page's context.
func Now() time.Time { return clock.Machine.Now() }

// Arrive puts into the context of a request what is known of it (Of).
func (a *Arrivals) Arrive(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(With(r.Context(), a.Identify(r))))
	})
}

// Identify finds out where a request comes from. A page's call carries the signed context of the
// request the page was made for.
func (a *Arrivals) Identify(r *http.Request) *Visit {
	v := &Visit{Began: Now(), Nonce: NewNonce(), Pattern: patternOf(r.URL.Path)}
	passed, ok := a.open(r.Header.Get(HeaderContext), v.Began)
	for name := range r.Header {
		if strings.HasPrefix(name, ownPrefix) && !slices.Contains(fromOutside, name) {
			delete(r.Header, name)
		}
	}
	if ok {
		v.ID, v.IP, v.Behind, v.Locale, v.Agent, v.FromPage = passed.ID, passed.IP, passed.Behind, passed.Locale, passed.Agent, true
		v.CrossSite = passed.CrossSite
		return v
	}
	id, err := uuid.NewV7()
	if err != nil {
		panic(err) // crypto/rand never fails
	}
	v.ID = id.String()
	v.IP = realIP(r, a.Config.Trusted)
	if a.Config.Production { // which is on https, so something in front speaks it
		v.Behind = unnamedProxy(r, a.Config.Trusted)
		a.watchProxies(r, v)
	}
	v.Locale = localeOf(r)
	v.Agent = useragent.Truncate(r.UserAgent())
	v.CrossSite = r.Header.Get("Sec-Fetch-Site") == "cross-site"
	return v
}

// NewNonce has 132 random bits. It is the same length in every answer.
func NewNonce() string { return secret.Token()[:22] }
