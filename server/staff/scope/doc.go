// Package scope has all that the staff may do, by name, and the roles that bundle it. It owns no
// table and asks nothing: who holds which role is kept by package people, which of it a program may
// do by its registration.
//
//	Scope ◀── Role ◀── a person
//	  ▲
//	  └────────────── a program, and only what is marked for programs
package scope
