package edge

import (
	"net/http"
	"strconv"

	"kaiin/server/fault"
	"kaiin/server/paths"
	"kaiin/server/personaldata"
	"kaiin/server/step"
	"kaiin/server/viewer"
)

// Data hands members the file of what is kept about them.
type Data struct {
	Service *personaldata.Service

	edge *Edge
}

// Mount puts the file's address on the mux.
func (d *Data) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	known := d.edge.viewer(func(w http.ResponseWriter, r *http.Request, err error) {
		d.edge.failPage(w, r, d.edge.failed(r, "a member's file", err))
	})
	mux.Handle(paths.DataFile, before(known(d.edge.only(d.file, http.MethodGet))))
}

// file answers with the file of the caller's own account. Without a session or a recent proof it leads to where one is given, and then to the page.
func (d *Data) file(w http.ResponseWriter, r *http.Request) {
	e, a := d.edge, viewer.Actor(r.Context())
	file, err := d.Service.Fetch(r.Context(), a)
	if err != nil {
		back, f := paths.Of(step.Data), fault.Code("")
		if found, ok := fault.As(err); ok {
			f = found.Code
		}
		switch f {
		case fault.CodeUnauthenticated:
			http.Redirect(w, r, paths.Of(step.Login.AndBack(back)), http.StatusSeeOther)
		case fault.PasswordChangeRequired:
			http.Redirect(w, r, paths.Of(step.ChangePassword.AndBack(back)), http.StatusSeeOther)
		case fault.ReauthenticationRequired:
			http.Redirect(w, r, paths.Of(step.ConfirmLogin.AndBack(back)), http.StatusSeeOther)
		case fault.ProfileForbidden: // as the page says
			http.Redirect(w, r, back, http.StatusSeeOther)
		case fault.CodeNotFound:
			e.failPage(w, r, http.StatusNotFound)
		default:
			e.failPage(w, r, e.failed(r, "a member's file", err))
		}
		return
	}
	begun := false
	err = file.Pieces(r.Context(), func(piece []byte) error {
		if !begun {
			h := w.Header()
			h.Set("Content-Type", "application/json; charset=utf-8")
			h.Set("Content-Disposition", `attachment; filename="`+file.Name+`"`)
			h.Set("Content-Length", strconv.FormatInt(file.Size, 10))
			begun = true
		}
		_, err := w.Write(piece)
		return err
	})
	switch {
	case err != nil && begun: // the browser sees that the file is not whole
		_ = e.failed(r, "a member's file", err)
		panic(http.ErrAbortHandler)
	case err != nil:
		e.failPage(w, r, e.failed(r, "a member's file", err))
	}
}
