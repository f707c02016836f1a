// Package app puts Kaiin together: the one place where everything is built, used by the program and
// by end-to-end tests.
//
//	config ─▶ store, clock, secrets
//	            catalog ◀ notify(delivery) ◀ account ◀ login
//	            payment(gateway/sbps) ◀ subscription ◀ purchase     payment tells both of them how charges end
//	            graph ◀ zapi ◀ edge                                 what answers HTTP
//	            visit ◀ guard ◀ pages ◀ endpoints ◀ edge
//	            worker                                              jobs, scans for what is due, purges
//
// Serve answers and, unless configured otherwise, works; WorkAlone only works. Both end when their
// context does, after open requests and jobs have come to an end. Any number of either may run
// against one database.
//
// What holds for the whole server and shows in no package alone is written in the tests here: who
// may import whom, who writes which table, what becomes of its rows, and what a domain must not
// know. Each fails with what to do.
//
// With a sandbox (development only) the clock follows the sandbox's: it is read when the program
// starts and moved by the sandbox, which waits until Quiet says that nothing is due any more.
package app
