package main

import "fmt"

// mostFindings is how many findings are kept and printed; the others are counted.
const mostFindings = 1000

// atMost are findings, and no more are kept than are printed.
type atMost[T fmt.Stringer] struct {
	list []T
	all  int
}

func (f *atMost[T]) add(one T) {
	if f.all++; f.all <= mostFindings {
		f.list = append(f.list, one)
	}
}

// kept are those that are printed. As JSON none are an empty list.
func (f *atMost[T]) kept() []T { return append([]T{}, f.list...) }

// more is how many are not printed.
func (f *atMost[T]) more() int { return f.all - len(f.list) }

// printFindings prints a line each, and how many more there are.
func printFindings[T fmt.Stringer](p *program, found atMost[T]) (err error) {
	for _, one := range found.list {
		err = p.say(err, "%s\n", one)
	}
	if more := found.more(); more > 0 {
		err = p.say(err, "And %d more.\n", more)
	}
	return err
}
