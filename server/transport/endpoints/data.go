package endpoints

import (
	"errors"
	"net/http"
	"strconv"

	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/leaving/personaldata"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/visit"
)

// Data hands members the file of what is kept about them.
type Data struct {
	Site

	Service *personaldata.Service
}

// Mount puts the file's address on the mux.
func (d *Data) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	known := d.Guard.Known(func(w http.ResponseWriter, r *http.Request, err error) {
		d.Pages.Fail(w, r, d.Guard.Failed(r, "a member's file", err))
	})
	mux.Handle(paths.DataFile, before(known(d.Pages.Only(d.file, http.MethodGet))))
}

// file answers with the file of the caller's own account. Without a session or a recent proof it
// leads to where one is given, and then to the page.
func (d *Data) file(w http.ResponseWriter, r *http.Request) {
	a := viewer.Actor(r.Context())
	file, err := d.Service.Fetch(r.Context(), a)
	if err != nil {
		d.refuse(w, r, err)
		return
	}
	// A slow line has as long for each piece as a call has for its whole answer.
	line, begun := http.NewResponseController(w), false
	err = file.Pieces(visit.Of(r.Context()).Connection, func(piece []byte) error {
		if err := line.SetWriteDeadline(visit.Now().Add(d.Guard.Patience)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return err
		}
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
		_ = d.Guard.Failed(r, "a member's file", err)
		panic(http.ErrAbortHandler)
	case err != nil:
		d.refuse(w, r, err)
	}
}

// refuse leads to where what is missing is given, and then to the page, or says that there is no
// file.
func (d *Data) refuse(w http.ResponseWriter, r *http.Request, err error) {
	back, code := paths.Of(step.Data), fault.Code("")
	if found, ok := fault.As(err); ok {
		code = found.Code
	}
	switch code {
	case fault.CodeUnauthenticated:
		http.Redirect(w, r, paths.Of(step.Login.AndBack(back)), http.StatusSeeOther)
	case fault.PasswordChangeRequired:
		http.Redirect(w, r, paths.Of(step.ChangePassword.AndBack(back)), http.StatusSeeOther)
	case fault.ReauthenticationRequired:
		http.Redirect(w, r, paths.Of(step.ConfirmLogin.AndBack(back)), http.StatusSeeOther)
	case fault.ProfileForbidden: // as the page says
		http.Redirect(w, r, back, http.StatusSeeOther)
	case fault.CodeNotFound:
		d.Pages.Fail(w, r, http.StatusNotFound)
	default:
		d.Pages.Fail(w, r, d.Guard.Failed(r, "a member's file", err))
	}
}
