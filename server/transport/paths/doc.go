// Package paths holds the address of every step a service can answer. It is the one place that
// knows where pages are; the web's own table is web/lib/paths.ts.
package paths
