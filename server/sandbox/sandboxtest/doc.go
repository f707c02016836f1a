// Package sandboxtest gives tests a sandbox of their own and the product's configuration that goes
// with it.
package sandboxtest
