// Package config reads the configuration from the environment, once, at start.
//
// There is one struct and one table of variables; Load reports every problem at once. Secrets
// come only from here and are printed only as "set". Nothing has a default that would be unsafe
// in production.
package config
