// Package storefile reads the one file in which an operator says what the store is and what it
// sells, and has the packages that own these facts apply their parts. It owns no table.
//
//	store.yaml ──Parse──▶ File ──Validate──▶ Apply ──▶ settings.Save, catalog.Apply
//	                        └─ Clients ──▶ oidc.Apply, by the command that seeds
//
// A file is taken as it is written (package written): what stands for a text is never a number, and
// a number that could be read in two ways is refused. ${NAME} is filled in from the environment.
// All that is wrong with a file is reported at once, each mistake with its line or its path. A file
// is seeded only if it holds what the law asks a store to say before an order.
package storefile
