// Command gen writes the enum of error codes, checks every document against the schema and writes
// schema/documents.json.
package main
