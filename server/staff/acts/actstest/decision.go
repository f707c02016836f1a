// Package actstest makes decisions of the staff for other packages' tests.
package actstest

import (
	"bytes"

	"kaiin/server/base/clock"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
	"kaiin/server/staff/acts"
)

// By is a decision of hanako, whose acts are kept in the store.
func By(st *store.Store) acts.Decision { return Because(st, "a wrong film") }

// Because is By with another reason.
func Because(st *store.Store, reason string) acts.Decision {
	box, err := secret.NewBox(bytes.Repeat([]byte{7}, 32))
	if err != nil {
		panic(err)
	}
	d, err := (&acts.Service{Store: st, Clock: clock.New(), Secrets: box}).Decide("test", acts.Statement{By: "hanako", Reason: reason})
	if err != nil {
		panic(err)
	}
	return d
}
