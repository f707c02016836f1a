package idp

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"kaiin/server/sandbox/outcome"
)

// Client is the one client a face knows; the zero value takes the face away.
type Client struct{ ID, Secret string }

// Clients are the product's clients at the faces.
type Clients struct{ LINE, Google, YahooJapan, Facebook, Company Client }

// Clock tells the time in tokens.
type Clock interface{ Now() time.Time }

// Config is what a Service is made of.
type Config struct {
	Clients   Clients
	PublicURL string // where browsers and the product reach the sandbox; empty: where they called it
	Clock     Clock
	Queue     *outcome.Queue
}

// Service is the pretended providers. It is safe for concurrent use, and keeps nothing across
// a restart.
type Service struct {
	Config
	faces []*face

	mu     sync.Mutex
	codes  map[string]*grant
	tokens map[string]*grant
}

// New checks the clients. Its error names every fault at once.
func New(cfg Config) (*Service, error) {
	s := &Service{Config: cfg, faces: offered(cfg.Clients)}
	s.Reset()
	var faults []error
	for _, f := range s.faces {
		if f.client.ID == "" || f.client.Secret == "" {
			faults = append(faults, fmt.Errorf("the client id and the client secret of %s go together", f.title))
		}
	}
	return s, errors.Join(faults...)
}

// handler answers for a face.
type handler func(f *face, w http.ResponseWriter, r *http.Request)

// Routes adds the addresses of every face.
func (s *Service) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /idp", s.overview)
	for _, f := range s.faces {
		at := func(method, path string, handle handler) {
			mux.HandleFunc(method+" "+f.base()+path, func(w http.ResponseWriter, r *http.Request) { handle(f, w, r) })
		}
		at("GET", f.authorize, s.showPicker)
		at("POST", f.authorize, s.choose)
		at("POST", "/approve", s.approve)
		at("POST", f.token, s.disturbed(functionToken, s.exchange))
		if !f.openID() {
			at("GET", f.userinfo, s.disturbed(functionUserinfo, s.me))
			at("GET", "/{version}/debug_token", s.debugToken)
			continue
		}
		at("GET", f.userinfo, s.disturbed(functionUserinfo, s.attributes))
		at("GET", "/.well-known/openid-configuration", s.disturbed(functionDiscovery, s.discover))
		at("GET", f.keys, s.disturbed(functionKeys, publishKeys))
		switch f.name {
		case line:
			at("GET", "/oauth2/v2.1/verify", s.verifyAccessToken)
			at("POST", "/oauth2/v2.1/verify", s.verifyIDToken)
			at("GET", "/v2/profile", s.profile)
		case yahooJapan:
			at("GET", "/public-keys", publishPEM)
		}
	}
}

// Reset forgets every code and every token: anyone in the middle of signing in has to begin again.
func (s *Service) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.codes, s.tokens = map[string]*grant{}, map[string]*grant{}
}

// Faces are the names of the providers that are played, as people know them.
func (s *Service) Faces() []string {
	var titles []string
	for _, f := range s.faces {
		titles = append(titles, f.title)
	}
	return titles
}

// issuer is the address of a face, which tokens name.
func (s *Service) issuer(f *face, r *http.Request) string {
	base := s.PublicURL
	if base == "" {
		base = (&url.URL{Scheme: "http", Host: r.Host}).String()
	}
	return base + f.base()
}
