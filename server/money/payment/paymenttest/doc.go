// Package paymenttest gives tests of the money path a provider in memory, whose every call can be
// made to refuse, to vanish before or after its effect, or to kill the caller, and a database with
// members and cards.
package paymenttest
