package blackbox

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
)

// UntilEnd stands for all tests of a package, where something shared needs the test that it belongs
// to: what is left to its Cleanup is done by Main after the last of them.
var UntilEnd testing.TB = untilEnd

var untilEnd = &allTests{}

// allTests has what a stack needs of a testing.TB; anything else panics.
type allTests struct {
	testing.TB
	mu       sync.Mutex
	cleanups []func()
	failed   bool
}

func (a *allTests) Helper()                  {}
func (a *allTests) Name() string             { return "all tests" }
func (a *allTests) Context() context.Context { return context.Background() }

func (a *allTests) Cleanup(f func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cleanups = append(a.cleanups, f)
}

func (a *allTests) TempDir() string {
	folder, err := os.MkdirTemp("", "kaiin-e2e-")
	Must(a, err)
	a.Cleanup(func() { _ = os.RemoveAll(folder) })
	return folder
}

func (a *allTests) Failed() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.failed
}

func (a *allTests) fail() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failed = true
}

func (a *allTests) Log(args ...any)                 { fmt.Fprintln(os.Stderr, args...) }
func (a *allTests) Logf(format string, args ...any) { a.Log(fmt.Sprintf(format, args...)) }
func (a *allTests) Error(args ...any)               { a.fail(); a.Log(args...) }
func (a *allTests) Errorf(format string, args ...any) {
	a.fail()
	a.Logf(format, args...)
}

// Fatal ends the test that had the stack started, and each that asks for it later.
func (a *allTests) Fatal(args ...any) { a.fail(); panic(fmt.Sprint(args...)) }
func (a *allTests) Fatalf(format string, args ...any) {
	a.Fatal(fmt.Sprintf(format, args...))
}

// end does what was left to Cleanup, the last first, and reports whether all went well.
func (a *allTests) end() bool {
	for _, f := range slices.Backward(a.cleanups) {
		f()
	}
	return !a.Failed()
}
