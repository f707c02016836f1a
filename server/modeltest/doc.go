// Package modeltest lives the lives of members at random and compares what becomes of their
// contracts, bills, money, viewing and mails with what a second, simple reckoning says. It is there
// for tests only.
//
//	life.go   scripts: what happens to the store and to its members, tick by tick, drawn from a seed
//	model.go  the second reckoning, computed from the calendar and the rules alone: one member
//	orders.go, requests.go: what they and the staff do; workers.go: what the workers make of it; months.go: what a carrier charges by itself
//	switching.go: what changes of plan make of it
//	outage.go: what holds while the provider does not answer
//	campaigns.go, prices.go, calendar.go, lines.go: what orders agree on, new prices, a calendar of its own, and the lines that are compared
//	world.go, work.go, acts.go, seen.go: the services on a database and a provider in memory (bank.go), to which the same happens;
//	          providers.go and ausimple.go make the provider PayPal and carriers, too
//	told.go   what an app hears of that is told when members may watch more or less
//
// The test shrinks a script on which the two disagree and prints what is left of it. 500
// members live; KAIIN_LIVES says how many others, KAIIN_SEED draws other lives, and `make
// lives` has 10,000.
package modeltest
