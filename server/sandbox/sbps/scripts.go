package sbps

import (
	"embed"
	"net/http"
)

//go:embed assets/*.js
var scripts embed.FS

// serveScript hands out the two scripts a shop's page loads.
func serveScript(w http.ResponseWriter, r *http.Request) {
	script, err := scripts.ReadFile("assets/" + r.PathValue("script"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/javascript; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	_, _ = w.Write(script)
}
