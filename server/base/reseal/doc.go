// Package reseal seals what the database keeps with the secret in use, so that a former secret can
// be taken out of the settings, and counts what still hangs on which secret.
//
// A service that keeps sealed values or MACs names their columns in its method Sealed. Rows go in
// batches, each a transaction of its own. A row that is done has the id of the newest key before
// its value and is not looked at again: so a run that was killed is simply repeated. What cannot be
// sealed anew, because a key to it is in a browser or in a mail alone, runs out within hours and
// is counted only.
package reseal
