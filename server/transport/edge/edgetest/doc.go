// Package edgetest is the whole handler for tests of the packages that it is made of: with a Next
// and resolvers that a test writes itself, and endpoints of a site where nothing is found.
package edgetest
