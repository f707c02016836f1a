// Package payload holds the answers of mutations. Each mutation of the schema has its own payload;
// all of them are a Result, which says how the action ended and loads what it changed only when the
// operation asks for that. It owns no table.
package payload
