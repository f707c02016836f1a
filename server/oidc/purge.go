package oidc

import (
	"context"
	"errors"
	"time"

	"kaiin/ent/oidcdevice"
	"kaiin/ent/oidckey"
	"kaiin/ent/oidcrequest"
)

// told is how long a family that has ended is kept, so that a token of it which comes again is
// known for what it is.
const told = 24 * time.Hour

// Purge deletes what is over: requests, devices, assertions, tokens, and families with what is left
// of theirs; keys whose last tokens are.
func (s *Service) Purge(ctx context.Context) error {
	now := s.Clock.Now()
	return errors.Join(
		s.Store.DeleteBefore(ctx, oidcrequest.Table, oidcrequest.FieldExpiresAt, now),
		s.Store.DeleteBefore(ctx, oidcdevice.Table, oidcdevice.FieldExpiresAt, now.Add(-told)),
		s.Store.DeleteBefore(ctx, "oidc_assertions", "expires_at", now),
		s.purgeTokens(ctx, now.Add(-told)),
		s.purgeFamilies(ctx, "expires_at", now),
		s.purgeFamilies(ctx, "ended_at", now.Add(-told)),
		s.Store.DeleteBefore(ctx, oidckey.Table, oidckey.FieldRetiresAt, now.Add(-remembered)),
	)
}

// purgeTokens deletes the tokens that were over before a time, and the families that have no token
// left, in batches.
func (s *Service) purgeTokens(ctx context.Context, before time.Time) error {
	return s.inBatches(ctx, `WITH gone AS (DELETE FROM oidc_tokens WHERE ctid = ANY (ARRAY(
			SELECT ctid FROM oidc_tokens WHERE expires_at < $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING family_id),
		empty AS (DELETE FROM oidc_families f WHERE id IN (SELECT family_id FROM gone)
			AND NOT EXISTS (SELECT FROM oidc_tokens t WHERE t.family_id = f.id AND t.expires_at >= $1))
		SELECT count(*) FROM gone`, before)
}

// purgeFamilies deletes the families whose moment, a column, is before a time, and their tokens,
// in batches.
func (s *Service) purgeFamilies(ctx context.Context, moment string, before time.Time) error {
	return s.inBatches(ctx, `WITH gone AS (DELETE FROM oidc_families WHERE ctid = ANY (ARRAY(
			SELECT ctid FROM oidc_families WHERE `+moment+` < $1 ORDER BY `+moment+` LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING id),
		tokens AS (DELETE FROM oidc_tokens WHERE family_id IN (SELECT id FROM gone))
		SELECT count(*) FROM gone`, before)
}

// inBatches runs a statement that deletes at most $2 rows and counts them, until there are fewer.
func (s *Service) inBatches(ctx context.Context, statement string, before time.Time) error {
	for {
		var gone int
		err := s.Store.QueryRow(ctx, statement, before, batch).Scan(&gone)
		if err != nil || gone < batch {
			return err
		}
	}
}

// batch is how many rows are deleted at once.
const batch = 500
