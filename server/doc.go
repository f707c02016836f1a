// Package server is the house of the service: eleven rooms, each a folder of packages. It holds no
// code, but the tests of the rooms.
//
//	cmd, app      the program and its commands; the one place where everything is put together
//	transport     HTTP: routes, pages, GraphQL, JSON calls, other endpoints, who sends a request
//	desk          what the staff see and do, and who they are
//	leaving       what reaches across all rooms below: leaving, keeping out, newsletters, the file of all that is kept
//	money         the checkout, contracts, bills, charges, the providers' lists, what a member may watch, evidence
//	oidc          the OpenID provider
//	identity      who a member is, what proves it, sessions and codes, external accounts, what members agree to
//	shop          plans, campaigns and policies, samples, postal codes, the store file
//	staff         what the staff may do, and the record of what they did
//	base          what all rooms need: settings, messages, counting tries, the database, time, errors, texts
//	sandbox       the outside world, for development and tests
//	modeltest     random histories of members against a second reckoning
//
// A package may import packages of its own room and of the rooms below it in this list.
// imports_test.go holds the exceptions, each with its reason. Within a room the compiler keeps the
// order: no two packages need each other.
package server
