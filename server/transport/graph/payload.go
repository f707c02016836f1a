package graph

import (
	"context"
	"net/http"

	"github.com/99designs/gqlgen/graphql"

	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/graph/payload"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/viewer"
)

// settle sorts a service's error: what the member can put right becomes data of the payload, a
// broken flow a flowError, and everything else stays an error for the presenter. The status of the
// shim's answer travels as an extension.
func settle(ctx context.Context, err error, next step.Step) (payload.Result, error) {
	out := payload.Result{UserErrors: []*model.UserError{}}
	if err == nil {
		out.RedirectTo = address(next)
		return out, nil
	}
	f, ok := fault.As(err)
	if !ok {
		return payload.Result{}, err
	}
	locale := viewer.Actor(ctx).Locale
	switch {
	case !f.First.None():
		return payload.Result{}, err
	case !f.RestartAt.None():
		out.FlowError = &model.FlowError{RedirectTo: paths.Of(f.RestartAt), Message: fault.Text(locale, f.Code, "", f.Args)}
	case f.Kind == fault.KindInvalid, f.Kind == fault.KindConflict, f.Kind == fault.KindPrecondition,
		f.Kind == fault.KindUnauthenticated,
		f.Kind == fault.KindDenied && f.Code != fault.Forbidden:
		out.UserErrors = userErrors(locale, f)
	default:
		return payload.Result{}, err
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

// done answers a mutation that has nothing to tell but how it ended and where to go next.
func done[P ~struct{ payload.Result }](ctx context.Context, err error, next step.Step) (*P, error) {
	out, err := settle(ctx, err, next)
	if err != nil {
		return nil, err
	}
	return &P{Result: out}, nil
}

// changed is done for a mutation whose payload also has what it changed.
func changed[P ~struct{ payload.Result }](ctx context.Context, r *Resolver, err error, next step.Step) (*P, error) {
	out, failed := settle(ctx, err, next)
	if failed != nil {
		return nil, failed
	}
	if err == nil {
		out.Changed = changes{r}
	}
	return &P{Result: out}, nil
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
