package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const architecture = "docs/architecture.md"

// fewestRules is how many questions the table of rules answers at least.
const fewestRules = 40

var (
	fileSpan = regexp.MustCompile(`^(?:server|web|schema)/\S*\.(?:go|tsx?|graphqls)$`)
	nameSpan = regexp.MustCompile(`^(?:\w+\.)?[A-Za-z]\w*$`)
	inList   = regexp.MustCompile(`^(?:\d+\. |\| )`)
)

// named is a file of a line of the page, with the names that follow it there.
type named struct {
	file  string
	names []string
}

func namedIn(line string) (all []named) {
	for _, found := range span.FindAllStringSubmatch(line, -1) {
		switch text := found[1]; {
		case fileSpan.MatchString(text):
			all = append(all, named{file: text})
		case len(all) > 0 && nameSpan.MatchString(text):
			last := &all[len(all)-1]
			last.names = append(last.names, text)
		}
	}
	return all
}

// declared are the names that the text of a Go file declares: of functions, types, constants and
// variables, and of methods both alone and after their type.
func declared(text string) (map[string]bool, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	all := map[string]bool{}
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			all[d.Name.Name] = true
			if d.Recv != nil {
				all[receiver(d.Recv.List[0].Type)+"."+d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					all[s.Name.Name] = true
				case *ast.ValueSpec:
					for _, name := range s.Names {
						all[name.Name] = true
					}
				}
			}
		}
	}
	return all, nil
}

func receiver(of ast.Expr) string {
	switch t := of.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// missing says what is wrong with a file and its names; "" when all of them are there.
func missing(top string, n named) string {
	text, err := os.ReadFile(filepath.Join(top, n.file))
	if err != nil {
		return err.Error()
	}
	if len(n.names) == 0 {
		return n.file + " has no name beside it"
	}
	has := func(name string) bool {
		return regexp.MustCompile(`(?m)^export (?:default )?(?:async )?(?:function|const|class|type) ` + name + `\b`).Match(text)
	}
	switch path.Ext(n.file) {
	case ".go":
		all, err := declared(string(text))
		if err != nil {
			return err.Error()
		}
		has = func(name string) bool { return all[name] }
	case ".graphqls":
		has = func(name string) bool { return regexp.MustCompile(`(?m)^\s*` + name + `$`).Match(text) }
	}
	for _, name := range n.names {
		if !has(name) {
			return fmt.Sprintf("%s declares no %s", n.file, name)
		}
	}
	return ""
}

// Each file that the page of the architecture names is there, and declares what is named beside it.
func TestDocsNameFilesAndFunctions(t *testing.T) {
	t.Parallel()
	top, rules := root(t), 0
	for line := range strings.Lines(readPage(t, architecture)) {
		all := namedIn(line)
		switch isHead := strings.HasPrefix(line, "| question |") || strings.HasPrefix(line, "| --- |"); {
		case len(all) == 0 && inList.MatchString(line) && !isHead:
			t.Errorf("no file is named in %q", line)
		case len(all) > 0 && strings.HasPrefix(line, "| "):
			rules++
		}
		for _, n := range all {
			if problem := missing(top, n); problem != "" {
				t.Errorf("%s: %s", architecture, problem)
			}
		}
	}
	if rules < fewestRules {
		t.Errorf("the table has %d rules, fewer than %d", rules, fewestRules)
	}
}

// pathSpan is a path of the repository without a part that is a placeholder.
var pathSpan = regexp.MustCompile(`^(?:server|web|schema|ent|e2e|scripts|docs|demo)/[^\s<>…*]*$`)

// Each path that CONTRIBUTING names is there.
func TestDocsNamePaths(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, found := range span.FindAllStringSubmatch(readPage(t, "CONTRIBUTING.md"), -1) {
		if !pathSpan.MatchString(found[1]) {
			continue
		}
		seen++
		if _, err := os.Stat(filepath.Join(root(t), found[1])); err != nil {
			t.Errorf("CONTRIBUTING.md: %v", err)
		}
	}
	if seen < 20 {
		t.Errorf("only %d paths were looked at", seen)
	}
}

func TestDocsMissNames(t *testing.T) {
	t.Parallel()
	top := root(t)
	for line, want := range map[string]string{
		"1. `server/base/actor/actor.go` `Actor`, `Fresh`, `Actor.Fresh` — It is there.": "",
		"1. `server/base/actor/actor.go` `Someone`":                                      "server/base/actor/actor.go declares no Someone",
		"1. `server/base/actor/actor.go` `Method.Fresh`":                                 "server/base/actor/actor.go declares no Method.Fresh",
		"1. `server/base/actor/actor.go` — It says nothing.":                             "server/base/actor/actor.go has no name beside it",
		"| x | `web/lib/server/page.ts` `page` |":                                        "",
		"| x | `web/lib/server/page.ts` `load` |":                                        "web/lib/server/page.ts declares no load",
		"| x | `schema/base.graphqls` `abroad` |":                                        "",
		"| x | `schema/base.graphqls` `indoors` |":                                       "schema/base.graphqls declares no indoors",
	} {
		all := namedIn(line)
		if len(all) != 1 {
			t.Fatalf("%q names %v", line, all)
		}
		if got := missing(top, all[0]); got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
	if problem := missing(top, named{"server/nothing.go", []string{"Nothing"}}); problem == "" {
		t.Error("a file that is not there is not missed")
	}
}
