package guard

import (
	"net/http"

	"kaiin/server/base/fault"
	"kaiin/server/transport/visit"
)

// OwnOrigin refuses a call that may change something and was made by a page of another site.
//
// Browsers say with Sec-Fetch-Site and Origin who sends a POST, and cannot be made to lie; the
// standard library knows how to read them. A program that is no browser sends neither, and carries
// no visitor's cookies. What is left, a form of another site in a browser without either, fails at
// the content type: no form can send application/json (package jsonbody).
//
// Two things are stricter here. The library compares the host of Origin alone, so that a page of
// the same host without TLS would pass; and to it a trusted Origin outweighs Sec-Fetch-Site. Here
// both have to be this site's wherever they are sent.
func (g *Guard) OwnOrigin(refuse Refusal) Middleware {
	own := g.Config.Origin.String()
	protection := http.NewCrossOriginProtection()
	if err := protection.AddTrustedOrigin(own); err != nil { // for proxies that do not keep Host
		panic(err) // the configuration has an origin
	}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if protection.Check(r) != nil || !isSafe(r.Method) && (fromElsewhere(r) || hasOther(r.Header["Origin"], own)) {
				refuse(w, visit.AsStranger(r), http.StatusForbidden, fault.CrossOrigin)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// isSafe holds for the methods that change nothing here.
func isSafe(method string) bool { return method == http.MethodGet || method == http.MethodHead }

// fromElsewhere reports whether the browser says that a page of another site made the call.
func fromElsewhere(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return false
	}
	return true
}

func hasOther(origins []string, own string) bool {
	for _, origin := range origins {
		if origin != own {
			return true
		}
	}
	return false
}
