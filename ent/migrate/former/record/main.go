// Command record writes statements.sql of what black-box tests have recorded in a folder:
//
//	go run ./ent/migrate/former/record FOLDER
package main

import (
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"kaiin/ent/migrate/former"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go run ./ent/migrate/former/record FOLDER")
	}
	files, err := filepath.Glob(filepath.Join(os.Args[1], "*.statements"))
	if err != nil || len(files) == 0 {
		log.Fatalf("%d records: %v", len(files), err)
	}
	var texts []string
	for _, name := range files {
		lines, err := os.ReadFile(name)
		if err != nil {
			log.Fatal(err)
		}
		for line := range strings.Lines(string(lines)) {
			text, err := strconv.Unquote(strings.TrimSpace(line))
			if err != nil {
				log.Fatalf("%s: %v", name, err)
			}
			texts = append(texts, text)
		}
	}
	migrations, err := filepath.Glob("ent/migrate/migrations/*.sql")
	if err != nil || len(migrations) == 0 {
		log.Fatalf("%d migrations: %v", len(migrations), err)
	}
	text := former.Write(filepath.Base(migrations[len(migrations)-1]), texts)
	if err := os.WriteFile("ent/migrate/former/statements.sql", []byte(text), 0o644); err != nil {
		log.Fatal(err)
	}
}
