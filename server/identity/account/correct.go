package account

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/staff/acts"
)

// Correction is what the staff put right of what a member has told about themselves: the fields of
// the form by their names, each with what it is to hold; "" and 0 are nothing.
type Correction struct {
	Texts           map[string]string
	Sex, Prefecture *int // nil: it stays
}

// told is what of a member a field of the form is, as the member is told.
var told = map[string]acts.PersonalField{
	"name": acts.FieldName, "familyName": acts.FieldName, "givenName": acts.FieldName, "nickname": acts.FieldName,
	"nameKana": acts.FieldKana, "familyNameKana": acts.FieldKana, "givenNameKana": acts.FieldKana,
	"birthday": acts.FieldBirthday, "sex": acts.FieldSex, "phoneNumber": acts.FieldPhone, "postalCode": acts.FieldPostalCode,
	"country": acts.FieldAddress, "prefecture": acts.FieldAddress, "address": acts.FieldAddress, "address2": acts.FieldAddress,
}

// applied is the profile with the correction, and the fields that it names.
func (c Correction) applied(p Personal) (Personal, []string) {
	var named []string
	for _, f := range p.texts(clock.Day{}) {
		if value, given := c.Texts[f.path]; given {
			*f.value, named = value, append(named, f.path)
		}
	}
	if c.Sex != nil {
		p.Sex, named = c.Sex, append(named, "sex")
	}
	if c.Prefecture != nil {
		p.Prefecture, named = c.Prefecture, append(named, "prefecture")
		if *c.Prefecture == 0 {
			p.Prefecture = nil
		}
	}
	return p, named
}

// checkCorrection is the fault of a correction that the sign-up would not take, on the fields that
// it names alone: what it leaves as it is may be older than the rules. REQUIRED names no field.
func (s *Service) checkCorrection(ctx context.Context, c Correction, stored Personal) (form Personal, named []string, err error) {
	r, err := s.asked(ctx)
	if err != nil {
		return form, nil, err
	}
	form, named = c.applied(stored)
	if len(named) == 0 {
		return form, nil, fault.BadRequest(fault.Required)
	}
	form = form.Tidy(r)
	wrong := form.Check(r, s.Clock.Today())
	wrong = slices.DeleteFunc(wrong, func(f fault.Field) bool { return !slices.Contains(named, f.Path) })
	for _, name := range named {
		if r.Rule(name) == settings.NotUse {
			wrong.Add(name, fault.InvalidChoice)
		}
	}
	return form, named, wrong.Err()
}

// CheckCorrection is the fault that Correct would answer now.
func (s *Service) CheckCorrection(ctx context.Context, id uuid.UUID, c Correction) error {
	row, err := s.Find(ctx, id)
	if err == nil {
		_, _, err = s.checkCorrection(ctx, c, PersonalOf(row))
	}
	return err
}

// Correct puts right what a member has told about themselves, by the rules of the sign-up. A mail
// tells them which fields were changed. isStale says of the account, which is locked, whether it is
// another one than the staff were shown.
//
// Faults: STALE on version; NOT_FOUND on accountId; MEMBER_NOT_ACTIVE; REQUIRED; all that is wrong
// with the fields.
func (s *Service) Correct(ctx context.Context, by acts.Decision, id uuid.UUID, c Correction, isStale func(*ent.Account) bool) error {
	return by.Do(ctx, acts.Act{Kind: acts.MemberChanged, AccountID: id}, func(ctx context.Context, act *acts.Act) error {
		row, err := s.LockAny(ctx, id)
		switch {
		case err != nil:
			return err
		case row == nil:
			return fault.Invalid(fault.CodeNotFound, "accountId")
		case row.Status == entaccount.StatusWithdrawn:
			return fault.Precondition(fault.MemberNotActive).With(map[string]any{"state": string(row.Status)})
		case isStale(row):
			return fault.Invalid(fault.Stale, "version")
		}
		r, err := s.asked(ctx)
		if err != nil {
			return err
		}
		stored := PersonalOf(row)
		form, named, err := s.checkCorrection(ctx, c, stored)
		if err != nil {
			return err
		}
		changed := slices.DeleteFunc(Differing(r, form, stored), func(name string) bool { return !slices.Contains(named, name) })
		if act.Unchanged = len(changed) == 0; act.Unchanged {
			return nil
		}
		var before, after = map[string]string{}, map[string]string{}
		for i, f := range stored.texts(clock.Day{}) {
			if slices.Contains(changed, f.path) {
				before[f.path], after[f.path] = *f.value, *form.texts(clock.Day{})[i].value
			}
		}
		act.Details = map[string]any{"changed": changed, "from": before, "to": after}
		mail := notify.ProfileCorrected{At: s.Clock.Now()}
		for _, name := range changed {
			if field := told[name]; !slices.Contains(act.Fields, field) {
				act.Fields, mail.Fields = append(act.Fields, field), append(mail.Fields, string(field))
			}
		}
		change := row.Update().SetUpdatedAt(s.Clock.Now())
		form.over(r, stored, func(name string) bool { return !slices.Contains(named, name) }).write(change.Mutation())
		if err := change.Exec(ctx); err != nil {
			return err
		}
		return s.Mail(ctx, row, row.Locale, mail)
	})
}
