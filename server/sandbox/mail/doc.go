// Package mail is an SMTP server that delivers to no recipient: every message ends in an inbox that
// people and tests read.
//
//	client ──SMTP──▶ session (accepts any login, any recipient) ──▶ parse (MIME) ──▶ Inbox, one Message per recipient
//
// The inbox holds short messages, too; who takes those puts them in by Text.
//
// It speaks plain SMTP without TLS, accepts AUTH PLAIN with whatever is sent, and keeps the newest
// Capacity messages.
package mail
