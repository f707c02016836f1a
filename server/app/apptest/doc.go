// Package apptest runs the whole of Kaiin inside a test: a database of its own with the test
// store, the sandbox, a worker and the public handler on a port. Next is absent, as nothing here
// is about pages.
package apptest
