// Package entity holds the entities of the schema that load some of their fields only when a field
// asks for them. Those that are plain values are generated into package model. It owns no table.
package entity
