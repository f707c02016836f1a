package payment

import (
	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/predicate"
)

// The guard against charging twice, in one place, so that a test can build the program without it
// and see that money is then taken twice: one order id for good, a look before every further try,
// one transaction for each charge.

// callID is the order id under which the provider knows the charge: the same at every try, so that
// it refuses a second.
func callID(c *ent.Charge) string { return c.ProviderOrderID }

// lookupFirst makes a charge that is taken up again be looked up before it is tried again.
const lookupFirst = true

// restsOn keeps a charge that has a transaction from resting on another.
func restsOn(tracking string) predicate.Charge { return charge.TrackingIDIn("", tracking) }
