// Package schema is the contract between the server, the web site and everyone else: the GraphQL
// types, one query document per page (screens), one document per thing a member does (actions),
// those that no page of ours runs (calls), and the limits both sides validate by (rules.json).
// documents.json is generated from the documents: their full text and its hash. It is the
// allow-list of what a browser may run.
package schema

//go:generate go run ./gen
