// Package survey is what a store asks a member who orders a plan, cancels a contract or leaves:
// questions, which answers fit them, and the answers in the words in which the member read them. It
// owns no table: surveys are kept in the settings and with the plans, answers with orders,
// cancellations and withdrawals.
package survey
