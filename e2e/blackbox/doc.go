// Package blackbox runs Kaiin for tests that look at it from outside: it builds the program, starts
// it against a database and a sandbox of its own, and gives the tests members with browsers. What a
// test learns, it learns from answers, mails, the sandbox's ledger and the log; it may read the
// database and never changes it.
//
// A test has a store of its own (New), or shares one with tests that do not disturb it
// (Shared, InTurn).
//
// It tests the program at KAIIN_TEST_PROGRAM, or without one builds it. It needs a PostgreSQL
// server at KAIIN_TEST_DATABASE_URL and fails without one. There are no pages: Next does not run.
package blackbox
