package main

import (
	"context"
	"flag"
	"fmt"

	"kaiin/server/app"
	"kaiin/server/base/logs"
	"kaiin/server/money/evidence"
)

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
