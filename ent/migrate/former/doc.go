// Package former holds what the released version asks of the database, so that a migration which
// that version cannot live with fails a test before it lands. While versions are replaced, the
// former one works on the new tables.
//
// statements.sql has every statement that the released version has sent in the black-box tests,
// and the last migration of that version. `make record` writes it anew, when a version is released.
package former
