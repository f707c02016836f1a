// Package gate is what an operation of the staff passes before its resolvers run: the door that
// tells who asks, the limits and the scopes of its document, its variables, and its cost.
package gate
