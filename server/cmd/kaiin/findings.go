package main

import (
	"context"
	"flag"
	"fmt"

	"kaiin/server/app"
	"kaiin/server/base/logs"
	"kaiin/server/money/evidence"
)

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

// verifyEvidence walks what members were shown when they ordered. Anything that is not as it was
// written is an error.
func verifyEvidence(ctx context.Context, p *program, args []string) error {
	var asJSON bool
	err := p.flags("verify-evidence", args, func(f *flag.FlagSet) { f.BoolVar(&asJSON, "json", false, "print one JSON document") })
	if err != nil {
		return err
	}
	return p.withStaff(ctx, func(a *app.App) error {
		found := atMost[evidence.Finding]{}
		rows, err := a.Evidence.Verify(ctx, found.add)
		if err != nil {
			return err
		}
		if asJSON {
			err = p.json(map[string]any{"rows": rows, "findings": found.kept(), "more": found.more()})
		} else {
			err = p.say(printFindings(p, found), "%d rows were looked at.\n", rows)
		}
		if err == nil && found.all > 0 {
			p.log.ErrorContext(ctx, "what members were shown is not as it was kept", "alarm", logs.EvidenceAltered, "findings", found.all)
			err = fmt.Errorf("what members were shown is not as it was kept: %d findings", found.all)
		}
		return err
	})
}
