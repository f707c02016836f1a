// Package viewer says who sends a request and how an answer reaches their browser's cookies. All
// transports use it, and it owns no table.
//
//	request ─▶ Finder.Find ─▶ Viewer in the context ─▶ Of, Actor          who asks: read by every transport
//	                            └─ SetCookie ─▶ Jar ─▶ Set-Cookie         SetSession, SetSigned, Clear…: what a login changes
//
// What can be told without cookies, such as the address and the language, is found out before
// (package visit). Package guard calls Find before the calls that need to know who asks.
package viewer
