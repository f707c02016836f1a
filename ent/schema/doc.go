// Package schema declares the tables, one file each. Rows carry no hooks, no privacy rules and no
// behaviour: the package that owns a table (said at the top of each file) keeps its rules.
package schema
