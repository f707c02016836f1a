// Package logs is the log of the program: how a line looks, what every line carries, and which
// lines ask a person to look.
//
//	New ─▶ Use ─▶ slog.InfoContext, log.Print, net/http, River   one JSON object a line
//	With ─▶ context ─▶ every line that is written with it        request id; job, its kind and try
//	Crash                                                        a panic becomes a line, too
//	Behind ─▶ Queue                                              logging does not wait for its reader
//
// What this package promises to the rest:
//
//   - A line is one JSON object. Its time is UTC, and whatever a value holds stays inside its
//     string, line breaks and control characters too.
//   - A line names the process (instance, version, command) and what its context carries.
//   - A line that asks a person to look has the attribute alarm, whose values are the constants in
//     alarms.go. docs/operate.md says of each what to do. Every line of level ERROR has one, and
//     some lines of level WARN.
//
// What Go itself says of a process that it ends, such as one without memory, is text: no program
// can change that.
//
// Secrets, addresses and names of members are kept out by the code that writes a line; this package
// hides nothing.
package logs
