// Package catalogtest fills a test's database with one small fixed store, so that other packages'
// tests need not say what a store is.
package catalogtest
