package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"

	"github.com/google/uuid"

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
		found := []evidence.Finding{}
		rows, err := a.Evidence.Verify(ctx, func(f evidence.Finding) { found = append(found, f) })
		if err != nil {
			return err
		}
		if err := p.printEvidence(rows, found, asJSON); err != nil {
			return err
		}
		if len(found) > 0 {
			p.log.ErrorContext(ctx, "what members were shown is not as it was kept", "alarm", logs.EvidenceAltered, "findings", len(found))
			return fmt.Errorf("what members were shown is not as it was kept: %d findings", len(found))
		}
		return nil
	})
}

func (p *program) printEvidence(rows int, found []evidence.Finding, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(p.out).Encode(map[string]any{"rows": rows, "findings": found})
	}
	for _, f := range found {
		order, place := f.Order.String(), fmt.Sprintf("row %d of account %s", f.Sequence, f.Account)
		if f.Order == uuid.Nil {
			order = "unknown"
		}
		if f.Sequence == 0 {
			place = "the row of an order of account " + f.Account.String()
		}
		if _, err := fmt.Fprintf(p.out, "%s: %s (order %s)\n", f.What, place, order); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(p.out, "%d rows were looked at.\n", rows)
	return err
}
