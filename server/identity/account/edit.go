package account

import (
	"context"
	"slices"
	"time"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/flow"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
)

const flowEdit flow.Kind = "accountEdit"

// editTime is how long a confirmed form waits to be saved, as that of a sign-up does.
const editTime = 60 * time.Minute

// edit is a change of the registration info under way. It is stored sealed.
type edit struct {
	Form Personal // what was typed, as it was confirmed
	From Personal // what was stored then
}

// EditPage is what the pages of the registration info show.
type EditPage struct {
	Next         step.Step // go there instead
	Account      *ent.Account
	Registration settings.Registration
	Form         Personal // what the form holds
	Version      string   // of the stored profile
	Changed      []string // fields in which the form is not what is stored
	Overtaken    bool     // what is stored has changed since the form was confirmed
}

// asked is what the store asks of its members. What one logs in with has pages of its own.
func (s *Service) asked(ctx context.Context) (settings.Registration, error) {
	current, err := s.Settings.Get(ctx)
	if err != nil {
		return settings.Registration{}, err
	}
	return current.Registration, nil
}

// EditPage is the form of the member's registration info: filled with what is stored, and with what
// was confirmed and not yet saved. What has changed meanwhile without having been typed over shows
// as it is stored now.
func (s *Service) EditPage(ctx context.Context, a actor.Actor) (*EditPage, error) {
	page, _, err := s.editPage(ctx, a)
	return page, err
}

// EditConfirmPage is what was typed, once more. It leads back to the form when there is nothing to
// confirm, when what is stored has changed meanwhile, and when the store asks otherwise now.
func (s *Service) EditConfirmPage(ctx context.Context, a actor.Actor) (*EditPage, error) {
	page, found, err := s.editPage(ctx, a)
	if err == nil && (!found || page.Overtaken || len(page.Form.Tidy(page.Registration).Check(page.Registration, s.Clock.Today())) > 0) {
		return &EditPage{Next: step.EditAccount}, nil
	}
	return page, err
}

func (s *Service) editPage(ctx context.Context, a actor.Actor) (page *EditPage, found bool, err error) {
	r, err := s.asked(ctx)
	if err != nil {
		return nil, false, err
	}
	row, err := s.Find(ctx, a.AccountID)
	if err != nil {
		return nil, false, err
	}
	stored := PersonalOf(row)
	page = &EditPage{Account: row, Registration: r, Form: stored, Version: stored.Version()}
	var e edit
	if found, err = s.Flow.Open(ctx, a.SessionID, flowEdit, &e); err != nil {
		return nil, false, err
	}
	if found {
		typed := Differing(r, e.Form, e.From)
		page.Form = e.Form.over(r, stored, func(field string) bool { return !slices.Contains(typed, field) })
		page.Overtaken = e.From.Version() != page.Version
	}
	page.Changed = Differing(r, page.Form, stored)
	return page, found, nil
}

// ConfirmEdit checks the form of the registration info by the rules of the sign-up, and keeps it
// for the confirm page. version is that of the profile that the form was filled with, or "".
//
// Faults: PROFILE_CHANGED, when the stored profile has another version; everything wrong with the
// fields, each by its name in the form.
func (s *Service) ConfirmEdit(ctx context.Context, a actor.Actor, form Personal, version string) error {
	r, err := s.asked(ctx)
	if err != nil {
		return err
	}
	form = form.Tidy(r)
	wrong := form.Check(r, s.Clock.Today())
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		stored := PersonalOf(row)
		if version != "" && version != stored.Version() {
			return fault.Conflict(fault.ProfileChanged)
		}
		if err := wrong.Err(); err != nil {
			return err
		}
		return s.Flow.Save(ctx, a.SessionID, flowEdit, edit{Form: form, From: stored}, s.Clock.Now().Add(editTime))
	})
}

// Edit saves what the member has confirmed. sent, when not nil, is the form that the page sends
// once more: it must be the one that was confirmed. What the store does not ask for stays as it is.
// A form that changes nothing is no mistake, nor is one that is sent again after it was saved. Of
// several changes at once, one comes first, and the others are told of it.
//
// Faults: CONFIRM_MISMATCH; a broken flow, with PROFILE_CHANGED when what is stored has changed
// since; everything wrong with the fields, when the store asks otherwise now.
func (s *Service) Edit(ctx context.Context, a actor.Actor, sent *Personal) error {
	r, err := s.asked(ctx)
	if err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		stored := PersonalOf(row)
		var e edit
		found, err := s.Flow.Lock(ctx, a.SessionID, flowEdit, &e)
		switch {
		case err != nil:
			return err
		case !found && sent != nil && len(Differing(r, *sent, stored)) == 0:
			return nil // saved before, and the answer was lost
		case !found:
			return fault.BrokenFlow(fault.InvalidSessionFlow, step.EditAccount)
		case sent != nil && len(Differing(r, *sent, e.Form)) > 0:
			return fault.BadRequest(fault.ConfirmMismatch)
		case e.From.Version() != stored.Version():
			return fault.BrokenFlow(fault.ProfileChanged, step.EditAccount)
		}
		form := e.Form.Tidy(r)
		if err := form.Check(r, s.Clock.Today()).Err(); err != nil {
			return err
		}
		if _, err := s.Flow.Spend(ctx, a.SessionID, flowEdit); err != nil {
			return err
		}
		if len(Differing(r, form, stored)) == 0 {
			return nil
		}
		change := row.Update().SetUpdatedAt(s.Clock.Now())
		form.over(r, stored, func(string) bool { return false }).write(change.Mutation())
		return change.Exec(ctx)
	})
}
