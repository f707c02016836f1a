// Package gql is what both GraphQL schemas share, that of members and that of the staff: it reads a
// request, holds an operation against limits and its variables against the schema, presents errors,
// and writes the answer. It knows no field of either.
package gql
