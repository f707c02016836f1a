package endpoints

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/visit"
)

// Newsletters takes what stops a newsletter by the link in a mail: from a mail program at one click
// (RFC 8058), and from the button of the page. Both come to the page's own address. Only the link's
// token counts, so a post may come from anywhere, and the session plays no part.
type Newsletters struct {
	Site

	Stop func(ctx context.Context, a actor.Actor, token string) error
}

// What is read of a post, and how long it may take to come.
const (
	maxStop      = 8 << 10
	stopPatience = 10 * time.Second
)

// Mount puts the address on the mux.
func (n *Newsletters) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	mux.Handle("POST "+paths.Of(step.StopNewsletter), before(http.HandlerFunc(n.stop)))
}

// stop answers a mail program with a status and no redirect. It leads the browser back to the page,
// which says whether the member gets the newsletter now.
func (n *Newsletters) stop(w http.ResponseWriter, r *http.Request) {
	_ = http.NewResponseController(w).SetReadDeadline(visit.Now().Add(stopPatience)) // where it cannot be set, the server's own holds
	r.Body = http.MaxBytesReader(w, r.Body, maxStop)
	err := r.ParseMultipartForm(maxStop)
	if errors.Is(err, http.ErrNotMultipart) {
		err = nil
	}
	oneClick := r.PostForm.Get("List-Unsubscribe") == "One-Click"
	if err != nil || !oneClick && r.PostForm.Get("stop") == "" {
		n.answer(w, http.StatusBadRequest, "List-Unsubscribe=One-Click is wanted (RFC 8058).")
		return
	}
	err = n.Stop(r.Context(), visit.Of(r.Context()).Stranger().Actor, r.URL.Query().Get("token"))
	f, isFault := fault.As(err)
	status := http.StatusOK
	switch {
	case err == nil:
	case isFault && f.Kind != fault.KindUnavailable:
		status = f.Status()
		if f.RetryAfter > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(int(f.RetryAfter.Seconds())))
		}
	default:
		status = n.Guard.Failed(r, "a newsletter's link", err)
	}
	switch {
	case !oneClick && (status == http.StatusOK || status == http.StatusNotFound):
		w.Header().Set("Location", r.URL.RequestURI())
		w.WriteHeader(http.StatusSeeOther)
	case !oneClick:
		n.Pages.Fail(w, r, status)
	case status == http.StatusOK:
		n.answer(w, status, "The newsletter is stopped.")
	case status == http.StatusNotFound:
		n.answer(w, status, "There is no such link.")
	default:
		n.answer(w, status, http.StatusText(status)+".")
	}
}

func (n *Newsletters) answer(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text+"\n")
}
