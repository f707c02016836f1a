package visit

import (
	"net/http"
	"sync"
	"time"

	"kaiin/server/base/logs"
)

// proxySample is how many requests in a row make it certain that the address of the callers is not
// known.
const proxySample = 100

// proxyWatch finds out that KAIIN_TRUSTED_PROXIES lacks the proxy in front: request after request
// comes from inside (isFromInside).
type proxyWatch struct {
	mu        sync.Mutex
	inARow    int // requests from such addresses, since the last other one
	forwarded int // how many of them name another address
	line      OnceAMinute
}

// note counts a request, and answers how many came from inside in a row and how many of them name
// another address. It tells to say so when the sample is complete, once a minute at the most.
func (p *proxyWatch) note(inside, forwarded bool, now time.Time) (inARow, named int, tell bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !inside {
		p.inARow, p.forwarded = 0, 0
		return 0, 0, false
	}
	p.inARow++
	if forwarded {
		p.forwarded++
	}
	if p.inARow >= proxySample {
		_, tell = p.line.Note(now)
	}
	return p.inARow, p.forwarded, tell
}

// watchProxies logs that the proxy in front is not named. Checks of whatever runs this program do
// not count: they come from beside it.
func (a *Arrivals) watchProxies(r *http.Request, v *Visit) {
	if r.URL.Path == "/healthz" || r.URL.Path == "/readyz" {
		return
	}
	forwarded := r.Header["X-Forwarded-For"] != nil || r.Header["Forwarded"] != nil
	inARow, named, tell := a.proxies.note(isFromInside(r, a.Config.Trusted), forwarded, v.Began)
	if !tell {
		return
	}
	a.Log.ErrorContext(r.Context(), "every request comes from a private address: KAIIN_TRUSTED_PROXIES lacks the proxy in front, and members' addresses are not known", "alarm", logs.ProxyUnnamed,
		"address", v.IP, "requests", inARow, "forwarded", named)
}
