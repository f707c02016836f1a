package endpoints

import (
	"context"
	"encoding/json"
	"errors"
	"html"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/jsonbody"
	"kaiin/server/base/step"
	"kaiin/server/desk/people"
	"kaiin/server/staff/acts"
	"kaiin/server/transport/gql"
	"kaiin/server/transport/guard"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/staffnet"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/visit"
)

// Staff is how the staff log in and prove once more who they are. Package edge asks it only for
// callers from the networks of the staff. Answers and errors are JSON, the latter as those of
// /graphql.
type Staff struct {
	Site

	People *people.Service
	// Program is whose the access token is that comes from the address, nil where it is none's.
	Program func(ctx context.Context, token, ip string) (*actor.Staff, error)
	Schema  string // of the desk, for their tools
}

// Mount puts the addresses on the mux.
func (s *Staff) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	own := s.Guard.OwnOrigin(gql.WriteError)
	call := func(pattern string, do func(r *http.Request, given map[string]string) (any, *people.Opened, error), names ...string) {
		mux.Handle(pattern, before(guard.Chain(s.call(do, names), guard.Private, s.Guard.WithPatience, own, marked)))
	}
	call("POST "+paths.StaffSession, s.login, "email", "password", "code")
	call("DELETE "+paths.StaffSession, s.logout)
	call("POST "+paths.StaffConfirm, s.confirm, "password", "code")
	call("POST "+paths.StaffInvite, s.startEnrolling, "token", "password")
	call("POST "+paths.StaffInvite+"/confirm", s.enrol, "token", "password", "code")
	for path, handle := range map[string]http.HandlerFunc{paths.StaffIssuer: s.leave, paths.StaffCallback: s.back} {
		mux.Handle("GET "+path, before(guard.Chain(handle, guard.OnlyOnce, s.Guard.WithPatience)))
	}
	mux.Handle("GET "+paths.StaffSchema, before(guard.Chain(http.HandlerFunc(s.schema), guard.Private, s.Guard.WithPatience)))
}

