package people

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
)

// manager is who decides on people; nil: a command, whose caller holds the database.
type manager struct{ *Person }

// decisionsLock makes decisions on people wait for one another, so that no two of them see the
// other's owner as the one who is left.
const decisionsLock = `SELECT pg_advisory_xact_lock(hashtextextended('staff members', 0))`

// manager takes the lock of all decisions and reads who decides again: they may have lost the
// right to while they waited. It must be called in a transaction. Faults: FORBIDDEN,
// MISSING_SCOPE.
func (s *Service) manager(ctx context.Context, by acts.Decision) (*manager, error) {
	if err := s.Store.Exec(ctx, decisionsLock); err != nil {
		return nil, err
	}
	staff := by.Staff()
	switch {
	case staff == nil:
		return nil, nil
	case !staff.IsPerson():
		return nil, fault.Denied(fault.Forbidden)
	}
	p, err := s.lookup(ctx, false, `m.id = $1`, staff.ID)
	if err != nil {
		return nil, err
	}
	if p == nil || p.State != Active || !slices.Contains(scope.Of(p.Roles...), scope.StaffManage) {
		return nil, fault.Denied(fault.MissingScope).With(map[string]any{"scope": string(scope.StaffManage)})
	}
	return &manager{p}, nil
}

// decidesOnOneself reports whether the decision is about the manager, or about who approved it.
func (m *manager) decidesOnOneself(by acts.Decision, id uuid.UUID) bool {
	return m != nil && m.ID == id || by.IsApprovedBy(id)
}

// mayGive is a fault where the roles hold a scope that neither the manager nor the roles before
// hold: SCOPE_EXCEEDS_OWN.
func (m *manager) mayGive(before, roles []string) error {
	if m == nil {
		return nil
	}
	own, had := scope.Of(m.Roles...), scope.Of(before...)
	for _, given := range scope.Of(roles...) {
		if !slices.Contains(own, given) && !slices.Contains(had, given) {
			return fault.Denied(fault.ScopeExceedsOwn).With(map[string]any{"scope": string(given)})
		}
	}
	return nil
}

// gives reports that a second person was asked instead; else the manager may give the roles, or
// somebody has approved that they are given. Fault: SCOPE_EXCEEDS_OWN.
func (m *manager) gives(ctx context.Context, by acts.Decision, a *acts.Act, beyond Beyond, before, roles []string) (asked bool, err error) {
	err = m.mayGive(before, roles)
	switch {
	case err == nil || by.IsApproved():
		return false, nil
	case beyond == nil:
		return false, err
	}
	return true, beyond(ctx, a, before, roles)
}

// owners are all who can log in as one.
func (s *Service) owners(ctx context.Context) ([]*Person, error) {
	return s.people(ctx, `m.disabled_at IS NULL AND (m.password_hash IS NOT NULL OR m.subject IS NOT NULL) AND $1 = ANY (string_to_array(m.roles, ' ')) ORDER BY m.number`, string(scope.Owner))
}

// notTheLast is a fault where the person is the only owner who can log in: LAST_OWNER.
func (s *Service) notTheLast(ctx context.Context, p *Person) error {
	if !p.isOwner() {
		return nil
	}
	owners, err := s.owners(ctx)
	if err == nil && len(owners) <= 1 {
		err = fault.Precondition(fault.LastOwner)
	}
	return err
}

// noticeLocale is the language of what the staff are mailed: they have none of their own.
const noticeLocale = "ja"

// TellApprovers mails everybody who may decide it that a second person is asked for: who holds both
// scopes, but for the one who asks. It joins the caller's transaction.
func (s *Service) TellApprovers(ctx context.Context, asks *actor.Staff, both [2]scope.Scope, told notify.StaffAsked) error {
	all, err := s.people(ctx, `m.disabled_at IS NULL AND (m.password_hash IS NOT NULL OR m.subject IS NOT NULL) AND m.id <> $1 ORDER BY m.number`, asks.ID)
	if err != nil {
		return err
	}
	for _, p := range all {
		if held := scope.Of(p.Roles...); !slices.Contains(held, both[0]) || !slices.Contains(held, both[1]) {
			continue
		}
		if err := s.Notify.Send(ctx, notify.To{Address: p.Email, Locale: noticeLocale}, told); err != nil {
			return err
		}
	}
	return nil
}

// tellOwners mails what was decided about the person to all owners who are left. It joins the
// caller's transaction.
func (s *Service) tellOwners(ctx context.Context, by acts.Decision, what string, p *Person) error {
	roles := strings.Join(p.Roles, " ")
	if what == "disabled" {
		roles = ""
	}
	return s.Tell(ctx, notify.StaffChanged{At: s.Clock.Now(), What: what, By: by.By(), Name: p.Name, Email: p.Email, Roles: roles})
}
