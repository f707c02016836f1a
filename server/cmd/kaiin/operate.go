package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"time"

	_ "github.com/lib/pq" // the driver of migrate

	"kaiin/server/catalog"
	"kaiin/server/clock"
	"kaiin/server/config"
	"kaiin/server/store"
)

var errNoDatabase = errors.New("DATABASE_URL is required")

func migrate(ctx context.Context, _ []string, getenv func(string) string, out io.Writer) error {
	url := getenv("DATABASE_URL")
	if url == "" {
		return errNoDatabase
	}
	db, err := sql.Open("postgres", url)
	if err != nil {
		return errors.New("DATABASE_URL is not a PostgreSQL address")
	}
	defer func() { _ = db.Close() }()
	if err := store.Migrate(ctx, db); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, "The database is up to date.")
	return err
}

// withCatalog runs f on the database of the environment. It needs nothing else configured.
func withCatalog(ctx context.Context, getenv func(string) string, f func(*catalog.Service) error) error {
	if getenv("DATABASE_URL") == "" {
		return errNoDatabase
	}
	db, err := store.Open(ctx, getenv("DATABASE_URL"))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	return f(&catalog.Service{Store: db, Clock: clock.New()})
}

func seed(ctx context.Context, args []string, getenv func(string) string, out io.Writer) error {
	flags := flag.NewFlagSet("seed", flag.ContinueOnError)
	file := flags.String("store", "", "the store file")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *file == "" {
		return errors.New("seed needs --store FILE")
	}
	return withCatalog(ctx, getenv, func(c *catalog.Service) error {
		if err := c.Seed(ctx, *file); err != nil {
			return err
		}
		_, err := fmt.Fprintf(out, "The store is set up from %s.\n", *file)
		return err
	})
}

func checkConfig(_ context.Context, _ []string, getenv func(string) string, out io.Writer) error {
	if err := config.Print(out, getenv); err != nil {
		return err
	}
	_, err := config.Load(getenv)
	return err
}

func health(ctx context.Context, args []string, _ func(string) string, out io.Writer) error {
	flags := flag.NewFlagSet("health", flag.ContinueOnError)
	url := flags.String("url", "http://127.0.0.1:8080/readyz", "what to ask")
	if err := flags.Parse(args); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, *url, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s", *url, answer.Status)
	}
	_, err = fmt.Fprintln(out, "ready")
	return err
}
