package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"kaiin/server/catalog"
)

// Where a checkout keeps what the demo store's postal codes are filled from.
const (
	demoPostal      = "node_modules/yubin/dist/index.mjs"
	demoPostalExtra = "demo/postal_extra.csv"
)

func postal(ctx context.Context, args []string, getenv func(string) string, out io.Writer) error {
	flags := flag.NewFlagSet("postal import", flag.ContinueOnError)
	file := flags.String("file", "", "KEN_ALL.CSV or utf_ken_all.csv of Japan Post")
	demo := flags.Bool("demo", false, "fill from the npm package of the checkout, for a demo store")
	if len(args) == 0 || args[0] != "import" {
		return errors.New("postal import --file FILE | --demo")
	}
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if (*file == "") == !*demo {
		return errors.New("postal import needs either --file FILE or --demo")
	}
	return withCatalog(ctx, getenv, func(c *catalog.Service) error {
		rows, err := importPostal(ctx, c, *file)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "%d rows of postal codes.\n", rows)
		return err
	})
}

func importPostal(ctx context.Context, c *catalog.Service, file string) (_ int, err error) {
	if file != "" {
		table, err := os.Open(file)
		if err != nil {
			return 0, err
		}
		defer func() { _ = table.Close() }()
		return c.ImportPostal(ctx, table)
	}
	module, err := os.Open(demoPostal)
	if err != nil {
		return 0, err
	}
	defer func() { _ = module.Close() }()
	extra, err := os.Open(demoPostalExtra)
	if err != nil {
		return 0, err
	}
	defer func() { _ = extra.Close() }()
	return c.ImportYubin(ctx, module, extra)
}
