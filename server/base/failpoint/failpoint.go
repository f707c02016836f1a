package failpoint

import (
	"os"
	"sync/atomic"
	"syscall"
)

var armed atomic.Pointer[string]

// Arm chooses the point that kills the process; the empty name disarms.
func Arm(name string) {
	if name == "" {
		armed.Store(nil)
		return
	}
	armed.Store(&name)
}

// Reached says that the process has come to the point, and kills it there when a test has armed
// the point.
func Reached(name string) {
	if p := armed.Load(); p != nil && *p == name {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {} // the signal is on its way; nothing after this point may run
	}
}
