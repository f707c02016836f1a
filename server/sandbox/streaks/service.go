package streaks

import (
	"crypto/subtle"
	"net/http"
	"strings"
	"time"

	"kaiin/server/sandbox/outcome"
)

// Name is the service's in the queue of outcomes.
const Name = "streaks"

// What a call can result in, apart from the outcomes that every service has.
const (
	forbidden     = "forbidden"
	notFound      = "not_found"
	tooMany       = "too_many"
	timeout       = "timeout"
	empty         = "empty"
	streamMissing = "stream_missing"
	streamBroken  = "stream_broken"
)

// Outcomes are all that may be scripted.
var Outcomes = []string{
	forbidden, notFound, tooMany, outcome.HTTP500, outcome.Slow, timeout, outcome.Cut, empty, streamMissing, streamBroken,
}

// Script is what may be scripted.
var Script = outcome.Service{Outcomes: Outcomes}

// Clock tells where a live stream is.
type Clock interface{ Now() time.Time }

// Account is the product's project at STREAKS.
type Account struct {
	Project string // empty: the service is not there
	APIKey  string
	Site    string // the origin that may ask
}

// Config is what a Service is made of.
type Config struct {
	Account   Account
	PublicURL string // where browsers reach the sandbox; empty: under the host name the product calls it by
	Clock     Clock
	Queue     *outcome.Queue
}

// Service is safe for concurrent use, and keeps nothing.
type Service struct{ Config }

// New makes the service.
func New(cfg Config) *Service { return &Service{cfg} }

// Routes adds its addresses.
func (s *Service) Routes(mux *http.ServeMux) {
	if s.Account.Project == "" {
		return
	}
	mux.HandleFunc("GET /streaks/v1/projects/{project}/medias/{media}", s.serveMedia)
	mux.HandleFunc("GET /streaks/streams/{ref}/{file}", s.serveStream)
}

// Items are the reference ids that are no ordinary film; none without the service.
func (s *Service) Items() []Item {
	if s.Account.Project == "" {
		return nil
	}
	return items
}

// These say which calls an outcome is for.
func ofList(e outcome.Entry) bool { return e.Outcome == streamMissing }
func ofPart(e outcome.Entry) bool { return e.Outcome == streamBroken }
func ofAPI(e outcome.Entry) bool  { return !ofList(e) && !ofPart(e) }

// known tells whether a call comes from the product, for its project.
func (s *Service) known(r *http.Request) bool {
	key := subtle.ConstantTimeCompare([]byte(r.Header.Get("X-Streaks-Api-Key")), []byte(s.Account.APIKey)) == 1
	return key && r.PathValue("project") == s.Account.Project && r.Header.Get("Origin") == s.Account.Site &&
		strings.HasPrefix(r.Header.Get("Referer"), s.Account.Site)
}
