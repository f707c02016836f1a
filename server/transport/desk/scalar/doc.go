// Package scalar reads and writes the scalars that only the desk has.
package scalar
