// Package outcome is the queue of scripted outcomes: what the next calls to a pretended service
// shall come to.
//
// Entries wait in the order they were pushed. A service that is called takes the first entry that
// fits the call, so an entry meant for a charge stays in the queue while other calls pass it by. An
// empty queue means everything goes well.
package outcome
