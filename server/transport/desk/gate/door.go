package gate

import (
	"context"
	"net/http"
	"strings"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/transport/gql"
	"kaiin/server/transport/guard"
	"kaiin/server/transport/staffnet"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/visit"
)

// Door is the one address of both schemas: it finds out whether a caller is of the staff. All
// fields are to be set.
type Door struct {
	Desk    *Executor
	Members http.Handler // the members' schema
	Guard   *guard.Guard

	// Person is whose session the token of a cookie is, and Program whose the access token is that
	// comes from an address; nil where it is none.
	Person  func(ctx context.Context, token string) (*actor.Staff, error)
	Program func(ctx context.Context, token, ip string) (*actor.Staff, error)
}

// Mount puts /graphql on the mux. A page of another origin cannot send the header that makes the
// cookie of the staff count. The middleware is that of the members' schema.
func (d *Door) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	members := before(d.Members)
	people := guard.Chain(http.HandlerFunc(d.people), guard.Private, d.Guard.WithPatience, d.Guard.OwnOrigin(gql.WriteError))
	programs := guard.Chain(http.HandlerFunc(d.programs), guard.Private, d.Guard.WithPatience)
	mux.HandleFunc("/graphql", func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !staffnet.Allows(d.Guard.Config, r):
			members.ServeHTTP(w, r)
		case len(r.Header.Values("Authorization")) > 0 && !visit.Of(r.Context()).FromPage:
			programs.ServeHTTP(w, visit.AsStranger(r))
		case staffnet.Marked(r):
			people.ServeHTTP(w, visit.AsStranger(r))
		default:
			members.ServeHTTP(w, r)
		}
	})
}

// people answers a call that says that it comes from a page of the staff.
func (d *Door) people(w http.ResponseWriter, r *http.Request) {
	staff, err := d.Person(r.Context(), staffnet.Token(d.Guard.Config, r))
	d.answer(w, r, staff, err)
}

// programs answers a call with an access token, which is the only proof of a call: it has no cookie
// of ours, and no other token.
func (d *Door) programs(w http.ResponseWriter, r *http.Request) {
	given := r.Header.Values("Authorization")
	scheme, token, _ := strings.Cut(given[0], " ")
	switch {
	case len(given) > 1, len(r.CookiesNamed(staffnet.CookieName(d.Guard.Config))) > 0, len(r.CookiesNamed(viewer.CookieSession)) > 0, r.URL.Query().Has("access_token"):
		gql.WriteError(w, r, http.StatusBadRequest, fault.InvalidRequest)
		return
	case !strings.EqualFold(scheme, "Bearer"):
		w.Header().Set("WWW-Authenticate", "Bearer")
		gql.WriteError(w, r, http.StatusUnauthorized, fault.CodeUnauthenticated)
		return
	}
	staff, err := d.Program(r.Context(), strings.TrimSpace(token), visit.Of(r.Context()).IP)
	if err == nil && staff == nil {
		w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`) // RFC 6750 3
	}
	d.answer(w, r, staff, err)
}

func (d *Door) answer(w http.ResponseWriter, r *http.Request, staff *actor.Staff, err error) {
	switch {
	case err != nil:
		status := d.Guard.Failed(r, "staff", err)
		gql.WriteError(w, r, status, guard.CodeOf(status))
		return
	case staff == nil:
		gql.WriteError(w, r, http.StatusUnauthorized, fault.CodeUnauthenticated)
		return
	}
	who := *viewer.Of(r.Context())
	who.Actor.Staff = staff
	asked := r.WithContext(viewer.With(r.Context(), &who))
	d.Desk.serve(w, asked)
	visit.Of(r.Context()).Pattern = "/graphql#staff"
}
