package app

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// session is a member who is logged in here. It is never changed, only replaced.
type session struct {
	id      *claims // of the ID token
	nonce   string
	tokens  tokens
	scopes  []string
	refused []string // scopes that were asked for and not given
	got     time.Time
}

// tokens are an answer of the token endpoint (RFC 6749 5.1, OpenID Connect Core 3.1.3.3).
type tokens struct {
	Access  string `json:"access_token"`
	Type    string `json:"token_type"`
	Refresh string `json:"refresh_token"`
	Scope   string `json:"scope"`
	IDToken string `json:"id_token"`
	Expires int    `json:"expires_in"` // seconds
}

// exchange asks the token endpoint. It goes on when the browser that it is for goes away: what the
// answer is for is spent.
func (s *Service) exchange(ctx context.Context, id, secret string, form url.Values) (*tokens, error) {
	ctx = context.WithoutCancel(ctx)
	said, err := s.provider.describe(ctx)
	if err != nil {
		return nil, err
	}
	got := new(tokens)
	if err := s.provider.post(ctx, said.Token, id, secret, form, got); err != nil {
		return nil, err
	}
	if got.Access == "" || !strings.EqualFold(got.Type, "Bearer") {
		return nil, fault{"unreadable", "token_type=" + got.Type}
	}
	return got, nil
}

// newSession is what has come of an attempt. Where the answer names no scopes, they are those that
// were asked for (RFC 6749 5.1).
func (s *Service) newSession(got *tokens, id *claims, a attempt) *session {
	now := &session{id: id, nonce: a.nonce, tokens: *got, scopes: strings.Fields(got.Scope), got: s.Clock.Now()}
	if got.Scope == "" {
		now.scopes = a.scopes
	}
	for _, one := range a.scopes {
		if !slices.Contains(now.scopes, one) {
			now.refused = append(now.refused, one)
		}
	}
	return now
}

// current is the browser's session; nil: no member is logged in.
func (s *Service) current(r *http.Request) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.browsers.of(r); b != nil {
		return b.session
	}
	return nil
}

// refresh exchanges the refresh token for new ones (RFC 6749 6). When the session was replaced or
// ended meanwhile, it stays so.
func (s *Service) refresh(w http.ResponseWriter, r *http.Request) {
	before := s.current(r)
	if before == nil {
		fail(w, fault{"logged-out", ""})
		return
	}
	now, err := s.refreshed(r.Context(), before)
	if err != nil {
		fail(w, err)
		return
	}
	s.mu.Lock()
	if b := s.browsers.of(r); b != nil && b.session == before {
		b.session = now
	}
	s.mu.Unlock()
	http.Redirect(w, r, "/app", http.StatusSeeOther)
}

// refreshed is what comes of a session. The new ID token speaks of the same login (OpenID Connect
// Core 12.2).
func (s *Service) refreshed(ctx context.Context, before *session) (*session, error) {
	got, err := s.exchange(ctx, diaryID, s.Secret, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {before.tokens.Refresh}})
	if err != nil {
		return nil, err
	}
	now := *before
	now.tokens, now.got, now.refused = *got, s.Clock.Now(), nil
	if got.Scope != "" {
		now.scopes = strings.Fields(got.Scope)
	}
	if got.Refresh == "" { // the one before stays good
		now.tokens.Refresh = before.tokens.Refresh
	}
	if got.IDToken == "" {
		now.tokens.IDToken = before.tokens.IDToken
		return &now, nil
	}
	if now.id, err = s.provider.idToken(ctx, got.IDToken, diaryID, got.Access); err != nil {
		return nil, err
	}
	switch {
	case now.id.Subject != before.id.Subject || !now.id.AuthTime.Time().Equal(before.id.AuthTime.Time()):
		return nil, fault{"sub", ""}
	case now.id.Nonce != "" && now.id.Nonce != before.nonce:
		return nil, fault{"nonce", ""}
	}
	return &now, nil
}

// userinfo is what the member lets an app know, now (OpenID Connect Core 5.3).
func (s *Service) userinfo(ctx context.Context, access, subject string) (map[string]any, error) {
	said, err := s.provider.describe(ctx)
	if err != nil {
		return nil, err
	}
	var about map[string]any
	if err := s.provider.get(ctx, said.UserInfo, access, &about); err != nil {
		return nil, err
	}
	if about["sub"] != subject {
		return nil, fault{"sub", ""}
	}
	return about, nil
}

// end logs the browser out here, and answers what it was logged in as.
func (s *Service) end(r *http.Request, leaving string) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.browsers.of(r)
	if b == nil {
		return nil
	}
	before := b.session
	b.session, b.ended, b.leaving = nil, false, leaving
	return before
}

// forget has the provider end what the app was given (RFC 7009). Where that fails, it ends by
// itself some day.
func (s *Service) forget(ctx context.Context, id, secret, refresh string) {
	if said, err := s.provider.describe(ctx); err == nil && refresh != "" {
		_ = s.provider.post(ctx, said.Revocation, id, secret, url.Values{"token": {refresh}, "token_type_hint": {"refresh_token"}}, nil)
	}
}
