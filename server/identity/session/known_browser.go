package session

import (
	"context"
	"database/sql"
	"encoding/base64"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/secret"
)

const (
	browserLife = 400 * 24 * time.Hour // that a browser is known after its last login: as long as browsers keep a cookie
	seenAfter   = 24 * time.Hour       // how exact last_seen_at is
)

// Familiar is what an account knows of a browser.
type Familiar struct {
	Known   bool // the browser has logged in to the account before
	Trusted bool // it is a trusted device of the account

	id     uuid.UUID // of the row that says that it is known
	seenAt time.Time
}

// Name names the actor's browser for counting what it does, apart from all others; "" for one that
// the account does not know.
func (f Familiar) Name(a actor.Actor) string {
	switch {
	case f.Known:
		return base64.RawURLEncoding.EncodeToString(hashOf(a.KnownBrowser))
	case f.Trusted:
		return base64.RawURLEncoding.EncodeToString(hashOf(a.TrustedDevice))
	}
	return ""
}

// Familiar is what the account knows of the actor's browser, read by one statement, or none where
// the browser has no cookie that could tell.
func (s *Service) Familiar(ctx context.Context, a actor.Actor, accountID uuid.UUID) (Familiar, error) {
	var f Familiar
	if a.KnownBrowser == "" && a.TrustedDevice == "" {
		return f, nil
	}
	now := s.Clock.Now()
	var id uuid.NullUUID
	var seenAt sql.NullTime
	err := s.Store.QueryRow(ctx, `
		SELECT k.id, k.last_seen_at,
			EXISTS (SELECT FROM trusted_devices WHERE account_id = $1 AND token_hash = $3 AND expires_at > $4)
		FROM (VALUES (1)) AS one
		LEFT JOIN known_browsers AS k ON k.account_id = $1 AND k.token_hash = $2 AND k.last_seen_at > $5`,
		accountID, hashOf(a.KnownBrowser), hashOf(a.TrustedDevice), now, now.Add(-browserLife)).Scan(&id, &seenAt, &f.Trusted)
	f.Known, f.id, f.seenAt = id.Valid, id.UUID, seenAt.Time
	return f, err
}

// hashOf is the hash of a cookie's secret; nil for a browser without the cookie.
func hashOf(token string) []byte {
	if token == "" {
		return nil
	}
	return secret.HashToken(token)
}
