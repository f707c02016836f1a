// Package gateway is the port to the companies through which members pay: what money needs of them,
// in its own words, and nothing of their wire formats. It is a leaf. The adapters in its folders
// speak the wire formats; package payment holds the rules.
//
//	payment ──▶ gateway.Provider{Gateway, Cards, Approvals, Forms, Notices, Lists, Months} ◀── sbps, paypal, paypalnvp
//
// A call ends well, with an *Error when the provider refused, or with ErrUnknownOutcome when it
// cannot be told whether it took effect. After an unknown outcome the caller looks the order up. It
// never charges again.
//
// WithBreaker puts a circuit breaker before a provider: while it does not answer, calls are refused
// at once and none is sent.
package gateway
