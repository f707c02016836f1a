// Package memo remembers the last results of functions that depend on their argument alone, such as
// what a text says without its markup. Nothing that changes with time or comes from the database is
// remembered here: see store.Cached.
package memo
