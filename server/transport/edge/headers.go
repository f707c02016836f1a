package edge

import (
	"net/http"

	"kaiin/server/transport/visit"
)

// headers puts on every answer what belongs on every answer (ASVS V3.4). Pages replace the policy
// by their own.
func (e *Edge) headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Request-Id", visit.Of(r.Context()).ID)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		if e.Config.Secure() {
			h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
		}
		next.ServeHTTP(w, r)
	})
}
