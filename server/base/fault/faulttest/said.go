// Package faulttest says faults in short, for tables of tests.
package faulttest

import (
	"strings"

	"kaiin/server/base/fault"
	"kaiin/server/transport/paths"
)

// Said is a fault in short: its fields and their codes, else its code, with where a broken flow
// starts again; "" for no error.
func Said(err error) string {
	if err == nil {
		return ""
	}
	f, ok := fault.As(err)
	if !ok {
		return "internal: " + err.Error()
	}
	if !f.RestartAt.None() {
		return string(f.Code) + " → " + paths.Of(f.RestartAt)
	}
	var all []string
	for _, field := range f.Fields {
		all = append(all, field.Path+":"+string(field.Code))
	}
	if len(all) == 0 {
		return string(f.Code)
	}
	return strings.Join(all, " ")
}

// Races runs f n times at once and returns how often each outcome came.
func Races(n int, f func(i int) error) map[string]int {
	outcomes := make(chan string, n)
	for i := range n {
		go func() {
			outcome := "the test has ended"
			defer func() { outcomes <- outcome }()
			outcome = Said(f(i))
		}()
	}
	count := map[string]int{}
	for range n {
		count[<-outcomes]++
	}
	return count
}
