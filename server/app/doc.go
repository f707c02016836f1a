// Package app is the composition root: it builds every part once, from the configuration, for the commands and for tests.
//
//	config ─▶ store, clock, secrets ─▶ catalog, notify ─▶ account ─▶ login
//	                                                  └─▶ payment ─▶ subscription ─▶ purchase
//	                                        all of them ─▶ graph ─▶ zapi ─▶ edge (the HTTP handler)
//	                                        those with jobs ─▶ worker (River)
//
// Nothing else in the program holds more than the parts it needs.
package app
