package edge

import (
	"errors"
	"net/http"
	"strconv"

	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/leaving/personaldata"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/viewer"
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
		d.refuse(w, r, err)
		return
	}
	// A slow line has as long for each piece as a call has for its whole answer.
	line, begun := http.NewResponseController(w), false
	err = file.Pieces(visitOf(r.Context()).ctx, func(piece []byte) error {
		if err := line.SetWriteDeadline(e.system.Now().Add(e.patience)); err != nil && !errors.Is(err, http.ErrNotSupported) {
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
		_ = e.failed(r, "a member's file", err)
		panic(http.ErrAbortHandler)
	case err != nil:
		d.refuse(w, r, err)
	}
}

// refuse leads to where what is missing is given, and then to the page, or says that there is no file.
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
		d.edge.failPage(w, r, http.StatusNotFound)
	default:
		d.edge.failPage(w, r, d.edge.failed(r, "a member's file", err))
	}
}
