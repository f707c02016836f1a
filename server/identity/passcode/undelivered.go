package passcode

import (
	"context"

	"kaiin/ent"
	"kaiin/ent/authcode"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
)

// lost reports whether the message with a code that still works was given up, so that it will never
// be read. Of a login code it is never told: only members are mailed one, and strangers would learn
// who is a member.
func (s *Service) lost(ctx context.Context, to Scope, code *ent.AuthCode) (bool, error) {
	if to.Purpose == authcode.PurposeLogin {
		return false, nil
	}
	return s.Notify.Undelivered(ctx, notify.To{AccountID: to.AccountID, Address: to.Address}, code.CreatedAt)
}

// Undelivered reports whether the code of the scope still works, but was lost on its way.
func (s *Service) Undelivered(ctx context.Context, to Scope) (bool, error) {
	last, err := s.last(ctx, to)
	if err != nil || !s.works(last) {
		return false, err
	}
	return s.lost(ctx, to, last)
}

// tellUndelivered ends a code that was lost on its way and says so: sending another one to an
// address that takes none would keep its owner waiting for ever. Who asks again after that means
// it. Fault: UNDELIVERABLE.
func (s *Service) tellUndelivered(ctx context.Context, to Scope) error {
	lost, err := s.Undelivered(ctx, to)
	if err != nil || !lost {
		return err
	}
	if err := s.End(ctx, to); err != nil {
		return err
	}
	return fault.Conflict(fault.Undeliverable)
}
