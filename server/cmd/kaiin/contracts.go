package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/google/uuid"

	"kaiin/server/app"
	"kaiin/server/subscription"
)

// endContract ends a contract for its member, who cannot, or for the store.
func endContract(ctx context.Context, p *program, args []string) error {
	var id, receipt, at string
	var in subscription.Ending
	err := p.flags("end-contract", args, func(f *flag.FlagSet) {
		f.StringVar(&id, "id", "", "the contract, as the address of its page has it")
		f.StringVar(&receipt, "receipt", "", "or the receipt's number of a cancellation of it, such as K-7QXM-2PZC-HT5W")
		f.StringVar(&at, "at", "", "now, for good; or term, with its paid days, which its member may take back")
		f.StringVar(&in.By, "by", "", "who decides")
		f.StringVar(&in.Reason, "reason", "", "why")
	})
	switch {
	case err != nil:
		return err
	case (id == "") == (receipt == ""):
		return fmt.Errorf("%w: one of --id and --receipt is wanted", errUsage)
	case at != "now" && at != "term":
		return fmt.Errorf("%w: --at is now or term", errUsage)
	case in.By == "" || in.Reason == "":
		return fmt.Errorf("%w: --by and --reason are wanted", errUsage)
	}
	in.AtTerm = at == "term"
	if id != "" {
		if in.ContractID, err = parseID("id", id); err != nil {
			return err
		}
	}
	return p.withServices(ctx, func(a *app.App) (err error) {
		if in.ContractID == uuid.Nil {
			if in.ContractID, err = a.Subscription.OfReceipt(ctx, receipt); err != nil {
				return err
			}
		}
		return p.say(a.Subscription.EndByStaff(ctx, in), "Contract %s ends %s.\n", in.ContractID, map[bool]string{true: "with its term", false: "now"}[in.AtTerm])
	})
}
