package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"kaiin/server/shop/storefile"
)

func storeCommand(_ context.Context, p *program, args []string) error {
	if len(args) == 0 || args[0] != "init" {
		return fmt.Errorf("%w: the one thing to do is init", errUsage)
	}
	args = args[1:]
	var folder string
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		folder, args = args[0], args[1:]
	}
	if err := p.flags("store init", args, nil); err != nil {
		return err
	}
	if folder == "" {
		return fmt.Errorf("%w: name the folder, such as my-store", errUsage)
	}
	files, err := storefile.Start(folder)
	if err != nil {
		return err
	}
	for _, name := range files {
		if _, err := fmt.Fprintln(p.out, name); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(p.out, "\nNow change %s, and look whether it can be read: kaiin seed --check --store %[1]s\n", filepath.Join(folder, "store.yaml"))
	return err
}

// checkStore says what is wrong with a store file, and what is missing beside it.
func (p *program) checkStore(file string) error {
	folder, name := os.DirFS(filepath.Dir(file)), filepath.Base(file)
	f, err := storefile.Parse(folder, name)
	if err != nil {
		return err
	}
	if err := storefile.Served(folder, name); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.out, "%s is right: %s, %d plans.\n", file, f.Settings.ServiceName.In("en"), len(f.Plans))
	return err
}
