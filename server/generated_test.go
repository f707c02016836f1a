package server_test

import (
	"bufio"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// checkout is the top folder of the repository, seen from this package.
const checkout = ".."

// generatedLine is how a generated file says so, in Go's own form or that of web/codegen.mjs.
var generatedLine = regexp.MustCompile(`(?m)^// (Code generated .* DO NOT EDIT\.|Generated from .* Do not edit: .*)$`)

// Generated and hand-written files are in folders of their own, and .gitattributes knows which
// is which.
func TestGenerated(t *testing.T) {
	marked := markedGenerated(t)
	counts := map[bool]int{}
	err := filepath.WalkDir(checkout, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name := entry.Name(); path != checkout && (name == "node_modules" || strings.HasPrefix(name, ".")) {
				return fs.SkipDir
			}
			return nil
		}
		if !slices.Contains([]string{".go", ".ts", ".tsx", ".mjs"}, filepath.Ext(path)) || entry.Name() == "next-env.d.ts" {
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(filepath.ToSlash(path), checkout+"/")
		generated := generatedLine.Match(source[:min(len(source), 400)])
		if generated != marked(name) {
			t.Errorf("%s: it says that it is generated: %t; .gitattributes marks it as generated: %t", name, generated, !generated)
		}
		counts[generated]++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if counts[true] < 200 || counts[false] < 200 {
		t.Errorf("only %d generated and %d other files were looked at", counts[true], counts[false])
	}
}

// markedGenerated is whether .gitattributes marks a path as generated. Of the lines that match a
// path the last one counts.
func markedGenerated(t *testing.T) func(path string) bool {
	file, err := os.Open(filepath.Join(checkout, ".gitattributes"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	type rule struct {
		folder string
		marks  bool
	}
	var rules []rule
	for lines := bufio.NewScanner(file); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) < 2 || words[0] == "#" {
			continue
		}
		if folder, ok := strings.CutSuffix(words[0], "/**"); ok {
			rules = append(rules, rule{strings.TrimPrefix(folder, "/") + "/", slices.Contains(words, "linguist-generated")})
		}
	}
	return func(path string) bool {
		marks := false
		for _, r := range rules {
			if strings.HasPrefix(path, r.folder) {
				marks = r.marks
			}
		}
		return marks
	}
}
