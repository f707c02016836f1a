// Package desk answers the staff: people in a browser and programs of theirs, who may write any
// query of the desk's own schema (schema/staff).
//
//	POST /graphql ─┬─ Authorization: Bearer ──────────────────────▶ a program ─┐
//	               ├─ x-kaiin-staff: 1, and the cookie of the staff ▶ a person ─┤
//	               └─ all others ─────────────────────────────────▶ the members' schema (package graph)
//	                                                                            ▼
//	     parsed and validated ▶ limits ▶ scopes of all fields ▶ variables ▶ cost ▶ resolvers
//
// The caller decides which schema answers, never the document: no field of the staff is in
// the members' schema, and no type of theirs in this one. From outside of the networks of the staff
// the desk does not exist: its callers are answered as members are.
//
// What somebody may do is checked three times: all scopes of a document before it runs, the
// directive @staff at each field that runs, and where an act is made (acts.At, acts.Look). Without
// its act nothing is done, and nothing about a member is read.
//
// memberScreen answers what package graph does for a page of a member (Resolver.Show), so that both
// schemas stay apart: no type of the members' is in this one.
package desk

//go:generate sh -c "cd ../../.. && go tool gqlgen generate --config server/transport/desk/gqlgen.yml"
