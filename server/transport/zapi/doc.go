// Package zapi gives the documents of package schema the paths and JSON bodies of the specification
// (G§7, M§7). It adds names and nothing else: a table says which document answers a method and a
// path, and how path, query and body become variables.
//
//	GET  {page}/screen-data, /zapi/internal{page}/screen-data   the page's document, without root     data.screen is the body
//	POST, DELETE /zapi/…; POST /login, /logout …                the action's document                 data.result is the body
//
//	answer                                status
//	data                                  200, userErrors left out, redirectTo and flowError when there are any
//	flowError                             200 {flowError}
//	userErrors                            the fault's, with the error object
//	a GraphQL error                       its status, with the error object
//	something has to be done first        on a page 200 {redirectTo: "/login?returnTo=…"}, else the error object with
//	                                      redirectTo: to log in, prove it once more, change the password
//	no such path, another method          404, 405 with Allow
//
//	table ─▶ New: each row against its document ─▶ Mount: "POST /zapi/…" on the site's mux
//	                                                  │ path, query, body ─▶ variables
//	request ─▶ edge ─▶ Tidy ─▶ mux ─▶ handler of the row ─▶ graph.Run(document) ─▶ answer, fail or settle
//	                            └─ nothing there ─▶ Unclaimed: 404, 405
//
// A login or a sign-up for another app goes back to what the app asks for: the bodies of the
// specification do not say so, but the browser's cookie errand does, which the page sets that the
// app leads to (package pages).
//
// The error object is {status, code, message, requestId}, with fields [{field, code, message}]
// where the code belongs to fields of the input. Nothing here is cached by anybody.
package zapi
