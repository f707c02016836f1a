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

// Purge deletes what is over: requests, devices, assertions, tokens, families, and keys whose last tokens are. A token whose family has gone
// is worth nothing, and goes when its own time is over.
func (s *Service) Purge(ctx context.Context) error {
	now := s.Clock.Now()
	return errors.Join(
		s.Store.DeleteBefore(ctx, oidcrequest.Table, oidcrequest.FieldExpiresAt, now),
		s.Store.DeleteBefore(ctx, oidcdevice.Table, oidcdevice.FieldExpiresAt, now.Add(-told)),
		s.Store.DeleteBefore(ctx, oidcassertion.Table, oidcassertion.FieldExpiresAt, now),
		s.Store.DeleteBefore(ctx, oidctoken.Table, oidctoken.FieldExpiresAt, now.Add(-told)),
		s.Store.DeleteBefore(ctx, oidcfamily.Table, oidcfamily.FieldExpiresAt, now),
		s.Store.DeleteBefore(ctx, oidcfamily.Table, oidcfamily.FieldEndedAt, now.Add(-told)),
		s.Store.DeleteBefore(ctx, oidckey.Table, oidckey.FieldRetiresAt, now.Add(-remembered)),
	)
}
