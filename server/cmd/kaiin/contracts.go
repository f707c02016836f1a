package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/google/uuid"

	"kaiin/server/app"
	"kaiin/server/money/subscription"
	"kaiin/server/staff/acts"
)

// endContract ends a contract for its member, who cannot, or for the store.
func endContract(ctx context.Context, p *program, args []string) error {
	var id, receipt, at string
	d := deciding{command: "end-contract"}
	err := p.flags(d.command, args, func(f *flag.FlagSet) {
		nameContract(f, &id, &receipt)
		f.StringVar(&at, "at", "", "now, for good; or term, with its paid days, which its member may take back")
		d.define(f, "", "")
	})
	switch {
	case err != nil:
		return err
	case (id == "") == (receipt == ""):
		return fmt.Errorf("%w: one of --id and --receipt is wanted", errUsage)
	case at != "now" && at != "term":
		return fmt.Errorf("%w: --at is now or term", errUsage)
	}
	return p.withContract(ctx, d, id, receipt, func(a *app.App, by acts.Decision, contract uuid.UUID) error {
		in := subscription.Ending{By: by, ContractID: contract, AtTerm: at == "term"}
		return p.say(a.Subscription.EndByStaff(ctx, in), "Contract %s ends %s.\n", contract, map[bool]string{true: "with its term", false: "now"}[in.AtTerm])
	})
}

// releaseContract lets a contract go on whose payment was taken back and came back since.
func releaseContract(ctx context.Context, p *program, args []string) error {
	var id, receipt string
	d := deciding{command: "release-contract"}
	err := p.flags(d.command, args, func(f *flag.FlagSet) {
		nameContract(f, &id, &receipt)
		d.define(f, "", "why, such as that the dispute was won")
	})
	switch {
	case err != nil:
		return err
	case (id == "") == (receipt == ""):
		return fmt.Errorf("%w: one of --id and --receipt is wanted", errUsage)
	}
	return p.withContract(ctx, d, id, receipt, func(a *app.App, by acts.Decision, contract uuid.UUID) error {
		return p.say(a.Subscription.ReleaseByStaff(ctx, subscription.Release{By: by, ContractID: contract}), "Contract %s goes on.\n", contract)
	})
}

// nameContract defines the flags that name a contract.
func nameContract(f *flag.FlagSet, id, receipt *string) {
	f.StringVar(id, "id", "", "the contract, as the address of its page has it")
	f.StringVar(receipt, "receipt", "", "or the receipt's number of a cancellation of it, such as K-7QXM-2PZC-HT5W")
}

// withContract does what was decided with the contract that one of the flags names.
func (p *program) withContract(
	ctx context.Context, d deciding, id, receipt string, do func(a *app.App, by acts.Decision, contract uuid.UUID) error,
) (err error) {
	if err := d.check(); err != nil {
		return err
	}
	var contract uuid.UUID
	if id != "" {
		if contract, err = parseID("id", id); err != nil {
			return err
		}
	}
	return p.withServices(ctx, d.as(func(a *app.App, by acts.Decision) (err error) {
		if id == "" {
			if contract, err = a.Subscription.OfReceipt(ctx, receipt); err != nil {
				return err
			}
		}
		return do(a, by, contract)
	}))
}
