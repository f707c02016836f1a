// Package actor says who asks: a member, or a visitor with or without a session, from which
// network, and how fresh the proof is. Transports make an Actor of the request and its session;
// services compare it with the rows they read. There is no other authority. It owns no table.
package actor
