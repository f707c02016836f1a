// Package scalar maps the scalars of the schema to Go.
package scalar
