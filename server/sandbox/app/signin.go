package app

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// browser is what the diary keeps for a browser.
type browser struct {
	attempts []attempt // newest last: there may be some in other tabs
	session  *session  // nil: no member is logged in
	ended    bool      // the provider has ended the session
	leaving  string    // the state of a logout at the provider; "" when there is none
}

// attempt is a login that has begun.
type attempt struct {
	state, nonce, verifier string
	scopes                 []string
	fresh                  bool          // the member has to prove who they are anew: prompt=login, or max_age
	maxAge                 time.Duration // how long ago that may have been; 0: it must be new
	began                  time.Time
}

const (
	maxAttempts = 10 // of one browser
	// shortAge is the max_age that the app asks for.
	shortAge = time.Minute
	// byName is what the app asks for by name, without the scope (OpenID Connect Core 5.5).
	byName = `{"userinfo":{"email":{"essential":true}},"id_token":{"email":null}}`
)

// first are the scopes of a first login.
var first = []string{"openid", "profile"}

// login sends the browser to the provider, with the scopes that are held and the one that is added
// (OpenID Connect Core 3.1.2.1, RFC 7636).
func (s *Service) login(w http.ResponseWriter, r *http.Request) {
	said, err := s.provider.describe(r.Context())
	if err != nil {
		fail(w, err)
		return
	}
	a := attempt{state: rand.Text(), nonce: rand.Text(), verifier: rand.Text() + rand.Text(), began: s.Clock.Now()}
	more := url.Values{}
	switch r.PostFormValue("again") {
	case "":
	case "max_age":
		a.fresh, a.maxAge = true, shortAge
		more.Set("max_age", strconv.Itoa(int(shortAge.Seconds())))
	case "claims":
		more.Set("claims", byName)
	default:
		a.fresh = true
		more.Set("prompt", "login")
	}
	s.mu.Lock()
	b := s.browsers.of(r)
	if b == nil {
		b = new(browser)
		s.browsers.put(w, r, b)
	}
	a.scopes = slices.Clone(first)
	if b.session != nil {
		a.scopes = slices.Clone(b.session.scopes)
	}
	if add := r.PostFormValue("add"); add != "" && !slices.Contains(a.scopes, add) {
		a.scopes = append(a.scopes, add)
	}
	if b.attempts = append(b.attempts, a); len(b.attempts) > maxAttempts {
		b.attempts = b.attempts[1:]
	}
	s.mu.Unlock()

	challenge := sha256.Sum256([]byte(a.verifier))
	query := url.Values{
		"response_type": {"code"}, "client_id": {diaryID}, "redirect_uri": {s.URL + "/app/back"}, "scope": {strings.Join(a.scopes, " ")},
		"state": {a.state}, "nonce": {a.nonce}, "code_challenge": {base64.RawURLEncoding.EncodeToString(challenge[:])}, "code_challenge_method": {"S256"},
	}
	maps.Copy(query, more)
	http.Redirect(w, r, said.Authorization+"?"+query.Encode(), http.StatusSeeOther)
}

// back takes the provider's answer.
func (s *Service) back(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	for name, values := range query {
		if len(values) > 1 {
			fail(w, fault{"form", name})
			return
		}
	}
	a, found := s.attempt(r, query.Get("state"))
	switch {
	case !found:
		fail(w, fault{"state", ""})
		return
	case query.Get("iss") != s.Issuer: // RFC 9207 2.4
		fail(w, fault{"iss", "iss=" + query.Get("iss")})
		return
	case query.Has("error"):
		fail(w, fault{query.Get("error"), query.Get("error_description")})
		return
	}
	session, err := s.redeem(r.Context(), a, query.Get("code"))
	if err == nil {
		err = s.begin(w, r, session)
	}
	if err != nil {
		fail(w, err)
		return
	}
	http.Redirect(w, r, "/app", http.StatusSeeOther)
}

// attempt takes the browser's attempt with the state: each is answered once.
func (s *Service) attempt(r *http.Request, state string) (attempt, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.browsers.of(r)
	if b == nil {
		return attempt{}, false
	}
	at := slices.IndexFunc(b.attempts, func(one attempt) bool { return one.state == state })
	if at < 0 {
		return attempt{}, false
	}
	a := b.attempts[at]
	b.attempts = slices.Delete(b.attempts, at, at+1)
	return a, true
}

// redeem exchanges a code for a session.
func (s *Service) redeem(ctx context.Context, a attempt, code string) (*session, error) {
	got, err := s.exchange(ctx, diaryID, s.Secret, url.Values{
		"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {s.URL + "/app/back"}, "code_verifier": {a.verifier},
	})
	if err != nil {
		return nil, err
	}
	id, err := s.provider.idToken(ctx, got.IDToken, diaryID, got.Access)
	if err != nil {
		return nil, err
	}
	if id.Nonce != a.nonce {
		return nil, fault{"nonce", ""}
	}
	if a.fresh && (id.AuthTime == nil || id.AuthTime.Time().Before(a.began.Add(-a.maxAge-leeway))) {
		return nil, fault{"auth_time", ""}
	}
	return s.newSession(got, id, a), nil
}

// begin logs the browser in, under a new key. Fault: over, when the provider has ended the
// session meanwhile.
func (s *Service) begin(w http.ResponseWriter, r *http.Request, now *session) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, over := s.seen["session "+now.id.Session]; over {
		return fault{"over", ""}
	}
	b := s.browsers.of(r)
	if b == nil {
		return fault{"state", ""}
	}
	b.session, b.ended = now, false
	s.browsers.put(w, r, b)
	return nil
}
