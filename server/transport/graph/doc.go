// Package graph answers GraphQL: the resolvers, and what is between them and the caller.
//
//	POST /graphql ──▶ ServeHTTP: JSON, at most 64 KiB ──▶ allow-list (hash or exact text) ─┐
//	zapi ───────────▶ Run: by name ─────────────────────────────────────────────────────────┤
//	                                                                                       ▼
//	        variables checked against the schema ▶ access ▶ resolver ▶ one service method ▶ presenter
//
// A root field's @member or @public in the schema says which callers may open it.
//
// Resolvers read the viewer, build the input, call one service method and return its row. They hold
// no business condition. Resolvers of an entity's fields read the entity instead: a field of
// Account answers for that account. The resolver that hands the Account out has checked that the
// caller may see it.
//
// Only documents of package schema run; each is parsed, validated and held against the limits when
// it first runs, and all of them by a test. There is no GET, no batch, no introspection, and of
// mutations one field an operation, so that a throttle inside a service cannot be multiplied by
// aliases.
//
// An answer never grows in proportion to what the caller sends: of the variables that are wrong
// twenty are told, and a list is not walked when it is longer than its @bounded says (numbers in
// rules.json), which every list of an input has.
//
// Errors leave through the presenter alone. A fault becomes extensions.code, status, retryAfter and
// fields with a message in the viewer's language; anything else becomes INTERNAL and is logged once
// with the request id, and its text stays here.
package graph

//go:generate go tool gqlgen generate
