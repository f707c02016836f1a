package captcha

import (
	"embed"
	"net/http"
	"sync"
	"time"

	"kaiin/server/sandbox/outcome"
)

// Name is the service's in the queue of outcomes.
const Name = "bot-check"

// What a look at a token can result in, apart from the outcomes that every service has.
const (
	fail          = "fail"
	lowScore      = "low_score"
	wrongHostname = "wrong_hostname"
	reuse         = "reuse"
	timeout       = "timeout"
)

// Script is what may be scripted.
var Script = outcome.Service{Outcomes: []string{fail, lowScore, wrongHostname, reuse, outcome.HTTP500, timeout}}

// Clock tells how old a token is.
type Clock interface{ Now() time.Time }

// Config is what a Service is made of.
type Config struct {
	Secret string // of the product; empty: the services are not there
	Clock  Clock
	Queue  *outcome.Queue
}

// Service is both services. It is safe for concurrent use, and keeps nothing across a restart.
type Service struct {
	Config

	mu     sync.Mutex
	tokens map[string]*token
}

// vendor is what differs between the two.
type vendor struct {
	name string
	base string // of the script and the token address
	at   string // of siteverify
	life time.Duration
}

var vendors = []*vendor{
	{"recaptcha", "/recaptcha/", "/recaptcha/api/siteverify", 2 * time.Minute},
	{"turnstile", "/turnstile/v0/", "/turnstile/v0/siteverify", 5 * time.Minute},
}

// New makes the services.
func New(cfg Config) *Service {
	s := &Service{Config: cfg}
	s.Reset()
	return s
}

// Routes adds the addresses of both.
func (s *Service) Routes(mux *http.ServeMux) {
	if s.Secret == "" {
		return
	}
	for _, v := range vendors {
		mux.HandleFunc("GET "+v.base+"api.js", v.serveScript)
		mux.HandleFunc("POST "+v.base+"token", func(w http.ResponseWriter, r *http.Request) { s.issue(v, w, r) })
		mux.HandleFunc("POST "+v.at, func(w http.ResponseWriter, r *http.Request) { s.verify(v, w, r) })
	}
}

// Reset forgets every token.
func (s *Service) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tokens = map[string]*token{}
}

//go:embed assets/*.js
var scripts embed.FS

func (v *vendor) serveScript(w http.ResponseWriter, _ *http.Request) {
	script, err := scripts.ReadFile("assets/" + v.name + ".js")
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/javascript; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	_, _ = w.Write(script)
}
