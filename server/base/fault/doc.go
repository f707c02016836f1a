// Package fault is the one error type of Kaiin.
//
// A fault says what went wrong in the words of the business: a kind (which decides the HTTP
// status), a stable upper-case code (the specification's own where it names one), and, for bad
// input, the fields concerned. Anything that is not a fault is internal: its text is logged and
// never leaves the process. Each transport maps faults once.
package fault