// marked refuses what a page of another site could send.
func marked(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !staffnet.Marked(r) {
			gql.WriteError(w, r, http.StatusForbidden, fault.CrossOrigin)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// call reads the texts with the names out of the body, and answers with what is done by them. What
// was opened becomes the browser's cookie.
func (s *Staff) call(do func(r *http.Request, given map[string]string) (any, *people.Opened, error), names []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := jsonbody.Read(w, r)
		var given map[string]string
		if err == nil {
			given, err = textsOf(body, names)
		}
		var out any
		var opened *people.Opened
		if err == nil {
			out, opened, err = do(r, given)
		}
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		switch {
		case opened == nil:
		case opened.Token == "":
			staffnet.ClearCookie(w, s.Config)
		default:
			staffnet.SetCookie(w, s.Config, opened.Token, people.SessionLife)
			out = map[string]any{"staff": told(opened.Staff)}
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_ = json.NewEncoder(w).Encode(out)
	})
}

// textsOf are the fields of a body, which are all texts.
func textsOf(body map[string]any, names []string) (map[string]string, error) {
	given := map[string]string{}
	var wrong fault.Fields
	for _, name := range names {
		text, isText := body[name].(string)
		if !isText && body[name] != nil {
			wrong.Add(name, fault.WrongType)
		}
		given[name] = text
		delete(body, name)
	}
	for name := range body {
		wrong.Add(name, fault.UnknownField)
	}
	return given, wrong.Err()
}

// refuse answers with an error in the form of /graphql.
func (s *Staff) refuse(w http.ResponseWriter, r *http.Request, err error) {
	var body *jsonbody.Error
	f, isFault := fault.As(err)
	switch {
	case errors.As(err, &body):
		gql.WriteError(w, r, body.Status, body.Code)
	case isFault && f.Kind != fault.KindUnavailable:
		without := *f
		without.First = step.Step{} // the members' login is no step of theirs
		gql.WriteFault(w, r, &without)
	default:
		status := s.Guard.Failed(r, "the staff", err)
		gql.WriteError(w, r, status, guard.CodeOf(status))
	}
}

// told is what a browser is told of the person who is logged in.
func told(staff actor.Staff) map[string]any {
	out := map[string]any{
		"number": staff.Number, "name": staff.Name, "department": staff.Department, "email": staff.Email, "roles": staff.Roles, "scopes": staff.Scopes, "freshUntil": nil,
	}
	if !staff.FreshAt.IsZero() {
		out["freshUntil"] = staff.FreshUntil().Format(time.RFC3339)
	}
	return out
}

// origin is where the request comes from, as acts keep it.
func origin(r *http.Request) acts.Origin {
	v := visit.Of(r.Context())
	return acts.Origin{IP: v.IP, RequestID: v.ID}
}

func (s *Staff) login(r *http.Request, given map[string]string) (any, *people.Opened, error) {
	opened, err := s.People.Login(r.Context(), viewer.Actor(r.Context()), origin(r), people.Login{
		Email: given["email"], Password: given["password"], Code: given["code"], Former: staffnet.Token(s.Config, r),
	})
	return nil, &opened, err
}

func (s *Staff) logout(r *http.Request, _ map[string]string) (any, *people.Opened, error) {
	who, err := s.People.Resume(r.Context(), staffnet.Token(s.Config, r))
	if err == nil {
		err = s.People.Logout(r.Context(), who, origin(r))
	}
	return struct{}{}, &people.Opened{}, err
}

func (s *Staff) confirm(r *http.Request, given map[string]string) (any, *people.Opened, error) {
	who, err := s.People.Resume(r.Context(), staffnet.Token(s.Config, r))
	if err != nil {
		return nil, nil, err
	}
	opened, err := s.People.Confirm(r.Context(), who, origin(r), people.Login{Password: given["password"], Code: given["code"]})
	return nil, &opened, err
}

func (s *Staff) startEnrolling(r *http.Request, given map[string]string) (any, *people.Opened, error) {
	e, err := s.People.StartEnrolling(r.Context(), viewer.Actor(r.Context()), people.Enrol{Token: given["token"], Password: given["password"]})
	return map[string]string{"name": e.Name, "email": e.Email, "secret": e.Secret, "uri": e.Address, "qrCode": e.QRCode}, nil, err
}

func (s *Staff) enrol(r *http.Request, given map[string]string) (any, *people.Opened, error) {
	opened, err := s.People.Enrol(r.Context(), viewer.Actor(r.Context()), origin(r), people.Enrol{
		Token: given["token"], Password: given["password"], Code: given["code"], Former: staffnet.Token(s.Config, r),
	})
	return nil, &opened, err
}

// leave sends the browser to the company's issuer. Only a page of this site, or somebody's own
// hand, may begin it. With again=1 it is for somebody who is logged in to prove once more who they
// are.
func (s *Staff) leave(w http.ResponseWriter, r *http.Request) {
	site, dest := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Sec-Fetch-Dest")
	if site != "" && site != "same-origin" && site != "none" || dest != "" && dest != "document" {
		s.Pages.Fail(w, r, http.StatusForbidden)
		return
	}
	who, err := s.People.Resume(r.Context(), staffnet.Cookie(s.Config, r))
	var left people.Left
	if err == nil {
		left, err = s.People.LeaveForIssuer(r.Context(), viewer.Actor(r.Context()), who, r.URL.Query().Get("again") == "1", safeReturnTo(r.URL.Query().Get("returnTo")))
	}
	if err != nil {
		s.failed(w, r, err)
		return
	}
	s.setVisit(w, left.Browser)
	w.Header().Set("Location", left.URL)
	w.WriteHeader(http.StatusFound)
}

// back takes the browser back from the issuer. The session's cookie comes along with no navigation
// that another site caused, redirects included. So the browser gets a page that goes on by itself.
func (s *Staff) back(w http.ResponseWriter, r *http.Request) {
	query, browser := r.URL.Query(), viewer.Token(r, s.visitCookie())
	opened, returnTo, err := s.People.ReturnFromIssuer(r.Context(), origin(r), people.Answer{
		State: query.Get("state"), Code: query.Get("code"), Error: query.Get("error"), Browser: browser, Former: staffnet.Cookie(s.Config, r),
	})
	if err != nil {
		s.failed(w, r, err)
		return
	}
	s.setVisit(w, "")
	staffnet.SetCookie(w, s.Config, opened.Token, people.SessionLife)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Refresh", "0; url="+returnTo)
	_, _ = w.Write([]byte(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Staff</title><p><a href="` + html.EscapeString(returnTo) + `">Go on</a></p></html>`))
}

// failed leads a browser to the page of the login, which says what went wrong.
func (s *Staff) failed(w http.ResponseWriter, r *http.Request, err error) {
	f, isFault := fault.As(err)
	switch {
	case isFault && f.Kind == fault.KindNotFound:
		s.Pages.ServeHTTP(w, r)
	case isFault && f.Kind != fault.KindUnavailable:
		if cause := f.Unwrap(); cause != nil {
			s.Log.WarnContext(r.Context(), "a login of the staff is refused", "code", f.Code, "error", cause.Error())
		}
		http.Redirect(w, r, paths.StaffLogin+"?code="+url.QueryEscape(string(f.Code)), http.StatusSeeOther)
	default:
		s.Pages.Fail(w, r, s.Guard.Failed(r, "a login of the staff", err))
	}
}

// schema answers the desk's schema to a person who is logged in, or to a program by its token.
func (s *Staff) schema(w http.ResponseWriter, r *http.Request) {
	var who *actor.Staff
	var err error
	if scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " "); strings.EqualFold(scheme, "Bearer") {
		who, err = s.Program(r.Context(), token, visit.Of(r.Context()).IP)
	} else {
		who, err = s.People.Resume(r.Context(), staffnet.Cookie(s.Config, r))
	}
	if err == nil && who == nil {
		err = fault.Unauthenticated()
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, s.Schema)
}

// visitCookie binds a visit to the browser that began it.
func (s *Staff) visitCookie() string {
	if s.Config.Secure() {
		return "__Host-kaiin_staff_visit"
	}
	return "kaiin_staff_visit"
}

func (s *Staff) setVisit(w http.ResponseWriter, value string) {
	cookie := &http.Cookie{Name: s.visitCookie(), Value: value, HttpOnly: true, MaxAge: int(people.VisitTime.Seconds())}
	if value == "" {
		cookie.MaxAge = -1
	}
	viewer.NewJar(w, s.Config.Secure()).Set(cookie)
}

// safeReturnTo is the path where it is one of the desk, else that of its first page.
func safeReturnTo(path string) string {
	at, err := url.Parse(path)
	if err != nil || at.Scheme != "" || at.Host != "" || strings.Contains(at.Path, "//") || strings.Contains(at.Path, "..") || strings.ContainsAny(path, "\\\r\n") ||
		at.Path != paths.Staff && !strings.HasPrefix(at.Path, paths.Staff+"/") {
		return paths.Staff
	}
	return at.RequestURI()
}
