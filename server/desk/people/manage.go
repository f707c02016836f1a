package people

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
	"kaiin/server/base/typed"
	"kaiin/server/identity/account"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
)

// Invite is somebody who is to work here.
type Invite struct {
	Email, Name, Department string
	Roles                   []string

	// Beyond asks a second person instead, where the roles hold more than who invites does.
	Beyond Beyond `json:"-"`
}

// Beyond keeps what somebody wants to give who does not hold it themselves, for a second person to
// decide; nil refuses it. It joins the transaction of the decision, which then does nothing else.
type Beyond func(ctx context.Context, a *acts.Act, before, roles []string) error

// Invitation is how somebody who was invited, or reset, gets in. Who decides at the desk is not
// shown the link: it is mailed to the person.
type Invitation struct {
	StaffID   uuid.UUID
	Number    int
	Token     string // of the link, shown once; "" at the desk, and where the company's issuer says who comes
	ExpiresAt time.Time
}

const longestName = 100 // characters

func (in Invite) cleaned() (Invite, error) {
	in.Email, in.Name, in.Department = normal(in.Email), typed.Name(in.Name), typed.Name(in.Department)
	var wrong fault.Fields
	switch {
	case in.Email == "":
		wrong.Add("email", fault.Required)
	case !account.IsEmail(in.Email):
		wrong.Add("email", fault.EmailInvalid)
	}
	switch {
	case in.Name == "":
		wrong.Add("name", fault.Required)
	case len([]rune(in.Name)) > longestName:
		wrong.AddWith("name", fault.TooLong, map[string]any{"max": longestName})
	}
	if len([]rune(in.Department)) > longestName {
		wrong.AddWith("department", fault.TooLong, map[string]any{"max": longestName})
	}
	var err error
	if in.Roles, err = knownRoles(in.Roles); err != nil {
		f, _ := fault.As(err)
		wrong = append(wrong, f.Fields...)
	}
	return in, wrong.Err()
}

// knownRoles are the roles in their order, each once. Fault: REQUIRED or INVALID_CHOICE on roles.
func knownRoles(roles []string) (known []string, err error) {
	for _, role := range roles {
		if !scope.IsRole(role) {
			return nil, fault.Invalid(fault.InvalidChoice, "roles")
		}
	}
	for _, role := range scope.Roles() {
		if slices.Contains(roles, string(role)) {
			known = append(known, string(role))
		}
	}
	if len(known) == 0 {
		return nil, fault.Invalid(fault.Required, "roles")
	}
	return known, nil
}

// Invite lets somebody begin to work here, or work here again. Faults: what is wrong with a field;
// STAFF_EXISTS; SCOPE_EXCEEDS_OWN; those of manage.
func (s *Service) Invite(ctx context.Context, by acts.Decision, in Invite) (Invitation, error) {
	var out Invitation
	act := acts.Act{Kind: acts.StaffInvited, Target: target(uuid.Nil), Details: in}
	err := by.Do(ctx, act, func(ctx context.Context, a *acts.Act) error {
		in, err := in.cleaned()
		if err != nil {
			return err
		}
		manager, err := s.manager(ctx, by)
		if err != nil {
			return err
		}
		p, err := s.lookup(ctx, true, `m.email = $1`, in.Email)
		switch {
		case err != nil:
			return err
		case p != nil && p.State != Disabled:
			return fault.Conflict(fault.StaffExists)
		case p != nil && manager.decidesOnOneself(by, p.ID):
			return fault.Denied(fault.StaffOneself)
		}
		if asked, err := manager.gives(ctx, by, a, in.Beyond, nil, in.Roles); err != nil || asked {
			return err
		}
		if p, err = s.employ(ctx, p, in); err != nil {
			return err
		}
		a.Target, a.Details = target(p.ID), in
		if out, err = s.invite(ctx, by, p); err != nil {
			return err
		}
		return s.tellOwners(ctx, by, "invited", p)
	})
	return out, err
}

// employ adds a row, or takes somebody back who was disabled, under their number.
func (s *Service) employ(ctx context.Context, p *Person, in Invite) (*Person, error) {
	now, roles := s.Clock.Now(), strings.Join(in.Roles, " ")
	var err error
	id := uuid.Must(uuid.NewV7())
	if p == nil {
		err = s.Store.Exec(ctx, `INSERT INTO staff_members (id, created_at, changed_at, number, name, department, email, roles, last_step)
			SELECT $1, $2, $2, coalesce(max(number), 0) + 1, $3, $4, $5, $6, 0 FROM staff_members`, id, now, in.Name, store.Nullable(in.Department), in.Email, roles)
	} else {
		id = p.ID
		err = s.Store.Exec(ctx, `UPDATE staff_members SET changed_at = $2, name = $3, department = $4, roles = $5, disabled_at = NULL WHERE id = $1`,
			id, now, in.Name, store.Nullable(in.Department), roles)
	}
	if err != nil {
		return nil, err
	}
	return s.lookup(ctx, true, `m.id = $1`, id)
}

