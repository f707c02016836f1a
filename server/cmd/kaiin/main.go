// Command kaiin is the membership service: its server, its worker, and what an operator needs around them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Getenv, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "kaiin:", err)
		stop()
		os.Exit(1)
	}
}

// command is one word of the command line.
type command struct {
	name    string
	meaning string
	run     func(ctx context.Context, args []string, getenv func(string) string, out io.Writer) error
}

func commands() []command {
	return []command{
		{"serve", "answer requests, and run the jobs too unless KAIIN_WORKER is false", serve},
		{"work", "run the jobs only", work},
		{"migrate", "bring the database to the present schema", migrate},
		{"seed", "--store FILE: set the store up from its file", seed},
		{"postal", "import --file KEN_ALL.CSV | --demo: fill the table of postal codes", postal},
		{"sandbox", "play the outside world, for development", playSandbox},
		{"check-config", "print the configuration without its secrets, and what is wrong with it", checkConfig},
		{"health", "--url URL: ask a running server whether it is ready", health},
	}
}

func run(ctx context.Context, args []string, getenv func(string) string, out io.Writer) error {
	if len(args) > 0 {
		for _, c := range commands() {
			if c.name == args[0] {
				return c.run(ctx, args[1:], getenv, out)
			}
		}
	}
	for _, c := range commands() {
		if _, err := fmt.Fprintf(out, "  kaiin %-13s %s\n", c.name, c.meaning); err != nil {
			return err
		}
	}
	if len(args) == 0 || args[0] == "help" {
		return nil
	}
	return errors.New("no such command: " + args[0])
}
