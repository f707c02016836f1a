// Command engines counts what PostgreSQL takes from us and a distributed engine beside it refuses,
// or does otherwise, by that engine's own documents:
//
//	go run ./ent/migrate/engines
//
// It looks at the statements of the released version, at the migrations, and at the texts of SQL in
// server/, which are more: no black-box test sends all of them. docs/scale.md has what it prints.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kaiin/ent/migrate/former"
	"kaiin/ent/migrate/migrations"
)

func main() {
	text, err := table("server")
	if err != nil {
		log.Fatal(err)
	}
	_, _ = fmt.Print(text)
}

// limit is something that at least one engine refuses or does otherwise.
type limit struct {
	what  string
	found func(sql string) bool
	does  [2]string // of CockroachDB and of YugabyteDB
}

const same = "as PostgreSQL"

var limits = []limit{
	{"`ctid`: purges, ends of rentals", has(`\bctid\b`), [2]string{"not among its system columns", "refused (#24843)"}},
	{"`xmin`: refresh of tokens", has(`\bxmin\b`), [2]string{"not among its system columns", "refused (#24843)"}},
	{"`LOCK TABLE`: seals, keys of tokens, `make run`", has(`\bLOCK TABLE\b`), [2]string{"refused (#43654)", "refused (#5384)"}},
	{"`pg_advisory…`: acts, limits, search, `kaiin migrate`", has(`\bpg_(try_)?advisory_`), [2]string{"**no lock**: refused, or does nothing", "from 2.25.1, by flags"}},
	{"`pg_notify`: the queue of jobs", has(`\bpg_notify\b`), [2]string{"refused (events)", "from 2025.2.3, early access"}},
	{"two changes of one table in a statement", changesTwice, [2]string{"refused unless allowed (#70731)", same}},
	{"`FOR SHARE`", has(`\bFOR SHARE\b`), [2]string{"no lock, if SERIALIZABLE", same}},
	{"`FOR NO KEY UPDATE`", has(`\bFOR NO KEY UPDATE\b`), [2]string{"is `FOR UPDATE`: waits more", same}},
	{"trigger on `TRUNCATE`", has(`\bBEFORE TRUNCATE\b`), [2]string{"refused (#126362)", same}},
	{"argument of a trigger, `TG_ARGV[0]`", has(`\bTG_ARGV\[0\]`), [2]string{"**counts from 1**: empty (#135311)", same}},
	{"`CREATE OR REPLACE` of a trigger's function", has(`\bCREATE OR REPLACE FUNCTION\b`), [2]string{"refused (#134555)", same}},
	{"words of the search, by a GIN index", has(`\bwords (@>|&&)`), [2]string{same, "several at once may be refused"}},
	{"tables changed in a transaction, by `kaiin migrate`", changesTables, [2]string{"a part may stay, if one fails", "no transaction (#1404)"}},
	{"settings of an index (`fastupdate`)", has(`\bUSING gin\b.*\bWITH \(`), [2]string{"not described", "refused (#23467)"}},
}

// absent are what such engines refuse, too, and we do not use.
var absent = []struct {
	what  string
	found func(sql string) bool
}{
	{"foreign keys", has(`\b(FOREIGN KEY|REFERENCES)\b`)}, {"deferrable constraints", has(`\bDEFERRABLE\b`)}, {"exclusion constraints", has(`\bEXCLUDE USING\b`)},
	{"generated columns", has(`\bGENERATED ALWAYS AS \(`)}, {"extensions", has(`\bCREATE EXTENSION\b`)}, {"domains and types of our own", has(`\bCREATE (DOMAIN|TYPE)\b`)},
	{"table inheritance", has(`\bINHERITS\b`)}, {"temporary and unlogged tables", has(`\b(TEMP|TEMPORARY|UNLOGGED) TABLE\b`)}, {"`DO` blocks", has(`\bDO \$`)},
	{"`LISTEN`", has(`^\s*LISTEN\b`)}, {"text search", has(`\bto_ts(vector|query)\b`)}, {"ranges", has(`\b(tstz|date|int4|int8|num)range\b`)},
}

func has(pattern string) func(string) bool {
	return regexp.MustCompile(`(?is)` + pattern).MatchString
}

var (
	tables      = has(`\b(CREATE TABLE|ALTER TABLE|CREATE (UNIQUE )?INDEX)\b`)
	withoutLock = has(`\bCONCURRENTLY\b`)
)

// changesTables is whether a text changes tables, as migrations do in a transaction each, but those
// that build an index without a lock.
func changesTables(sql string) bool { return tables(sql) && !withoutLock(sql) }

var change = regexp.MustCompile(`(?i)\b(?:INSERT INTO|DELETE FROM|UPDATE)\s+"?([a-z_]+)`)

// changesTwice is whether a statement changes a table in two places.
func changesTwice(sql string) bool {
	var tables []string
	for _, m := range change.FindAllStringSubmatch(sql, -1) {
		if m[1] != "SET" && m[1] != "SKIP" && m[1] != "OF" && slices.Contains(tables, m[1]) {
			return !strings.Contains(sql, ";") // those are more statements than one
		}
		tables = append(tables, m[1])
	}
	return false
}

// table is what main prints: how many statements, migrations and texts of the Go files of the folder
// each limit is met in, and what is met in none.
func table(folder string) (string, error) {
	_, statements := former.Released()
	files, err := ofMigrations()
	if err != nil {
		return "", err
	}
	texts, err := ofSource(folder)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	out.WriteString("| what | statements | migrations | in `server/` | CockroachDB | YugabyteDB |\n| --- | --: | --: | --: | --- | --- |\n")
	for _, l := range limits {
		fmt.Fprintf(&out, "| %s | %d | %d | %d | %s | %s |\n", l.what, count(statements, l.found), count(files, l.found), count(texts, l.found), l.does[0], l.does[1])
	}
	var none []string
	for _, a := range absent {
		if n := count(statements, a.found) + count(files, a.found) + count(texts, a.found); n == 0 {
			none = append(none, a.what)
		}
	}
	fmt.Fprintf(&out, "\nOf %d statements, %d migrations and the texts in `server/` none has: %s.\n", len(statements), len(files), strings.Join(none, ", "))
	return out.String(), nil
}

func count(texts []string, found func(string) bool) (n int) {
	for _, text := range texts {
		if found(text) {
			n++
		}
	}
	return n
}

var remark = regexp.MustCompile(`(?m)^\s*--.*$`)

// ofMigrations are the texts of the migrations, without remarks.
func ofMigrations() (texts []string, err error) {
	names, err := fs.Glob(migrations.Files, "*.sql")
	for _, name := range names {
		content, err := migrations.Files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		texts = append(texts, remark.ReplaceAllString(string(content), ""))
	}
	return texts, err
}

// ofSource are the texts in the Go files of the folder but tests and what helps them.
func ofSource(folder string) (texts []string, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && strings.HasSuffix(entry.Name(), "test"):
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, source, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				if text, err := strconv.Unquote(literal.Value); err == nil {
					texts = append(texts, text)
				}
			}
			return true
		})
		return nil
	})
	return texts, err
}
