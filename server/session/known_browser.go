package session

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/knownbrowser"
	"kaiin/server/actor"
	"kaiin/server/secret"
)

const (
	browserLife = 400 * 24 * time.Hour // that a browser is known after its last login: as long as browsers keep a cookie
	seenAfter   = 24 * time.Hour       // how exact last_seen_at is
)

// LookupBrowser is the row that tells that the actor's browser has logged in to the account before; nil when none does.
func (s *Service) LookupBrowser(ctx context.Context, a actor.Actor, accountID uuid.UUID) (*ent.KnownBrowser, error) {
	if a.KnownBrowser == "" {
		return nil, nil
	}
	row, err := s.Store.Client(ctx).KnownBrowser.Query().Where(
		knownbrowser.AccountID(accountID), knownbrowser.TokenHash(secret.HashToken(a.KnownBrowser)),
		knownbrowser.LastSeenAtGT(s.Clock.Now().Add(-browserLife)),
	).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return row, err
}

// Know notes a login from the actor's browser, and reports whether the account knew it; a caller that has looked up the row
// that says so passes it. The token is for the cookie latid; "" when the browser keeps the one it has. A browser that was
// not known gets a new one, since what it sent may have been planted; the other accounts that know the browser go along.
func (s *Service) Know(ctx context.Context, a actor.Actor, accountID uuid.UUID, row *ent.KnownBrowser) (known bool, token string, err error) {
	if row == nil {
		if row, err = s.LookupBrowser(ctx, a, accountID); err != nil {
			return false, "", err
		}
	}
	client, now := s.Store.Client(ctx), s.Clock.Now()
	if row != nil {
		if now.Sub(row.LastSeenAt) < seenAfter {
			return true, "", nil
		}
		return true, "", client.KnownBrowser.Update().Where(knownbrowser.ID(row.ID)).SetLastSeenAt(now).Exec(ctx)
	}
	former := knownbrowser.TokenHash(secret.HashToken(a.KnownBrowser))
	token = secret.Token()
	if a.KnownBrowser != "" {
		if _, err := client.KnownBrowser.Delete().Where(former, knownbrowser.AccountID(accountID)).Exec(ctx); err != nil {
			return false, "", err
		}
		if err := client.KnownBrowser.Update().Where(former).SetTokenHash(secret.HashToken(token)).Exec(ctx); err != nil {
			return false, "", err
		}
	}
	return false, token, client.KnownBrowser.Create().SetCreatedAt(now).SetLastSeenAt(now).
		SetAccountID(accountID).SetTokenHash(secret.HashToken(token)).Exec(ctx)
}
