package app

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// The clients of the demo store that are played.
const (
	diaryID = "cinema-diary"
	tvID    = "todaiza-tv"
)

// Clock tells the time.
type Clock interface{ Now() time.Time }

// Config is what a Service is made of.
type Config struct {
	URL    string // where browsers and the product reach the apps: an origin
	Secret string // of cinema-diary; empty: there are no apps
	Issuer string // the product, as browsers and tokens know it; empty: there are no apps
	Inside string // where this process reaches the product
	Clock  Clock
}

// Service is the two apps. It is safe for concurrent use, and keeps nothing across a restart.
type Service struct {
	Config
	provider *provider

	mu       sync.Mutex // guards all that follows, never held across a call to the provider
	browsers jar[browser]
	screens  jar[screen]
	seen     map[string]time.Time // names of what the provider told, until when they are remembered
	events   []event              // newest first
}

// New checks the addresses.
func New(cfg Config) (*Service, error) {
	s := &Service{Config: cfg}
	if !s.Offered() {
		return s, nil
	}
	at, err := url.Parse(cfg.URL)
	if err != nil || at.Host == "" {
		return nil, errors.New("the address of the sandbox's apps is not an absolute http address")
	}
	if cfg.Inside == "" {
		s.Inside = cfg.Issuer
	}
	s.URL, s.Issuer, s.Inside = strings.TrimRight(cfg.URL, "/"), strings.TrimRight(cfg.Issuer, "/"), strings.TrimRight(s.Inside, "/")
	s.provider = newProvider(s.Issuer, s.Inside, cfg.Clock.Now)
	s.Reset()
	return s, nil
}

// Offered tells whether there are apps.
func (s *Service) Offered() bool { return s.Secret != "" && s.Issuer != "" }

// Reset forgets who is logged in, and what the provider told.
func (s *Service) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.browsers, s.screens = jar[browser]{name: "cinema_diary", path: "/app"}, jar[screen]{name: "todaiza_tv", path: "/tv"}
	s.seen, s.events = map[string]time.Time{}, nil
}

// Routes adds the addresses of both apps.
func (s *Service) Routes(mux *http.ServeMux) {
	if !s.Offered() {
		return
	}
	page := func(path string, show http.HandlerFunc) { mux.Handle("GET "+path, s.atHome(show)) }
	page("/app", s.home)
	page("/app/back", s.back)
	page("/app/watching", s.watching)
	page("/app/terms", about("terms"))
	page("/app/privacy", about("privacy"))
	page("/tv", s.television)

	button := func(path string, do http.HandlerFunc) {
		mux.Handle("POST "+path, http.NewCrossOriginProtection().Handler(do))
	}
	button("/app/login", s.login)
	button("/app/refresh", s.refresh)
	button("/app/leave", s.leave)
	button("/app/leave/everywhere", s.leaveEverywhere)
	button("/tv/start", s.startTV)
	button("/tv/end", s.endTV)

	mux.HandleFunc("POST /app/logout", s.backChannel)
	mux.HandleFunc("POST /app/events", s.receive)
}

// atHome leads a browser that came by another name of this machine to the one under which the apps
// keep their cookies.
func (s *Service) atHome(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, host, _ := strings.Cut(s.URL, "://"); r.Host != host {
			http.Redirect(w, r, s.URL+r.URL.RequestURI(), http.StatusFound)
			return
		}
		next(w, r)
	})
}

// once remembers the name of something that was told, and reports whether it is new. The caller
// holds the lock.
func (s *Service) once(name string, now time.Time) bool {
	for old, until := range s.seen {
		if now.After(until) {
			delete(s.seen, old)
		}
	}
	_, known := s.seen[name]
	s.seen[name] = now.Add(remembered)
	return !known
}

// remembered is how long something that was told is known when it comes again: far longer than a
// token of it is good.
const remembered = 24 * time.Hour
