package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/google/uuid"

	"kaiin/server/app"
	"kaiin/server/money/subscription"
)

// endContract ends a contract for its member, who cannot, or for the store.
func endContract(ctx context.Context, p *program, args []string) error {
	var id, receipt, at string
	var in subscription.Ending
	err := p.flags("end-contract", args, func(f *flag.FlagSet) {
		nameContract(f, &id, &receipt)
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
	return p.withContract(ctx, id, receipt, func(a *app.App, contract uuid.UUID) error {
		in.ContractID = contract
		return p.say(a.Subscription.EndByStaff(ctx, in), "Contract %s ends %s.\n", contract, map[bool]string{true: "with its term", false: "now"}[in.AtTerm])
	})
}

// releaseContract lets a contract go on whose payment was taken back and came back since.
func releaseContract(ctx context.Context, p *program, args []string) error {
	var id, receipt string
	var in subscription.Release
	err := p.flags("release-contract", args, func(f *flag.FlagSet) {
		nameContract(f, &id, &receipt)
		f.StringVar(&in.By, "by", "", "who decides")
		f.StringVar(&in.Reason, "reason", "", "why, such as that the dispute was won")
	})
	switch {
	case err != nil:
		return err
	case (id == "") == (receipt == ""):
		return fmt.Errorf("%w: one of --id and --receipt is wanted", errUsage)
	case in.By == "" || in.Reason == "":
		return fmt.Errorf("%w: --by and --reason are wanted", errUsage)
	}
	return p.withContract(ctx, id, receipt, func(a *app.App, contract uuid.UUID) error {
		in.ContractID = contract
		return p.say(a.Subscription.ReleaseByStaff(ctx, in), "Contract %s goes on.\n", contract)
	})
}

// nameContract defines the flags that name a contract.
func nameContract(f *flag.FlagSet, id, receipt *string) {
	f.StringVar(id, "id", "", "the contract, as the address of its page has it")
	f.StringVar(receipt, "receipt", "", "or the receipt's number of a cancellation of it, such as K-7QXM-2PZC-HT5W")
}

// withContract does something with the contract that one of the flags names.
func (p *program) withContract(ctx context.Context, id, receipt string, do func(a *app.App, contract uuid.UUID) error) (err error) {
	var contract uuid.UUID
	if id != "" {
		if contract, err = parseID("id", id); err != nil {
			return err
		}
	}
	return p.withServices(ctx, func(a *app.App) (err error) {
		if id == "" {
			if contract, err = a.Subscription.OfReceipt(ctx, receipt); err != nil {
				return err
			}
		}
		return do(a, contract)
	})
}