// invite replaces the invitation of the person.
func (s *Service) invite(ctx context.Context, by acts.Decision, p *Person) (Invitation, error) {
	now := s.Clock.Now()
	out := Invitation{StaffID: p.ID, Number: p.Number, ExpiresAt: now.Add(boundWithin)}
	var hash []byte
	if !s.ByIssuer {
		out.Token, out.ExpiresAt = secret.Token(), now.Add(linkLife)
		hash = secret.HashToken(out.Token)
	}
	if err := s.endInvites(ctx, p.ID); err != nil {
		return out, err
	}
	err := s.Store.Exec(ctx, `INSERT INTO staff_invites (id, created_at, staff_id, token_hash, expires_at) VALUES ($1, $2, $3, $4, $5)`,
		uuid.Must(uuid.NewV7()), now, p.ID, hash, out.ExpiresAt)
	if err != nil || by.Staff() == nil {
		return out, err
	}
	told := notify.StaffInvitation{By: by.By(), Path: s.InvitePath(out.Token), Until: out.ExpiresAt, ByLogin: s.ByIssuer}
	out.Token = ""
	return out, s.Notify.Send(ctx, notify.To{Address: p.Email, Locale: noticeLocale}, told)
}

func (s *Service) endInvites(ctx context.Context, id uuid.UUID) error {
	return s.Store.Exec(ctx, `DELETE FROM staff_invites WHERE staff_id = $1`, id)
}

// SetRoles gives somebody other roles; their sessions end. Faults: REQUIRED or INVALID_CHOICE on
// roles; SCOPE_EXCEEDS_OWN where beyond is nil; LAST_OWNER; those of manage.
func (s *Service) SetRoles(ctx context.Context, by acts.Decision, staffID uuid.UUID, roles []string, beyond Beyond) error {
	return s.manage(ctx, by, acts.StaffChanged, "roles", staffID, map[string]any{"roles": roles}, func(ctx context.Context, m *manager, p *Person, a *acts.Act) error {
		known, err := knownRoles(roles)
		if err != nil {
			return err
		}
		if slices.Equal(known, p.Roles) {
			a.Unchanged = true
			return nil
		}
		if asked, err := m.gives(ctx, by, a, beyond, p.Roles, known); err != nil || asked {
			return err
		}
		if !slices.Contains(known, string(scope.Owner)) {
			if err := s.notTheLast(ctx, p); err != nil {
				return err
			}
		}
		a.Details = map[string]any{"before": p.Roles, "after": known}
		p.Roles = known
		if err := s.Store.Exec(ctx, `UPDATE staff_members SET roles = $2, changed_at = $3 WHERE id = $1`, p.ID, strings.Join(known, " "), s.Clock.Now()); err != nil {
			return err
		}
		return s.endSessions(ctx, p.ID)
	})
}

// Disable lets somebody in no more: their sessions and invitations end, and what they logged in
// with is forgotten. Faults: LAST_OWNER; those of manage.
func (s *Service) Disable(ctx context.Context, by acts.Decision, staffID uuid.UUID) error {
	return s.manage(ctx, by, acts.StaffDisabled, "disabled", staffID, nil, func(ctx context.Context, _ *manager, p *Person, a *acts.Act) error {
		if p.State == Disabled {
			a.Unchanged = true
			return nil
		}
		if err := s.notTheLast(ctx, p); err != nil {
			return err
		}
		if err := s.forget(ctx, p.ID); err != nil {
			return err
		}
		return s.Store.Exec(ctx, `UPDATE staff_members SET disabled_at = $2 WHERE id = $1`, p.ID, s.Clock.Now())
	})
}

// Reset takes from somebody what they log in with, and invites them anew. Faults: not found for
// somebody who was disabled; those of manage.
func (s *Service) Reset(ctx context.Context, by acts.Decision, staffID uuid.UUID) (Invitation, error) {
	var out Invitation
	err := s.manage(ctx, by, acts.StaffReset, "reset", staffID, nil, func(ctx context.Context, _ *manager, p *Person, _ *acts.Act) (err error) {
		if p.State == Disabled {
			return fault.NotFound()
		}
		if err := s.forget(ctx, p.ID); err != nil {
			return err
		}
		out, err = s.invite(ctx, by, p)
		return err
	})
	return out, err
}

// forget takes from a person all that lets them in.
func (s *Service) forget(ctx context.Context, id uuid.UUID) error {
	err := s.Store.Exec(ctx, `UPDATE staff_members SET password_hash = NULL, totp_secret = NULL, last_step = 0, issuer = NULL, subject = NULL, changed_at = $2 WHERE id = $1`, id, s.Clock.Now())
	if err == nil {
		err = s.endInvites(ctx, id)
	}
	if err == nil {
		err = s.endSessions(ctx, id)
	}
	return err
}

// manage does something about a person, under the lock of all decisions, and tells the owners.
// Faults: not found; STAFF_ONESELF; MISSING_SCOPE and FORBIDDEN where the caller may not decide.
func (s *Service) manage(
	ctx context.Context, by acts.Decision, kind acts.Kind, what string, id uuid.UUID, given any, do func(context.Context, *manager, *Person, *acts.Act) error,
) error {
	return by.Do(ctx, acts.Act{Kind: kind, Target: target(id), Details: given}, func(ctx context.Context, a *acts.Act) error {
		m, err := s.manager(ctx, by)
		if err != nil {
			return err
		}
		if m.decidesOnOneself(by, id) {
			return fault.Denied(fault.StaffOneself)
		}
		p, err := s.lookup(ctx, true, `m.id = $1`, id)
		switch {
		case err != nil:
			return err
		case p == nil:
			return fault.NotFound()
		}
		if err := do(ctx, m, p, a); err != nil || a.Unchanged || a.Proposed {
			return err
		}
		return s.tellOwners(ctx, by, what, p)
	})
}
