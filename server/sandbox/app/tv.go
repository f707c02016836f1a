package app

import (
	"context"
	"encoding/base64"
	"html/template"
	"net/http"
	"net/url"
	"time"

	"rsc.io/qr"
)

// screen is a television in somebody's room: off, waiting for its member, or logged in.
type screen struct {
	device      *device
	since       time.Time
	interval    time.Duration
	next        time.Time // when the provider may be asked again
	session     *session
	why         *fault // why it is not logged in, or was not answered
	isAskingNow bool
}

// device is what the provider answers to a device that begins (RFC 8628 3.2).
type device struct {
	Code     string `json:"device_code"`
	UserCode string `json:"user_code"`
	At       string `json:"verification_uri"`
	Complete string `json:"verification_uri_complete"`
	Expires  int    `json:"expires_in"` // seconds
	Interval int    `json:"interval"`   // seconds; 0: five
}

const (
	tvScopes = "openid profile offline_access entitlements"
	tvWait   = 5 * time.Second // between two questions, and how much is added when that is too often (RFC 8628 3.5)
)

// startTV begins anew.
func (s *Service) startTV(w http.ResponseWriter, r *http.Request) {
	got, err := s.beginTV(r.Context())
	if err != nil {
		fail(w, err)
		return
	}
	now, wait := s.Clock.Now(), tvWait
	if got.Interval > 0 {
		wait = time.Duration(got.Interval) * time.Second
	}
	s.mu.Lock()
	s.screens.put(w, r, &screen{device: got, since: now, interval: wait, next: now.Add(wait)})
	s.mu.Unlock()
	http.Redirect(w, r, "/tv", http.StatusSeeOther)
}

func (s *Service) beginTV(ctx context.Context) (*device, error) {
	said, err := s.provider.describe(ctx)
	if err != nil {
		return nil, err
	}
	got := new(device)
	if err := s.provider.post(ctx, said.Device, tvID, "", url.Values{"scope": {tvScopes}}, got); err != nil {
		return nil, err
	}
	if got.Code == "" || got.UserCode == "" || got.At == "" {
		return nil, fault{"unreadable", "device_authorization"}
	}
	return got, nil
}

// tvPage is what the television shows.
type tvPage struct {
	Device    *device
	QR        template.URL
	Refresh   int // seconds until it asks again
	Why       *fault
	Subject   string
	Watchable []watchable
	Problem   *fault
}

func (s *Service) television(w http.ResponseWriter, r *http.Request) {
	s.ask(r)
	var now screen
	s.mu.Lock()
	if at := s.screens.of(r); at != nil {
		now = *at
	}
	s.mu.Unlock()
	p := tvPage{Why: now.why}
	switch {
	case now.session != nil:
		p.Subject = now.session.id.Subject
		p.Watchable, p.Problem = s.mayWatch(r, now.session)
	case now.device != nil:
		p.Device, p.QR = now.device, picture(now.device.Complete)
		p.Refresh = max(1, int((now.next.Sub(s.Clock.Now())+time.Second-1)/time.Second))
	}
	show(w, http.StatusOK, "tv", p)
}

// ask asks whether the member has answered, no more often than the provider wants, however often
// the page is opened (RFC 8628 3.4, 3.5).
func (s *Service) ask(r *http.Request) {
	s.mu.Lock()
	at := s.screens.of(r)
	due := at != nil && at.device != nil && !at.isAskingNow && !s.Clock.Now().Before(at.next)
	if !due {
		s.mu.Unlock()
		return
	}
	waits := at.device
	at.isAskingNow = true
	s.mu.Unlock()
	session, err := s.redeemTV(r.Context(), waits.Code)
	s.mu.Lock()
	defer s.mu.Unlock()
	if at.device != waits { // it was switched off meanwhile
		return
	}
	now := s.Clock.Now()
	at.isAskingNow, at.why, at.next = false, nil, now.Add(at.interval)
	switch code := codeOf(err); {
	case err == nil:
		at.session, at.device = session, nil
	case now.After(at.since.Add(time.Duration(waits.Expires) * time.Second)):
		at.device, at.why = nil, &fault{"expired_token", ""}
	case code == "authorization_pending":
	case code == "slow_down" || code == "unreachable" || code == "temporarily_unavailable":
		at.interval += tvWait
		at.next, at.why = now.Add(at.interval), asFault(err)
	default:
		at.device, at.why = nil, asFault(err)
	}
}

func (s *Service) redeemTV(ctx context.Context, code string) (*session, error) {
	got, err := s.exchange(ctx, tvID, "", url.Values{"grant_type": {"urn:ietf:params:oauth:grant-type:device_code"}, "device_code": {code}})
	if err != nil {
		return nil, err
	}
	id, err := s.provider.idToken(ctx, got.IDToken, tvID, got.Access)
	if err != nil {
		return nil, err
	}
	return s.newSession(got, id, attempt{}), nil
}

// endTV logs the television out.
func (s *Service) endTV(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	var before *session
	if at := s.screens.of(r); at != nil {
		before = at.session
		*at = screen{}
	}
	s.mu.Unlock()
	if before != nil {
		s.forget(r.Context(), tvID, "", before.tokens.Refresh)
	}
	http.Redirect(w, r, "/tv", http.StatusSeeOther)
}

// picture is the text as a QR code; "" where it is too long for one.
func picture(text string) template.URL {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return ""
	}
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(code.PNG()))
}
