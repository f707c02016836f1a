package acts

import (
	"context"
	"errors"

	"kaiin/server/base/reseal"
)

// contents are the columns that a row forgets.
var contents = []string{
	"name", "through", "command", "kind", "account_id", "target_type", "target_id", "reason", "ticket", "outcome", "detail_hash", "salt",
	"staff_id", "role", "staff_number", "department", "fields", "reason_kind", "ip", "request_id", "proposal_id", "approver_id",
}

// Purge seals the days that are over. Then acts whose time is over forget what they say, and their
// details and the members that they are about are deleted. A trigger refuses that of an act whose
// day is not sealed.
func (s *Service) Purge(ctx context.Context) error {
	now := s.Clock.Now()
	return errors.Join(
		s.Seal(ctx),
		s.Store.ClearBefore(ctx, "acts", "keep_until", now, contents, "forgotten_at", now, "forgotten_at IS NULL"),
		s.Store.DeleteBefore(ctx, "act_details", "keep_until", now),
		s.Store.DeleteBefore(ctx, "act_subjects", "keep_until", now),
		s.Store.DeleteBefore(ctx, "act_holds", "until", now),
		s.Store.DeleteBefore(ctx, "staff_requests", "created_at", now.Add(-keysKept)),
	)
}

// Sealed is the column of this package that hangs on the service's secret. What is sealed anew has
// the same salt and details, so its hash stays.
func (s *Service) Sealed() []reseal.Column {
	return []reseal.Column{{Table: "act_details", Name: "sealed", Read: "sealed <> ''", By: []string{"id"}, Reseal: reseal.Sealed(func(by []string) string { return sealing(by[0]) })}}
}
