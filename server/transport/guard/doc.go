// Package guard is the middleware before calls, and what an error becomes that stops one.
//
//	Call = Private ─▶ WithPatience ─▶ OwnOrigin ─▶ Known ─▶ the call of GraphQL or of the shim
//	        no cache    its time is    from this    viewer in the context
//	                    limited        site
//
// Other parts take what they need of it: OnlyOnce for addresses with one-time secrets in them,
// WithPatience alone, Known behind a router of their own.
//
// What this package promises to the rest:
//
//   - A call that may change something comes from this origin or from no browser (origin.go).
//   - Of two different session cookies neither counts, and the log says so as a warning, at most
//     once a minute with how often.
//   - A viewer is abroad only if the store has said where it offers its service and the country of
//     the address is known (country.go).
//   - A request whose time is up, or for which something cannot be asked, gets the status 503, and
//     one line says why; a defect 500. One whose caller has gone is no error and has no line of its
//     own (Failed; store.FailureOf tells them apart).
//
// It writes no answer but by the function that it is given: it knows neither pages nor error
// objects.
package guard
