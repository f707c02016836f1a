package oidc

import (
	"context"
	"errors"
	"time"

	"kaiin/ent/oidcassertion"
	"kaiin/ent/oidcdevice"
	"kaiin/ent/oidcfamily"
	"kaiin/ent/oidckey"
	"kaiin/ent/oidcrequest"
	"kaiin/ent/oidctoken"
)

// told is how long a family that has ended is kept, so that a token of it which comes again is known for what it is.
const told = 24 * time.Hour

// Purge deletes what is over: requests, devices, assertions, tokens, and families with what is left of theirs; keys whose last tokens are.
func (s *Service) Purge(ctx context.Context) error {
	now := s.Clock.Now()
	return errors.Join(
		s.Store.DeleteBefore(ctx, oidcrequest.Table, oidcrequest.FieldExpiresAt, now),
		s.Store.DeleteBefore(ctx, oidcdevice.Table, oidcdevice.FieldExpiresAt, now.Add(-told)),
		s.Store.DeleteBefore(ctx, oidcassertion.Table, oidcassertion.FieldExpiresAt, now),
		s.Store.DeleteBefore(ctx, oidctoken.Table, oidctoken.FieldExpiresAt, now.Add(-told)),
		s.purgeFamilies(ctx, oidcfamily.FieldExpiresAt, now),
		s.purgeFamilies(ctx, oidcfamily.FieldEndedAt, now.Add(-told)),
		s.Store.DeleteBefore(ctx, oidckey.Table, oidckey.FieldRetiresAt, now.Add(-remembered)),
	)
}

// purgeFamilies deletes the families whose moment, a column, is before a time, and their tokens, in batches.
func (s *Service) purgeFamilies(ctx context.Context, moment string, before time.Time) error {
	for {
		var gone int
		err := s.Store.QueryRow(ctx, `WITH gone AS (DELETE FROM oidc_families WHERE ctid = ANY (ARRAY(
				SELECT ctid FROM oidc_families WHERE `+moment+` < $1 ORDER BY `+moment+` LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING id),
			tokens AS (DELETE FROM oidc_tokens WHERE family_id IN (SELECT id FROM gone))
			SELECT count(*) FROM gone`, before, batch).Scan(&gone)
		if err != nil || gone < batch {
			return err
		}
	}
}

// batch is how many families are deleted at once.
const batch = 500
