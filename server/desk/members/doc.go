// Package members is what the staff see of a member and compare with what a caller says. It owns
// the tables reveals, identity_checks, notes and member_guards.
//
//	Open    ─▶ the member, every personal value as a hint of it (package masked)
//	Reveal  ─▶ named values, for 15 minutes, to the person who gave a reason
//	View    ─▶ a page as the member sees it, which package graph reads once its act is written
//	Check   ─▶ yes or no to each thing that a caller says; the staff never see the value
//	Guard   ─▶ only an exact key finds the member, and two people open values
//	AddNote ─▶ what colleagues should know; its versions are kept, and the member gets it with their data
//
// Each of them is an act, which the member reads; nothing is read before its act is written.
package members
