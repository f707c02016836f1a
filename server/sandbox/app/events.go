package app

import (
	"cmp"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"slices"
	"time"
)

const (
	maxTold   = 64 << 10 // bytes of what the provider tells
	maxEvents = 20       // that are kept
)

// changed is the provider's event: what a member may watch has changed.
const changed = "urn:kaiin:event:entitlements-changed"

// event is one that came.
type event struct {
	Subject   string
	Watchable []watchable
	AsOf      float64 // when it was so, in seconds with a fraction
	CameAt    time.Time
}

// watchable is something that a member may watch.
type watchable struct {
	Plan  string     `json:"plan"`
	Since time.Time  `json:"since"`
	Until *time.Time `json:"until"` // nil: for good
}

// receive takes a security event token (RFC 8935 2). One that comes again, because the answer to it
// was lost, is taken and not kept twice.
func (s *Service) receive(w http.ResponseWriter, r *http.Request) {
	refuse := func(code, why string) {
		w.Header().Set("Content-Language", "en")
		answer(w, http.StatusBadRequest, map[string]string{"err": code, "description": why})
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxTold))
	if kind, _, wrong := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || wrong != nil || kind != "application/secevent+jwt" {
		refuse("invalid_request", "The body is not an application/secevent+jwt.")
		return
	}
	c, err := s.provider.open(r.Context(), string(raw), "secevent+jwt", diaryID)
	if err != nil {
		code, known := map[string]string{"iss": "invalid_issuer", "aud": "invalid_audience", "signature": "invalid_key"}[codeOf(err)]
		if !known {
			code = "invalid_request"
		}
		refuse(code, err.Error())
		return
	}
	var says struct {
		Watchable []watchable `json:"entitlements"`
	}
	news, has := c.Events[changed]
	if c.ID == "" || len(c.Events) == 0 || c.About.Format != "iss_sub" || c.About.Issuer != s.Issuer || c.About.Subject == "" || has && json.Unmarshal(news, &says) != nil {
		refuse("invalid_request", "The event does not say what it must.")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Clock.Now()
	if s.once("event "+c.ID, now) && has { // events of an unknown member change nothing
		s.events = append(s.events, event{c.About.Subject, says.Watchable, c.AsOf, now})
		slices.SortStableFunc(s.events, func(a, b event) int { return cmp.Compare(b.AsOf, a.AsOf) }) // they need not come in their order
		s.events = s.events[:min(len(s.events), maxEvents)]
	}
	w.WriteHeader(http.StatusAccepted)
}

// eventsOf are those of the member, the latest first, which is the present state.
func (s *Service) eventsOf(subject string) []event {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.events), func(one event) bool { return one.Subject != subject })
}
