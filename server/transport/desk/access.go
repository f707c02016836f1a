package desk

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"kaiin/ent"
	"kaiin/server/base/typed"
	"kaiin/server/desk/masked"
	"kaiin/server/desk/proposal"
	"kaiin/server/identity/account"
	"kaiin/server/identity/credential"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/entity"
	"kaiin/server/transport/desk/model"
	"kaiin/server/transport/desk/payload"
)

// correcting puts right what a member has told.
var correcting = proposable[model.CorrectProfileInput]{
	field: "correctProfile", kind: acts.MemberChanged, approve: scope.ApproveMembers, about: aboutCorrection,
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.CorrectProfileInput) error {
		id, err := r.memberNamed(ctx, in.AccountID)
		if err != nil {
			return err
		}
		return r.Account.Correct(ctx, by, id, correction(in), func(row *ent.Account) bool { return r.Members.VersionOf(row) != in.Version })
	},
}

// startingEmailChange and resettingFactors are decided by a second person each time: one who was
// deceived would hand the account over.
var startingEmailChange = proposable[model.StartEmailChangeInput]{
	field: "startEmailChange", kind: acts.EmailChangeStarted, approve: scope.ApproveMembers, always: true, about: aboutEmailChange,
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.StartEmailChangeInput) error {
		id, err := r.memberNamed(ctx, in.AccountID)
		if err != nil {
			return err
		}
		return r.Credential.HoldEmailChange(ctx, by, id, in.Email)
	},
}

var resettingFactors = proposable[model.ResetFactorsInput]{
	field: "resetFactors", kind: acts.FactorsResetStarted, approve: scope.ApproveMembers, always: true, about: aboutFactorReset,
	do: func(ctx context.Context, r *Resolver, by acts.Decision, in model.ResetFactorsInput) error {
		id, err := r.memberNamed(ctx, in.AccountID)
		if err != nil {
			return err
		}
		return r.Credential.HoldFactorReset(ctx, by, id, in.Kinds)
	},
}

func correction(in model.CorrectProfileInput) account.Correction {
	c := account.Correction{Texts: map[string]string{}, Sex: in.Sex, Prefecture: in.Prefecture}
	for name, value := range map[string]*string{
		"name": in.Name, "nameKana": in.NameKana, "familyName": in.FamilyName, "givenName": in.GivenName, "familyNameKana": in.FamilyNameKana, "givenNameKana": in.GivenNameKana,
		"nickname": in.Nickname, "birthday": in.Birthday, "phoneNumber": in.PhoneNumber, "postalCode": in.PostalCode, "country": in.Country, "address": in.Address, "address2": in.Address2,
	} {
		if value != nil {
			c.Texts[name] = *value
		}
	}
	return c
}

// aboutCorrection says what each field would hold, and not what it holds, which has to be opened.
func aboutCorrection(ctx context.Context, r *Resolver, in *model.CorrectProfileInput) (n proposal.New, err error) {
	id, err := r.memberNamed(ctx, in.AccountID)
	if err != nil {
		return n, err
	}
	c := correction(*in)
	if err := r.Account.CheckCorrection(ctx, id, c); err != nil {
		return n, err
	}
	n = proposal.New{AccountID: id, Kind: acts.MemberChanged}
	for name, value := range c.Texts {
		n.Changes = append(n.Changes, proposal.Change{Field: name, To: value})
	}
	for name, value := range map[string]*int{"sex": c.Sex, "prefecture": c.Prefecture} {
		if value != nil {
			n.Changes = append(n.Changes, proposal.Change{Field: name, To: strconv.Itoa(*value)})
		}
	}
	slices.SortFunc(n.Changes, func(a, b proposal.Change) int { return strings.Compare(a.Field, b.Field) })
	return n, nil
}

func aboutEmailChange(ctx context.Context, r *Resolver, in *model.StartEmailChangeInput) (n proposal.New, err error) {
	id, err := r.memberNamed(ctx, in.AccountID)
	if err != nil {
		return n, err
	}
	if err := r.provenFor(ctx, typed.Name(deref(in.Ticket)), id); err != nil {
		return n, err
	}
	if in.Email, err = r.Credential.MayChangeEmail(ctx, id, in.Email); err != nil {
		return n, err
	}
	return proposal.New{AccountID: id, Kind: acts.EmailChangeStarted, Changes: []proposal.Change{{Field: "email", To: in.Email}}}, nil
}

func aboutFactorReset(ctx context.Context, r *Resolver, in *model.ResetFactorsInput) (n proposal.New, err error) {
	id, err := r.memberNamed(ctx, in.AccountID)
	if err != nil {
		return n, err
	}
	if err := r.provenFor(ctx, typed.Name(deref(in.Ticket)), id); err != nil {
		return n, err
	}
	if err := r.Credential.MayResetFactors(ctx, id, in.Kinds); err != nil {
		return n, err
	}
	n = proposal.New{AccountID: id, Kind: acts.FactorsResetStarted}
	for _, kind := range in.Kinds {
		n.Changes = append(n.Changes, proposal.Change{Field: "factor", From: string(kind)})
	}
	return n, nil
}

// changedMember is the member as they are now, where that is asked for and something was changed.
func (r *Resolver) changedMember(ctx context.Context, field, named string, out payload.Proposable) (*entity.Member, error) {
	if len(out.UserErrors) > 0 || out.Proposal != nil || !asks(ctx, "member") {
		return nil, nil
	}
	id, err := memberID(named)
	if err != nil {
		return nil, err
	}
	return r.openMember(ctx, field, id)
}

func heldViews(all []*credential.Held) []*model.HeldChange {
	views := []*model.HeldChange{}
	for _, h := range all {
		view := &model.HeldChange{ChangeID: h.ID.String(), Factors: h.Factors, StartedAt: h.StartedAt, From: h.From, ProvedAt: h.ProvedAt, AgreedAt: h.AgreedAt}
		if h.Email != "" {
			hint := masked.Email(h.Email)
			view.Email, view.Factors = &hint, []credential.FactorKind{}
		}
		views = append(views, view)
	}
	return views
}
