package main

import (
	"os"

	"github.com/99designs/gqlgen/api"
	"github.com/99designs/gqlgen/codegen/config"
	"golang.org/x/tools/imports"
)

// resolvers has gqlgen write the Go side of the schema, as gqlgen.yml says.
func resolvers() error {
	if err := os.Chdir(".."); err != nil {
		return err
	}
	imports.LocalPrefix = "kaiin"
	cfg, err := config.LoadConfigFromDefaultLocations()
	if err != nil {
		return err
	}
	return api.Generate(cfg)
}
