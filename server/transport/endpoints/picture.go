package endpoints

import (
	"context"
	"net/http"
	"strconv"

	"kaiin/server/base/fault"
	"kaiin/server/identity/profileimage"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/visit"
)

// Pictures shows the profile pictures of members to everybody with their address.
type Pictures struct {
	Site

	Find func(ctx context.Context, name string) ([]byte, error)
}

// Mount puts the addresses of pictures on the mux.
func (p *Pictures) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	pattern, show := paths.OfPicture("{name}"), p.Pages.Only(p.picture, http.MethodGet, http.MethodHead)
	mux.Handle(pattern, before(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		visit.Of(r.Context()).Pattern = pattern // names are nothing for the log
		show.ServeHTTP(w, r)
	})))
}

// picture answers with a picture. The picture at an address never changes, and addresses are
// random: caches may keep it for ever. Apps on other sites show it, too.
func (p *Pictures) picture(w http.ResponseWriter, r *http.Request) {
	content, err := p.Find(r.Context(), r.PathValue("name"))
	if err != nil {
		w.Header().Set("Cache-Control", "no-store")
		if fault.Is(err, fault.CodeNotFound) {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.WriteHeader(p.Guard.Failed(r, "a picture", err))
		return
	}
	h := w.Header()
	h.Set("Content-Type", profileimage.ContentType)
	h.Set("Content-Length", strconv.Itoa(len(content)))
	h.Set("Content-Disposition", "inline")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	if r.Method == http.MethodGet {
		_, _ = w.Write(content)
	}
}
