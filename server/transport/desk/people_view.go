package desk

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/desk/people"
	"kaiin/server/desk/proposal"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/model"
	"kaiin/server/transport/desk/payload"
)

var inviting = proposable[model.InviteStaffInput]{
	field: "inviteStaff", kind: acts.StaffInvited, approve: scope.ApproveStaff, about: onlyPeople[model.InviteStaffInput],
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.InviteStaffInput) error {
		invite := people.Invite{Email: in.Email, Name: in.Name, Department: deref(in.Department), Roles: in.Roles}
		invite.Beyond = func(ctx context.Context, act *acts.Act, before, roles []string) error {
			return r.askFor(ctx, by, act, "inviteStaff", acts.StaffInvited, in, before, roles)
		}
		_, err := r.People.Invite(ctx, by, invite)
		return err
	},
}

var settingRoles = proposable[model.SetStaffRolesInput]{
	field: "setStaffRoles", kind: acts.StaffChanged, approve: scope.ApproveStaff, about: onlyPeople[model.SetStaffRolesInput],
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.SetStaffRolesInput) error {
		id, err := idIn("staffId", in.StaffID)
		if err != nil {
			return err
		}
		beyond := func(ctx context.Context, act *acts.Act, before, roles []string) error {
			return r.askFor(ctx, by, act, "setStaffRoles", acts.StaffChanged, in, before, roles)
		}
		return notFoundIn("staffId", r.People.SetRoles(ctx, by, id, in.Roles, beyond))
	},
}

// onlyPeople is about of what no program may propose.
func onlyPeople[I any](context.Context, *Resolver, *I) (proposal.New, error) {
	return proposal.New{}, fault.Denied(fault.Forbidden)
}

// askFor has a second person decide on roles.
func (r *Resolver) askFor(ctx context.Context, by acts.Decision, act *acts.Act, field string, kind acts.Kind, in any, before, roles []string) error {
	return r.Proposals.Add(ctx, by, act, proposal.New{
		Field: field, Kind: kind, Approve: scope.ApproveStaff, Target: act.Target, Input: in,
		Changes: []proposal.Change{{Field: "roles", From: strings.Join(before, " "), To: strings.Join(roles, " ")}},
	})
}

// decideOn is decide for what is about one person who works here, who is told as they are now.
func (r *Resolver) decideOn(ctx context.Context, field string, kind acts.Kind, named string, given acts.Given, do func(acts.Decision, uuid.UUID) error) (payload.Result, *model.StaffPerson, error) {
	result, err := r.decide(ctx, field, kind, given, func(by acts.Decision) error {
		id, err := idIn("staffId", named)
		if err != nil {
			return err
		}
		return notFoundIn("staffId", do(by, id))
	})
	if err != nil || len(result.UserErrors) > 0 {
		return result, nil, err
	}
	person, err := r.person(ctx, named)
	return result, person, err
}

// isDone reports whether something was done, now or by the same key before.
func isDone(out payload.Proposable) bool { return len(out.UserErrors) == 0 && out.Proposal == nil }

// person is the person with the id, where the operation asks for them.
func (r *Resolver) person(ctx context.Context, named string) (*model.StaffPerson, error) {
	id, err := idIn("staffId", named)
	if err != nil || !asks(ctx, "person") {
		return nil, err
	}
	p, err := r.People.Lookup(ctx, id)
	return personView(p), err
}

func (r *Resolver) personByEmail(ctx context.Context, email string) (*model.StaffPerson, error) {
	if !asks(ctx, "person") {
		return nil, nil
	}
	p, err := r.People.LookupByEmail(ctx, email)
	return personView(p), err
}

func personView(p *people.Person) *model.StaffPerson {
	if p == nil {
		return nil
	}
	return &model.StaffPerson{
		StaffID: p.ID.String(), StaffNumber: p.Number, Name: p.Name, Department: p.Department, Email: p.Email, Roles: p.Roles, State: string(p.State),
		CreatedAt: p.CreatedAt, DisabledAt: p.DisabledAt,
	}
}

func (r *Resolver) personConnection(ctx context.Context, p keyset.Page) (*model.StaffPersonConnection, error) {
	page, more, err := r.People.Page(ctx, p)
	if err != nil {
		return nil, err
	}
	return connection[model.StaffPersonConnection](p.After != nil, page, more, func(one *people.Person) keyset.Cursor { return keyset.Cursor{At: one.CreatedAt, ID: one.ID} }, personView), nil
}
