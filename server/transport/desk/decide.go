package desk

import (
	"context"
	"errors"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"kaiin/server/base/fault"
	"kaiin/server/staff/acts"
	"kaiin/server/transport/desk/gate"
	"kaiin/server/transport/desk/model"
	"kaiin/server/transport/desk/payload"
	"kaiin/server/transport/gql"
	"kaiin/server/transport/viewer"
)

// decide carries out a mutation: it makes the decision, does what do says with it, and tells what
// became of it. What the caller can put right is data; any other error stays one. do may ask for
// what the same key did before (acts.Replay), which is told as it is now.
func (r *Resolver) decide(ctx context.Context, field string, kind acts.Kind, given acts.Given, do func(acts.Decision) error) (payload.Result, error) {
	a := viewer.Actor(ctx)
	by, err := r.Acts.At(ctx, a, gate.Origin(ctx), field, kind, given)
	if err == nil {
		if err = do(by); err != nil {
			err = errors.Join(err, by.Refuse(ctx, acts.Act{Kind: kind, Details: given.Input}, err))
		}
	}
	result := payload.Result{UserErrors: []*model.StaffError{}}
	var again *acts.Replay
	switch f, ok := fault.As(err); {
	case errors.As(err, &again):
		result.IsReplay, result.ActID = true, idOf(again.Act)
	case err == nil:
		result.ActID = idOf(by.Act())
	case ok && isForCaller(f):
		result.UserErrors = staffErrors(a.Locale, f)
	default:
		return result, err
	}
	return result, nil
}

// staffErrors are what is wrong, in the caller's language: at least one.
func staffErrors(locale string, f *fault.Error) (all []*model.StaffError) {
	for _, wrong := range gql.FieldErrors(locale, f) {
		all = append(all, &model.StaffError{Code: wrong.Code, Field: &wrong.Field, Message: wrong.Message, Args: f.Args})
	}
	if len(f.Fields) == 0 {
		all = append(all, &model.StaffError{Code: string(f.Code), Message: fault.Text(locale, f.Code, "", f.Args), Args: f.Args})
	}
	return all
}

// isForCaller tells what the caller can put right from what stays an error.
func isForCaller(f *fault.Error) bool {
	switch f.Kind {
	case fault.KindInvalid, fault.KindNotFound, fault.KindConflict, fault.KindPrecondition:
		return true
	}
	return false
}

func idOf(id uuid.UUID) *string {
	if id == uuid.Nil {
		return nil
	}
	text := id.String()
	return &text
}

// decideOf is decide for what is about one member, who is told as they are now where the caller
// asks for that and something was done.
func (r *Resolver) decideOf(ctx context.Context, field string, kind acts.Kind, account string, given acts.Given, do func(acts.Decision, uuid.UUID) error) (of payload.Of, err error) {
	var id uuid.UUID
	of.Result, err = r.decide(ctx, field, kind, given, func(by acts.Decision) (err error) {
		if id, err = r.memberNamed(ctx, account); err != nil {
			return err
		}
		return do(by, id)
	})
	if err == nil && id != uuid.Nil && len(of.UserErrors) == 0 && asks(ctx, "member") {
		of.Member, err = r.openMember(ctx, field, id)
	}
	return of, err
}

// asks reports whether the operation asks for the field of what the present field answers.
func asks(ctx context.Context, name string) bool {
	for _, f := range graphql.CollectFieldsCtx(ctx, nil) {
		if f.Name == name {
			return true
		}
	}
	return false
}

// look writes the act of a read, which must not be made where this fails.
func (r *Resolver) look(ctx context.Context, field string, act acts.Act) error {
	return r.Acts.Look(ctx, viewer.Actor(ctx), gate.Origin(ctx), field, act)
}

// refusedLook writes that a read was refused, such as one that is too broad, and answers why.
func (r *Resolver) refusedLook(ctx context.Context, field string, act acts.Act, why error) error {
	if _, ok := fault.As(why); !ok {
		return why
	}
	return errors.Join(why, r.Acts.Refuse(ctx, viewer.Actor(ctx), gate.Origin(ctx), field, act, why))
}

// memberID reads the id of a member. Fault: NOT_FOUND on the field, also of what is no id.
func memberID(text string) (uuid.UUID, error) { return idIn("accountId", text) }

// idIn is memberID for another field.
func idIn(field, text string) (uuid.UUID, error) {
	id, err := uuid.Parse(text)
	if err != nil || len(text) != len(uuid.Nil.String()) {
		return uuid.Nil, fault.Invalid(fault.CodeNotFound, field)
	}
	return id, nil
}
