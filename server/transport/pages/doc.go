// Package pages answers with the pages of Next and with the files that they load.
//
//	request ─▶ ServeHTTP ─▶ a page that visitors share       shared.go, package pagecache
//	               │    └─▶ Next, by the proxy               next.go
//	               │          └─ does not answer ─▶ a plain page of our own   plain.go
//	endpoints ─▶ Fail, Only ─▶ Next's error page of the status                fail.go
//	/_next/static/… ─▶ Files, from the disk                                   static.go
//
// What this package promises to the rest:
//
//   - A page asks for its data through Next, with the header that visit.Arrivals.Seal makes. It
//     asks /graphql with the member's cookies.
//   - Next gets our cookies and the headers that pages are made from, of an ordinary size, and no
//     address of more than 5 KB (next.go).
//   - Each page has a Content-Security-Policy with the nonce of this one answer (policy.go). What
//     Next says of security, caches and the request is dropped.
//   - What an app asks for while its browser logs in or signs up stays in a cookie, from the page
//     that it leads to on (errand.go).
//   - A page with the secret of a mailed link in its address is named to no other site (mailed.go).
//   - A page of the staff is there for callers from their networks alone. All others get the answer
//     to an unknown path, byte for byte (staff.go).
//   - No connection changes to another protocol: with an Upgrade a page is answered as always.
//
// Pages that visitors share. The home page and the list of plans are the same for every browser
// without sid and auid, but for the language, the kind of device, and the store's theme and tag
// manager: these and the path are the whole key, so no caller can make up pages to fill the memory
// with, and no query makes one. Next is asked for such a page on behalf of no visitor: without
// cookies, from this machine's own address, by an agent that tells the kind of device alone. So
// nothing of a visitor can be on it, whatever the page comes to show. Only a whole page with status
// 200 that sets no cookie is kept (package pagecache); every answer has its own nonce and request
// id, and no-store as before. The page may be a second old, the catalog behind it another: a change
// of the store shows in two. A language link on a shared page leads to the page's address without
// the query: none of these pages reads one.
//
// It does not know the router: which other methods an address has, and to which app a form leads,
// are asked by the functions Calls and FormsTo, which package edge sets.
package pages
