// Package failpoint lets a test kill the process at a named point of the money path.
//
// A point is a line of code between two effects (a row committed, a gateway called). When the
// configuration names it, reaching it ends the process with SIGKILL, as a power cut would: no
// deferred call runs. Production refuses the setting.
package failpoint
