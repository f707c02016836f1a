package graph

import (
	"context"
	"net/http"

	"github.com/99designs/gqlgen/graphql"

	"kaiin/server/fault"
	"kaiin/server/graph/model"
	"kaiin/server/paths"
	"kaiin/server/step"
	"kaiin/server/viewer"
)

// outcome is how a mutation ended, in the three parts every payload has.
type outcome struct {
	redirectTo *string
	flowError  *model.FlowError
	userErrors []*model.UserError
}

// settle sorts a service's error: what the member can put right becomes data of the payload, a broken flow a flowError,
// and everything else stays an error for the presenter. The status of the shim's answer travels as an extension.
func settle(ctx context.Context, err error, next step.Step) (outcome, error) {
	out := outcome{userErrors: []*model.UserError{}}
	if err == nil {
		out.redirectTo = address(next)
		return out, nil
	}
	f, ok := fault.As(err)
	if !ok {
		return outcome{}, err
	}
	locale := viewer.Actor(ctx).Locale
	switch {
	case !f.First.None():
		return outcome{}, err
	case !f.RestartAt.None():
		out.flowError = &model.FlowError{RedirectTo: paths.Of(f.RestartAt), Message: fault.Text(locale, f.Code, "", f.Args)}
	case f.Kind == fault.KindInvalid, f.Kind == fault.KindConflict, f.Kind == fault.KindPrecondition,
		f.Kind == fault.KindUnauthenticated,
		f.Kind == fault.KindDenied && f.Code != fault.Forbidden:
		out.userErrors = userErrors(locale, f)
	default:
		return outcome{}, err
	}
	graphql.RegisterExtension(ctx, "status", f.Status())
	return out, nil
}

func userErrors(locale string, f *fault.Error) []*model.UserError {
	if len(f.Fields) == 0 {
		return []*model.UserError{{Code: string(f.Code), Message: fault.Text(locale, f.Code, "", f.Args)}}
	}
	var all []*model.UserError
	for _, field := range f.Fields {
		all = append(all, &model.UserError{Code: string(field.Code), Field: &field.Path, Message: fault.Text(locale, field.Code, field.Path, field.Args)})
	}
	return all
}

// done answers a mutation that has nothing to tell but where to go next.
func done(ctx context.Context, err error, next step.Step) (*model.ActionPayload, error) {
	out, err := settle(ctx, err, next)
	if err != nil {
		return nil, err
	}
	return &model.ActionPayload{RedirectTo: out.redirectTo, FlowError: out.flowError, UserErrors: out.userErrors}, nil
}

// flow splits a screen's error: a broken flow is shown by the page, everything else fails the page.
func flow(ctx context.Context, err error) (*model.FlowError, error) {
	f, ok := fault.As(err)
	if !ok || f.RestartAt.None() {
		return nil, err
	}
	graphql.RegisterExtension(ctx, "status", http.StatusOK)
	return &model.FlowError{RedirectTo: paths.Of(f.RestartAt), Message: fault.Text(viewer.Actor(ctx).Locale, f.Code, "", f.Args)}, nil
}

// address is where a step is; null when there is none.
func address(s step.Step) *string { return orNull(paths.Of(s)) }

// errand is what a login is for.
func errand(oidc *bool) step.Errand {
	if isTrue(oidc) {
		return step.RelyingParty
	}
	return step.Plain
}
