package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

type document struct {
	Kind string `json:"kind"`
	Hash string `json:"hash"`
	Text string `json:"text"`
}

func run() error {
	if err := errorCodes("errorCodes.graphqls"); err != nil {
		return err
	}
	sdl, err := schema()
	if err != nil {
		return err
	}
	fragments, err := fragments()
	if err != nil {
		return err
	}
	documents := map[string]document{}
	files, err := filepath.Glob("*/*.graphql")
	if err != nil {
		return err
	}
	for _, file := range files {
		if filepath.Dir(file) == "fragments" {
			continue
		}
		name := strings.TrimSuffix(filepath.Base(file), ".graphql")
		d, err := compile(sdl, fragments, name, file)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		documents[name] = d
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(documents); err != nil {
		return err
	}
	return os.WriteFile("documents.json", out.Bytes(), 0o644)
}

func schema() (*ast.Schema, error) {
	var sources []*ast.Source
	files, err := filepath.Glob("*.graphqls")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		sources = append(sources, &ast.Source{Name: file, Input: string(body)})
	}
	return gqlparser.LoadSchema(sources...)
}

func fragments() (map[string]string, error) {
	files, err := filepath.Glob("fragments/*.graphql")
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		all[strings.TrimSuffix(filepath.Base(file), ".graphql")] = string(body)
	}
	return all, nil
}

// compile appends the fragments a document uses, in the order of their names, and validates
// the whole.
func compile(sdl *ast.Schema, fragments map[string]string, name, file string) (document, error) {
	body, err := os.ReadFile(file)
	if err != nil {
		return document{}, err
	}
	used := map[string]bool{}
	if err := collect(string(body), fragments, used); err != nil {
		return document{}, err
	}
	names := make([]string, 0, len(used))
	for fragment := range used {
		names = append(names, fragment)
	}
	slices.Sort(names)
	typed := func(text string) string { return text }
	if filepath.Dir(file) != "calls" {
		typed = withTypenames
	}
	text := typed(strings.TrimSpace(string(body)))
	for _, fragment := range names {
		text += "\n\n" + typed(strings.TrimSpace(fragments[fragment]))
	}
	text += "\n"
	query, errs := gqlparser.LoadQueryWithRules(sdl, text, rules.NewDefaultRules())
	if errs != nil {
		return document{}, errs
	}
	if len(query.Operations) != 1 || query.Operations[0].Name != name {
		return document{}, fmt.Errorf("must hold the one operation %s", name)
	}
	sum := sha256.Sum256([]byte(text))
	return document{Kind: string(query.Operations[0].Operation), Hash: hex.EncodeToString(sum[:]), Text: text}, nil
}

func collect(text string, fragments map[string]string, used map[string]bool) error {
	doc, err := parser.ParseQuery(&ast.Source{Input: text})
	if err != nil {
		return err
	}
	var walk func(ast.SelectionSet) error
	walk = func(set ast.SelectionSet) error {
		for _, s := range set {
			switch s := s.(type) {
			case *ast.Field:
				if err := walk(s.SelectionSet); err != nil {
					return err
				}
			case *ast.InlineFragment:
				if err := walk(s.SelectionSet); err != nil {
					return err
				}
			case *ast.FragmentSpread:
				if used[s.Name] {
					continue
				}
				body, ok := fragments[s.Name]
				if !ok {
					return fmt.Errorf("no fragment %s", s.Name)
				}
				used[s.Name] = true
				if err := collect(body, fragments, used); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for _, o := range doc.Operations {
		if err := walk(o.SelectionSet); err != nil {
			return err
		}
	}
	for _, f := range doc.Fragments {
		if err := walk(f.SelectionSet); err != nil {
			return err
		}
	}
	return nil
}
