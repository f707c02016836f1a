// Package outbound makes the HTTP client by which adapters call other companies' services.
//
// A client follows no redirect: what is sent, credentials included, is meant for one address.
// Connecting, a whole call and the length of an answer have limits, so that a service that hangs or
// never ends holds nothing of ours. It knows nothing of any service, and tries nothing twice:
// whether a call may be repeated is for its adapter to say.
package outbound
